// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/asking/toldkind.h"

#include <array>

namespace loupe {

std::string_view name(ToldKind kind)
{
    constexpr std::array<std::string_view, toldKinds> names{
        "nothing", "build", "run",          "compare",     "speed",
        "verdict", "hint",  "two_programs", "not_recorded"};
    return names[static_cast<std::size_t>(kind)];
}

std::string_view label(ToldKind kind)
{
    constexpr std::array<std::string_view, toldKinds> labels{
        "nothing (new request)", "build log",    "how it ran",
        "where values differ",   "speed",        "verdict",
        "person's hint",         "two programs", "not recorded"};
    return labels[static_cast<std::size_t>(kind)];
}

} // namespace loupe
