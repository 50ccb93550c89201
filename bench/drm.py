#!/usr/bin/python3
"""ERM against DRM, the machine that the paper on ERM compares itself with, by two solvers of DRM.

    bench/drm.py --build BUILD --data FOLDER [--components 10] [--sets heart,sonar]

The paper ran the code of DRM's authors, which we do not have, and which took minutes. One solver here is a
general-purpose program, slow as such programs are: every w_t is a problem of w, rho and one slack a row,
with a constraint a row and one on the norm of w, for scipy's SLSQP (ftol 1e-9), in rounds over the machines
until one gains less than 1e-4 nu of a machine. The other is coppice's method drm, a gradient method for the
same problem. Both begin with w_t = 0 and the coupling of the machines before it; nu 0.5, mu 0.001.

The paper's sizes: 150 random rows of each set, features from -1 to 1, lambda 2. Prints the objectives
of both solvers, seconds of processor time on one thread, and the ratios to
ERM's. Ends with status 1 where the objectives differ by more than 1e-3. Run it with Debian's Python (/usr/bin/python3).
"""
import argparse
import sys

import numpy
from scipy.optimize import minimize

from linear_svm import ERM_SETS, add_arguments, read, scaled, timed

ROWS = 150
NU, MU, TOLERANCE = 0.5, 0.001, 1e-4


def solve_machine(signed, others, start):
    """The w and -nu rho + mean squared slack of one machine; `signed` has the rows y_i x_i."""
    rows, features = signed.shape

    def parts(z):
        return z[:features], z[features], z[features + 1:]

    def value(z):
        w, rho, slack = parts(z)
        return -NU * rho + slack @ slack / rows + others @ w

    def slope(z):
        return numpy.concatenate([others, [-NU], 2 * parts(z)[2] / rows])

    margins = numpy.hstack([signed, -numpy.ones((rows, 1)), numpy.eye(rows)])
    constraints = [{"type": "ineq", "fun": lambda z: margins @ z, "jac": lambda z: margins},
                   {"type": "ineq", "fun": lambda z: 1 - z[:features] @ z[:features],
                    "jac": lambda z: numpy.concatenate([-2 * z[:features], numpy.zeros(rows + 1)])}]
    slack = numpy.maximum(0, -signed @ start)
    found = minimize(value, numpy.concatenate([start, [0], slack]), jac=slope, method="SLSQP",
                     constraints=constraints, options={"ftol": 1e-9, "maxiter": 1000})
    assert found.success, found.message
    w, rho, slack = parts(found.x)
    return w, -NU * rho + slack @ slack / rows


def by_general_program(x, y, components):
    """The objective; the mean weights."""
    signed = y[:, None] * x
    weights = numpy.zeros((components, x.shape[1]))
    values = numpy.zeros(components)
    last = numpy.inf
    while True:
        for t in range(components):
            weights[t], values[t] = solve_machine(signed, MU * (weights.sum(0) - weights[t]), weights[t])
        pairs = weights @ weights.T
        objective = values.sum() + MU * (pairs.sum() - pairs.trace()) / 2
        if last - objective <= TOLERANCE * NU * components:
            return objective
        last = objective


def compare(arguments, name):
    file, features = ERM_SETS[name]
    x, y = read(arguments.data, file, features)
    x = scaled(x)
    chosen = numpy.random.RandomState(0).permutation(len(y))[:ROWS]
    x, y = x[chosen], y[chosen]
    data = arguments.coppice.Dataset(x, y)

    def fit(method, **options):
        solver = arguments.coppice.Solver(method, components=arguments.components, threads=1, **options)
        runs = [timed(lambda: solver.fit(data)) for _ in range(5)]
        return min(runs, key=lambda run: run[0])

    general, least = timed(lambda: by_general_program(x, y, arguments.components))
    own, model = fit("drm", nu=NU, mu=MU, tolerance=TOLERANCE)
    difference = (model.get("objective") - least) / abs(least)
    erm = [fit("erm", p=p, schedule="paper", **{"lambda": 2})[0] for p in (1, 2)]
    print("| %s | %.5f, %.5f | %.2f | %.1f | %.3f, %.3f | %.0f, %.0f | %.0f, %.0f |" %
          (name, least, model.get("objective"), general, 1e3 * own, 1e3 * erm[0], 1e3 * erm[1],
           general / erm[0], general / erm[1], own / erm[0], own / erm[1]), flush=True)
    return abs(difference), general / max(erm)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add_arguments(parser)
    parser.add_argument("--components", type=int, default=10)
    parser.add_argument("--sets", default=",".join(ERM_SETS))
    arguments = parser.parse_args()
    print("%d components, %d rows, one thread; ERM with schedule=paper, p = 1 and 2\n" % (arguments.components, ROWS))
    print("| set | objective, SLSQP and coppice | SLSQP, s | coppice's DRM, ms | ERM, ms | SLSQP / ERM | coppice's DRM / ERM |")
    print("|---|---|---|---|---|---|---|")
    found = [compare(arguments, name) for name in arguments.sets.split(",")]
    apart = max(difference for difference, _ in found)
    print("\nThe objectives differ by at most %.1e; DRM by the general program takes at least %.0f times as long as ERM." %
          (apart, min(ratio for _, ratio in found)))
    sys.exit(apart > 1e-3)


if __name__ == "__main__":
    main()
