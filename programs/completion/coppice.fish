# Completion of coppice for fish, which asks the program what there is.

function __coppice_complete
    set -l before (commandline -opc)
    set -l typed (commandline -ct | string trim --left --chars '"\'')
    set -l candidates ($before[1] complete $before[2..-1] "$typed" 2>/dev/null)
    if test "$candidates[1]" != :files
        printf '%s\n' $candidates
        return
    end
    set -l option (string match --regex -- '^--[a-z-]+=' $typed)
    for path in (__fish_complete_path (string replace --regex -- '^--[a-z-]+=' '' $typed))
        printf '%s%s\n' "$option" $path
    end
end

complete --command coppice --no-files --arguments '(__coppice_complete)'
