# SPDX-License-Identifier: Apache-2.0
"""The programs of this package, and the commands `kloupe` and `kernelloupe` that start them."""

import os
import pathlib
import sys
from typing import NoReturn

# Folder of the programs. They find their libraries, the tasks and the help relative to it.
FOLDER = pathlib.Path(__file__).resolve().parent / "tree" / "bin"


def _become(name: str) -> NoReturn:
    """Replaces this process, so that signals and exit codes are those of the program."""
    fonts = FOLDER.parent / "share" / "kernelloupe" / "fonts" / "fonts.conf"
    if not os.path.exists("/etc/fonts/fonts.conf") and fonts.exists():
        os.environ.setdefault("FONTCONFIG_FILE", str(fonts))  # without fonts, pages and figures have no text
    os.execv(FOLDER / name, [name, *sys.argv[1:]])


def kloupe() -> NoReturn:
    """Starts the command line."""
    _become("kloupe")


def kernelloupe() -> NoReturn:
    """Starts the window."""
    _become("kernelloupe")
