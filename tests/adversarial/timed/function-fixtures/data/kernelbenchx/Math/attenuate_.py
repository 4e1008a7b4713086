# SPDX-License-Identifier: Apache-2.0
import torch


def attenuate_(x):
    return x.sin_().erf_().tanh_().mul_(0.5)

##################################################################################################################################################
import torch


def test_attenuate_():
    results = {}
    results["test_case_1"] = attenuate_(torch.rand(64, 33))
    results["test_case_2"] = attenuate_(torch.rand(2048, 2048))
    return results


test_results = test_attenuate_()
