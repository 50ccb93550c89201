"""The C library: where it is found, how it is called, and its errors as exceptions."""
import os
import platform
import threading

from ._declarations import ffi

_SONAME = "libcoppice.so.0"


def _load():
    """From COPPICE_LIBRARY, else the copy inside this package, else the system's."""
    inside = os.path.join(os.path.dirname(os.path.abspath(__file__)), _SONAME)
    named = os.environ.get("COPPICE_LIBRARY")
    tried = []
    for path in [named] if named else [inside, _SONAME]:
        try:
            return ffi.dlopen(path)
        except OSError as why:
            tried.append(f"{path}: {why}")
    raise ImportError("the coppice library could not be loaded on %s %s; tried %s. Set COPPICE_LIBRARY to the "
                      "path of %s, or install Debian's libcoppice0" %
                      (platform.system(), platform.machine(), "; ".join(tried), _SONAME))


lib = _load()


class CoppiceError(Exception):
    """What the library refused; its message names argument, row, feature and value. ``code`` is the
    coppice_status, ``status`` its name."""

    def __init__(self, code, message):
        super().__init__(message)
        self.code = code
        self.status = ffi.string(lib.coppice_status_name(code)).decode()

    def __reduce__(self):
        return type(self), (self.code, str(self))


class InvalidValueError(CoppiceError, ValueError):
    """An argument, an option, data or a file's content that cannot be taken."""


class FileError(CoppiceError, OSError):
    """A file that cannot be opened, read or written."""

    __str__ = Exception.__str__


class OutOfMemoryError(CoppiceError, MemoryError):
    """An allocation failed; the object that was at work is as it was before."""


class StateError(CoppiceError, RuntimeError):
    """A call that this object cannot answer: too early, too late, closed, or not in this build."""


_EXCEPTIONS = {lib.COPPICE_INVALID_ARGUMENT: InvalidValueError, lib.COPPICE_UNKNOWN_NAME: InvalidValueError,
               lib.COPPICE_INVALID_OPTION: InvalidValueError, lib.COPPICE_INVALID_DATA: InvalidValueError,
               lib.COPPICE_BUFFER_TOO_SMALL: InvalidValueError, lib.COPPICE_PARSE_ERROR: InvalidValueError,
               lib.COPPICE_MODEL_ERROR: InvalidValueError, lib.COPPICE_FILE_ERROR: FileError,
               lib.COPPICE_OUT_OF_MEMORY: OutOfMemoryError,
               lib.COPPICE_INVALID_HANDLE: StateError, lib.COPPICE_INVALID_STATE: StateError,
               lib.COPPICE_UNAVAILABLE: StateError}

# What a callback raised on this thread, until the call that it ended returns.
raised = threading.local()


def check(status):
    """Raises what a callback raised, or what the status says."""
    if status == lib.COPPICE_OK:
        return
    error = getattr(raised, "error", None)
    if error is not None:
        raised.error = None
        raise error
    raise _EXCEPTIONS.get(status, CoppiceError)(status, ffi.string(lib.coppice_last_error()).decode())


def keep_error(error):
    raised.error = error


def version():
    """The version of the library at run time."""
    return ffi.string(lib.coppice_version()).decode()


def text(value, what):
    """UTF-8 for C. A NUL would end it too early."""
    if not isinstance(value, str):
        raise TypeError(f"{what} is {value!r}; expected text")
    encoded = value.encode()
    if b"\0" in encoded:
        raise ValueError(f"{what} is {value!r}; expected text without a NUL")
    return encoded


def path_of(value):
    encoded = os.fsencode(value)
    if b"\0" in encoded:
        raise ValueError(f"path is {value!r}; expected text without a NUL")
    return encoded


def texts(values, what):
    """An array of texts; keep what it returns as long as it is used."""
    kept = [ffi.new("char[]", text(value, f"{what}[{k}]")) for k, value in enumerate(values)]
    return ffi.new("const char*[]", kept), kept


def made(kind, function, *arguments):
    """The pointer of an object that a function makes, freed when nothing refers to it."""
    out = ffi.new(f"coppice_{kind}**")
    check(function(*arguments, out))
    return ffi.gc(out[0], getattr(lib, f"coppice_{kind}_free"))


def number(type_name, function, *arguments):
    out = ffi.new(type_name + "*")
    check(function(*arguments, out))
    return out[0]


def static_text(function, *arguments):
    return ffi.string(number("const char*", function, *arguments)).decode()


def _sized(type_name, least, function, arguments):
    """What a function writes whose size is not known: a buffer and how much of it."""
    needed = ffi.new("int64_t*")
    room = ffi.new(type_name, least)
    status = function(*arguments, room, least, needed)
    if status == lib.COPPICE_BUFFER_TOO_SMALL:
        room = ffi.new(type_name, needed[0])
        status = function(*arguments, room, needed[0], needed)
    check(status)
    return room, needed[0]


def text_of(function, *arguments):
    return ffi.string(_sized("char[]", 256, function, arguments)[0]).decode()


def bytes_of(function, *arguments):
    room, size = _sized("char[]", 4096, function, arguments)
    return ffi.buffer(room, size)[:]


def doubles_of(function, *arguments):
    import numpy
    room, size = _sized("double[]", 64, function, arguments)
    return numpy.frombuffer(ffi.buffer(room, size * 8), dtype=numpy.float64).copy()


class Handle:
    """An object of the library. It is freed when nothing refers to it, or by close(); both may happen in
    any order, also while another thread predicts with it."""

    @classmethod
    def _of(cls, pointer):
        """Of what the library has made."""
        made_one = cls.__new__(cls)
        made_one._pointer = pointer
        return made_one

    @property
    def _handle(self):
        pointer = getattr(self, "_pointer", None)
        if pointer is None:
            raise StateError(lib.COPPICE_INVALID_HANDLE, f"this {type(self).__name__} is closed")
        return pointer

    def close(self):
        """Free the object now; closing twice does nothing."""
        self._pointer = None

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def __reduce__(self):
        raise TypeError(f"a {type(self).__name__} cannot be pickled or copied; models can")
