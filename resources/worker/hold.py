# SPDX-License-Identifier: Apache-2.0
"""The first process of a sandbox that a server is forked into: python -I -S <this file> DESCRIPTOR.

Says on the socket that the sandbox stands, passes on what comes through it to its own output, and
ends, and the sandbox with it, when the other end is closed: that is when the server is gone.
"""

import ctypes
import os
import signal
import sys

_PR_SET_DUMPABLE = 4


def main(descriptor: int) -> int:
    # A signal that is handled here could be sent from inside the sandbox; others cannot.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # Whoever is the same user looks into nothing that he could keep for the one after him.
    if ctypes.CDLL(None).prctl(_PR_SET_DUMPABLE, 0, 0, 0, 0) != 0:
        return 1
    os.write(descriptor, b"1")
    while True:
        text = os.read(descriptor, 65536)
        if not text:
            return 0
        os.write(1, text)


sys.exit(main(int(sys.argv[1])))
