#!/bin/sh
# Writes the baseline of the ABI anew, packaging/abi/libcoppice.abi, from the header as it is:
#
#     sh packaging/abi/renew.sh
#
# Do so where a function was added, so that it is held to its signature from then on. Where
# package.abi fails, a program that was linked with the library before would break: until 0.1 is
# tagged, renew and say so in CHANGELOG.md; after that, only together with COPPICE_SOVERSION.
# It takes abidw (Debian: abigail-tools).
set -eu
cd "$(dirname "$0")/../.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
sh packaging/abi/interface.sh . "$work"
# Nothing that another machine or compiler would write otherwise.
abidw --no-architecture --no-comp-dir-path --no-corpus-path --no-elf-needed --no-show-locs \
  --type-id-style hash "$work/libcoppice.so" >"$work/libcoppice.abi"
cp "$work/libcoppice.abi" packaging/abi/libcoppice.abi
