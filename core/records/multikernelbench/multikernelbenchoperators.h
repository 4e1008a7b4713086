// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace loupe {

/// The category of an operator of MultiKernelBench; empty where this version knows none.
std::string_view multiKernelBenchCategory(std::string_view op);

} // namespace loupe
