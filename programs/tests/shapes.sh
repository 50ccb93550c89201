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
    assert ["feature", "0", "age"] in text and ["feature", "1", "city"] in text
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
