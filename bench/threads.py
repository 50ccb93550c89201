#!/usr/bin/python3
"""What a second thread is worth to a fit, and what more would be: 500 stumps by CGEns on large tables.

    bench/threads.py --build BUILD --data FOLDER [--threads 2] [--columns 1,0]

Covtype (class 2 against the others, 400,000 rows, C = 0.01) and MNIST (odd against even digits, 60,000 rows,
C = 0.001), with one thread and with --threads, in turn; the least clock seconds of two fits each. Asserts that
both models decide alike on 10,000 rows, bit for bit. The serial part s is Amdahl's,
T_n = T_1 (s + (1 - s) / n), from the two times that were measured, and by it the speed with 4, 8 and 16
processors is foretold. Run it with Debian's Python (/usr/bin/python3) and python3-sklearn, which tables.py
needs with python3-xgboost.
"""
import argparse
import time

import numpy

import tables
from linear_svm import add_arguments

SETS = {"covtype": (lambda folder: tables.divided(*tables.load(folder, "covtype", 54), 400000)[:2],
                    lambda y: y > 0, 0.01),
        "MNIST": (lambda folder: tables.load(folder, "mnist.train", 784), lambda y: (y - 1) % 2 == 1, 0.001)}
FORETOLD = (4, 8, 16)
FITS = 2


def fit(coppice, data, cost, columns, threads):
    solver = coppice.Solver("cgens", learners=tables.LEARNERS, C=cost, columns_per_iteration=columns, threads=threads)
    began = time.perf_counter()
    model = solver.fit(data)
    return time.perf_counter() - began, model


def measure(arguments, name, columns):
    read, is_later, cost = SETS[name]
    x, y = read(arguments.data)
    x = x.toarray()
    data = arguments.coppice.Dataset(x, numpy.where(is_later(y), 1, -1))
    seconds = {1: [], arguments.threads: []}
    models = {}
    for _ in range(FITS):
        for threads, found in seconds.items():
            taken, models[threads] = fit(arguments.coppice, data, cost, columns, threads)
            found.append(taken)
    some = x[:10000]
    decisions = [model.predict(some, output="decision") for model in models.values()]
    assert (decisions[0] == decisions[1]).all(), "threads change the model"
    one, several = (min(found) for found in seconds.values())
    share = 1 / arguments.threads
    serial = max(0.0, (several / one - share) / (1 - share))
    print("| %s, %d rows | %d | %.2f | %.2f | %.2f | %.0f %% | " %
          (name, len(y), columns, one, several, one / several, 100 * serial) +
          " | ".join("%.1f" % (1 / (serial + (1 - serial) / n)) for n in FORETOLD) + " |", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add_arguments(parser)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--columns", type=lambda text: [int(k) for k in text.split(",")], default=[1, 0])
    arguments = parser.parse_args()
    print("| set | columns | one thread, s | %d threads, s | times as fast | serial | " % arguments.threads +
          " | ".join("with %d, foretold" % n for n in FORETOLD) + " |\n|" + "---|" * (6 + len(FORETOLD)))
    for name in SETS:
        for columns in arguments.columns:
            measure(arguments, name, columns)


if __name__ == "__main__":
    main()
