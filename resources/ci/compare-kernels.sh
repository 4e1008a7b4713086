#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# compare-kernels.sh BASE HEAD OUT [--require-clock CLOCK] [OPTION…]: evaluates two folders of native kernels on this
# machine and compares them. OUT is a new folder for the store, junit.xml, kernels.sarif and comparison.md. Options go to
# `kloupe run`. With --require-clock, times of another clock, or none, are an error.
# Exit code 6: HEAD is worse than BASE; 4: the clock was not used; others are those of kloupe.
set -eu
base=$1 head=$2 out=$3
shift 3
clock=
if [ "${1-}" = --require-clock ]; then
    case ${2-} in
    cupti | cuda_event | do_bench) clock=$2 ;;
    *)
        echo "compare-kernels.sh: --require-clock needs cupti, cuda_event or do_bench" >&2
        exit 2
        ;;
    esac
    shift 2
    set -- --timing "$clock" "$@"
fi
mkdir "$out"
store=$out/kernels.kloupe
kloupe run "$store" --candidates "$base" --method kernels --name base "$@"
kloupe run "$store" --candidates "$head" --method kernels --name head "$@"
kloupe export "$store" --filter run:head --format junit -o "$out/junit.xml"
kloupe export "$store" --filter run:head --format sarif --sources "$head" -o "$out/kernels.sarif"
code=0
kloupe compare "$store" head --baseline base --format markdown >"$out/comparison.md" || code=$?
cat "$out/comparison.md"
if [ -n "$clock" ]; then
    others=$(kloupe sql "$store" --csv "SELECT count(*) FROM v_evaluation e WHERE outcome = 'correct' AND NOT EXISTS
        (SELECT 1 FROM v_timing t WHERE t.evaluation_id = e.evaluation_id AND t.clock = '$clock')" | tail -n 1)
    if [ "$others" != 0 ]; then
        echo "compare-kernels.sh: $others correct kernels have no time by the clock $clock; kloupe doctor says why" >&2
        exit 4
    fi
fi
exit $code
