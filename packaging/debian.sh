# Debian packages on demand, and long commands that keep their output to themselves, for demo.sh, deb.sh
# and test.sh, which source this file.

# The seconds between two signs of life.
life_every=${COPPICE_LIFE_EVERY:-30}

# begin_life COMMAND...: from here to end_life a line now and then with what the command prints.
begin_life() {
  (while sleep "$life_every" >/dev/null 2>&1; do printf '   .. %s\n' "$("$@")"; done) &
  life=$!
}
end_life() {
  [ -n "${life:-}" ] || return 0
  kill "$life" 2>/dev/null || :
  wait "$life" 2>/dev/null || :
  life=
}
trap end_life EXIT
trap 'end_life; trap - INT; kill -INT $$' INT

last_line() {
  tail -n 1 "$1" | cut -c 1-70
}

# quietly LOG COMMAND...: runs the command with its output in the log, which is shown if it fails.
quietly() {
  log=$1
  shift
  status=0
  begin_life last_line "$log"
  "$@" >"$log" 2>&1 || status=$?
  end_life
  [ "$status" = 0 ] || cat "$log"
  return "$status"
}

# install_missing LOG PACKAGE...: installs those that are not there; asks nothing and needs root or sudo
# only when something is missing.
install_missing() {
  packages_log=$1
  shift
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
  quietly "$packages_log" $as_root apt-get -q update
  # $missing is words: it must stay unquoted.
  quietly "$packages_log" $as_root env DEBIAN_FRONTEND=noninteractive apt-get -q -y install \
    --no-install-recommends $missing
}

# What building the library and the program takes.
build_packages="cmake g++ libcli11-dev libeigen3-dev liblinear-dev ninja-build nlohmann-json3-dev zlib1g-dev"
