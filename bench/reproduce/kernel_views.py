#!/usr/bin/python3
"""Kernels of real views: the six of mfeat, and bandwidths of Fourier features as views of their own.

    bench/reproduce/kernel_views.py --build BUILD --data FOLDER [--splits 10] [--parts mfeat,bandwidths]
                                    [--sets banana,german] [--realisations 15] [--learners 400]
                                    [--output FOLDER]

mfeat: 2,000 digits in views fac, fou, kar, mor, pix and zer, half of each class for training, features
standardised by the training rows; a linear SVM, one against the rest, on each view alone, on all features,
on the map of kernel-alignment, on that of CGEns (cgens-sls) over the union of Fourier features of every view,
and on that of kernel-boost. C is chosen by cross-validation in the training part. bandwidths: CGEns over a
union of Fourier features of five bandwidths, without a choice, beside the bandwidth that cross-validation
chooses, all of them normalised, on six sets of Raetsch: the realisations that the data have, and further
ones drawn likewise, as of so few rows ten differ by points. As many learners are drawn in an iteration for
the union as for one bandwidth. With --output the weights of the kernels go there, for a figure. Prints means
and standard deviations of the test error in percent.
"""
import argparse
import os
import sys
import time

import numpy
from sklearn.datasets import load_svmlight_file

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from linear_svm import add_arguments

VIEWS = ["fac", "fou", "kar", "mor", "pix", "zer"]
COSTS = [0.1, 1, 10, 100]
SETS = ["banana", "breast-cancer", "german", "image", "titanic", "waveform"]
BANDWIDTHS = [0.25, 0.5, 1, 2, 4]  # gamma times the number of features, whose variances are about 1
CANDIDATES = 200  # drawn in an iteration, from all members of a union together
BANDWIDTH_COSTS = [0.001, 0.01, 0.1]


def read(folder, name):
    path = os.path.join(folder, name + ".svm")
    x, y = load_svmlight_file(path if os.path.exists(path) else path + ".gz")
    return x.toarray(), y


def print_cells(name, errors, more=""):
    print("| %s | %.2f +- %.2f |%s" % (name, numpy.mean(errors), numpy.std(errors, ddof=1), more), flush=True)


# ---------------------------------------------------------------------------------------------- mfeat


def chosen_and_fitted(solver, data):
    """By cross-validation of C."""
    solver.cross_validate(data, {"C": COSTS})
    return solver.fit(data)


def errors_of_views(arguments, views, y, split):
    random = numpy.random.default_rng(split)
    is_train = numpy.zeros(len(y), dtype=bool)
    for label in numpy.unique(y):
        rows = numpy.flatnonzero(y == label)
        is_train[random.choice(rows, len(rows) // 2, replace=False)] = True
    standard = [(x - x[is_train].mean(0)) / numpy.where(x[is_train].std(0) > 0, x[is_train].std(0), 1) for x in views]
    x = numpy.column_stack(standard)
    begins = numpy.cumsum([0] + [view.shape[1] for view in views])
    coppice = arguments.coppice

    def dataset(rows, values=x):
        data = coppice.Dataset(values[rows], y[rows])
        for name, first, last in zip(VIEWS, begins, begins[1:]):
            data.add_view(name, range(first, last))
        return data

    train, test = dataset(is_train), dataset(~is_train)

    def error(method, pool, on=(train, test), **options):
        model = chosen_and_fitted(coppice.Solver(method, pool=pool, **options), on[0])
        return 100 * model.evaluate(on[1]).criterion("error")

    found = {"view " + name: error("kernel-alignment", "linear@" + name) for name in VIEWS}
    found["all features"] = error("kernel-alignment", "linear")
    given = numpy.column_stack(views)
    found["all features, not standardised"] = error("kernel-alignment", "linear", (dataset(is_train, given),
                                                                             dataset(~is_train, given)))
    found["kernel-alignment"] = error("kernel-alignment", "linear@*")
    union = coppice.Solver("cgens-sls", pool="fourier(candidates=200)@*", learners=300, C=1,
                           columns_per_iteration=1).fit(train)
    mapped = [coppice.Dataset(union.predict(part, output="map"), y[rows])
              for part, rows in ((train, is_train), (test, ~is_train))]
    found["map of CGEns over `fourier@*`"] = error("kernel-alignment", "linear", mapped)
    found["kernel-boost over `linear@*`"] = error("kernel-boost", "linear@*", learners=180)
    found["kernel-boost over `linear@*` and `fourier@*`"] = error("kernel-boost", "union(linear@*,fourier@*)",
                                                          learners=180, terms=300)
    return found


def fit_mfeat(arguments):
    tables = [read(arguments.data, "mfeat-" + name) for name in VIEWS]
    views, y = [x for x, _ in tables], tables[0][1]
    runs = [errors_of_views(arguments, views, y, split) for split in range(arguments.splits)]
    print("mfeat, %d splits: test error of a linear SVM, %%\n" % arguments.splits)
    print("| on | error |")
    print("|---|---|")
    means = {}
    for name in runs[0]:
        print_cells(name, [run[name] for run in runs])
        means[name] = numpy.mean([run[name] for run in runs])
    print()
    best_view = min(means["view " + name] for name in VIEWS)
    best = min(means[name] for name in means if name.startswith("kernel-boost"))
    print("The better kernel-boost is %.2f points below the best view and %.2f below all features.\n" %
          (best_view - best, means["all features"] - best))


# ----------------------------------------------------------------------------------------- bandwidths


def realisations(folder, name, rows, count):
    with open(os.path.join(folder, "raetsch_splits", name + ".train.txt")) as lines:
        given = [numpy.array(line.split(), dtype=int) - 1 for line in lines]
    random = numpy.random.default_rng(1)
    while len(given) < count:
        given.append(random.permutation(rows)[:len(given[0])])
    for train in given[:count]:
        is_train = numpy.zeros(rows, dtype=bool)
        is_train[train] = True
        yield is_train


def fit_bandwidths(arguments):
    coppice = arguments.coppice
    weights = {}
    print("CGEns over Fourier features of five bandwidths, %d learners, %d realisations: test error, %%\n" %
          (arguments.learners, arguments.realisations))
    print("| set | union | bandwidth by cross-validation | difference | its standard error | seconds | chosen |")
    print("|---|---|---|---|---|---|---|")
    differences = []
    for name in arguments.sets:
        x, y = read(arguments.data, name)
        bandwidths = [factor / x.shape[1] for factor in BANDWIDTHS]
        unions, singles, shares = [], [], []
        chosen = dict.fromkeys(BANDWIDTHS, 0)
        seconds = numpy.zeros(2)
        for is_train in realisations(arguments.data, name, len(y), arguments.realisations):
            train = coppice.Dataset(x[is_train], y[is_train])
            test = coppice.Dataset(x[~is_train], y[~is_train])
            union = "union(%s)" % ",".join("fourier(gamma=%g,candidates=%d,normalise=yes)" %
                                          (g, CANDIDATES // len(BANDWIDTHS))
                                          for g in bandwidths)
            began = time.process_time()
            solver = coppice.Solver("cgens", pool=union, learners=arguments.learners, columns_per_iteration=1)
            solver.cross_validate(train, {"C": BANDWIDTH_COSTS})
            model = solver.fit(train)
            found = time.process_time()
            unions.append(100 * model.evaluate(test).criterion("error"))
            if sum(model.get("pool_weights")) > 0:
                shares.append(model.get("pool_weights") / sum(model.get("pool_weights")))
            solver = coppice.Solver("cgens", pool="fourier(candidates=%d,normalise=yes)" % CANDIDATES,
                                    learners=arguments.learners, columns_per_iteration=1)
            solver.cross_validate(train, {"C": BANDWIDTH_COSTS, "gamma": bandwidths})
            single = solver.fit(train)
            seconds += (found - began, time.process_time() - found)
            singles.append(100 * single.evaluate(test).criterion("error"))
            gamma = float(solver.pool.get("gamma")) * x.shape[1]
            chosen[min(BANDWIDTHS, key=lambda factor: abs(factor - gamma))] += 1
        pairs = numpy.array(unions) - numpy.array(singles)
        differences.append(pairs.mean())
        weights[name] = numpy.mean(shares, axis=0)
        print("| %s | %.2f +- %.2f | %.2f +- %.2f | %+.2f | %.2f | %.1f, %.1f | %s |" %
              (name, numpy.mean(unions), numpy.std(unions, ddof=1), numpy.mean(singles),
               numpy.std(singles, ddof=1), differences[-1], pairs.std(ddof=1) / len(pairs) ** 0.5,
               *(seconds / len(pairs)), ", ".join("%g: %d" % item for item in chosen.items() if item[1])), flush=True)
    print("\nShares of the squared weights by bandwidth, gamma times features:\n")
    print("| set | %s |" % " | ".join("%g" % factor for factor in BANDWIDTHS))
    print("|---" * 6 + "|")
    for name in arguments.sets:
        print("| %s | %s |" % (name, " | ".join("%.2f" % share for share in weights[name])))
    print("\nThe largest difference is %+.2f points.\n" % max(differences))
    if arguments.output:
        with open(os.path.join(arguments.output, "kernel_weights.csv"), "w") as out:
            out.write("gamma,%s\n" % ",".join(arguments.sets))
            for k, gamma in enumerate(BANDWIDTHS):
                out.write("%g,%s\n" % (gamma, ",".join("%.6f" % weights[name][k] for name in arguments.sets)))


def main():
    parser = argparse.ArgumentParser()
    add_arguments(parser)
    parser.add_argument("--splits", type=int, default=10)
    parser.add_argument("--realisations", type=int, default=15)
    parser.add_argument("--learners", type=int, default=400)
    parser.add_argument("--parts", default="mfeat,bandwidths")
    parser.add_argument("--sets", type=lambda text: text.split(","), default=SETS)
    parser.add_argument("--output")
    arguments = parser.parse_args()
    if arguments.output:
        os.makedirs(arguments.output, exist_ok=True)
    parts = arguments.parts.split(",")
    if "mfeat" in parts:
        fit_mfeat(arguments)
    if "bandwidths" in parts:
        fit_bandwidths(arguments)


if __name__ == "__main__":
    main()
