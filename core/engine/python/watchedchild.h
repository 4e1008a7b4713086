// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/clocks/turntakingchild.h"
#include "core/engine/contract/occupationlog.h"

#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>

namespace loupe {

/// Returns the occupation of an evaluation while a child answers `request`. `isOnProcessor`: the
/// processor is the device, on which references draw as well.
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

/// Child that reports its evaluation's occupation: a fixed one, or one per kind of request. The
/// reporter must outlive it.
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
    std::optional<OccupationReporter::Scope> m_compiling; ///< while the child has given back its
                                                          ///< turn, or waits for it
};

/// Wraps a child so that its requests report occupations and, if there are turns, wait for them.
inline std::unique_ptr<PythonChild> watched(std::unique_ptr<PythonChild> child, PythonRole role,
                                            const OccupationReporter &reporter, TimingLease *turns,
                                            const Room &room)
{
    auto answering = std::make_unique<WatchedChild>(std::move(child), reporter, turns == nullptr);
    if (turns == nullptr)
        return answering;
    // Waiting for a turn is reported first; requests that need none do not wait.
    return std::make_unique<WatchedChild>(
        std::make_unique<TurnTakingChild>(std::move(answering), role, *turns, room), reporter,
        Occupation::WaitForTurn);
}

} // namespace loupe
