# shellcheck shell=sh disable=SC2154,SC2086,SC2034,SC3045
# Files that mean harm: a clear complaint, at once, in little memory.

head='dashpot: 1
title: x
kind: impact'
repeat() { awk -v n="$2" -v s="$1" 'BEGIN { for (i = 0; i < n; i++) printf "%s", s }'; }

# hostile NAME TEXT: check and run refuse it with exactly this complaint
hostile() {
    refused 2 "$2" check "$1"
    if [ "$(head -n 1 "$err")" = "$2" ]; then pass; else fail "says more or less"; fi
    refused 2 "$2" run "$1" --out hostile.out
    if [ -e hostile.out ]; then fail "something was written"; else pass; fi
}

{
    echo 'a: &a [x, x, x, x, x, x, x, x, x]'
    echo 'b: &b [*a, *a, *a, *a, *a, *a, *a, *a, *a]'
    echo 'c: &c [*b, *b, *b, *b, *b, *b, *b, *b, *b]'
} >bomb.yaml
hostile bomb.yaml "bomb.yaml:1: the anchor '&a' is not accepted; write every value where it belongs"
printf '%s\na: *x\n' "$head" >alias.yaml
hostile alias.yaml \
    "alias.yaml:4: the alias '*x' is not accepted; write every value where it belongs"
{ printf 'a: '; repeat '[' 1000; repeat ']' 1000; echo; } >deep.yaml
hostile deep.yaml 'deep.yaml:1: nested deeper than 16 levels'
awk 'BEGIN { for (i = 0; i < 1000; i++) printf "%*sa:\n", i, "" }' >deep-block.yaml
hostile deep-block.yaml 'deep-block.yaml:17: nested deeper than 16 levels'
{ printf 'dashpot: 1\ntitle: '; repeat x 2000000; echo; } >huge.yaml
hostile huge.yaml 'huge.yaml: larger than 1 MiB, the limit for a scenario'
{ printf 'dashpot: 1\nkind: impact\ntitle: '; repeat x 900000; echo; } >long.yaml
hostile long.yaml 'long.yaml:3: title has 900000 bytes; it must be a text of 1 to 190'
{ printf '%s\nimpact: {force: ' "$head"; repeat 9 900000; echo '}'; } >digits.yaml
hostile digits.yaml "digits.yaml:4: force is '$(repeat 9 60)...'; it must be a number, alone (in \
N) or with its unit"
{ printf '%s\nmaterials: [' "$head"; repeat 'a,' 200000; echo ']'; } >items.yaml
hostile items.yaml 'items.yaml:4: more than 100000 values'
awk 'BEGIN { for (i = 0; i < 50000; i++) print "k" i ": 1" }' >keys.yaml
hostile keys.yaml 'keys.yaml:1001: a map of more than 1000 keys'
printf 'dashpot: 1\ntitle: a\000b\n' >nul.yaml
hostile nul.yaml 'nul.yaml:2: a NUL byte; a scenario is UTF-8 text'
printf 'dashpot: 1\ntitle: caf\351\n' >latin.yaml
hostile latin.yaml 'latin.yaml:2: byte 0xe9 is not valid UTF-8; a scenario is UTF-8 text'
printf '\377\376d\000a\000' >utf16.yaml
hostile utf16.yaml 'utf16.yaml:1: byte 0xff is not valid UTF-8; a scenario is UTF-8 text'
printf 'dashpot: 1\ntitle: \355\240\200\n' >surrogate.yaml
hostile surrogate.yaml 'surrogate.yaml:2: byte 0xed is not valid UTF-8; a scenario is UTF-8 text'
printf '%s\na: \007\n' "$head" >bell.yaml
hostile bell.yaml 'bell.yaml:4: not YAML: control characters are not allowed'
printf '%s\n"\\e[31mred": 1\n' "$head" >escape.yaml
hostile escape.yaml "escape.yaml:4: a scenario has no '?[31mred'; it takes dashpot, title, kind, \
materials, sweep, fit, measured, impact, run and output"
: >empty.yaml
empty='the file is empty; a scenario is a map of keys that starts with dashpot: 1'
hostile empty.yaml "empty.yaml:1: $empty"
echo '# nothing' >comment.yaml
hostile comment.yaml "comment.yaml:1: $empty"
printf -- '- a\n- b\n' >list.yaml
hostile list.yaml \
    'list.yaml:1: the file holds a list; a scenario is a map of keys that starts with dashpot: 1'
echo hello >word.yaml
hostile word.yaml \
    'word.yaml:1: the file holds a word; a scenario is a map of keys that starts with dashpot: 1'
printf 'dashpot: 1\nimpact:\n\tbodies: 1\n' >tab.yaml
hostile tab.yaml 'tab.yaml:3: not YAML: while scanning for the next token found character that '\
'cannot start any token (the line has a tab; indent with spaces)'
printf '%s\nimpact: {a: [1, 2\n' "$head" >open.yaml
hostile open.yaml \
    "open.yaml:5: not YAML: while parsing a flow sequence did not find expected ',' or ']'"
printf '%s\n---\n%s\n' "$head" "$head" >two.yaml
hostile two.yaml 'two.yaml:4: a second document starts here; a scenario is one document'
printf '%s\nimpact: !python/object {a: 1}\n' "$head" >tag.yaml
hostile tag.yaml "tag.yaml:4: unknown tag '!python/object'; remove it"
printf '%s\n{a: b}: 1\n' "$head" >map-key.yaml
hostile map-key.yaml 'map-key.yaml:4: a map in place of a key; a key is a word'
printf '%s\nimpact: {force: 1, force: 2}\n' "$head" >twice.yaml
hostile twice.yaml 'twice.yaml:4: force is given twice, first in line 4'
awk 'BEGIN { print "dashpot: 1"; for (i = 0; i < 900; i++) print "k" i ": 1"
    print "kind: impact" }' >unknown.yaml
refused 2 '... and more' check unknown.yaml
if [ "$(wc -c <"$err")" -lt 4096 ]; then pass; else fail "a flood of complaints"; fi

# what people really have: marks of the byte order, carriage returns, tags that say nothing new
printf '\357\273\277' | cat - $hertz >bom.yaml
run 0 check bom.yaml
sed 's/$/\r/' $hertz >crlf.yaml
run 0 check crlf.yaml
sed 's/^dashpot: 1/dashpot: !!int 1/; s/^kind: /kind: !!str /' $hertz >tags.yaml
run 0 check tags.yaml

# --- files that cannot be read --------------------------------------------------------------------
mkdir folder
refused 4 'folder: cannot be read: Is a directory' check folder
refused 4 'folder: cannot be read: Is a directory' run folder
for device in /dev/null /dev/zero; do
    refused 4 "$device: cannot be read: it is a device, not a file" check $device
    refused 4 "$device: cannot be read: it is a device, not a file" run $device
done
refused 4 'missing.yaml: cannot be read: No such file or directory' check missing.yaml
refused 4 'missing.yaml: cannot be read: No such file or directory' run missing.yaml --json
cp $hertz locked.yaml
chmod 000 locked.yaml
if [ ! -r locked.yaml ]; then
    refused 4 'locked.yaml: cannot be read: Permission denied' check locked.yaml
else
    # root may read anything, unless it gives that up
    label='check locked.yaml'
    setpriv --bounding-set=-dac_override,-dac_read_search "$program" check locked.yaml \
        >"$out" 2>"$err"
    if [ $? -eq 4 ]; then pass; else fail "exit status is not 4"; fi
    if grep -q 'cannot be read: Permission denied' "$err"; then pass; else fail "no reason"; fi
fi
run 2 check missing.yaml $hertz list.yaml
says "$hertz: ok"

# memory: a tenth of a gigabyte must do (a sanitizer takes more by itself)
if sh -c 'ulimit -v 100000 && "$1" --version' sh "$program" >/dev/null 2>&1; then
    for file in bomb deep huge long items keys digits unknown; do
        label="check $file.yaml in 100 MB"
        sh -c 'ulimit -v 100000 && "$1" check "$2"' sh "$program" $file.yaml >"$out" 2>"$err"
        if [ $? -eq 2 ]; then pass; else fail "exit status is not 2"; fi
    done
fi
