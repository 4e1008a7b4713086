// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <string>
#include <string_view>

namespace loupe {

/// Parsed address of an endpoint. Only characters that all URL parsers read alike are accepted, so
/// that the checked host is the one connected to.
struct EndpointUrl {
    bool isHttps = false;
    std::string authority; ///< "host", "host:port" or "[::1]:8080", as written
    std::string host;      ///< without brackets
    std::string path;      ///< "/v1", without a trailing slash; may be empty
    std::string query;     ///< "?api-version=…", or empty

    /// Returns the address of a resource: "https://host/v1/chat/completions?…".
    std::string with(std::string_view resource) const;
};

/// Parses an address. InvalidInput for an invalid one, one with a user name or fragment, and for
/// http except to loopback. The error never repeats the text, which may hold a password.
Result<EndpointUrl> parseEndpointUrl(std::string_view text);

/// Returns true for localhost, 127.… and ::1, without a DNS query.
bool isLoopback(std::string_view host);

} // namespace loupe
