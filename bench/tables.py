#!/usr/bin/python3
"""500 stumps on seven tables, and on all rows of one of them: CGEns, with the three ways to choose several
learners an iteration, beside XGBoost.

    bench/tables.py --build BUILD --data FOLDER [--sets "spam;a9a"] [--costs 0.001,0.01,0.1] [--repeat 3]
                    [--threads 1] [--losses hinge,squared-hinge]

For every set and loss: C by ten-fold cross-validation (coppice's own, over 1e-5, 3e-5, 1e-4, .. 1, of 500 stumps as
in all fits), and the costs named by --costs; the loss that errs least there, with its own C, is marked as the best.
XGBoost's 500 rounds of trees of depth 1 (tree_method=hist, eta 0.3), of dense rows and of sparse ones, in which it
takes zeros for missing values. What is timed is everything between numbers in memory and a model: coppice's dataset
and bins and XGBoost's DMatrix included. Contestants take turns; the least seconds of --repeat fits, of the processor
and of the clock; objective and test error in percent. Run it with Debian's Python (/usr/bin/python3), python3-xgboost
and python3-sklearn.
"""
import argparse
import os
import time

import numpy
import xgboost
from sklearn.datasets import load_svmlight_file

from linear_svm import add_arguments

LEARNERS = 500
COSTS = [float("%de-%d" % (digit, k)) for k in range(5, 0, -1) for digit in (1, 3)] + [1.0]
FOLDS = 10
COLUMNS = (1, 0, 5)


def load(folder, name, features):
    path = os.path.join(folder, name + ".svm")
    x, y = load_svmlight_file(path if os.path.exists(path) else path + ".gz", n_features=features,
                              dtype=numpy.float32)
    return x.tocsr(), y


def divided(x, y, rows):
    """So many rows drawn for training, and all others for testing."""
    order = numpy.random.default_rng(0).permutation(len(y))
    train, test = order[:rows], order[rows:]
    return x[train], y[train], x[test], y[test]


def given(folder, name, features, is_later, rows=None):
    """Training and test files as they come; `is_later` says which of two classes a label is of."""
    x, y = load(folder, name + ".train", features)
    test_x, test_y = load(folder, name + ".test", features)
    return x[:rows], is_later(y[:rows]), test_x, is_later(test_y)


def positive(y):
    return y > 0


# name: rows and labels for training and for testing
SETS = {
    "spam": lambda folder: divided(*load(folder, "spambase", 57), 2761),
    "a9a": lambda folder: given(folder, "a9a", 123, positive),
    "ijcnn1": lambda folder: given(folder, "ijcnn1", 22, positive),
    "covtype, class 2": lambda folder: divided(*load(folder, "covtype", 54), 50000),
    "MNIST odd/even": lambda folder: given(folder, "mnist", 784, lambda y: (y - 1) % 2 == 1, 10000),
    "MNIST, 60,000": lambda folder: given(folder, "mnist", 784, lambda y: (y - 1) % 2 == 1),
    "USPS odd/even": lambda folder: given(folder, "usps", 256, lambda y: (y - 1) % 2 == 1),
    "letter, A to M": lambda folder: given(folder, "letter", 16, lambda y: y <= 13),
}


def fit_xgboost(rows, y, threads):
    settings = {"objective": "binary:logistic", "max_depth": 1, "tree_method": "hist", "eta": 0.3,
                "nthread": threads, "verbosity": 0}
    model = xgboost.train(settings, xgboost.DMatrix(rows, y, nthread=threads), LEARNERS)
    return None, lambda rows: model.predict(xgboost.DMatrix(rows, nthread=threads)) > 0.5


def fit_coppice(coppice, rows, y, threads, **options):
    data = coppice.Dataset(rows, y)
    model = coppice.Solver("cgens", learners=LEARNERS, threads=threads, **options).fit(data)
    return model.get("objective"), lambda rows: model.predict(rows) > 0


def chosen_cost(coppice, rows, y, loss):
    """C, and the error that cross-validation foretells."""
    solver = coppice.Solver("cgens", columns_per_iteration=0, loss=loss, threads=os.cpu_count())
    found = solver.cross_validate(coppice.Dataset(rows, y), {"C": COSTS, "learners": [LEARNERS]}, folds=FOLDS)
    return float(solver.get("C")), found.criterion[found.best]


def timed(fit):
    wall, cpu = time.perf_counter(), time.process_time()
    objective, predict = fit()
    return time.process_time() - cpu, time.perf_counter() - wall, objective, predict


def measure(arguments, name):
    x, y, test_x, test_y = SETS[name](arguments.data)
    y = y > 0
    test_y = test_y > 0
    labels = numpy.where(y, 1, -1)
    forms = {"dense": (x.toarray(), test_x.toarray()), "sparse": (x, test_x)}
    dense = forms["dense"][0]
    chosen = {loss: chosen_cost(arguments.coppice, dense, labels, loss) for loss in arguments.losses}
    best = min(chosen, key=lambda loss: chosen[loss][1])
    settings = []  # title, loss, C
    for loss, (own, _) in chosen.items():
        for cost in sorted({own, *arguments.costs}):
            mark = "" if cost != own else " (chosen, best)" if loss == best else " (chosen)"
            settings.append(("%s, C %g%s" % (loss, cost, mark), loss, cost))
    contestants = [("XGBoost, %s" % form, form, lambda form=form: fit_xgboost(forms[form][0], y, arguments.threads))
                   for form in forms]
    contestants += [("%s, columns %d" % (title, columns), "dense",
                     lambda loss=loss, cost=cost, columns=columns: fit_coppice(arguments.coppice, dense, labels,
                                                                               arguments.threads, C=cost, loss=loss,
                                                                               columns_per_iteration=columns))
                    for title, loss, cost in settings for columns in COLUMNS]
    runs = [[timed(fit) for _, _, fit in contestants] for _ in range(arguments.repeat)]
    for k, (title, form, _) in enumerate(contestants):
        cpu = min(run[k][0] for run in runs)
        wall = min(run[k][1] for run in runs)
        objective, predict = runs[0][k][2:]
        error = 100 * numpy.mean(predict(forms[form][1]) != test_y)
        print("| %s | %d x %d | %s | %.2f | %.2f | %s | %.2f |" %
              (name, *x.shape, title, cpu, wall, "" if objective is None else "%.5g" % objective, error), flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add_arguments(parser)
    parser.add_argument("--sets", type=lambda text: text.split(";"), default=list(SETS), help="divided by ;")
    parser.add_argument("--costs", type=lambda text: [float(cost) for cost in text.split(",") if cost],
                        default=[0.001, 0.01, 0.1])
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--losses", type=lambda text: text.split(","), default=["hinge", "squared-hinge"])
    arguments = parser.parse_args()
    print("%d stumps or rounds, %d threads; XGBoost %s\n" % (LEARNERS, arguments.threads, xgboost.__version__))
    print("| set | rows x features | contestant | processor s | clock s | objective | test error, % |")
    print("|---|---|---|---|---|---|---|")
    for name in arguments.sets:
        measure(arguments, name)


if __name__ == "__main__":
    main()
