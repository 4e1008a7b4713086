// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <string>
#include <string_view>

namespace loupe {

/// The address of an endpoint, taken apart. Only letters that every reader of addresses
/// understands alike are let through, so that what was checked is what is connected to.
struct EndpointUrl {
    bool isHttps = false;
    std::string authority; ///< "host", "host:port" or "[::1]:8080", as it was written
    std::string host;      ///< without brackets
    std::string path;      ///< "/v1", without a slash at its end; may be empty
    std::string query;     ///< "?api-version=…", or empty

    /// "https://host/v1/chat/completions?…"
    std::string with(std::string_view resource) const;
};

/// InvalidInput without repeating the text, which may hold a password by mistake: for an address
/// that is none, one with a user's name or a fragment, and for http to any but the loopback.
Result<EndpointUrl> parseEndpointUrl(std::string_view text);

/// Whether the name means this machine without asking anybody: localhost, 127.…, ::1.
bool isLoopback(std::string_view host);

} // namespace loupe
