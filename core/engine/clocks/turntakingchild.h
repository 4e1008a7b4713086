// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/clocks/roomretry.h"
#include "core/engine/clocks/timinglease.h"
#include "core/platforms/python/pythonhost.h"

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
class TurnTakingChild final : public PythonChild
{
public:
    TurnTakingChild(std::unique_ptr<PythonChild> child, TimingLease &lease, const Room &room)
        : m_child(std::move(child))
        , m_lease(lease)
        , m_room(room)
    {
    }

    Answer ask(Json request, const Bundle *given, std::chrono::duration<double> deadline,
               const std::stop_token &stop) override
    {
        if (!usesDevice(request))
            return m_child->ask(std::move(request), given, deadline, stop);
        if (m_room == Room::Shared)
            request["beside_others"] = true;
        const TimingLease::Shared turn(m_lease);
        return m_child->ask(std::move(request), given, deadline, stop);
    }
    Status putAhead() override { return m_child->putAhead(); }
    std::string output() const override { return m_child->output(); }
    bool isAlive() const override { return m_child->isAlive(); }
    Result<ActivityBatch> takeActivity() override { return m_child->takeActivity(); }
    void end() override { m_child->end(); }

private:
    static bool usesDevice(const Json &request)
    {
        const std::string what = request.value("do", std::string());
        return what != "load" && what != "artifacts" && what != "estimate" && what != "generator"
            && !request.value("stays_on_host", false);
    }

    std::unique_ptr<PythonChild> m_child;
    TimingLease &m_lease;
    const Room &m_room;
};

} // namespace loupe
