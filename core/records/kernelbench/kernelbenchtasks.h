// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/record/task.h"

#include <optional>
#include <string>
#include <string_view>

namespace loupe {

/// Checkouts add their own levels; the suite's reader accepts any number.
constexpr int kernelBenchMaxLevel = 999;
constexpr int kernelBenchMaxNumber = 1'000'000;
/// Name that a candidate must define.
constexpr const char *kernelBenchEntry = "ModelNew";

/// Task sets with KernelBench's levels and numbers. Those of the paper (v0) have other sizes, and
/// some are other tasks, so equal names must not be compared.
enum class KernelBenchTaskSet { Paper, Current };

/// Returns "kernelbench", or "kernelbench-v0" for the paper's set.
std::string kernelBenchSuite(KernelBenchTaskSet set);

/// Returns "23_Softmax" for (1, 23), as named in the set; just "123" for an unknown number.
std::string kernelBenchStem(int level, int number,
                            KernelBenchTaskSet set = KernelBenchTaskSet::Current);

/// Returns true if only the paper's set has a task of this name; `stem` may end in ".py".
bool isPaperKernelBenchName(int level, std::string_view stem);

/// Returns the number before the first '_', as KernelBench's loader does.
std::optional<int> kernelBenchNumber(std::string_view stem);

/// Returns the task for an import: named as in kernelbench.cpp, with the category derived from the
/// name, without source and hash. `stem` may end in ".py".
Task kernelBenchTask(int level, std::string stem,
                     KernelBenchTaskSet set = KernelBenchTaskSet::Current);

} // namespace loupe
