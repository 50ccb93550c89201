# includes.sh accepts a good tree and refuses every kind of bad include.
set -eu
check=$(cd "$(dirname "$0")" && pwd)/includes.sh
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# A tree in which each folder of lib/ includes one that is allowed.
make_tree() {
  rm -rf "$work/tree"
  for folder in core data learners model masters pools kernels methods capi; do
    mkdir -p "$work/tree/lib/$folder"
    printf '#include "core/%s.hpp"\n#include <vector>\n' error \
      >"$work/tree/lib/$folder/$folder.hpp"
  done
  mkdir -p "$work/tree/programs" "$work/tree/capi_tests"
  printf '#include <coppice/coppice.h>\n#include "input.hpp"\n' >"$work/tree/programs/main.cpp"
  printf '#include <coppice/coppice.h>\n' >"$work/tree/capi_tests/model_test.c"
}

# expect accepted|refused FILE INCLUDE: the verdict when FILE has this include beside the others.
expect() {
  make_tree
  printf '#include %s\n' "$3" >>"$work/tree/$2"
  if sh "$check" "$work/tree" 2>"$work/answer"; then verdict=accepted; else verdict=refused; fi
  if [ "$verdict" != "$1" ]; then
    echo "$2 with #include $3 was $verdict; expected: $1" >&2
    exit 1
  fi
  [ "$verdict" = accepted ] || grep -qF "$2" "$work/answer" || {
    echo "$2 with #include $3 was refused without being named" >&2
    exit 1
  }
}

expect accepted lib/capi/capi.hpp '"methods/methods.hpp"'
expect accepted lib/methods/methods.hpp '"pools/pools.hpp"'
expect accepted lib/pools/pools.hpp '"pools/stump.hpp"'
expect accepted lib/masters/masters.hpp '"model/model.hpp"'
expect refused lib/core/core.hpp '"data/data.hpp"'
expect refused lib/data/data.hpp '"model/model.hpp"'
expect refused lib/model/model.hpp '"pools/pools.hpp"'
expect accepted lib/model/model.hpp '"kernels/kernels.hpp"'
expect refused lib/learners/learners.hpp '"model/model.hpp"'
expect refused lib/learners/learners.hpp '"kernels/kernels.hpp"'
expect refused lib/masters/masters.hpp '"pools/pools.hpp"'
expect accepted lib/pools/pools.hpp '"learners/learners.hpp"'
expect refused lib/kernels/kernels.hpp '<masters/masters.hpp>'
expect refused lib/methods/methods.hpp '"capi/capi.hpp"'
expect refused lib/core/core.hpp '"../capi/capi.hpp"'
expect accepted programs/main.cpp '"output.hpp"'
expect refused programs/main.cpp '"core/core.hpp"'
expect refused programs/main.cpp '"output.cpp"'
expect refused lib/core/core.hpp '"core/core.cpp"'
expect refused capi_tests/model_test.c '"../lib/model/model.hpp"'
expect refused capi_tests/model_test.c '<lib/model/model.hpp>'
