# SPDX-License-Identifier: Apache-2.0
"""Runs a command of kloupe and reads its JSON document."""

import json
import os
import subprocess
from typing import Any, Union

from kernelloupe import programs


class KloupeError(Exception):
    """Refusal of a command, with what kloupe says about it.

    `message` says what failed, `where` names the file or option, `hint` says what to do; both may be empty. `code` is
    kloupe's name of the kind of error, such as "not_found", and `exit_code` that of `kloupe --help`.
    """

    def __init__(self, message: str, where: str = "", hint: str = "", code: str = "", exit_code: int = 1) -> None:
        super().__init__(message, where, hint, code, exit_code)
        self.message, self.where, self.hint, self.code, self.exit_code = message, where, hint, code, exit_code

    def __str__(self) -> str:
        place = f"{self.where}: " if self.where else ""
        return f"{place}{self.message}" + (f"; {self.hint}" if self.hint else "")


def kloupe(*arguments: Union[str, "os.PathLike[str]"]) -> dict[str, Any]:
    """Runs `kloupe --json ARGUMENTS` and returns its document.

    Raises KloupeError where the command prints no document. A command that finds something, as `kloupe compare` does
    with exit code 6, has printed one and is no error.
    """
    command = [programs.FOLDER / "kloupe", "--json", *arguments]
    result = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, check=False)
    document = _document(result.stdout)
    if document is not None:
        return document
    said = result.stderr.decode(errors="replace").strip()
    error = (_document(result.stderr) or {}).get("error", {})
    raise KloupeError(error.get("message") or said or f"kloupe ended with {result.returncode} and printed nothing",
                      error.get("where", ""), error.get("hint", ""), error.get("code", ""), result.returncode)


def _document(printed: bytes) -> Union[dict[str, Any], None]:
    """Returns the JSON object, None where something else was printed. Stored texts may have broken characters."""
    try:
        document = json.loads(printed.decode(errors="replace"))
    except ValueError:
        return None
    return document if isinstance(document, dict) else None
