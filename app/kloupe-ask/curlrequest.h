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

/// One request as libcurl has it, with the head of its answer while it comes.
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
    /// Nothing more is told of it; libcurl gives it up at the next opportunity.
    void cancel() { m_isCancelled = true; }
    bool isCancelled() const { return m_isCancelled; }
    /// How libcurl's result is called, and why.
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
