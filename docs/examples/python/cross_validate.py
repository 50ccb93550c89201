"""Choose the cost of an SVM whose kernel embodies all stumps, by cross-validation.

    cross_validate.py FOLDER
"""
import pathlib
import sys

import coppice

folder = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else "capi_tests/data")
cells = coppice.Dataset.read_svmlight(folder / "breast-cancer-diagnostic.svm")

solver = coppice.Solver("svm", kernel="stump")
found = solver.cross_validate(cells, {"C": [0.0001, 0.001, 0.01, 0.1]}, folds=5)
for k, (point, error, deviation) in enumerate(zip(found.points, found.criterion, found.standard_error)):
    print(f"C = {point['C']:g}: error {100 * error:.2f} % +- {100 * deviation:.2f}"
          f"{', the best' if k == found.best else ''}")

model = solver.fit(cells)  # the solver has the best already
print(f"with C = {float(solver.get('C')):g}: {model.get('support_vectors')} support vectors, "
      f"training error {100 * model.get('train_error'):.2f} %")
