# Includes point downwards only: capi -> methods -> masters, pools -> model -> learners, kernels ->
# data -> core. Masters and pools do not know each other, nor do learners and kernels. What is
# outside lib/ sees nothing of it. Sources are not included.
# usage: includes.sh TREE
set -eu
cd "$1"

# Prints "file included" for every #include in the named folders that exist.
includes_of() {
  for folder in "$@"; do
    [ ! -d "$folder" ] || find "$folder" -type f \( -name '*.[ch]' -o -name '*.[ch]pp' \)
  done | sort | while read -r file; do
    sed -n 's|^[[:space:]]*#[[:space:]]*include[[:space:]]*["<]\([^">]*\)[">].*|\1|p' "$file" |
      sed "s|^|$file |"
  done
}

inside=$(includes_of lib)
[ -n "$inside" ] || { echo "no includes found in lib/" >&2; exit 1; }
status=0

echo "$inside" | awk '
  BEGIN {
    rank["core"] = 1; rank["data"] = 2; rank["learners"] = rank["kernels"] = 3; rank["model"] = 4
    rank["masters"] = rank["pools"] = 5
    rank["methods"] = 6; rank["capi"] = 7
  }
  {
    split($1, path, "/"); from = path[2]
    split($2, path, "/"); to = path[1]
    if (!(from in rank)) wrong = "is in no known folder of lib/"
    else if ($2 ~ /^\.\.?\//) wrong = "includes " $2 ", which is not written from lib/"
    else if (to in rank && to != from && rank[to] >= rank[from]) wrong = "includes " $2
    else next
    print "lib/: " $1 " " wrong; failed = 1
  }
  END { exit failed }' >&2 || status=1

includes_of lib programs | grep -E '[.]c(c|pp|xx)?$' | sed 's/ / includes the source /' |
  { ! grep . >&2; } || status=1

# Seen from outside, a file of lib/ can be named from lib/, or by a path through lib/. One benchmark
# measures what no function of the interface does alone.
includes_of programs capi_tests bench docs/examples packaging bindings |
  while read -r file included; do
    [ "$file" = bench/bench_products.cpp ] && continue
    case $included in
      lib/* | */lib/*) ;;
      *) [ -e "lib/$included" ] || continue ;;
    esac
    echo "$file includes $included, which is inside lib/"
  done | { ! grep . >&2; } || status=1
exit $status
