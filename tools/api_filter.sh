#!/bin/sh
# A header as doxygen reads it. Its opening comment becomes that of the file; one above several
# functions in a row, or at several fields of one line, counts for each of them; what a list of
# X(...) makes is written out. No line moves, so warnings point to the right place.
#
#     tools/api_filter.sh HEADER

awk '
    function flush() {if (held) print ""; held = 0}
    # "const double *a, *b;" and its comment as two fields
    function spread(line, text, from,    type, parts, count, i, out) {
        sub(/; *$/, "", line)
        match(line, /^ +(const )?(unsigned )?[a-z_]+ /)
        type = substr(line, 1, RLENGTH)
        count = split(substr(line, RLENGTH + 1), parts, ", ")
        out = ""
        for (i = 1; i <= count; i++)
            out = out type parts[i] ";" (i < from ? "" : " /**<" text " */")
        return out
    }
    held && /^\/\/ / && !done {print "/// @file"; held = 0; inside = 1; done = 1}
    inside && !/^\/\// {inside = 0}
    inside {sub(/^\/\//, "///"); print; next}
    /^$/ {flush(); held = 1; shared = ""; next}
    {flush()}
    /^\/\/\// {shared = (fresh ? shared : "") substr($0, 4); fresh = 1; print; next}
    /^DP_API/ && shared != "" && !fresh {$0 = "/**" shared " */ " $0}
    /^DP_API/ {fresh = 0}
    /^(typedef|struct|enum|#)/ {shared = ""; fresh = 0}

    # X(name, "unit", "text") or X(NAME, "text")
    /^    X\(/ {
        count = split($0, part, "\"")
        name = part[1]; gsub(/[ X(,]/, "", name)
        unit = count > 3 ? " [" part[2] "]" : ""
        text = count > 3 ? part[4] : part[2]
        made = made (count > 3 ? "double " name ";" : name ",") " /**<" unit " " text " */ "
    }
    /^#(define|undef) DP_[A-Z]*_ENTRY/ {print ""; next}
    /^    DP_[A-Z]*_LIST\(/ {print made; next}

    /^    [a-z][^(]*, [^(]*;  *\/\/\/< / {
        at = index($0, "///<")
        $0 = spread(substr($0, 1, at - 1), substr($0, at + 4), 1)
    }
    /^    \/\/\/ / {above = above substr($0, 8); print; next}
    above != "" && /^    [a-z][^(]*, [^(]*;$/ {$0 = spread($0, above, 2)}
    {above = ""}
    {print}
    END {flush()}' "$1"
