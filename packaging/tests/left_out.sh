# Tests whose tools are missing are left out, no more and no less, and a note names the package;
# where all tests are required, the build is refused. The build before must have had all tools.
# usage: left_out.sh WORK SOURCE
set -eu
work=$1 source=$2
rm -rf "$work"
mkdir -p "$work"
fail() {
  cat "$work/answer" >&2
  echo "$1" >&2
  exit 1
}

# configure OPTION...: CMake's answer is kept as one line, as it breaks those of errors.
configure() {
  status=0
  "$CMAKE" -S "$source" -B "$work/build" "$@" >"$work/lines" 2>&1 || status=$?
  tr '\n' ' ' <"$work/lines" | tr -s ' ' >"$work/answer"
  return "$status"
}
# The names of the tests but this one, which is there only where all are required, one a line.
tests() {
  "$CTEST" --test-dir "$work/build" -N | sed -n 's/^ *Test *#[0-9]*: //p' |
    grep -vx build.left_out | sort
}

# The .NET SDK, which no package of Debian's has, tests C# beside Mono, where it is.
configure -DCOPPICE_REQUIRE_ALL_TESTS=ON -DCOPPICE_DOTNET=OFF || fail "a tool is missing"
tests >"$work/all"

# lacks TOOL PACKAGE PATTERN: without the tool, the tests of this pattern are not there.
lacks() {
  note="(Debian: $2): left out: "
  if configure -D"$1"=OFF; then fail "all tests were required, but not $1"; fi
  grep -qF "$note" "$work/answer" || fail "the error does not name $2"

  configure -DCOPPICE_REQUIRE_ALL_TESTS=OFF || fail "without $1 it cannot be configured"
  grep -qF "$note" "$work/answer" || fail "the note does not name $2"
  tests >"$work/some"
  grep -e "$3" "$work/all" >"$work/expected"
  comm -23 "$work/all" "$work/some" | diff "$work/expected" - >&2 ||
    fail "without $1 not the expected tests (<) but others (>) are left out"
  configure -U "$1" -DCOPPICE_REQUIRE_ALL_TESTS=ON || fail "it cannot be configured as before"
}
lacks COPPICE_CMOCKA libcmocka-dev '^c[.]'
lacks COPPICE_LIBSVM libsvm-dev '^c[.]\(erm\|libsvm\|one_class\|svm_optimum\|svr\)$'
lacks COPPICE_CLP coinor-libclp-dev '^c[.]lpboost$'
lacks COPPICE_SWIG 'default-jdk-headless junit5 swig' '^\(csharp\|java\|r\)[.]\|^docs[.].*_\(csharp\|java\|r\)$'
lacks COPPICE_MCS 'mono-mcs mono-runtime swig' '^csharp[.]\|^docs[.].*_csharp$'
lacks COPPICE_R_PACKAGES 'pandoc qpdf r-base-dev r-cran-{jsonlite,knitr,matrix,rmarkdown,testthat} swig' '^r[.]\|^docs[.].*_r$'
lacks COPPICE_PYTHON_PACKAGES 'python3-{cffi,numpy,pandas,pip,pytest,scipy,sklearn,wheel}' '^python[.]\|^docs[.].*_python$\|^docs[.]\(example_labor$\|guide_\|readme$\)'
lacks COPPICE_PKG_CONFIG pkgconf '^package[.]pkg_config\|^docs[.]\(example_labor$\|guide_\|readme$\)'
lacks COPPICE_PYTE python3-pyte '^cli[.]terminal$'
lacks COPPICE_ABIDIFF abigail-tools '^package[.]abi'
lacks COPPICE_BASH bash '^cli[.]completion$'
lacks COPPICE_FISH fish '^cli[.]completion_fish$'
lacks COPPICE_ZSH zsh '^cli[.]completion_zsh$'
lacks COPPICE_DPKG_SHLIBDEPS dpkg-dev '^package[.]cpack_debian$'
