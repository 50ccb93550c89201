"""Ctrl-C ends a long fit soon; processes and threads that come after it work."""
import multiprocessing
import os
import signal
import threading
import time

import numpy
import pytest

import coppice

LONG = {"C": 1e4, "learners": 100000, "tolerance": 1e-9, "epsilon": 0}


@pytest.fixture(scope="module")
def large():
    return coppice.Dataset.generate("ringnorm", 20000, noise=0.1, seed=1)


class interrupted_after:
    """Sends SIGINT to this process, and tells how long ago that was."""

    def __init__(self, seconds):
        self._timer = threading.Timer(seconds, self._send)

    def _send(self):
        self.sent = time.perf_counter()
        os.kill(os.getpid(), signal.SIGINT)

    def __enter__(self):
        self._timer.start()
        return self

    def __exit__(self, *_):
        self.seconds = time.perf_counter() - self.sent
        self._timer.join()


def test_an_interrupt_ends_a_fit(large):
    solver = coppice.Solver("cgens", **LONG)
    with pytest.raises(KeyboardInterrupt), interrupted_after(0.5) as sent:
        solver.fit(large)
    assert sent.seconds < 1, "a tenth of a second is usual; the machine may be busy"
    assert solver.set(learners=2, C=0.01).fit(large).get("learners") == 2


def test_an_interrupt_may_keep_the_model(large):
    with interrupted_after(0.5) as sent:
        model = coppice.Solver("cgens", **LONG).fit(large, on_interrupt="keep")
    assert sent.seconds < 1
    assert model.get("stop_reason") == "stopped" and model.get("learners") > 0


def test_an_interrupt_ends_cross_validation(large):
    solver = coppice.Solver("cgens", **LONG)
    with pytest.raises(KeyboardInterrupt), interrupted_after(0.5) as sent:
        solver.cross_validate(large, {"C": [1e3, 1e4]})
    assert sent.seconds < 1


def _error_in_child(queue, model, rows):
    queue.put(float(numpy.abs(model.predict(rows, output="decision", threads=2)).sum()))


@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_processes_started_after_a_fit_predict(spam, spam_rows, method):
    model = coppice.Solver("cgens", learners=5, threads=2).fit(spam)
    context = multiprocessing.get_context(method)
    queue = context.Queue()
    child = context.Process(target=_error_in_child, args=(queue, model, spam_rows))
    child.start()
    result = queue.get(timeout=60)
    child.join()
    assert result == float(numpy.abs(model.predict(spam_rows, output="decision")).sum())
