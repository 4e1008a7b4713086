// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <stop_token>

namespace loupe {

struct ImportControl {
    /// Called from the calling thread with the number of stored evaluations, transitions and golden
    /// records, and the total.
    std::function<void(int done, int total)> progress;
    std::stop_token stop;
};

} // namespace loupe
