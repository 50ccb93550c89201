"""The estimators are scikit-learn's: its own checks pass, and its tools take them."""
import pickle

import numpy
import pytest
from sklearn.base import clone
from sklearn.model_selection import GridSearchCV, cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.utils.estimator_checks import parametrize_with_checks

import coppice


class Svm(coppice.CoppiceClassifier):
    """With parameters that are written down, as the checks ask of attributes."""

    def __init__(self, method="svm", *, pool=None, kernel="gaussian(gamma=0.5)", tolerance=1e-9):
        super().__init__(method, pool=pool, kernel=kernel, tolerance=tolerance)


class Svr(coppice.CoppiceRegressor):
    def __init__(self, method="svr", *, pool=None, kernel="perceptron", tolerance=1e-11):
        super().__init__(method, pool=pool, kernel=kernel, tolerance=tolerance)


@parametrize_with_checks([coppice.CoppiceClassifier(), Svm(), coppice.CoppiceRegressor(), Svr()])
def test_check(estimator, check):
    check(estimator)


def test_options_are_parameters(rows):
    x, y = rows
    estimator = coppice.CoppiceClassifier("cgens", C=0.1, learners=20, pool="stump")
    twin = clone(estimator).set_params(C=1.0)
    assert twin.get_params() == {"method": "cgens", "pool": "stump", "C": 1.0, "learners": 20}
    assert repr(estimator) == "CoppiceClassifier(C=0.1, learners=20, method='cgens', pool='stump')"
    search = GridSearchCV(estimator, {"C": [0.01, 1.0], "pool": ["stump", "perceptron"]}, cv=3).fit(x, y)
    assert search.best_score_ > 0.8
    assert cross_val_score(make_pipeline(StandardScaler(), estimator), x, y, cv=3).mean() > 0.8


def test_probabilities_come_with_calibration(rows):
    x, y = rows
    plain = coppice.CoppiceClassifier().fit(x, y)
    assert not hasattr(plain, "predict_proba")
    calibrated = coppice.CoppiceClassifier(calibration="platt", learners=20).fit(x, y)
    assert calibrated.predict_proba(x).shape == (100, 2)


def test_fitted_estimators_are_pickled(rows):
    x, y = rows
    estimator = coppice.CoppiceClassifier().fit(x, numpy.where(y > 0, "up", "down"))
    twin = pickle.loads(pickle.dumps(estimator))
    assert (twin.decision_function(x) == estimator.decision_function(x)).all()
    assert set(twin.predict(x)) == {"up", "down"}


def test_several_numbers_are_several_targets(rows):
    x, _ = rows
    for estimator in (coppice.CoppiceRegressor("svr", kernel="linear", C=100), coppice.CoppiceRegressor(learners=50)):
        predicted = estimator.fit(x, x[:, :2]).predict(x)
        assert predicted.shape == (100, 2) and numpy.abs(predicted - x[:, :2]).mean() < 0.3


def test_misspelt_options_are_refused_by_fit(rows):
    with pytest.raises(ValueError, match='did you mean "learners"'):
        coppice.CoppiceClassifier(learner=3).fit(*rows)
