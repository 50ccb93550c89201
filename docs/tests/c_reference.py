"""Prints docs/c-reference.md from the header: c_reference.py HEADER. The test docs.c_reference
compares the two; to renew the page, redirect this program's output to it."""

import re
import sys

import c_header

INTRODUCTION = """\
# C reference

Printed from [include/coppice/coppice.h](../include/coppice/coppice.h). Functions that a comment of the
header describes together stand together here. The page on [options](options.md) has what the names of
methods, pools, kernels and criteria stand for.
"""


def anchor(name):
    return f"[`{name}`](#{name})"

FREES = "Frees it; NULL is nothing to free. See [Ownership](#conventions)."


class Page:
    def __init__(self, header):
        self.header = header
        self.names = {each.name for each in header.declarations}
        self.meanings = header.parameter_meanings

    def prose(self, text):
        """A text with links to what it names. What stands in code already is left alone."""
        parts = re.split(r"(`[^`]*`)", text)
        for k in range(0, len(parts), 2):
            part = parts[k].replace("<", "&lt;").replace("*", r"\*").replace("_", r"\_")
            part = part.replace("[", r"\[")
            parts[k] = re.sub(r"\bcoppice(?:\\_\w+)+", self.link, part)
        return "".join(parts)

    def link(self, match):
        name = match[0].replace(r"\_", "_")
        return anchor(name) if name in self.names else match[0]

    def blocks(self, lines):
        """The lines of a comment in Markdown: paragraphs, lists, and what is indented as code."""
        made = []
        kind = "space"
        for line in lines:
            indent = len(line) - len(line.lstrip())
            named = re.match(r"(int|double|string|array):\s+(.*)", line)
            if not line.strip():
                made.append("")
                kind = "space"
            elif indent >= 4 and kind in ("space", "code"):
                made.append(line)
                kind = "code"
            elif named:
                made += ["", f"- *{named[1]}*: " + self.prose(named[2])]
                kind = "item"
            elif line.startswith("- ") or (kind != "item" and re.match('  "', line)):
                if kind not in ("item", "row"):
                    made.append("")
                made.append("- " + self.prose(line.removeprefix("- ").strip()))
                kind = "item" if line.startswith("- ") else "row"
            elif kind == "item" and indent > 0:
                made.append("  " + self.prose(line.strip()))
            else:
                if kind not in ("space", "text"):
                    made.append("")
                made.append(self.prose(line.strip()))
                kind = "text"
        return re.sub(r"\n{3,}", "\n\n", "\n".join(made)).strip("\n")

    def parameters(self, group):
        """What the comment does not say of the parameters, since it is the same everywhere."""
        comment = " ".join(group.comment)
        rows = {}
        for declaration in group.declarations:
            for _, name in declaration.parameters:
                if f"`{name}`" not in comment:
                    names = rows.setdefault(self.meanings[name], [])
                    names += [] if name in names else [name]
        lines = []
        for meaning, names in rows.items():
            named = ", ".join(f"`{name}`" for name in names)
            lines.append(f"- {named}: " + self.prose(meaning))
        return "\n".join(lines)

    def group(self, group):
        names = [each.name for each in group.declarations]
        text = self.blocks(group.comment)
        if not names:
            return text
        parts = ["".join(f'<a id="{name}"></a>' for name in names)]
        parts.append("### " + ", ".join(f"`{name}`" for name in names))
        parts.append("```c\n" + "\n".join(each.text for each in group.declarations) + "\n```")
        parts += [text, self.parameters(group)] if text else [FREES]
        return "\n\n".join(part for part in parts if part)

    def convention(self, convention):
        lines = convention.lines
        first = next((k for k, line in enumerate(lines) if line.startswith("- ")), len(lines))
        text = f"**{convention.name}.** " + self.prose(" ".join(lines[:first]))
        items = re.split(r"(?:^|\s)- (?=`)", " ".join(lines[first:]))[1:]
        return text + "".join("\n- " + self.prose(item) for item in items)

    def index(self):
        rows = []
        for section in self.header.sections:
            names = [each.name for group in section.groups for each in group.declarations]
            title = section.title[:1].upper() + section.title[1:]
            rows.append(f"**{title}**: " + ", ".join(anchor(name) for name in names))
        return "\n\n".join(rows)

    def text(self):
        parts = [INTRODUCTION.rstrip(), self.index(), "## Conventions"]
        parts += [self.convention(each) for each in self.header.conventions]
        for section in self.header.sections:
            parts.append("## " + section.title[:1].upper() + section.title[1:])
            parts += [self.group(group) for group in section.groups]
        return "\n\n".join(parts) + "\n"


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        sys.stdout.write(Page(c_header.read(file.read())).text())


if __name__ == "__main__":
    main()
