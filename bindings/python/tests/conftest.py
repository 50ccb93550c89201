"""What tests share: the real data of the C library's tests, and small random ones."""
import os
import pathlib

import numpy
import pytest

import coppice

DATA = pathlib.Path(os.environ["COPPICE_TEST_DATA"])


@pytest.fixture(scope="session")
def spam():
    return coppice.Dataset.read_svmlight(DATA / "spam.train.svm")


@pytest.fixture(scope="session")
def spam_test():
    return coppice.Dataset.read_svmlight(DATA / "spam.test.svm")


@pytest.fixture(scope="session")
def spam_model(spam):
    return coppice.Solver("cgens", C=0.01, learners=60).fit(spam)


@pytest.fixture(scope="session")
def spam_rows(spam_test):
    return numpy.array([spam_test.row(i) for i in range(spam_test.rows)])


@pytest.fixture
def rows():
    """100 rows of 4 features, and a label that the first two decide."""
    draw = numpy.random.default_rng(1)
    x = draw.normal(size=(100, 4))
    return x, numpy.where(x[:, 0] + x[:, 1] > 0, 1, -1)
