#!/usr/bin/python3
"""How fast ERM is, and how far it goes: ijcnn1, growth with the number of rows, LIBLINEAR beside it.

    bench/erm.py --build BUILD --data FOLDER [--repeat 3] [--rows 1000000]
                 [--parts ijcnn1,growth,early-stop,liblinear]

ijcnn1: both schedules, both starts, p = 1 and 2. growth: twonorm of 1,000 to --rows rows and 20 features,
with the exponent of a log-log regression, of all seconds and of those of an iteration. early-stop: how far
above the optimum the paper's schedule ends on other sets. liblinear: scikit-learn's LinearSVC (dual coordinate
descent, of the hinge and of its square), with the cost lambda / 10 that the optimum of 10 components has, on
ijcnn1, sparse a9a and twonorm. Distances are those of the objectives from the optimum, relative to it: of
coppice from what schedule=exact finds at tolerance 1e-9; of LIBLINEAR, whose bias is penalised so that it has
an optimum of its own, from what it finds at 1e-8. Its tolerance is the largest of 1, 0.5, 0.2, 0.1 .. that
brings it as near as coppice is, or to 1e-9.

lambda = 2, tolerance 1e-4, one thread; the least seconds of processor time of so many runs. Run it with
Debian's Python (/usr/bin/python3).
"""
import argparse
import warnings

import numpy
from sklearn.exceptions import ConvergenceWarning
from sklearn.svm import LinearSVC

from linear_svm import ERM_SETS, add_arguments, objective, read, scaled, timed

COST = 2
COMPONENTS = 10
KINDS = [(power, schedule, start) for power in (1, 2) for schedule in ("exact", "paper")
         for start in ("ones", "random")]
SETS_TO_STOP = [file for file, _ in ERM_SETS.values()] + [
    "banana", "breast-cancer-wisconsin", "flare-solar", "image", "spambase", "svmguide1.train", "thyroid", "twonorm",
    "votes84", "waveform"]
TOLERANCES = [one * 10.0**-k for k in range(7) for one in (1, 0.5, 0.2)]


def fit(arguments, data, repeat=None, **options):
    """The least seconds, and the model."""
    def once():
        solver = arguments.coppice.Solver("erm", components=COMPONENTS, **{"lambda": COST}, **options)
        return timed(lambda: solver.fit(data))

    return min((once() for _ in range(repeat or arguments.repeat)), key=lambda run: run[0])


def fit_ijcnn1(arguments):
    x, y = read(arguments.data, "ijcnn1.train", 22)
    data = arguments.coppice.Dataset(x, y)
    print("ijcnn1, 49,990 x 22, 10 components\n")
    print("| p | schedule | start | seconds | iterations | gap | training error, % |")
    print("|---|---|---|---|---|---|---|")
    for power, schedule, start in KINDS:
        seconds, model = fit(arguments, data, p=power, schedule=schedule, start=start)
        print("| %d | %s | %s | %.3f | %d | %.1e | %.2f |" %
              (power, schedule, start, seconds, model.get("iterations"), model.get("gap"),
               100 * model.get("train_error")), flush=True)
    print()


def exponent(numbers, seconds):
    return numpy.polyfit(numpy.log(numbers), numpy.log(seconds), 1)[0]


def fit_growing(arguments):
    numbers = [rows for k in range(3, 7) for rows in (10**k, 3 * 10**k) if rows <= arguments.rows]
    seconds = numpy.zeros((len(KINDS), len(numbers)))
    iterations = numpy.zeros_like(seconds)
    for n, rows in enumerate(numbers):
        data = arguments.coppice.Dataset.generate("twonorm", rows, seed=1)
        for k, (power, schedule, start) in enumerate(KINDS):
            repeat = arguments.repeat if rows <= 100000 else 1
            seconds[k, n], model = fit(arguments, data, repeat, p=power, schedule=schedule, start=start)
            iterations[k, n] = model.get("iterations")
    print("twonorm, 20 features, 10 components: seconds, and iterations\n")
    heads = " | ".join(format(rows, ",") for rows in numbers)
    print("| p | schedule | start | %s | exponent | of an iteration |" % heads)
    print("|---" * (len(numbers) + 5) + "|")
    for k, kind in enumerate(KINDS):
        cells = " | ".join("%.3g, %d" % pair for pair in zip(seconds[k], iterations[k]))
        print("| %d | %s | %s | %s | %.2f | %.2f |" %
              (*kind, cells, exponent(numbers, seconds[k]), exponent(numbers, seconds[k] / iterations[k])))
    print()


def stop_early(arguments):
    print("How far above the optimum schedule=paper ends, %\n")
    print("| set, all rows | as it comes, p = 1 | p = 2 | from -1 to 1, p = 1 | p = 2 |")
    print("|---|---|---|---|---|")
    for name in SETS_TO_STOP:
        x, y = read(arguments.data, name, None)
        above = []
        for values in (x, scaled(x)):
            data = arguments.coppice.Dataset(values, y)
            for power in (1, 2):
                least, ended = (fit(arguments, data, 1, p=power, schedule=schedule, tolerance=1e-6)[1].get("objective")
                                for schedule in ("exact", "paper"))
                above.append("%.1f" % (100 * (ended / least - 1)))
        print("| %s | %s |" % (name, " | ".join(above)), flush=True)
    print()


def liblinear(x, y, power, tolerance, repeat=1):
    """Its least seconds and its objective."""
    svc = LinearSVC(C=COST / COMPONENTS, loss="hinge" if power == 1 else "squared_hinge", dual=True, tol=tolerance,
                    max_iter=20000)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        seconds = min(timed(lambda: svc.fit(x, y))[0] for _ in range(repeat))
    w, b = svc.coef_[0], svc.intercept_[0]
    return seconds, objective(w, b, x, y, COST / COMPONENTS, power) + b * b / 2


def as_near(x, y, power, least, distance):
    """The largest of the tolerances that comes as near to the least objective, and how near it comes."""
    for tolerance in TOLERANCES:
        reached = liblinear(x, y, power, tolerance)[1] / least - 1
        if reached <= distance:
            return tolerance, reached
    raise RuntimeError("LIBLINEAR comes no nearer than %g" % reached)


def compare_liblinear(arguments):
    sets = {"ijcnn1": read(arguments.data, "ijcnn1.train", 22), "a9a, sparse": read(arguments.data, "a9a.train", 123)}
    generated = arguments.coppice.Dataset.generate("twonorm", 50000, seed=1)
    values = numpy.array([generated.row(i) for i in range(len(generated))])
    sets["twonorm, 50,000"] = (values, 2.0 * generated.labels - 1)
    print("10 components at once, and LIBLINEAR with cost %g\n" % (COST / COMPONENTS))
    print("| set | p | start | coppice s | distance | LIBLINEAR s | its tolerance | distance | "
          "coppice / (10 LIBLINEAR) |")
    print("|---" * 9 + "|")
    for name, (x, y) in sets.items():
        data = arguments.coppice.Dataset(x, y)
        for power in (1, 2):
            least = fit(arguments, data, 1, p=power, tolerance=1e-9)[1].get("objective")
            least_of_peer = liblinear(x, y, power, 1e-8)[1]
            for start in ("ones", "random"):
                seconds, model = fit(arguments, data, p=power, start=start)
                distance = model.get("objective") / least - 1
                tolerance, reached = as_near(x, y, power, least_of_peer, max(distance, 1e-9))
                of_peer = liblinear(x, y, power, tolerance, arguments.repeat)[0]
                print("| %s | %d | %s | %.3f | %.1e | %.3f | %g | %.1e | %.3f |" %
                      (name, power, start, seconds, distance, of_peer, tolerance, reached,
                       seconds / (COMPONENTS * of_peer)), flush=True)
    print()


PARTS = {"ijcnn1": fit_ijcnn1, "growth": fit_growing, "early-stop": stop_early, "liblinear": compare_liblinear}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add_arguments(parser)
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--rows", type=int, default=1000000, help="at most, of the growth")
    parser.add_argument("--parts", default=",".join(PARTS))
    arguments = parser.parse_args()
    for part in arguments.parts.split(","):
        PARTS[part](arguments)


if __name__ == "__main__":
    main()
