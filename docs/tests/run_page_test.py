"""run_page.py refuses pages on which something is not so: run_page_test.py RUN_PAGE CHECKOUT WORK."""

import pathlib
import shutil
import subprocess
import sys

GOOD = "```sh\necho 'error 0.100 on 5 rows'; echo more; echo 'last one'\n```\n"
SAID = "```text\nerror 0.101 on ...\n...\nlast one\n```\n"
PYTHON = "```python\nx = 1\n```\n\n```python\nprint(x)\n```\n```text\n1\n```\n"

CASES = [
    (None, GOOD + SAID),
    (None, PYTHON),
    (None, "```sh\necho 'coppice: no'; exit 1\n```\n```text\ncoppice: no\n```\n"),
    ("nothing to run", "text without a block"),
    ("nothing to run", "```console\napt-get install cmake\n```\n"),
    ("status 3", "```sh\nexit 3\n```\n"),
    ("status 0", "```sh\necho 'coppice: no'\n```\n```text\ncoppice: no\n```\n"),
    ("but the page says", GOOD + SAID.replace("0.101", "0.111")),
    ("but the page says", GOOD + SAID.replace("last one", "the last one")),
    ("but the page says", GOOD + SAID.replace("...\nlast", "last")),
    ("but the page says", "```sh\ntrue\n```\n```text\nnothing\n```\n"),
    ("nobody knows how to run cobol", "```cobol\nSTOP RUN.\n```\n"),
    ("ZeroDivisionError", "```python\n1 / 0\n```\n"),
    ("status 1", "```c\nint main(void) { int unused; return 0; }\n```\n"),
    ("there is no script packaging/no.sh", PYTHON + "```console\nsh packaging/no.sh\n```\n"),
    ("no package cmacke", PYTHON + "```console\napt-get install \\\n  cmacke\n```\n"),
]


def main():
    run_page, checkout, work = sys.argv[1:]
    shutil.rmtree(work, ignore_errors=True)
    pathlib.Path(work).mkdir(parents=True)
    page = pathlib.Path(work) / "page.md"
    for wanted, text in CASES:
        page.write_text(text)
        done = subprocess.run([sys.executable, "-B", run_page, page, checkout, work], text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        accepted = done.returncode == 0
        if accepted != (wanted is None) or (wanted is not None and wanted not in done.stdout):
            sys.exit(f"expected {wanted or 'no complaint'} of\n{text}\nit said\n{done.stdout}")
    print(f"{len(CASES)} pages")


if __name__ == "__main__":
    main()
