// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace loupe {

inline constexpr std::string_view betweenProtocols = ", ";

/// End of the name of a protocol that judges gradients: "strict-1+backward".
inline constexpr std::string_view backwardSuffix = "+backward";

/// Returns whether calls of a run by this protocol go forward and backward.
constexpr bool goesBackward(std::string_view protocol)
{
    return protocol.ends_with(backwardSuffix);
}

/// Returns the protocol name of a run whose results have two verdicts: "kernelbench-0.2, strict-1".
inline std::string nameOfBoth(std::string_view suite, std::string_view strict)
{
    return std::string(suite).append(betweenProtocols).append(strict);
}

/// Returns the strict part of such a name; a single protocol is returned unchanged.
inline std::string_view strictPartOf(std::string_view protocol)
{
    const std::size_t found = protocol.rfind(betweenProtocols);
    return found == std::string_view::npos ? protocol
                                           : protocol.substr(found + betweenProtocols.size());
}

} // namespace loupe
