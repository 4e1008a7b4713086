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

/// Transport over libcurl's multi interface: https, or http to the loopback. It follows no
/// redirects, reads no cookies and no .netrc, and always checks certificates. Each request has its
/// own connection: libcurl repeats a request if a reused connection is dead, and the first copy may
/// have been billed. Not thread-safe.
class CurlTransport final : public Transport
{
public:
    /// All arguments must outlive the transport. `key` may be empty.
    CurlTransport(const Profile &profile, const Secret &key);
    ~CurlTransport() override;
    CurlTransport(const CurlTransport &) = delete;
    CurlTransport &operator=(const CurlTransport &) = delete;

    void start(const WireRequest &request) override;
    void cancel(const std::string &uuid) override;

    /// Waits for network activity or for input on `fd`, at most `wait`.
    void wait(std::chrono::milliseconds wait, int fd);
    /// Transfers available data and delivers its events.
    void perform(TransportEvents &events);

private:
    void forget(const std::string &uuid);

    const Profile &m_profile;
    const Secret &m_key;
    CURLM *m_multi;
    std::map<std::string, std::unique_ptr<CurlRequest>> m_requests;
};

} // namespace loupe::ask
