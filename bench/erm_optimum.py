#!/usr/bin/python3
"""Asserts what schedule=exact of ERM must be, on the sets of its paper: the mean of its components is the
SVM with cost lambda / components.

    bench/erm_optimum.py --build BUILD --data FOLDER [--sets heart,sonar] [--lambda 2]

p = 1: LIBSVM's linear SVM (scikit-learn's SVC, to 1e-6), for 1, 5, 10 and 30 components that begin equal
or at random. p = 2 and 1.5: scipy's L-BFGS-B on the same objective, without its dual; with beta the weights
are a difference of two that are not negative, so that beta / components |w|_1 is smooth. Both objectives
are taken in Python at w and b. coppice goes to a gap of 5e-5. Ends with status 1 where ours is above the other
by more than 1e-4 of it, or below it by as much, or where ERM's own objective is not components^2 times that.
Features from -1 to 1, all rows. Run it with Debian's Python (/usr/bin/python3).
"""
import argparse
import sys

import numpy
from scipy.optimize import minimize
from sklearn.svm import SVC

from linear_svm import ERM_SETS, add_arguments, objective, read, scaled

MOST = 1e-4
COMPONENTS = [1, 5, 10, 30]
KINDS = [(power, start, 0) for power in (1, 2, 1.5) for start in ("ones", "random")] + [(2, "ones", 20)]


def libsvm(x, y, cost):
    svc = SVC(kernel="linear", C=cost, tol=1e-6, cache_size=500).fit(x, y)
    return svc.coef_[0], svc.intercept_[0]


def smooth(x, y, cost, power, sparsity):
    """Of w = u - v with u, v >= 0, and b."""
    features = x.shape[1]

    def value(z):
        u, v, b = z[:features], z[features:-1], z[-1]
        w = u - v
        slack = numpy.maximum(0, 1 - y * (x @ w + b))
        pull = -cost * power * slack**(power - 1) * y
        by_w = w + x.T @ pull
        slope = numpy.concatenate([by_w + sparsity, -by_w + sparsity, [pull.sum()]])
        return w @ w / 2 + cost * (slack**power).sum() + sparsity * z[:-1].sum(), slope

    bounds = [(0, None)] * (2 * features) + [(None, None)]
    found = minimize(value, numpy.zeros(2 * features + 1), jac=True, method="L-BFGS-B", bounds=bounds,
                     options={"maxiter": 100000, "maxfun": 1000000, "maxcor": 50, "ftol": 1e-15, "gtol": 1e-9})
    return found.x[:features] - found.x[features:-1], found.x[-1]


def compare(coppice, x, y, cost, power, start, sparsity):
    """For every number of components: how far our P is above the other's, and ERM's objective from components^2 P."""
    data = coppice.Dataset(x, y)
    differences = []
    for components in COMPONENTS:
        model = coppice.Solver("erm", components=components, p=power, start=start, beta=sparsity,
                               tolerance=5e-5, **{"lambda": cost}).fit(data)
        own_cost, share = cost / components, sparsity / components

        def value(w, b):
            return objective(w, b, x, y, own_cost, power) + share * abs(w).sum()

        other = libsvm(x, y, own_cost) if power == 1 else smooth(x, y, own_cost, power, share)
        ours, reference = value(model.get("weights"), model.get("bias")[0]), value(*other)
        differences.append((ours / reference - 1, abs(model.get("objective") / components**2 / ours - 1)))
    return differences


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add_arguments(parser)
    parser.add_argument("--sets", default=",".join(ERM_SETS))
    parser.add_argument("--lambda", dest="cost", type=float, default=2)
    arguments = parser.parse_args()
    print("(P of the mean - the other's) / the other's, |ERM's objective / components^2 - P| / P\n")
    print("| | %s |" % " | ".join("components = %d" % components for components in COMPONENTS))
    print("|---" * (len(COMPONENTS) + 1) + "|")
    apart = []
    for name in arguments.sets.split(","):
        x, y = read(arguments.data, *ERM_SETS[name])
        x = scaled(x)
        for power, start, sparsity in KINDS:
            title = "%s, p = %g, start=%s%s" % (name, power, start, ", beta = %g" % sparsity if sparsity else "")
            differences = compare(arguments.coppice, x, y, arguments.cost, power, start, sparsity)
            print("| %s | %s |" % (title, " | ".join("%+.1e, %.0e" % pair for pair in differences)), flush=True)
            if max(map(abs, sum(differences, ()))) > MOST:
                apart.append(title)
    if apart:
        sys.exit("more than %g apart: %s" % (MOST, "; ".join(apart)))
    print("\nNone is more than %g apart." % MOST)


if __name__ == "__main__":
    main()
