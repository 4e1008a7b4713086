// SPDX-License-Identifier: Apache-2.0
#include "core/generation/loop/pipeline.h"

#include "core/base/result.h"
#include "core/endpoints/chat/chatrequest.h"
#include "core/generation/dialogues/spooledtry.h"
#include "core/generation/loop/unfinishedgeneration.h"

#include <filesystem>
#include <thread>
#include <utility>

namespace loupe {

namespace fs = std::filesystem;

namespace {

constexpr std::chrono::milliseconds batchWait{100};
/// Time that the first answer waits for others before a batch, about the cost of starting a run.
constexpr std::chrono::milliseconds gathering{500};

} // namespace

Pipeline::Pipeline(const GenerationRequest &request, const GenerationSetup &setup,
                   const GenerationTools &tools, DialogueBook &book, bool isRunThere)
    : m_request(request)
    , m_setup(setup)
    , m_tools(tools)
    , m_book(book)
    , m_judging(request, setup, tools, book, isRunThere)
    , m_takesTurns(request.profile.endpoint.isLocal)
{
    if (!book.candidates(setup.language).empty())
        m_unjudged = Clock::now();
}

Status Pipeline::run(const std::stop_token &stop)
{
    Status status;
    while (status && !m_isOver)
        status = goOn(stop);
    const Status ended = endWhatIsOpen();
    return status ? ended : status;
}

Status Pipeline::goOn(const std::stop_token &stop)
{
    if (stop.stop_requested() && isAsked()) {
        m_isOver = true;
        return {};
    }
    const bool isTurn = !m_takesTurns || !m_judging.isUnderWay();
    if (m_hasOpen && isTurn && !isTimed()) {
        if (Status asked = askOpen(stop); !asked)
            return asked;
    }
    if (isToBeJudged()) {
        if (Status begun = beginJudging(); !begun)
            return begun;
    }
    tellPhase();
    if (isAsked() || m_judging.isUnderWay())
        return wait(stop);
    if (m_hasOpen) { // another run of this process is being timed
        std::this_thread::sleep_for(batchWait);
        return {};
    }
    m_hasOpen = isAnythingOpen();
    m_isOver = !m_hasOpen;
    return {};
}

Status Pipeline::wait(const std::stop_token &stop)
{
    if (isAsked()) {
        if (Status heard = m_asking->listen(stop); !heard)
            return heard;
        if (!isTimed()) {
            if (Status taken = m_asking->takeUp(); !taken)
                return taken;
        }
        const std::size_t before = std::exchange(m_settled, m_asking->settled());
        if (m_settled > before && !m_unjudged)
            m_unjudged = Clock::now();
    }
    if (!m_judging.isUnderWay())
        return {};
    return collect(isAsked() ? std::chrono::milliseconds(0) : batchWait);
}

Status Pipeline::collect(std::chrono::milliseconds most)
{
    const auto hasEnded = m_judging.collect(most);
    if (!hasEnded)
        return hasEnded.error();
    if (*hasEnded) {
        m_hasOpen = true;
        m_isOver = m_judging.outcome()->cancelled;
    }
    return {};
}

/// Stops requests and evaluation, whatever the reason.
Status Pipeline::endWhatIsOpen()
{
    Status status;
    if (isAsked())
        status = m_asking->giveUp();
    while (m_judging.isUnderWay()) {
        if (const auto ended = m_judging.collect(batchWait); !ended)
            return status ? Status(ended.error()) : status;
    }
    return status;
}

bool Pipeline::isToBeJudged() const
{
    if (m_judging.isUnderWay())
        return false;
    if (!isAsked())
        return !m_hasOpen && (m_unjudged || !m_judging.outcome());
    return !m_takesTurns && m_unjudged && Clock::now() - *m_unjudged >= gathering;
}

Status Pipeline::beginJudging()
{
    if (m_book.candidates(m_setup.language).empty()) {
        const std::string why = this->why();
        return Error{Errc::Io, why.empty() ? "nothing was answered" : why,
                     m_request.profile.endpoint.url.with(chatResource()),
                     "fix the cause in the message, then repeat the command with --resume"};
    }
    m_unjudged.reset();
    return m_judging.begin(isAsked() ? Judging::Again::None : Judging::Again::Unjudged);
}

/// Returns true if a sample needs a request. Once requests were sent, Asking also knows the failed
/// ones.
bool Pipeline::isAnythingOpen() const
{
    if (m_asking)
        return m_asking->isAnythingOpen();
    for (int sample = 0; sample < m_setup.origin.strategy.samples; ++sample) {
        for (const AskedTask &task : m_setup.tasks) {
            if (m_book.next(task.task.name, sample).kind == NextStep::Kind::Ask)
                return true;
        }
    }
    return false;
}

Status Pipeline::askOpen(const std::stop_token &stop)
{
    m_hasOpen = false;
    if (!m_asking) {
        if (!isAnythingOpen())
            return {};
        if (Status begun = beginAsking(stop); !begun)
            return begun;
    }
    return m_asking->askOpen();
}

/// Starts one session for all rounds, because rates, lanes and budget apply to the whole
/// generation.
Status Pipeline::beginAsking(const std::stop_token &stop)
{
    AskerRequest begin;
    begin.profile = m_request.profile;
    begin.spool = m_setup.spool;
    begin.record = m_request.record;
    for (const Dialogue *dialogue : m_book.all()) {
        for (const Request &request : dialogue->requests)
            begin.spent.push_back({{dialogue->task, dialogue->sample, request.round,
                                    request.purpose, request.attempt + 1},
                                   spentBy(request, m_request.profile)});
    }
    std::error_code failed;
    fs::create_directories(m_setup.spool.parent_path(), failed);
    if (!failed)
        fs::permissions(m_setup.spool.parent_path(), fs::perms::owner_all, failed);
    if (failed)
        return Error{Errc::Io, "cannot make the spool: " + failed.message(),
                     m_setup.spool.parent_path().string()};
    if (Status kept = keepGenerationRequest(m_request, m_setup); !kept)
        return kept;
    auto asker = m_request.replay.empty()
        ? startAskProcess(m_tools.askProgram, begin, stop)
        : startReplay(m_request.replay, begin, m_request.isReplayExact);
    if (!asker)
        return asker.error();
    m_asker = std::move(*asker);
    m_asking.emplace(m_request.profile, m_setup, m_book, *m_asker, m_tools);
    return {};
}

void Pipeline::tellPhase()
{
    if (m_tools.board == nullptr)
        return;
    if (isAsked() && m_judging.isUnderWay())
        m_tools.board->enter(GenerationPhase::AskingAndEvaluating);
    else if (isAsked())
        m_tools.board->enter(GenerationPhase::Asking);
    else if (m_judging.isUnderWay())
        m_tools.board->enter(GenerationPhase::Evaluating);
}

} // namespace loupe
