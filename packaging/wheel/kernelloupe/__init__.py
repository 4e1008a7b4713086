# SPDX-License-Identifier: Apache-2.0
"""Results of KernelLoupe as pandas frames.

    store = kernelloupe.open("results.kloupe")
    store.results("status:failed")   # one row for each evaluation, as `kloupe query`
    store.metrics(by="method")       # rates and speedups of each group, as `kloupe metrics`

Every number comes from the program `kloupe` of this package; nothing is computed in Python.
"""

from kernelloupe.command import KloupeError, kloupe
from kernelloupe.store import Store, open

__all__ = ["KloupeError", "Store", "kloupe", "open"]
