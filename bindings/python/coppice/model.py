"""What a solver learned."""
import json

import numpy

from . import arrays
from ._native import Handle, bytes_of, check, doubles_of, ffi, lib, made, number, path_of, text, text_of
from .dataset import Dataset

_OUTPUTS = {"decision": lib.COPPICE_DECISION, "class": lib.COPPICE_CLASS, "staged": lib.COPPICE_STAGED,
            "learners": lib.COPPICE_LEARNERS, "probability": lib.COPPICE_PROBABILITY, "map": lib.COPPICE_MAP,
            "contributions": lib.COPPICE_CONTRIBUTIONS}
_QUANTITIES = {"int": ("int64_t", lib.coppice_model_get_int), "double": ("double", lib.coppice_model_get_double)}


class Evaluation(Handle):
    """How good predictions of a dataset are; Model.evaluate() makes it."""

    def criterion(self, name):
        """A criterion by its name; ``coppice.criteria()`` lists them."""
        return number("double", lib.coppice_evaluation_criterion, self._handle, text(name, "name"))

    @property
    def confusion(self):
        """The weight of the rows of each label (rows of the matrix) that are predicted to be of each class;
        labels that the model has never seen make a further row."""
        return doubles_of(lib.coppice_evaluation_confusion, self._handle).reshape(-1, max(1, self._classes))


class Model(Handle):
    """A trained model: immutable, to be pickled, and used by any number of threads at once."""

    @classmethod
    def _of(cls, pointer):
        model = super()._of(pointer)
        model._widths = {}  # of outputs
        model._labels = None
        return model

    @classmethod
    def load(cls, path, solver=None):
        """From a file. ``solver`` has the custom learners and kernels of a model that has some."""
        if solver is None:
            return cls._of(made("model", lib.coppice_model_load, path_of(path)))
        return cls._of(made("model", lib.coppice_model_load_custom, path_of(path), solver._handle))

    @classmethod
    def from_bytes(cls, saved, solver=None):
        """From what to_bytes() gave."""
        saved = ffi.from_buffer("char[]", saved)
        if solver is None:
            return cls._of(made("model", lib.coppice_model_load_buffer, saved, len(saved)))
        return cls._of(made("model", lib.coppice_model_load_buffer_custom, saved, len(saved), solver._handle))

    def save(self, path):
        """To a file, as JSON or CBOR by its extension."""
        check(lib.coppice_model_save(self._handle, path_of(path)))

    def to_bytes(self, format="cbor"):
        """The content of a file, "cbor" or "json"."""
        return bytes_of(lib.coppice_model_save_buffer, self._handle, text(format, "format"))

    def __reduce__(self):
        return type(self).from_bytes, (self.to_bytes(),)

    def predict(self, X, *, output="class", threads=1):
        """For every row its label, or another ``output``: "decision" values (one a row for two classes, else a
        matrix), "probability" of each class, "contributions" (scores x features a row), "staged", "learners",
        "map". Of a model that predicts numbers "class" is these.

        X is an array of two dimensions in any layout, a sparse matrix, a DataFrame or a Dataset; the last two
        find their columns by name."""
        code = self._code_of(output)
        width = self._width(code)
        if isinstance(X, Dataset) or arrays.is_sparse(X) or arrays.is_frame(X):
            dataset = X if isinstance(X, Dataset) else Dataset(X)
            out = numpy.empty((dataset.rows, width))
            check(lib.coppice_model_predict_dataset(self._handle, code, dataset._handle, threads,
                                                    arrays.written(out), out.size))
        else:
            x, pointer, length, row_stride, column_stride = arrays.strided(X)
            if x.dtype != numpy.float64:
                x, pointer, length, row_stride, column_stride = arrays.strided(x.astype(numpy.float64))
            out = numpy.empty((x.shape[0], width))
            check(lib.coppice_model_predict(self._handle, code, pointer, length, *x.shape, row_stride, column_stride,
                                            threads, arrays.written(out), out.size))
        if code == lib.COPPICE_CLASS:
            return self.labels[out[:, 0].astype(numpy.int64)]
        return out[:, 0] if width == 1 else out

    def predict_row(self, x, *, output="decision", out=None):
        """The output of one row, in microseconds: a float where it is one number, else an array. ``x`` is a
        contiguous array of doubles; ``out`` one that is written instead of a new one."""
        code = self._code_of(output)
        if out is None:
            out = numpy.empty(self._width(code))
        values, results = arrays.row(x, "x"), arrays.row(out, "out", writable=True)
        check(lib.coppice_model_predict_row(self._handle, code, values, len(values), results, len(results)))
        if code == lib.COPPICE_CLASS:
            return self.labels[int(out[0])]
        return float(out[0]) if len(out) == 1 else out

    def evaluate(self, dataset, *, threads=1):
        """How good predictions of a labelled dataset are."""
        evaluation = Evaluation._of(made("evaluation", lib.coppice_model_evaluate, self._handle, dataset._handle,
                                         threads))
        evaluation._classes = self.get("classes")
        return evaluation

    @property
    def labels(self):
        """The label of each class: numbers where all of them are, else text. Empty where the model predicts
        numbers."""
        if self._labels is None:
            names = [text_of(lib.coppice_model_class_name, self._handle, k) for k in range(self.get("classes"))]
            try:
                self._labels = numpy.array([float(name) for name in names])
            except ValueError:
                self._labels = numpy.array(names)
        return self._labels

    @property
    def feature_names(self):
        """The names of the features in training, or None."""
        names = [text_of(lib.coppice_model_feature_name, self._handle, d) for d in range(self.get("features"))]
        return names if any(names) else None

    def get(self, name):
        """A quantity of the model or its training, by name: a number, text or an array."""
        for type_name in self._types_of(name):
            if type_name == "array":
                return doubles_of(lib.coppice_model_get_array, self._handle, text(name, "name"))
            if type_name == "string":
                return text_of(lib.coppice_model_get_string, self._handle, text(name, "name"))
            kind, getter = _QUANTITIES[type_name]
            return number(kind, getter, self._handle, text(name, "name"))
        # An error of the library, which lists the names.
        return number("double", lib.coppice_model_get_double, self._handle, text(name, "name"))

    def quantities(self):
        """The names of what get() gives, by type."""
        types = {"int": lib.COPPICE_INT, "double": lib.COPPICE_DOUBLE, "string": lib.COPPICE_STRING,
                 "array": lib.COPPICE_ARRAY}
        return {type_name: [text_of(lib.coppice_model_quantity_name, self._handle, code, k)
                            for k in range(number("int64_t", lib.coppice_model_quantity_count, self._handle, code))]
                for type_name, code in types.items()}

    @property
    def options(self):
        """The options that it was trained with."""
        return json.loads(self.get("options"))

    def learner(self, index):
        """A weak learner, as a dict."""
        return json.loads(text_of(lib.coppice_model_learner, self._handle, index))

    def shape_function(self, feature):
        """What a feature adds to the decision value, where the model is a sum of functions of one feature: points
        of 1 + scores numbers, the last for missing values."""
        return doubles_of(lib.coppice_model_shape_function, self._handle, feature).reshape(
            -1, 1 + self.get("scores"))

    def _types_of(self, name):
        return [kind for kind, names in self.quantities().items() if name in names]

    def _code_of(self, output):
        if output == "class" and self._width_or_none(lib.COPPICE_CLASS) is None:
            return lib.COPPICE_DECISION
        try:
            return _OUTPUTS[output]
        except KeyError:
            raise ValueError(f"output is {output!r}; expected one of {', '.join(_OUTPUTS)}") from None

    def _width_or_none(self, code):
        out = ffi.new("int64_t*")
        return out[0] if lib.coppice_model_output_width(self._handle, code, out) == lib.COPPICE_OK else None

    def _width(self, code):
        if code not in self._widths:
            self._widths[code] = number("int64_t", lib.coppice_model_output_width, self._handle, code)
        return self._widths[code]

    def __str__(self):
        lines = [f"coppice model of method {self.get('method')}: {self.get('rows')} rows x {self.get('features')} features"]
        for name, form in (("objective", ".6g"), ("gap", ".2g"), ("price_of_sparsity", ".2g"), ("train_error", ".4g")):
            value = self.get(name)
            if value == value:
                lines.append(f"{name:18s}{value:{form}}")
        lines.append(f"{'stop_reason':18s}{self.get('stop_reason')}")
        return "\n".join(lines + [f"warning: {line}" for line in self.get("warnings").splitlines()])

    def __repr__(self):
        return "<coppice.Model, closed>" if self._pointer is None else f"<coppice.Model of {self.get('method')}>"
