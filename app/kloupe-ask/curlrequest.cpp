// SPDX-License-Identifier: Apache-2.0
#include "app/kloupe-ask/curlrequest.h"

#include "core/base/asciicase.h"
#include "core/endpoints/chat/chatrequest.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include <fmt/format.h>
#include <string.h> // explicit_bzero

namespace loupe::ask {

namespace {

constexpr std::size_t maxHeadBytes = 256 << 10;

template <typename T>
void set(CURL *handle, CURLoption option, T value)
{
    curl_easy_setopt(handle, option, value); // fails only for unknown options; all of these exist
}

std::string_view trimmed(std::string_view text)
{
    constexpr std::string_view space = " \t\r\n";
    const std::size_t begin = text.find_first_not_of(space);
    if (begin == std::string_view::npos)
        return {};
    return text.substr(begin, text.find_last_not_of(space) - begin + 1);
}

/// Parses the status of a line like "HTTP/1.1 200 OK".
int statusIn(std::string_view line)
{
    const std::size_t space = line.find(' ');
    return space == std::string_view::npos ? 0 : std::atoi(std::string(line.substr(space)).c_str());
}

} // namespace

CurlRequest::CurlRequest(const Profile &profile, const Secret &key, const WireRequest &request)
    : m_uuid(request.uuid)
    , m_body(request.body)
    , m_handle(curl_easy_init())
{
    setUp(profile);
    setSecurity(profile);
    addHeader("Content-Type: application/json");
    addHeader(profile.endpoint.isStreamed ? "Accept: text/event-stream"
                                          : "Accept: application/json");
    addHeader("Expect:"); // send the body without waiting for 100 Continue
    addHeader("X-Client-Request-Id: " + m_uuid);
    addKey(profile, key);
    set(m_handle, CURLOPT_HTTPHEADER, m_headers);
}

CurlRequest::~CurlRequest()
{
    curl_easy_cleanup(m_handle);
    for (curl_slist *line = m_headers; line != nullptr; line = line->next)
        explicit_bzero(line->data, std::strlen(line->data));
    curl_slist_free_all(m_headers);
}

void CurlRequest::setUp(const Profile &profile)
{
    const std::string url = profile.endpoint.url.with(chatResource());
    set(m_handle, CURLOPT_URL, url.c_str());
    set(m_handle, CURLOPT_PRIVATE, static_cast<void *>(this));
    set(m_handle, CURLOPT_ERRORBUFFER, m_error.data());
    set(m_handle, CURLOPT_NOSIGNAL, 1L);
    set(m_handle, CURLOPT_USERAGENT, "kloupe-ask/" LOUPE_VERSION);
    set(m_handle, CURLOPT_CONNECTTIMEOUT_MS,
        static_cast<long>(profile.limits.connectSeconds * 1000));
    set(m_handle, CURLOPT_POST, 1L);
    set(m_handle, CURLOPT_POSTFIELDS, m_body.c_str());
    set(m_handle, CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(m_body.size()));
    set(m_handle, CURLOPT_HEADERFUNCTION, &CurlRequest::headerLine);
    set(m_handle, CURLOPT_HEADERDATA, static_cast<void *>(this));
    set(m_handle, CURLOPT_WRITEFUNCTION, &CurlRequest::body);
    set(m_handle, CURLOPT_WRITEDATA, static_cast<void *>(this));
    set(m_handle, CURLOPT_SUPPRESS_CONNECT_HEADERS, 1L);
}

void CurlRequest::setSecurity(const Profile &profile)
{
    const bool isPlainLoopback = !profile.endpoint.url.isHttps;
    set(m_handle, CURLOPT_PROTOCOLS_STR, isPlainLoopback ? "http" : "https");
    set(m_handle, CURLOPT_FOLLOWLOCATION, 0L);
    set(m_handle, CURLOPT_DISALLOW_USERNAME_IN_URL, 1L);
    set(m_handle, CURLOPT_FRESH_CONNECT, 1L);
    set(m_handle, CURLOPT_FORBID_REUSE, 1L);
    set(m_handle, CURLOPT_SSL_VERIFYPEER, 1L);
    set(m_handle, CURLOPT_SSL_VERIFYHOST, 2L);
    set(m_handle, CURLOPT_SSLVERSION, static_cast<long>(CURL_SSLVERSION_TLSv1_2));
    if (!profile.endpoint.extraCa.empty()) // added to the system's certificates
        set(m_handle, CURLOPT_CAINFO, profile.endpoint.extraCa.c_str());
    if (isPlainLoopback) // a proxy would see the key, and cannot reach this machine
        set(m_handle, CURLOPT_PROXY, "");
    else if (!profile.endpoint.proxy.empty())
        set(m_handle, CURLOPT_PROXY, profile.endpoint.proxy.c_str());
}

void CurlRequest::addHeader(const std::string &line)
{
    m_headers = curl_slist_append(m_headers, line.c_str());
}

void CurlRequest::addKey(const Profile &profile, const Secret &key)
{
    if (key.empty())
        return;
    const std::string_view front
        = profile.endpoint.kind == EndpointKind::Azure ? "api-key: " : "Authorization: Bearer ";
    Secret line(front.size() + key.size() + 1); // zero-terminated, for libcurl
    std::copy(front.begin(), front.end(), line.data());
    std::copy(key.view().begin(), key.view().end(), line.data() + front.size());
    m_headers = curl_slist_append(m_headers, line.data());
}

std::size_t CurlRequest::headerLine(char *bytes, std::size_t size, std::size_t count, void *self)
{
    auto &request = *static_cast<CurlRequest *>(self);
    return request.takeHeaderLine({bytes, size * count}) ? size * count : 0;
}

bool CurlRequest::takeHeaderLine(std::string_view line)
{
    m_headBytes += line.size();
    m_isHeadTooLarge = m_headBytes > maxHeadBytes;
    if (m_isHeadTooLarge || m_isCancelled)
        return false;
    if (m_hasHead) // trailers after the body
        return true;
    if (line.starts_with("HTTP/")) {
        m_head = {};
        m_head.status = statusIn(line);
    } else if (trimmed(line).empty()) {
        if (m_head.status >= 200) { // 1xx responses precede the final one
            m_hasHead = true;
            m_events->onHead(m_uuid, std::move(m_head));
        }
    } else if (const std::size_t colon = line.find(':'); colon != std::string_view::npos) {
        const std::string name = lowered(line.substr(0, colon));
        if (isKeptHeader(name))
            m_head.headers[name] = trimmed(line.substr(colon + 1));
    }
    return true;
}

std::size_t CurlRequest::body(char *bytes, std::size_t size, std::size_t count, void *self)
{
    auto &request = *static_cast<CurlRequest *>(self);
    if (!request.m_isCancelled)
        request.m_events->onBytes(request.m_uuid, {bytes, size * count});
    return request.m_isCancelled ? 0 : size * count;
}

bool CurlRequest::wasSent() const
{
    long bytes = 0;
    curl_easy_getinfo(m_handle, CURLINFO_REQUEST_SIZE, &bytes);
    return bytes > 0;
}

std::pair<WireEnd, std::string> CurlRequest::end(CURLcode code) const
{
    if (code == CURLE_OK)
        return {WireEnd::Whole, {}};
    std::string text = m_error.front() != '\0' ? m_error.data() : curl_easy_strerror(code);
    if (m_isHeadTooLarge)
        return {WireEnd::TooLarge,
                fmt::format("the head of the answer is longer than {} bytes", maxHeadBytes)};
    switch (code) {
    case CURLE_PEER_FAILED_VERIFICATION:
    case CURLE_SSL_CACERT_BADFILE:
    case CURLE_SSL_ISSUER_ERROR:
    case CURLE_SSL_INVALIDCERTSTATUS:
        return {WireEnd::NotTrusted, "the server's certificate is not trusted: " + text};
    default:
        break;
    }
    if (!wasSent())
        return {WireEnd::NotConnected, "no connection: " + text};
    return {code == CURLE_OPERATION_TIMEDOUT ? WireEnd::TimedOut : WireEnd::Reset, text};
}

} // namespace loupe::ask
