# SPDX-License-Identifier: Apache-2.0
import torch


def attenuate_(x):
    return x.sin_().erf_().tanh_().mul_(0.5)

##################################################################################################################################################
import torch


def test_attenuate_():
    device = "cuda" if torch.cuda.is_available() else "cpu"
    rows = 8192 if device == "cuda" else 1024
    results = {}
    results["test_case_1"] = attenuate_(torch.rand(64, 33, device=device))
    results["test_case_2"] = attenuate_(torch.rand(rows, 2048, device=device))
    return results


test_results = test_attenuate_()
