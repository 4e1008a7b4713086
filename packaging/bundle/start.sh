#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# KernelLoupe @VERSION@ in one file. These lines unpack the archive behind them into a cache folder, once, and start the
# window, or `kloupe` where the first argument is --cli or this file's name begins with kloupe.
set -eu
fail() {
    echo "kernelloupe: $1" >&2
    exit 1
}

[ "$(uname -s) $(uname -m)" = "Linux @MACHINE@" ] ||
    fail "this file is for Linux on @MACHINE@; this machine has $(uname -s) on $(uname -m)"
library=$(getconf GNU_LIBC_VERSION 2>/dev/null) || library="another C library"
number=${library#glibc }
case $number in
*[!0-9.]*) newest="$number" ;; # no glibc
*) newest=$(printf '%s\n' @GLIBC@ "$number" | sort -V | tail -n 1) ;;
esac
[ "$newest" = "$number" ] && [ "$library" != "$number" ] ||
    fail "needs glibc @GLIBC@ or newer, and this system has $library; kloupe alone comes for older systems as an archive"

# usable FOLDER: makes it. Others must not write there, and programs in it can be started.
usable() {
    (umask 077 && mkdir -p "$1") 2>/dev/null || return 1
    [ -O "$1" ] && [ ! -L "$1" ] || return 1
    probe=$(mktemp "$1/probe.XXXXXX" 2>/dev/null) || return 1
    chmod 700 "$probe"
    starts=1
    [ -x "$probe" ] && starts=0 # not where the file system is mounted with noexec
    rm -f "$probe"
    return $starts
}

# unpack FOLDER NAME: makes FOLDER/NAME as a whole, whoever else does the same at this time.
unpack() {
    new=$(mktemp -d "$1/new.XXXXXX") || return 1
    trap 'rm -rf "$new"' EXIT
    trap 'exit 1' HUP INT TERM
    echo "kernelloupe: unpacking into $1/$2; later starts need not" >&2
    tail -n +@LINES@ "$0" | tar -xzf - -C "$new" && mv -T "$new" "$1/$2" 2>/dev/null || true
    rm -rf "$new"
    trap - EXIT HUP INT TERM
    [ -x "$1/$2/bin/kernelloupe" ]
}

# The name has a hash of the content: another version is another folder.
name=@VERSION@-@HASH@
tree=
for cache in "${KLOUPE_CACHE:-${XDG_CACHE_HOME:-${HOME:-/nonexistent}/.cache}/kernelloupe}/bundle" \
    "${TMPDIR:-/tmp}/kernelloupe-$(id -u)"; do
    if [ -O "$cache" ] && [ ! -L "$cache" ] && [ -x "$cache/$name/bin/kernelloupe" ]; then
        tree=$cache/$name
    elif usable "$cache" && unpack "$cache" "$name"; then
        tree=$cache/$name
    fi
    [ -z "$tree" ] || break
done
[ -n "$tree" ] || fail "cannot unpack: either this file is incomplete, or ~/.cache and TMPDIR are full or forbid programs"

program=kernelloupe
case ${0##*/} in kloupe*) program=kloupe ;; esac
if [ "${1-}" = --cli ]; then
    program=kloupe
    shift
fi
fonts=$tree/share/kernelloupe/fonts/fonts.conf
[ -e /etc/fonts/fonts.conf ] || export FONTCONFIG_FILE="${FONTCONFIG_FILE:-$fonts}"
exec "$tree/bin/$program" "$@"
