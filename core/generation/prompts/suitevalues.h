// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/generation/templates/templatetext.h"
#include "core/suites/layout/benchmark.h"

namespace loupe {

/// Returns the prompt values of a task of a Python benchmark, in addition to those of all tasks:
///   reference, reference_stripped          the program to replace; the same, stripped
///   operator, operator_pascal              "mse_loss" for "loss/mse_loss", "MseLoss"
///   for KernelBench-X: description, wrapper, math, other, from its metadata
///   for KernelGenBench's PyTorch operators: the lists interfaces (name, function, autograd,
///   is_autograd) and signatures (overload, signature), several_interfaces ("yes" or nothing), and
///   signature_table, the signatures in Python syntax
TemplateValues suiteValues(const Benchmark &suite, const BenchmarkTask &task);

} // namespace loupe
