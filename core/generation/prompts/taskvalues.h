// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/answers/extraction.h"
#include "core/base/result.h"
#include "core/engine/request/plan.h"
#include "core/generation/templates/templatetext.h"
#include "core/suites/layout/benchmark.h"

#include <string>

namespace loupe {

/// Returns the prompt values of a task:
///   task, title, category, entry          "Activation/gelu", …, "the class ModelNew"
///   for native tasks: interface (the text of loupe_kernel.h), description, sizes (for the timed
///   shape), and the lists inputs (index, name, dtype, shape), outputs (also tolerance),
///   attributes (index, name, value)
///   for Python benchmarks: those of suiteValues(), and precision ("float16" or "bfloat16" if the
///   tasks are judged so, else empty), gradients ("judged" or empty) and shapes (their number if
///   the task is judged on several, else empty)
/// `fence`, the language tag of code fences, is added when prompts are rendered. Values never
/// contain seeds, input values or shapes other than the timed one. `interface` is for native tasks;
/// `platform` selects the timed shape.
TemplateValues taskValues(const PlanItem &item, const Plan &plan, const std::string &interface,
                          const std::string &platform);

/// Returns whether a benchmark's task is judged in a way that the benchmark's own prompts do not
/// mention: with gradients, or on several shapes.
bool hasFurtherConditions(const BenchmarkTask &task);

/// Returns the rule for what an answer on the task must define.
EntryRule entryRuleOf(const PlanItem &item, const Plan &plan);

/// Returns the prompt values of a task of a Python benchmark, in addition to those of all tasks:
///   reference, reference_stripped          the program to replace; the same, stripped
///   operator, operator_pascal              "mse_loss" for "loss/mse_loss", "MseLoss"
///   for KernelBench-X: description, wrapper, math, other, from its metadata
///   for KernelGenBench's PyTorch operators: the lists interfaces (name, function, autograd,
///   is_autograd) and signatures (overload, signature), several_interfaces ("yes" or nothing), and
///   signature_table, the signatures in Python syntax
TemplateValues suiteValues(const Benchmark &suite, const BenchmarkTask &task);

} // namespace loupe
