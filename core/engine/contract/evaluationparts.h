// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/model/record/evaluation.h"

#include <algorithm>
#include <chrono>
#include <string>

namespace loupe {

using Seconds = std::chrono::duration<double>;

/// Returns an evaluator's error after its stop token was triggered.
inline Error cancelledRun()
{
    return Error{Errc::Cancelled, "the run was cancelled"};
}

/// Flag of an evaluation whose build could not be cached.
inline constexpr const char *buildNotKept = "build_not_kept";

/// Adds a flag unless the evaluation has it.
inline void addFlag(Evaluation &evaluation, const std::string &flag)
{
    auto &flags = evaluation.flags;
    if (std::find(flags.begin(), flags.end(), flag) == flags.end())
        flags.push_back(flag);
}

inline double millisecondsSince(std::chrono::steady_clock::time_point begin)
{
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin)
        .count();
}

} // namespace loupe
