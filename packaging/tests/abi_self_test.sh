# abi.sh refuses every kind of change that breaks linked programs, by name, and takes additions; the
# baseline is the same for every compiler here, and names no place of the machine it was made on.
# usage: abi_self_test.sh TREE WORK [COMPILER...]
set -eu
source=$1 work=$2
shift 2
tests=$(cd "$(dirname "$0")" && pwd)
baseline=$source/packaging/abi/libcoppice.abi
if grep -nE "='[^']*/" "$baseline" >&2; then
  echo "the baseline has a path" >&2
  exit 1
fi

# A copy of what makes the interface, to be changed.
make_tree() {
  rm -rf "$work"
  mkdir -p "$work/tree/lib" "$work/tree/packaging"
  cp -R "$source/include" "$work/tree/"
  cp "$source/lib/libcoppice.map" "$work/tree/lib/"
  cp -R "$source/packaging/abi" "$work/tree/packaging/"
}
header=$work/tree/include/coppice/coppice.h

# expect accepted|refused NAME SED: the verdict on the header changed by the command of sed; one
# that is refused is called by this name.
expect() {
  make_tree
  sed "$3" "$header" >"$work/changed"
  if cmp -s "$work/changed" "$header"; then
    echo "sed '$3' changes nothing in coppice.h" >&2
    exit 1
  fi
  cp "$work/changed" "$header"
  if sh "$tests/abi.sh" "$work/tree" "$work/made" >"$work/answer" 2>&1; then
    verdict=accepted
  else
    verdict=refused
  fi
  if [ "$verdict" != "$1" ] || { [ "$1" = refused ] && ! grep -q "$2" "$work/answer"; }; then
    cat "$work/answer" >&2
    echo "sed '$3' on coppice.h was $verdict; expected: $1, and $2" >&2
    exit 1
  fi
}

make_tree
for compiler in "${CC:-cc}" "$@"; do
  CC=$compiler sh "$tests/abi.sh" "$work/tree" "$work/made"
done

# A parameter, what is returned, a callback, and a type behind a pointer.
expect refused coppice_dataset_split 's/double fraction,$/float fraction,/'
expect refused coppice_dataset_free 's/void coppice_dataset_free(/int coppice_dataset_free(/'
expect refused coppice_custom_kernel 's/const double\* z, int64_t others/const double* z, int32_t others/'
expect refused coppice_dataset_copy_labels 's/coppice_dataset_copy_labels(\(.*\) int64_t\* out/coppice_dataset_copy_labels(\1 int32_t* out/'
# A parameter more, two in the other order.
expect refused coppice_pool_free 's/coppice_pool_free(coppice_pool\* pool)/coppice_pool_free(coppice_pool* pool, int64_t more)/'
expect refused coppice_solver_set_kernel '/coppice_release release, void\* user);/s/coppice_release release, void\* user/void* user, coppice_release release/'
# A function that disappears; a status and a constant with other numbers, or gone.
expect refused coppice_version '/coppice_version(void);/d'
expect refused COPPICE_MODEL_ERROR 's/COPPICE_MODEL_ERROR = 44/COPPICE_MODEL_ERROR = 46/'
expect refused COPPICE_STAGED 's/COPPICE_STAGED = 3/COPPICE_STAGED = 30/'
expect refused COPPICE_CANCELLED '/COPPICE_CANCELLED = 62/d'

# Additions, and parameters that are only called otherwise.
expect accepted addition 's/^COPPICE_API const char\* coppice_version(void);/&\nCOPPICE_API int64_t coppice_added(int64_t more);/'
expect accepted addition 's/COPPICE_OUT_OF_MEMORY = 70,/& COPPICE_ADDED = 72,/'
expect accepted naming 's/double fraction,/double share,/'
