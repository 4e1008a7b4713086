# SPDX-License-Identifier: Apache-2.0
"""Importing what children need, once, before they are forked."""

from __future__ import annotations

import gc
import importlib
import sys

from loupe_worker.channel import Channel, Message


def load_or_say(settings: Message, control: Channel) -> Message | None:
    """As load(). What it raises goes to the engine, and there is None."""
    try:
        versions = load(settings)
    except Exception as error:  # whatever a broken installation raises
        control.send({"failed": f"{type(error).__name__}: {error}"})
        return None
    gc.collect()
    gc.freeze()
    return versions


def load(settings: Message) -> Message:
    """Imports torch and what the settings name besides; raises whatever a broken installation
    raises. Versions of Python and of the packages."""
    packages: dict[str, str] = {}
    for name in ["torch", *settings["preload"]]:
        module = importlib.import_module(name)
        packages[name] = str(getattr(module, "__version__", ""))
    for name in settings.get("preload_if_there", []):
        _import_if_there(name)
    return {"python": sys.version.split()[0], "packages": packages}


def _import_if_there(name: str) -> None:
    import torch

    # torch's extensions ask for a device to print a hint; asking starts CUDA, which no forked
    # process could use then.
    asked, torch.cuda.is_available = torch.cuda.is_available, lambda: True
    try:
        importlib.import_module(name)
    except Exception:  # the candidate that needs it will say so
        pass
    finally:
        torch.cuda.is_available = asked
