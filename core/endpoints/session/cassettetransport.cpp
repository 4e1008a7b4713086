// SPDX-License-Identifier: Apache-2.0
#include "core/endpoints/session/cassettetransport.h"

#include <algorithm>
#include <utility>

namespace loupe {

namespace {

std::string differenceOf(const CassetteEntry &entry, const WireRequest &request)
{
    if (entry.body.empty())
        return "the request of " + request.place.text() + " was recorded without what it asked";
    const std::string change = bodyDifference(entry.body, request.body);
    return change.empty()
        ? change
        : "the request of " + request.place.text() + " is not the recorded one: " + change;
}

} // namespace

CassetteTransport::CassetteTransport(
    Cassette cassette, bool isExact,
    std::function<void(const std::string &, const std::string &)> tell)
    : m_cassette(std::move(cassette))
    , m_isExact(isExact)
    , m_tell(std::move(tell))
{
}

void CassetteTransport::cancel(const std::string &uuid)
{
    const auto isIt = [&](const WireRequest &each) { return each.uuid == uuid; };
    m_started.erase(std::remove_if(m_started.begin(), m_started.end(), isIt), m_started.end());
    if (m_delivering == uuid)
        m_delivering.reset();
}

bool CassetteTransport::deliver(TransportEvents &events)
{
    if (m_started.empty())
        return false;
    const WireRequest request = std::move(m_started.front());
    m_started.pop_front();
    const auto found = m_cassette.find(request.place);
    if (!found) {
        events.onEnd(request.uuid, WireEnd::NotRecorded, found.error().text());
        return true;
    }
    const CassetteEntry &entry = **found;
    if (const std::string change = differenceOf(entry, request); !change.empty()) {
        if (m_isExact) {
            events.onEnd(request.uuid, WireEnd::NotRecorded, change);
            return true;
        }
        if (!entry.body.empty())
            m_tell(request.uuid, change);
    }
    m_delivering = request.uuid; // until a callback cancels it
    if (entry.head.status != 0)
        events.onHead(request.uuid, entry.head);
    for (const CassetteEntry::Chunk &chunk : entry.chunks) {
        if (m_delivering)
            events.onBytes(request.uuid, chunk.bytes);
    }
    if (std::exchange(m_delivering, {}))
        events.onEnd(request.uuid, wireEndNamed(entry.wire).value_or(WireEnd::Reset),
                     "as recorded");
    return true;
}

} // namespace loupe
