#!/bin/sh
# Trains with every --option of the table of README.md, on the files that its block of commands
# generates. Every function and option that the table names exists: readme_commands.sh SOURCE PROGRAM
set -eu
source=$1
program=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
PATH=$(dirname "$program"):$PATH

fail() {
  echo "FAILED: $*" >&2
  exit 1
}

grep '^coppice generate ' "$source/README.md" >commands.sh || fail "README.md generates no data"
sh -eu commands.sh >output.txt 2>error.txt || fail "$(cat commands.sh error.txt)"

seq 600 >weights.txt
awk -F '|' '/^\|/ { print $3 }' "$source/README.md" | grep -o '`--[^`]*`' | tr -d '`' >options.txt
[ "$(wc -l <options.txt)" -ge 12 ] || fail "the table of README.md shows hardly an option"
while read -r options; do
  # The shell reads $options, with its quotes, as it would read them at a prompt. --label is among
  # them, once.
  case $options in --label*) label= ;; *) label='--label label' ;; esac
  case $options in
    *kernel=* | *'method drm'* | *'method online'*) few= ;;
    *) few='--set learners=9' ;;
  esac
  eval "coppice train patients.csv $label $options $few" >output.txt 2>error.txt </dev/null ||
    fail "train $options: $(cat error.txt)"
done <options.txt

# `coppice_dataset_create_dense`, `_create_csr`: the short names are of the same noun.
awk -F '|' '/^\|/ { print $4 }' "$source/README.md" | grep -o '`[a-z_]*`' | tr -d '`' |
  while read -r name; do
    case $name in
      coppice_*) noun=$(echo "$name" | cut -d _ -f 1-2) function=$name ;;
      _*) function=$noun$name ;;
      *)
        grep -q "^| \`$name\` |" "$source/docs/options.md" || fail "there is no option $name"
        continue
        ;;
    esac
    grep -qw "$function" "$source/include/coppice/coppice.h" || fail "there is no $function"
  done
