#!/usr/bin/python3
"""Fits of the methods that share masters and pools with CGEns, before and after a change: two builds in turn.

    bench/methods.py --build BUILD --data FOLDER [--before BUILD] [--fits "cgens-sls;adaboost"] [--repeat 3] [--turns 1]

The build before is one of an earlier commit. Where that has no package of Python, a link to the other's, in its
place, will do as long as the functions that it calls are there. Each has its turn --turns times, as the speed of a
processor may drift. Prints the least seconds of the processor of --repeat fits a turn by one thread, dataset and
bins included, and the objective, or the training error of a method that has none. Run it with Debian's Python
(/usr/bin/python3) and python3-sklearn, which tables.py needs with python3-xgboost.
"""
import argparse
import os
import subprocess
import sys

import numpy

import tables
from linear_svm import add_arguments, timed

SETS = {
    "letter": lambda folder: tables.load(folder, "letter.train", 16),
    "USPS": lambda folder: tables.load(folder, "usps.train", 256),
    "ijcnn1": lambda folder: tables.load(folder, "ijcnn1.train", 22),
    "MNIST, 10,000": lambda folder: [part[:10000] for part in tables.load(folder, "mnist.train", 784)],
    "MNIST odd/even, 10,000": lambda folder: tables.SETS["MNIST odd/even"](folder)[:2],
    "covtype, 50,000": lambda folder: tables.SETS["covtype, class 2"](folder)[:2],
}

# title: method, set, options
FITS = {
    "cgens, squared hinge": ("cgens", "covtype, 50,000", {"loss": "squared-hinge", "C": 0.1, "learners": 200}),
    "cgens, least squares": ("cgens", "covtype, 50,000", {"loss": "least-squares", "C": 0.1, "learners": 200}),
    "cgens, Fourier": ("cgens", "ijcnn1", {"pool": "fourier", "C": 0.1, "learners": 100}),
    "cgens, one against the rest": ("cgens", "letter",
                                    {"multiclass": "one-against-rest", "C": 0.1, "learners": 50}),
    "cgens, pairs": ("cgens", "letter", {"C": 0.1, "learners": 50}),
    "adaboost, pairs": ("adaboost", "letter", {"learners": 100}),
    "adaboost, one against the rest": ("adaboost", "letter",
                                       {"multiclass": "one-against-rest", "learners": 100}),
    "logitboost, pairs": ("logitboost", "USPS", {"learners": 100}),
    "random-features, pairs": ("random-features", "letter", {"learners": 100}),
    "cgens-sls": ("cgens-sls", "MNIST, 10,000", {"C": 0.001, "learners": 300}),
    "adaboost": ("adaboost", "MNIST odd/even, 10,000", {"learners": 300}),
    "logitboost": ("logitboost", "MNIST odd/even, 10,000", {"learners": 300}),
    "adaboost-mh": ("adaboost-mh", "letter", {"learners": 300}),
    "adaboost-ecc": ("adaboost-ecc", "USPS", {"learners": 100}),
    "multiboost": ("multiboost", "USPS", {"learners": 50}),
    "lpboost": ("lpboost", "MNIST odd/even, 10,000", {"C": 0.01, "learners": 100}),
    "lpboost, one against the rest": ("lpboost", "USPS", {"C": 0.1, "learners": 20, "multiclass": "one-against-rest"}),
    "erm": ("erm", "ijcnn1", {}),
    "erm, paper, p = 2": ("erm", "ijcnn1", {"p": 2, "schedule": "paper", "start": "random"}),
}


def fit(arguments, title):
    method, name, options = FITS[title]
    x, y = SETS[name](arguments.data)
    x = numpy.ascontiguousarray(x.toarray(), dtype=numpy.float64)
    y = numpy.asarray(y).astype(int)

    def work():
        return arguments.coppice.Solver(method, **options).fit(arguments.coppice.Dataset(x, y))
    runs = [timed(work) for _ in range(arguments.repeat)]
    objective = runs[0][1].get("objective")
    reached = objective if objective is not None and numpy.isfinite(objective) else runs[0][1].get("train_error")
    print("%.3f %.6g" % (min(seconds for seconds, _ in runs), reached))


def measured(arguments, title, build):
    """Seconds and what was reached, by a process of its own, which loads the build's library."""
    command = [sys.executable, __file__, "--build", build, "--data", arguments.data, "--repeat",
               str(arguments.repeat), "--fit", title]
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE, universal_newlines=True)
    return [float(word) for word in done.stdout.split()]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add_arguments(parser)
    parser.add_argument("--before", metavar="BUILD", help="another build")
    parser.add_argument("--fits", type=lambda text: text.split(";"), default=list(FITS), help="divided by ;")
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--turns", type=int, default=1)
    parser.add_argument("--fit", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.fit:
        return fit(arguments, arguments.fit)
    own = os.path.dirname(os.path.dirname(os.environ["COPPICE_LIBRARY"]))  # which package() has set
    print("| fit | set | options | before, s | now, s | ratio | reached before, now |\n|---|---|---|---|---|---|---|")
    for title in arguments.fits:
        method, name, options = FITS[title]
        now, before = [], [[numpy.nan, numpy.nan]]
        for _ in range(arguments.turns):
            now.append(measured(arguments, title, own))
            if arguments.before:
                before.append(measured(arguments, title, arguments.before))
        now, before = numpy.fmin.reduce(now), numpy.fmin.reduce(before)
        print("| %s | %s | %s | %.2f | %.2f | %.2f | %.6g, %.6g |" %
              (title, name, " ".join("%s=%s" % item for item in options.items()), before[0], now[0],
               before[0] / now[0], before[1], now[1]), flush=True)


if __name__ == "__main__":
    main()
