// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/endpoints/profile/profile.h"
#include "core/endpoints/profile/secret.h"
#include "core/endpoints/session/transport.h"

#include <chrono>
#include <map>
#include <memory>
#include <string>

#include <curl/curl.h>

namespace loupe::ask {

class CurlRequest;

/// Requests by libcurl's multi interface: https, or http to the loopback; no redirects, no cookies,
/// no .netrc; certificates are always checked. Each has a connection of its own: libcurl would send
/// a request once more by itself where a kept connection turns out to be dead, and it may have been
/// billed. One thread.
class CurlTransport final : public Transport
{
public:
    /// All must outlive it. `key` may be empty.
    CurlTransport(const Profile &profile, const Secret &key);
    ~CurlTransport() override;
    CurlTransport(const CurlTransport &) = delete;
    CurlTransport &operator=(const CurlTransport &) = delete;

    void start(const WireRequest &request) override;
    void cancel(const std::string &uuid) override;

    /// Waits until something comes, also on `fd`, or `wait` is over.
    void wait(std::chrono::milliseconds wait, int fd);
    /// Moves what can be moved.
    void perform(TransportEvents &events);

private:
    void forget(const std::string &uuid);

    const Profile &m_profile;
    const Secret &m_key;
    CURLM *m_multi;
    std::map<std::string, std::unique_ptr<CurlRequest>> m_requests;
};

} // namespace loupe::ask
