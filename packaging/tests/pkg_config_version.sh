# pkg-config knows the version there is, and refuses one that is too new.
# usage: pkg_config_version.sh WORK CONSUMER VERSION TOO_NEW
set -eu
work=$1 version=$3 too_new=$4
PKG_CONFIG_PATH=$(dirname "$(find "$work/moved" -name coppice.pc)")
export PKG_CONFIG_PATH
"$PKG_CONFIG" --print-errors "coppice = $version"
if "$PKG_CONFIG" "coppice >= $too_new"; then
  echo "version $too_new was accepted" >&2
  exit 1
fi
