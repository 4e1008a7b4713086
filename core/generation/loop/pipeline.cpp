// SPDX-License-Identifier: Apache-2.0
#include "core/generation/loop/pipeline.h"

#include "core/endpoints/chat/chatrequest.h"
#include "core/endpoints/client/asker.h"
#include "core/generation/dialogues/spooledtry.h"
#include "core/generation/loop/asking.h"
#include "core/generation/loop/keptanswers.h"
#include "core/generation/loop/keptrequests.h"
#include "core/generation/loop/unfinishedgeneration.h"

#include <chrono>
#include <future>
#include <memory>
#include <set>
#include <thread>
#include <tuple>
#include <utility>
#include <vector>

namespace loupe {

namespace {

constexpr std::chrono::milliseconds batchWait{100};
/// Time that the first answer waits for others before a batch, about the cost of starting a run.
constexpr std::chrono::milliseconds gathering{500};

/// Evaluates the programs of a generation in its run, batch by batch, each on a separate thread.
class Judging
{
public:
    Judging(const GenerationRequest &request, const GenerationSetup &setup,
            const GenerationTools &tools, DialogueBook &book, bool isRunThere)
        : m_request(request)
        , m_setup(setup)
        , m_tools(tools)
        , m_book(book)
        , m_isRunThere(isRunThere)
    {
    }

    /// Programs of a batch, besides those that were in no batch yet.
    enum class Again {
        None,
        Unjudged ///< those with an infrastructure error
    };
    /// Starts a batch with the book's current programs. No other may be running.
    Status begin(Again again)
    {
        auto dialogues = m_book.unstored();
        if (!dialogues)
            return dialogues.error();
        RunRequest run = m_request.run;
        run.name = m_setup.run;
        run.resume = m_isRunThere;
        run.candidates.clear();
        run.given.clear();
        run.given.push_back({m_setup.method, candidates(again), std::move(*dialogues),
                             rawAnswersIn(m_setup.spool)});
        m_batch = std::async(std::launch::async,
                             [this, batch = std::move(run)]() -> Result<RunOutcome> {
                                 return m_tools.evaluate(batch);
                             });
        return {};
    }
    bool isUnderWay() const { return m_batch.valid(); }
    /// Waits up to `wait` for the running batch and adds its results to the book. Returns true once
    /// it has ended. Answers that are stored by then are removed from the spool.
    Result<bool> collect(std::chrono::milliseconds wait)
    {
        if (m_batch.wait_for(wait) != std::future_status::ready)
            return false;
        const auto evaluated = m_batch.get();
        if (!evaluated)
            return evaluated.error();
        m_isRunThere = true;
        add(*evaluated);
        if (Status dropped = dropStoredAnswers(m_request, m_setup, m_book); !dropped)
            return dropped.error();
        if (Status read = readJudgements(m_request, m_setup, m_book); !read)
            return read.error();
        if (m_tools.board != nullptr)
            m_tools.board->judge(m_book);
        return true;
    }

    /// Returns the sums of all batches; earlier results are counted by the first one.
    const std::optional<RunOutcome> &outcome() const { return m_outcome; }

private:
    std::vector<Candidate> candidates(Again again)
    {
        std::vector<Candidate> out = m_book.candidates(m_setup.language);
        std::erase_if(out, [&](const Candidate &each) {
            const bool isNew = m_given.emplace(each.task, each.sample, each.round).second;
            return !isNew && again == Again::None
                && m_book.evaluation(each.task, each.sample, each.round) == nullptr;
        });
        return out;
    }
    void add(const RunOutcome &batch)
    {
        if (!m_outcome) {
            m_outcome = batch;
            return;
        }
        m_outcome->evaluated += batch.evaluated;
        m_outcome->correct += batch.correct;
        m_outcome->failed += batch.failed;
        m_outcome->infraErrors += batch.infraErrors;
        m_outcome->cancelled = batch.cancelled;
    }

    const GenerationRequest &m_request;
    const GenerationSetup &m_setup;
    const GenerationTools &m_tools;
    DialogueBook &m_book;
    bool m_isRunThere;
    std::set<std::tuple<std::string, int, int>> m_given; ///< task, sample and round of programs in
                                                         ///< earlier batches
    std::optional<RunOutcome> m_outcome;
    std::future<Result<RunOutcome>> m_batch; ///< last member: its destructor waits for the batch
};

/// The loop of runPipeline().
class Pipeline
{
public:
    Pipeline(const GenerationRequest &request, const GenerationSetup &setup,
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

    /// Runs once.
    Status run(const std::stop_token &stop)
    {
        Status status;
        while (status && !m_isOver)
            status = goOn(stop);
        const Status ended = endWhatIsOpen();
        return status ? ended : status;
    }

    PipelineEnd end() const
    {
        return {m_asking ? m_asking->end() : AskingEnd::Answered, why(), m_judging.outcome()};
    }

private:
    using Clock = std::chrono::steady_clock;

    std::string why() const { return m_asking ? m_asking->why() : std::string(); }

    Status goOn(const std::stop_token &stop)
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
    Status askOpen(const std::stop_token &stop)
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
    Status beginAsking(const std::stop_token &stop)
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
        if (Status made = makeSpoolsOf(m_setup.spool); !made)
            return made;
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
    Status beginJudging()
    {
        if (m_book.candidates(m_setup.language).empty()) {
            const std::string reason = why();
            return Error{Errc::Io, reason.empty() ? "nothing was answered" : reason,
                         m_request.profile.endpoint.url.with(chatResource()),
                         "fix the cause in the message, then repeat the command with --resume"};
        }
        m_unjudged.reset();
        return m_judging.begin(isAsked() ? Judging::Again::None : Judging::Again::Unjudged);
    }
    Status wait(const std::stop_token &stop)
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
    Status collect(std::chrono::milliseconds most)
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
    Status endWhatIsOpen()
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
    bool isAsked() const { return m_asking && m_asking->isWaiting(); }
    /// Returns true if a sample needs a request. Once requests were sent, Asking also knows the
    /// failed ones.
    bool isAnythingOpen() const
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
    bool isToBeJudged() const
    {
        if (m_judging.isUnderWay())
            return false;
        if (!isAsked())
            return !m_hasOpen && (m_unjudged || !m_judging.outcome());
        return !m_takesTurns && m_unjudged && Clock::now() - *m_unjudged >= gathering;
    }
    bool isTimed() const { return m_tools.isTimed && m_tools.isTimed(); }
    void tellPhase()
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

} // namespace

Result<PipelineEnd> runPipeline(const GenerationRequest &request, const GenerationSetup &setup,
                                const GenerationTools &tools, DialogueBook &book, bool isRunThere,
                                const std::stop_token &stop)
{
    Pipeline pipeline(request, setup, tools, book, isRunThere);
    if (Status done = pipeline.run(stop); !done)
        return done.error();
    return pipeline.end();
}

} // namespace loupe
