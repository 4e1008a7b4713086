// SPDX-License-Identifier: Apache-2.0
//
// Errors by what there is to say of them, without the empty rest of the struct.
#pragma once

#include "core/base/result.h"

#include <utility>

namespace loupe {

/// Only what failed: there is no place to name and nothing to do about it.
inline Error plainError(Errc code, std::string message)
{
    return {code, std::move(message), {}, {}, {}};
}

/// What failed, and where.
inline Error errorAt(Errc code, std::string message, std::string where)
{
    return {code, std::move(message), std::move(where), {}, {}};
}

/// What failed, where, and what to do about it.
inline Error errorWithHint(Errc code, std::string message, std::string where, std::string hint)
{
    return {code, std::move(message), std::move(where), std::move(hint), {}};
}

} // namespace loupe
