"""The scores of kernel machines, as the section on them in docs/model-format.md says."""

import bisect
import math
import re


class UnknownKernel(Exception):
    pass


def decider(model):
    """The function from a row to one number a score."""
    kernel = kernel_of(model["kernel"], False)
    vectors = support_vectors(model["support_vectors"], model["features"])
    scores = len(model["bias"])
    rows = [model["coefficients"][k * scores : (k + 1) * scores] for k in range(len(vectors))]

    def decide(x):
        values = [kernel(x, z) for z in vectors]
        return [
            bias + math.fsum(a[s] * value for a, value in zip(rows, values))
            for s, bias in enumerate(model["bias"])
        ]

    return decide


def support_vectors(stored, features):
    values = stored["values"]
    if "ends" not in stored:
        return [values[k * features : (k + 1) * features] for k in range(stored["rows"])]
    vectors = []
    first = 0
    for end in stored["ends"]:
        row = [0.0] * features
        for d, value in zip(stored["features"][first:end], values[first:end]):
            row[d] = value
        first = end
        vectors.append(row)
    return vectors


def kernel_of(described, is_whole):
    """K as a function of two rows."""
    name, argument = parsed(described["kernel"])
    if name == "stump-region" and argument is None:
        argument = 2.0
    if "members" in described:
        members = [kernel_of(m, is_whole or name != "sum") for m in described["members"]]
        return combination(name, members)
    extent = described["extent"]
    chosen = extent.get("features")
    compare = comparison(name, argument, extent, is_whole)
    if chosen is None:
        return compare
    return lambda x, z: compare([x[d] for d in chosen], [z[d] for d in chosen])


def parsed(text):
    """The name and the number in its parentheses, if there is one."""
    match = re.fullmatch(r"([a-z-]+)(?:\([a-z]+=([^,()]+)\))?(?:@.*)?", text)
    if not match:
        raise UnknownKernel(text)
    return match[1], float(match[2]) if match[2] else None


def combination(name, members):
    def product(x, z):
        return math.prod(member(x, z) for member in members)

    def both(x, z):
        value, itself = members[0](x, z), members[0](x, x)
        for member in members[1:]:
            value = (value + itself) * (member(x, z) + member(x, x))
            itself = 4 * itself * member(x, x)
        return value

    if name == "sum":
        return lambda x, z: sum(member(x, z) for member in members)
    if name == "product":
        return product
    if name == "and":
        return both
    raise UnknownKernel(name)


def comparison(name, argument, extent, is_whole):
    """K of the values that it looks at."""

    def city_block(x, z):
        return math.fsum(abs(a - b) for a, b in zip(x, z))

    if name == "stump" and not is_whole:
        return lambda x, z: -city_block(x, z)
    if name == "perceptron":
        return perceptron(extent.get("radius", 0.0) if is_whole else 0.0)
    if name == "laplacian":
        return lambda x, z: math.exp(-argument * city_block(x, z))
    if name == "gaussian":
        return lambda x, z: math.exp(-argument * math.dist(x, z) ** 2)
    if name in ("linear", "precomputed"):
        return lambda x, z: math.fsum(a * b for a, b in zip(x, z))
    if name == "histogram-intersection":
        return lambda x, z: math.fsum(map(min, x, z))
    if name == "middle-stump":
        return middle_stump(extent, is_whole)
    if name in ("stump", "tree", "stump-region"):
        return of_clipped(name, argument, extent, city_block)
    raise UnknownKernel(name)


def perceptron(radius):
    def compare(x, z):
        width = len(x)
        ratio = math.exp(math.lgamma((width + 1) / 2) - math.lgamma(width / 2))
        return radius * math.sqrt(math.pi) * ratio - math.dist(x, z)

    return compare


def middle_stump(extent, is_whole):
    midpoints = []
    first = 0
    for count in extent["midpoint_counts"]:
        midpoints.append(extent["midpoints"][first : first + count])
        first += count
    whole = first / 2 if is_whole else 0

    def places(x):
        return [bisect.bisect_left(of, value) for of, value in zip(midpoints, x)]

    return lambda x, z: whole - sum(abs(a - b) for a, b in zip(places(x), places(z)))


def of_clipped(name, argument, extent, city_block):
    least, most = extent["least"], extent["most"]
    half = sum(high - low for low, high in zip(least, most)) / 2

    def clipped(x):
        return [min(max(value, low), high) for value, low, high in zip(x, least, most)]

    def compare(x, z):
        s = city_block(clipped(x), clipped(z))
        if name == "stump":
            return half - s
        if name == "tree":
            return math.expm1(argument * (2 * half - s))
        u = 1 - s / (2 * half)
        return (2 * half) ** argument * sum(u**k for k in range(1, int(argument) + 1))

    return compare
