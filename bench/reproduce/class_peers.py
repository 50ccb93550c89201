#!/usr/bin/python3
"""Peers on the very splits of cgens_table3, for cells that leave the spread: is it coppice that
differs from the paper, or the data?

    bench/reproduce/class_peers.py --data FOLDER --set vowel [--runs 3] [--learners 500]
                                   [--peers adaboost-mh,adaboost-ecc,cgens-sls,all-stumps] [--C 0.01]

AdaBoost.MH, AdaBoost.ECC and CGEns-SLS in a few lines of numpy each, with every midpoint tried in
every round; and least squares on the simplex code of all stumps at once, what CGEns-SLS would come to
with ever more learners, for C of 0.000001 to 0.1. Prints the test error in percent of every run, and
the means. Run it with Debian's Python (/usr/bin/python3).
"""
import argparse
import os

import numpy
from sklearn.datasets import load_svmlight_file
from sklearn.metrics.pairwise import manhattan_distances

from peers import random_order


def load(folder, name):
    """Rows and classes 0 .. K - 1; parts of one set in the order of the program."""
    names = [name + part + end for part in ("", ".train", ".test") for end in (".svm", ".svm.gz")]
    paths = [path for path in (os.path.join(folder, part) for part in names)
             if os.path.exists(path)]
    width = max(load_svmlight_file(path)[0].shape[1] for path in paths)
    parts = [load_svmlight_file(path, n_features=width) for path in paths]
    x = numpy.vstack([rows.toarray() for rows, _ in parts])
    return x, numpy.unique(numpy.concatenate([y for _, y in parts]), return_inverse=True)[1]


class stumps:
    """All stumps at midpoints of the values of some rows: the best for responses, rows x outputs."""

    def __init__(self, x):
        self.order = numpy.argsort(x, axis=0, kind="stable")
        self.values = numpy.take_along_axis(x, self.order, 0)
        self.taken = self.values[1:] <= self.values[:-1]  # no midpoint, or already chosen

    def best(self, responses, merit, take=False):
        """(feature, threshold, sums of h times each output) of the largest merit of these sums."""
        total = responses.sum(0)
        found = (-1.0, 0, 0)
        for d in range(self.values.shape[1]):
            below = numpy.cumsum(responses[self.order[:, d]], 0)[:-1]
            merits = merit(total - 2 * below)
            merits[self.taken[:, d]] = -1
            k = int(merits.argmax())
            found = max(found, (merits[k], d, k))
        _, d, k = found
        if take:
            self.taken[k, d] = True
        below = responses[self.order[:k + 1, d]].sum(0)
        return d, (self.values[k, d] + self.values[k + 1, d]) / 2, total - 2 * below


def outputs(x, feature, threshold):
    return numpy.where(x[:, feature] > threshold, 1.0, -1.0)


def absolute(sums):
    return numpy.abs(sums).sum(1)


def adaboost_mh(x, y, z, learners, run, cost):
    """Schapire & Singer 1999: one stump a round, with a sign for every class."""
    del run, cost
    classes = y.max() + 1
    signs = numpy.where(numpy.arange(classes) == y[:, None], 1.0, -1.0)
    weights = numpy.full(signs.shape, 1 / signs.size)
    scores = numpy.zeros((len(z), classes))
    pool = stumps(x)
    for _ in range(learners):
        d, threshold, sums = pool.best(weights * signs, absolute)
        step = numpy.arctanh(numpy.abs(sums).sum()) * numpy.sign(sums)
        scores += outputs(z, d, threshold)[:, None] * step
        weights *= numpy.exp(-signs * outputs(x, d, threshold)[:, None] * step)
        weights /= weights.sum()
    return scores.argmax(1)


def adaboost_ecc(x, y, z, learners, run, cost):
    """Guruswami & Sahai 1999: in every round a random half of the classes against the others."""
    del cost
    random = numpy.random.default_rng(run)
    classes = y.max() + 1
    weights = (numpy.arange(classes) != y[:, None]).astype(float)
    weights /= weights.sum()
    scores = numpy.zeros((len(z), classes))
    pool = stumps(x)
    for _ in range(learners):
        code = numpy.full(classes, -1.0)
        code[random.permutation(classes)[:classes // 2]] = 1
        own = code[y]
        by_row = (weights * (code != own[:, None])).sum(1)
        by_row /= by_row.sum()
        d, threshold, sums = pool.best((by_row * own)[:, None], absolute)
        step = numpy.arctanh(sums[0])
        scores += step * outputs(z, d, threshold)[:, None] * code
        margins = step * outputs(x, d, threshold)[:, None] * (code - own[:, None]) / 2
        weights *= numpy.exp(margins)
        weights /= weights.sum()
    return scores.argmax(1)


def simplex_code(classes):
    corners = numpy.eye(classes) - 1 / classes
    corners /= numpy.linalg.norm(corners[0])
    return corners @ numpy.linalg.svd(corners)[2][:classes - 1].T


def cgens_sls(x, y, z, learners, run, cost):
    """Problem (10) of Shen & Liu, solved anew for every stump, chosen by the sum of squares."""
    del run
    code = simplex_code(y.max() + 1)
    expected = code[y] - code[y].mean(0)
    residual = cost * expected
    columns = numpy.zeros((len(x), learners))
    others = numpy.zeros((len(z), learners))
    pool = stumps(x)
    for j in range(learners):
        d, threshold, _ = pool.best(residual, lambda sums: (sums**2).sum(1), take=True)
        columns[:, j] = outputs(x, d, threshold)
        others[:, j] = outputs(z, d, threshold) - columns[:, j].mean()
        columns[:, j] -= columns[:, j].mean()
        chosen = columns[:, :j + 1]
        system = chosen.T @ chosen + numpy.eye(j + 1) / cost
        weights = numpy.linalg.solve(system, chosen.T @ expected)
        residual = cost * (expected - chosen @ weights)
    return ((code[y].mean(0) + others @ weights) @ code.T).argmax(1)


def all_stumps(x, y, z, cost):
    """Two rows' products summed over all stumps: stumps that agree less those that do not."""
    cuts = [numpy.unique(column) for column in x.T]
    cuts = [(values[1:] + values[:-1]) / 2 for values in cuts]

    def places(rows):
        return numpy.column_stack([numpy.searchsorted(c, rows[:, d]) for d, c in enumerate(cuts)])

    def kernel(rows):
        return sum(map(len, cuts)) - 2 * manhattan_distances(places(rows), places(x))

    code = simplex_code(y.max() + 1)
    count = len(y)
    system = numpy.ones((count + 1, count + 1))
    system[:count, :count] = kernel(x) + numpy.eye(count) / cost
    system[count, count] = 0
    expected = numpy.vstack([code[y], numpy.zeros((1, code.shape[1]))])
    solution = numpy.linalg.solve(system, expected)
    return ((kernel(z) @ solution[:count] + solution[count]) @ code.T).argmax(1)


PEERS = {"adaboost-mh": adaboost_mh, "adaboost-ecc": adaboost_ecc, "cgens-sls": cgens_sls}
for exponent in range(-6, 0):
    PEERS["all-stumps, C = %g" % 10.0**exponent] = (
        lambda x, y, z, learners, run, cost, at=10.0**exponent: all_stumps(x, y, z, at))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--data", default=os.environ.get("COPPICE_DATA", "."))
    parser.add_argument("--set", required=True)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--learners", type=int, default=500)
    parser.add_argument("--C", type=float, default=0.01)
    parser.add_argument("--peers", default="adaboost-mh,adaboost-ecc,cgens-sls,all-stumps")
    arguments = parser.parse_args()
    x, y = load(arguments.data, arguments.set)
    train = (3 * len(y) + 2) // 4
    for peer, classify in PEERS.items():
        if peer.split(",")[0] not in arguments.peers.split(","):
            continue
        errors = []
        for run in range(arguments.runs):
            order = random_order(len(y), run + 1)
            a, b = order[:train], order[train:]
            predicted = classify(x[a], y[a], x[b], arguments.learners, run, arguments.C)
            errors.append(100 * numpy.mean(predicted != y[b]))
        print("%s, %s: %s, mean %.2f" % (arguments.set, peer,
                                         " ".join("%.2f" % error for error in errors),
                                         numpy.mean(errors)), flush=True)


if __name__ == "__main__":
    main()
