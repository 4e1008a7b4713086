// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"

#include <cstdint>
#include <string>

namespace loupe {

/// Resource that a child uses for a request.
enum class RequestUse : std::uint8_t {
    Builds, ///< compiles, imports, reads or packs compiled code
    Host,   ///< draws or initialises values in host memory, or estimates them
    Device, ///< anything else
};

/// Classifies a request of core/platforms/python/pythonhost.h. Pure.
inline RequestUse useOf(const Json &request)
{
    const std::string what = request.value("do", std::string());
    if (what == "load" || what == "artifacts" || what == "compiled" || what == "take_compiled"
        || what == "generated_code")
        return RequestUse::Builds;
    const bool isOnHost
        = what == "estimate" || what == "generator" || request.value("stays_on_host", false);
    return isOnHost ? RequestUse::Host : RequestUse::Device;
}

} // namespace loupe
