# The public header by itself, twice in one file, under one standard and without a warning.
# usage: header.sh INCLUDE_FOLDER COMPILER STANDARD
set -eu
include_folder=$1 compiler=$2 standard=$3
case $standard in
  c++*) language="-x c++" ;;
  *) language="-x c -Wstrict-prototypes" ;;
esac
# $language is words: it must stay unquoted.
printf '#include <coppice/coppice.h>\n#include <coppice/coppice.h>\n' |
  "$compiler" $language -std="$standard" -pedantic -Wall -Wextra -Werror -fsyntax-only \
    -I "$include_folder" -
