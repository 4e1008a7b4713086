// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstddef>

namespace loupe {

// What native hosts and Python workers have in common.

/// Of processor time for a reference: plain code that accumulates in double.
inline constexpr double oracleCpuSeconds = 3600;
/// Processes beyond the threads we ask for ourselves.
inline constexpr int sparesForThreads = 16;
/// Of what a candidate says about its own failure.
inline constexpr std::size_t maxMessageBytes = 2000;
/// How long a process whose connection has closed may take to end.
inline constexpr std::chrono::milliseconds endPatience{2000};

} // namespace loupe
