// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/ceilings.h"

#include <stop_token>

namespace loupe {

/// Measures this machine's processors, all `threads` at once: bandwidth of copying and reading
/// arrays far larger than any cache, and the rate of fused multiply-adds in float32 that stay in
/// registers. Takes about two seconds. Names, driver and time are the caller's to fill in.
/// Cancelled when `stop` is requested.
Result<DeviceCeilings> measureProcessors(int threads, const std::stop_token &stop);

} // namespace loupe
