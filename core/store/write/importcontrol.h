// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <stop_token>

namespace loupe {

struct ImportControl {
    /// Called with (evaluations, transitions and golden records stored, total) from the calling
    /// thread.
    std::function<void(int done, int total)> progress;
    std::stop_token stop;
};

} // namespace loupe
