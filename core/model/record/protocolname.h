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

/// Part of the name of a protocol that judges tasks on several shapes, before the first digits of
/// the shapes' digest: "strict-1+shapes-0a1b2c3d".
inline constexpr std::string_view shapesInfix = "+shapes-";

/// Name of the shape that a task's own constants give it, as the case of its times.
inline constexpr std::string_view ownShape = "own shape";

/// Returns those digits for a run by this protocol; empty for a run on the tasks' own shapes. Only
/// results of equal shapes are comparable.
inline std::string_view shapesOf(std::string_view protocol)
{
    const std::size_t found = protocol.find(shapesInfix);
    if (found == std::string_view::npos)
        return {};
    const std::string_view digits = protocol.substr(found + shapesInfix.size());
    return digits.substr(0, digits.find_first_of("+,"));
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
