# Debian packages on demand, for demo.sh and test.sh, which source this file.

# Installs those of the named packages that are not there; asks nothing and needs root or sudo
# only when something is missing.
install_missing() {
  missing=
  for package in "$@"; do
    state=$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null) || state=
    [ "$state" = installed ] || missing="$missing $package"
  done
  [ -n "$missing" ] || return 0

  as_root=
  if [ "$(id -u)" != 0 ]; then
    as_root=sudo
    command -v sudo >/dev/null || {
      echo "these Debian packages are missing; install them as root:$missing" >&2
      return 1
    }
  fi
  echo "installing:$missing"
  $as_root apt-get -q update
  # $missing is words: it must stay unquoted.
  $as_root env DEBIAN_FRONTEND=noninteractive apt-get -q -y install --no-install-recommends $missing
}

# What building the library and the program takes.
build_packages="cmake coinor-libclp-dev g++ libcli11-dev libeigen3-dev liblinear-dev ninja-build nlohmann-json3-dev zlib1g-dev"
