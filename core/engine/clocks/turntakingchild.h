// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/clocks/forwardingchild.h"
#include "core/engine/clocks/roomretry.h"
#include "core/engine/clocks/timinglease.h"

#include <memory>
#include <stop_token>
#include <string>
#include <utility>

namespace loupe {

/// A child whose requests keep off a device that is being timed: each waits for its turn, and only
/// as long as it uses the device. What compiles, reads, packs, or draws and initialises on the host
/// goes on beside a timing. While
/// others share the device's memory, a call for which a library found too little of it, and took
/// another way to another result or time, counts as out of memory (roomretry.h). Lease and room
/// must outlive it.
class TurnTakingChild final : public ForwardingChild
{
public:
    TurnTakingChild(std::unique_ptr<PythonChild> child, TimingLease &lease, const Room &room)
        : ForwardingChild(std::move(child))
        , m_lease(lease)
        , m_room(room)
    {
    }

    Answer ask(Json request, const Bundle *given, std::chrono::duration<double> deadline,
               const std::stop_token &stop) override
    {
        if (!usesDevice(request))
            return child().ask(std::move(request), given, deadline, stop);
        if (m_room == Room::Shared)
            request["beside_others"] = true;
        const TimingLease::Shared turn(m_lease);
        return child().ask(std::move(request), given, deadline, stop);
    }

private:
    static bool usesDevice(const Json &request)
    {
        const std::string what = request.value("do", std::string());
        return what != "load" && what != "artifacts" && what != "compiled"
            && what != "take_compiled" && what != "estimate" && what != "generator"
            && !request.value("stays_on_host", false);
    }

    TimingLease &m_lease;
    const Room &m_room;
};

} // namespace loupe
