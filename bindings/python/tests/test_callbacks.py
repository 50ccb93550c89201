"""Learners, kernels and progress of the caller's: what they raise comes out again, and nothing stays behind."""
import gc
import weakref

import numpy
import pytest

import coppice


class Stumps:
    """Learners sign(x_d - t), found by trying all."""

    def fit(self, x, residual, chosen):
        best, found = -1.0, None
        for d in range(x.shape[1]):
            for t in numpy.unique(x[:, d])[:-1]:
                if (chosen == [d, t]).all(axis=1).any():
                    continue
                h = numpy.where(x[:, d] > t, 1.0, -1.0)
                score = ((residual.T @ h) ** 2).sum()
                if score > best:
                    best, found = score, (d, t)
        return found

    def evaluate(self, parameters, x):
        return numpy.where(x[:, int(parameters[0])] > parameters[1], 1.0, -1.0)


def custom(stumps):
    return coppice.Pool.custom("my-stumps", 2, stumps.fit, stumps.evaluate)


def test_custom_stumps_are_stumps(rows):
    x, y = rows
    own = coppice.Solver("cgens", pool=custom(Stumps()), learners=8, tolerance=1e-9).fit(x, y)
    built_in = coppice.Solver("cgens", learners=8, columns_per_iteration=1, tolerance=1e-9).fit(x, y)
    assert own.predict(x, output="decision") == pytest.approx(built_in.predict(x, output="decision"), abs=1e-6)
    assert own.predict_row(x[4]) == own.predict(x, output="decision")[4]


def test_models_with_custom_learners_are_loaded_with_a_solver(rows):
    x, y = rows
    model = coppice.Solver("cgens", pool=custom(Stumps()), learners=4).fit(x, y)
    saved = model.to_bytes()
    with pytest.raises(coppice.CoppiceError, match="my-stumps"):
        coppice.Model.from_bytes(saved)
    again = coppice.Model.from_bytes(saved, coppice.Solver("cgens", pool=custom(Stumps())))
    assert (again.predict(x, output="decision") == model.predict(x, output="decision")).all()


def test_custom_kernels_are_kernels(rows):
    x, y = rows
    solver = coppice.Solver("svm", tolerance=1e-9).set_kernel("dot", lambda a, b: a @ b.T)
    own = solver.set(kernel="custom(name=dot)").fit(x, y)
    linear = coppice.Solver("svm", kernel="linear", tolerance=1e-9).fit(x, y)
    assert own.predict(x, output="decision") == pytest.approx(linear.predict(x, output="decision"), abs=1e-3)


class Fault(Exception):
    pass


def failing(*_):
    raise Fault("my own")


@pytest.mark.parametrize("fit, evaluate, error, says", [
    (failing, Stumps().evaluate, Fault, "my own"),
    (Stumps().fit, failing, Fault, "my own"),
    (lambda *_: [1.0], Stumps().evaluate, ValueError, "fit returned 1 numbers; expected 2"),
    (Stumps().fit, lambda *_: [1.0, 2.0], ValueError, "evaluate returned 2 numbers"),
    (lambda *_: "no", Stumps().evaluate, ValueError, ""),
    (Stumps().fit, lambda p, x: numpy.full(len(x), numpy.nan), coppice.CoppiceError, "nan"),
])
def test_faults_of_learners_come_out(rows, fit, evaluate, error, says):
    pool = coppice.Pool.custom("faulty", 2, fit, evaluate)
    with pytest.raises(error, match=says):
        coppice.Solver("cgens", pool=pool).fit(*rows)
    coppice.Solver("cgens", learners=2).fit(*rows)  # and the next call knows nothing of it


@pytest.mark.parametrize("compare, error", [(failing, Fault), (lambda a, b: [1.0], ValueError)])
def test_faults_of_kernels_come_out(rows, compare, error):
    solver = coppice.Solver("svm").set_kernel("faulty", compare).set(kernel="custom(name=faulty)")
    with pytest.raises(error):
        solver.fit(*rows)


def test_learners_live_as_long_as_models(rows):
    x, y = rows
    stumps = Stumps()
    watched = weakref.ref(stumps)
    model = coppice.Solver("cgens", pool=custom(stumps), learners=3).fit(x, y)
    del stumps
    gc.collect()
    assert watched() is not None
    assert numpy.isfinite(model.predict(x, output="decision")).all()
    model.close()
    gc.collect()
    assert watched() is None


def test_what_callbacks_are_given_may_be_kept(rows):
    x, y = rows
    kept = []

    class Keeps(Stumps):
        def fit(self, x, residual, chosen):
            kept.append((x, residual, chosen))
            return super().fit(x, residual, chosen)

    coppice.Solver("cgens", pool=custom(Keeps()), learners=3).fit(x, y).close()
    gc.collect()
    assert all((seen == x).all() for seen, _, _ in kept)
    assert [len(chosen) for _, _, chosen in kept] == list(range(len(kept)))
    assert numpy.abs(kept[0][1]).max() > 0


def test_what_is_refused_is_released():
    stumps = Stumps()
    watched = weakref.ref(stumps)
    with pytest.raises(coppice.CoppiceError):
        coppice.Pool.custom("two words", 2, stumps.fit, stumps.evaluate)
    del stumps
    gc.collect()
    assert watched() is None


def test_progress_is_told(spam):
    told = []
    coppice.Solver("cgens", learners=10, columns_per_iteration=1).fit(spam, progress=told.append)
    assert told[-1]["iteration"] == 10 and told[-1]["iterations"] == 10
    assert told[-1]["objective"] > 0 and {"gap", "train_error"} <= set(told[-1])


def test_progress_may_stop(spam):
    model = coppice.Solver("cgens").fit(spam, progress=lambda told: "stop" if told["iteration"] >= 5 else None)
    assert model.get("stop_reason") == "stopped" and 5 <= model.get("iterations") <= 6


def test_progress_may_raise(spam):
    solver = coppice.Solver("cgens")
    with pytest.raises(Fault, match="my own"):
        solver.fit(spam, progress=failing)
    with pytest.raises(ValueError, match="'perhaps'"):
        solver.fit(spam, progress=lambda _: "perhaps")
    assert solver.set(learners=2).fit(spam).get("learners") == 2
