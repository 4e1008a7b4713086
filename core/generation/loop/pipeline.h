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

/// Asks what samples need and evaluates what was answered until nothing is open: beside each other,
/// or by turns where what answers shares the machine that times. What came is evaluated whether or
/// not more can be asked, so a budget that ends leaves no answer unjudged. While something is
/// timed answers are received and nothing else is done.
class Pipeline
{
public:
    /// `isRunThere`: the store has the run.
    Pipeline(const GenerationRequest &request, const GenerationSetup &setup,
             const GenerationTools &tools, DialogueBook &book, bool isRunThere);

    /// Once. When it returns, nothing is asked or evaluated any more. Io where the endpoint
    /// answered nothing at all.
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
    bool m_hasOpen = true; ///< something may be open that is not asked yet
    bool m_isOver = false;
    std::size_t m_settled = 0;                   ///< of Asking, as last looked at
    std::optional<Clock::time_point> m_unjudged; ///< since when there are answers that no batch has
};

} // namespace loupe
