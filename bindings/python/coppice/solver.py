"""Training methods and their options."""
import json

import numpy

from . import arrays
from ._native import Handle, check, doubles_of, ffi, lib, made, number, text, text_of, texts
from .callbacks import Watch, compare_rows, keep, release
from .dataset import Dataset
from .model import Model
from .pool import Pool, pool_of
from .settings import set_options, text_of_option
from .stream import Stream


class CrossValidation:
    """What cross-validation found at every point of the grid.

    ``points`` are dicts of options, ``criterion`` their means over the folds and ``standard_error`` those of
    the means; ``path`` the best value at each point of the option ``path_name`` that the method follows, such
    as "learners", or None; ``best`` the number of the best point."""

    def __init__(self, solver, best, folds):
        handle = solver._handle
        self.best = best
        self.points = [json.loads(text_of(lib.coppice_solver_grid_point, handle, k))
                       for k in range(number("int64_t", lib.coppice_solver_grid_size, handle))]
        self.criterion_name = solver.get("cv.criterion_name")
        self.criterion = doubles_of(lib.coppice_solver_get_array, handle, b"cv.criterion")
        self.standard_error = doubles_of(lib.coppice_solver_get_array, handle, b"cv.standard_error")
        self.fold_criterion = doubles_of(lib.coppice_solver_get_array, handle, b"cv.fold_criterion").reshape(-1, folds)
        self.path_name = solver.get("cv.path_name") or None
        self.path = doubles_of(lib.coppice_solver_get_array, handle, b"cv.path") if self.path_name else None

    def __repr__(self):
        return (f"<coppice.CrossValidation of {len(self.points)} points: {self.criterion_name} "
                f"{self.criterion[self.best]:.4g} at {self.points[self.best]}>")


class Solver(Handle):
    """A training method with its options: ``Solver("cgens", C=0.1, learners=200)``. ``coppice.methods()`` lists
    the methods, ``coppice.options(name)`` their options. ``pool`` is a Pool or its text, where the method takes
    pools."""

    def __init__(self, method, *, pool=None, **options):
        self._pointer = made("solver", lib.coppice_solver_create, text(method, "method"))
        self.method = method
        if pool is not None:
            self.set_pool(pool)
        self.set(**options)

    @classmethod
    def method_for(cls, dataset):
        """The name of the method to train with where none is named: what the labels ask for."""
        out = ffi.new("const char**")
        check(lib.coppice_method_for(dataset._handle, out))
        return ffi.string(out[0]).decode()

    def set(self, **options):
        """Set options by name; of the method or, where it has none of this name, of the pool."""
        set_options("solver", self._handle, options)
        return self

    def get(self, name):
        """The value of an option, as text."""
        return text_of_option("solver", self._handle, name)

    def set_pool(self, pool):
        """Draw weak learners from a pool, with the options it has now."""
        check(lib.coppice_solver_set_pool(self._handle, pool_of(pool)._handle))
        return self

    @property
    def pool(self):
        """A copy of the pool that learners are drawn from."""
        return Pool._of(made("pool", lib.coppice_solver_get_pool, self._handle))

    def set_kernel(self, name, compare):
        """Let option ``kernel`` have custom(name=NAME) in it. ``compare(x, z)`` returns the kernel of all rows
        of x with all rows of z, a matrix."""
        user = keep(compare)
        try:
            check(lib.coppice_solver_set_kernel(self._handle, text(name, "name"), compare_rows, release, user))
        except BaseException:
            release(user)
            raise
        return self

    def set_validation(self, dataset):
        """Watch the criterion on a labelled dataset of other rows; the model is that of the best iteration.
        None for none."""
        return self._watch(lib.coppice_solver_set_validation, dataset)

    def set_test(self, dataset):
        """Watch the error on a further labelled dataset, without choosing by it: every iteration's is in
        "curve.test_error" of a model of weak learners, and in "curve.test_alignment" how a learned kernel is aligned
        with it. None for none."""
        return self._watch(lib.coppice_solver_set_test, dataset)

    def _watch(self, set_dataset, dataset):
        if dataset is not None and not isinstance(dataset, Dataset):
            raise TypeError(f"dataset is of type {type(dataset).__name__}; expected a Dataset, or None")
        check(set_dataset(self._handle, ffi.NULL if dataset is None else dataset._handle))
        return self

    def fit(self, dataset, y=None, *, weights=None, progress=None, on_interrupt="raise"):
        """A model, trained on a dataset; or on rows and labels, of which one is made.

        ``progress(told)`` is called at every iteration and at least every 50 milliseconds with a dict of
        "iteration", "objective", "gap" and others (NaN where they are not known); it may return "stop", which
        keeps the best model so far, or raise, which ends the fit. So does Ctrl-C, within 100 milliseconds:
        ``on_interrupt="keep"`` returns the best model so far instead."""
        if not isinstance(dataset, Dataset):
            dataset = Dataset(dataset, y, weights=weights)
        elif y is not None or weights is not None:
            raise TypeError("y and weights belong to the dataset, which was given")
        out = ffi.new("coppice_model**")
        self._run(progress, on_interrupt, lambda: lib.coppice_solver_fit(self._handle, dataset._handle, out))
        return Model._of(ffi.gc(out[0], lib.coppice_model_free))

    def begin(self, classes, features):
        """Begin a Stream of rows of so many features, which may be of these classes, distinct numbers or texts in
        ascending order, as learn_row() takes their places. It has the options that the solver has now; the solver
        belongs to it from then on, and is closed."""
        classes = list(classes)
        if all(isinstance(label, str) for label in classes):
            names, _kept = texts(classes, "classes")
            check(lib.coppice_solver_set_class_names(self._handle, names, len(classes)))
        else:
            numbers = arrays.doubles(classes, "classes")
            check(lib.coppice_solver_set_classes(self._handle, arrays.read_only(numbers), numbers.size))
        check(lib.coppice_solver_begin(self._handle, features))
        stream = Stream._of(self._handle)
        self.close()
        return stream

    def cross_validate(self, dataset, grid=None, *, folds=5, progress=None):
        """Try all combinations of ``grid``, a dict of lists, and set the options to the best. ``progress`` is as
        for fit(), where iterations count fits; but "stop" and Ctrl-C both end it with an error, and nothing is
        told of the points that were finished."""
        for name, values in (grid or {}).items():
            values = ",".join(_as_text(value) for value in values)
            check(lib.coppice_solver_set_grid(self._handle, text(name, "option"), text(values, name)))
        best = ffi.new("int64_t*")
        self._run(progress, "raise", lambda: lib.coppice_solver_cross_validate(self._handle, dataset._handle, folds,
                                                                               best))
        return CrossValidation(self, best[0], folds)

    def _run(self, progress, on_interrupt, call):
        if on_interrupt not in ("raise", "keep"):
            raise ValueError(f"on_interrupt is {on_interrupt!r}; expected \"raise\" or \"keep\"")
        watch = Watch(progress, on_interrupt == "keep").as_callback()
        check(lib.coppice_solver_set_progress(self._handle, watch, ffi.NULL))
        try:
            check(call())
        finally:
            lib.coppice_solver_set_progress(self._handle, ffi.NULL, ffi.NULL)

    def __repr__(self):
        return f"<coppice.Solver {self.method}{', closed' if self._pointer is None else ''}>"


def _as_text(value):
    return value if isinstance(value, str) else repr(value.item() if isinstance(value, numpy.generic) else value)
