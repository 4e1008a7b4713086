// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/device/ceilings.h"

#include <stop_token>

namespace loupe {

/// Measures this machine's processors, all `threads` at once: bandwidth of copying and reading
/// arrays far larger than any cache, and float32 fused multiply-adds in registers. Takes about two
/// seconds. The caller adds names, driver and time. Cancelled when `stop` is requested.
Result<DeviceCeilings> measureProcessors(int threads, const std::stop_token &stop);

} // namespace loupe
