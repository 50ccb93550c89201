#!/usr/bin/python3
"""What a language costs beside C: seconds to train 60 stumps on the shipped mails, and 500, to predict single
rows, and a batch of 10,000 rows of 57 features in the layouts that the language uses.

    bench/bindings.py --build BUILD [--rounds 3]

BUILD is a build with all bindings. Every language runs bench/bindings/overhead in its own way, in each
round; the least of all rounds counts. Run it with Debian's Python (/usr/bin/python3).
"""
import argparse
import math
import os
import pathlib
import subprocess
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
DATA = HERE.parent / "capi_tests" / "data"
COLUMNS = ["fit", "long", "row", "rows", "columns"]


def commands(build, folder):
    """By language, what runs its program, and with what environment."""
    source = HERE / "bindings"
    found = {"C": ([build / "bench" / "overhead"], {}),
             "Python": (["/usr/bin/python3", "-B", source / "overhead.py"],
                        {"PYTHONPATH": build / "bindings" / "python" / "package",
                         "COPPICE_LIBRARY": build / "lib" / "libcoppice.so"}),
             "R": (["Rscript", "--vanilla", source / "overhead.R"],
                   {"R_LIBS": build / "bindings" / "r" / "library"}),
             "Java": (["java", "-cp", build / "bindings" / "java" / "coppice.jar", source / "Overhead.java"], {})}
    csharp = build / "bindings" / "csharp"
    for name, assembly, run in (
            ("C#, Mono", csharp / "mono" / "Coppice.dll", ["mono"]),
            ("C#, .NET", csharp / "artifacts" / "bin" / "Coppice.Tests" / "release" / "Coppice.dll",
             ["dotnet", "exec", "--runtimeconfig",
              csharp / "artifacts" / "bin" / "Coppice.Tests" / "release" / "Coppice.Tests.runtimeconfig.json"])):
        if not assembly.exists():
            continue
        place = pathlib.Path(folder) / run[0]
        place.mkdir()
        for file in (assembly, csharp / "libcoppice_csharp.so"):
            (place / file.name).symlink_to(file)
        subprocess.run(["mcs", "-optimize", "-r:%s" % (csharp / "mono" / "Coppice.dll"),
                        "-out:%s" % (place / "Overhead.exe"), source / "Overhead.cs"], check=True)
        found[name] = (run + [place / "Overhead.exe"], {})
    return found


def measure(command, environment):
    environment = dict(os.environ, **{name: str(value) for name, value in environment.items()})
    done = subprocess.run([str(word) for word in command] + [str(DATA)], stdout=subprocess.PIPE, check=True,
                          env=environment, universal_newlines=True)
    words = done.stdout.split()
    return {name: float(words[words.index(name) + 1]) for name in COLUMNS}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", required=True, type=lambda path: pathlib.Path(path).resolve())
    parser.add_argument("--rounds", type=int, default=3)
    arguments = parser.parse_args()
    best = {}
    with tempfile.TemporaryDirectory() as folder:
        programs = commands(arguments.build, folder)
        for _ in range(arguments.rounds):
            for language, (command, environment) in programs.items():
                told = measure(command, environment)
                before = best.setdefault(language, told)
                best[language] = {name: min(before[name], told[name]) for name in COLUMNS}
    print("| | 60 stumps ms | against C | 500 stumps ms | against C | single row ns | more than C | 10,000 rows us "
          "| against C | by columns us | against C |\n|" + "---|" * 11)
    base = best["C"]
    for language, told in best.items():
        cells = [language]
        for name in ("fit", "long"):
            cells += ["%.2f" % told[name], "%.3f" % (told[name] / base[name])]
        cells += ["%.0f" % told["row"], "%+.0f" % (told["row"] - base["row"])]
        for name in ("rows", "columns"):
            missing = math.isnan(told[name])
            cells += ["", ""] if missing else ["%.0f" % told[name], "%.3f" % (told[name] / base[name])]
        print("| %s |" % " | ".join(cells))


if __name__ == "__main__":
    main()
