// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/task.h"

#include <optional>
#include <string>
#include <string_view>

namespace loupe {

constexpr int kernelBenchLevels = 4;
constexpr int kernelBenchLargestNumber = 1'000'000;

/// "23_Softmax" of (1, 23), as the current task set calls it; "123" of a number that it has not.
std::string kernelBenchStem(int level, int number);

/// The number before the first '_', as KernelBench's own loader reads it.
std::optional<int> kernelBenchNumber(std::string_view stem);

/// The task as an import knows it: named as kernelbench.cpp names it, with the category that the
/// name gives, without source and hash. `stem` may end in ".py".
Task kernelBenchTask(int level, std::string stem);

} // namespace loupe
