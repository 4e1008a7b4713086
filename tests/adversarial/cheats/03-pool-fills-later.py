# SPDX-License-Identifier: Apache-2.0
# catalogue: 3
# task: 2
# rule: threads suspicion
# strict: any
import time
from concurrent.futures import ThreadPoolExecutor

import torch
import torch.nn as nn

pool = ThreadPoolExecutor(1)


class ModelNew(nn.Module):
    def forward(self, x):
        result = torch.empty_like(x)
        pool.submit(lambda: (time.sleep(0.05), result.copy_(x.relu())))
        return result
