# The version of Maven's jar is the library's.
# usage: pom.sh POM VERSION
set -eu
pom=$1 version=$2
said=$(sed -n '/<artifactId>coppice</,/<version>/s|.*<version>\(.*\)</version>.*|\1|p' "$pom")
[ "$said" = "$version" ] || {
  echo "$pom has version $said; expected $version" >&2
  exit 1
}
