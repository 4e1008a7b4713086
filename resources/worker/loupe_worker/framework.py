# SPDX-License-Identifier: Apache-2.0
"""Imports what children need, once, before they are forked."""

from __future__ import annotations

import gc
import importlib
import sys

from loupe_worker.channel import Channel, Message


def load_or_say(settings: Message, control: Channel) -> Message | None:
    """Calls load(). If it raises, sends the exception to the engine and returns None."""
    try:
        versions = load(settings)
    except Exception as error:  # a broken installation may raise anything
        control.send({"failed": f"{type(error).__name__}: {error}"})
        return None
    gc.collect()
    gc.freeze()
    return versions


def load(settings: Message) -> Message:
    """Imports torch and the modules that the settings name; a broken installation may raise
    anything. Returns the versions of Python and of the packages."""
    packages: dict[str, str] = {}
    for name in ["torch", *settings["preload"]]:
        module = importlib.import_module(name)
        packages[name] = str(getattr(module, "__version__", ""))
    for name in settings.get("preload_if_there", []):
        _import_if_there(name)
    if settings["role"] == "oracle":  # its children look at sizes on `meta`
        from loupe_worker import compileroff

        compileroff.import_meta()
    return {"python": sys.version.split()[0], "packages": packages}


def _import_if_there(name: str) -> None:
    import torch

    # torch's extensions look for a device to print a hint. That would start CUDA, and then no
    # forked process could use it.
    asked, torch.cuda.is_available = torch.cuda.is_available, lambda: True
    try:
        importlib.import_module(name)
    except Exception:  # the candidate that needs it will report it
        pass
    finally:
        torch.cuda.is_available = asked
