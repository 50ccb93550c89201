"""Whatever is wrong is an exception that says what; the program goes on.

    bad_input.py FOLDER
"""
import numpy

import coppice

X = numpy.arange(1.0, 9).reshape(4, 2)
LABELS = [1, -1, 1, -1]


def say(call, *arguments, **options):
    try:
        call(*arguments, **options)
    except coppice.CoppiceError as error:
        print(f"{error.status}: {error}")


say(coppice.Dataset, [[1, 2], [3, numpy.inf]])
data = coppice.Dataset(X)
say(data.set_labels, LABELS[:3])
say(coppice.Dataset.read_csv, "missing.csv")

say(coppice.Solver, "cgen")
solver = coppice.Solver("cgens")
say(solver.set, c=1)
say(solver.set, C=-1)
say(coppice.Pool, "union(stump,")

say(solver.fit, data)
data.set_labels([1, 1, 1, 1])
say(solver.fit, data)
data.set_labels(LABELS)
model = solver.fit(data)
say(model.predict, X.reshape(2, 4), output="decision")
say(model.predict, X, output="probability")
say(coppice.Model.from_bytes, b"hello")
