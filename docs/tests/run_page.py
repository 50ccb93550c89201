"""Runs the blocks of code of a page as they stand there, in the folder WORK, where `capi_tests` is that of
the checkout: run_page.py PAGE CHECKOUT WORK.

```sh       is run by a shell with an installed coppice on its paths; it fails where a command fails, unless
            the text below is what coppice says when it refuses: then it must fail
```c        is a whole program: compiled with what pkg-config says and no warning, and run
```python   is run in the same session as those before it
```text     is what the block above printed. A line "..." stands for any lines, and at the end of one it
            stands for the rest. Numbers are equal up to 2 %: another processor may round otherwise
```console  changes the machine, and is not run: the scripts and packages that it names exist
"""

import contextlib
import io
import os
import pathlib
import re
import subprocess
import sys
import traceback

REFUSAL = "coppice: "


class Wrong(Exception):
    """What a page says is not so."""


def blocks_of(text):
    """(language, code, line) of every fenced block."""
    for match in re.finditer(r"^```(\S+)\n(.*?)^```$", text, re.DOTALL | re.MULTILINE):
        yield match[1], match[2], text.count("\n", 0, match.start()) + 1


def is_same_word(said, printed):
    if said == printed:
        return True
    try:
        a, b = float(said.rstrip("%,;:")), float(printed.rstrip("%,;:"))
    except ValueError:
        return False
    return abs(a - b) <= 0.02 * max(abs(a), abs(b))


def is_same_line(said, printed):
    a, b = said.split(), printed.split()
    if a[-1:] == ["..."]:
        a, b = a[:-1], b[: len(a) - 1]
    return len(a) == len(b) and all(map(is_same_word, a, b))


def is_same_text(said, printed):
    """Whether lines match, "..." any number of them."""
    if not said:
        return not printed
    if said[0] == "...":
        return any(is_same_text(said[1:], printed[k:]) for k in range(len(printed) + 1))
    return bool(printed) and is_same_line(said[0], printed[0]) and is_same_text(said[1:], printed[1:])


class Runner:
    def __init__(self, checkout, work):
        self.checkout = checkout
        self.work = work
        self.session = {}

    def command(self, arguments, **options):
        done = subprocess.run(arguments, cwd=self.work, stdin=subprocess.DEVNULL, text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, **options)
        return done.returncode, done.stdout

    def sh(self, code):
        return self.command(["sh", "-eu", "-c", code])

    def c(self, code):
        (self.work / "program.c").write_text(code)
        words = os.environ.get("CC", "cc") + " -std=c99 -pedantic -Wall -Wextra -Werror program.c -o program -pthread"
        status, said = self.sh(words + " $(pkg-config --cflags --libs coppice)")
        return (status, said) if status else self.command(["./program"])

    def python(self, code):
        output = io.StringIO()
        with contextlib.redirect_stdout(output):
            try:
                exec(compile(code, "page", "exec"), self.session)
            except Exception:
                return 1, output.getvalue() + traceback.format_exc()
        return 0, output.getvalue()

    def console(self, code):
        """Names of files and of Debian packages are those of the checkout."""
        lists = ("debian/control", "debian.sh", "test.sh")
        text = "".join((self.checkout / "packaging" / name).read_text() for name in lists)
        known = re.split(r'[\s,"=]+', text)
        for line in code.replace("\\\n", " ").splitlines():
            words = line.split()
            if words[:1] == ["sh"] and not (self.checkout / words[1]).is_file():
                raise Wrong(f"there is no script {words[1]}")
            if words[:2] == ["apt-get", "install"]:
                for name in words[2:]:
                    if not name.startswith(("-", "./")) and name not in known:
                        raise Wrong(f"no package {name} is made or needed")
        return 0, ""

    def run(self, blocks):
        for k, (language, code, line) in enumerate(blocks):
            if language == "text":
                continue
            if language not in ("sh", "c", "python", "console"):
                raise Wrong(f"line {line}: nobody knows how to run {language}")
            said = blocks[k + 1][1] if k + 1 < len(blocks) and blocks[k + 1][0] == "text" else None
            try:
                status, printed = getattr(self, language)(code)
            except Wrong as wrong:
                raise Wrong(f"line {line}: {wrong}") from wrong
            refused = said is not None and said.startswith(REFUSAL)
            if (status != 0) != refused:
                raise Wrong(f"line {line}: it ended with status {status}:\n{code}\n{printed}")
            if said is not None and not is_same_text(said.splitlines(), printed.splitlines()):
                raise Wrong(f"line {line}: it printed\n{printed}\nbut the page says\n{said}")


def main():
    page, checkout, work = (pathlib.Path(argument).resolve() for argument in sys.argv[1:])
    work.mkdir(parents=True, exist_ok=True)
    data = work / "capi_tests"
    if not data.is_symlink():
        data.symlink_to(checkout / "capi_tests")
    os.chdir(work)
    blocks = list(blocks_of(page.read_text(encoding="utf-8")))
    if all(language in ("text", "console") for language, _, _ in blocks):
        sys.exit(f"{page} has nothing to run")
    try:
        Runner(checkout, work).run(blocks)
    except Wrong as wrong:
        sys.exit(f"{page}: {wrong}")
    print(f"{len(blocks)} blocks")


if __name__ == "__main__":
    main()
