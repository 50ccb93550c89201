"""What the benchmarks of ERM share: its models, trained through the package of Python, and the SVM

    P(w, b) = 1/2 |w|^2 + cost sum_i max(0, 1 - y_i (w . x_i + b))^p

beside them, with w and b of any solver. ERM's objective at equal components is components^2 P, with
cost = lambda / components.
"""
import importlib
import os
import sys
import time

import numpy
from sklearn.datasets import load_svmlight_file

# name in the paper: file, features
ERM_SETS = {"german": ("german-numer", 24), "diabetes": ("diabetes", 8), "australian": ("australian", 14),
            "sonar": ("sonar", 60), "splice": ("splice.train", 60), "liver": ("liver-disorders", 6),
            "heart": ("heart", 13), "ionosphere": ("ionosphere", 34)}


def package(build):
    """coppice as a build has it."""
    os.environ["COPPICE_LIBRARY"] = os.path.join(build, "lib", "libcoppice.so")
    sys.path.insert(0, os.path.join(build, "bindings", "python", "package"))
    return importlib.import_module("coppice")


def add_arguments(parser):
    parser.add_argument("--build", required=True, type=package, dest="coppice", metavar="BUILD")
    parser.add_argument("--data", default=os.environ.get("COPPICE_DATA"), required="COPPICE_DATA" not in os.environ)


def read(folder, name, features):
    """Rows, which are sparse, and labels of -1 and 1."""
    path = os.path.join(folder, name + ".svm")
    return load_svmlight_file(path if os.path.exists(path) else path + ".gz", n_features=features)


def scaled(x):
    """Every feature from -1 to 1; a constant one is 0."""
    x = x.toarray()
    low, high = x.min(0), x.max(0)
    half = numpy.where(high > low, (high - low) / 2, 1)
    return numpy.where(high > low, (x - low) / half - 1, 0)


def objective(w, b, x, y, cost, power):
    return w @ w / 2 + cost * (numpy.maximum(0, 1 - y * (x @ w + b))**power).sum()


def timed(work):
    """Seconds of processor time, and the result."""
    began = time.process_time()
    result = work()
    return time.process_time() - began, result
