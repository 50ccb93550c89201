#!/usr/bin/python3
"""Peers on the very splits of erm_tables, for cells that leave the spread: is it coppice that differs
from the paper, or the data?

    bench/reproduce/erm_peers.py --data FOLDER [--sets splice,heart] [--runs 10] [--components 10,30]
                                 [--peers published,libsvm,liblinear,boosted-trees,forest]

published: the paper's algorithm 2 in numpy, for p = 1 and 2, its weights by algorithm 1 (re-weighting);
all components are there, each with its own numbers. libsvm and liblinear: the linear SVM with cost lambda /
components that schedule=exact is, for p = 1 and 2 (LIBLINEAR's bias is a column of height 100, so that it
is next to free). boosted-trees: scikit-learn's AdaBoost (SAMME) of trees of at most ten cuts; forest: bagged
trees that look at the square root of the number of features at every cut, as MATLAB's fitensemble grows
them where nothing else is said; as many trees as there are components. With --all-splice splice is all
3,175 rows and not the 1,000 of LIBSVM's. Prints means and standard deviations of the
test error in percent. Run it with Debian's Python (/usr/bin/python3).
"""
import argparse
import os
import statistics

import numpy
from sklearn.ensemble import AdaBoostClassifier, RandomForestClassifier
from sklearn.svm import SVC, LinearSVC
from sklearn.tree import DecisionTreeClassifier

from peers import load, random_order

FILES = {"german": "german-numer", "liver": "liver-disorders", "splice": "splice.train"}
SETS = ["german", "diabetes", "australian", "sonar", "splice", "liver", "heart", "ionosphere"]
TRAIN_ROWS = 150
LAMBDA = 2


def reweighted(w, target, mu):
    """Algorithm 1: the least of 1/2 sum_j (sum_c |w_jc|)^2 + mu/2 |w - target|^2."""
    w = w.copy()
    for _ in range(200):
        g = abs(w).sum(1, keepdims=True) / (abs(w) + 1e-12)
        last, w = w, mu * target / (g + mu)
        if abs(w - last).max() < 1e-9:
            break
    return w


def published(x, y, components, power):
    rows, features = x.shape
    signs = numpy.repeat(y[:, None], components, 1)
    w, q = numpy.ones((2, features, components))
    p = numpy.zeros((features, components))
    z, e = numpy.zeros((2, rows, components))
    mu, last = 1, numpy.inf
    inverse = numpy.linalg.inv(numpy.eye(features) + x.T @ x)
    while True:
        w = reweighted(w, p + q / mu, mu)
        b = (signs - e - x @ p - z / mu).mean(0)
        s = signs - x @ p - b - z / mu
        if power == 1:
            shrunk = numpy.sign(s) * numpy.maximum(abs(s) - LAMBDA / mu, 0)
        else:
            shrunk = s / (1 + 2 * LAMBDA / mu)
        e = numpy.where(signs * s > 0, shrunk, s)
        p = inverse @ (w - q / mu + x.T @ (signs - b - z / mu - e))
        z += mu * (e - signs + x @ p + b)
        q += mu * (p - w)
        mu *= 1.1
        slack = numpy.maximum(0, 1 - signs * (x @ w + b))
        objective = (abs(w).sum(1)**2).sum() / 2 + LAMBDA * (slack**power).sum()
        if abs(last - objective) < 0.05:
            return lambda rows: rows @ w.mean(1) + b.mean()
        last = objective


def libsvm(x, y, components, _):
    return SVC(kernel="linear", C=LAMBDA / components, tol=1e-6).fit(x, y).decision_function


def liblinear(x, y, components, _):
    svc = LinearSVC(C=LAMBDA / components, tol=1e-6, intercept_scaling=100, max_iter=1000000, dual=False)
    return svc.fit(x, y).decision_function


def boosted_trees(x, y, components, seed):
    tree = DecisionTreeClassifier(max_leaf_nodes=11, random_state=seed)
    boosted = AdaBoostClassifier(tree, n_estimators=components, algorithm="SAMME", random_state=seed)
    return boosted.fit(x, y).predict


def forest(x, y, components, seed):
    return RandomForestClassifier(components, max_features="sqrt", random_state=seed).fit(x, y).predict


PEERS = {"published": {", p = %d" % power: lambda x, y, components, _, power=power: published(x, y, components, power)
                       for power in (1, 2)},
         "libsvm": {", p = 1": libsvm}, "liblinear": {", p = 2": liblinear},
         "boosted-trees": {"": boosted_trees}, "forest": {"": forest}}


def splits(x, y, runs):
    low, high = x.min(0), x.max(0)
    x = 2 * (x - low)[:, high > low] / (high - low)[high > low] - 1
    for run in range(runs):
        order = random_order(len(y), run + 1)
        a, b = order[:TRAIN_ROWS], order[TRAIN_ROWS:]
        yield x[a], y[a], x[b], y[b]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", default=os.environ.get("COPPICE_DATA", "."))
    parser.add_argument("--sets", default=",".join(SETS))
    parser.add_argument("--runs", type=int, default=10)
    parser.add_argument("--components", default="10,30")
    parser.add_argument("--peers", default=",".join(PEERS))
    parser.add_argument("--all-splice", action="store_true")
    arguments = parser.parse_args()
    for name in arguments.sets.split(","):
        x, y = load(arguments.data, name if name == "splice" and arguments.all_splice else FILES.get(name, name))
        for components in map(int, arguments.components.split(",")):
            for peer in arguments.peers.split(","):
                for title, fit in PEERS[peer].items():
                    errors = []
                    for run, (a, expected, z, of_others) in enumerate(splits(x, y, arguments.runs)):
                        decisions = fit(a, expected, components, run)(z)
                        errors.append(100 * numpy.mean(numpy.where(decisions > 0, 1, -1) != of_others))
                    print("%s, %s, %d%s: %.2f ± %.2f" % (name, peer, components, title, statistics.mean(errors),
                                                        statistics.stdev(errors)), flush=True)


if __name__ == "__main__":
    main()
