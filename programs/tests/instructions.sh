# Every set of instructions that inner loops are compiled for gives the same models: the same
# learners, where there are any, and the same optimum but for rounding; machines of kernels that are
# not additive are the same to the last bit. On a processor without the wider ones they are the same
# runs, and agree all the more.
. "$(dirname "$0")/common.sh"

"$coppice" generate ringnorm --rows 1500 --noise 0.1 --seed 4 --output ringnorm.svm
for instructions in portable avx2 avx512; do
  export COPPICE_INSTRUCTIONS=$instructions
  for loss in hinge squared-hinge least-squares; do
    "$coppice" train ringnorm.svm --set loss=$loss --set C=0.01 --set learners=50 \
      --set tolerance=1e-9 --quiet --model "$instructions-stump-$loss.json"
  done
  for pool in perceptron fourier; do
    "$coppice" train ringnorm.svm --pool $pool:candidates=200 --set C=0.1 --set learners=20 \
      --set tolerance=1e-9 --quiet --model "$instructions-$pool.json"
  done
  "$coppice" train ringnorm.svm --method svm --set kernel=stump --set solver=newton --set tolerance=1e-9 \
    --quiet --model "$instructions-svm.json"
  for kernel in perceptron "gaussian(gamma=0.05)" "laplacian(gamma=0.1)"; do
    "$coppice" train ringnorm.svm --method svm --set "kernel=$kernel" --set tolerance=1e-6 \
      --quiet --model "$instructions-kernel-$kernel.json"
  done
done
"$python" - <<'PYTHON'
import glob, json

def load(path):
    model = json.load(open(path))
    exact = [model["coefficients"], model["bias"]] if "-kernel-" in path else model.get("learners")
    return json.dumps(exact), model["training"]["objective"]

compared = 0
for reference in glob.glob("portable-*.json"):
    exact, objective = load(reference)
    for instructions in ("avx2", "avx512"):
        same, other = load(reference.replace("portable", instructions, 1))
        assert same == exact, (reference, instructions)
        assert abs(other - objective) <= 1e-8 * objective, (reference, instructions, other)
        compared += 1
assert compared == 18
PYTHON
