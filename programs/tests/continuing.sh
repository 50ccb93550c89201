# --continue: more learners for a saved model are those of one fit; what is no longer fit is refused.
. "$(dirname "$0")/common.sh"

same() {
  for model in "$1" "$2"; do
    "$coppice" info $model --json | sed 's/"seconds":{[^}]*}//' >$model.txt
  done
  cmp "$1.txt" "$2.txt" || fail "$1 is not $2"
}
for method in cgens adaboost; do
  set -- "$data/labor.csv" --label class --method $method --pool 'stump(levels=subset)' --set learners=5 --seed 3
  [ $method = cgens ] && set -- "$@" --set C=0.05
  "$coppice" train "$@" --model few.json --quiet
  "$coppice" train "$data/labor.csv" --label class --continue few.json --set learners=15 --model more.json --quiet

  "$coppice" train "$data/labor.csv" --label class --method $method --pool 'stump(levels=subset)' --seed 3 \
    --set learners=15 $([ $method = cgens ] && echo --set C=0.05) --model once.json --quiet
  same more.json once.json
done
"$coppice" train "$data/iris.svm" --pool stump --pool linear --set learners=6 --model iris.json --quiet
"$coppice" train "$data/iris.svm" --continue iris.json --set learners=12 --model more.json --quiet
"$coppice" train "$data/iris.svm" --pool stump --pool linear --set learners=12 --model once.json --quiet
same more.json once.json

"$coppice" train "$data/votes.svm" --set learners=5 --model votes.json --quiet
votes() {
  rejected 1 "$1" "$coppice" train "$data/votes.svm" --continue votes.json ${2:-}
}
votes '--continue votes.json: the model has 5 learners; expected --set learners=N with more'
votes '--continue votes.json: the model has 5 learners' '--set learners=5'
votes '--set C=1 would make it another fit; expected learners, time_limit or validation_patience' '--set C=1'
votes 'method, pools and seed are the model'"'"'s' '--method cgens --set learners=9'
rejected 1 'is another than in the model; expected the data, weights and validation data' \
  "$coppice" train "$data/ionosphere.svm" --continue votes.json --set learners=9 --model lost.json
[ ! -e lost.json ] || fail "a model of other data was saved"
"$coppice" train "$data/votes.svm" --method svm --set kernel=stump --model svm.json --quiet
rejected 1 'method svm does not add learner to learner, so that there is nothing to go on with; train anew' \
  "$coppice" train "$data/votes.svm" --continue svm.json --set learners=9
