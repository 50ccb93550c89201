# The Debian packages that CPack makes have together what is installed, need each other and the
# libraries that they are linked with, and the program runs where they are unpacked.
# usage: cpack_debian.sh BUILD WORK FOLDER DATA
set -eu
build=$1 work=$2 folder=$3 data=$4
rm -rf "$folder"
mkdir -p "$folder"
(cd "$build" && "$CPACK" -G DEB -B "$folder/made")
fail() {
  echo "$1" >&2
  exit 1
}
for package in "$folder"/made/*.deb; do
  dpkg-deb -x "$package" "$folder/root"
done
files() {
  (cd "$1" && find . ! -type d | sort)
}
files "$work/moved" >"$folder/installed"
files "$folder/root/usr" | diff "$folder/installed" - >&2 ||
  fail "the packages together (>) are not what is installed (<)"

# needs PACKAGE NEEDED...: its field Depends names them.
needs() {
  depends=$(dpkg-deb -f "$folder/made/$1"_*.deb Depends)
  name=$1
  shift
  for needed in "$@"; do
    case ", $depends," in
      *", $needed"[\ ,]*) ;;
      *) fail "$name does not depend on $needed, but on $depends" ;;
    esac
  done
}
library=$(basename "$(echo "$folder"/made/libcoppice[0-9]*.deb)" | sed 's/_.*//')
needs "$library" libc6 libstdc++6 zlib1g
needs libcoppice-dev "$library" zlib1g-dev
needs coppice "$library" libc6
"$folder/root/usr/bin/coppice" train "$data" --set learners=5 >"$folder/said"
grep -q '^learners *5' "$folder/said" || fail "the program did not train: $(cat "$folder/said")"
