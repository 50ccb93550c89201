#!/usr/bin/python3
"""Where the time of a fit goes: samples of perf in the library, by what they belong to, for 500 stumps by CGEns.

    bench/where_time_goes.py --build BUILD --data FOLDER [--sets "covtype, class 2;a9a"] [--columns 1,0]
                             [--output docs/where-time-goes.svg]

For every set of tables.py and the C that it chose for the hinge by cross-validation; one thread. Prints a table of
percents, and draws it. BUILD must not be stripped, and perf (Debian's linux-perf) must be allowed to sample. Run it
with Debian's Python (/usr/bin/python3), python3-sklearn and python3-matplotlib.
"""
import argparse
import os
import re
import subprocess
import sys
import tempfile

import numpy
from matplotlib import pyplot

import tables
from linear_svm import add_arguments

COSTS = {"spam": 0.003, "a9a": 0.3, "ijcnn1": 0.003, "covtype, class 2": 0.1, "MNIST odd/even": 0.001,
         "letter, A to M": 0.3}
FITS = 3

# What is drawn, and the names of the functions that do it; the first that fits counts.
PARTS = [
    ("products with the step", "#1a73e8",
     r"sign_products|by_eight_rows|float_products|column_matrix::multiply|add_products\("),
    ("correlations", "#8ab4f8", r"correlat"),
    ("line search", "#e8710a", r"::derivative|rising_root"),
    ("duals of the rows", "#fcad70", r"margin_rows<.*(respond|aim|advance|move_anchors)|newton_step"),
    ("rows to be watched", "#fde293", r"watched_rows|margin_rows<.*(renew|watch|start|append)"),
    ("choice of several", "#a50e0e", r"choose_jointly|best_together|compared_learners|(append|keep)_signs"),
    ("Gram matrices", "#188038", r"products_of_signs|signs_on_rows|by_vectors|bits_of_columns|gram|transpose|gather"),
    ("their factors", "#81c995", r"cholesky|triangular_solve|gebp_kernel|gemm_pack|general_matrix|lhs_process|trsm"),
    ("certificates", "#9334e6", r"dual_point|train_error|certify|training_error"),
    ("pricing", "#d93025", r"bin_sums|binned_rows|price|pricing|row_numbers|heavier_side|histogram|cut_choice"),
    ("bins and outputs", "#f28b82",
     r"bin_column|binned_column|column_reader|place_by|sort|outputs|column_matrix::(append|get)|are_signs|"
     r"lists_of_columns|feature_matrix|bins"),
    ("importances", "#5f6368", r"add_variances|shape_table|feature_importance"),
]
OTHERS = ("others", "#bdc1c6")


def fit(coppice, folder, name, columns):
    x, y = tables.SETS[name](folder)[:2]
    data = coppice.Dataset(x.toarray(), numpy.where(y > 0, 1, -1))
    for _ in range(FITS):
        coppice.Solver("cgens", learners=tables.LEARNERS, C=COSTS[name], columns_per_iteration=columns).fit(data)


def sampled(arguments, name, columns):
    """Percent of the samples in the library, by symbol."""
    with tempfile.TemporaryDirectory() as folder:
        file = os.path.join(folder, "perf.data")
        build = os.path.dirname(os.path.dirname(os.environ["COPPICE_LIBRARY"]))  # which package() has set
        command = [sys.executable, __file__, "--build", build, "--data", arguments.data, "--fit", name,
                   "--columns", str(columns)]
        subprocess.run(["perf", "record", "-q", "-F", "999", "-o", file, *command], check=True)
        report = subprocess.run(["perf", "report", "-q", "-i", file, "--sort", "dso,symbol", "-F",
                                 "overhead,dso,symbol", "--field-separator", ";"], check=True,
                                stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                                universal_newlines=True).stdout
    found = {}
    for line in report.splitlines():
        words = line.split(";", 2)
        if len(words) == 3 and "libcoppice" in words[1]:
            found[words[2]] = found.get(words[2], 0) + float(words[0].strip(" %"))
    total = sum(found.values())
    return {symbol: 100 * share / total for symbol, share in found.items()}


def parts_of(symbols, shows_others):
    shares = {name: 0.0 for name, _, _ in PARTS}
    shares[OTHERS[0]] = 0.0
    for symbol, share in sorted(symbols.items(), key=lambda item: -item[1]):
        part = next((name for name, _, names in PARTS if re.search(names, symbol)), OTHERS[0])
        shares[part] += share
        if shows_others and part == OTHERS[0] and share > 0.3:
            print("%5.1f %s" % (share, symbol), file=sys.stderr)
    return shares


def draw(rows, output):
    colours = [colour for _, colour, _ in PARTS] + [OTHERS[1]]
    names = [name for name, _, _ in PARTS] + [OTHERS[0]]
    figure, axes = pyplot.subplots(figsize=(9, 0.42 * len(rows) + 1.5))
    places = numpy.arange(len(rows))[::-1]
    left = numpy.zeros(len(rows))
    for part, colour in zip(names, colours):
        widths = numpy.array([shares[part] for _, shares in rows])
        axes.barh(places, widths, left=left, color=colour, label=part, height=0.72)
        for place, width, begin in zip(places, widths, left):
            if width >= 4:
                axes.text(begin + width / 2, place, "%.0f" % width, ha="center", va="center", fontsize=8)
        left += widths
    axes.set_yticks(places, [title for title, _ in rows])
    axes.set_xlim(0, 100)
    axes.set_xlabel("percent of a fit")
    for side in ("top", "right", "left"):
        axes.spines[side].set_visible(False)
    axes.tick_params(left=False)
    axes.legend(loc="lower center", bbox_to_anchor=(0.45, 1), ncol=4, frameon=False, fontsize=9)
    figure.tight_layout()
    pyplot.rcParams.update({"svg.hashsalt": "coppice", "svg.fonttype": "none"})
    figure.savefig(output, metadata={"Date": None})


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add_arguments(parser)
    parser.add_argument("--sets", type=lambda text: text.split(";"), default=list(COSTS), help="divided by ;")
    parser.add_argument("--columns", type=lambda text: [int(k) for k in text.split(",")], default=[1, 0])
    parser.add_argument("--output")
    parser.add_argument("--others", action="store_true", help="also lists what belongs to no part")
    parser.add_argument("--fit", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.fit:
        fit(arguments.coppice, arguments.data, arguments.fit, arguments.columns[0])
        return
    rows = []
    names = [name for name, _, _ in PARTS] + [OTHERS[0]]
    print("| set | columns | " + " | ".join(names) + " |\n|" + "---|" * (len(names) + 2))
    for name in arguments.sets:
        for columns in arguments.columns:
            shares = parts_of(sampled(arguments, name, columns), arguments.others)
            title = "%s, %s" % (name.split(",")[0].split(" ")[0], "by gain" if columns == 0 else "one by one")
            rows.append((title, shares))
            print("| %s | %d | " % (name, columns) + " | ".join("%.0f" % shares[part] for part in names) + " |",
                  flush=True)
    if arguments.output:
        draw(rows, arguments.output)


if __name__ == "__main__":
    main()
