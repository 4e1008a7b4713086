// SPDX-License-Identifier: Apache-2.0
#include "core/base/result.h"

namespace loupe {

const char *name(Errc code)
{
    switch (code) {
    case Errc::Cancelled:
        return "cancelled";
    case Errc::NotFound:
        return "not_found";
    case Errc::InvalidInput:
        return "invalid_input";
    case Errc::Unsupported:
        return "unsupported";
    case Errc::Corrupt:
        return "corrupt";
    case Errc::Busy:
        return "busy";
    case Errc::Timeout:
        return "timeout";
    case Errc::Io:
        return "io";
    case Errc::Environment:
        return "environment";
    case Errc::Internal:
        return "internal";
    }
    return "internal";
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
