# One thread and two give the same learners, weights and curve, to the last bit.
. "$(dirname "$0")/common.sh"

for threads in 1 2 0; do
  "$coppice" train "$data/spam.train.svm" --set learners=60 --set keep_stages=yes \
    --threads $threads --model "$threads.json" --quiet
done
"$python" - <<'PYTHON'
import json

def content(threads):
    model = json.load(open("%d.json" % threads))
    assert model["options"].pop("threads") == threads
    assert model["training"].pop("fit_seconds") > 0
    for key in ("length", "crc32"):
        del model[key]
    iterations = len(model["training"]["curve"]["iteration"])
    assert len(model["weights"]) == 60 and len(model["stages"]) == iterations < 60
    return json.dumps(model)

assert content(1) == content(2) == content(0)
PYTHON
