# Shape functions: what info tells of every feature, and what predict tells of every row, add up to the
# decision value.
. "$(dirname "$0")/common.sh"

"$python" - <<'PYTHON'
import random
random.seed(3)
with open("rows.csv", "w") as file:
    file.write("kind,age,city,size\n")
    for i in range(300):
        age, city, size = random.randrange(20, 60), random.choice("BCU"), random.randrange(9)
        kind = "abc"[(age > 40) + (city == "U")]
        cells = [str(age) if i % 7 else "", city if i % 11 else "", str(size)]
        file.write("%s,%s\n" % (kind, ",".join(cells)))
with open("two.csv", "w") as file:
    file.writelines(line.replace("c,", "b,", 1) for line in open("rows.csv"))
PYTHON

for table in two rows; do
  "$coppice" train $table.csv --label kind --set learners=40 --set C=0.1 --model $table.json --quiet
  "$coppice" info $table.json --shapes --json >$table.info.json
  "$coppice" info $table.json --shapes >$table.txt
  "$coppice" info $table.json >without.txt
  ! grep -q '^shapes' without.txt || fail "info shows shapes unasked"
  for type in decision contributions; do
    "$coppice" predict $table.json $table.csv --label kind --type $type --json --quiet >$table.$type.json
  done
done

"$python" - <<'PYTHON'
import csv, json
for table in "two", "rows":
    info, f, parts = (json.load(open("%s.%s.json" % (table, name)))
                      for name in ("info", "decision", "contributions"))
    several = table == "rows"
    as_list = lambda value: value if several else [value]
    names = ["age", "city", "size"]
    shapes = {shape["feature_name"]: shape for shape in info["shapes"]}
    assert {"age", "city"} <= set(shapes) <= set(names), shapes.keys()
    assert [shape["feature"] for shape in info["shapes"]] == sorted(map(names.index, shapes))

    def value(name, cell):
        if name not in shapes:
            return [0] * len(as_list(info["intercept"]))
        shape = shapes[name]
        if cell == "":
            return as_list(shape["missing"])
        if name == "city":
            return next(as_list(p["value"]) for p in shape["points"] if p["level"] == cell)
        points = shape["points"]
        return as_list(next((p for p in points if p["x"] >= float(cell)), points[-1])["value"])

    for row, decisions, added in zip(csv.DictReader(open(table + ".csv")), f["predictions"], parts["predictions"]):
        of_features = [value(name, row[name]) for name in names]
        for s, (b, decision) in enumerate(zip(as_list(info["intercept"]), as_list(decisions))):
            own = added[3 * s : 3 * s + 3]
            assert all(abs(own[d] - of_features[d][s]) < 1e-9 for d in range(3)), (row, own, of_features)
            assert abs(b + sum(own) - decision) < 1e-9, (row, s)
    text = [line.split() for line in open(table + ".txt")]
    assert ["age"] in text and ["city"] in text
    for point in shapes["city"]["points"]:
        line = next(line for line in text if line[:1] == [point["level"]])
        for shown, exact in zip(line[1:], as_list(point["value"])):
            assert abs(float(shown) - exact) <= 1e-4 * max(1, abs(exact)), (line, point)
PYTHON

"$coppice" train "$data/votes.svm" --pool tree --set learners=5 --model trees.json --quiet
for how in 'info trees.json --shapes' "predict trees.json $data/votes.svm --type contributions"; do
  rejected 1 'trees.json: this model is not a sum of functions of one feature each: weak learner' \
    "$coppice" $how
done

# Of kernel machines the points are joined by lines, beyond the last of which F goes on as between the
# two outermost; of many a few are shown.
for kernel in stump linear; do
  "$coppice" train "$data/iris.svm" --method svm --set kernel=$kernel --model $kernel.json --quiet
  "$coppice" info $kernel.json --shapes --json >$kernel.info.json
  "$coppice" info $kernel.json --shapes >$kernel.txt
  for type in decision contributions; do
    "$coppice" predict $kernel.json "$data/iris.svm" --type $type --json --quiet >$kernel.$type.json
  done
done
"$python" - "$data/iris.svm" <<'PYTHON'
import json, sys
rows = [[float(cell.split(":")[1]) for cell in line.split()[1:]] for line in open(sys.argv[1])]
for kernel in "stump", "linear":
    info, f, parts = (json.load(open("%s.%s.json" % (kernel, name)))
                      for name in ("info", "decision", "contributions"))

    def value(points, x, s):
        k = next((k for k in range(1, len(points)) if points[k]["x"] >= x), len(points) - 1)
        a, b = points[k - 1], points[k]
        if a["x"] == b["x"]:
            return (a if x <= a["x"] else b)["value"][s]
        share = (x - a["x"]) / (b["x"] - a["x"])
        return a["value"][s] + share * (b["value"][s] - a["value"][s])

    assert len(info["shapes"]) == 4 and "missing" not in info["shapes"][0]
    for row, decisions, added in zip(rows, f["predictions"], parts["predictions"]):
        for s, decision in enumerate(decisions):
            own = [value(shape["points"], row[d], s) for d, shape in enumerate(info["shapes"])]
            assert all(abs(a - b) < 1e-9 for a, b in zip(own, added[4 * s : 4 * s + 4])), (row, own, added)
            assert abs(info["intercept"][s] + sum(own) - decision) < 1e-9, (row, s)
    text = open(kernel + ".txt").read()
    shown = [line.split() for line in text.splitlines() if line.startswith(("  at ", "  <= ", "  >= "))]
    assert 8 <= len(shown) <= 44, shown
    for d, shape in enumerate(info["shapes"]):
        first = "at" if kernel == "linear" else "<="
        assert [first, "%.5g" % shape["points"][0]["x"]] in [cells[:2] for cells in shown], (d, shown)
PYTHON

"$coppice" train "$data/votes.svm" --method svm --set "kernel=gaussian" --model waves.json --quiet
rejected 1 'waves.json: this model is not a sum of functions of one feature each: kernel gaussian' \
  "$coppice" info waves.json --shapes
