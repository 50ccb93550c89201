"""What Python has of rows of numbers (numpy, scipy, pandas, lists), as the library takes them."""
import numpy

from ._native import ffi


def doubles(values, what, dimensions=1):
    """A contiguous array of doubles; a copy only where it has to be one."""
    array = numpy.asarray(values)
    if array.dtype.kind not in "fiub":
        raise ValueError(f"{what} has values of type {array.dtype}; expected numbers")
    if array.ndim != dimensions:
        raise ValueError(f"{what} has {array.ndim} dimensions; expected {dimensions}")
    return numpy.ascontiguousarray(array, dtype=numpy.float64)


def places(values, what):
    """A contiguous array of whole numbers. Fractions are not rounded, and a mask is not taken for numbers."""
    array = numpy.asarray(values)
    if array.size == 0:
        array = array.astype(numpy.int64)
    if array.dtype.kind not in "iu" or array.ndim != 1:
        raise ValueError(f"{what} has values of type {array.dtype} in {array.ndim} dimensions; expected whole numbers "
                         "in 1")
    return numpy.ascontiguousarray(array, dtype=numpy.int64)


def row(values, what, writable=False):
    """The memory of a row of doubles, as it is: numbers of another type would be other numbers there."""
    view = memoryview(values)
    if view.format != "d" or view.ndim != 1:
        raise ValueError(f"{what} has values of format {view.format!r} in {view.ndim} dimensions; expected doubles "
                         "in 1, such as numpy.float64")
    return ffi.from_buffer("double[]", values, require_writable=writable)


def read_only(array, kind="double"):
    """The memory of a contiguous array."""
    return ffi.from_buffer(f"{kind}[]", array, require_writable=False)


def written(array, kind="double"):
    """The memory of an array that the library writes; refused where it may not be written."""
    return ffi.from_buffer(f"{kind}[]", array, require_writable=True)


def strided(x, what="X"):
    """An array of two dimensions as the library reads it in place: (array, pointer, length, row stride, column
    stride), counted in elements. Floats and doubles are not copied, whatever their layout, unless they are
    reversed, overlap or are not aligned."""
    x = numpy.asarray(x)
    if x.ndim != 2:
        raise ValueError(f"{what} has {x.ndim} dimensions; expected 2, rows x features")
    if x.dtype.kind not in "fiub":
        raise ValueError(f"{what} has values of type {x.dtype}; expected numbers")
    if x.dtype not in (numpy.float64, numpy.float32) or not x.dtype.isnative:
        x = x.astype(numpy.float64)
    if not _can_be_read(x):
        x = numpy.ascontiguousarray(x)
    rows, columns = (s // x.itemsize for s in x.strides)
    length = (x.shape[0] - 1) * rows + (x.shape[1] - 1) * columns + 1 if x.size else 0
    # Of an array with gaps numpy gives no buffer: its address is all that is needed.
    kind = "double" if x.dtype == numpy.float64 else "float"
    return x, ffi.cast(f"{kind}*", x.ctypes.data), length, rows, columns


def _can_be_read(x):
    steps = [s for s, size in zip(x.strides, x.shape) if size > 1]
    if any(s <= 0 or s % x.itemsize for s in steps) or not x.flags.aligned:
        return False
    rows, columns = x.strides
    return x.shape[0] <= 1 or x.shape[1] <= 1 or rows >= columns * x.shape[1] or columns >= rows * x.shape[0]


def is_sparse(x):
    return hasattr(x, "tocsr")


def is_frame(x):
    return hasattr(x, "iloc") and hasattr(x, "columns")
