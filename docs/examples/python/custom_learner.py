"""Weak learners of one's own: h(x) = +1 where a feature is between two numbers, else -1. The fit tries all
bands between quartiles of each feature.

    custom_learner.py FOLDER
"""
import pathlib
import sys

import numpy

import coppice


def evaluate(band, x):
    values = x[:, int(band[0])]
    return numpy.where((values > band[1]) & (values <= band[2]), 1.0, -1.0)


def fit(x, residual, chosen):
    """The band whose outputs are closest to the residuals of the rows, of those not chosen yet."""
    best, found = -1.0, None
    for feature in range(x.shape[1]):
        column = numpy.sort(x[:, feature])
        bounds = [column[0] - 1] + [column[q * (len(x) - 1) // 4] for q in range(1, 5)]
        for a in range(5):
            for b in range(a + 1, 5):
                band = numpy.array([feature, bounds[a], bounds[b]])
                if (chosen == band).all(axis=1).any():
                    continue
                score = (residual[:, 0] @ evaluate(band, x)) ** 2
                if score > best * (1 + 1e-9):
                    best, found = score, band
    return found if best > 0 else None


folder = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else "capi_tests/data")
echoes = coppice.Dataset.read_svmlight(folder / "ionosphere.svm")

bands = coppice.Pool.custom("band", 3, fit, evaluate)
model = coppice.Solver("cgens", pool=bands, C=0.1, learners=12).fit(echoes)

print(f"{model.get('learners')} bands, training error {100 * model.get('train_error'):.2f} %")
print(f"the first weighs {model.get('weights')[0]:.3f}")
