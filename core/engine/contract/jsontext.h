// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"

#include <cstdint>
#include <string>

namespace loupe {

/// Returns the text at `key` of an object from another program; empty if there is none.
inline std::string textAt(const Json &object, const char *key)
{
    const auto found = object.find(key);
    return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}

/// Returns the integer at `key`; -1 if there is none.
inline std::int64_t wholeAt(const Json &object, const char *key)
{
    const auto found = object.find(key);
    return found != object.end() && found->is_number_integer() ? found->get<std::int64_t>() : -1;
}

} // namespace loupe
