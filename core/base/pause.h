// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <stop_token>

namespace loupe {

/// Waits for `time`, or until `stop` is requested.
void pauseFor(std::chrono::duration<double> time, const std::stop_token &stop);

} // namespace loupe
