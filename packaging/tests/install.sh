# Installs the build under a prefix and moves it to WORK/moved, so that everything that uses it
# from there also shows that it can be moved.
# usage: install.sh BUILD SOURCE WORK DOCUMENT_FOLDER
set -eu
build=$1 source=$2 work=$3 document_folder=$4
rm -rf "$work"
mkdir -p "$work"
"$CMAKE" --install "$build" --prefix "$work/made"
mv "$work/made" "$work/moved"

headers=$(cd "$work/moved/include" && find . -type f | sort | tr '\n' ' ')
if [ "$headers" != "./coppice/coppice.h ./coppice/version.h " ]; then
  echo "installed headers are $headers" >&2
  exit 1
fi
for document in LICENSE README.md CHANGELOG.md; do
  cmp "$source/$document" "$work/moved/$document_folder/$document"
done
package_files=$(find "$work/moved" -name '*.cmake' -o -name '*.pc')
[ -n "$package_files" ] || { echo "no package files are installed" >&2; exit 1; }
if grep -nF -e "$build" -e "$source" -e "$work" -e coppice_flags $package_files >&2; then
  echo "the packages name parts of the build" >&2
  exit 1
fi
