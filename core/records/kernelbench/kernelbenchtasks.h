// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/task.h"

#include <optional>
#include <string>
#include <string_view>

namespace loupe {

/// Checkouts add levels of their own; the suite's reader takes any number.
constexpr int kernelBenchLargestLevel = 999;
constexpr int kernelBenchLargestNumber = 1'000'000;
/// What a candidate must define.
constexpr const char *kernelBenchEntry = "ModelNew";

/// The sets of tasks that bear KernelBench's levels and numbers. Those of the paper (v0) have other
/// sizes, and some are other tasks: none of them is to be compared with its namesake.
enum class KernelBenchTaskSet { Paper, Current };

/// "kernelbench", of the paper's set "kernelbench-v0".
std::string kernelBenchSuite(KernelBenchTaskSet set);

/// "23_Softmax" of (1, 23), as the set calls it; "123" of a number that it has not.
std::string kernelBenchStem(int level, int number,
                            KernelBenchTaskSet set = KernelBenchTaskSet::Current);

/// Whether only the paper's set has a task of that name; `stem` may end in ".py".
bool isPaperKernelBenchName(int level, std::string_view stem);

/// The number before the first '_', as KernelBench's own loader reads it.
std::optional<int> kernelBenchNumber(std::string_view stem);

/// The task as an import knows it: named as kernelbench.cpp names it, with the category that the
/// name gives, without source and hash. `stem` may end in ".py".
Task kernelBenchTask(int level, std::string stem,
                     KernelBenchTaskSet set = KernelBenchTaskSet::Current);

} // namespace loupe
