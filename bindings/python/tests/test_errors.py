"""Whatever is wrong is an exception that says what; the process lives on."""
import copy
import pickle

import numpy
import pandas
import pytest

import coppice

X = numpy.arange(12.0).reshape(6, 2)
Y = [1, -1, 1, -1, 1, -1]
READ_ONLY = numpy.zeros(1)
READ_ONLY.flags.writeable = False


def nothing_after(close):
    close.close()
    close.close()
    return close


def fitted():
    return coppice.Solver("cgens", learners=1).fit(X, Y)


CASES = {
    "an infinite value": (lambda: coppice.Dataset([[1.0, numpy.inf]]), ValueError, r"row 0, feature 1.* is inf"),
    "no rows": (lambda: coppice.Dataset(numpy.empty((0, 3))), ValueError, "rows"),
    "no features": (lambda: coppice.Dataset(numpy.empty((3, 0))), ValueError, "features"),
    "one dimension": (lambda: coppice.Dataset([1.0, 2.0]), ValueError, "1 dimensions; expected 2"),
    "rows of different lengths": (lambda: coppice.Dataset([[1.0], [1.0, 2.0]]), ValueError, ""),
    "text for numbers": (lambda: coppice.Dataset([["a", "b"]]), ValueError, "expected numbers"),
    "objects for numbers": (lambda: coppice.Dataset([[object(), 1]]), ValueError, "expected numbers"),
    "complex numbers": (lambda: coppice.Dataset(X * 1j), ValueError, "complex"),
    "too few labels": (lambda: coppice.Dataset(X, [1, 2]), ValueError, "2.*6|6.*2"),
    "a label that is not finite": (lambda: coppice.Dataset(X, [1, 2, numpy.nan, 1, 1, 1]), ValueError, "nan"),
    "labels of three dimensions": (lambda: coppice.Dataset(X, numpy.zeros((6, 1, 1))), ValueError, ""),
    "a label that is missing": (lambda: coppice.Dataset(X, ["a", "b", None, "a", "b", "a"]), ValueError, r"y\[2\]"),
    "a column of dates": (lambda: coppice.Dataset(pandas.DataFrame({"day": pandas.to_datetime(["2026-01-01"])})),
                          ValueError, "'day' is of type datetime64"),
    "a negative weight": (lambda: coppice.Dataset(X, Y, weights=[-1] + 5 * [1]), ValueError, "-1"),
    "weights that are text": (lambda: coppice.Dataset(X, Y, weights=list("abcdef")), ValueError, "weights"),
    "names that are the same": (lambda: coppice.Dataset(X, feature_names=["a", "a"]), ValueError, '"a"'),
    "a name with a NUL": (lambda: coppice.Dataset(X, feature_names=["a", "b\0c"]), ValueError, "NUL"),
    "names that are not text": (lambda: coppice.Dataset(X, feature_names=["a", 1]), TypeError, "expected text"),
    "a row that is not there": (lambda: coppice.Dataset(X).subset([6]), ValueError, "6"),
    "one class": (lambda: coppice.Solver("cgens").fit(X, [1] * 6), ValueError, "class"),
    "no labels": (lambda: coppice.Solver("cgens").fit(coppice.Dataset(X)), RuntimeError, "label"),
    "no method": (lambda: coppice.Solver("cgen"), ValueError, 'did you mean "cgens"'),
    "no option": (lambda: coppice.Solver("cgens", c=1), ValueError, 'did you mean "C"'),
    "an option out of range": (lambda: coppice.Solver("cgens", C=-1), ValueError, "C .* is -1; expected"),
    "an option of another type": (lambda: coppice.Solver("cgens", C=[1]), TypeError, "expected a number or text"),
    "a truth for a number": (lambda: coppice.Solver("cgens", learners=True), TypeError, "True"),
    "half a learner": (lambda: coppice.Solver("cgens", learners=1.5), ValueError, "1.5"),
    "more bits than 64": (lambda: coppice.Solver("cgens", seed=2**64), ValueError, "64 bits"),
    "no pool": (lambda: coppice.Pool("stmup"), ValueError, "stump"),
    "a pool for a kernel method": (lambda: coppice.Solver("svm", pool="stump"), coppice.CoppiceError, "pool"),
    "no kernel": (lambda: coppice.Solver("svm", kernel="gausian"), ValueError, "gaussian"),
    "another width": (lambda: fitted().predict(X[:, :1]), ValueError, "1 features.* 2"),
    "a row of another width": (lambda: fitted().predict_row(numpy.zeros(3)), ValueError, "3"),
    "a row of floats": (lambda: fitted().predict_row(numpy.zeros(4, "f4")), ValueError, "x has values of format 'f'"),
    "a row of whole numbers": (lambda: fitted().predict_row(numpy.zeros(2, int)), ValueError, "expected doubles"),
    "a row of another order": (lambda: fitted().predict_row(numpy.zeros(2, ">f8")), ValueError, "expected doubles"),
    "a row with gaps": (lambda: fitted().predict_row(numpy.zeros(4)[::2]), ValueError, "contiguous"),
    "room of another type": (lambda: fitted().predict_row(X[0], out=numpy.zeros(1, "f4")), ValueError, "out has"),
    "too little room": (lambda: fitted().predict_row(X[0], out=numpy.zeros(0)), ValueError, "out has capacity 0"),
    "rows that are fractions": (lambda: coppice.Dataset(X).subset([0.7]), ValueError, "expected whole numbers"),
    "a mask for rows": (lambda: coppice.Dataset(X).subset(X[:, 0] > 3), ValueError, "type bool"),
    "no rows of a dataset": (lambda: coppice.Dataset(X).subset([]), ValueError, ""),
    "features that are text": (lambda: coppice.Dataset(X).add_view("v", ["0"]), ValueError, "expected whole numbers"),
    "weights that are complex": (lambda: coppice.Dataset(X, Y, weights=numpy.ones(6) * 1j), ValueError, "complex"),
    "weights that look like numbers": (lambda: coppice.Dataset(X, Y, weights=list("123456")), ValueError, "numbers"),
    "a row that is a list": (lambda: fitted().predict_row([1.0, 2.0]), TypeError, ""),
    "room that is bytes": (lambda: fitted().predict_row(X[0], out=b"12345678"), ValueError, "out has"),
    "room that is read-only": (lambda: fitted().predict_row(X[0], out=READ_ONLY), ValueError, "read-only"),
    "an output that there is not": (lambda: fitted().predict(X, output="label"), ValueError, "decision"),
    "an output that it has not": (lambda: fitted().predict(X, output="probability"), RuntimeError, "platt"),
    "a file that is not there": (lambda: coppice.Model.load("/nowhere/model.json"), OSError, "/nowhere"),
    "no model": (lambda: coppice.Model.from_bytes(b"hello"), ValueError, "model"),
    "half a model": (lambda: coppice.Model.from_bytes(fitted().to_bytes()[:-9]), ValueError, ""),
    "a closed model": (lambda: nothing_after(fitted()).predict(X), RuntimeError, "Model is closed"),
    "a closed dataset": (lambda: nothing_after(coppice.Dataset(X)).rows, RuntimeError, "Dataset is closed"),
    "a closed solver": (lambda: nothing_after(coppice.Solver("svm")).fit(X, Y), RuntimeError, "Solver is closed"),
    "a dataset to be pickled": (lambda: pickle.dumps(coppice.Dataset(X)), TypeError, "models can"),
    "a solver to be copied": (lambda: copy.copy(coppice.Solver("svm")), TypeError, "models can"),
    "a test set of rows": (lambda: coppice.Solver("cgens").set_test(X), TypeError,
                           "of type ndarray; expected a Dataset"),
    "a test set that is closed": (lambda: coppice.Solver("cgens").set_test(nothing_after(coppice.Dataset(X, Y))),
                                  RuntimeError, "Dataset is closed"),
    "a test set without labels": (lambda: coppice.Solver("cgens").set_test(coppice.Dataset(X)).fit(X, Y),
                                  RuntimeError, "test.*label|label.*test"),
    "labels twice": (lambda: coppice.Solver("svm").fit(coppice.Dataset(X, Y), Y), TypeError, "belong to the dataset"),
    "an odd answer to Ctrl-C": (lambda: coppice.Solver("svm").fit(X, Y, on_interrupt="?"), ValueError, "keep"),
    "a grid of bad values": (lambda: coppice.Solver("svm").cross_validate(coppice.Dataset(X, Y), {"C": ["x"]}),
                             ValueError, "x"),
    "an option that is a path": (lambda: coppice.Solver("cgens", loss="hinge\0"), ValueError, "NUL"),
}


@pytest.mark.parametrize("case", CASES)
def test_is_refused(case):
    call, error, says = CASES[case]
    with pytest.raises(error, match=says):
        call()


def test_errors_have_codes():
    with pytest.raises(coppice.CoppiceError) as caught:
        coppice.Solver("cgens", C=-1)
    assert caught.value.status == "COPPICE_INVALID_OPTION" and caught.value.code == 16
    twin = pickle.loads(pickle.dumps(caught.value))
    assert (str(twin), twin.code, type(twin)) == (str(caught.value), 16, type(caught.value))


def test_a_dataset_in_use_cannot_change():
    data = coppice.Dataset(X, Y)
    coppice.Solver("cgens", learners=1).fit(data)
    with pytest.raises(RuntimeError, match="immutable|used"):
        data.set_labels(Y)


def test_handles_close_themselves():
    with coppice.Dataset(X, Y) as data, coppice.Solver("cgens", learners=1) as solver:
        model = solver.fit(data)
    assert repr(data) == "<coppice.Dataset, closed>"
    assert model.predict(X).shape == (6,)
