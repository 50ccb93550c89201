# An example prints what the same example prints in every language.
# usage: run.sh EXPECTED WORK DATA COMMAND...
set -eu
expected=$1 work=$2 data=$3
shift 3
mkdir -p "$work"
cd "$work"
"$@" "$data" >printed
cat printed
diff "$expected" printed
