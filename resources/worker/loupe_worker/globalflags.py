# SPDX-License-Identifier: Apache-2.0
"""torch's process-wide switches that change others' results or measurements. cudnn.benchmark is not
included: it only lets cuDNN choose its algorithm by trial in the process that sets it."""

from __future__ import annotations

from typing import Any

import torch


def _read() -> dict[str, Any]:
    return {
        "default_dtype": str(torch.get_default_dtype()),
        "grad_enabled": torch.is_grad_enabled(),
        "threads": torch.get_num_threads(),
        "float32_matmul_precision": torch.get_float32_matmul_precision(),
        "deterministic": torch.are_deterministic_algorithms_enabled(),
        "cudnn.enabled": torch.backends.cudnn.enabled,
        "cudnn.allow_tf32": torch.backends.cudnn.allow_tf32,
        "matmul.allow_tf32": torch.backends.cuda.matmul.allow_tf32,
        "anomaly_detection": torch.is_anomaly_enabled(),
    }


class GlobalFlags:
    """Saves the switches' states and reports later which have changed."""

    def __init__(self) -> None:
        self._before = _read()

    def changed(self) -> list[str]:
        now = _read()
        return [name for name, value in self._before.items() if now[name] != value]
