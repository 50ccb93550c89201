# Completion of coppice for bash, which asks the program what there is.

_coppice() {
  local words=() word line=$COMP_LINE i quoted= candidates
  # Bash cuts words at = and : too. A piece with no blank before it goes on with the word before.
  for ((i = 0; i <= COMP_CWORD; i++)); do
    word=${COMP_WORDS[i]}
    if ((i > 1)) && [[ $line == "$word"* ]]; then
      words[-1]+=$word
    else
      words+=("$word")
    fi
    line=${line#"${line%%[![:space:]]*}"}
    line=${line#"$word"}
  done
  # In quotes it does not; they stay where they are when the word behind them is replaced.
  word=${words[-1]}
  case $word in
    [\"\']*) quoted=yes word=${word:1} ;;
  esac
  words[-1]=$word

  mapfile -t candidates < <("${words[0]/#\~/$HOME}" complete "${words[@]:1}" 2>/dev/null)
  COMPREPLY=()
  if [[ ${candidates[0]-} == :files ]]; then
    compopt -o default 2>/dev/null
    return
  fi
  # What stands before the piece that bash replaces.
  local before=
  if [[ -z $quoted && $word == *[=:]* ]]; then
    before=${word%"${word##*[=:]}"}
  fi
  for word in "${candidates[@]}"; do
    COMPREPLY+=("${word#"$before"}")
  done
  if [[ ${#COMPREPLY[@]} -eq 1 && ${COMPREPLY[0]} == *= ]]; then
    compopt -o nospace 2>/dev/null
  fi
}
complete -F _coppice coppice
