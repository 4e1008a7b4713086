// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

namespace loupe {

/// System calls by what a confined process gets when it makes them. Every other one does not exist
/// for it (ENOSYS), so that the C library falls back to older ones, as on an older kernel.
struct CallPolicy {
    std::span<const char *const> allowed; ///< whatever the arguments
    std::span<const char *const> refused; ///< EPERM: honest code may try, and does without
    std::span<const char *const> deadly;  ///< the process is killed: only an attack makes them
};

/// The same on every platform; what depends on arguments or on the device is in callfilter.cpp.
CallPolicy callPolicy();

} // namespace loupe
