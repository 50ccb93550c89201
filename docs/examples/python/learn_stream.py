"""Learn from a stream, save it and go on, and take models of it meanwhile: other threads predict with each,
whose predictions never change while the stream learns.

    learn_stream.py
"""
import concurrent.futures
import pathlib
import sys
import tempfile

import coppice
import numpy

SNAPSHOTS, BLOCK, PROBES, TIMES = 10, 500, 200, 20

# Two classes that move every 1,000 rows, and a machine that forgets.
data = coppice.Dataset.generate("switching", (SNAPSHOTS + 1) * BLOCK, seed=1)
probes = numpy.array([data.row(i) for i in range(PROBES)])
solver = coppice.Solver("norma", kernel="gaussian(gamma=1)", max_terms=200, rate_floor=0.1)
stream = solver.begin([-1, 1], data.features)


def block(k):
    return data.subset(range(k * BLOCK, (k + 1) * BLOCK))


def stays(model, decisions):
    return all((model.predict(probes, output="decision") == decisions).all() for _ in range(TIMES))


with concurrent.futures.ThreadPoolExecutor(4) as threads, tempfile.TemporaryDirectory() as place:
    path = pathlib.Path(place) / "stream.cbor"
    answers = []
    for k in range(SNAPSHOTS):
        stream.learn(block(k))
        model = stream.snapshot()
        answers.append(threads.submit(stays, model, model.predict(probes, output="decision")))
        error = model.evaluate(block(k + 1)).criterion("error")
        print(f"{stream.rows} rows: error so far {stream.prequential_error:.3f}, "
              f"of the snapshot on the next {BLOCK} {error:.3f}")
        if k == SNAPSHOTS // 2 - 1:
            stream.save(path)  # the program might end here
            stream = coppice.Stream.load(path)
            print(f"saved, and gone on at row {stream.rows}")
    equal = all(answer.result() for answer in answers)

print(f"{SNAPSHOTS} snapshots, each predicted {TIMES} times beside the stream: {'equal' if equal else 'different'}")
sys.exit(not equal)
