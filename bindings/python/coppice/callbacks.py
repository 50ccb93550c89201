"""Functions of Python that the library calls. What they raise ends the call, and comes out of it again.

The library knows an object by a handle of cffi, which is kept until the library releases it."""
import numpy

from ._native import ffi, keep_error, lib

_kept = {}


def keep(value):
    """A pointer that stands for ``value``, until release() is called with it."""
    handle = ffi.new_handle(value)
    _kept[int(ffi.cast("intptr_t", handle))] = handle
    return handle


@ffi.callback("void(void*)")
def release(user):
    _kept.pop(int(ffi.cast("intptr_t", user)), None)


def _failed(exception, error, traceback):
    keep_error(error)


def _callback(declaration):
    """Of one that answers a coppice_action; an exception cancels the call."""
    return ffi.callback(declaration, error=lib.COPPICE_CANCEL, onerror=_failed)


def matrix(pointer, rows, columns):
    """A copy of the library's memory, which may be kept when that is gone."""
    values = numpy.empty((rows, columns))
    if values.size > 0:
        ffi.memmove(values.data, pointer, values.nbytes)
    return values


def write(values, pointer, count, what):
    values = numpy.ascontiguousarray(values, dtype=numpy.float64)
    if values.size != count:
        raise ValueError(f"{what} returned {values.size} numbers; expected {count}")
    ffi.memmove(pointer, values.data, values.nbytes)


@_callback("coppice_action(void*, const double*, int64_t, int64_t, const double*, int64_t, const double*, int64_t, "
           "double*, int64_t)")
def fit_learner(user, x, rows, features, residual, scores, chosen, learners, parameters, count):
    fit, _ = ffi.from_handle(user)
    found = fit(matrix(x, rows, features), matrix(residual, rows, scores), matrix(chosen, learners, count))
    if found is None:
        return lib.COPPICE_STOP
    write(found, parameters, count, "fit")
    return lib.COPPICE_CONTINUE


@_callback("coppice_action(void*, const double*, int64_t, const double*, int64_t, int64_t, double*)")
def evaluate_learner(user, parameters, count, x, rows, features, outputs):
    _, evaluate = ffi.from_handle(user)
    write(evaluate(matrix(parameters, 1, count)[0], matrix(x, rows, features)), outputs, rows, "evaluate")
    return lib.COPPICE_CONTINUE


@_callback("coppice_action(void*, const double*, int64_t, const double*, int64_t, int64_t, double*)")
def compare_rows(user, x, rows, z, others, features, out):
    compare = ffi.from_handle(user)
    write(compare(matrix(x, rows, features), matrix(z, others, features)), out, rows * others, "the kernel")
    return lib.COPPICE_CONTINUE


_INT = ("iteration", "iterations")
_DOUBLE = ("objective", "gap", "train_error", "validation_error", "validation_criterion", "alignment",
           "validation_alignment")


def _told(info):
    told = {}
    for name, type_name in [(n, "int") for n in _INT] + [(n, "double") for n in _DOUBLE]:
        out = ffi.new("int64_t*" if type_name == "int" else "double*")
        if getattr(lib, f"coppice_progress_get_{type_name}")(info, name.encode(), out) == lib.COPPICE_OK:
            told[name] = out[0]
    return told


class Watch:
    """Who is told of the progress of a fit: ``callback(told)``, with a dict, which may return "stop"."""

    def __init__(self, callback, keeps_when_interrupted):
        self._callback = callback
        self._keeps = keeps_when_interrupted

    def hear(self, info):
        answer = None if self._callback is None else self._callback(_told(info))
        if answer is None or answer == "continue":
            return lib.COPPICE_CONTINUE
        if answer == "stop":
            return lib.COPPICE_STOP
        raise ValueError(f"the progress callback returned {answer!r}; expected None, \"continue\" or \"stop\"")

    def failed(self, exception, error, traceback):
        """What the library is answered; Ctrl-C may be heard anywhere in the callback."""
        if self._keeps and exception is KeyboardInterrupt:
            return lib.COPPICE_STOP
        return _failed(exception, error, traceback)

    def as_callback(self):
        """For a call of the library, which runs Python's own code every 50 milliseconds at least."""
        return ffi.callback("coppice_action(void*, const coppice_progress_info*)", lambda _, info: self.hear(info),
                            error=lib.COPPICE_CANCEL, onerror=self.failed)
