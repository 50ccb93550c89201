"""Turns the C header into declarations that cffi reads at once: nothing is compiled, and nothing is parsed
where the package is used.

    python3 build_declarations.py HEADER OUTPUT
"""
import re
import sys

import cffi


def declarations(header):
    """The header without comments, directives and the braces of extern "C"."""
    text = re.sub(r"/\*.*?\*/", "", header, flags=re.S)
    text = re.sub(r"(?m)^[ \t]*#.*(?:\\\n.*)*$", "", text)
    text = re.sub(r'extern "C" \{(.*)\}', r"\1", text, flags=re.S)
    return text.replace("COPPICE_API ", "")


def main(header, output):
    builder = cffi.FFI()
    builder.set_source("coppice._declarations", None)
    with open(header, encoding="utf-8") as file:
        builder.cdef(declarations(file.read()))
    builder.emit_python_code(output)


if __name__ == "__main__":
    main(*sys.argv[1:])
