"""Options by name, each by the setter of the value's type: what an option takes is for the library to say."""
import numbers

from ._native import check, lib, text, text_of


def set_option(kind, handle, name, value):
    setter = getattr(lib, f"coppice_{kind}_set_{_type_of(value, name)}")
    if isinstance(value, str):
        value = text(value, name)
    elif isinstance(value, numbers.Integral):
        value = int(value)
        if not -2**63 <= value < 2**63:
            raise ValueError(f"option {name} is {value}; expected a number of 64 bits")
    else:
        value = float(value)
    check(setter(handle, text(name, "option"), value))


def set_options(kind, handle, options):
    for name, value in options.items():
        set_option(kind, handle, name, value)


def _type_of(value, name):
    if isinstance(value, str):
        return "string"
    if isinstance(value, bool) or not isinstance(value, numbers.Real):
        raise TypeError(f"option {name} is {value!r}; expected a number or text")
    return "int" if isinstance(value, numbers.Integral) else "double"


def text_of_option(kind, handle, name):
    return text_of(getattr(lib, f"coppice_{kind}_get_string"), handle, text(name, "option"))
