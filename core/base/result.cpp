// SPDX-License-Identifier: Apache-2.0
#include "core/base/result.h"

#include <array>
#include <cstddef>

namespace loupe {

const char *name(Errc code)
{
    constexpr std::array names{"cancelled",   "not_found", "invalid_input", "unsupported",
                               "corrupt",     "busy",      "timeout",       "io",
                               "environment", "internal"};
    return names[static_cast<std::size_t>(code)];
}

std::string Error::text() const
{
    std::string out;
    if (!where.empty())
        out += where + ": ";
    out += message;
    if (!hint.empty())
        out += " (" + hint + ")";
    return out;
}

} // namespace loupe
