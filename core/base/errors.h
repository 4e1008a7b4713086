// SPDX-License-Identifier: Apache-2.0
//
// Constructors of errors without the unused fields of the struct.
#pragma once

#include "core/base/result.h"

#include <utility>

namespace loupe {

/// Returns an error without location and hint.
inline Error plainError(Errc code, std::string message)
{
    return {code, std::move(message), {}, {}, {}};
}

/// Returns an error with a location.
inline Error errorAt(Errc code, std::string message, std::string where)
{
    return {code, std::move(message), std::move(where), {}, {}};
}

/// Returns an error with a location and a hint.
inline Error errorWithHint(Errc code, std::string message, std::string where, std::string hint)
{
    return {code, std::move(message), std::move(where), std::move(hint), {}};
}

} // namespace loupe
