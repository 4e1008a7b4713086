// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"
#include "core/engine/clocks/roomretry.h"
#include "core/engine/clocks/timinglease.h"
#include "core/platforms/python/pythonhost.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>

namespace loupe {

/// Base class of decorators: forwards everything but ask() to another child.
class ForwardingChild : public PythonChild
{
public:
    void onTurnGivenBack(TurnGivenBack tell) override { m_child->onTurnGivenBack(std::move(tell)); }
    Status putAhead() override { return m_child->putAhead(); }
    void setHeld(bool isHeld) override { m_child->setHeld(isHeld); }
    std::string output() const override { return m_child->output(); }
    bool isAlive() const override { return m_child->isAlive(); }
    Result<ActivityBatch> takeActivity() override { return m_child->takeActivity(); }
    void end() override { m_child->end(); }

protected:
    explicit ForwardingChild(std::unique_ptr<PythonChild> child) : m_child(std::move(child)) { }
    PythonChild &child() { return *m_child; }

private:
    std::unique_ptr<PythonChild> m_child;
};

/// Resource that a child uses for a request.
enum class RequestUse : std::uint8_t {
    Builds, ///< compiles, imports, reads or packs compiled code
    Host,   ///< draws or initialises values in host memory, or estimates them
    Device, ///< anything else
};

/// Classifies a request of core/platforms/python/pythonhost.h. Pure.
inline RequestUse useOf(const Json &request)
{
    const std::string what = request.value("do", std::string());
    if (what == "load" || what == "artifacts" || what == "compiled" || what == "take_compiled"
        || what == "generated_code")
        return RequestUse::Builds;
    const bool isOnHost
        = what == "estimate" || what == "generator" || request.value("stays_on_host", false);
    return isOnHost ? RequestUse::Host : RequestUse::Device;
}

/// Child that holds the lease for each request that uses the device. Compiling, reading, packing,
/// and drawing or initialising on the host run alongside a timing. A reference also releases the
/// lease while a compiler works for it; a candidate could not be trusted with that. While others
/// share the device's memory, a call counts as out of memory if a library lacked memory and chose
/// another way (roomretry.h). Lease and room must outlive it.
class TurnTakingChild final : public ForwardingChild
{
public:
    TurnTakingChild(std::unique_ptr<PythonChild> answering, PythonRole role, TimingLease &lease,
                    const Room &room)
        : ForwardingChild(std::move(answering))
        , m_isReference(role == PythonRole::Oracle)
        , m_lease(lease)
        , m_room(room)
    {
        if (m_isReference) {
            child().onTurnGivenBack([this](bool isGivenBack) {
                if (isGivenBack)
                    m_turn.reset();
                else
                    m_turn.emplace(m_lease);
            });
        }
    }

    Answer ask(Json request, const Bundle *given, std::chrono::duration<double> deadline,
               const std::stop_token &stop) override
    {
        if (useOf(request) != RequestUse::Device)
            return child().ask(std::move(request), given, deadline, stop);
        if (m_room == Room::Shared)
            request["beside_others"] = true;
        if (m_isReference)
            request["gives_turn_back"] = true;
        m_turn.emplace(m_lease);
        Answer answer = child().ask(std::move(request), given, deadline, stop);
        m_turn.reset();
        return answer;
    }

private:
    bool m_isReference;
    TimingLease &m_lease;
    const Room &m_room;
    std::optional<TimingLease::Shared> m_turn; ///< held while a request uses the device
};

} // namespace loupe
