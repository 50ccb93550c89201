# Fish is told what the program says.
. "$(dirname "$0")/common.sh"

PATH=$(dirname "$coppice"):$PATH
HOME=$work
export PATH HOME
touch spam.json
# expect ANSWER LINE: what the line's last word may become.
expect() {
  found=$("$fish" --no-config -c 'source $argv[1]; complete -C $argv[2]' \
    "$tests/../completion/coppice.fish" "$2" | tr '\n' ' ')
  [ "$found" = "$1" ] || fail "fish completes $2 with \"$found\"; expected \"$1\""
}
expect 'train ' 'coppice tr'
expect '--method ' 'coppice train data.csv --me'
expect 'bias=free bias=none bias=penalised ' 'coppice train --set bias='
expect 'kernel=sum(stump,linear ' "coppice train --set 'kernel=sum(stump,lin"
expect 'spam.json ' 'coppice predict sp'
expect '--model=spam.json ' 'coppice train --model=sp'
expect '' 'coppice train --seed '
