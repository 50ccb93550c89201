#!/usr/bin/python3
"""What a second thread is worth to a fit, and what more would be: 500 stumps by CGEns on large tables.

    bench/threads.py --build BUILD --data FOLDER [--threads 2] [--columns 1,0]
                     [--losses hinge,squared-hinge]

Covtype (class 2 against the others, 400,000 rows, C = 0.01) and MNIST (odd against even digits, 60,000 rows,
C = 0.001), with one thread and with --threads, in turn; the least clock seconds of five fits each. Asserts that
both models are the same, bit for bit. The serial part s is Amdahl's,
T_n = T_1 (s + (1 - s) / n), from the two times that were measured, and by it the speed with 4, 8 and 16
processors is foretold. Run it with Debian's Python (/usr/bin/python3) and python3-sklearn, which tables.py
needs with python3-xgboost.
"""
import argparse
import json
import time

import numpy

import tables
from linear_svm import add_arguments

SETS = {"covtype": (lambda folder: tables.divided(*tables.load(folder, "covtype", 54), 400000)[:2],
                    lambda y: y > 0, 0.01),
        "MNIST": (lambda folder: tables.load(folder, "mnist.train", 784), lambda y: (y - 1) % 2 == 1, 0.001)}
FORETOLD = (4, 8, 16)
FITS = 5


def fit(coppice, data, threads, **options):
    solver = coppice.Solver("cgens", learners=tables.LEARNERS, threads=threads, **options)
    began = time.perf_counter()
    model = solver.fit(data)
    return time.perf_counter() - began, model


def essence(model):
    """The model's file, whose numbers read back as the same bits, without what may differ."""
    read = json.loads(model.to_bytes("json"))
    del read["crc32"], read["length"], read["options"]["threads"], read["training"]["fit_seconds"]
    return read


def measure(arguments, name, loss, columns):
    read, is_later, cost = SETS[name]
    x, y = read(arguments.data)
    x = x.toarray()
    data = arguments.coppice.Dataset(x, numpy.where(is_later(y), 1, -1))
    seconds = {1: [], arguments.threads: []}
    models = {}
    for _ in range(FITS):
        for threads, found in seconds.items():
            taken, models[threads] = fit(arguments.coppice, data, threads, C=cost, loss=loss,
                                         columns_per_iteration=columns)
            found.append(taken)
    first, other = (essence(model) for model in models.values())
    assert first == other, "threads change the model"
    one, several = (min(found) for found in seconds.values())
    share = 1 / arguments.threads
    serial = max(0.0, (several / one - share) / (1 - share))
    print("| %s, %d rows | %s | %d | %.2f | %.2f | %.2f | %.0f %% | " %
          (name, len(y), loss, columns, one, several, one / several, 100 * serial) +
          " | ".join("%.1f" % (1 / (serial + (1 - serial) / n)) for n in FORETOLD) + " |", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add_arguments(parser)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--columns", type=lambda text: [int(k) for k in text.split(",")], default=[1, 0])
    parser.add_argument("--losses", type=lambda text: text.split(","), default=["hinge", "squared-hinge"])
    arguments = parser.parse_args()
    print("| set | loss | columns | one thread, s | %d threads, s | times as fast | serial | " % arguments.threads +
          " | ".join("with %d, foretold" % n for n in FORETOLD) + " |\n|" + "---|" * (7 + len(FORETOLD)))
    for name in SETS:
        for loss in arguments.losses:
            for columns in arguments.columns:
                measure(arguments, name, loss, columns)


if __name__ == "__main__":
    main()
