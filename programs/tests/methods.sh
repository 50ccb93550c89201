# methods lists everything, in pages of at most 100 columns, and tells the truth: every option takes
# its default, and every choice.
. "$(dirname "$0")/common.sh"

"$coppice" methods >methods.txt
"$coppice" methods --json >methods.json
[ "$(awk 'length > 100' methods.txt)" = "" ] || fail "lines of more than 100 columns"
grep -q '^method cgens$' methods.txt || fail "cgens is not listed"
grep -q '^pool stump$' methods.txt || fail "stump is not listed"

"$python" - "$coppice" "$data/votes.svm" <<'PYTHON'
import json, subprocess, sys
program, votes = sys.argv[1:]
catalogue = json.load(open("methods.json"))
text = open("methods.txt").read()
assert "cgens" in [entry["name"] for entry in catalogue["methods"]]
assert "stump" in [entry["name"] for entry in catalogue["pools"]]
assert "stump" in [entry["name"] for entry in catalogue["kernels"]]

cgens, = [entry for entry in catalogue["methods"] if entry["name"] == "cgens"]
assert cgens["tasks"] == ["two-classes", "classes"] and cgens["takes"] == "pools"
assert cgens["pool"] == "stump"
assert "    learns two-classes, classes; takes pools, by default stump\n" in text
assert "    learns two-classes, classes; takes pools, by default union(stump, constant)\n" in text
assert not any("tasks" in entry or "takes" in entry for entry in catalogue["pools"])
assert {pool["name"]: pool.get("missing") for pool in catalogue["pools"]} == {
    "stump": "yes", "perceptron": "no", "fourier": "no", "perceptron-descent": "no", "tree": "yes",
    "linear": "no", "constant": "yes", "union": None}
assert {pool["name"]: pool.get("categories") for pool in catalogue["pools"]} == {
    "stump": "yes", "perceptron": "no", "fourier": "no", "perceptron-descent": "no", "tree": "no",
    "linear": "no", "constant": "yes", "union": None}
assert not any("missing" in entry or "categories" in entry for entry in catalogue["methods"])
assert text.count("    takes missing values; takes categories\n") == 2
assert text.count("    takes missing values; no categories\n") == 1
assert text.count("    no missing values; no categories\n") == 4

# What asks for an option that says nothing to a training alone.
commands = {"select": ("cv", "--folds", "2"), "criterion": ("train", "--validation", votes)}

def train(flag, entry, values, command=("train",)):
    """Trains by ENTRY, which the FLAG asks for, with these values of its options."""
    values = dict(values)
    if flag == "--pool" or any(option["name"] == "learners" for option in entry["options"]):
        values.setdefault("learners", 20)
    if values.get("master") == "liblinear":
        values["bias"] = "none"
    settings = ["%s=%s" % value for value in values.items()]
    if flag == "--kernel":
        settings = ["kernel=%s(%s)" % (entry["name"], ",".join(settings))]
    settings = [word for setting in settings for word in ("--set", setting)]
    which = ["--method", "svm"] if flag == "--kernel" else [flag, entry["name"]]
    subprocess.run([program, *command, votes, "--quiet", *which, *settings], check=True)

for part, flag in (("methods", "--method"), ("pools", "--pool"), ("kernels", "--kernel")):
    for entry in catalogue[part]:
        assert entry["help"] in " ".join(text.split())
        alone = subprocess.run([program, "methods", entry["name"], "--json"], check=True,
                               stdout=subprocess.PIPE).stdout
        assert json.loads(alone)[part] == [entry]
        for option in entry["options"]:
            rows = [line for line in text.split("\n") if line.split()[:1] == [option["name"]]]
            shown = [option["type"]] + (option["choices"] or [option["range"]])
            assert any(all(part in row for part in shown) for row in rows), option["name"]
            kind = {"double": (int, float), "int": int, "string": str}[option["type"]]
            assert isinstance(option["default"], kind), option
            assert option["help"] and (option["choices"] or option["range"]), option
            if option["choices"]:
                assert option["default"] in option["choices"], option
        if (flag, entry["name"]) == ("--kernel", "custom"):  # a callback, which no shell has
            asked = [program, "train", votes, "--method", "svm", "--set", "kernel=custom(name=mine)"]
            answer = subprocess.run(asked, stderr=subprocess.PIPE, text=True)
            assert answer.returncode == 1 and 'no custom kernel called "mine"' in answer.stderr, answer
            continue
        if entry["options"]:
            train(flag, entry, {option["name"]: option["default"] for option in entry["options"]})
        for option in entry["options"]:
            for value in option["choices"]:
                if value != option["default"]:
                    train(flag, entry, {option["name"]: value},
                          commands.get(option["name"], ("train",)))

options = {option["name"]: option for entry in catalogue["methods"]
           if entry["name"] == "cgens" for option in entry["options"]}
assert set(options) >= {"C", "loss", "bias", "learners", "epsilon", "tolerance", "threads", "seed"}
assert (options["C"]["default"], options["learners"]["default"]) == (0.01, 500)
assert options["bias"]["choices"] == ["free", "penalised", "none"]
PYTHON
