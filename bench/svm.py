#!/usr/bin/python3
"""The SVM beside LIBSVM, as scikit-learn's SVC has it: seconds to fit and to predict, and how near
both are to the optimum.

    bench/svm.py --program BUILD/programs/coppice [--data FOLDER] [--rows 20000] [--million]
                 [--costs 0.01,1] [--kernels stump,gaussian] [--selection] [--repeat 1]

Stumps: ringnorm of so many rows and as many to be predicted; LIBSVM is given the matrix of their
kernel, -|x - x'|_1, whose computation by SciPy counts. With --million also coppice alone on 1,000,000
rows, by one thread and by two. Gaussian kernels: a9a, ijcnn1 and 10,000 rows of MNIST (odd digits
against even ones, pixels from 0 to 1), which need --data, and drawn rows such as those of texts, 80 of
50,000 words each; SVC is given sparse rows of a9a and of words, and dense ones of the others.

With --selection C is chosen among 2^-5, 2^-3, .., 2^15 in five folds, for stump and perceptron, on
ringnorm and twonorm of 2,000 rows, and with --data on german-numer, image and splice: cross-validation,
its predictions included, against 55 fits, each of four fifths of the rows, from nothing and in a process
of its own.

Seconds are the least of --repeat runs each. Both stop at 1e-3, of coppice the relative gap and of
LIBSVM its violation, and have 200 MB for rows of the matrix. One thread unless said otherwise; reading
files does not count. Run it with Debian's Python (/usr/bin/python3).
"""
import argparse
import json
import os
import subprocess
import tempfile
import time

import numpy
import scipy.sparse
from scipy.spatial.distance import cdist
from sklearn.datasets import dump_svmlight_file, load_svmlight_file
from sklearn.svm import SVC

TOLERANCE = 1e-3
FOLDS = 5
GAUSSIAN_SETS = {"a9a": ("a9a.train", None, 1, 0.05),  # file, rows, C, gamma
                 "ijcnn1": ("ijcnn1.train", None, 10, 1),
                 "MNIST": ("mnist.train", 10000, 10, 0.02),
                 "words": (None, 5000, 10, 1)}


def run(command):
    """Seconds, and what it says as JSON."""
    began = time.perf_counter()
    done = subprocess.run(command, stdout=subprocess.PIPE, check=True)
    return time.perf_counter() - began, json.loads(done.stdout or "null")


def least(arguments, work, seconds):
    """What work() gives in the run of which seconds(what it gives) is the least."""
    return min((work() for _ in range(arguments.repeat)), key=seconds)


def train(arguments, path, kernel, cost, threads=1, tolerance=TOLERANCE, test=None):
    options = ["kernel=%s" % kernel, "C=%.17g" % cost, "tolerance=%g" % tolerance]
    command = [arguments.program, "train", path, "--method", "svm", "--threads", str(threads), "--json"]
    for option in options:
        command += ["--set", option]
    command += ["--test", test] if test else []
    return least(arguments, lambda: run(command)[1], lambda fit: fit["seconds"]["fit"])


def timed(arguments, work):
    def once():
        began = time.perf_counter()
        result = work()
        return time.perf_counter() - began, result
    return least(arguments, once, lambda done: done[0])


def dual_objective(machine, gram_of_vectors):
    beta = machine.dual_coef_[0]
    return numpy.abs(beta).sum() - beta @ gram_of_vectors @ beta / 2


def generate(arguments, folder, rows, seed, name="ringnorm"):
    path = os.path.join(folder, "%s%d.%d.svm" % (name, rows, seed))
    subprocess.run([arguments.program, "generate", name, "--rows", str(rows), "--seed", str(seed),
                    "--output", path], check=True, stdout=subprocess.DEVNULL)
    return path


def compare_stumps(arguments, folder):
    rows = arguments.rows
    files = [generate(arguments, folder, rows, seed) for seed in (1, 2)]
    (x, y), (test_x, _) = (load_svmlight_file(path, n_features=20) for path in files)
    x, test_x = x.toarray(), test_x.toarray()
    print("Stump kernel, ringnorm %d x 20, prediction of as many rows\n" % rows)
    print("| C | | fit s | support vectors | dual objective | predict s | fit ratio | predict ratio |")
    print("|---|---|---|---|---|---|---|---|")
    for cost in map(float, arguments.costs.split(",")):
        for_gram, gram = timed(arguments, lambda: -cdist(x, x, "cityblock"))
        svc = SVC(C=cost, kernel="precomputed", tol=TOLERANCE, cache_size=200)
        for_fit, _ = timed(arguments, lambda: svc.fit(gram, y))
        vectors = svc.support_
        dual = dual_objective(svc, gram[numpy.ix_(vectors, vectors)])
        del gram

        def predict():
            return svc.decision_function(-cdist(test_x, x, "cityblock"))

        for_prediction, _ = timed(arguments, predict)
        ours = train(arguments, files[0], "stump", cost, test=files[1])
        tight = train(arguments, files[0], "stump", cost, tolerance=1e-8)
        seconds = ours["seconds"]
        print("| %g | coppice | %.2f | %d | %.8g | %.4f | | |" %
              (cost, seconds["fit"], ours["support_vectors"], ours["dual_objective"], seconds["predict"]))
        print("| | coppice, gap 1e-8 | %.2f | %d | %.8g | | | |" %
              (tight["seconds"]["fit"], tight["support_vectors"], tight["dual_objective"]))
        print("| | LIBSVM | %.1f + %.1f for the matrix | %d | %.8g | %.2f | %.0f | %.0f |" %
              (for_fit, for_gram, len(vectors), dual, for_prediction,
               (for_fit + for_gram) / seconds["fit"], for_prediction / seconds["predict"]), flush=True)
    print()


def fit_a_million(arguments, folder):
    path = generate(arguments, folder, 1000000, 1)
    print("Stump kernel, ringnorm 1000000 x 20, to a relative gap of 1e-2\n")
    print("| C | threads | fit s | times as fast as by one | gap | support vectors |")
    print("|---|---|---|---|---|---|")
    for cost in map(float, arguments.costs.split(",")):
        by_one = None
        for threads in (1, 2):
            fit = train(arguments, path, "stump", cost, threads, 1e-2)
            seconds = fit["seconds"]["fit"]
            by_one = by_one or seconds
            print("| %g | %d | %.2f | %.2f | %.1e | %d |" %
                  (cost, threads, seconds, by_one / seconds, fit["gap"], fit["support_vectors"]), flush=True)
    print()


def cross_validate(arguments, path, kernel, costs):
    grid = "C=" + ",".join("%.17g" % cost for cost in costs)
    command = [arguments.program, "cv", path, "--method", "svm", "--set", "kernel=%s" % kernel, "--grid", grid,
               "--folds", str(FOLDS), "--threads", "1", "--json"]
    return min(run(command)[1]["seconds"]["cross_validation"] for _ in range(arguments.repeat))


def leave_out_folds(path, folder):
    """Files of the rows outside of each fold."""
    x, y = load_svmlight_file(path)
    fold = numpy.random.default_rng(1).permutation(len(y)) % FOLDS
    files = [os.path.join(folder, "without%d.svm" % k) for k in range(FOLDS)]
    for k, file in enumerate(files):
        dump_svmlight_file(x[fold != k], y[fold != k], file, zero_based=False)
    return files


def compare_selection(arguments, folder):
    costs = [2.0 ** k for k in range(-5, 16, 2)]
    files = {name: generate(arguments, folder, 2000, 1, name) for name in ("ringnorm", "twonorm")}
    if arguments.data is not None:
        files.update({name: os.path.join(arguments.data, name + ".svm")
                      for name in ("german-numer", "image", "splice.train")})
    print("Selection of C, %d values and %d folds\n" % (len(costs), FOLDS))
    print("| set | kernel | cross-validation s | %d fits s | ratio |" % (FOLDS * len(costs)))
    print("|---|---|---|---|---|")
    for name, path in files.items():
        others = leave_out_folds(path, folder)
        for kernel in ("stump", "perceptron"):
            together = cross_validate(arguments, path, kernel, costs)
            fits = [train(arguments, part, kernel, cost) for part in others for cost in costs]
            alone = sum(fit["seconds"]["fit"] for fit in fits)
            print("| %s | %s | %.3f | %.2f | %.1f |" % (name, kernel, together, alone, alone / together),
                  flush=True)
    print()


def draw_words(rows, words=50000, of_a_row=80):
    """Rows of norm 1 with about so many words each, some of them far more common than others; the
    label is the sign of their sum by random weights."""
    draw = numpy.random.RandomState(1)
    common = 1 / numpy.arange(1, words + 1) ** 0.9
    weights = draw.randn(words)
    x = scipy.sparse.lil_matrix((rows, words))
    for i in range(rows):
        found = numpy.unique(draw.choice(words, draw.poisson(of_a_row) + 1, p=common / common.sum()))
        values = draw.rand(len(found)) + 0.2
        x[i, found] = values / numpy.linalg.norm(values)
    x = x.tocsr()
    return x, numpy.where(x @ weights + 0.2 * draw.randn(rows) > 0, 1, -1)


def load_set(arguments, name, file, rows):
    if file is None:
        return draw_words(rows)
    path = os.path.join(arguments.data, file + ".svm")
    x, y = load_svmlight_file(path if os.path.exists(path) else path + ".gz")
    return (x[:rows] / 255, (y[:rows] - 1) % 2) if name == "MNIST" else (x, y)


def compare_gaussians(arguments, folder):
    print("Gaussian kernels\n")
    print("| set | rows x features | C | gamma | coppice s, support vectors | SVC s, support vectors | ratio "
          "| rows predicted by coppice, SVC: s | ratio |")
    print("|---|---|---|---|---|---|---|---|---|")
    for name, (file, rows, cost, gamma) in GAUSSIAN_SETS.items():
        x, y = load_set(arguments, name, file, rows)
        own = os.path.join(folder, name + ".svm")
        dump_svmlight_file(x, y, own, zero_based=False)
        if name not in ("a9a", "words"):
            x = x.toarray()
        fit = train(arguments, own, "gaussian(gamma=%g)" % gamma, cost, test=own)
        svc = SVC(C=cost, gamma=gamma, tol=TOLERANCE, cache_size=200)
        seconds, _ = timed(arguments, lambda: svc.fit(x, y))
        predict, _ = timed(arguments, lambda: svc.predict(x))
        own_seconds, own_predict = fit["seconds"]["fit"], fit["seconds"]["predict"]
        print("| %s | %d x %d | %g | %g | %.2f, %d | %.1f, %d | %.1f | %.2f, %.2f | %.1f |" %
              (name, x.shape[0], x.shape[1], cost, gamma, own_seconds, fit["support_vectors"], seconds,
               len(svc.support_), seconds / own_seconds, own_predict, predict, predict / own_predict),
              flush=True)
    print()


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", required=True, help="coppice of the build")
    parser.add_argument("--data", default=os.environ.get("COPPICE_DATA"))
    parser.add_argument("--rows", type=int, default=20000, help="of the comparison of stumps")
    parser.add_argument("--costs", default="0.01,1")
    parser.add_argument("--repeat", type=int, default=1)
    parser.add_argument("--million", action="store_true")
    parser.add_argument("--selection", action="store_true")
    parser.add_argument("--kernels", default="stump,gaussian", help="of the comparisons; none for no such")
    arguments = parser.parse_args()
    kernels = arguments.kernels.split(",")
    if "gaussian" in kernels and arguments.data is None:
        parser.error("expected --data FOLDER, or COPPICE_DATA in the environment")
    with tempfile.TemporaryDirectory() as folder:
        if "stump" in kernels:
            compare_stumps(arguments, folder)
        if arguments.million:
            fit_a_million(arguments, folder)
        if arguments.selection:
            compare_selection(arguments, folder)
        if "gaussian" in kernels:
            compare_gaussians(arguments, folder)


if __name__ == "__main__":
    main()
