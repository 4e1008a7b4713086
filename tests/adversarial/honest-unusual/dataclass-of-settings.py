# SPDX-License-Identifier: Apache-2.0
# task: 2
import dataclasses
import torch
import torch.nn as nn

@dataclasses.dataclass
class Tile:
    rows: int = 16

class ModelNew(nn.Module):
    def __init__(self):
        super().__init__()
        self.tile = Tile()

    def forward(self, x):
        return torch.cat([part.clamp_min(0.0) for part in x.split(self.tile.rows)])
