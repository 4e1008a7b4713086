# SPDX-License-Identifier: Apache-2.0
# task: 2
import logging
import warnings
import torch
import torch.nn as nn


class ModelNew(nn.Module):
    def forward(self, x):
        logging.getLogger(__name__).debug("shape %s", x.shape)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return x.clamp_min(0.0)
