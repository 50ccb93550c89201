"""Large-margin ensembles: models that are kernel machines and ensembles of weak learners at once.

    import coppice

    data = coppice.Dataset.read_svmlight("spam.train.svm")
    solver = coppice.Solver("cgens", C=0.01, learners=200)
    model = solver.fit(data)
    model.predict(x)                       # labels
    model.predict(x, output="decision")    # decision values

The five verbs are those of the C library: make a dataset, make a solver by name, set its options by
name, fit, predict. ``coppice.options("cgens")`` lists the options of a method, a pool or a kernel.
``Solver.begin`` begins a Stream, which learns row by row.
``CoppiceClassifier`` and ``CoppiceRegressor`` are estimators of scikit-learn, where that is installed.

One dataset, pool or solver is for one thread at a time; any number of threads may predict with the
same model at once.
"""
from ._native import CoppiceError, version
from .catalogue import criteria, generators, kernels, methods, option_help, options, pools
from .dataset import Dataset
from .model import Evaluation, Model
from .pool import Pool
from .solver import CrossValidation, Solver
from .stream import Stream

__version__ = version()
__all__ = ["CoppiceClassifier", "CoppiceError", "CoppiceRegressor", "CrossValidation", "Dataset", "Evaluation",
           "Model", "Pool", "Solver", "Stream", "criteria", "generators", "kernels", "methods", "option_help", "options",
           "pools", "version"]


def __getattr__(name):
    # Estimators are made of scikit-learn's classes: it is imported when they are asked for.
    if name in ("CoppiceClassifier", "CoppiceRegressor"):
        from . import estimators
        return getattr(estimators, name)
    raise AttributeError(f"module 'coppice' has no attribute {name!r}")
