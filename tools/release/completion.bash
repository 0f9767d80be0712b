# Bash completion of agon and agon-match: the commands and options that --help lists.
_agon() {
    local help commands options
    help=$("$1" --help 2>/dev/null) || return
    commands=$(sed -nE '/^Examples:/q; s/^  ([a-z]+) .*/\1/p' <<<"$help")
    if ((COMP_CWORD > 1)); then
        if grep -qxF -- "${COMP_WORDS[1]}" <<<"$commands"; then
            help=$("$1" "${COMP_WORDS[1]}" --help 2>/dev/null) || return
        fi
        commands=
    fi
    # Lines that begin with an option may list more of them before a gap.
    options=$(sed -nE '/^ {0,2}-/ { s/ {3}.*//; p }' <<<"$help" | grep -oE -- '(^|[ |])--?[a-z]+[a-z-]*')
    mapfile -t COMPREPLY < <(compgen -W "$commands $options" -- "$2")
}
complete -o default -F _agon agon agon-match
