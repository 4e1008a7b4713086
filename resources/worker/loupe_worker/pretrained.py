# SPDX-License-Identifier: Apache-2.0
"""Support for references that load a model with Hugging Face's transformers."""

from __future__ import annotations

import json
import sys
from typing import Any

CONFIGURATION = "transformers.PretrainedConfig"


def configuration_text(value: Any) -> str | None:
    """Returns a model's configuration as JSON; None for anything else."""
    transformers = sys.modules.get("transformers")
    kind = getattr(transformers, "PretrainedConfig", None)
    if not isinstance(kind, type) or not issubclass(type(value), kind):
        return None
    text: str = value.to_json_string(use_diff=False)
    return text


def configuration(text: str) -> Any:
    """Returns the configuration of the kind that its `model_type` names."""
    from transformers import AutoConfig

    return AutoConfig.for_model(**json.loads(text))


def load_no_weights() -> None:
    """Makes pretrained models from their configuration only, from now on, in the form in which they
    are loaded. Irreversible, so only for a process that is thrown away."""
    transformers = sys.modules.get("transformers")
    base = getattr(transformers, "PreTrainedModel", None)
    if base is None:
        return

    def made(cls: Any, name: Any, *_: Any, config: Any = None, **__: Any) -> Any:
        if config is None:
            config = cls.config_class.from_pretrained(name)
        return cls(config).eval()

    base.from_pretrained = classmethod(made)
