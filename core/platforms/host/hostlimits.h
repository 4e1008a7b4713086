// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstddef>

namespace loupe {

// Constants shared by native hosts and Python workers.

/// Processor time of a reference: plain code that accumulates in double.
inline constexpr double oracleCpuSeconds = 3600;
/// Threads allowed in addition to those that we request.
inline constexpr int sparesForThreads = 16;
/// Maximum length of a candidate's own error message.
inline constexpr std::size_t maxMessageBytes = 2000;
/// Time for a process to end after its connection has closed.
inline constexpr std::chrono::milliseconds endPatience{2000};

} // namespace loupe
