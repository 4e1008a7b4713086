// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace loupe {

/// Returns the category of an operator of MultiKernelBench; empty if this version has none.
std::string_view multiKernelBenchCategory(std::string_view op);

} // namespace loupe
