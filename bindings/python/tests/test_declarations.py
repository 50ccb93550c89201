"""Every function of the library can be called."""
from conftest import DATA
from coppice import _native


def test_every_function_is_declared():
    names = (DATA.parent / "symbols.txt").read_text().split()
    assert len(names) > 80 and all(callable(getattr(_native.lib, name)) for name in names)


def test_the_library_is_the_one_that_was_named():
    assert _native.version() == _native.ffi.string(_native.lib.coppice_version()).decode()


def test_a_library_that_cannot_be_loaded_is_named(monkeypatch):
    monkeypatch.setenv("COPPICE_LIBRARY", "/nowhere/libcoppice.so.0")
    try:
        _native._load()
    except ImportError as why:
        assert "/nowhere/libcoppice.so.0" in str(why) and "Linux" in str(why) and "COPPICE_LIBRARY" in str(why)
    else:
        raise AssertionError("it was loaded")
