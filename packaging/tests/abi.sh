# Programs linked with the library of the baseline, packaging/abi/libcoppice.abi, work with this one:
# every function is still there and has its signature, every status and constant its number. What
# was added does not matter. packaging/abi/renew.sh says what to do where this fails.
# usage: abi.sh TREE WORK
set -eu
tree=$1 work=$2
sh "$tree/packaging/abi/interface.sh" "$tree" "$work"
"${ABIDIFF:-abidiff}" --no-added-syms --no-architecture \
  "$tree/packaging/abi/libcoppice.abi" "$work/libcoppice.so" >&2
