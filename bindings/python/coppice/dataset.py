"""Examples: rows of feature values and, to train on, labels or targets, and weights."""
import numpy

from . import arrays
from ._native import Handle, check, ffi, lib, made, number, path_of, text, text_of, texts


class Dataset(Handle):
    """Rows of features, from an array of two dimensions (any layout, NaN where a value is missing), a sparse
    matrix of scipy, or a DataFrame, whose columns have names, and whose columns of text or categories are
    categorical features.

    ``y`` are labels, numbers or text, one a row; or numbers to be predicted, several a row.
    ``weights`` count a row of weight k like k copies of it. The library copies all of it.

    A solver that has used a dataset makes it immutable.
    """

    def __init__(self, X, y=None, *, weights=None, feature_names=None):
        levels = {}
        if arrays.is_frame(X):
            feature_names = [str(name) for name in X.columns] if feature_names is None else feature_names
            X, levels = _values_of_frame(X)
        self._pointer = _of_sparse(X) if arrays.is_sparse(X) else _of_dense(X)
        for feature, names in levels.items():
            self.set_levels(feature, names)
        if feature_names is not None:
            self.set_feature_names(feature_names)
        if y is not None:
            self.set_labels(y)
        if weights is not None:
            self.set_weights(weights)

    @classmethod
    def read_svmlight(cls, path, features=0):
        """Of lines ``label index:value ...``, plain or gzip; 0 features takes the largest index found."""
        return cls._of(made("dataset", lib.coppice_dataset_read_svmlight, path_of(path), features))

    @classmethod
    def read_csv(cls, path, *, label=None, categories=(), weight=None, id=None, ignore=(), like=None):
        """A table, whose columns are called by name or by number from 1: those of the ``label``, of the ``weight``
        of each row and of its ``id``, a name; and lists of those that are ``categories`` although they are numbers,
        and of those to ``ignore``, whatever their cells hold. All others are features; where nothing at all is
        said, the label is the first column.

        The table is read like that of ``like``, a dataset or a model: it has the same features, and where it has
        columns of the same names, also the same label and id and, of a dataset, weight. ``label=False``,
        ``weight=False`` and ``id=False`` say that it has no such column, whatever ``like`` has."""
        roles = [(column, role) for column, role in ((label, b"label"), (weight, b"weight"), (id, b"id"))
                 if column is not None]
        roles += [(column, b"category") for column in _listed(categories)]
        roles += [(column, b"ignore") for column in _listed(ignore)]
        if not roles and like is None:
            return cls._of(made("dataset", lib.coppice_dataset_read_csv, path_of(path), ffi.NULL))
        columns = made("csv_columns", lib.coppice_csv_columns_create)
        for column, role in roles:
            name = ffi.NULL if column is False else text(str(column), "column")
            check(lib.coppice_csv_columns_set(columns, name, role))
        if isinstance(like, Dataset):
            check(lib.coppice_csv_columns_match_dataset(columns, like._handle))
        elif like is not None:
            check(lib.coppice_csv_columns_match_model(columns, like._handle))
        return cls._of(made("dataset", lib.coppice_dataset_read_csv, path_of(path), columns))

    @classmethod
    def generate(cls, name, rows, *, features=0, noise=0.0, seed=0):
        """Rows drawn from a known distribution; ``coppice.generators()`` lists them."""
        return cls._of(made("dataset", lib.coppice_dataset_generate, text(name, "name"), rows, features, noise, seed))

    def set_labels(self, y):
        """Labels, numbers or text; of two dimensions numbers to be predicted, several a row."""
        y = numpy.asarray(y)
        if y.dtype.kind in "fiub":
            y = arrays.doubles(y, "y", 2 if y.ndim == 2 else 1)
            if y.ndim == 2:
                check(lib.coppice_dataset_set_targets(self._handle, arrays.read_only(y), y.size, y.shape[1]))
            else:
                check(lib.coppice_dataset_set_labels(self._handle, arrays.read_only(y), y.size))
            return
        if y.ndim != 1:
            raise ValueError(f"y has {y.ndim} dimensions; expected 1, a label a row")
        for row, label in enumerate(y):
            if label is None or label != label:
                raise ValueError(f"y[{row}] is {label}; expected a label")
        names, _kept = texts([str(label) for label in y], "y")
        check(lib.coppice_dataset_set_label_names(self._handle, names, len(y)))

    def set_weights(self, weights):
        """The weight of every row."""
        weights = arrays.doubles(weights, "weights")
        check(lib.coppice_dataset_set_weights(self._handle, arrays.read_only(weights), weights.size))

    def set_feature_names(self, names):
        """Distinct names, by which models find their features."""
        names, _kept = texts(names, "feature_names")
        check(lib.coppice_dataset_set_feature_names(self._handle, names, len(_kept)))

    def set_levels(self, feature, names):
        """Make a feature categorical: its values are the places of their levels in ``names``."""
        names, _kept = texts(names, "levels")
        check(lib.coppice_dataset_set_levels(self._handle, feature, names, len(_kept)))

    def add_view(self, name, features):
        """Call a group of features a view, to restrict pools and kernels to it."""
        features = arrays.places(features, "features")
        check(lib.coppice_dataset_add_view(self._handle, text(name, "name"), arrays.read_only(features, "int64_t"),
                                           features.size))

    def subset(self, rows):
        """The rows with these numbers, in that order."""
        rows = arrays.places(rows, "rows")
        return Dataset._of(made("dataset", lib.coppice_dataset_subset, self._handle,
                            arrays.read_only(rows, "int64_t"), rows.size))

    def split(self, fraction, seed=0):
        """Two datasets: this fraction of the rows of every class, drawn by ``seed``, and the others."""
        first, second = ffi.new("coppice_dataset**"), ffi.new("coppice_dataset**")
        check(lib.coppice_dataset_split(self._handle, fraction, seed, first, second))
        return tuple(Dataset._of(ffi.gc(one[0], lib.coppice_dataset_free)) for one in (first, second))

    @property
    def rows(self):
        return number("int64_t", lib.coppice_dataset_rows, self._handle)

    @property
    def features(self):
        return number("int64_t", lib.coppice_dataset_features, self._handle)

    @property
    def classes(self):
        """The labels that classes stand for, as text."""
        return [text_of(lib.coppice_dataset_class_name, self._handle, k)
                for k in range(number("int64_t", lib.coppice_dataset_classes, self._handle))]

    @property
    def feature_names(self):
        """The names of the features, or None."""
        names = [text_of(lib.coppice_dataset_feature_name, self._handle, d) for d in range(self.features)]
        return names if any(names) else None

    @property
    def feature_columns(self):
        """The numbers, from 1, of the table's columns that the features were read from, or None."""
        columns = [number("int64_t", lib.coppice_dataset_feature_column, self._handle, d)
                   for d in range(self.features)]
        return columns if all(columns) else None

    @property
    def label_column(self):
        """The name of the table's column that the labels were read from, or its number where the table has no
        header, as text; or None."""
        return text_of(lib.coppice_dataset_label_column, self._handle) or None

    @property
    def row_names(self):
        """The names of the rows, those of the column that was the ``id``, or None."""
        names = [text_of(lib.coppice_dataset_row_name, self._handle, i) for i in range(self.rows)]
        return names if any(names) else None

    def levels(self, feature):
        """The names of a feature's levels; [] where it is numbers."""
        return [text_of(lib.coppice_dataset_level_name, self._handle, feature, k)
                for k in range(number("int64_t", lib.coppice_dataset_levels, self._handle, feature))]

    def row(self, index):
        """The values of a row, NaN where they are missing."""
        out = numpy.empty(self.features)
        check(lib.coppice_dataset_copy_row(self._handle, index, arrays.written(out), out.size))
        return out

    @property
    def labels(self):
        """The place of every row's label among ``classes``."""
        out = numpy.empty(self.rows, dtype=numpy.int64)
        check(lib.coppice_dataset_copy_labels(self._handle, arrays.written(out, "int64_t"), out.size))
        return out

    def __len__(self):
        return self.rows

    def __repr__(self):
        if self._pointer is None:
            return "<coppice.Dataset, closed>"
        return f"<coppice.Dataset of {self.rows} rows x {self.features} features>"


def _listed(columns):
    """One column is a list of one."""
    return [columns] if isinstance(columns, (str, int)) else columns


def _of_dense(x):
    x, pointer, length, row_stride, column_stride = arrays.strided(x)
    create = lib.coppice_dataset_create_dense if x.dtype == numpy.float64 else lib.coppice_dataset_create_dense_float
    return made("dataset", create, pointer, length, *x.shape, row_stride, column_stride)


def _of_sparse(x):
    x = x.tocsr()
    if not x.has_sorted_indices or not x.has_canonical_format:
        x = x.copy()
        x.sum_duplicates()
    indptr = numpy.ascontiguousarray(x.indptr, dtype=numpy.int64)
    indices = numpy.ascontiguousarray(x.indices, dtype=numpy.int32)
    values = arrays.doubles(x.data, "X")
    return made("dataset", lib.coppice_dataset_create_csr, arrays.read_only(indptr, "int64_t"), indptr.size,
                arrays.read_only(indices, "int32_t"), arrays.read_only(values), values.size, x.shape[1])


def _values_of_frame(frame):
    """Numbers, and the levels of the columns that are text or categories."""
    values = numpy.empty(frame.shape, order="F")
    levels = {}
    for d in range(frame.shape[1]):
        column = frame.iloc[:, d]
        if column.dtype.kind in "fiub":  # those of numpy, and those of pandas with missing values
            values[:, d] = column.to_numpy(dtype=numpy.float64, na_value=numpy.nan)
            continue
        if column.dtype.kind != "O":
            raise ValueError(f"column {frame.columns[d]!r} is of type {column.dtype}; expected numbers, text or "
                             "categories")
        column = column.astype("category")
        codes = column.cat.codes.to_numpy()
        values[:, d] = numpy.where(codes < 0, numpy.nan, codes)
        names = [str(name) for name in column.cat.categories]
        if names:
            levels[d] = names
    return values, levels
