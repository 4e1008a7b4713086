// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"

#include <string>

namespace loupe {

/// The text at `key` of an object that others wrote; empty where there is none.
inline std::string textAt(const Json &object, const char *key)
{
    const auto found = object.find(key);
    return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}

} // namespace loupe
