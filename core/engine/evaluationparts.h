// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <chrono>

namespace loupe {

/// What an evaluator answers once its stop token was asked to stop.
inline Error cancelledRun()
{
    return Error{Errc::Cancelled, "the run was cancelled", {}, {}, {}};
}

inline double millisecondsSince(std::chrono::steady_clock::time_point begin)
{
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin)
        .count();
}

} // namespace loupe
