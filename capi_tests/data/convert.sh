#!/bin/sh
# Regenerates the .svm files, labor.csv and spam.names of this directory from the
# data sets that the Debian packages r-cran-kernlab, r-cran-mlbench,
# python3-sklearn and weka install, reads every file back, compares it with its
# source and prints the counts.
#
#   apt-get install r-base-core r-cran-kernlab r-cran-mlbench python3-sklearn weka
#   sh convert.sh [OUTPUT_DIRECTORY]      (default: the directory of this file)
#
# Nothing is fetched from the network. Any difference in shape, class counts
# or values from what is expected below ends the script with an error.

set -eu
LC_ALL=C.UTF-8
export LC_ALL

out=${1:-$(dirname -- "$0")}
mkdir -p -- "$out"
out=$(cd -- "$out" && pwd)
tmp=$(mktemp -d)
trap 'rm -rf -- "$tmp"' EXIT
trap 'exit 1' HUP INT TERM

if command -v dpkg-query >/dev/null 2>&1; then
    dpkg-query -W r-base-core r-cran-kernlab r-cran-mlbench python3-sklearn weka
fi

# Step 1. R recodes its data sets into all-numeric matrices. Every value
# leaves R as a C99 hexadecimal floating point constant, so nothing is rounded.
cat > "$tmp/export.R" <<'R'
dir <- commandArgs(trailingOnly = TRUE)[1]

get_data <- function(name, package) {
    env <- new.env()
    data(list = name, package = package, envir = env)
    env[[name]]
}
# A factor with numbers as level names becomes those numbers, not level codes.
numeric_column <- function(x) if (is.factor(x)) as.numeric(as.character(x)) else as.numeric(x)
export <- function(name, x, class, positive, negative) {
    class <- as.character(class)
    stopifnot(class %in% c(positive, negative))
    x <- unname(sapply(x, numeric_column))
    stopifnot(is.matrix(x), is.finite(x))
    text <- matrix(sprintf("%a", x), nrow(x))
    lines <- paste(ifelse(class == positive, "+1", "-1"), apply(text, 1, paste, collapse = " "))
    writeLines(lines, file.path(dir, paste0(name, ".hex")))
}

spam <- get_data("spam", "kernlab")
export("spam", spam[names(spam) != "type"], spam$type, "spam", "nonspam")
writeLines(names(spam)[names(spam) != "type"], file.path(dir, "spam.names"))

sonar <- get_data("Sonar", "mlbench")
export("sonar", sonar[names(sonar) != "Class"], sonar$Class, "M", "R")

ionosphere <- get_data("Ionosphere", "mlbench")
export("ionosphere", ionosphere[names(ionosphere) != "Class"], ionosphere$Class, "good", "bad")

votes <- get_data("HouseVotes84", "mlbench")
vote <- function(v) ifelse(is.na(v), 0, ifelse(v == "y", 1, -1))
export("votes", lapply(votes[names(votes) != "Class"], vote), votes$Class, "republican", "democrat")

cancer <- get_data("BreastCancer", "mlbench")
cancer <- cancer[complete.cases(cancer), ]
export("breast-cancer-original", cancer[!names(cancer) %in% c("Id", "Class")], cancer$Class,
       "malignant", "benign")
R
Rscript --vanilla "$tmp/export.R" "$tmp"
cp -- "$tmp/spam.names" "$out/spam.names"

# Step 2. Write the files, then read them back with an independent reader.
cat > "$tmp/write.py" <<'PYTHON'
import collections
import csv
import os
import sys

import numpy as np
from sklearn import datasets

tmp, out = sys.argv[1:]


def number(v):
    """Shortest decimal text that reads back as exactly v."""
    text = repr(float(v))
    if text.endswith(".0"):
        text = text[:-2]
    assert float(text) == v
    return text


def write(name, labels, rows):
    with open(os.path.join(out, name), "w", newline="\n") as f:
        for label, row in zip(labels, rows):
            cells = [f"{i}:{number(v)}" for i, v in enumerate(row, 1) if v != 0]
            f.write(" ".join([label] + cells) + "\n")


def check(name, labels, rows, features, expected):
    """Compare the file with its source, value by value."""
    x, y = datasets.load_svmlight_file(
        os.path.join(out, name), n_features=features, dtype=np.float64, zero_based=False)
    source = np.array(rows, dtype=np.float64)
    counts = dict(sorted(collections.Counter(labels).items(), key=lambda c: float(c[0])))
    assert source.shape == (sum(expected.values()), features), (name, source.shape)
    assert counts == expected, (name, counts)
    assert x.shape == source.shape, (name, x.shape)
    assert (x.toarray() == source).all(), name
    assert (y == np.array([float(l) for l in labels])).all(), name
    # The last feature occurs, so the widest index is the number of features.
    assert x.indices.max() + 1 == features, name
    print(f"{name}: {x.shape[0]} rows, {features} features, {x.nnz} non-zeros, classes "
          + ", ".join(f"{k}: {v}" for k, v in counts.items()) + ", equal to the source")


def emit(name, labels, rows, features, expected):
    write(name, labels, rows)
    check(name, labels, rows, features, expected)


def from_r(name):
    labels, rows = [], []
    with open(os.path.join(tmp, name + ".hex")) as f:
        for line in f:
            label, *cells = line.split()
            labels.append(label)
            rows.append([float.fromhex(c) for c in cells])
    return labels, rows


# spam is cut 3:2. Within each class the rows, in source order, are taken in
# groups of five: the first, third and fifth go to train, the second and
# fourth to test. Both parts keep the source order.
labels, rows = from_r("spam")
assert len(rows) == 4601
parts = {"train": ([], []), "test": ([], [])}
seen = collections.Counter()
for label, row in zip(labels, rows):
    part = parts["train" if seen[label] % 5 in (0, 2, 4) else "test"]
    seen[label] += 1
    part[0].append(label)
    part[1].append(row)
emit("spam.train.svm", *parts["train"], 57, {"-1": 1673, "+1": 1088})
emit("spam.test.svm", *parts["test"], 57, {"-1": 1115, "+1": 725})
known = {(l, tuple(r)) for l, r in zip(*parts["train"])}
print("spam.test.svm:", sum((l, tuple(r)) in known for l, r in zip(*parts["test"])),
      "rows equal a row of spam.train.svm, label included")
with open(os.path.join(out, "spam.names")) as f:
    names = f.read().splitlines()
assert len(names) == len(set(names)) == 57
print("spam.names: 57 names")

for name, features, expected in (
        ("sonar", 60, {"-1": 97, "+1": 111}),
        ("ionosphere", 34, {"-1": 126, "+1": 225}),
        ("votes", 16, {"-1": 267, "+1": 168}),
        ("breast-cancer-original", 9, {"-1": 444, "+1": 239})):
    emit(name + ".svm", *from_r(name), features, expected)

for name, load, label, features, expected in (
        ("iris", datasets.load_iris, {"setosa": "1", "versicolor": "2", "virginica": "3"},
         4, {"1": 50, "2": 50, "3": 50}),
        ("wine", datasets.load_wine, {"class_0": "1", "class_1": "2", "class_2": "3"},
         13, {"1": 59, "2": 71, "3": 48}),
        ("digits", datasets.load_digits, {d: str(d) for d in range(10)},
         64, dict(zip("0123456789", (178, 182, 177, 183, 181, 182, 181, 179, 174, 180)))),
        ("breast-cancer-diagnostic", datasets.load_breast_cancer,
         {"malignant": "+1", "benign": "-1"}, 30, {"-1": 357, "+1": 212})):
    bunch = load()
    labels = [label[bunch.target_names[t]] for t in bunch.target]
    emit(name + ".svm", labels, bunch.data.tolist(), features, expected)

# labor is a table as people have them: numbers, words, and gaps, which are empty cells here.
names, table = [], []
with open("/usr/share/doc/weka/examples/labor.arff") as f:
    for line in f:
        if line.startswith("@attribute"):
            names.append(line.split("'")[1])
        elif line.strip() and line[0] not in "%@":
            table.append(["" if cell == "?" else cell.strip("'") for cell in line.strip().split(",")])
with open(os.path.join(out, "labor.csv"), "w", newline="\n") as f:
    f.writelines(",".join(row) + "\n" for row in [names] + table)
with open(os.path.join(out, "labor.csv"), newline="") as f:
    assert list(csv.reader(f)) == [names] + table
assert len(table) == 57 and {len(row) for row in table} == {17}
print(f"labor.csv: {len(table)} rows, {len(names) - 1} features, "
      f"{sum(row.count('') for row in table)} gaps, classes "
      + ", ".join(f"{k}: {v}" for k, v in sorted(collections.Counter(r[-1] for r in table).items())))
PYTHON
/usr/bin/python3 "$tmp/write.py" "$tmp" "$out"
