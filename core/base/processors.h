// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

namespace loupe {

/// Returns the processors that the calling thread may use, by number; empty if unknown.
std::vector<int> usableProcessorNumbers();
/// Returns the number of processors this process may use; at least 1.
int usableProcessors();

} // namespace loupe
