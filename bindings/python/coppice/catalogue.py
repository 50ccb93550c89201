"""What there is by name: methods, pools, kernels, generators, criteria, and the options of each, from the
tables of the library that check them."""
from ._native import lib, number, static_text, text


def _entries(catalogue):
    size = number("int64_t", lib.coppice_catalogue_size, catalogue)
    return {static_text(lib.coppice_catalogue_name, catalogue, k):
            static_text(lib.coppice_catalogue_help, catalogue, k) for k in range(size)}


def methods():
    """Names of methods, each with a line of help."""
    return _entries(lib.COPPICE_METHODS)


def pools():
    """Names of pools of weak learners, each with a line of help."""
    return _entries(lib.COPPICE_POOLS)


def kernels():
    """Names of kernels, each with a line of help."""
    return _entries(lib.COPPICE_KERNELS)


def generators():
    """Names of distributions to draw datasets from, each with a line of help."""
    return _entries(lib.COPPICE_GENERATORS)


def criteria():
    """Names of criteria of predictions, each with a line of help."""
    return _entries(lib.COPPICE_CRITERIA)


def attribute(catalogue, name, wanted):
    """An attribute of an entry, "" where it has none or there is no such entry."""
    for k, entry in enumerate(_entries(catalogue)):
        if entry == name:
            return static_text(lib.coppice_catalogue_attribute, catalogue, k, wanted.encode())
    return ""


_ATTRIBUTES = ("name", "type", "default", "range", "choices", "help")


def _catalogue_of(name):
    for catalogue in (lib.COPPICE_METHODS, lib.COPPICE_POOLS, lib.COPPICE_KERNELS):
        if name in _entries(catalogue):
            return catalogue
    return lib.COPPICE_METHODS  # whose error names the nearest


def options(name):
    """The options of a method, a pool or a kernel: a dict by name of dicts with "type", "default", "range",
    "choices" and "help", all of them text."""
    catalogue, entry = _catalogue_of(name), text(name, "name")
    found = {}
    for k in range(number("int64_t", lib.coppice_option_count, catalogue, entry)):
        told = {a: static_text(lib.coppice_option_attribute, catalogue, entry, k, a.encode()) for a in _ATTRIBUTES}
        found[told.pop("name")] = told
    return found


def option_help(name):
    """The options of a method, a pool or a kernel, to be read."""
    lines = []
    for option, told in options(name).items():
        values = told["choices"].replace("|", ", ") or told["range"]
        lines.append(f"{option} ({told['type']}, default {told['default'] or repr('')})" +
                     (f": {values}" if values else ""))
        lines.append(f"    {told['help']}")
    return "\n".join(lines)
