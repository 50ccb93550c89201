"""check_c_header.py finds each kind of fault in coppice.h: check_c_header_test.py HEADER. Every case is
one change of the header, and the one fault that it makes."""

import re
import sys

import c_header
import check_c_header
import c_reference

CASES = [
    # A function, and a type, without a comment.
    (r"/\* The version of the library at run time.*?\*/\n", "", "coppice_version: has no comment"),
    (r"/\* A training method and its options.*?\*/\n", "", "coppice_solver: has no comment"),
    (r"(?=COPPICE_API coppice_status coppice_dataset_outputs)", "\n",
     "coppice_dataset_outputs: has no comment"),
    # A parameter that nothing is said of, and one whose convention has gone.
    (r"`fraction`", "fraction", "coppice_dataset_split: neither its comment nor a convention says "
     "what `fraction` is"),
    (r"(coppice_model_error_rate\([^;]*)int64_t threads", r"\1int64_t workers",
     "coppice_model_error_rate: neither its comment nor a convention says what `workers` is"),
    # A function that fails without a status, and a _free function that does.
    (r"coppice_status (coppice_solver_grid_size)", r"int64_t \1",
     "coppice_solver_grid_size: returns int64_t; expected coppice_status, or a _free function"),
    (r"void (coppice_pool_free)", r"coppice_status \1", "coppice_pool_free: has no comment"),
    # Results.
    (r"(coppice_dataset_subset\()([^;]*),\s*(coppice_dataset\*\* out)\)", r"\1\3, \2)",
     "coppice_dataset_subset: `out` is followed by other than `capacity` and `needed`"),
    (r"(coppice_dataset_class_name\([^;]*int64_t capacity),\s*int64_t\* needed\)", r"\1)",
     "coppice_dataset_class_name: text is given without `needed`"),
    (r"(coppice_dataset_copy_row\([^;]*)int64_t capacity", r"\1int32_t capacity",
     "coppice_dataset_copy_row: `capacity` is int32_t"),
    (r"(coppice_dataset_copy_weights\([^;]*)double\* out", r"\1const double* out",
     "coppice_dataset_copy_weights: `out` cannot be written to"),
    (r"to compare with COPPICE_VERSION. Static text.", "to compare with COPPICE_VERSION.",
     "coppice_version: the comment does not say how long the text lives"),
    # Callbacks.
    (r"(coppice_solver_set_progress\([^;]*), void\* user\)", r"\1)",
     "coppice_solver_set_progress: a callback is given without `user`"),
    (r"(\(\*coppice_progress\)\()void\* user, ([^;]*)\)", r"\1\2, void* user)",
     "coppice_progress: the first argument of a callback is not `user`"),
    # A handle that cannot be freed, and a name that has changed.
    (r"COPPICE_API void coppice_evaluation_free\(.*?;\n", "",
     "coppice_evaluation: there is no coppice_evaluation_free"),
    (r"Where there are no labels, COPPICE_INVALID_STATE|COPPICE_INVALID_STATE without labels",
     "COPPICE_INVALID_STATUS without labels",
     "coppice_method_for: the comment names COPPICE_INVALID_STATUS, which is not declared"),
]

UNREADABLE = [
    (r"COPPICE_API (const char\* coppice_version)", r"extern \1", "extern const char"),
    (r"/\* -+ handles -+ \*/", "#define COPPICE_MORE 1", "#define COPPICE_MORE 1"),
]


def changed(text, pattern, replacement):
    result, times = re.subn(pattern, replacement, text, count=1, flags=re.DOTALL)
    if not times or result == text:
        sys.exit(f"{pattern} changes nothing in the header")
    return result


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        text = file.read()
    for pattern, replacement, fault in CASES:
        header = c_header.read(changed(text, pattern, replacement))
        found = [f"{name}: {what}" for name, _, what in check_c_header.faults(header)]
        if fault not in found:
            sys.exit(f"{pattern}: expected the fault\n  {fault}\nfound\n  " + "\n  ".join(found))
    for pattern, replacement, line in UNREADABLE:
        try:
            c_header.read(changed(text, pattern, replacement))
        except c_header.Unreadable as error:
            if line in str(error):
                continue
        sys.exit(f"{pattern}: it was read as if nothing was there")
    # The reference has every function of the header with all its parameters.
    page = c_reference.Page(c_header.read(text)).text()
    for name in re.findall(r"COPPICE_API[^;(]*?(coppice_\w+)\(", text):
        if page.count(f'<a id="{name}"></a>') != 1 or f"](#{name})" not in page:
            sys.exit(f"{name} is not in the reference and its index, once")
    print(f"{len(CASES) + len(UNREADABLE)} changes of the header were seen")


if __name__ == "__main__":
    main()
