"""Reads coppice.h: its conventions, and in sections the comments with the declarations below them.

What it does not understand it refuses, with the line, so that nothing is left out unseen.
"""

import re
from dataclasses import dataclass, field


class Unreadable(Exception):
    """Something in the header that is neither a comment nor a declaration as they are written there."""


@dataclass
class Declaration:
    kind: str  # function, callback, enum, handle
    name: str
    text: str  # as it stands in the header, without COPPICE_API
    line: int
    returns: str = ""
    parameters: list = field(default_factory=list)  # of (type, name)


@dataclass
class Group:
    """A comment, and the declarations that follow it without an empty line."""

    comment: list  # lines of text
    line: int
    declarations: list = field(default_factory=list)


@dataclass
class Section:
    title: str
    groups: list = field(default_factory=list)


@dataclass
class Convention:
    name: str
    lines: list


@dataclass
class Header:
    preface: list  # lines before the conventions
    conventions: list
    sections: list

    @property
    def groups(self):
        return [group for section in self.sections for group in section.groups]

    @property
    def declarations(self):
        return [each for group in self.groups for each in group.declarations]

    @property
    def parameter_meanings(self):
        """What the convention Parameters says of each name: {"out": "what receives the result."}"""
        meanings = {}
        for convention in self.conventions:
            if convention.name != "Parameters":
                continue
            for item in re.split(r"(?:^|\s)- (?=`)", " ".join(convention.lines))[1:]:
                names, meaning = item.split(": ", 1)
                for name in re.findall(r"`(\w+)`", names):
                    meanings[name] = meaning.strip()
        return meanings


TOKENS = re.compile(
    r"""
      (?P<space>\s+)
    | (?P<section>/\*\ -{3,}\s(?P<title>[^\n]*?)\s-{3,}\ \*/)
    | (?P<comment>/\*.*?\*/)
    | (?P<enum>typedef\ enum\ (?P<enum_name>\w+)\ \{.*?\}\ \w+;)
    | (?P<handle>typedef\ struct\ (?P<handle_name>\w+)\ \w+;)
    | (?P<callback>typedef\ (?P<callback_returns>[^;]*?)\s*\(\*(?P<callback_name>\w+)\)\((?P<callback_parameters>[^;]*)\);)
    | (?P<function>COPPICE_API\s+(?P<returns>[^;()]*?)\s*(?P<name>coppice_\w+)\((?P<parameters>[^;]*)\);)
    """,
    re.VERBOSE | re.DOTALL,
)


def comment_lines(comment):
    """The text of a comment, without the signs around it."""
    lines = comment.removeprefix("/*").removesuffix("*/").split("\n")
    return [lines[0].strip()] + [re.sub(r"^ \* ?", "", line).rstrip() for line in lines[1:]]


def parameters_of(text):
    """[("const double*", "x"), ...] of what stands between the parentheses."""
    words = " ".join(text.split())
    if words == "void":
        return []
    split = [re.fullmatch(r"(.*?)(\w+)", parameter.strip()) for parameter in words.split(",")]
    return [(match[1].strip(), match[2]) for match in split]


def declaration_of(match, line):
    indent = len("COPPICE_API ")
    text = match[0]
    if text.startswith("COPPICE_API "):
        text = text[indent:].replace("\n" + " " * indent, "\n")
    if match["function"]:
        return Declaration("function", match["name"], text, line, match["returns"],
                           parameters_of(match["parameters"]))
    if match["callback"]:
        return Declaration("callback", match["callback_name"], text, line,
                           match["callback_returns"], parameters_of(match["callback_parameters"]))
    if match["enum"]:
        return Declaration("enum", match["enum_name"], text, line)
    return Declaration("handle", match["handle_name"], text, line)


def read_conventions(text):
    """The comment at the top: what stands before "Conventions", and each of these by name."""
    lines = comment_lines(text[: text.index("*/") + 2])
    start = next(k for k, line in enumerate(lines) if line.startswith("Conventions"))
    conventions = []
    for line in lines[start + 1 :]:
        begins = re.match(r"([A-Z][a-z]+)\.\s+(.*)", line)
        if begins:
            conventions.append(Convention(begins[1], [begins[2]]))
        elif line.strip():
            conventions[-1].lines.append(line.strip())
    return lines[:start], conventions


def read(text):
    preface, conventions = read_conventions(text)
    opening = 'extern "C" {\n#endif\n'
    start = text.index(opening) + len(opening)
    end = text.rindex("#ifdef __cplusplus")
    sections = []
    group = None  # what a declaration belongs to if it stands directly below
    place = start
    while place < end:
        line = text.count("\n", 0, place) + 1
        match = TOKENS.match(text, place, end)
        if not match:
            raise Unreadable(f"line {line}: {text[place:end].splitlines()[0]}")
        if match["space"]:
            if match[0].count("\n") > 1:
                group = None
        elif match["section"]:
            sections.append(Section(match["title"]))
            group = None
        elif not sections:
            raise Unreadable(f"line {line}: stands before the first section")
        elif match["comment"]:
            group = Group(comment_lines(match[0]), line)
            sections[-1].groups.append(group)
        else:
            if group is None:
                group = Group([], line)
                sections[-1].groups.append(group)
            group.declarations.append(declaration_of(match, line))
        place = match.end()
    return Header(preface, conventions, sections)
