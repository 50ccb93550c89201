# A program built with what pkg-config says trains: `usual`, or `static` with no shared library at
# all, so that nothing which libcoppice.a needs can be missing from the answer.
# usage: pkg_config_consumer.sh WORK CONSUMER DATA usual|static
set -eu
work=$1 consumer=$2 data=$3 kind=$4
PKG_CONFIG_PATH=$(dirname "$(find "$work/moved" -name coppice.pc)")
export PKG_CONFIG_PATH
program=$work/pkg-config-$kind
# The answers of pkg-config are words: they must stay unquoted.
case $kind in
  usual)
    "$CC" -std=c99 "$consumer/consumer.c" -o "$program" $("$PKG_CONFIG" --cflags --libs coppice)
    LD_LIBRARY_PATH=$("$PKG_CONFIG" --variable=libdir coppice) "$program" "$data"
    ;;
  static)
    "$CC" -std=c99 -static "$consumer/consumer.c" -o "$program" \
      $("$PKG_CONFIG" --static --cflags --libs coppice)
    "$program" "$data"
    ;;
esac
