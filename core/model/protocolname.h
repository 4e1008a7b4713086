// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace loupe {

inline constexpr std::string_view betweenProtocols = ", ";

/// What a run is recorded as judged by whose results have two verdicts: "kernelbench-0.2,
/// strict-1".
inline std::string nameOfBoth(std::string_view suite, std::string_view strict)
{
    return std::string(suite).append(betweenProtocols).append(strict);
}

/// The strict part of that; a protocol alone is its own.
inline std::string_view strictPartOf(std::string_view protocol)
{
    const std::size_t found = protocol.rfind(betweenProtocols);
    return found == std::string_view::npos ? protocol
                                           : protocol.substr(found + betweenProtocols.size());
}

} // namespace loupe
