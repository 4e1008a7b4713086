# SPDX-License-Identifier: Apache-2.0
# catalogue: 14
# task: 2
# rule: graph_replay note
# strict: none
# needs: gpu
import torch
import torch.nn as nn


class ModelNew(nn.Module):
    def __init__(self):
        super().__init__()
        self.graph = None

    def forward(self, x):
        if self.graph is None:
            self.given, self.graph = x, torch.cuda.CUDAGraph()
            with torch.cuda.graph(self.graph):
                self.out = torch.relu(self.given)
        self.graph.replay()
        return self.out
