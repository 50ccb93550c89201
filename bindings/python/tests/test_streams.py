"""Learning row by row."""
import concurrent.futures
import copy
import pickle

import numpy
import pytest

import coppice


def rows_of(name="mixture", count=2000, **options):
    data = coppice.Dataset.generate(name, count, seed=9, **options)
    return numpy.array([data.row(i) for i in range(count)]), numpy.where(data.labels == 1, 1.0, -1.0)


def test_rows_and_blocks_are_the_same():
    x, y = rows_of()
    one = coppice.Solver("online").begin([-1, 1], 2)
    other = coppice.Solver("online").begin([-1, 1], 2)
    expected = numpy.empty(len(x))
    for i in range(len(x)):
        one.learn_row(x[i], int(y[i] == 1), out=expected[i:i + 1])
    got = numpy.concatenate([other.learn(x[:700], y[:700]), other.learn(x[700:], y[700:])])
    assert (expected == got).all() and one.to_bytes() == other.to_bytes()
    assert one.rows == 2000 and one.features == 2 and one.learners == 14
    assert one.prequential_error == ((expected >= 0) != (y == 1)).mean()


def test_a_snapshot_says_what_the_stream_says():
    x, y = rows_of("waveform", 600)
    y = numpy.array(["still", "rising", "falling"])[numpy.random.default_rng(3).integers(0, 3, 600)]
    stream = coppice.Solver("pegasos").begin(["falling", "rising", "still"], 21)
    stream.learn(x[:500], y[:500])
    model = stream.snapshot()
    assert sorted(model.labels) == ["falling", "rising", "still"] and model.get("rows") == 500
    first = model.predict(x[500:501], output="decision")
    assert numpy.allclose(stream.learn(x[500:501], y[500:501]), first, rtol=1e-12)
    assert model.get("rows") == 500 and stream.snapshot().get("rows") == 501


def test_a_saved_stream_goes_on(tmp_path):
    x, y = rows_of()
    whole = coppice.Solver("norma", kernel="gaussian(gamma=2)", max_terms=100).begin([-1, 1], 2)
    part = coppice.Solver("norma", kernel="gaussian(gamma=2)", max_terms=100).begin([-1, 1], 2)
    whole.learn(x, y)
    part.learn(x[:900], y[:900])
    part.save(tmp_path / "stream.json")
    for twin in (coppice.Stream.load(tmp_path / "stream.json"), pickle.loads(pickle.dumps(part)), copy.deepcopy(part),
                 coppice.Stream.from_bytes(part.to_bytes("json"))):
        twin.learn(x[900:], y[900:])
        assert twin.to_bytes() == whole.to_bytes()


def test_what_cannot_be_learned_is_named():
    x, y = rows_of(count=20)
    stream = coppice.Solver("online").begin([-1, 1], 2)
    x[7, 1] = numpy.nan
    with pytest.raises(ValueError, match=r"x\[row 7, feature 1\] is nan"):
        stream.learn(x, y)
    assert stream.rows == 7
    with pytest.raises(ValueError, match="label of row 0 is 2"):
        stream.learn_row(x[0], 2)
    with pytest.raises(ValueError, match="has 1 features"):
        stream.learn_row(x[0, :1].copy(), 1)
    with pytest.raises(coppice.CoppiceError, match="whole datasets"):
        coppice.Solver("cgens").begin([-1, 1], 2)
    with pytest.raises(ValueError, match="ascending"):
        coppice.Solver("online").begin([1, 1], 2)
    with pytest.raises(ValueError, match="\"ham\" after \"spam\""):
        coppice.Solver("online").begin(["spam", "ham"], 2)
    assert stream.rows == 7 and "7 rows x 2" in repr(stream)
    stream.close()
    assert "closed" in repr(stream)
    with pytest.raises(coppice.CoppiceError):
        stream.snapshot()


def test_others_predict_with_earlier_models():
    x, y = rows_of()
    stream = coppice.Solver("online", cutoff=50).begin([-1, 1], 2)
    with concurrent.futures.ThreadPoolExecutor(3) as pool:
        later = []
        for first in range(0, 2000, 100):
            stream.learn(x[first:first + 100], y[first:first + 100])
            model = stream.snapshot()
            later.append((model.predict(x, output="decision"), pool.submit(model.predict, x, output="decision")))
        assert all((now == then.result()).all() for now, then in later)
