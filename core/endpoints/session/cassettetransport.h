// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/endpoints/session/transport.h"
#include "core/endpoints/spool/cassette.h"

#include <deque>
#include <functional>
#include <string>

namespace loupe {

/// Answers from a cassette: nothing is opened, nothing is waited for.
class CassetteTransport final : public Transport
{
public:
    /// `tell`: what people should know of a request, by its uuid. `isExact`: another body than the
    /// recorded one is an error, not a remark.
    CassetteTransport(Cassette cassette, bool isExact,
                      std::function<void(const std::string &uuid, const std::string &text)> tell);

    void start(const WireRequest &request) override { m_started.push_back(request); }
    void cancel(const std::string &uuid) override;
    /// Gives what was recorded for the oldest started request; false when there is none.
    bool deliver(TransportEvents &events);

private:
    Cassette m_cassette;
    bool m_isExact;
    std::function<void(const std::string &, const std::string &)> m_tell;
    std::deque<WireRequest> m_started;
};

} // namespace loupe
