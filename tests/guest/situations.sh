#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#
# situations.sh KLOUPE: as root in the guest. Starts kloupe in every way, compares what doctor says of control groups with
# what is expected there, and looks at what a killed run leaves. Exit code 1 where anything is not as expected.
kloupe=$1
tasks=$(dirname "$kloupe")/../share/kernelloupe/tasks
failures=0
scope='systemd-run --scope --quiet --property=Delegate=yes'
user_scope='systemd-run --user --scope --quiet --property=Delegate=yes'
unit='systemd-run --pipe --wait --quiet'
without_session='setpriv --reuid bob --regid bob --clear-groups env -i HOME=/home/bob PATH=/usr/bin:/bin'
podman='podman run --rm --network=none --log-driver=none --rootfs /:O'

# expect SITUATION PATTERN COMMAND…: the command's output has a line like the pattern.
expect() {
    local situation=$1 pattern=$2 said
    shift 2
    said=$("$@" 2>&1)
    if grep -qE -- "$pattern" <<<"$said"; then
        echo "as expected: $situation: $(grep -E -m1 -A1 -- "$pattern" <<<"$said" | tr -s ' ' | tr '\n' ' ')"
    else
        echo "NOT as expected: $situation: no line like '$pattern'"
        grep -E -A1 'Control groups|Sandbox \(|nothing:' <<<"$said"
        failures=$((failures + 1))
    fi
}

nothing_is_left() {
    local left
    left=$(find /sys/fs/cgroup -name 'kloupe-*'; pgrep -l 'kloupe|bwrap')
    if [ -n "$left" ]; then
        echo "NOT as expected: $1 left: $left"
        failures=$((failures + 1))
    fi
}

active='Control groups +memory .* version 2'
expect 'root, in a shell' 'start it in a group of its own: systemd-run --scope' "$kloupe" doctor
expect 'root, in a scope' "$active" $scope "$kloupe" doctor
expect 'a user in a session' 'start it in a group of its own: systemd-run --user' ssh alice@127.0.0.1 "$kloupe" doctor
expect 'a user in a scope' "$active" ssh alice@127.0.0.1 $user_scope "$kloupe" doctor
expect 'a user in the scope of a shell' 'other programs share' ssh alice@127.0.0.1 "$user_scope sh -c '$kloupe doctor; true'"
expect 'a user without a session' 'loginctl enable-linger bob' $without_session "$kloupe" doctor
loginctl enable-linger bob
until [ -e "/run/user/$(id -u bob)/systemd/private" ]; do sleep 0.2; done
expect 'a user who lingers' 'of its own: XDG_RUNTIME_DIR=/run/user/[0-9]+ systemd-run' $without_session "$kloupe" doctor
expect 'the same, as it was told' "$active" \
    $without_session XDG_RUNTIME_DIR="/run/user/$(id -u bob)" $user_scope "$kloupe" doctor
expect 'a service of a user' 'Delegate=yes below \[Service\] in ' $unit -p User=bob "$kloupe" doctor
expect 'the same with Delegate=yes' "$active" $unit -p User=bob -p Delegate=yes "$kloupe" doctor
expect 'a service of root' "$active" $unit "$kloupe" doctor
expect 'a container' 'none: without the sandbox' $podman "$kloupe" doctor
podman="${podman/--rm/--rm --privileged}"
expect 'a privileged container' "$active" $podman "$kloupe" doctor
expect 'the same, in a shell' 'program that the container starts' $podman sh -c "$kloupe doctor; true"
nothing_is_left doctor

ssh alice@127.0.0.1 "$user_scope $kloupe run killed.kloupe --suite $tasks --candidates $tasks/demo" >/dev/null 2>&1 &
until pgrep --exact kloupe-host >/dev/null; do sleep 0.1; done
pkill -KILL --uid alice --exact kloupe
wait
sleep 2
nothing_is_left 'a run that was killed'
echo "$failures not as expected"
[ $failures = 0 ]
