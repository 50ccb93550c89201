#!/usr/bin/python3
"""The toys of Lechervy, Gosselin & Precioso: kernel-boost and kernel-alignment, beside the paper.

    bench/reproduce/kernel_toys.py --build BUILD [--draws 20] [--reference FOLDER] [--output FOLDER]

Toy 1: 3 classes, 100 + 100 rows each, 10 views of 2 features, standard deviation 0.5; with --output the
map after 2 and 45 functions goes there, two principal components of it, for figure 1. Toy 2: 10 classes,
30 + 30 rows each, 25 views of 16 features: the alignments after 180 functions at standard deviation 0.5,
and the errors of nearest neighbours at 0.5 and 0.95, where those of figure 2 are; --reference is the
folder of kernelboost_alignment.csv and kernelboost_fig2_knn_error.csv. Centres are uniform in the unit
cube. What must hold is asserted. Run it with Debian's Python (/usr/bin/python3).
"""
import argparse
import csv
import os
import sys

import numpy

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from linear_svm import package

NEIGHBOURS = range(1, 11)


def draw(classes, rows, views, size, deviation, seed):
    """Training rows and test rows, `rows` of each class in each."""
    random = numpy.random.default_rng(seed)
    centres = random.random((classes, views * size))
    y = numpy.repeat(numpy.arange(classes), rows)
    return [(centres[y] + deviation * random.standard_normal((len(y), views * size)), y) for _ in range(2)]


def dataset(coppice, part, size):
    x, y = part
    data = coppice.Dataset(x, y)
    for view in range(x.shape[1] // size):
        data.add_view(str(view + 1), range(view * size, (view + 1) * size))
    return data


def learn(coppice, method, train, test, size, **options):
    solver = coppice.Solver(method, classifier="knn", neighbours=1, **options)
    solver.set_validation(dataset(coppice, test, size))
    return solver.fit(dataset(coppice, train, size))


def errors(train, test, maps):
    """Percent, of the k nearest rows on the map; votes, of as many the earlier class."""
    at_train, at_test = maps
    distances = ((at_test**2).sum(1)[:, None] + (at_train**2).sum(1)[None, :] - 2 * at_test @ at_train.T)
    nearest = train[1][numpy.argsort(distances, axis=1, kind="stable")]
    classes = train[1].max() + 1
    found = []
    for k in NEIGHBOURS:
        votes = numpy.stack([(nearest[:, :k] == s).sum(1) for s in range(classes)], axis=1)
        found.append(100 * (votes.argmax(1) != test[1]).mean())
    return found


def maps_of(model, train, test):
    return [numpy.asarray(model.predict(part[0], output="map")).reshape(len(part[1]), -1)
            for part in (train, test)]


def fit_toy_1(arguments):
    print("Toy 1: 3 classes, 10 views of 2 features\n")
    print("| functions | alignment, train | test | sides of the triangle of the centres |")
    print("|---|---|---|---|")
    train, test = draw(3, 100, 10, 2, 0.5, 1)
    for functions in (2, 20, 45):
        model = learn(arguments.coppice, "kernel-boost", train, test, 2, learners=functions)
        at_train = maps_of(model, train, test)[0]
        centres = numpy.stack([at_train[train[1] == s].mean(0) for s in range(3)])
        sides = [numpy.linalg.norm(centres[s] - centres[s - 1]) for s in range(3)]
        print("| %d | %.4f | %.4f | %s |" % (model.get("learners"), model.get("alignment"),
                                             model.get("validation_alignment"),
                                             ", ".join("%.3f" % (side / max(sides)) for side in sides)))
        if arguments.output and functions != 20:
            write_simplex(arguments.output, functions, at_train, train[1])
        assert functions == 2 or min(sides) > 0.88 * max(sides)
    print()


def write_simplex(folder, functions, mapped, classes):
    centred = mapped - mapped.mean(0)
    plane = centred @ numpy.linalg.svd(centred, full_matrices=False)[2][:2].T
    if plane.shape[1] < 2:
        plane = numpy.column_stack([plane, numpy.zeros(len(plane))])
    with open(os.path.join(folder, "simplex_%d.csv" % functions), "w") as out:
        out.write("first,second,class\n")
        for point, label in zip(plane, classes):
            out.write("%.9g,%.9g,%d\n" % (*point, label))


def fit_toy_2(arguments, deviation):
    """Alignments, draws x (train, test), and errors, draws x neighbours, by method."""
    alignments = {"kernel-boost": [], "kernel-alignment": []}
    wrong = {method: [] for method in alignments}
    for seed in range(1, arguments.draws + 1):
        train, test = draw(10, 30, 25, 16, deviation, seed)
        for method in alignments:
            options = {"learners": 180} if method == "kernel-boost" else {}
            model = learn(arguments.coppice, method, train, test, 16, **options)
            alignments[method].append((model.get("alignment"), model.get("validation_alignment")))
            wrong[method].append(errors(train, test, maps_of(model, train, test)))
    return ({method: numpy.array(rows) for method, rows in alignments.items()},
            {method: numpy.array(rows) for method, rows in wrong.items()})


def reference(folder, name):
    if not folder:
        return None
    with open(os.path.join(folder, name)) as lines:
        return [row for row in csv.reader(lines)][1:]


def print_alignments(alignments, published, draws):
    print("Toy 2 after 180 functions, standard deviation 0.5, %d draws: mean (least)\n" % draws)
    print("| method | alignment, train | test | paper, train | test |")
    print("|---|---|---|---|---|")
    of_paper = {"kernel-alignment": published and published[0], "kernel-boost": published and published[1]}
    for method, found in alignments.items():
        cells = ["%.3f (%.3f)" % (found[:, k].mean(), found[:, k].min()) for k in range(2)]
        cells += ["%.3f" % float(cell) for cell in of_paper[method][1:]] if of_paper[method] else ["", ""]
        print("| %s | %s |" % (method, " | ".join(cells)))
    print()


def print_errors(deviation, wrong, published):
    print("Nearest neighbours on toy 2, standard deviation %g: test error in %%, mean over the draws\n" % deviation)
    print("| k | %s |" % " | ".join(map(str, NEIGHBOURS)))
    print("|---" * 11 + "|")
    for method, found in wrong.items():
        print("| %s | %s |" % (method, " | ".join("%.1f" % one for one in found.mean(0))))
    if published and deviation > 0.5:
        print("| paper, its method | %s |" % " | ".join(row[2] for row in published))
        print("| paper, its rival | %s |" % " | ".join(row[1] for row in published))
    print()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--build", required=True, type=package, dest="coppice", metavar="BUILD")
    parser.add_argument("--draws", type=int, default=20)
    parser.add_argument("--reference")
    parser.add_argument("--output")
    arguments = parser.parse_args()
    fit_toy_1(arguments)
    alignments, wrong = fit_toy_2(arguments, 0.5)
    print_alignments(alignments, reference(arguments.reference, "kernelboost_alignment.csv"), arguments.draws)
    print_errors(0.5, wrong, None)
    ours, rival = alignments["kernel-boost"], alignments["kernel-alignment"]
    assert ours[:, 0].min() >= 0.85 and ours[:, 1].min() >= 0.80 and (ours > rival).all()
    assert wrong["kernel-boost"].max() == 0
    noisy = fit_toy_2(arguments, 0.95)[1]
    print_errors(0.95, noisy, reference(arguments.reference, "kernelboost_fig2_knn_error.csv"))
    means = {method: found.mean(0) for method, found in noisy.items()}
    assert (means["kernel-boost"][:4] < means["kernel-alignment"][:4]).all()


if __name__ == "__main__":
    main()
