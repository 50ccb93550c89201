"""Estimators of scikit-learn: any method of the library, its options as parameters."""
import numpy
from sklearn.base import BaseEstimator, ClassifierMixin, RegressorMixin
from sklearn.utils.metaestimators import available_if
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import _check_sample_weight, check_array, check_is_fitted, check_X_y, column_or_1d

from ._native import lib
from .catalogue import attribute
from .dataset import Dataset
from .solver import Solver


class _Estimator(BaseEstimator):
    """Options are attributes like parameters that are written down, so that scikit-learn clones, searches and
    sets them; which there are is for the method to say."""

    def __init__(self, method=None, *, pool=None, **options):
        self.method = method
        self.pool = pool
        for name, value in options.items():
            setattr(self, name, value)

    def get_params(self, deep=True):
        return {name: value for name, value in vars(self).items() if name[0] != "_" and name[-1] != "_"}

    def set_params(self, **parameters):
        for name, value in parameters.items():
            setattr(self, name, value)
        return self

    def _fit(self, X, y, sample_weight):
        data = Dataset(X, y)
        if sample_weight is not None:
            data.set_weights(_check_sample_weight(sample_weight, X, dtype=numpy.float64))
        options = self.get_params()
        method, pool = options.pop("method"), options.pop("pool")
        method = self._default_method(data) if method is None else method
        self.model_ = Solver(method, pool=pool, **options).fit(data)
        self.n_features_in_ = X.shape[1]
        return self

    def _check(self, X):
        check_is_fitted(self, "model_")
        X = check_array(X, **self._read())
        self._check_n_features(X, reset=False)
        return X

    def _read(self):
        return {"accept_sparse": "csr", "dtype": (numpy.float64, numpy.float32),
                "force_all_finite": "allow-nan" if self._takes_missing() else True}

    def _more_tags(self):
        return {"allow_nan": self._takes_missing()}

    def _takes_missing(self):
        if self.method is None and self.pool is None:
            return True
        pool = self.pool if self.pool is not None else attribute(lib.COPPICE_METHODS, self.method, "pool")
        kind = str(pool).split("(")[0].split("@")[0].strip()
        return attribute(lib.COPPICE_POOLS, kind, "missing") == "yes"


class CoppiceClassifier(ClassifierMixin, _Estimator):
    """``CoppiceClassifier("cgens", C=0.1, pool="stump")``; without a method the one that the labels ask for.
    NaN in X is a missing value. ``model_`` is the coppice.Model."""

    @staticmethod
    def _default_method(data):
        return "cgens" if len(data.classes) == 2 else "cgens-sls"

    def fit(self, X, y, sample_weight=None):
        X, y = check_X_y(X, y, **self._read())
        check_classification_targets(y)
        self.classes_, labels = numpy.unique(y, return_inverse=True)
        if len(self.classes_) < 2:
            raise ValueError("Classifier can't train when only one class is present.")
        return self._fit(X, labels.astype(numpy.float64), sample_weight)

    def decision_function(self, X):
        X = self._check(X)
        return self.model_.predict(X, output="decision")

    def predict(self, X):
        X = self._check(X)
        return self.classes_[self.model_.predict(X).astype(numpy.int64)]

    @available_if(lambda self: getattr(self, "calibration", "none") != "none")
    def predict_proba(self, X):
        """The probability of each class; there with option calibration="platt"."""
        X = self._check(X)
        return self.model_.predict(X, output="probability")


class CoppiceRegressor(RegressorMixin, _Estimator):
    """``CoppiceRegressor("svr", kernel="stump")``; without a method, cgens-regression. NaN in X is a missing
    value. ``model_`` is the coppice.Model."""

    @staticmethod
    def _default_method(data):
        return "cgens-regression"

    def fit(self, X, y, sample_weight=None):
        X, y = check_X_y(X, y, multi_output=True, y_numeric=True, **self._read())
        if y.ndim == 2 and y.shape[1] == 1:
            y = column_or_1d(y, warn=True)
        return self._fit(X, numpy.asarray(y, dtype=numpy.float64), sample_weight)

    def predict(self, X):
        X = self._check(X)
        return self.model_.predict(X, output="decision")
