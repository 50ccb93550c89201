"""overhead.c in Python: overhead.py FOLDER."""
import sys
import time

import coppice
import numpy

FEATURES, BATCH, SINGLE, FITS, LONG_FITS, REPEATS = 57, 10000, 1000, 15, 5, 100


def least(repeats, work):
    best = float("inf")
    for _ in range(repeats):
        start = time.perf_counter()
        work()
        best = min(best, time.perf_counter() - start)
    return best


mails = coppice.Dataset.read_svmlight(sys.argv[1] + "/spam.train.svm")
of_many = coppice.Solver("cgens", C=0.01, learners=500)
long_fit = least(LONG_FITS, lambda: of_many.fit(mails))
solver = coppice.Solver("cgens", C=0.01, learners=60)
fitted = least(FITS, lambda: solver.fit(mails))
model = solver.fit(mails)
rows = (numpy.arange(BATCH * FEATURES) * 7919 % 1009 / 100).reshape(BATCH, FEATURES)
columns = numpy.asfortranarray(rows)
firsts = [rows[i] for i in range(SINGLE)]


def single():
    for row in firsts:
        model.predict_row(row)


print("fit %.2f long %.2f row %.1f rows %.1f columns %.1f" %
      (1e3 * fitted, 1e3 * long_fit, 1e9 * least(REPEATS, single) / SINGLE,
       1e6 * least(REPEATS, lambda: model.predict(rows, output="decision")),
       1e6 * least(REPEATS, lambda: model.predict(columns, output="decision"))))
