// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/endpoints/session/transport.h"
#include "core/endpoints/spool/cassette.h"

#include <deque>
#include <functional>
#include <optional>
#include <string>

namespace loupe {

/// Transport that answers from a cassette, without sockets and waits.
class CassetteTransport final : public Transport
{
public:
    /// `tell` receives messages for the user about a request. `isExact`: a body that differs from
    /// the recorded one is an error, otherwise a message.
    CassetteTransport(Cassette cassette, bool isExact,
                      std::function<void(const std::string &uuid, const std::string &text)> tell);

    void start(const WireRequest &request) override { m_started.push_back(request); }
    void cancel(const std::string &uuid) override;
    /// Delivers the recorded answer of the oldest started request; returns false if there is none.
    bool deliver(TransportEvents &events);

private:
    Cassette m_cassette;
    bool m_isExact;
    std::function<void(const std::string &, const std::string &)> m_tell;
    std::deque<WireRequest> m_started;
    std::optional<std::string> m_delivering; ///< uuid of the request with callbacks now
};

} // namespace loupe
