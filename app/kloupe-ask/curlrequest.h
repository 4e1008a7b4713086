// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/endpoints/profile/profile.h"
#include "core/endpoints/profile/secret.h"
#include "core/endpoints/session/transport.h"

#include <array>
#include <string>
#include <string_view>

#include <curl/curl.h>

namespace loupe::ask {

/// libcurl handle of one request, with the response head received so far.
class CurlRequest
{
public:
    CurlRequest(const Profile &profile, const Secret &key, const WireRequest &request);
    ~CurlRequest();
    CurlRequest(const CurlRequest &) = delete;
    CurlRequest &operator=(const CurlRequest &) = delete;

    CURL *handle() { return m_handle; }
    const std::string &uuid() const { return m_uuid; }
    void setEvents(TransportEvents *events) { m_events = events; }
    /// Suppresses all further events of the request. libcurl aborts it at its next callback.
    void cancel() { m_isCancelled = true; }
    bool isCancelled() const { return m_isCancelled; }
    /// Maps libcurl's result to an end and an error message.
    std::pair<WireEnd, std::string> end(CURLcode code) const;

private:
    void setUp(const Profile &profile);
    void setSecurity(const Profile &profile);
    void addHeader(const std::string &line);
    void addKey(const Profile &profile, const Secret &key);
    static std::size_t headerLine(char *bytes, std::size_t size, std::size_t count, void *self);
    static std::size_t body(char *bytes, std::size_t size, std::size_t count, void *self);
    bool takeHeaderLine(std::string_view line);
    bool wasSent() const;

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

} // namespace loupe::ask
