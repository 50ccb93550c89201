#!/usr/bin/python3
"""MNIST, 500 weak learners: a method of coppice beside XGBoost, scikit-learn's AdaBoost, or another
of coppice's methods.

    bench/speed.py --program BUILD/bench/bench_speed [--data FOLDER] [--rows 10000] [--repeat 3]
                   [--task odd-even] [--method cgens] [--options "C=0.001"] [--depth 1]
                   [--learners 500] [--rounds 500] [--eta 0.3]
                   [--peers xgboost,xgboost-sparse,adaboost,adaboost-discrete] [--beside "lpboost C=0.01"]

The task is to tell odd digits from even ones, or, with --task digits, all ten. There XGBoost grows a
tree for every digit in a round: as many trees in all are a tenth of the rounds (the default). Trees
are stumps unless --depth says how deep they are.

Every contestant is a process of its own that loads the data once, says so, and then fits on demand,
so that their fits take turns and nothing else runs beside them. What is timed is everything between numbers in memory and a model: bins and
XGBoost's DMatrix included, reading files not. Run it with Debian's Python (/usr/bin/python3).
"""
import argparse
import json
import os
import statistics
import subprocess
import sys
import time


def status_megabytes(name):
    with open("/proc/self/status") as lines:
        for line in lines:
            if line.startswith(name):
                return int(line.split()[1]) / 1024
    raise RuntimeError(name)


def load_task(task, folder, name, rows):
    """The first rows as sparse floats; labels 1 for odd digits, 0 for even; or the digits."""
    import numpy
    from sklearn.datasets import load_svmlight_file

    path = os.path.join(folder, name + ".svm")
    if not os.path.exists(path):
        path += ".gz"
    x, y = load_svmlight_file(path, n_features=784, dtype=numpy.float32)
    digits = y[:rows].astype(int) - 1  # files have digit + 1
    return x[:rows], digits % 2 if task == "odd-even" else digits


def xgboost_trainer(arguments):
    """Of dense or sparse rows: in sparse ones it takes zeros for missing values, which is faster."""
    import xgboost

    settings = {"objective": "binary:logistic", "max_depth": arguments.depth, "tree_method": "hist",
                "nthread": 1, "eta": arguments.eta, "verbosity": 0}
    if arguments.task == "digits":
        settings.update({"objective": "multi:softprob", "num_class": 10})

    def train(x, y):
        return xgboost.train(settings, xgboost.DMatrix(x, y, nthread=1), arguments.rounds)

    def predict(model, x):
        outputs = model.predict(xgboost.DMatrix(x, nthread=1))
        return outputs.argmax(axis=1) if arguments.task == "digits" else outputs > 0.5

    note = "%s, %d rounds, %s" % (xgboost.__version__, arguments.rounds,
                                  ", ".join("%s=%s" % item for item in settings.items()))
    return train, predict, note


def adaboost_trainer(arguments, algorithm="SAMME.R"):
    """SAMME.R is real AdaBoost, SAMME the discrete one."""
    import sklearn
    from sklearn.ensemble import AdaBoostClassifier
    from sklearn.tree import DecisionTreeClassifier

    def train(x, y):
        tree = DecisionTreeClassifier(max_depth=arguments.depth)
        return AdaBoostClassifier(tree, n_estimators=arguments.learners,
                                  algorithm=algorithm).fit(x, y)

    def predict(model, x):
        return model.predict(x)

    return train, predict, "%s, n_estimators=%d, %s, trees of depth %d" % (
        sklearn.__version__, arguments.learners, algorithm, arguments.depth)


def discrete_adaboost_trainer(arguments):
    return adaboost_trainer(arguments, "SAMME")


PEERS = {"xgboost": (xgboost_trainer, True),
         "xgboost-sparse": (xgboost_trainer, False),
         "adaboost": (adaboost_trainer, True),
         "adaboost-discrete": (discrete_adaboost_trainer, True)}
READY = "ready"  # what a contestant says when it has loaded the data


def serve(arguments):
    """A peer's process: a fit for every line of standard input."""
    make, dense = PEERS[arguments.serve]
    train, predict, note = make(arguments)
    x, y = load_task(arguments.task, arguments.data, "mnist.train", arguments.rows)
    test_x, test_y = load_task(arguments.task, arguments.data, "mnist.test", None)
    if dense:
        x, test_x = x.toarray(), test_x.toarray()
    print(READY, flush=True)
    for _ in sys.stdin:
        before = status_megabytes("VmRSS:")
        with open("/proc/self/clear_refs", "w") as file:
            file.write("5")  # forget the peak so far
        wall, cpu = time.perf_counter(), time.process_time()
        model = train(x, y)
        wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
        peak = status_megabytes("VmHWM:")
        print(json.dumps({"wall": wall, "cpu": cpu, "data": before, "peak": peak, "note": note,
                          "train_error": float((predict(model, x) != y).mean()),
                          "test_error": float((predict(model, test_x) != test_y).mean())}),
              flush=True)


class Contestant:
    def __init__(self, name, command, threads):
        self.name, self.threads, self.runs = name, threads, []
        environment = dict(os.environ, OMP_NUM_THREADS="1", OPENBLAS_NUM_THREADS="1")
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        universal_newlines=True, env=environment)

    def answer(self):
        line = self.process.stdout.readline()
        if not line:
            sys.exit("%s ended without an answer" % self.name)
        return line.strip()

    def wait_until_ready(self):
        if self.answer() != READY:
            sys.exit("%s did not say that it is ready" % self.name)

    def run(self):
        self.process.stdin.write("%d\n" % self.threads)
        self.process.stdin.flush()
        self.runs.append(json.loads(self.answer()))

    def middle(self, key):
        return statistics.median(run[key] for run in self.runs)


def report(arguments, contestants):
    print("MNIST %s, %d rows, %d weak learners (depth %d), median of %d runs taking turns\n" %
          (arguments.task, arguments.rows, arguments.learners, arguments.depth, arguments.repeat))
    print("| | threads | seconds | least | CPU seconds | data MB | peak MB | train error | "
          "test error | CPU time against coppice |")
    print("|---|---|---|---|---|---|---|---|---|---|")
    unit = contestants[0].middle("cpu")
    for one in contestants:
        print("| %s | %d | %.2f | %.2f | %.2f | %.0f | %.0f | %.2f %% | %.2f %% | %.2f |" %
              (one.name, one.threads, one.middle("wall"), min(run["wall"] for run in one.runs),
               one.middle("cpu"), one.middle("data"), one.middle("peak"),
               100 * one.middle("train_error"), 100 * one.middle("test_error"),
               one.middle("cpu") / unit))
    print()
    for one in contestants:
        print("* %s: %s" % (one.name, one.runs[0]["note"]))


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", default=os.environ.get("COPPICE_DATA"))
    parser.add_argument("--program", help="bench_speed of the build")
    parser.add_argument("--rows", type=int, default=10000)
    parser.add_argument("--learners", type=int, default=500)
    parser.add_argument("--task", choices=("odd-even", "digits"), default="odd-even")
    parser.add_argument("--method", default="cgens")
    parser.add_argument("--options", default="C=0.001", help="of the method, as name=value")
    parser.add_argument("--depth", type=int, default=1, help="of trees; 1: stumps")
    parser.add_argument("--beside", default="", help="another method of coppice and its options, as "
                        '"lpboost C=0.01"')
    parser.add_argument("--rounds", type=int, help="of XGBoost")
    parser.add_argument("--eta", type=float, default=0.3)
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--peers", help="comma-separated, of %s; default: all, without AdaBoost "
                        "above 10000 rows; \"\" for none" % ", ".join(PEERS))
    parser.add_argument("--serve", choices=list(PEERS), help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.data is None:
        parser.error("expected --data FOLDER, or COPPICE_DATA in the environment")
    if arguments.serve:
        return serve(arguments)
    if arguments.program is None:
        parser.error("expected --program BUILD/bench/bench_speed")
    if arguments.peers is None:
        arguments.peers = ",".join(peer for peer in PEERS
                                   if not peer.startswith("adaboost") or arguments.rows <= 10000)

    if arguments.rounds is None:
        arguments.rounds = arguments.learners // (10 if arguments.task == "digits" else 1)

    same = ["--data", arguments.data, "--rows", str(arguments.rows), "--task", arguments.task,
            "--learners", str(arguments.learners)]
    pool = "stump" if arguments.depth == 1 else "tree(depth=%d)" % arguments.depth

    def coppice(method, options, threads):
        command = [arguments.program, "--method", method, "--options", options, "--pool", pool]
        return Contestant("coppice, %s %s" % (method, options), command + same, threads)

    contestants = [coppice(arguments.method, arguments.options, 1),
                   coppice(arguments.method, arguments.options, 2)]
    if arguments.beside:
        method, _, options = arguments.beside.partition(" ")
        contestants.append(coppice(method, options, 1))
    for peer in filter(None, arguments.peers.split(",")):
        command = [sys.executable, __file__, "--serve", peer, "--eta", str(arguments.eta),
                   "--depth", str(arguments.depth), "--rounds", str(arguments.rounds)] + same
        contestants.append(Contestant(peer, command, 1))
    for one in contestants:
        one.wait_until_ready()
    for _ in range(arguments.repeat):
        for one in contestants:
            one.run()
    report(arguments, contestants)
    for one in contestants:
        one.process.stdin.close()
        one.process.wait()


if __name__ == "__main__":
    main()
