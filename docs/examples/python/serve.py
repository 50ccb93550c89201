"""Save a model, load it again, and serve predictions from many threads at once: a model is immutable, and
needs no lock.

    serve.py FOLDER
"""
import concurrent.futures
import pathlib
import sys
import tempfile

import coppice

THREADS = 8

folder = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else "capi_tests/data")
mails = coppice.Dataset.read_svmlight(folder / "spam.train.svm")
others = coppice.Dataset.read_svmlight(folder / "spam.test.svm")

with tempfile.TemporaryDirectory() as place:
    path = pathlib.Path(place) / "model.cbor"
    coppice.Solver("cgens", learners=60).fit(mails).save(path)
    model = coppice.Model.load(path)

rows = [others.row(i) for i in range(others.rows)]


def answer(_):
    return sum(abs(model.predict_row(row)) for row in rows)


with concurrent.futures.ThreadPoolExecutor(THREADS) as threads:
    sums = list(threads.map(answer, range(THREADS)))

print(f"{THREADS} threads, {len(rows)} mails each: {'equal' if len(set(sums)) == 1 else 'different'}")
print(f"the mean magnitude of a score is {sums[0] / len(rows):.4f}")
sys.exit(len(set(sums)) > 1)
