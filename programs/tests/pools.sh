# Unions of pools on views of the columns: what --json tells of them, what the summary says, and what
# goes wrong.
. "$(dirname "$0")/common.sh"

"$coppice" train "$data/sonar.svm" --pool fourier:gamma=20@low --pool 'fourier:gamma=10@2;stump' \
  --view low=1-20 --view-size 30 --set scale=none --set candidates=100 --set learners=40 \
  --set columns_per_iteration=1 --threads 1 --seed 5 \
  --model sonar.json --json >report.json
"$coppice" train "$data/sonar.svm" --pool ' union( fourier(gamma=20)@low, fourier(gamma=10)@2, stump )' \
  --view low=1-20 --view-size 30 --set scale=none --set candidates=100 --set learners=40 \
  --set columns_per_iteration=1 --threads 2 --seed 5 \
  --json >threads.json
"$coppice" info sonar.json --json >info.json
"$coppice" info sonar.json >info.txt

"$python" - <<'PYTHON'
import json, math
report, threads, info = (json.load(open(name + ".json")) for name in ("report", "threads", "info"))
pools = report["pools"]
assert [pool["description"] for pool in pools] == [
    "fourier(gamma=20,scale=none,candidates=100)@low",
    "fourier(gamma=10,scale=none,candidates=100)@2", "stump"], pools
assert threads["pools"] == pools == info["pools"]
assert threads["objective"] == report["objective"] and report["gap_scope"] == "restricted"
assert report["options"]["pool"]["kind"] == "union"
assert [member["kind"] for member in report["options"]["pool"]["members"]] == [
    "fourier", "fourier", "stump"]
learners = info["weak_learners"]
assert sum(pool["learners"] for pool in pools) == len(learners) == 40
for pool, wanted in zip(pools, (lambda h: h.get("features", [])[:1] == [0],
                                lambda h: h.get("features", [])[:1] == [30],
                                lambda h: h["kind"] == "stump")):
    mine = [h for h in learners if wanted(h)]
    assert len(mine) == pool["learners"] > 0, pool
    assert math.isclose(sum(h["weight"] ** 2 for h in mine), pool["squared_weight"], rel_tol=1e-9)
    for h in mine:
        if h["kind"] == "fourier":
            assert h["features"] in (list(range(20)), list(range(30, 60)))
            assert len(h["theta"]) == len(h["features"])
PYTHON
for text in 'fourier(gamma=20,scale=none,candidates=100)@low has' '% of the squared weights' \
  'features=\[[0-9,]*\.\. [23]0\]'; do
  grep -q -- "$text" info.txt || fail "no \"$text\" in info"
done

train() {
  text=$1
  shift
  rejected 1 "$text" "$coppice" train "$data/votes.svm" "$@"
}
train '--set candidats=3: neither method cgens nor pool union(stump,fourier) has an option "candidats"; did you mean "candidates"?' \
  --pool stump --pool fourier --set candidats=3
for view in a=0-3 a=3-17 a=3-2 a=17 a=1-x a=-1-2 a=1,x; do
  train ' is not a feature; expected the name of a column or its number, from 1 to 16, or FIRST-LAST' --view $view
done
for view in a a= =1-2; do
  train "--view $view: expected NAME=COLUMN,... or NAME=FIRST-LAST, columns by name or by number from 1 to 16" \
    --view $view
done
train '--view a=2-3: name is "a", which the dataset has a view of' --view a=1-2 --view a=2-3
train '--view-size is "0"; expected a whole number >= 1' --view-size 0
train 'the dataset has no view "b"; did you mean "a"?' --view a=1-2 --pool stump@b
train 'pool union has no members' --pool union
train '--pool: the pool is "union(stump"; expected '"',' or ')' at its end" --pool 'union(stump'
train '--pool: the pool is "fourier(gamma)x"; expected '"';' or nothing more at character 15" --pool 'fourier(gamma)x'
train '--pool: there is no pool "stmp"; did you mean "stump"?' --pool 'union(fourier, stmp)'
train '--view a,b=1-2: name is "a,b"; expected a name' --view a,b=1-2
train "; character 2 is ','" --view a,b=1-2
