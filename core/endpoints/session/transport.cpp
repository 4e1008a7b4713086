// SPDX-License-Identifier: Apache-2.0
#include "core/endpoints/session/transport.h"

#include <algorithm>
#include <array>

namespace loupe {

namespace {
constexpr std::array<const char *, 7> wireEndNames{
    "whole", "not_connected", "not_trusted", "reset", "timed_out", "too_large", "not_recorded"};
constexpr std::array<std::string_view, 5> keptHeaders{"content-type", "retry-after", "x-request-id",
                                                      "request-id", "location"};
} // namespace

const char *name(WireEnd end)
{
    return wireEndNames[static_cast<std::size_t>(end)];
}

std::optional<WireEnd> wireEndNamed(std::string_view name)
{
    for (std::size_t i = 0; i < wireEndNames.size(); ++i) {
        if (wireEndNames[i] == name)
            return static_cast<WireEnd>(i);
    }
    return std::nullopt;
}

bool isKeptHeader(std::string_view name)
{
    return name.starts_with("x-ratelimit-")
        || std::find(keptHeaders.begin(), keptHeaders.end(), name) != keptHeaders.end();
}

} // namespace loupe
