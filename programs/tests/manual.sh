# The manual page and the help name the same commands and options.
. "$(dirname "$0")/common.sh"

sed 's/\\-/-/g' "$tests/../coppice.1" >page.txt
"$coppice" --help >help.txt
commands=$(sed -n '/^Commands:/,/^$/s/^  \([a-z]*\) .*/\1/p' help.txt)
[ "$(echo $commands)" = 'train cv predict info methods generate' ] || fail "the commands are: $commands"
for command in $commands; do
  grep -q "^\\.SS $command\$" page.txt || fail "the manual page has no section on $command"
  "$coppice" $command --help >help.txt
  [ "$(awk 'length > 100' help.txt)" = "" ] || fail "$command --help has lines of over 100 columns"
  # From this command's section to the next heading; train's options stand for those alike.
  sed -n "/^\\.SS $command\$/,/^\\.S/p" page.txt >section.txt
  options=$(grep -o -- '--[a-z]*' help.txt | sort -u)
  [ -n "$options" ] || fail "$command --help names no option"
  for option in $options; do
    [ "$option" = --help ] || grep -q -- "$option" page.txt ||
      fail "the manual page does not know $command $option"
  done
  for option in $(grep -o -- '--[a-z]*' section.txt | sort -u); do
    grep -q -- "$option" help.txt || fail "$command has no $option, which the manual page knows"
  done
done
# Every key of what --json prints is on the page.
set -- "$data/votes.svm" --set learners=5 --set calibration=platt --set price_of_sparsity=yes --test "$data/votes.svm" --json
"$coppice" train "$@" --validation "$data/votes.svm" --model model.json >train.json
"$coppice" cv "$@" >cv.json
"$coppice" predict model.json "$data/votes.svm" --json --quiet >predict.json
"$coppice" info model.json --json >info.json
"$coppice" methods --json >methods.json
"$python" - <<'PYTHON'
import json, re
page = open("page.txt").read()
words = set(re.findall(r"[a-z_]+", page[page.index(".SH JSON"):page.index(".SH ENVIRONMENT")]))
for name in "train", "cv", "predict", "info", "methods":
    document = json.load(open(name + ".json"))
    keys = set(document) | set(document.get("seconds", {}))
    for rows in "pools", "grid":
        keys.update(*document.get(rows, []))
    assert len(keys) >= 2 and keys <= words, (name, keys - words)
PYTHON

[ "$("$coppice" --version)" = "coppice $(sed -n 's/^#define COPPICE_VERSION "\(.*\)"/\1/p' \
  "$tests/../../include/coppice/version.h")" ] || fail "the version is $("$coppice" --version)"
