# Every installed file belongs to one component, and each component has what its name says.
# usage: components.sh BUILD WORK
set -eu
build=$1 work=$2
rm -rf "$work/components"
files() {
  (cd "$1" && find . ! -type d | sort)
}
for component in library development program documentation; do
  prefix=$work/components/$component
  mkdir -p "$prefix"
  "$CMAKE" --install "$build" --component $component --prefix "$prefix"
  files "$prefix" >>"$work/components/each"
done
sort "$work/components/each" >"$work/components/sorted"
files "$work/moved" | diff - "$work/components/sorted" >&2 || {
  echo "the components together (>) are not what is installed (<)" >&2
  exit 1
}

# expect COMPONENT PATTERN: all its files, and some, are of this kind.
expect() {
  found=$(files "$work/components/$1")
  if [ -z "$found" ] || echo "$found" | grep -vE "$2" >&2; then
    echo "component $1 has none of its files, or other files" >&2
    exit 1
  fi
}
expect library '/libcoppice\.so\.[0-9.]+$'
expect development '\.h$|\.cmake$|\.pc$|/libcoppice\.(so|a)$'
expect documentation '^\./share/doc/'
expect program '^\./bin/coppice$|^\./share/(man|bash-completion|fish|zsh)/'
