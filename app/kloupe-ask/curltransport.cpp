// SPDX-License-Identifier: Apache-2.0
#include "app/kloupe-ask/curltransport.h"

#include "core/base/asciicase.h"
#include "core/endpoints/chat/chatrequest.h"
#include "core/endpoints/profile/profile.h"
#include "core/endpoints/profile/secret.h"
#include "core/endpoints/session/transport.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <curl/curl.h>
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

/// libcurl handle of one request, with the response head received so far.
class CurlRequest
{
public:
    CurlRequest(const Profile &profile, const Secret &key, const WireRequest &request)
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
    ~CurlRequest()
    {
        curl_easy_cleanup(m_handle);
        for (curl_slist *line = m_headers; line != nullptr; line = line->next)
            explicit_bzero(line->data, std::strlen(line->data));
        curl_slist_free_all(m_headers);
    }
    CurlRequest(const CurlRequest &) = delete;
    CurlRequest &operator=(const CurlRequest &) = delete;

    CURL *handle() { return m_handle; }
    const std::string &uuid() const { return m_uuid; }
    void setEvents(TransportEvents *events) { m_events = events; }
    /// Suppresses all further events of the request. libcurl aborts it at its next callback.
    void cancel() { m_isCancelled = true; }
    bool isCancelled() const { return m_isCancelled; }
    /// Maps libcurl's result to an end and an error message.
    std::pair<WireEnd, std::string> end(CURLcode code) const
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

private:
    void setUp(const Profile &profile)
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
        set(m_handle, CURLOPT_HEADERFUNCTION, &headerLine);
        set(m_handle, CURLOPT_HEADERDATA, static_cast<void *>(this));
        set(m_handle, CURLOPT_WRITEFUNCTION, &body);
        set(m_handle, CURLOPT_WRITEDATA, static_cast<void *>(this));
        set(m_handle, CURLOPT_SUPPRESS_CONNECT_HEADERS, 1L);
    }
    void setSecurity(const Profile &profile)
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
    void addHeader(const std::string &line)
    {
        m_headers = curl_slist_append(m_headers, line.c_str());
    }
    void addKey(const Profile &profile, const Secret &key)
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
    static std::size_t headerLine(char *bytes, std::size_t size, std::size_t count, void *self)
    {
        auto &request = *static_cast<CurlRequest *>(self);
        return request.takeHeaderLine({bytes, size * count}) ? size * count : 0;
    }
    static std::size_t body(char *bytes, std::size_t size, std::size_t count, void *self)
    {
        auto &request = *static_cast<CurlRequest *>(self);
        if (!request.m_isCancelled)
            request.m_events->onBytes(request.m_uuid, {bytes, size * count});
        return request.m_isCancelled ? 0 : size * count;
    }
    bool takeHeaderLine(std::string_view line)
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
    bool wasSent() const
    {
        long bytes = 0;
        curl_easy_getinfo(m_handle, CURLINFO_REQUEST_SIZE, &bytes);
        return bytes > 0;
    }

    std::string m_uuid;
    std::string m_body;
    CURL *m_handle;
    curl_slist *m_headers = nullptr;
    std::array<char, CURL_ERROR_SIZE> m_error{};
    TransportEvents *m_events = nullptr;
    AnswerHead m_head;
    std::size_t m_headBytes = 0;
    bool m_hasHead = false;
    bool m_isHeadTooLarge = false;
    bool m_isCancelled = false;
};

CurlTransport::CurlTransport(const Profile &profile, const Secret &key)
    : m_profile(profile)
    , m_key(key)
    , m_multi(curl_multi_init())
{
}

CurlTransport::~CurlTransport()
{
    for (auto &[uuid, request] : m_requests)
        curl_multi_remove_handle(m_multi, request->handle());
    m_requests.clear();
    curl_multi_cleanup(m_multi);
}

void CurlTransport::start(const WireRequest &request)
{
    auto started = std::make_unique<CurlRequest>(m_profile, m_key, request);
    curl_multi_add_handle(m_multi, started->handle());
    m_requests[request.uuid] = std::move(started);
}

void CurlTransport::cancel(const std::string &uuid)
{
    // cancel() may run inside the request's own libcurl callback, so perform() removes the handle.
    if (const auto found = m_requests.find(uuid); found != m_requests.end())
        found->second->cancel();
}

void CurlTransport::forget(const std::string &uuid)
{
    const auto found = m_requests.find(uuid);
    if (found == m_requests.end())
        return;
    curl_multi_remove_handle(m_multi, found->second->handle());
    m_requests.erase(found);
}

void CurlTransport::wait(std::chrono::milliseconds wait, int fd)
{
    curl_waitfd input{fd, CURL_WAIT_POLLIN, 0};
    curl_multi_poll(m_multi, &input, 1, static_cast<int>(wait.count()), nullptr);
}

void CurlTransport::perform(TransportEvents &events)
{
    for (auto &[uuid, request] : m_requests)
        request->setEvents(&events);
    int running = 0;
    curl_multi_perform(m_multi, &running);
    std::vector<std::pair<std::string, CURLcode>> ended;
    int left = 0;
    while (CURLMsg *message = curl_multi_info_read(m_multi, &left)) {
        if (message->msg != CURLMSG_DONE)
            continue;
        char *request = nullptr;
        curl_easy_getinfo(message->easy_handle, CURLINFO_PRIVATE, &request);
        ended.emplace_back(reinterpret_cast<CurlRequest *>(request)->uuid(), message->data.result);
    }
    for (const auto &[uuid, code] : ended) {
        const CurlRequest &request = *m_requests.at(uuid);
        if (request.isCancelled())
            continue;
        const auto [end, text] = request.end(code);
        forget(uuid);
        events.onEnd(uuid, end, text);
    }
    std::vector<std::string> cancelled;
    for (const auto &[uuid, request] : m_requests) {
        if (request->isCancelled())
            cancelled.push_back(uuid);
    }
    for (const std::string &uuid : cancelled)
        forget(uuid);
}

} // namespace loupe::ask
