# Without the native library a program says for which system it was looked for, and where; and it finds
# the one that the environment names.
# usage: missing_library.sh WORK FOLDER RUNTIME PROGRAM
set -eu
work=$1 folder=$2 runtime=$3 program=$4
rm -rf "$work"
cp -r "$folder" "$work"
library=$(find "$folder" -name 'libcoppice_csharp.*' | head -n 1)
find "$work" -name 'libcoppice_csharp.*' -exec rm {} +
cd "$work"
data=$(dirname "$0")/../../../capi_tests/data
status=0
"$runtime" "$program" "$data" >answer 2>&1 || status=$?
[ "$status" != 0 ]
identifier=linux-$(uname -m | sed 's/x86_64/x64/; s/aarch64/arm64/')
for expected in DllNotFoundException "library for $identifier (" "$work/libcoppice_csharp.so: " \
  "$work/runtimes/$identifier/native/libcoppice_csharp.so: " COPPICE_CSHARP_LIBRARY \
  'No such file or directory'; do
  grep -qF "$expected" answer || {
    cat answer >&2
    echo "there is no $expected in it" >&2
    exit 1
  }
done
COPPICE_CSHARP_LIBRARY=$library "$runtime" "$program" "$data" | grep -q 'held-out error'
mkdir -p "runtimes/$identifier/native"
cp "$library" "runtimes/$identifier/native/"
"$runtime" "$program" "$data" | grep -q 'held-out error'
