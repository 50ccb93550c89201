# Help in the ways people ask for it, each with an example that works; short options; the version and
# the date of the manual page.
. "$(dirname "$0")/common.sh"

for command in '' train cv predict info methods generate; do
  "$coppice" help $command >help.txt
  "$coppice" $command --help | cmp - help.txt || fail "coppice help $command is not coppice $command --help"
  "$coppice" $command -h | cmp - help.txt || fail "coppice $command -h"
  sed -n '/^Examples\?:/,$s/^  //p' help.txt >>examples.txt
  sed -n '/^Examples\?:/,$s/^  //p' help.txt | grep -q "^coppice $command" || fail "no example of $command: $(cat help.txt)"
done
rejected 1 'there is no command "trian"; did you mean "train"?' "$coppice" help trian

# The examples do what they say, with files of these names.
"$coppice" generate threenorm --rows 200 --seed 1 --output patients.csv
"$coppice" generate threenorm --rows 100 --seed 2 --output tomorrow.csv
sed -i 's/^label,/diagnosis,/; 2,$s/^-1,/ill,/; 2,$s/^1,/well,/' patients.csv tomorrow.csv
"$coppice" train patients.csv --label diagnosis --set calibration=platt --model model.json --quiet
cp model.json patients.json
# train writes model.json anew, without probabilities: it comes last.
{ grep -v '^coppice train' examples.txt; grep '^coppice train' examples.txt; } >ordered.txt
while read -r line; do
  eval "\"\$coppice\" ${line#coppice }" >out.txt 2>said.txt </dev/null || fail "$line: $(cat said.txt)"
  [ ! -s said.txt ] || ! grep -q 'coppice:' said.txt || fail "$line: $(cat said.txt)"
done <ordered.txt
[ "$(wc -l <ordered.txt)" -ge 8 ] || fail "few examples: $(cat ordered.txt)"

# Short options are the long ones.
"$coppice" train patients.csv -l diagnosis -s learners=10 -p stump -t tomorrow.csv -m short.json -q
"$coppice" train patients.csv --label diagnosis --set learners=10 --pool stump --test tomorrow.csv \
  --model long.json --quiet
for name in short long; do
  "$coppice" info $name.json -j | sed 's/"seconds":{[^}]*}//' >$name.txt
done
cmp short.txt long.txt || fail "short options train another model"
"$coppice" cv patients.csv -l diagnosis -k 3 -g C=0.01,0.1 -s learners=5 -j | grep -q '"folds":3' ||
  fail "short options of cv"
"$coppice" generate twonorm -n 5 -o - | wc -l | grep -q '^5$' || fail "short options of generate"
[ "$("$coppice" -V)" = "$("$coppice" --version)" ] || fail "-V is not --version"
"$coppice" predict short.json tomorrow.csv -qt class -o short.csv
"$coppice" predict short.json tomorrow.csv --quiet --type class --output long.csv
cmp short.csv long.csv || fail "short options of predict"

# The manual page says which version it is of, and when that was written.
version=$("$coppice" --version | cut -d ' ' -f 2)
grep -Eq "^\.TH COPPICE 1 \"20[0-9]{2}-[01][0-9]-[0-3][0-9]\" \"coppice $version\" \"User Commands\"$" \
  "$tests/../coppice.1" || fail "the manual page begins with: $(sed -n 2p "$tests/../coppice.1")"
