// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/endpoints/client/asker.h"
#include "core/generation/loop/asking.h"
#include "core/generation/loop/judging.h"

#include <chrono>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>

namespace loupe {

/// Sends requests and evaluates answers until nothing is open: concurrently, or in turns if the
/// endpoint shares the machine used for timing. Received answers are evaluated even if no more
/// requests are possible. While something is being timed, answers are received and nothing else
/// happens.
class Pipeline
{
public:
    /// `isRunThere`: the store has the run.
    Pipeline(const GenerationRequest &request, const GenerationSetup &setup,
             const GenerationTools &tools, DialogueBook &book, bool isRunThere);

    /// Runs once. When it returns, no request or evaluation is running. Io if the endpoint never
    /// answered.
    Status run(const std::stop_token &stop);

    AskingEnd end() const { return m_asking ? m_asking->end() : AskingEnd::Answered; }
    std::string why() const { return m_asking ? m_asking->why() : std::string(); }
    const std::optional<RunOutcome> &evaluated() const { return m_judging.outcome(); }

private:
    using Clock = std::chrono::steady_clock;

    Status goOn(const std::stop_token &stop);
    Status askOpen(const std::stop_token &stop);
    Status beginAsking(const std::stop_token &stop);
    Status beginJudging();
    Status wait(const std::stop_token &stop);
    Status collect(std::chrono::milliseconds most);
    Status endWhatIsOpen();
    bool isAsked() const { return m_asking && m_asking->isWaiting(); }
    bool isAnythingOpen() const;
    bool isToBeJudged() const;
    bool isTimed() const { return m_tools.isTimed && m_tools.isTimed(); }
    void tellPhase();

    const GenerationRequest &m_request;
    const GenerationSetup &m_setup;
    const GenerationTools &m_tools;
    DialogueBook &m_book;
    std::unique_ptr<Asker> m_asker;
    std::optional<Asking> m_asking;
    Judging m_judging;
    bool m_takesTurns;
    bool m_hasOpen = true; ///< there may be requests that were not sent yet
    bool m_isOver = false;
    std::size_t m_settled = 0;                   ///< of Asking, at the last check
    std::optional<Clock::time_point> m_unjudged; ///< time of the first answer that is in no batch
};

} // namespace loupe
