# SPDX-License-Identifier: Apache-2.0
# catalogue: 38
# task: 2
# rule: reference_alias suspicion
# strict: any
# policy: mixed
import torch
import torch.nn as nn


class ModelNew(Model):  # noqa: F821
    pass
