"""Training and prediction, the same as from C."""
import concurrent.futures
import copy
import json
import pickle

import numpy
import pytest
import scipy.sparse

import coppice
from conftest import DATA


def test_the_numbers_are_those_of_the_readme(spam_test, spam_model):
    assert f"{100 * spam_model.evaluate(spam_test).criterion('error'):.2f}" == "5.82"
    assert f"{spam_model.predict_row(spam_test.row(0)):+.3f}" == "+3.706"


def test_rows_and_batches_are_equal(spam_model, spam_rows, spam_test):
    batch = spam_model.predict(spam_rows, output="decision")
    assert batch.shape == (1840,)
    assert (batch == [spam_model.predict_row(x) for x in spam_rows]).all()
    for same in (numpy.asfortranarray(spam_rows), scipy.sparse.csr_matrix(spam_rows), spam_test):
        assert (batch == spam_model.predict(same, output="decision")).all()
    assert (batch == spam_model.predict(spam_rows, output="decision", threads=2)).all()
    out = numpy.empty(1)
    assert spam_model.predict_row(spam_rows[3], out=out) == out[0] == batch[3]


def test_classes_are_labels(spam_model, spam_rows):
    decisions = spam_model.predict(spam_rows, output="decision")
    assert (spam_model.predict(spam_rows) == numpy.where(decisions >= 0, 1.0, -1.0)).all()
    assert spam_model.predict_row(spam_rows[0], output="class") in (-1.0, 1.0)


def test_names_are_labels_too():
    data = coppice.Dataset.generate("waveform", 200, seed=1)
    x = numpy.array([data.row(i) for i in range(200)])
    names = numpy.array(["still", "rising", "falling"])[data.labels]
    model = coppice.Solver("cgens-sls", learners=30).fit(x, names)
    assert sorted(model.labels) == ["falling", "rising", "still"]
    assert (model.predict(x) == names).mean() > 0.8
    assert model.predict(x, output="decision").shape == (200, 3)


def test_saved_models_are_the_same(spam_model, spam_rows, tmp_path):
    expected = spam_model.predict(spam_rows, output="decision")
    for name in ("model.json", "model.cbor"):
        spam_model.save(tmp_path / name)
        assert (coppice.Model.load(tmp_path / name).predict(spam_rows, output="decision") == expected).all()
    for twin in (pickle.loads(pickle.dumps(spam_model)), copy.deepcopy(spam_model),
                 coppice.Model.from_bytes(spam_model.to_bytes("json"))):
        assert (twin.predict(spam_rows, output="decision") == expected).all()
    assert json.loads(spam_model.to_bytes("json"))["method"] == "cgens"


def test_a_model_tells_of_itself(spam_model):
    assert spam_model.get("learners") == len(spam_model.get("weights")) == 60
    assert spam_model.get("option.C") == 0.01 and spam_model.options["learners"] == 60
    assert spam_model.learner(0)["kind"] == "stump"
    assert "curve.objective" in spam_model.quantities()["array"]
    assert "cgens" in repr(spam_model) and "train_error" in str(spam_model)
    with pytest.raises(coppice.CoppiceError, match="gap"):
        spam_model.get("gpa")


def test_shape_functions_add_up(spam_model, spam_rows):
    contributions = spam_model.predict(spam_rows, output="contributions")
    total = contributions.sum(axis=1) + spam_model.get("intercept")[0]
    assert total == pytest.approx(spam_model.predict(spam_rows, output="decision"), abs=1e-9)
    feature = int(numpy.abs(contributions).sum(axis=0).argmax())
    points = spam_model.shape_function(feature)
    assert points.shape[1] == 2 and numpy.isnan(points[-1, 0])
    below = points[0, 0] - 1
    row = spam_rows[:1].copy()
    row[0, feature] = below
    assert spam_model.predict(row, output="contributions")[0, feature] == pytest.approx(points[0, 1])


def test_evaluations_count_rows(spam_model, spam_test):
    evaluation = spam_model.evaluate(spam_test, threads=2)
    confusion = evaluation.confusion
    assert confusion.shape == (2, 2) and confusion.sum() == 1840
    assert evaluation.criterion("error") == pytest.approx((confusion[0, 1] + confusion[1, 0]) / 1840)


def test_probabilities_are_those_of_calibrated_models(spam, spam_rows):
    model = coppice.Solver("cgens", C=0.01, learners=30, loss="squared-hinge", calibration="platt").fit(spam)
    probabilities = model.predict(spam_rows, output="probability")
    assert probabilities.shape == (1840, 2) and probabilities.sum(axis=1) == pytest.approx(1)
    assert (model.labels[probabilities.argmax(axis=1)] == model.predict(spam_rows)).all()


def test_numbers_are_predicted(rows):
    x, _ = rows
    y = 3 * x[:, 0] + x[:, 1]
    model = coppice.Solver("svr", kernel="linear", C=100, epsilon=0.001).fit(x, y)
    assert model.predict(x) == pytest.approx(y, abs=0.01)
    assert (model.predict(x) == model.predict(x, output="decision")).all()


def test_cross_validation_sets_the_best_options(spam):
    solver = coppice.Solver("cgens", learners=40)
    found = solver.cross_validate(spam, {"C": [0.0001, 0.01], "loss": ["hinge", "squared-hinge"]}, folds=3)
    assert len(found.points) == 4 and found.fold_criterion.shape == (4, 3)
    assert found.criterion == pytest.approx(found.fold_criterion.mean(axis=1))
    assert found.path_name == "learners" and 1 <= found.path[found.best] <= 40
    assert float(solver.get("C")) == found.points[found.best]["C"]
    assert int(solver.get("learners")) == found.path[found.best]


def test_validation_sets_choose_the_iteration(spam, spam_test):
    model = coppice.Solver("cgens", C=1, learners=40).set_validation(spam_test).fit(spam)
    watched = model.get("curve.validation_error")
    assert model.get("best_iteration") == watched.argmin() + 1


def test_test_sets_are_watched_and_choose_nothing(spam, spam_test):
    first, second = spam_test.split(0.5, seed=1)
    solver = coppice.Solver("adaboost", learners=40).set_test(second)
    model = solver.fit(spam)
    assert model.get("curve.test_error")[-1] == pytest.approx(model.evaluate(second).criterion("error"), abs=1e-12)
    chosen = solver.set_validation(first).fit(spam)
    best = chosen.get("best_iteration") - 1
    assert best == chosen.get("curve.validation_error").argmin()
    assert chosen.get("curve.test_error")[best] == pytest.approx(chosen.evaluate(second).criterion("error"), abs=1e-12)
    alone = solver.set_test(None).fit(spam)
    assert not numpy.isfinite(alone.get("curve.test_error")).any()
    assert (alone.predict(spam_test, output="decision") == chosen.predict(spam_test, output="decision")).all()


def test_a_learned_kernel_is_aligned_with_the_test_set(rows):
    x, y = rows
    data, test = coppice.Dataset(x[:60], y[:60]), coppice.Dataset(x[60:], y[60:])
    for d in range(4):
        data.add_view(f"v{d}", [d])
    model = coppice.Solver("kernel-boost").set_test(test).fit(data)
    centred = model.predict(x[60:], output="map")
    centred = centred - centred.mean(axis=0)
    target = y[60:] - y[60:].mean()
    expected = ((centred.T @ target) ** 2).sum() / (target @ target) / numpy.linalg.norm(centred @ centred.T)
    assert model.get("test_alignment") == pytest.approx(expected)
    assert model.get("curve.test_alignment")[-1] == pytest.approx(expected)


def test_pools_are_written_or_made(rows):
    x, y = rows
    data = coppice.Dataset(x, y)
    data.add_view("last", [2, 3])
    written = coppice.Solver("cgens", pool="union(stump@last,fourier(gamma=1))", learners=6).fit(data)
    union = coppice.Pool("union").add(coppice.Pool("stump"), "last").add(coppice.Pool("fourier", gamma=1))
    made = coppice.Solver("cgens", pool=union, learners=6).fit(data)
    assert str(union) == "union(stump@last,fourier(gamma=1))"
    assert (written.predict(x, output="decision") == made.predict(x, output="decision")).all()


def test_threads_share_a_model(spam_model, spam_rows):
    expected = spam_model.predict(spam_rows, output="decision")
    with concurrent.futures.ThreadPoolExecutor(16) as threads:
        results = list(threads.map(lambda _: spam_model.predict(spam_rows, output="decision"), range(64)))
    assert all((one == expected).all() for one in results)


def test_option_tables_are_those_of_the_library():
    assert {"cgens", "svm", "adaboost"} <= set(coppice.methods())
    assert "stump" in coppice.pools() and "gaussian" in coppice.kernels()
    assert "ringnorm" in coppice.generators() and "auc" in coppice.criteria()
    assert coppice.options("cgens")["C"]["type"] == "double"
    assert "learners" in coppice.option_help("cgens")
    for kind in (coppice.methods(), coppice.pools(), coppice.kernels()):
        for name in kind:
            assert all(told["help"] for told in coppice.options(name).values())


def test_a_method_is_found_for_the_labels(spam):
    assert coppice.Solver.method_for(spam) == "cgens"
    assert coppice.Solver.method_for(coppice.Dataset.read_svmlight(DATA / "wine.svm")) == "cgens-sls"
