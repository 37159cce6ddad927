#!/usr/bin/env bash
# Build and run the benchmarks.

set -eu
cd "$(dirname "$0")/.."
tools/build.sh release -DDP_TESTS=OFF -DDP_EXAMPLES=OFF -DDP_BENCH=ON
exec build/release/bench/dashpot_bench "$@"
