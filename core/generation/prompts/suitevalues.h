// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/generation/templates/templatetext.h"
#include "core/suites/benchmark.h"

namespace loupe {

/// What a prompt can say of a task of a benchmark in Python, beside what it can of all tasks:
///   reference, reference_stripped          the program to be replaced; without blanks around it
///   operator, operator_pascal              "mse_loss" of "loss/mse_loss", "MseLoss"
///   of KernelBench-X: description, wrapper, math, other, as its metadata say them
///   of KernelGenBench's operators of PyTorch: the lists interfaces (name, function, autograd,
///   is_autograd) and signatures (overload, signature), several_interfaces ("yes" or nothing), and
///   signature_table, the signatures as Python writes them
TemplateValues suiteValues(const Benchmark &suite, const BenchmarkTask &task);

} // namespace loupe
