#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# packaging/screenshots.sh [RECORDS [PROGRAMS]]   render the README's pictures into resources/screenshots, and those
#                                                 of the help page walk.md into resources/help
#
# RECORDS   folder with published records in kernelbench/, kernelbenchx/, cuda-l1/ and geak/ (default: ../shared/data)
# PROGRAMS  folder with kloupe and kernelloupe (default: build/release/bin)
#
# Overview shows KernelBench records, the walk shows all records, and the other pages show the recorded demo, which
# packaging/demo_store.sh records.
# Needs no display and no GPU. Replaces the pictures only when all of them are rendered.
set -euo pipefail

refuse() { # refuse <exit code> <message>
    printf 'screenshots: %s\n' "$2" >&2
    exit "$1"
}

[ $# -le 2 ] || refuse 2 "usage: packaging/screenshots.sh [RECORDS [PROGRAMS]]"
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
records=$(realpath -m "${1:-$root/../shared/data}")
programs=$(realpath -m "${2:-$root/build/release/bin}")
published=(kernelbench kernelbenchx cuda-l1 geak)
for folder in "${published[@]}"; do
    [ -d "$records/$folder" ] ||
        refuse 3 "there is no folder $records/$folder: name the folder of published records as the first argument."
done
for program in kloupe kernelloupe; do
    [ -x "$programs/$program" ] ||
        refuse 4 "there is no program $programs/$program: build it, or name its folder as the second argument."
done

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$root"
export LANG="${LANG:-C.UTF-8}"
export QT_QPA_PLATFORM=offscreen XDG_RUNTIME_DIR="$scratch"

# render <store>: draws every page of the store below $scratch.
render() {
    "$programs/kernelloupe" --render-pages "$scratch/$1-pages" --theme light "$scratch/$1.kloupe" >/dev/null
}

# keep <store> <page> <folder>/<picture>
keep() {
    cp "$scratch/$1-pages/$2-light.png" "$scratch/$3.png"
}

"$programs/kloupe" import auto "$records/kernelbench" --store "$scratch/kernelbench.kloupe"
for folder in "${published[@]}"; do
    "$programs/kloupe" import auto "$records/$folder" --store "$scratch/all.kloupe"
done
"$programs/kloupe" demo "$scratch/demo.kloupe"
render kernelbench
render all
render demo

mkdir "$scratch/pictures" "$scratch/help"
keep kernelbench 2-overview pictures/overview
keep demo 18-triage-wrong pictures/triage
keep demo 5-distributions pictures/distributions
keep demo 21-compare pictures/compare
keep demo 28-trajectory pictures/trajectories
keep all 1-start-empty help/walk-start
keep all 17-triage help/walk-causes
cp "$scratch"/pictures/*.png resources/screenshots/
cp "$scratch"/help/*.png resources/help/
# The test checks.pictures fails when a page's sources differ from these.
/usr/bin/python3 -B packaging/checks.py --picture-lines >resources/screenshots/pages.sha256
printf 'rendered into resources/screenshots: '
(cd "$scratch/pictures" && echo *.png)
printf 'rendered into resources/help: '
(cd "$scratch/help" && echo *.png)
