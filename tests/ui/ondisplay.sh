#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Runs a program on a display of its own, where windows are real ones of X. usage: ondisplay.sh PROGRAM
# [ARGUMENT…]; exit code 77: Xvfb is not installed, or does not start.
if ! command -v Xvfb >/dev/null; then
    echo "skipped: Xvfb is not installed"
    exit 77
fi
coproc server { exec Xvfb -displayfd 1 -screen 0 1280x720x24 -nolisten tcp 2>/dev/null; }
if ! read -r number <&"${server[0]}"; then
    echo "skipped: Xvfb does not start here"
    exit 77
fi
pid=$server_PID
trap 'kill "$pid"' EXIT
DISPLAY=":$number" QT_QPA_PLATFORM=xcb "$@"
