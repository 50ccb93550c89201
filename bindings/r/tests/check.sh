# The source package, with the library inside, passes R's own check as CRAN runs it, without an error and
# without a warning. Needs no network, and LaTeX only with --manual.
# usage: check.sh WORK R SWIG NLOHMANN EIGEN [--manual]
set -eu
here=$(cd "$(dirname "$0")" && pwd)
work=$1 r=$2 swig=$3 nlohmann=$4 eigen=$5 manual=${6:---no-manual}
rm -rf "$work"
mkdir -p "$work"
cd "$work"
sh "$here/../assemble.sh" "$work/source/coppice" "$swig" "$nlohmann" "$eigen"

# The library is compiled twice, for the vignette and for the check: the second time comes from the cache.
cache=$(command -v ccache || true)
for name in CC CXX17; do
  echo "$name = $cache $("$r" CMD config $name)"
done >Makevars
printf 'CFLAGS = -O1\nCXX17FLAGS = -O1\n' >>Makevars
export R_MAKEVARS_USER="$work/Makevars" CCACHE_NOHASHDIR=1
export _R_CHECK_CRAN_INCOMING_REMOTE_=false _R_CHECK_SYSTEM_CLOCK_=false _R_CHECK_FORCE_SUGGESTS_=true

options=--no-manual
if [ "$manual" = --manual ]; then options=; fi
"$r" CMD build $options source/coppice
"$r" CMD check --as-cran $options coppice_*.tar.gz
status=$(sed -n 's/^Status: //p' coppice.Rcheck/00check.log)
sed -n '/\.\.\. NOTE/,/^\*/p' coppice.Rcheck/00check.log
case $status in
  *ERROR* | *WARNING* | '') exit 1 ;;
esac
