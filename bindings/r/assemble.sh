# The source package of R: what is here, what is generated, and the library's sources.
# usage: assemble.sh OUTPUT [SWIG [NLOHMANN EIGEN]]; these are the folders with json.hpp and with Eigen/Core.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
source=$(cd "$here/../.." && pwd)
package=$1 swig=${2:-swig} nlohmann=${3:-/usr/include/nlohmann} eigen=${4:-/usr/include/eigen3}
rm -rf "$package"
mkdir -p "$(dirname "$package")"
cp -R "$here/coppice" "$package"
sh "$here/generate.sh" "$swig" "$source" "$package"
version=$(sed -n 's/^#define COPPICE_VERSION "\(.*\)"/\1/p' "$source/include/coppice/version.h")
sed "s/@VERSION@/$version/" "$here/coppice/DESCRIPTION" >"$package/DESCRIPTION"
holder=$(sed -n 's/^Copyright (c) \([0-9]*\), \(.*\)/YEAR: \1\nCOPYRIGHT HOLDER: \2/p' "$source/LICENSE")
echo "$holder" >"$package/LICENSE"

# Data of the vignette and the tests.
mkdir -p "$package/inst/extdata"
for set in spam.train.svm spam.test.svm spam.names labor.csv; do
  cp "$source/capi_tests/data/$set" "$package/inst/extdata/"
done
gzip -9n "$package"/inst/extdata/spam.*.svm

# The library. Without their definitions, the files for wider vectors, which take flags of their own,
# are not used; LIBLINEAR is not asked for.
mkdir -p "$package/src/include" "$package/src/lib"
cp -R "$source/include/coppice" "$package/src/include/"
(cd "$source/lib" && find . \( -name '*.[ch]pp' -o -name '*.inc' \) ! -name '*_avx2.cpp' ! -name '*_avx512.cpp') |
  while read -r file; do
    mkdir -p "$package/src/lib/$(dirname "$file")"
    cp "$source/lib/$file" "$package/src/lib/$file"
  done
# What it takes: of Eigen the modules that the library includes and those they include. (RcppEigen's may be older
# than the library needs.) R's check warns of pragmas that silence compilers.
vendor=$package/src/vendor
mkdir -p "$vendor/Eigen/src"
cp -R "$nlohmann" "$vendor/nlohmann"
cp -R "$eigen/Eigen/src/misc" "$eigen/Eigen/src/plugins" "$vendor/Eigen/src/"
take_module() {
  [ ! -e "$vendor/Eigen/$1" ] || return 0
  cp "$eigen/Eigen/$1" "$vendor/Eigen/"
  cp -R "$eigen/Eigen/src/$1" "$vendor/Eigen/src/"
  sed -n 's/^#include "\([A-Z][A-Za-z]*\)".*/\1/p' "$eigen/Eigen/$1" | while read -r module; do take_module "$module"; done
}
grep -rhoE '#include <Eigen/[A-Za-z]+>' "$source/lib" | sed 's/.*\/\(.*\)>/\1/' | sort -u |
  while read -r module; do take_module "$module"; done
find "$vendor" -type f -exec sed -i '/^ *# *pragma .*\(diagnostic\|warning\|diag_\|nv_diag\)/d' {} +

# The files of each folder of the library are compiled as one, in half the time.
objects=
for folder in "$package"/src/lib/*/; do
  name=$(basename "$folder")
  (cd "$package/src/lib" && find "$name" -name '*.cpp' | LC_ALL=C sort | sed 's/.*/#include "&"/' >"$name.cpp")
  objects="$objects lib/$name.o"
done
cat >"$package/src/Makevars.in" <<END
# Debugging information is ten times the rest of the package.
PKG_CPPFLAGS = -Iinclude -Ilib -DCOPPICE_STATIC
PKG_CXXFLAGS = @FLAGS@ \$(CXX_VISIBILITY)
PKG_LIBS = -lz -ldl -pthread
CXX_STD = CXX17
OBJECTS = coppice_r.o$objects
.PHONY: all
all: \$(SHLIB)
	strip --strip-debug \$(SHLIB)
END
