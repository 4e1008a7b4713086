// SPDX-License-Identifier: Apache-2.0
#include "core/endpoints/profile/endpointurl.h"

#include "core/base/result.h"

#include <algorithm>
#include <charconv>

#include <arpa/inet.h>

namespace loupe {

namespace {

constexpr std::size_t maxUrlLength = 2048;
constexpr const char *noAddress = "this is not an endpoint address";
constexpr const char *anAddress
    = "for instance https://api.example.com/v1 or http://127.0.0.1:8080/v1";

Error notAnAddress(const char *message, const char *hint)
{
    return Error{.code = Errc::InvalidInput, .message = message, .hint = hint};
}

bool isAlphanumeric(char each)
{
    return (each >= '0' && each <= '9') || (each >= 'a' && each <= 'z')
        || (each >= 'A' && each <= 'Z');
}

/// Returns true if the text has only ASCII letters, digits and the characters in `others`.
bool hasOnly(std::string_view text, std::string_view others)
{
    return std::all_of(text.begin(), text.end(), [&](char each) {
        return isAlphanumeric(each) || others.find(each) != std::string_view::npos;
    });
}

bool isPort(std::string_view text)
{
    int port = 0;
    const auto read = std::from_chars(text.data(), text.data() + text.size(), port);
    return read.ec == std::errc() && read.ptr == text.data() + text.size() && port > 0
        && port <= 65535;
}

/// Extracts the host from "host", "host:port" or "[::1]:port".
bool takeHost(EndpointUrl &url)
{
    std::string_view rest = url.authority;
    if (rest.starts_with('[')) {
        const std::size_t end = rest.find(']');
        if (end == std::string_view::npos)
            return false;
        url.host = rest.substr(1, end - 1);
        rest.remove_prefix(end + 1);
        if (url.host.find_first_not_of("0123456789abcdefABCDEF:.") != std::string::npos)
            return false;
    } else {
        const std::size_t end = std::min(rest.find(':'), rest.size());
        url.host = rest.substr(0, end);
        rest.remove_prefix(end);
        if (!hasOnly(url.host, ".-"))
            return false;
    }
    return !url.host.empty() && (rest.empty() || (rest.front() == ':' && isPort(rest.substr(1))));
}

} // namespace

std::string EndpointUrl::with(std::string_view resource) const
{
    return (isHttps ? "https://" : "http://") + authority + path + std::string(resource) + query;
}

bool isLoopback(std::string_view host)
{
    if (host == "localhost" || host == "::1")
        return true;
    in_addr address = {};
    return host.starts_with("127.") && inet_pton(AF_INET, std::string(host).c_str(), &address) == 1;
}

Result<EndpointUrl> parseEndpointUrl(std::string_view text)
{
    if (text.size() > maxUrlLength)
        return notAnAddress("the address is too long", "give the endpoint's base address");
    if (text.find('@') != std::string_view::npos)
        return notAnAddress("an address with a user name or password is not accepted",
                            "name the key with \"key\"");
    EndpointUrl url;
    url.isHttps = text.starts_with("https://");
    if (!url.isHttps && !text.starts_with("http://"))
        return notAnAddress(noAddress, anAddress);
    text.remove_prefix(text.find("//") + 2);
    const std::size_t authorityEnd = std::min(text.find_first_of("/?"), text.size());
    const std::size_t pathEnd = std::min(text.find('?'), text.size());
    url.authority = text.substr(0, authorityEnd);
    url.path = text.substr(authorityEnd, pathEnd - authorityEnd);
    url.query = text.substr(pathEnd);
    if (!takeHost(url) || !hasOnly(url.path, "._~/%+-") || !hasOnly(url.query, "?._~/%+=&-"))
        return notAnAddress(noAddress, anAddress);
    while (!url.path.empty() && url.path.back() == '/')
        url.path.pop_back();
    if (!url.isHttps && !isLoopback(url.host))
        return notAnAddress(
            "http is allowed for this machine only: the key would be sent unencrypted",
            "use https, or reach the server through an ssh tunnel to 127.0.0.1");
    return url;
}

} // namespace loupe
