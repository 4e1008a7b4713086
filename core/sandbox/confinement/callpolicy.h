// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

namespace loupe {

/// System calls grouped by the filter's action. Unlisted calls fail with ENOSYS, so that the C
/// library falls back to older ones, as on an older kernel.
struct CallPolicy {
    std::span<const char *const> allowed; ///< with any arguments
    std::span<const char *const> refused; ///< EPERM; honest code copes with the failure
    std::span<const char *const> ignored; ///< succeed without effect
    std::span<const char *const> deadly;  ///< kills the process; only attacks use them
};

/// Returns the policy common to all platforms; callfilter.cpp adds rules that depend on arguments
/// or the device.
CallPolicy callPolicy();

} // namespace loupe
