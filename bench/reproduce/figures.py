#!/usr/bin/python3
"""Draws figures from what programs left in a folder: figures 1 and 5 of Shen & Liu of cgens_toy and
cgens_spam, figure 3 of Lin & Li of infinite_boundaries, figure 3 of Yugov & Kumazawa of
online_curves, figure 1 of Lechervy, Gosselin & Precioso of kernel_toys.py, and the weights of kernels of
kernel_views.py.

    bench/reproduce/figures.py FOLDER

Writes FOLDER/figure1.png, figure5.png, boundaries.png, online.png, switching.png, simplex.png and
kernels.png, those that there is data for. AdaBoost in figure 1 is scikit-learn's (SAMME, stumps) on the same points.
"""
import csv
import os
import sys

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy

NAMES = os.path.join(os.path.dirname(os.path.abspath(__file__)),
                     "../../capi_tests/data/spam.names")


def read(folder, name):
    """The columns of a CSV file of numbers, by their names."""
    with open(os.path.join(folder, name)) as lines:
        rows = list(csv.reader(lines))
    values = numpy.array(rows[1:], dtype=float)
    return {column: values[:, k] for k, column in enumerate(rows[0])}


def adaboost_errors(train, test, learners):
    from sklearn.ensemble import AdaBoostClassifier

    def points(table):
        return numpy.column_stack([table["x1"], table["x2"]]), table["label"]

    model = AdaBoostClassifier(n_estimators=learners, algorithm="SAMME").fit(*points(train))
    return [[100 * (1 - score) for score in model.staged_score(*points(part))]
            for part in (train, test)]


def draw_points(axes, points):
    for label, colour, mark in ((1, "#1f5fa8", "o"), (-1, "#b5402a", "x")):
        chosen = points["label"] == label
        axes.scatter(points["x1"][chosen], points["x2"][chosen], s=9, c=colour, marker=mark,
                     linewidths=0.8)


def draw_plane(axes, x1, x2, decisions):
    side = int(len(decisions) ** 0.5)
    grid = [values.reshape(side, side) for values in (x1, x2, decisions)]
    axes.contourf(*grid, levels=[-1e9, 0, 1e9], colors=["#f4d6cf", "#cfe0f4"])
    axes.contour(*grid, levels=[0], colors="black", linewidths=1)


def draw_errors(axes, rows):
    for learner in dict.fromkeys(row["learner"] for row in rows):
        of = [row for row in rows if row["learner"] == learner]
        axes.plot([int(row["rows"]) for row in of], [100 * float(row["error"]) for row in of],
                  label=learner, linewidth=1.8 if learner.startswith("two-phase") else 1)
    axes.set_ylim(bottom=0)


def add_legend_below(figure, axes):
    """One for all panels, where it hides no curve."""
    handles, labels = axes.get_legend_handles_labels()
    figure.legend(handles, labels, loc="lower center", ncol=4, fontsize=9, frameon=False)
    figure.tight_layout(rect=(0, 0.4 / figure.get_figheight(), 1, 1))


def read_texts(folder, name):
    with open(os.path.join(folder, name)) as lines:
        return list(csv.DictReader(lines))


def online(folder):
    """Figure 3 of Yugov & Kumazawa, and what helps where the stream changes."""
    rows = read_texts(folder, "online_curves.csv")
    streams = list(dict.fromkeys(row["stream"] for row in rows))
    figure, panels = plt.subplots(2, 3, figsize=(13, 7.5))
    for axes, stream in zip(panels.flat, streams):
        draw_errors(axes, [row for row in rows if row["stream"] == stream])
        axes.set(title=stream, xlabel="rows", ylabel="wrong so far, %")
    for axes in panels.flat[len(streams):]:
        axes.set_visible(False)
    add_legend_below(figure, panels[0, 0])
    figure.savefig(os.path.join(folder, "online.png"), dpi=120)
    figure, axes = plt.subplots(figsize=(9, 4.5))
    draw_errors(axes, read_texts(folder, "online_recovery.csv"))
    axes.set(title="A stream that switches every 1,000 rows", xlabel="rows behind the switch",
             ylabel="wrong, %")
    add_legend_below(figure, axes)
    figure.savefig(os.path.join(folder, "switching.png"), dpi=120)


def figure1(folder):
    train, test = read(folder, "toy_train.csv"), read(folder, "toy_test.csv")
    plane, errors = read(folder, "toy_plane.csv"), read(folder, "toy_errors.csv")
    figure, (left, right) = plt.subplots(1, 2, figsize=(11, 5))

    draw_plane(left, plane["x1"], plane["x2"], plane["decision"])
    draw_points(left, train)
    left.set(title="Decision boundary of CGEns, %d stumps" % errors["learners"][-1],
             xlim=(-3, 3), ylim=(-3, 3), aspect="equal")

    boosted = adaboost_errors(train, test, int(errors["learners"][-1]))
    for part, style in ((0, "--"), (1, "-")):
        name = ("training", "test")[part]
        right.plot(errors["learners"], 100 * errors[name.replace("ing", "") + "_error"], style,
                   color="#1f5fa8", label="CGEns, " + name)
        right.plot(range(1, len(boosted[part]) + 1), boosted[part], style, color="#b5402a",
                   label="AdaBoost, " + name)
    right.set(xlabel="weak learners", ylabel="error, %", title="Training and test error", ylim=0)
    right.legend()
    figure.tight_layout()
    figure.savefig(os.path.join(folder, "figure1.png"), dpi=120)


def figure5(folder):
    features = read(folder, "spam_features.csv")
    with open(NAMES) as lines:
        names = lines.read().split()
    figure, axes = plt.subplots(figsize=(13, 4.5))
    axes.bar(features["feature"], features["stumps"], color="#1f5fa8")
    axes.set_xticks(features["feature"])
    axes.set_xticklabels(["%d %s" % pair for pair in enumerate(names, 1)], rotation=90, fontsize=7)
    axes.set(ylabel="stumps of 60, on average", xlim=(0, len(names) + 1),
             title="Features chosen by CGEns on spambase")
    figure.tight_layout()
    figure.savefig(os.path.join(folder, "figure5.png"), dpi=120)


def boundaries(folder):
    points, planes = read(folder, "boundary_train.csv"), read(folder, "boundary_planes.csv")
    methods = [name for name in planes if name not in ("x1", "x2")]
    figure, all_axes = plt.subplots(1, len(methods), figsize=(4 * len(methods), 4.3))
    for axes, name in zip(all_axes, methods):
        draw_plane(axes, planes["x1"], planes["x2"], planes[name])
        draw_points(axes, points)
        axes.plot([-5, 5], [5, -5], "--", color="grey", linewidth=0.8)
        axes.set(title=name, xlim=(-5, 5), ylim=(-5, 5), aspect="equal")
    figure.tight_layout()
    figure.savefig(os.path.join(folder, "boundaries.png"), dpi=120)


def simplex(folder):
    """Three classes on the map, and the triangle of their centres, after 2 and 45 functions."""
    figure, all_axes = plt.subplots(1, 2, figsize=(10, 5))
    for axes, functions in zip(all_axes, (2, 45)):
        rows = read(folder, "simplex_%d.csv" % functions)
        centres = []
        for label, colour in zip(range(3), ("#1f5fa8", "#b5402a", "#2f8f5b")):
            chosen = rows["class"] == label
            axes.scatter(rows["first"][chosen], rows["second"][chosen], s=9, c=colour)
            centres.append((rows["first"][chosen].mean(), rows["second"][chosen].mean()))
        axes.plot(*zip(*centres, centres[0]), color="black", marker="o")
        axes.set(title="%d functions" % functions, aspect="equal", xlabel="first component", ylabel="second")
    figure.tight_layout()
    figure.savefig(os.path.join(folder, "simplex.png"), dpi=120)


def kernels(folder):
    weights = read(folder, "kernel_weights.csv")
    sets = [name for name in weights if name != "gamma"]
    figure, axes = plt.subplots(figsize=(9, 4))
    width = 0.8 / len(weights["gamma"])
    for k, gamma in enumerate(weights["gamma"]):
        axes.bar(numpy.arange(len(sets)) + k * width, [weights[name][k] for name in sets], width,
                 label="%g" % gamma, color=plt.get_cmap("viridis")(k / len(weights["gamma"])))
    axes.set_xticks(numpy.arange(len(sets)) + 2 * width)
    axes.set_xticklabels(sets)
    axes.set(ylabel="share of the squared weights", title="Weights of the kernels in CGEns over a union")
    axes.legend(title="gamma times features")
    figure.tight_layout()
    figure.savefig(os.path.join(folder, "kernels.png"), dpi=120)


def main():
    if len(sys.argv) != 2 or sys.argv[1].startswith("-"):
        sys.exit(__doc__)
    folder = sys.argv[1]
    drawn = 0
    for first, draw in (("toy_errors.csv", figure1), ("spam_features.csv", figure5),
                        ("boundary_planes.csv", boundaries), ("online_curves.csv", online),
                        ("simplex_45.csv", simplex), ("kernel_weights.csv", kernels)):
        if os.path.exists(os.path.join(folder, first)):
            draw(folder)
            drawn += 1
    if drawn == 0:
        sys.exit("%s has no file of cgens_toy, cgens_spam, infinite_boundaries, online_curves, kernel_toys.py or "
                 "kernel_views.py" % folder)


if __name__ == "__main__":
    main()
