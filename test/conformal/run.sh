#!/bin/sh
# The reference for journals in bearings, tools/conformal: its series, its tables.

here=$(cd "$(dirname "$0")" && pwd)
if ! /usr/bin/python3 -c 'import numpy' 2>/dev/null; then
    echo "conformal: skipped, /usr/bin/python3 has no numpy"
    exit 77
fi
exec /usr/bin/python3 "$here/check.py"
