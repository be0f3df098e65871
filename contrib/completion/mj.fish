# SPDX-License-Identifier: Apache-2.0
# Completion of mj for fish: `make install` puts it into
# vendor_completions.d; without that, copy it to ~/.config/fish/completions.
# What may come next, mj itself tells (mj complete).

function __mj_complete
    set -l words (commandline -opc)
    set -l typed (commandline -ct)
    set -l path (string replace -r '^--[a-z-]+=' '' -- $typed)
    set -l before (string sub -l (math (string length -- "$typed") - (string length -- "$path")) -- "$typed")
    for line in ($words[1] complete -- $words[2..-1] "$typed" 2>/dev/null)
        switch $line
            case ':specs' ':files' ':directories'
                set -l list __fish_complete_path
                test $line = ':directories'
                and set list __fish_complete_directories
                for file in ($list $path)
                    echo $before$file
                end
            case ':command'
                set -l at (contains -i -- -- $words)
                set -l inner $words[(math $at + 1)..-1]
                complete -C "$inner $typed"
            case '*'
                echo $line
        end
    end
end

complete -c mj -f -a '(__mj_complete)'
