#!/usr/bin/env bash
# No script calls a command that a fresh Debian lacks and tools/deps.sh does not install.
#
#     tools/check_commands.sh [SCRIPT]...      these besides, for a test of this check

set -u
cd "$(dirname "$0")/.." || exit 1
if ! command -v python3 >/dev/null 2>&1; then
    echo "commands: skipped, python3 is not installed"
    exit 77
fi
mapfile -t scripts < <(find test tools bench fuzz lammps examples -name '*.sh' | LC_ALL=C sort)
exec python3 tools/check_commands.py tools/commands.txt tools/deps.sh .ci/run "${scripts[@]}" "$@"
