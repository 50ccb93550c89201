#!/usr/bin/env python3
"""Scores a model file as docs/model-format.md says, with Python's own library and nothing else.

    score_model.py MODEL DATA [TYPE]

DATA is svmlight text, in which categories have the codes of their levels. Prints what `coppice predict MODEL DATA --type TYPE --no-header` prints, TYPE being
class (the default) or decision: a line a row, numbers with the fewest digits. Refuses files whose
length or checksum is wrong, and what it does not know.
"""

import json
import math
import re
import struct
import sys
import zlib
from array import array

import score_kernels


class Refused(Exception):
    pass


# ------------------------------------------------------------------------------------------- CBOR

TYPED_ARRAYS = {64: "B", 69: "H", 78: "i", 79: "q", 85: "f", 86: "d"}


def read_cbor(data):
    """The value that the bytes are; the subset of CBOR that the library writes."""
    value, end = read_item(data, 3 if data[:3] == b"\xd9\xd9\xf7" else 0)
    if end != len(data):
        raise Refused("there is something behind the end")
    return value


def read_item(data, at):
    major, low = data[at] >> 5, data[at] & 31
    at += 1
    if major == 7 and low in (26, 27):
        form = ">f" if low == 26 else ">d"
        return struct.unpack_from(form, data, at)[0], at + struct.calcsize(form)
    if low in (24, 25, 26, 27):
        size = 1 << (low - 24)
        low = int.from_bytes(data[at : at + size], "big")
        at += size
    elif low > 27:
        raise Refused("a list or text has no count")
    if major == 0:
        return low, at
    if major == 1:
        return -1 - low, at
    if major in (2, 3):
        content = data[at : at + low]
        return (content if major == 2 else content.decode()), at + low
    if major == 4:
        values = []
        for _ in range(low):
            value, at = read_item(data, at)
            values.append(value)
        return values, at
    if major == 5:
        members = {}
        for _ in range(low):
            name, at = read_item(data, at)
            if name in members:
                raise Refused(f"{name} is there twice")
            members[name], at = read_item(data, at)
        return members, at
    if major == 6 and low in TYPED_ARRAYS:
        content, at = read_item(data, at)
        numbers = array(TYPED_ARRAYS[low])
        numbers.frombytes(content)
        if sys.byteorder == "big":
            numbers.byteswap()
        return numbers.tolist(), at
    raise Refused(f"CBOR of major type {major}, {low}")


# ------------------------------------------------------------------------------------------- files


def members_once(pairs):
    members = dict(pairs)
    if len(members) != len(pairs):
        raise Refused("a member is there twice")
    return members


def read_model(data):
    """The model that the bytes of a file are, after its header is checked."""
    is_json = data.startswith(b'{"format":"coppice-model","version":1,')
    is_cbor = data.startswith(b"\xd9\xd9\xf7") and b"fformatmcoppice-modelgversion\x01" in data[:128]
    if not is_json and not is_cbor:
        raise Refused("this is not a coppice model of format 1")
    length = re.search(rb'"length":"(\d{12})"' if is_json else rb"flengthl(\d{12})", data[:128])
    if not length or int(length[1]) != len(data):
        raise Refused("its length is not what its header says")
    crc = re.search(rb'"crc32":"([0-9a-f]{8})"' if is_json else rb"ecrc32h([0-9a-f]{8})", data[:128])
    if not crc or int(crc[1], 16) != zlib.crc32(data[: crc.start(1)] + b"0" * 8 + data[crc.end(1) :]):
        raise Refused("its checksum does not fit its content")
    model = json.loads(data, object_pairs_hook=members_once) if is_json else read_cbor(data)
    if model["kind"] not in DECIDERS:
        raise Refused(f"the model is of kind {model['kind']}")
    if "decoding" in model and model["decoding"]["kind"] != "output-code":
        raise Refused(f"the model decodes its scores by {model['decoding']['kind']}")
    return model


def read_rows(path, features):
    with open(path, encoding="utf-8") as file:
        for line in file:
            row = [0.0] * features
            for entry in line.split()[1:]:
                index, value = entry.split(":")
                row[int(index) - 1] = math.nan if value in ("NA", "?") else float(value)
            yield row


# ----------------------------------------------------------------------------------------- scoring


LARGEST_FLOAT = (2 - 2.0**-23) * 2.0**127


def to_float(value):
    return struct.unpack("f", struct.pack("f", value))[0]


def dot(theta, x):
    """In eight partial sums."""
    sums = [0.0] * 8
    for k, number in enumerate(theta):
        sums[k % 8] += number * x[k]
    return ((sums[0] + sums[4]) + (sums[1] + sums[5])) + ((sums[2] + sums[6]) + (sums[3] + sums[7]))


def outputs_of(group, row):
    """The outputs of a group's weak learners, in their order."""
    kind = group["kind"]
    if kind == "stump":
        sides = group.get("missing_above", [0] * len(group["feature"]))
        for feature, threshold, missing_above in zip(group["feature"], group["threshold"], sides):
            value = row[feature]
            yield 1.0 if value > threshold or (math.isnan(value) and missing_above) else -1.0
    elif kind == "level-stump":
        first = 0
        for feature, count in zip(group["feature"], group["count"]):
            levels = group["level"][first : first + count]
            first += count
            yield 1.0 if row[feature] in levels else -1.0
    elif kind == "tree":
        sides = group.get("missing_above", [0] * len(group["feature"]))
        first = 0
        for nodes in group["nodes"]:
            node = first
            while group["feature"][node] >= 0:
                value = row[group["feature"][node]]
                above = value > group["threshold"][node] or (math.isnan(value) and sides[node])
                node += group["above"][node] if above else 1
            yield float(group["threshold"][node])
            first += nodes
    elif kind == "linear":
        for feature in group["feature"]:
            if math.isnan(row[feature]):
                raise Refused(f"a value is missing that learners of kind {kind} look at")
            yield to_float(max(-LARGEST_FLOAT, min(LARGEST_FLOAT, row[feature])))
    elif kind == "constant":
        yield from [1.0] * group["count"]
    elif kind in ("perceptron", "fourier"):
        x = [row[d] for d in group["features"]] if "features" in group else row
        if any(map(math.isnan, x)):
            raise Refused(f"a value is missing that learners of kind {kind} look at")
        for j, kappa in enumerate(group["kappa"]):
            t = dot(group["theta"][j * len(x) : (j + 1) * len(x)], x) - kappa
            if kind == "perceptron":
                yield 1.0 if t >= 0 else -1.0
            else:
                yield to_float(group.get("amplitude", [1.0] * (j + 1))[j] * math.cos(t)) if math.isfinite(t) else 0.0
    elif kind == "linear-classifier":
        if any(map(math.isnan, row)):
            raise Refused(f"a value is missing that learners of kind {kind} look at")
        for j, f in enumerate(group["bias"]):
            for weight, value in zip(group["weights"][j * len(row) :], row):
                f += value * weight
            if group["output"] == "sign":
                yield float((f > 0) - (f < 0))
            else:
                yield to_float(math.tanh(f) if group["output"] == "tanh" else min(1, max(-1, f)))
    elif kind == "combination":
        first = 0
        values = [terms_of(terms, row) for terms in group["terms"]]
        for k, bias in zip(group["of"], group["bias"]):
            weights = group["weights"][first : first + len(values[k])]
            first += len(weights)
            f = bias + dot(weights, values[k])
            yield 0.0 if math.isnan(f) else to_float(max(-LARGEST_FLOAT, min(LARGEST_FLOAT, f)))
    else:
        raise Refused(f"weak learners of kind {kind}")


def terms_of(terms, row):
    if "features" not in terms:
        return [h for group in terms["learners"] for h in outputs_of(group, row)]
    values = [row[d] for d in terms["features"]]
    if any(map(math.isnan, values)):
        raise Refused("a value is missing that learners of kind combination look at")
    return values


def decide_linearly(model):
    """The function from a row to one number a score."""
    return lambda row: [
        bias + dot(model["weights"][s :: len(model["bias"])], row)
        for s, bias in enumerate(model["bias"])
    ]


def decide_by_learners(model):
    """The function from a row to one number a score."""
    return lambda row: sum_of_learners(model, row)


def sum_of_learners(model, row):
    sums = [float(bias) for bias in model["bias"]]
    weight = iter(model["weights"])
    if "problems" in model:
        return sum_of_problems(model, row, sums, weight)
    for group in model["learners"]:
        for output in outputs_of(group, row):
            for s in range(len(sums)):
                sums[s] += next(weight) * output
    return decode(model["decoding"], sums) if "decoding" in model else sums


def sum_of_problems(model, row, sums, weight):
    groups = iter(model["learners"])
    problems = model["problems"]
    for added_to, taken_from, count in zip(problems["added_to"], problems["taken_from"], problems["groups"]):
        f = 0.0
        for _ in range(count):
            for output in outputs_of(next(groups), row):
                f += next(weight) * output
        sums[added_to] += f
        if taken_from >= 0:
            sums[taken_from] -= f
    return sums


def decode(code, values):
    """One number a class, from one a bit."""
    large = max(map(abs, values)) > 600
    scores = []
    for word in code["words"]:
        agreements = [value if sign == "+" else -value for sign, value in zip(word, values)]
        if code["distance"] == "hamming":
            says = ["+" if value >= 0 else "-" for value in values]
            scores.append(float(sum(1 if a == b else -1 for a, b in zip(word, says))))
            continue
        largest = max(-agreement for agreement in agreements) if large else 0.0
        total = 0.0
        for agreement in agreements:
            total += math.exp(-agreement - largest)
        scores.append(-(largest + math.log(total / len(word))))
    return scores


def decide_on_map(model):
    """The function from a row to one number a score."""
    classifier = model["classifier"]
    by = {"linear": by_lines, "neighbours": by_neighbours}.get(classifier["kind"])
    if by is None:
        raise Refused(f"the classifier is of kind {classifier['kind']}")

    def decide(row):
        outputs = [h for group in model["learners"] for h in outputs_of(group, row)]
        return by(classifier, [scale * h for scale, h in zip(model["scales"], outputs)])

    return decide


def by_lines(classifier, mapped):
    width = len(mapped)
    return [
        bias + dot(classifier["weights"][s * width : (s + 1) * width], mapped)
        for s, bias in enumerate(classifier["bias"])
    ]


def by_neighbours(classifier, mapped):
    width, rows = len(mapped), classifier["mapped"]
    count = len(rows) // width
    scores = len(classifier["expected"]) // count
    distances = []
    for i in range(count):
        apart = [a - b for a, b in zip(mapped, rows[i * width : (i + 1) * width])]
        distances.append((dot(apart, apart), i))
    nearest = sorted(i for _, i in sorted(distances)[: classifier["neighbours"]])
    weights = classifier.get("row_weights", [1.0] * count)
    decided = []
    for s in range(scores):
        total = votes = 0.0
        for i in nearest:
            votes += weights[i] * classifier["expected"][i * scores + s]
            total += weights[i]
        decided.append(votes / total)
    return decided


DECIDERS = {
    "ensemble": decide_by_learners,
    "kernel-expansion": score_kernels.decider,
    "learned-map": decide_on_map,
    "linear": decide_linearly,
}


def class_of(model, scores):
    """An index into the classes."""
    calibration = model.get("calibration")
    if calibration is None:
        return largest(scores) if len(scores) > 1 else int(scores[0] >= 0)
    z = [a * f + b for a, f, b in zip(calibration["slope"], scores, calibration["offset"])]
    if len(z) > 1:  # probabilities are to one another as these logarithms tell
        return largest([min(v, 0) - math.log1p(math.exp(-abs(v))) for v in z])
    smaller = math.exp(-abs(z[0])) / (1 + math.exp(-abs(z[0])))
    return int(z[0] >= 0 or smaller >= 1 - smaller)


def largest(values):
    """Where the first of the largest is."""
    return max(range(len(values)), key=lambda k: values[k])


def shortest(number):
    """As the program prints numbers; both read back as the same double."""
    return repr(float(number))


def main(path, data, wanted="class"):
    with open(path, "rb") as file:
        model = read_model(file.read())
    decider = DECIDERS[model["kind"]]
    decide = decider(model)
    for row in read_rows(data, model["features"]):
        scores = decide(row)
        if wanted == "decision":
            print(",".join(shortest(score) for score in scores))
        else:
            label = model["classes"][class_of(model, scores)]
            print(label if isinstance(label, str) else f"{label:.17g}")


if __name__ == "__main__":
    try:
        main(*sys.argv[1:])
    except (Refused, score_kernels.UnknownKernel) as refused:
        sys.exit(f"{sys.argv[1]}: {refused}")
