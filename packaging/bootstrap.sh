#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# packaging/bootstrap.sh run    build KernelLoupe on a fresh Debian 12 or 13, evaluate the demo, show it
# packaging/bootstrap.sh test   build it with warnings as errors and run every check and test
# packaging/bootstrap.sh asan   core tests under AddressSanitizer and UndefinedBehaviorSanitizer
# packaging/bootstrap.sh tsan   core tests under ThreadSanitizer
#
# As root. Each does all of its own set-up and may be repeated. Logs: build/logs/.
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/.."
readonly logs=build/logs
readonly store=demo-out/demo.kloupe
readonly pages=demo-out/pages
export LANG="${LANG:-C.UTF-8}"

fail() { # fail <exit code> <what> <what to do>
    printf '\nbootstrap: %s\n           %s\n' "$2" "$3" >&2
    exit "$1"
}

# --- stages --------------------------------------------------------------------------------------

stage_number=0
stage_count=0
stage_times=()
ticker=""

stop_ticker() {
    [ -z "$ticker" ] || kill "$ticker" 2>/dev/null || true
    ticker=""
}
trap stop_ticker EXIT
trap 'printf "\nbootstrap: interrupted; run the same command again to go on\n" >&2; exit 5' INT TERM

# On a terminal, the last line of the log behind the stage's name, once a second.
start_ticker() { # start_ticker <name> <log>
    [ -t 1 ] || return 0
    (
        while sleep 1; do
            printf '\r\033[K%s … %s' "$1" "$(tail -n 1 "$2" 2>/dev/null | tr -d '\r\033' | cut -c1-60)"
        done
    ) &
    ticker=$!
}

announce() { # announce <name>: sets `title` and `log`
    stage_number=$((stage_number + 1))
    title="[$stage_number/$stage_count] $1"
    log="$logs/$(printf '%02d' "$stage_number")-${1// /-}.log"
    began=$SECONDS
}

step_failed() { # step_failed <name> <exit code> <what to do>
    printf '\nbootstrap: step "%s" failed with exit code %s. The end of %s:\n' "$1" "$2" "$log" >&2
    tail -n 40 "$log" | sed 's/^/    /' >&2
    printf 'What to do: %s\n' "$3" >&2
    exit 1
}

# stage <name> <what to do when it fails> <command…>: output goes to the log alone.
stage() {
    local name=$1 advice=$2 code=0
    shift 2
    announce "$name"
    printf '%s … ' "$title"
    start_ticker "$title" "$log"
    set +e
    (
        set -e
        "$@"
    ) >"$log" 2>&1
    code=$?
    set -e
    stop_ticker
    [ ! -t 1 ] || printf '\r\033[K%s … ' "$title"
    if [ "$code" -ne 0 ]; then
        echo failed
        step_failed "$name" "$code" "$advice"
    fi
    keep_time "$name"
    printf '%d s\n' $((SECONDS - began))
}

# shown_stage <name> <what to do> <command…>: output is what the user came for; also in the log.
shown_stage() {
    local name=$1 advice=$2 code=0
    shift 2
    announce "$name"
    printf '%s …\n' "$title"
    set +e
    (
        set -e
        "$@"
    ) 2>&1 | tee "$log"
    code=${PIPESTATUS[0]}
    set -e
    [ "$code" -eq 0 ] || step_failed "$name" "$code" "$advice"
    keep_time "$name"
}

keep_time() { # keep_time <name>: of the stage that ends
    stage_times+=("$(printf '%6d s  %s' $((SECONDS - began)) "$1")")
}

print_times() {
    printf '\nHow long each stage took:\n'
    printf '%s\n' "${stage_times[@]}"
    printf '%6d s  together\n' "$SECONDS"
}

# --- set-up --------------------------------------------------------------------------------------

check_machine() { # sets `release`
    local id=""
    release=""
    if [ -r /etc/os-release ]; then
        id=$(. /etc/os-release && echo "${ID:-}")
        release=$(. /etc/os-release && echo "${VERSION_ID:-}")
    fi
    if [ "$id" != debian ] || [[ ! $release =~ ^1[23]$ ]]; then
        fail 4 "this script sets up Debian 12 and 13; this is ${id:-an unknown system} ${release}" \
            "Elsewhere install what packaging/packages.txt lists, then: cmake --preset dev && cmake --build --preset dev"
    fi
    if [ "$(id -u)" -ne 0 ]; then
        fail 4 "installing packages needs root" "Run: sudo packaging/bootstrap.sh $mode"
    fi
    # The real need depends on what is already there, so little room is said and not refused.
    local gigabytes=4
    [ "$mode" != test ] || gigabytes=7 # torch alone is 2
    if [ "$(df --output=avail -k . | tail -n 1)" -lt $((gigabytes * 1000000)) ]; then
        printf 'bootstrap: less than %d GB are free in %s; packages and the build need about that.\n' \
            "$gigabytes" "$PWD" >&2
        df -h . >&2
    fi
}

packages() { # packages <group…>: their names on this release
    local group
    for group in "$@"; do
        awk -v all="$group" -v here="$group$release" '$1 == all || $1 == here { print $2 }' packaging/packages.txt
    done
}

install_packages() { # install_packages <group…>: only what is missing
    local name missing=()
    while read -r name; do
        if [ "$(dpkg-query -W -f '${db:Status-Status}' "$name" 2>/dev/null)" != installed ]; then
            missing+=("$name")
        fi
    done < <(packages "$@")
    if [ ${#missing[@]} -eq 0 ]; then
        echo "every package is installed"
        return 0
    fi
    echo "installing: ${missing[*]}"
    export DEBIAN_FRONTEND=noninteractive
    apt-get update
    apt-get install -y --no-install-recommends "${missing[@]}"
}

# Qt code needs up to 1 GB a compiler; more jobs than that only swap.
build_jobs() {
    local by_memory
    by_memory=$(awk '/^MemAvailable:/ { print int($2 / 1000000) }' /proc/meminfo)
    local jobs
    jobs=$(nproc)
    [ "$by_memory" -ge "$jobs" ] || jobs=$by_memory
    [ "$jobs" -ge 1 ] || jobs=1
    echo "$jobs"
}

build() { # build <preset> <target…>
    local preset=$1
    shift
    cmake --build --preset "$preset" --parallel "$(build_jobs)" ${1:+--target "$@"}
}

readonly apt_advice="Check the network and /etc/apt/sources.list, then run the same command again."
readonly pip_advice="Check that PyPI can be reached and that 3 GB are free, then run the same command again."
readonly build_advice="If you changed the code, mend the error above. If not, remove build/ and try again."

# --- run -----------------------------------------------------------------------------------------

readonly kloupe=build/release/bin/kloupe
readonly kernelloupe=build/release/bin/kernelloupe

evaluate_demo() {
    mkdir -p demo-out
    rm -rf "$store" "$store-wal" "$store-shm" "$store.spool"
    "$kloupe" run --suite tasks --candidates tasks/demo --store "$store"
    # A generation whose answers were recorded: dialogues without a model or a network.
    "$kloupe" generate "$store" --suite tasks --profile resources/demo/dialogue.json \
        --replay resources/demo/dialogue.jsonl --tasks "$(cat resources/demo/tasks.txt)"
}

print_headline() {
    local by
    for by in category method; do
        printf '\nBy %s:\n' "$by"
        "$kloupe" metrics --store "$store" --by "$by"
    done
}

render_pages() {
    export XDG_RUNTIME_DIR="${XDG_RUNTIME_DIR:-$(mktemp -d)}"
    rm -rf "$pages"
    "$kernelloupe" --render-pages "$pages" "$store"
}

show() {
    if [ -n "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ]; then
        printf '\nOpening %s on %s\n' "$kernelloupe" "$store"
        "$kernelloupe" "$store" && return 0
        printf 'The window did not open; rendering the pages instead.\n'
    fi
    stage "render pages" "Run it by hand to see more: $kernelloupe --render-pages $pages $store" \
        render_pages
    printf '\nNo display: every page of the application is a picture in %s\n' "$PWD/$pages"
}

main_run() {
    stage_count=6
    stage "packages" "$apt_advice" install_packages build run
    stage "configure" "$build_advice" cmake --preset release -DLOUPE_BUILD_TESTS=OFF
    stage "build" "$build_advice" build release
    shown_stage "evaluate the demo" "Ask '$kloupe doctor' what this machine lacks." evaluate_demo
    shown_stage "headline" "Look into the store: $kloupe check $store" print_headline
    show
    printf '\nThe results: %s\nOpen them:   %s %s\nAsk them:    %s metrics --store %s --by category\n' \
        "$store" "$kernelloupe" "$store" "$kloupe" "$store"
}

# --- test ----------------------------------------------------------------------------------------

# A link, so that the hook is the one of the commit that is checked out. A hook of the user's own stays.
install_hook() {
    local hook=.git/hooks/commit-msg
    if [ ! -d .git/hooks ]; then
        echo "no .git/hooks: the commit-msg hook is not installed"
    elif [ -e "$hook" ] || [ -L "$hook" ]; then
        echo "$hook is there already"
    else
        ln -s ../../packaging/commit-msg "$hook"
        echo "$hook is installed"
    fi
}

static_checks() {
    install_hook
    /usr/bin/python3 -B packaging/checks.py
}

# clang cannot read g++'s precompiled headers, so it gets a compile database of its own; several
# sources at a time, because most of the work goes into the headers they share.
tidy() {
    cmake -S . -B build/tidy -G Ninja -DCMAKE_BUILD_TYPE=Debug -DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON \
        -DCMAKE_CXX_COMPILER=clang++-14 -DLOUPE_BUILD_TESTS=OFF -DLOUPE_WITH_CUDA=OFF \
        -DCMAKE_UNITY_BUILD=ON
    local together="-bugprone-suspicious-include" chatter='^(\[ *[0-9]+/[0-9]+\]|[0-9]+ warnings? generated)'
    run-clang-tidy-22 -quiet -p build/tidy -j "$(build_jobs)" -checks="$together" \
        "$PWD/build/tidy/(core|app)/.*/Unity/" "$PWD/(core|app)/" | { grep -vE "$chatter" || true; }
    # The analyzer does not know that a Qt parent owns its children (ui/.clang-tidy).
    run-clang-tidy-22 -quiet -p build/tidy -j "$(build_jobs)" \
        -checks="$together,-clang-analyzer-cplusplus.NewDeleteLeaks" "$PWD/build/tidy/ui/.*/Unity/" |
        { grep -vE "$chatter" || true; }
}

sanitized_tests() { # sanitized_tests <preset>
    ctest --preset "$1" --parallel "$(build_jobs)" --label-regex core
}

# torch, Triton and Pallas for the tests of Python workers. Made again when the list changes.
test_python() {
    local list=packaging/python-tests.txt
    if cmp -s "$list" build/venv/installed.txt; then
        echo "build/venv holds what $list asks for"
        return 0
    fi
    umask 022 # the sandbox's user has to read it
    rm -rf build/venv
    /usr/bin/python3 -m venv build/venv
    build/venv/bin/pip install --disable-pip-version-check --no-input -r "$list"
    build/venv/bin/python -c 'import torch, triton, jax; print("torch", torch.__version__)'
    cp "$list" build/venv/installed.txt
}

# One more than there are processors: many tests wait for a process, a network or a time to pass.
all_tests() {
    ctest --preset ci --parallel "$(($(build_jobs) + 1))"
}

main_test() {
    stage_count=8
    stage "packages" "$apt_advice" install_packages build run test
    stage "static checks" "Mend the files named above; each line says how." static_checks
    # Its findings depend on the headers of libraries. The rules are for those of Debian 12.
    if [ "$release" = 12 ]; then
        stage "clang-tidy" "Mend the findings above; .clang-tidy lists the rules." tidy
    else
        stage_count=$((stage_count - 1))
        echo "clang-tidy and clang-format are left out: they run on Debian 12"
    fi
    # The preset: debug information takes a sixth of a compiler's time, and in fifty programs eight gigabytes. -O1 takes a
    # quarter less than -O2, but guesses wrongly what is uninitialized. Collecting garbage less often saves a twentieth.
    stage "configure" "$build_advice" cmake --preset ci
    stage "build" "$build_advice" build ci
    stage "suite check" "Mend the task named above." build/dev/bin/kloupe suites check tasks
    stage "python for tests" "$pip_advice" test_python
    shown_stage "tests" "Reproduce with: ctest --preset ci -R NAME" all_tests
    print_times
    grep -E '^[0-9]+% tests passed' "$log" # the last line says how the tests ended
}

main_sanitizer() { # main_sanitizer <preset>
    stage_count=4
    stage "packages" "$apt_advice" install_packages build run test
    stage "configure" "$build_advice" cmake --preset "$1" -DLOUPE_BUILD_GUI=OFF
    stage "build" "$build_advice" build "$1"
    shown_stage "tests" "Reproduce with: ctest --preset $1 -R NAME" sanitized_tests "$1"
}

# -------------------------------------------------------------------------------------------------

mode=${1:-}
case "$#:$mode" in
1:run | 1:test | 1:asan | 1:tsan) ;;
*) fail 2 "usage: packaging/bootstrap.sh run | test | asan | tsan" \
    "run: build and show the demo. test: build and run every test. asan, tsan: core tests under sanitizers." ;;
esac
check_machine
mkdir -p "$logs"
case "$mode" in
run | test) "main_$mode" ;;
asan | tsan) main_sanitizer "$mode" ;;
esac
