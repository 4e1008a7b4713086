// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/clocks/forwardingchild.h"
#include "core/engine/clocks/requestuse.h"
#include "core/engine/clocks/turntakingchild.h"
#include "core/engine/contract/occupationlog.h"

#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>

namespace loupe {

/// What an evaluation is at while a child answers this. `isOnProcessor`: that is the device, on
/// which references draw as they do everything else.
inline Occupation occupationOf(const Json &request, bool isOnProcessor)
{
    const RequestUse use = useOf(request);
    if (use == RequestUse::Builds)
        return Occupation::Build;
    const std::string what = request.value("do", std::string());
    const bool draws = what == "inputs" || what == "construct" || what == "randomise";
    const bool isOnHost = use == RequestUse::Host || (isOnProcessor && draws);
    return isOnHost ? Occupation::Draw : Occupation::Device;
}

/// A child that tells what its evaluation is at: what it is made with, or without that what each
/// request is. The reporter must outlive it.
class WatchedChild final : public ForwardingChild
{
public:
    WatchedChild(std::unique_ptr<PythonChild> child, const OccupationReporter &reporter,
                 bool isOnProcessor)
        : ForwardingChild(std::move(child))
        , m_reporter(reporter)
        , m_isOnProcessor(isOnProcessor)
    {
    }
    WatchedChild(std::unique_ptr<PythonChild> child, const OccupationReporter &reporter,
                 Occupation always)
        : ForwardingChild(std::move(child))
        , m_reporter(reporter)
        , m_always(always)
    {
    }

    Answer ask(Json request, const Bundle *given, std::chrono::duration<double> deadline,
               const std::stop_token &stop) override
    {
        const OccupationReporter::Scope asking(
            m_reporter, m_always ? *m_always : occupationOf(request, m_isOnProcessor));
        Answer answer = child().ask(std::move(request), given, deadline, stop);
        m_compiling.reset();
        return answer;
    }
    void onTurnGivenBack(TurnGivenBack tell) override
    {
        child().onTurnGivenBack([this, tell = std::move(tell)](bool isGivenBack) {
            m_compiling.emplace(m_reporter,
                                isGivenBack ? Occupation::Build : Occupation::WaitForTurn);
            tell(isGivenBack);
            if (!isGivenBack)
                m_compiling.reset();
        });
    }

private:
    const OccupationReporter &m_reporter;
    std::optional<Occupation> m_always;
    bool m_isOnProcessor = false;
    std::optional<OccupationReporter::Scope> m_compiling; ///< without its turn, or back to it
};

/// A child whose requests tell what its evaluation is at, and where there are turns wait for them.
inline std::unique_ptr<PythonChild> watched(std::unique_ptr<PythonChild> child, PythonRole role,
                                            const OccupationReporter &reporter, TimingLease *turns,
                                            const Room &room)
{
    auto answering = std::make_unique<WatchedChild>(std::move(child), reporter, turns == nullptr);
    if (turns == nullptr)
        return answering;
    // Until its turn has come it waits for that; what needs none does not wait.
    return std::make_unique<WatchedChild>(
        std::make_unique<TurnTakingChild>(std::move(answering), role, *turns, room), reporter,
        Occupation::WaitForTurn);
}

} // namespace loupe
