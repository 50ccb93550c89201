#!/usr/bin/python3
"""Streams beside scikit-learn's SGDClassifier (hinge loss, L2, its own rate), which is Pegasos in all
but the ball: rows a second of partial_fit, row by row and in blocks of 1,000, of dense rows of 50
features and of sparse ones with 14 of 123.

    COPPICE_LIBRARY=BUILD/lib/libcoppice.so bench/streams.py [ROWS]

coppice is called by ctypes, from Python as its peer is; bench_streams has the numbers of C.
"""
import ctypes
import os
import sys
import time

import numpy
import scipy.sparse
from sklearn.linear_model import SGDClassifier

BLOCK = 1000


class Stream:
    """A stream of a method, by the C interface."""

    def __init__(self, method, features):
        self.library = ctypes.CDLL(os.environ.get("COPPICE_LIBRARY", "libcoppice.so"))
        self.library.coppice_last_error.restype = ctypes.c_char_p
        self.handle = ctypes.c_void_p()
        self.call("create", method.encode(), ctypes.byref(self.handle))
        classes = (ctypes.c_double * 2)(0, 1)
        self.call("set_classes", self.handle, classes, ctypes.c_int64(2))
        self.call("begin", self.handle, ctypes.c_int64(features))

    def call(self, name, *arguments):
        if getattr(self.library, "coppice_solver_" + name)(*arguments) != 0:
            raise RuntimeError(self.library.coppice_last_error().decode())

    def learn_row(self, address, features, label):
        self.call("learn_row", self.handle, ctypes.c_void_p(address), ctypes.c_int64(features),
                  ctypes.c_int64(label), ctypes.c_double(1), None, ctypes.c_int64(0))

    def learn_sparse_row(self, indices, values, entries, label):
        self.call("learn_sparse_row", self.handle, ctypes.c_void_p(indices), ctypes.c_void_p(values),
                  ctypes.c_int64(entries), ctypes.c_int64(label), ctypes.c_double(1), None,
                  ctypes.c_int64(0))

    def learn(self, x, labels):
        block = ctypes.c_void_p()
        make = self.library.coppice_dataset_create_dense
        rows, features = x.shape
        assert make(ctypes.c_void_p(x.ctypes.data), *map(ctypes.c_int64, (
            x.size, rows, features, features, 1)), ctypes.byref(block)) == 0
        assert self.library.coppice_dataset_set_labels(
            block, ctypes.c_void_p(labels.ctypes.data), ctypes.c_int64(rows)) == 0
        self.call("learn", self.handle, block, None, ctypes.c_int64(0))
        self.library.coppice_dataset_free(block)

    def __del__(self):
        self.library.coppice_solver_free(self.handle)


def rows_a_second(rows, learn):
    """The best of three runs, by seconds of processor."""
    times = []
    for _ in range(3):
        start = time.process_time()
        learn()
        times.append(time.process_time() - start)
    return rows / min(times)


def print_row(what, ours, peer):
    print("| %s | %.0f | %.0f | %.1f |" % (what, ours, peer, ours / peer))


def sgd():
    return SGDClassifier(loss="hinge", alpha=0.01)


def dense(rows):
    random = numpy.random.default_rng(1)
    x = random.standard_normal((rows, 50))
    labels = (x[:, 0] + 0.3 * random.standard_normal(rows) > 0).astype(float)
    few = min(rows, 5000)

    def ours_by_rows():
        stream = Stream("pegasos", 50)
        for i in range(few):
            stream.learn_row(x.ctypes.data + i * 400, 50, int(labels[i]))

    def theirs_by_rows():
        model = sgd()
        for i in range(few):
            model.partial_fit(x[i:i + 1], labels[i:i + 1], classes=[0, 1])

    def ours_by_blocks():
        stream = Stream("pegasos", 50)
        for first in range(0, rows, BLOCK):
            stream.learn(x[first:first + BLOCK], labels[first:first + BLOCK])

    def theirs_by_blocks():
        model = sgd()
        for first in range(0, rows, BLOCK):
            model.partial_fit(x[first:first + BLOCK], labels[first:first + BLOCK], classes=[0, 1])

    print_row("50 dense, row by row", rows_a_second(few, ours_by_rows),
              rows_a_second(few, theirs_by_rows))
    print_row("50 dense, blocks of 1,000", rows_a_second(rows, ours_by_blocks),
              rows_a_second(rows, theirs_by_blocks))


def sparse(rows):
    random = numpy.random.default_rng(2)
    few = min(rows, 5000)
    indices = numpy.sort(numpy.array([random.choice(123, 14, replace=False) for _ in range(few)]))
    indices = indices.astype(numpy.int32)
    values = numpy.ones((few, 14))
    labels = (indices[:, 0] > 3).astype(float)
    x = scipy.sparse.csr_matrix((values.ravel(), indices.ravel(), numpy.arange(0, 14 * few + 1, 14)),
                                shape=(few, 123))

    def ours():
        stream = Stream("pegasos", 123)
        for i in range(few):
            stream.learn_sparse_row(indices.ctypes.data + i * 56, values.ctypes.data + i * 112, 14,
                                    int(labels[i]))

    def theirs():
        model = sgd()
        for i in range(few):
            model.partial_fit(x[i], labels[i:i + 1], classes=[0, 1])

    print_row("14 of 123, row by row", rows_a_second(few, ours), rows_a_second(few, theirs))


def main():
    rows = int(sys.argv[1]) if len(sys.argv) > 1 else 100000
    print("| | coppice, rows a second | SGDClassifier | ratio |\n|---|---|---|---|")
    dense(rows)
    sparse(rows)


if __name__ == "__main__":
    main()
