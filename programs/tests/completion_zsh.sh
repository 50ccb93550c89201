# Zsh is told what the program says; the functions of its completion are stood in for.
. "$(dirname "$0")/common.sh"

cat >completion.zsh <<'ZSH'
_files() { print -r -- files }
compset() { print -rn -- "behind $2: " }
compadd() {
  [[ $1 != -S ]] || shift 2
  print -rn -- "${@:2} "
}
script=$1
words=("${@:2}")
CURRENT=$#words
source $script
ZSH
# expect ANSWER WORD...: of several, those come first that no blank follows.
expect() {
  wanted=$1
  shift
  found=$("$zsh" -f completion.zsh "$tests/../completion/_coppice" "$coppice" "$@" | tr -s ' ' | sed 's/^ //')
  [ "$found" = "$wanted" ] || fail "zsh completes $* with \"$found\"; expected \"$wanted\""
}
expect 'train ' tr
expect '--method ' train data.csv --me
expect 'bias=free bias=penalised bias=none ' train --set bias=
expect 'kernel=sum(stump,linear ' train --set "'kernel=sum(stump,lin"
expect 'loss= ' train --method cgens --set lo
expect 'files' predict ''
expect 'behind *=: files' train --model=sp
expect '' train --seed ''
