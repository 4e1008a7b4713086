// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <cerrno>
#include <string>
#include <system_error>

namespace loupe {

/// Returns the error "what: why" of a system call that has just failed. Thread-safe, unlike
/// strerror.
inline Error systemError(const std::string &what, const std::string &where = {}, int code = errno)
{
    return Error{Errc::Io, what + ": " + std::generic_category().message(code), where};
}

} // namespace loupe
