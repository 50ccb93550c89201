"""Memory is flat over many predictions, objects and errors."""
import gc
import os
import pathlib
import resource

import numpy
import pytest

import coppice

PAGE = resource.getpagesize()

# How often, in thousandths of what the tests do; to measure more by hand.
SHARE = int(os.environ.get("COPPICE_TEST_MEMORY", "1000"))


def resident_megabytes():
    gc.collect()
    return int(pathlib.Path("/proc/self/statm").read_text().split()[1]) * PAGE / 1e6


def check_flat(what, work, times):
    times = times * SHARE // 1000
    for _ in range(times // 10):
        work()
    before = resident_megabytes()
    for _ in range(times):
        work()
    grown = resident_megabytes() - before
    print("%s: %d times, grown by %.1f MB" % (what, times, grown))
    assert grown < 3


def test_predictions(spam_model, spam_rows):
    check_flat("predictions", lambda: (spam_model.predict_row(spam_rows[0]), spam_model.predict(spam_rows[:2])), 20000)


def test_objects_and_errors(rows):
    x, y = rows

    def work():
        data = coppice.Dataset(x, y, feature_names=list("abcd"))
        solver = coppice.Solver("cgens", learners=2)
        model = coppice.Model.from_bytes(solver.fit(data).to_bytes())
        for wrong in (lambda: solver.set(C=-1), lambda: model.predict(x[:, :2]), lambda: data.subset([100]),
                      lambda: coppice.Solver("nothing"), lambda: coppice.Model.from_bytes(b"nothing")):
            with pytest.raises(coppice.CoppiceError):
                wrong()

    check_flat("objects", work, 500)


def test_callbacks(rows):
    x, y = rows

    def work():
        pool = coppice.Pool.custom("one", 1, lambda x, r, c: None if len(c) else [0.0],
                                   lambda p, x: numpy.sign(x[:, 0]))
        coppice.Solver("cgens", pool=pool).fit(x, y, progress=lambda told: None)

    check_flat("callbacks", work, 300)
