#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes or checks deviance_golden.json: logistic regressions by statsmodels (GLM, binomial).

deviance_statsmodels.py --write FILE   makes the golden file
deviance_statsmodels.py --check FILE   makes the numbers again and compares them; 0 when they agree,
                                       77 where statsmodels is missing

The data come from a fixed integer recurrence, independent of the random generators of packages.
With separated outcomes, coefficients diverge until floating point stops them. Only deviances and
fitted probabilities are identified there, so only those are stored.
"""
import json
import math
import sys
import warnings

try:
    import numpy
    import statsmodels
    import statsmodels.api as sm
    from statsmodels.genmod.families import Binomial
except ImportError as missing:
    print(f"skipped: {missing}")
    sys.exit(77)


class Recurrence:
    """Knuth's MMIX generator, the top 31 bits."""

    def __init__(self, seed):
        self.state = seed

    def below(self, bound):
        self.state = (self.state * 6364136223846793005 + 1442695040888963407) % 2**64
        return (self.state >> 33) % bound


# A single factor fits its grouped outcomes exactly, and levels that never succeed are intended.
warnings.filterwarnings("ignore")


def dummies(levels, count):
    """Returns all but the first level of a factor as columns."""
    out = numpy.zeros((len(levels), count - 1))
    for row, level in enumerate(levels):
        if level > 0:
            out[row, level - 1] = 1
    return out


def fitted(design, successes, trials):
    model = sm.GLM(numpy.column_stack([successes, trials - successes]), sm.add_constant(design),
                   family=Binomial())
    return model.fit(maxiter=200, tol=1e-15)


def is_separated(result):
    """Returns true if a fitted probability is 0 or 1. Some coefficients are then infinite."""
    fitted_values = numpy.asarray(result.fittedvalues)
    return bool(((fitted_values < 1e-7) | (1 - fitted_values < 1e-7)).any())


def identified(result, successes, trials):
    """Returns the values of a model that do not depend on the processor."""
    out = {"deviance": deviance_of(result, successes, trials),
           "fitted": list(map(float, result.fittedvalues)), "separated": is_separated(result)}
    if not out["separated"]:
        out["coefficients"] = list(map(float, result.params))
        out["standard_errors"] = list(map(float, result.bse))
    return out


def deviance_of(result, successes, trials):
    """Returns -2 log likelihood of single outcomes, from the fitted probabilities."""
    out = 0.0
    for k, n, p in zip(successes, trials, result.fittedvalues):
        if k > 0:
            out -= 2 * k * math.log(p)
        if n - k > 0:
            out -= 2 * (n - k) * math.log1p(-p)
    return out


def table(seed, firsts, seconds, most_trials, base):
    random = Recurrence(seed)
    cells = []
    for first in range(firsts):
        for second in range(seconds):
            trials = 1 + random.below(most_trials)
            odds = base + 7 * first + 11 * second
            successes = sum(1 for _ in range(trials) if random.below(100) < min(odds, 90))
            cells.append((first, second, trials, successes))
    return cells


def with_failing_level(cells, second):
    """Returns the same data, but a level of the second factor never succeeds."""
    return [(cell[0], cell[1], cell[2], 0 if cell[1] == second else cell[3]) for cell in cells]


def factors(name, cells, firsts, seconds):
    first = [cell[0] for cell in cells]
    second = [cell[1] for cell in cells]
    trials = numpy.array([cell[2] for cell in cells], dtype=float)
    successes = numpy.array([cell[3] for cell in cells], dtype=float)
    one = dummies(first, firsts)
    two = dummies(second, seconds)
    models = {"first": one, "second": two, "both": numpy.hstack([one, two])}
    rate = successes.sum() / trials.sum()
    null_deviance = -2 * (successes.sum() * math.log(rate)
                          + (trials.sum() - successes.sum()) * math.log1p(-rate))
    out = {"name": name, "first_levels": firsts, "second_levels": seconds,
           "cells": [list(cell) for cell in cells], "null_deviance": null_deviance, "models": {}}
    for key, design in models.items():
        result = fitted(design, successes, trials)
        out["models"][key] = {"degrees": int(result.df_model),
                              **identified(result, successes, trials)}
    return out


def continuous():
    random = Recurrence(99)
    rows = []
    for _ in range(60):
        x = random.below(1000) / 250 - 2
        z = random.below(1000) / 500 - 1
        p = 1 / (1 + math.exp(-(0.4 + 1.3 * x - 0.8 * z)))
        rows.append((x, z, 1, 1 if random.below(10**6) < p * 10**6 else 0))
    design = numpy.array([row[:2] for row in rows])
    trials = numpy.array([row[2] for row in rows], dtype=float)
    successes = numpy.array([row[3] for row in rows], dtype=float)
    result = fitted(design, successes, trials)
    return {"name": "continuous", "rows": [list(row) for row in rows],
            **identified(result, successes, trials)}


def golden():
    published = [(0, method, 176, correct)
                 for method, correct in enumerate([30, 54, 19, 40])]
    return {
        "made_by": {"statsmodels": statsmodels.__version__, "numpy": numpy.__version__,
                    "python": sys.version.split()[0]},
        "tables": [
            factors("small", table(1, 3, 4, 20, 10), 3, 4),
            factors("unbalanced", table(2, 5, 3, 60, 3), 5, 3),
            factors("large", table(3, 15, 20, 40, 1), 15, 20),
            factors("separated", with_failing_level(table(4, 4, 5, 30, 8), 2), 4, 5),
        ],
        "one_factor": {"cells": [list(cell) for cell in published],
                       "deviance": published_deviance(published)},
        "continuous": continuous(),
    }


def published_deviance(cells):
    trials = numpy.array([cell[2] for cell in cells], dtype=float)
    successes = numpy.array([cell[3] for cell in cells], dtype=float)
    result = fitted(dummies([cell[1] for cell in cells], len(cells)), successes, trials)
    return deviance_of(result, successes, trials)


def differences(a, b, path=""):
    if isinstance(a, dict):
        if set(a) != set(b):
            return [f"{path}: keys differ"]
        return [line for key in a if key != "made_by"
                for line in differences(a[key], b[key], f"{path}.{key}")]
    if isinstance(a, list):
        if len(a) != len(b):
            return [f"{path}: lengths differ"]
        return [line for i, (x, y) in enumerate(zip(a, b))
                for line in differences(x, y, f"{path}[{i}]")]
    if isinstance(a, float) or isinstance(b, float):
        return [] if abs(a - b) <= 1e-8 * max(1.0, abs(a)) else [f"{path}: {a} and {b}"]
    return [] if a == b else [f"{path}: {a} and {b}"]


def main():
    mode, file = sys.argv[1], sys.argv[2]
    made = golden()
    if mode == "--write":
        with open(file, "w", encoding="utf-8") as out:
            json.dump(made, out)
            out.write("\n")
        return 0
    with open(file, encoding="utf-8") as stored:
        wrong = differences(json.load(stored), made)
    for line in wrong[:20]:
        print(line)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
