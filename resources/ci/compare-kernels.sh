#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# compare-kernels.sh BASE HEAD OUT [OPTION…]: evaluates two folders of native kernels on this machine and compares them.
# OUT is a new folder for the store, junit.xml, kernels.sarif and comparison.md. Options go to `kloupe run`.
# Exit code 6: HEAD is worse than BASE; others are those of kloupe.
set -eu
base=$1 head=$2 out=$3
shift 3
mkdir "$out"
store=$out/kernels.kloupe
kloupe run "$store" --candidates "$base" --method kernels --name base "$@"
kloupe run "$store" --candidates "$head" --method kernels --name head "$@"
kloupe export "$store" --filter run:head --format junit -o "$out/junit.xml"
kloupe export "$store" --filter run:head --format sarif --sources "$head" -o "$out/kernels.sarif"
code=0
kloupe compare "$store" head --baseline base --format markdown >"$out/comparison.md" || code=$?
cat "$out/comparison.md"
exit $code
