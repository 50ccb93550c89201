#!/usr/bin/python3
"""The picture of the first page, docs/demo.svg: how the demo's model of 2761 mails learns, and what it
looks at. Needs nothing but Python.

    demo_picture.py --program BUILD/programs/coppice --data capi_tests/data --output docs/demo.svg

With --check instead of --output it fails unless that file is the picture of this program, to within a
tenth of a point: another processor may round otherwise.
"""

import argparse
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
from xml.sax.saxutils import escape

WIDTH, HEIGHT = 760, 300
TEXT, RULE, TRAIN, TEST = "#3c4043", "#dadce0", "#5f6368", "#1a73e8"


def run(program, data):
    """The demo's report, and what info tells of its model."""
    with tempfile.TemporaryDirectory() as folder:
        model = os.path.join(folder, "spam.json")
        command = [program, "train", data / "spam.train.svm", "--test", data / "spam.test.svm",
                   "--set", "learners=200", "--model", model, "--json"]
        report = json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout)
        info = subprocess.run([program, "info", model, "--json"], check=True, stdout=subprocess.PIPE)
    return report, json.loads(info.stdout)


def line(x1, y1, x2, y2, colour=RULE, width=1):
    return '<line x1="%.1f" y1="%.1f" x2="%.1f" y2="%.1f" stroke="%s" stroke-width="%g"/>' % (
        x1, y1, x2, y2, colour, width)


def words(x, y, text, anchor="start", colour=TEXT, size=12, weight="normal"):
    return '<text x="%.1f" y="%.1f" text-anchor="%s" fill="%s" font-size="%g" font-weight="%s">%s</text>' % (
        x, y, anchor, colour, size, weight, escape(text))


def curve(report):
    """The error on mails it learns from and on others, by the number of weak learners."""
    left, right, top, bottom = 48, 352, 46, 252
    points = report["curve"]
    most = 0.25
    x = lambda learners: left + (right - left) * learners / points[-1]["learners"]
    y = lambda error: bottom - (bottom - top) * min(error, most) / most
    parts = [words(left, 24, "Error by number of weak learners", weight="bold", size=13)]
    for share in (0, 0.05, 0.1, 0.15, 0.2, 0.25):
        parts += [line(left, y(share), right, y(share)),
                  words(left - 6, y(share) + 4, "%d %%" % round(100 * share), "end", size=11)]
    for learners in (0, 50, 100, 150, 200):
        parts.append(words(x(learners), bottom + 18, str(learners), "middle", size=11))
    for name, key, colour in ("train", "train_error", TRAIN), ("test", "test_error", TEST):
        path = " ".join("%.1f,%.1f" % (x(point["learners"]), y(point[key])) for point in points)
        parts.append('<polyline fill="none" stroke="%s" stroke-width="1.8" points="%s"/>' % (colour, path))
        last = points[-1][key]
        above = last == max(points[-1]["train_error"], points[-1]["test_error"])
        parts.append(words(right, y(last) + (-8 if above else 16), "%s %.1f %%" % (name, 100 * last), "end",
                           colour, weight="bold"))
    return parts


def importances(info, names):
    """How much each feature moves the decision value, the standard deviation of what it adds."""
    left, right, top, step = 490, 720, 46, 21
    features = sorted(info["features_used"], key=lambda one: -one["importance"])[:10]
    parts = [words(400, 24, "What it looks at", weight="bold", size=13)]
    for k, feature in enumerate(features):
        y = top + k * step
        width = (right - left) * feature["importance"] / features[0]["importance"]
        parts += [words(left - 8, y + 12, names[feature["feature"]], "end"),
                  '<rect x="%.1f" y="%.1f" width="%.1f" height="%d" fill="%s"/>' % (left, y, width, 14, TEST)]
    used = len(info["features_used"])
    parts.append(words(left, top + 10 * step + 14, "the first 10 of %d words and signs" % used, size=11))
    return parts


def picture(report, info, names):
    title = "The demo: 2761 mails to learn spam from, 1840 others to try it on"
    style = 'font-family="system-ui, sans-serif"'
    head = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%d" height="%d" %s>' % (
        WIDTH, HEIGHT, WIDTH, HEIGHT, style)
    parts = [head, "<title>%s</title>" % title,
             '<rect width="%d" height="%d" fill="#ffffff"/>' % (WIDTH, HEIGHT)]
    parts += curve(report) + importances(info, names)
    return "\n".join(parts + ["</svg>"]) + "\n"


def check(kept, made):
    """The same text but for numbers, and these to within a tenth."""
    number = r"-?\d+\.?\d*"
    if re.split(number, kept) != re.split(number, made):
        sys.exit("the picture has another text or form; make it anew with bench/demo_picture.py")
    for a, b in zip(re.findall(number, kept), re.findall(number, made)):
        if abs(float(a) - float(b)) > 0.1001:
            sys.exit("the picture has %s where the program's run gives %s; make it anew" % (a, b))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", required=True)
    parser.add_argument("--data", required=True, type=pathlib.Path)
    where = parser.add_mutually_exclusive_group(required=True)
    where.add_argument("--output", type=pathlib.Path)
    where.add_argument("--check", type=pathlib.Path)
    arguments = parser.parse_args()
    report, info = run(arguments.program, arguments.data)
    names = (arguments.data / "spam.names").read_text().splitlines()
    made = picture(report, info, names)
    if arguments.output:
        arguments.output.write_text(made)
    else:
        check(arguments.check.read_text(), made)


main()
