# What goes wrong is said on standard error, names the place, and exits with 1.
. "$(dirname "$0")/common.sh"

train() {
  rejected 1 "$1" "$coppice" train "$data/votes.svm" "$2" "$3"
}

rejected 1 'no command' "$coppice"
rejected 1 'there is no command "trian"; did you mean "train"?' "$coppice" trian "$data/votes.svm"
rejected 1 'DATA is required' "$coppice" train
rejected 1 'did not expect "more"' "$coppice" train "$data/votes.svm" more
rejected 1 'there is no option --methd; did you mean --method?' \
  "$coppice" train "$data/votes.svm" --methd cgens
rejected 1 'there is no option -v; did you mean --version?' "$coppice" -v
rejected 1 'did not expect "more": help tells about one command' "$coppice" help train more
# What is far from every name is not taken for one; many names are told of where they are listed.
rejected 1 'there is no option --model' "$coppice" predict model.json "$data/votes.svm" --model x.json
[ "$(head -n 1 rejected.err)" = 'coppice: there is no option --model' ] || fail "$(cat rejected.err)"
rejected 1 'there is no method, pool or kernel "xyz"; coppice methods lists them' "$coppice" methods xyz
rejected 1 '"cgens-reg"; did you mean "cgens-regression"?' "$coppice" methods cgens-reg
rejected 1 '--set expected a value' "$coppice" train "$data/votes.svm" --set

rejected 1 '--seed is given more than once' \
  "$coppice" train "$data/votes.svm" --seed 1 --seed 2
for option in method pool set test model weights features label view view-size threads seed \
  validation test-weights validation-weights; do  # an empty variable in a script does not mean the default
  rejected 1 "--$option expected a value" "$coppice" train "$data/votes.svm" --$option ''
done
rejected 1 'DATA expected a value' "$coppice" train ''
rejected 1 '--output expected a value' "$coppice" predict model.json "$data/votes.svm" --output ''

train '--method: there is no method "cgen"; did you mean "cgens"?' --method cgen
train '--pool: there is no pool "stumps"; did you mean "stump"?' --pool stumps
train 'has an option "lerners"; did you mean "learners"?' --set lerners=5
rejected 1 'has an option "lerners"; did you mean "learners"?' "$coppice" train none.svm --set lerners=5
train '--set C: expected name=value' --set C
train '--set C=: expected name=value' --set C=
train '--set =1: expected name=value' --set =1
train '--method: there is no method "multi"; did you mean "multiboost"?' --method multi
train 'has an option "xyzzy"; coppice methods cgens lists those of the method' --set xyzzy=1
train '--set C=-1: option C of method cgens is -1; expected 1e-50 <= C <= 1e50' --set C=-1
train 'option loss of method cgens is "hing"; expected one of: hinge|squared-hinge|least-squares' --set loss=hing
train '--threads is "-1"; expected a whole number >= 0' --threads -1
train '--seed: option seed' --seed x
train '--features is "x"; expected a whole number >= 0' --features x
train 'votes.svm: line 1, column 18: index "4"; expected a whole number from 1 to 3' --features 3

rejected 1 'cannot open "missing.svm": No such file or directory' "$coppice" train missing.svm
rejected 1 'cannot read ".": Is a directory' "$coppice" train .
rejected 1 'there are no rows' "$coppice" train /dev/null
rejected 1 'there are no rows' "$coppice" train -
printf '+1 1:2 3:1\n-1 1:0.5 2:x\n' >bad.svm
rejected 1 'bad.svm: line 2, column 12: value "x"; expected a finite number' \
  "$coppice" train bad.svm
rejected 1 'standard input: line 2, column 12: value "x"' \
  sh -c '"$0" train - <bad.svm' "$coppice"
rejected 1 '"-" is given twice; standard input can be read once' \
  sh -c '"$0" train - --test - <"$1"' "$coppice" "$data/votes.svm"
printf '+1 1:2\n+1 1:3\n' >one.svm
rejected 1 'one.svm: every label of the dataset is "1"' "$coppice" train one.svm

# Models that cannot be written: known before the fit where it can be, and nothing left behind.
train 'expected a name that ends in .json or .cbor' --model model.bin
train '--model nowhere/model.json: cannot write in nowhere/: No such file or directory' \
  --model nowhere/model.json
mkdir folder.json
train 'cannot write "folder.json": Is a directory' --model folder.json
[ "$(ls)" = "$(printf 'bad.svm\nfolder.json\none.svm\nrejected.err\nrejected.out')" ] ||
  fail "left behind: $(ls)"

"$coppice" train "$data/votes.svm" --model votes.json --quiet
rejected 1 'cannot open "missing.json"' "$coppice" info missing.json
rejected 1 'bad.svm: this is not a coppice model' "$coppice" info bad.svm
rejected 1 'bad.svm: this is not a coppice model: it begins with "+1 1:2 3:1\x0a-1 1:"; expected a file that coppice train --model saved' \
  "$coppice" info bad.svm
rejected 1 'this is not a coppice model: it is empty; expected a file' "$coppice" info /dev/null
sed 's/"version":1,/"version":7,/' votes.json >later.json
rejected 1 'later.json: the model is written in format 7; this library reads format 1, and a later release of coppice this one' \
  "$coppice" info later.json
rejected 1 '--grid C: expected name=value,...' "$coppice" cv "$data/votes.svm" --grid C
rejected 1 'has 20 rows with a positive weight; cross-validation in 30 folds needs 30, one in each; expected fewer --folds, or more rows' \
  "$coppice" cv "$data/labor.csv" --label class --folds 30
head -c 1000 votes.json >cut.json
rejected 1 'cut.json: the model is damaged' "$coppice" predict cut.json "$data/votes.svm"
rejected 1 'sonar.svm: x has 60 features; the model was trained on 16' \
  "$coppice" predict votes.json "$data/sonar.svm" --features 60
rejected 1 '--type is "score"; expected one of: class, decision, probability, staged, learners, contributions, map' \
  "$coppice" predict votes.json "$data/votes.svm" --type score
rejected 1 'votes.json: this model is not calibrated; train it with --set calibration=platt' \
  "$coppice" predict votes.json "$data/votes.svm" --type probability
rejected 1 'there is no method, pool or kernel "cgen"; did you mean "cgens"?' "$coppice" methods cgen

# A full disk is an error, for every command, and so is no standard output.
full='cannot write standard output: No space left on device'
for command in 'train "$2"' 'train "$2" --json' 'predict votes.json "$2" --quiet' \
  'info votes.json' 'info votes.json --json' 'methods' 'methods --json' '--help' \
  'train --help' '--version'; do
  rejected 1 "$full" sh -c "\"\$1\" $command >/dev/full" - "$coppice" "$data/votes.svm"
  rejected 1 'cannot write standard output' \
    sh -c "\"\$1\" $command >&-" - "$coppice" "$data/votes.svm"
done
rejected 1 'cannot write "/dev/full": No space left on device' \
  "$coppice" predict votes.json "$data/votes.svm" --output /dev/full
rejected 1 'cannot write "nowhere/p.txt": No such file or directory' \
  "$coppice" predict votes.json "$data/votes.svm" --output nowhere/p.txt
# Behind head a command ends quietly, as others do, and leaves no file half written.
mkfifo pipe
(sleep 1; "$coppice" methods >&3 2>closed.err || echo $? >closed.status) 3>pipe &
: <pipe  # opened and closed again: nobody reads
wait
[ "$(cat closed.status)" = 141 ] || fail "the status behind a closed pipe is $(cat closed.status)"
[ ! -s closed.err ] || fail "behind a closed pipe: $(cat closed.err)"
