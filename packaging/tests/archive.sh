# The archive that CPack makes has what is installed, and its program trains wherever it is unpacked.
# usage: archive.sh BUILD WORK FOLDER DATA
set -eu
build=$1 work=$2 folder=$3 data=$4
rm -rf "$folder"
mkdir -p "$folder"
(cd "$build" && "$CPACK" -G TGZ -B "$folder")
tar -C "$folder" -xzf "$folder"/coppice-*.tar.gz
unpacked=$(find "$folder" -mindepth 1 -maxdepth 1 -type d -name 'coppice-*')
files() {
  (cd "$1" && find . ! -type d | sort)
}
files "$work/moved" >"$folder/installed"
files "$unpacked" | diff "$folder/installed" - >&2 || {
  echo "the archive (>) has not what is installed (<)" >&2
  exit 1
}
"$unpacked/bin/coppice" train "$data" --set learners=5 >"$folder/said"
grep -q '^learners *5' "$folder/said" || {
  cat "$folder/said" >&2
  echo "the program of the archive did not train" >&2
  exit 1
}
