"""Learning row by row."""
import numpy

from . import arrays
from ._native import Handle, bytes_of, check, ffi, lib, made, number, path_of, text
from .callbacks import Watch
from .dataset import Dataset
from .model import Model


class Stream(Handle):
    """A stream that has begun: ``Solver("online").begin(classes, features)`` makes it. Rows are learned one by
    one or in blocks, each once; models of what has been learned so far may be taken at any time, and other
    threads may predict with them meanwhile. The stream itself is used by one thread at a time."""

    @classmethod
    def load(cls, path, solver=None):
        """Go on, bit for bit, where a stream was saved. ``solver`` has the custom kernels of one that has some."""
        if solver is None:
            return cls._of(made("solver", lib.coppice_solver_load, path_of(path)))
        return cls._of(made("solver", lib.coppice_solver_load_custom, path_of(path), solver._handle))

    @classmethod
    def from_bytes(cls, saved, solver=None):
        """From what to_bytes() gave."""
        saved = ffi.from_buffer("char[]", saved)
        if solver is None:
            return cls._of(made("solver", lib.coppice_solver_load_buffer, saved, len(saved)))
        return cls._of(made("solver", lib.coppice_solver_load_buffer_custom, saved, len(saved), solver._handle))

    def save(self, path):
        """All that it takes to go on, to a file, as JSON or CBOR by its extension."""
        check(lib.coppice_solver_save(self._handle, path_of(path)))

    def to_bytes(self, format="cbor"):
        """The content of a file, "cbor" or "json"."""
        return bytes_of(lib.coppice_solver_save_buffer, self._handle, text(format, "format"))

    def __reduce__(self):
        return type(self).from_bytes, (self.to_bytes(),)

    def learn_row(self, x, label, weight=1.0, *, out=None):
        """Learn one row of doubles; ``label`` is the place of its class among those declared in ascending order,
        in whatever order they were given. ``out``, an array of doubles with a place a score, gets the decision
        values from before. The row is not copied."""
        if out is None:
            room, capacity = ffi.NULL, 0
        else:
            room = arrays.row(out, "out", writable=True)
            capacity = len(room)
        x = arrays.row(x, "x")
        check(lib.coppice_solver_learn_row(self._handle, x, len(x), label, weight, room, capacity))

    def learn(self, X, y=None, *, weights=None):
        """Learn rows one after another; ``y`` are labels, as declared. X may be a Dataset, which has them. The
        decision values of each from before it was learned: one a row for two classes, else a matrix. Where a row
        cannot be learned this raises, and those before it are learned: ``rows`` tells how many there are.
        Ctrl-C ends it in the same way."""
        block = X if isinstance(X, Dataset) else Dataset(X, y, weights=weights)
        scores = self._count("scores")
        out = numpy.empty((block.rows, scores))
        watch = Watch(None, False).as_callback()
        check(lib.coppice_solver_set_progress(self._handle, watch, ffi.NULL))
        try:
            check(lib.coppice_solver_learn(self._handle, block._handle, arrays.written(out), out.size))
        finally:
            lib.coppice_solver_set_progress(self._handle, ffi.NULL, ffi.NULL)
        return out[:, 0] if scores == 1 else out

    def snapshot(self):
        """A model of what has been learned so far."""
        return Model._of(made("model", lib.coppice_solver_snapshot, self._handle))

    @property
    def rows(self):
        """How many rows of positive weight have been learned."""
        return self._count("rows")

    @property
    def features(self):
        """How many values a row has."""
        return self._count("features")

    @property
    def learners(self):
        """How many weak learners there are, of all classes, or terms of a kernel expansion."""
        return self._count("learners")

    @property
    def prequential_error(self):
        """The weighted fraction of the rows whose class was not the one decided before they were learned."""
        return number("double", lib.coppice_solver_get_double, self._handle, b"stream.prequential_error")

    def _count(self, name):
        return number("int64_t", lib.coppice_solver_get_int, self._handle, b"stream." + name.encode())

    def __repr__(self):
        if self._pointer is None:
            return "<coppice.Stream, closed>"
        return f"<coppice.Stream of {self.rows} rows x {self.features} features>"
