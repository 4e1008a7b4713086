# SPDX-License-Identifier: Apache-2.0
"""Runs build tools and writes their input files."""

from __future__ import annotations

import os
import subprocess
from typing import Sequence

from loupe_worker import failures

_MAX_OUTPUT = 3500  # characters, so that the message is not cut later


def run(command: Sequence[str], folder: str, variables: dict[str, str] | None = None) -> None:
    """Runs a build step in the folder; raises with its output if it fails."""
    title = os.path.basename(command[0])
    try:
        ended = subprocess.run(
            command,
            cwd=folder,
            env={**os.environ, **(variables or {})},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            check=False,
        )
    except OSError as error:
        raise failures.Failure(failures.BUILD, f"cannot start {title}: {error}") from None
    output = ended.stdout.decode("utf-8", "replace")
    print(output, flush=True)
    if ended.returncode != 0:
        shown = failures.bounded(output, _MAX_OUTPUT)
        raise failures.Failure(
            failures.BUILD, f"{title} ended with exit code {ended.returncode}:\n{shown}"
        )


def write(folder: str, path: str, text: str) -> str:
    """Writes a file of a project and creates its folders; returns its whole path."""
    whole = os.path.join(folder, path)
    os.makedirs(os.path.dirname(whole), exist_ok=True)
    with open(whole, "w", encoding="utf-8", errors="surrogatepass") as file:
        file.write(text)
    return whole


def ascend_chip() -> str:
    """Returns the name of the Ascend chip as CANN's tools expect it: "Ascend910B2"."""
    given = os.environ.get("KLOUPE_SOC_VERSION")
    if given:
        return given
    import torch

    npu = getattr(torch, "npu", None)
    return str(npu.get_device_name(0)) if npu is not None and npu.is_available() else "Ascend910B2"


def jobs() -> str:
    """Returns how many compilers may run at once."""
    return os.environ.get("MAX_JOBS", "1")
