// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"

#include <cstdint>
#include <string>

namespace loupe {

/// What a child's process is busy with while it answers a request.
enum class RequestUse : std::uint8_t {
    Builds, ///< compiles, imports, reads or packs what was compiled
    Host,   ///< draws or initialises in the host's memory, or counts what would be drawn
    Device, ///< anything else
};

/// Of a request as core/platforms/python/pythonhost.h lists them. Pure.
inline RequestUse useOf(const Json &request)
{
    const std::string what = request.value("do", std::string());
    if (what == "load" || what == "artifacts" || what == "compiled" || what == "take_compiled")
        return RequestUse::Builds;
    const bool isOnHost
        = what == "estimate" || what == "generator" || request.value("stays_on_host", false);
    return isOnHost ? RequestUse::Host : RequestUse::Device;
}

} // namespace loupe
