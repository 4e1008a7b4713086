// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/answers/extraction.h"
#include "core/base/result.h"
#include "core/engine/request/plan.h"
#include "core/generation/templates/templatetext.h"

#include <string>

namespace loupe {

/// What a prompt can say of a task:
///   task, title, category, entry          "Activation/gelu", …, "the class ModelNew"
///   of native tasks: interface (the text of loupe_kernel.h), description, sizes (of the timed
///   shape), and the lists inputs (index, name, dtype, shape), outputs (the same and tolerance),
///   attributes (index, name, value)
///   of benchmarks in Python: those of suiteValues()
/// `fence`, what a fence around a program is marked with, is added where prompts are rendered.
/// Seeds, values of inputs and other shapes than the timed one are in none of them.
/// `interface`: of native tasks. `platform`: whose timed shape.
TemplateValues taskValues(const PlanItem &item, const Plan &plan, const std::string &interface,
                          const std::string &platform);

/// What an answer about the task shall define.
EntryRule entryRuleOf(const PlanItem &item, const Plan &plan);

} // namespace loupe
