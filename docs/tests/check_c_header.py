"""Checks that coppice.h documents what it declares, and keeps its own conventions, as far as that
can be seen without understanding the text: check_c_header.py HEADER. Prints a line for each fault."""

import re
import sys

import c_header


def is_mentioned(name, comment):
    return f"`{name}`" in comment


def is_free(declaration):
    """coppice_X_free(coppice_X*), of which the convention Ownership says all there is to say."""
    return (
        declaration.name.endswith("_free")
        and declaration.returns == "void"
        and [kind for kind, _ in declaration.parameters]
        == [declaration.name.removesuffix("_free") + "*"]
    )


def faults_of_comment(declaration, comment, meanings):
    """A comment there is, and it or a convention says what every parameter is."""
    if declaration.kind == "function" and is_free(declaration):
        return
    if not comment:
        yield "has no comment"
        return
    for _, name in declaration.parameters:
        if name not in meanings and not is_mentioned(name, comment):
            yield f"neither its comment nor a convention says what `{name}` is"


def faults_of_status(declaration):
    """What can fail returns a status; what cannot is a _free function or gives text."""
    if declaration.returns in ("coppice_status", "const char*"):
        return
    if not is_free(declaration):
        yield f"returns {declaration.returns}; expected coppice_status, or a _free function"


def faults_of_results(declaration, comment):
    """Results go through `out`, the last argument, or are an array with its capacity; of text that
    is not copied the comment says how long it lives."""
    names = [name for _, name in declaration.parameters]
    if "out" in names and names[names.index("out") + 1 :] not in (
        [],
        ["capacity"],
        ["capacity", "needed"],
    ):
        yield "`out` is followed by other than `capacity` and `needed`"
    for kind, name in declaration.parameters:
        if name == "out" and kind.startswith("const ") and kind.count("*") < 2:
            yield "`out` cannot be written to"
        if name == "capacity" and "out" not in names:
            yield "`capacity` is not that of `out`"
        if name in ("needed", "capacity") and kind not in ("int64_t", "int64_t*"):
            yield f"`{name}` is {kind}"
        if re.fullmatch(r"char\*", kind) and "needed" not in names:
            yield "text is given without `needed`"
    gives_text = declaration.returns == "const char*" or ("const char**", "out") in (
        declaration.parameters
    )
    if gives_text and not re.search(r"[Ss]tatic text|static text|The text lives", comment):
        yield "the comment does not say how long the text lives"


def faults_of_callback(declaration, comment):
    """A callback that a function is given comes with its user pointer, and a hook to release that
    is documented."""
    kinds = [kind for kind, _ in declaration.parameters]
    names = [name for _, name in declaration.parameters]
    if declaration.kind == "callback":
        if declaration.parameters[:1] != [("void*", "user")]:
            yield "the first argument of a callback is not `user`"
    elif any(kind in ("coppice_progress", "coppice_release") for kind in kinds):
        if "user" not in names:
            yield "a callback is given without `user`"
        if "release" in names and not is_mentioned("release", comment):
            yield "the comment does not say when `release` is called"


def has_free(handle, declared):
    """Of a handle that some function makes there is a _free function."""
    makes = any(
        (handle + "**", "out") in each.parameters or (handle + "**", "first") in each.parameters
        for each in declared.values()
    )
    return not makes or handle + "_free" in declared


def faults(header):
    """("name", line, "what is wrong") of all that is found."""
    declared = {each.name: each for each in header.declarations}
    meanings = header.parameter_meanings
    constants = set()
    for each in header.declarations:
        if each.kind == "enum":
            constants.update(re.findall(r"\b(COPPICE_\w+)\s*=", each.text))
    texts = [(each.name, 1, " ".join(each.lines)) for each in header.conventions]
    for group in header.groups:
        comment = " ".join(group.comment)
        name = group.declarations[0].name if group.declarations else comment[:40]
        texts.append((name, group.line, comment))
        for each in group.declarations:
            found = list(faults_of_comment(each, comment, meanings))
            if each.kind == "function":
                found += faults_of_status(each)
                found += faults_of_results(each, comment)
            if each.kind in ("function", "callback"):
                found += faults_of_callback(each, comment)
            if each.kind == "handle" and not has_free(each.name, declared):
                found.append(f"there is no {each.name}_free")
            for fault in found:
                yield each.name, each.line, fault
    for name, line, text in texts:
        for word in re.findall(r"\b(?:coppice|COPPICE)_\w*[a-zA-Z0-9]\b", text):
            known = word in declared or word in constants or word == "COPPICE_VERSION"
            if not known:
                yield name, line, f"the comment names {word}, which is not declared"


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        header = c_header.read(file.read())
    found = list(faults(header))
    for name, line, fault in found:
        print(f"{sys.argv[1]}:{line}: {name}: {fault}", file=sys.stderr)
    functions = [each for each in header.declarations if each.kind == "function"]
    if not functions:
        sys.exit(f"{sys.argv[1]} declares no function")
    print(f"{len(functions)} functions, {len(found)} faults")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
