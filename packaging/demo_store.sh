#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# packaging/demo_store.sh [PROGRAMS]   record resources/demo/demo.kloupe again, the store that every package brings
#
# PROGRAMS  folder with kloupe (default: build/release/bin)
#
# Evaluates the demo kernels and replays the recorded answers, which takes about ten minutes. Leave the machine alone
# meanwhile: its times are shown to everybody who opens the demo. Replaces the store only when all of it is recorded.
set -euo pipefail

[ $# -le 1 ] || { echo "demo_store: usage: packaging/demo_store.sh [PROGRAMS]" >&2; exit 2; }
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
programs=$(realpath -m "${1:-$root/build/release/bin}")
[ -x "$programs/kloupe" ] || {
    echo "demo_store: there is no program $programs/kloupe: build it, or name its folder as the argument." >&2
    exit 4
}

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$root"
export KLOUPE_CACHE="$scratch/cache" # so that every kernel is built
"$programs/kloupe" run --suite tasks --candidates tasks/demo --store "$scratch/recorded.kloupe"
"$programs/kloupe" generate "$scratch/recorded.kloupe" --suite tasks --profile resources/demo/dialogue.json \
    --replay resources/demo/dialogue.jsonl --tasks "$(cat resources/demo/tasks.txt)"
# Runs name their folders. Those of this checkout exist nowhere else, so they become those of an installation.
/usr/bin/python3 - "$scratch/recorded.kloupe" "$scratch/demo.kloupe" "$root" <<'PYTHON'
import sqlite3
import sys

recorded, shipped, root = sys.argv[1:]
with sqlite3.connect(recorded, isolation_level=None) as store:
    store.execute("UPDATE run SET profile_json = replace(profile_json, ?, '/usr/share/kernelloupe')", (root,))
    store.execute("VACUUM INTO ?", (shipped,))
with sqlite3.connect(shipped, isolation_level=None) as store:
    store.execute("PRAGMA journal_mode = WAL")  # as every store: a writer could not switch to it beside a reader
PYTHON
"$programs/kloupe" check "$scratch/demo.kloupe"
cp "$scratch/demo.kloupe" resources/demo/demo.kloupe
chmod 644 resources/demo/demo.kloupe
echo "recorded into resources/demo/demo.kloupe"
