# What a word of a command line may become is what there is, and nothing else; bash is told so.
. "$(dirname "$0")/common.sh"

# candidates WORD...: what the last word may become, on one line.
candidates() {
  "$coppice" complete "$@" >candidates.txt 2>error.txt && [ ! -s error.txt ] ||
    fail "complete $*: $(cat error.txt)"
  tr '\n' ' ' <candidates.txt | sed 's/ $//'
}
# expect CANDIDATES WORD...
expect() {
  wanted=$1
  shift
  found=$(candidates "$@")
  [ "$found" = "$wanted" ] || fail "complete $*: \"$found\"; expected \"$wanted\""
}

# Commands and their options are those of the help.
"$coppice" --help >help.txt
commands=$(sed -n '/^Commands:/,/^$/s/^  \([a-z]*\) .*/\1/p' help.txt)
expect "$(echo $commands) --help --version" ''
expect train tr
expect '' nonsense ''
for command in $commands; do
  options=$("$coppice" $command --help | grep -o '^  \(-[a-zA-Z],\)\?--[a-z-]*' | sed 's/.*\(--\)/\1/')
  [ -n "$options" ] || fail "$command --help has no options"
  expect "$(echo $options)" $command --
done
expect '--test --test-weights' train data.csv --tes

# Names, options and values are those of the catalogue.
"$coppice" methods --json >methods.json
catalogue() {
  "$python" -c "
import json
catalogue = json.load(open('methods.json'))
every = lambda kind, name='': [each for each in catalogue[kind] if name in ('', each['name'])]
names = lambda entries: [each['name'] for each in entries]
options = lambda entries: [each for entry in entries for each in entry['options']]
settings = lambda entries: list(dict.fromkeys(name + '=' for name in names(options(entries))))
print(' '.join($1))"
}
expect "$(catalogue "names(every('methods'))")" train data.csv --method ''
expect "$(catalogue "[each for each in names(every('methods')) if each.startswith('ada')]")" cv --method ada
expect '--method=logitboost' train --method=logit
expect "$(catalogue "names(every('pools'))")" train --pool ''
expect 'perceptron perceptron-descent' train --pool perc
expect "$(catalogue "['tree(' + each for each in settings(every('pools', 'tree'))]")" train --pool 'tree('
expect 'union(tree(depth=3),fourier' train --pool 'union(tree(depth=3),fou'
expect 'tree:depth=3,split=gini tree:depth=3,split=gain-ratio' train --pool 'tree:depth=3,split='
expect '' train --pool 'fourier@'
expect "$(catalogue "settings(every('methods', 'svm') + every('pools'))")" train --method svm --set ''
expect "$(catalogue "settings(every('methods') + every('pools'))")" train --set ''
expect 'bias=free bias=penalised bias=none' train data.csv --method cgens --set bias=
expect 'loss=hinge,squared-hinge' cv --method cgens --grid loss=hinge,squ
expect '' train --method cgens --set C=
expect "$(catalogue "['kernel=' + each for each in names(every('kernels'))]")" train --method svm --set kernel=
expect 'kernel=sum(stump,gaussian(gamma=' train --method=svm --set 'kernel=sum(stump,gaussian('
expect '' train --method cgens --set kernel=
expect 'class decision probability staged learners contributions map' predict model.json data.csv --type ''
expect "$(catalogue "dict.fromkeys(names(every('methods') + every('pools') + every('kernels')))")" methods ''
expect 'twonorm threenorm ringnorm waveform waveform-binary linear mixture drifting switching circle' generate ''

# Files where files are, and nothing where nobody knows.
for line in 'train' 'train --model' 'train --json' 'predict model.json' 'predict --quiet' 'info'; do
  expect :files $line ''
done
expect '' train data.csv ''
expect '' train --threads ''
expect '' train --label ''
expect '' train -l ''
expect :files train -t ''
[ "$(candidates train --no-such-option '')" = :files ] || fail "an unknown option ends the completion"

# Bash cuts words at = and :, and gets the rest of the word then; in quotes it does not.
cat >completion.bash <<'BASH'
compopt() { options+=" $*"; }
. "$1"
shift
COMP_LINE=$1
shift
COMP_WORDS=("$@")
COMP_CWORD=$(($# - 1))
options=
_coppice
printf '%s\n' "${COMPREPLY[*]}$options"
BASH
# expect_bash REPLIES LINE WORD...: the words as bash cuts the line.
expect_bash() {
  wanted=$1
  shift
  found=$(PATH="$(dirname "$coppice"):$PATH" "$bash" completion.bash "$tests/../completion/coppice.bash" "$@")
  [ "$found" = "$wanted" ] || fail "bash completes $1 with \"$found\"; expected \"$wanted\""
}
expect_bash 'predict' 'coppice pre' coppice pre
expect_bash '--method' 'coppice train --me' coppice train --me
expect_bash 'bagging' 'coppice train  d.csv --method bag' coppice train d.csv --method bag
expect_bash 'free penalised none' 'coppice train --set bias=' coppice train --set bias =
expect_bash 'penalised' 'coppice train --set bias=p' coppice train --set bias = p
expect_bash 'loss= -o nospace' 'coppice train --method cgens --set lo' coppice train --method cgens --set lo
expect_bash 'depth= -o nospace' 'coppice train --pool tree:de' coppice train --pool tree : de
expect_bash 'kernel=sum(stump,linear' "coppice train --set 'kernel=sum(stump,lin" coppice train --set "'kernel=sum(stump,lin"
expect_bash ' -o default' 'coppice train da' coppice train da
