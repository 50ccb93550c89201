#!/usr/bin/python3
"""Peers on the very splits of cgens_table1 and cgens_table2, for cells that leave the spread: is it
coppice that differs from the paper, or the data?

    bench/reproduce/peers.py --data FOLDER --set ringnorm --rows 400 7000
                             [--runs 5] [--peers adaboost,stump-svm,perceptron-svm,gaussian-svm]

Everything is chosen by five-fold cross-validation on the training part: the number of
scikit-learn's AdaBoost stumps (SAMME), C of LIBSVM with the kernels of all middle stumps and of all
perceptrons (Lin & Li: the ensemble of every weak learner at once, column SVM of tables 1 and 2), C
and gamma of LIBSVM with the Gaussian kernel. Features are standardised for the last two, as in
cgens_table2. Prints mean and standard deviation of the test error in percent. Run it with Debian's
Python (/usr/bin/python3).
"""
import argparse
import os
import statistics

import numpy
from sklearn.datasets import load_svmlight_file
from sklearn.ensemble import AdaBoostClassifier
from sklearn.metrics.pairwise import euclidean_distances, manhattan_distances
from sklearn.model_selection import GridSearchCV, StratifiedKFold
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC

WORD = 2**64 - 1


def load(folder, name):
    names = ["splice.train", "splice.test"] if name == "splice" else [name]
    paths = [os.path.join(folder, name + end) for name in names for end in (".svm", ".svm.gz")]
    parts = [load_svmlight_file(path) for path in paths if os.path.exists(path)]
    return (numpy.vstack([x.toarray() for x, _ in parts]),
            numpy.concatenate([y for _, y in parts]))


def random_order(count, state):
    """As random_order() of support.c."""
    order = [0] * count
    for k in range(count):
        state = (state + 0x9E3779B97F4A7C15) & WORD
        z = ((state ^ (state >> 30)) * 0xBF58476D1CE4E5B9) & WORD
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & WORD
        at = int(((z ^ (z >> 31)) >> 11) / 2.0**53 * (k + 1))
        order[k] = order[at]
        order[at] = k
    return order


def split(folder, name, rows, sizes, run):
    """As split_of() of protocol.c: the original realisation where there is one."""
    order = random_order(rows, run + 1)
    path = os.path.join(folder, "raetsch_splits", name + ".train.txt")
    if os.path.exists(path):
        with open(path) as lines:
            chosen = {int(row) - 1 for row in lines.readlines()[run].split()}
    else:
        chosen = set(order[:sizes[0]])
    train = [row for row in order if row in chosen]
    return train, [row for row in order if row not in chosen][:sizes[1]]


def adaboost(x, y, folds):
    learners = {"n_estimators": [25, 50, 100, 250, 500]}
    return GridSearchCV(AdaBoostClassifier(algorithm="SAMME"), learners, cv=folds).fit(x, y).predict


def gaussian_svm(x, y, folds):
    grid = {"svc__C": [0.1, 1, 10, 100, 1000],
            "svc__gamma": [2.0**k / x.shape[1] for k in range(-4, 5)]}
    return GridSearchCV(make_pipeline(StandardScaler(), SVC()), grid, cv=folds).fit(x, y).predict


def stump_svm(x, y, folds):
    """In numbers of thresholds below a value, stumps disagree on |a - b| of all for two rows."""
    cuts = [numpy.unique(column) for column in x.T]
    cuts = [(values[1:] + values[:-1]) / 2 for values in cuts]

    def places(z):
        return numpy.column_stack([numpy.searchsorted(c, z[:, d]) for d, c in enumerate(cuts)])

    def kernel(z):
        return 1 - 2 * manhattan_distances(places(z), places(x)) / sum(map(len, cuts))

    costs = {"C": [10.0**(k / 2) for k in range(-4, 9)]}
    search = GridSearchCV(SVC(kernel="precomputed"), costs, cv=folds).fit(kernel(x), y)
    return lambda z: search.predict(kernel(z))


def perceptron_svm(x, y, folds):
    """The kernel of all perceptrons is -|x - x'| and a constant, which the bias takes up."""
    scaler = StandardScaler().fit(x)

    def kernel(z):
        return -euclidean_distances(scaler.transform(z), scaler.transform(x))

    costs = {"C": [10.0**(k / 2) for k in range(-4, 9)]}
    search = GridSearchCV(SVC(kernel="precomputed"), costs, cv=folds).fit(kernel(x), y)
    return lambda z: search.predict(kernel(z))


PEERS = {"adaboost": adaboost, "stump-svm": stump_svm,
         "perceptron-svm": perceptron_svm, "gaussian-svm": gaussian_svm}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--data", default=os.environ.get("COPPICE_DATA", "."))
    parser.add_argument("--set", required=True)
    parser.add_argument("--rows", type=int, nargs=2, required=True)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--peers", default=",".join(PEERS))
    arguments = parser.parse_args()
    x, y = load(arguments.data, arguments.set)
    for peer in arguments.peers.split(","):
        errors = []
        for run in range(arguments.runs):
            train, test = split(arguments.data, arguments.set, len(y), arguments.rows, run)
            folds = StratifiedKFold(5, shuffle=True, random_state=run)
            predict = PEERS[peer](x[train], y[train], folds)
            errors.append(100 * numpy.mean(predict(x[test]) != y[test]))
        print("%s, %s: %.2f ± %.2f" % (arguments.set, peer, statistics.mean(errors),
                                       statistics.stdev(errors)), flush=True)


if __name__ == "__main__":
    main()
