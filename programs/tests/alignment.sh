# Kernels learned from views: the summary, --json and info tell how they are aligned with the classes of the
# training, validation and test rows, and predict writes the map that this is computed from.
. "$(dirname "$0")/common.sh"

awk 'NR % 3 == 0' "$data/iris.svm" >test.svm
awk 'NR % 3 == 1' "$data/iris.svm" >watch.svm
awk 'NR % 3 == 2' "$data/iris.svm" >fit.svm
for method in kernel-boost kernel-alignment; do
  "$coppice" train fit.svm --view sepal=1-2 --view petal=3-4 --method $method --validation watch.svm \
    --test test.svm --model $method.json --json --quiet >$method.report.json
  "$coppice" info $method.json --json >$method.info.json
  "$coppice" info $method.json >$method.txt
  grep -q '^iteration  alignment  validation    test$' $method.txt || fail "$(cat $method.txt)"
  for rows in fit watch test; do
    "$coppice" predict $method.json $rows.svm --type map --output $method.$rows.csv --quiet
  done
done

"$python" - <<'PYTHON'
import csv, json, math

def read(method, rows):
    labels = [line.split()[0] for line in open(rows + ".svm")]
    table = list(csv.DictReader(open(f"{method}.{rows}.csv")))
    return labels, [[float(row[name]) for name in row if name.startswith("map ")] for row in table]

def mean(points):
    return [sum(column) / len(points) for column in zip(*points)]

def dot(a, b):
    return sum(x * y for x, y in zip(a, b))

def alignment(labels, points):
    centre = mean(points)
    points = [[x - c for x, c in zip(point, centre)] for point in points]
    classes = set(labels)
    between = 0
    for of in classes:
        inside = [point for label, point in zip(labels, points) if label == of]
        between += len(inside) * dot(mean(inside), mean(inside))
    norm = math.sqrt(sum(dot(a, b) ** 2 for a in points for b in points))
    return between / norm / math.sqrt(len(classes) - 1)

for method in ("kernel-boost", "kernel-alignment"):
    report, info = (json.load(open(f"{method}.{of}.json")) for of in ("report", "info"))
    for name, rows in (("alignment", "fit"), ("validation_alignment", "watch"), ("test_alignment", "test")):
        expected = alignment(*read(method, rows))
        assert abs(report[name] - expected) < 1e-5, (method, name, report[name], expected)
        assert report[name] == report["curve"][-1][name] == info[name], (method, name)
PYTHON
