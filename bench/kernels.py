#!/usr/bin/python3
"""How fast kernels of views are learned: MNIST cut into views, growth with rows, and the rival beside it.

    bench/kernels.py --build BUILD --data FOLDER [--repeat 3] [--rows 100000] [--parts mnist,growth,rival]

mnist: kernel-boost, 180 functions of 10 views of 78 of the 780 columns on all 60,000 rows, one thread: seconds
of processor time of the whole fit, with its SVMs, and the most memory of the process; asserted below 60 s and
2 GB. growth: 1,000 to --rows rows of 10 classes in 10 views of 16 features, 180 functions, whose classifier
is one neighbour, which takes no training; asserted is an exponent of a log-log regression of at most 1.1.
rival: 25 and 100 views of 16 features, 20,000 rows, kernel-boost with 180 functions against
kernel-alignment, alike. The least of so many runs. Run it with Debian's Python (/usr/bin/python3).
"""
import argparse
import resource

import numpy

from linear_svm import add_arguments, read, timed

FUNCTIONS = 180


def cut_into_views(data, features, size):
    for view in range(features // size):
        data.add_view(str(view + 1), range(view * size, (view + 1) * size))
    return data


def drawn(coppice, rows, views, size=16, classes=10):
    random = numpy.random.default_rng(1)
    centres = random.random((classes, views * size))
    y = numpy.arange(rows) % classes
    x = centres[y] + 0.5 * random.standard_normal((rows, views * size))
    return cut_into_views(coppice.Dataset(x, y), views * size, size)


def fit(arguments, method, data, **options):
    """The least seconds, and the model."""
    def once():
        solver = arguments.coppice.Solver(method, **options)
        return timed(lambda: solver.fit(data))

    return min((once() for _ in range(arguments.repeat)), key=lambda run: run[0])


def fit_mnist(arguments):
    x, y = read(arguments.data, "mnist.train", 780)
    data = cut_into_views(arguments.coppice.Dataset(x, y), 780, 78)
    print("MNIST, %d x 780 in 10 views, %d functions\n" % (len(y), FUNCTIONS))
    print("| classifier | seconds | functions | alignment | training error, % | largest memory, MB |")
    print("|---|---|---|---|---|---|")
    for name, options in (("nearest neighbour", {"classifier": "knn", "neighbours": 1}), ("linear SVM", {})):
        seconds, model = fit(arguments, "kernel-boost", data, learners=FUNCTIONS, epsilon=0, **options)
        memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        print("| %s | %.2f | %d | %.4f | %.2f | %.0f |" %
              (name, seconds, model.get("learners"), model.get("alignment"), 100 * model.get("train_error"), memory),
              flush=True)
        assert seconds < 60 and memory < 2000
    print()


def fit_growing(arguments):
    numbers = [rows for k in range(3, 7) for rows in (10**k, 3 * 10**k) if rows <= arguments.rows]
    found = []
    print("Growth: 10 classes, 10 views of 16 features, %d functions\n" % FUNCTIONS)
    print("| rows | seconds |")
    print("|---|---|")
    for rows in numbers:
        seconds, _ = fit(arguments, "kernel-boost", drawn(arguments.coppice, rows, 10), learners=FUNCTIONS,
                         classifier="knn", neighbours=1)
        found.append(seconds)
        print("| %d | %.3f |" % (rows, seconds), flush=True)
    exponent = numpy.polyfit(numpy.log(numbers), numpy.log(found), 1)[0]
    print("\nexponent %.2f\n" % exponent)
    assert exponent <= 1.1


def fit_rival(arguments):
    print("20,000 rows of 10 classes, views of 16 features\n")
    print("| views | kernel-boost, s | kernel-alignment, s | ratio |")
    print("|---|---|---|---|")
    for views in (25, 100):
        data = drawn(arguments.coppice, 20000, views)
        ours, _ = fit(arguments, "kernel-boost", data, learners=FUNCTIONS, classifier="knn", neighbours=1)
        rival, _ = fit(arguments, "kernel-alignment", data, classifier="knn", neighbours=1)
        print("| %d | %.2f | %.2f | %.2f |" % (views, ours, rival, rival / ours), flush=True)
    print()


def main():
    parser = argparse.ArgumentParser()
    add_arguments(parser)
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--rows", type=int, default=100000)
    parser.add_argument("--parts", default="mnist,growth,rival")
    arguments = parser.parse_args()
    for part, run in (("mnist", fit_mnist), ("growth", fit_growing), ("rival", fit_rival)):
        if part in arguments.parts.split(","):
            run(arguments)


if __name__ == "__main__":
    main()
