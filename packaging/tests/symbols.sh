# What the library exports, what the header declares and what the checked-in list names are the
# same functions: a function that appears, disappears or is misspelt is noticed.
# usage: symbols.sh LIBRARY HEADER LIST
set -eu
library=$1 header=$2 list=$3
LC_ALL=C
export LC_ALL
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

sort -u "$list" >"$work/listed"
nm -D --defined-only "$library" | awk '{ print $NF }' | sort >"$work/exported"
# One declaration a line; its name stands before the first parenthesis.
sed '/^#/d' "$header" | tr '\n' ' ' | tr ';' '\n' | grep -o 'COPPICE_API .*' |
  sed 's/(.*//; s/.*[ *]//' | sort >"$work/declared"

cmp "$list" "$work/listed" || { echo "$list is not sorted, or names a function twice" >&2; exit 1; }
status=0
diff "$work/listed" "$work/exported" >&2 || {
  echo "$list (<) and the exports of $library (>) differ" >&2
  status=1
}
diff "$work/listed" "$work/declared" >&2 || {
  echo "$list (<) and the declarations of $header (>) differ" >&2
  status=1
}
exit $status
