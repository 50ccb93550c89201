#!/usr/bin/python3
"""Peers on the very splits of infinite_tables, for cells that leave the spread: is it coppice that
differs from the paper, or the data?

    bench/reproduce/infinite_peers.py --data FOLDER --set ionosphere --rows 210 141 [--runs 20]
                                      [--peers adaboost,lpboost] [--constant]

AdaBoost of up to 1500 stumps at midpoints, their number by five folds of its own, and beside it the
errors of fixed numbers; LPBoost as the linear program of all stumps at once, by scipy's HiGHS, for
C = 2^-7, 2^-5 .. 2^3. With --constant the constant classifiers are among the stumps. Prints means and standard errors of the test error in percent. Run it with
Debian's Python (/usr/bin/python3).
"""
import argparse
import os

import numpy
from scipy.optimize import linprog
from sklearn.model_selection import StratifiedKFold

from peers import load, random_order

ROUNDS = 1500
WITH_CONSTANT = False


def splits(folder, name, sizes, runs):
    x, y = load(folder, name)
    low, high = x.min(0), x.max(0)
    x = 2 * (x - low)[:, high > low] / (high - low)[high > low] - 1
    for run in range(runs):
        order = random_order(len(y), run + 1)
        a, b = order[:sizes[0]], order[sizes[0]:sizes[0] + sizes[1]]
        yield x[a], y[a], x[b], y[b]


def all_stumps(x):
    """Features and thresholds; with one below all values, where the constant belongs to them."""
    cuts = [numpy.unique(column) for column in x.T]
    pool = [(d, cut) for d, values in enumerate(cuts) for cut in (values[1:] + values[:-1]) / 2]
    return pool + [(0, -numpy.inf)] * WITH_CONSTANT


def outputs(pool, x):
    return numpy.array([numpy.where(x[:, d] > cut, 1.0, -1.0) for d, cut in pool])


def adaboost(x, y, z):
    """Decision values after every round, rounds x rows of z."""
    pool = all_stumps(x)
    h, of_others = outputs(pool, x), outputs(pool, z)
    weights = numpy.full(len(y), 1 / len(y))
    steps = numpy.zeros((ROUNDS, len(z)))
    for step in steps:
        edges = h @ (weights * y)
        best = numpy.abs(edges).argmax()
        if abs(edges[best]) < 1e-12:
            break
        by = numpy.arctanh(numpy.clip(edges[best], -1 + 1e-12, 1 - 1e-12))
        step[:] = by * of_others[best]
        weights *= numpy.exp(-by * y * h[best])
        weights /= weights.sum()
    return numpy.cumsum(steps, 0)


def wrong(decisions, y):
    return 100 * numpy.mean(numpy.where(decisions >= 0, 1, -1) != y, axis=-1)


def described(errors):
    return "%.2f ± %.2f" % (numpy.mean(errors), numpy.std(errors, ddof=1) / len(errors)**0.5)


def run_adaboost(name, parts):
    numbers = numpy.arange(10, ROUNDS + 1, 10) - 1
    chosen, fixed = [], []
    for run, (x, y, z, expected) in enumerate(parts):
        folds = StratifiedKFold(5, shuffle=True, random_state=run).split(x, y)
        validated = sum(wrong(adaboost(x[a], y[a], x[b])[numbers], y[b]) for a, b in folds)
        errors = wrong(adaboost(x, y, z)[numbers], expected)
        chosen.append(errors[validated.argmin()])
        fixed.append(errors)
    print("%s, adaboost: %s" % (name, described(chosen)))
    means = numpy.mean(fixed, 0)
    for number in (10, 20, 50, 100, 200, 500, 1000, 1500):
        print("%s, adaboost of %d: %.2f" % (name, number, means[number // 10 - 1]), flush=True)


def run_lpboost(name, parts):
    """The dual: max sum u under |sum_i u_i y_i h(x_i)| <= 1 for every stump, 0 <= u <= C."""
    costs = [2.0**k for k in range(-7, 4, 2)]
    errors = []
    for x, y, z, expected in parts:
        pool = all_stumps(x)
        margins = outputs(pool, x) * y
        errors.append([])
        for cost in costs:
            found = linprog(-numpy.ones(len(y)), A_ub=numpy.vstack([margins, -margins]),
                            b_ub=numpy.ones(2 * len(pool)), bounds=(0, cost), method="highs")
            slopes = found.ineqlin.marginals
            weights = slopes[len(pool):] - slopes[:len(pool)]
            errors[-1].append(wrong(weights @ outputs(pool, z), expected))
    for cost, of_cost in zip(costs, numpy.transpose(errors)):
        print("%s, lpboost, C = %g: %s" % (name, cost, described(of_cost)), flush=True)


PEERS = {"adaboost": run_adaboost, "lpboost": run_lpboost}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--data", default=os.environ.get("COPPICE_DATA", "."))
    parser.add_argument("--set", required=True)
    parser.add_argument("--rows", type=int, nargs=2, required=True)
    parser.add_argument("--runs", type=int, default=20)
    parser.add_argument("--peers", default=",".join(PEERS))
    parser.add_argument("--constant", action="store_true")
    arguments = parser.parse_args()
    global WITH_CONSTANT
    WITH_CONSTANT = arguments.constant
    for peer in arguments.peers.split(","):
        PEERS[peer](arguments.set, splits(arguments.data, arguments.set, arguments.rows,
                                          arguments.runs))


if __name__ == "__main__":
    main()
