// SPDX-License-Identifier: Apache-2.0
#include "core/generation/loop/generation.h"

#include "core/base/errors.h"
#include "core/endpoints/chat/chatrequest.h"
#include "core/endpoints/client/asker.h"
#include "core/generation/dialogues/spooledtry.h"
#include "core/generation/loop/asking.h"
#include "core/generation/loop/confirmation.h"
#include "core/generation/loop/hint.h"
#include "core/generation/loop/judgements.h"
#include "core/generation/loop/keptanswers.h"
#include "core/generation/loop/mosttoask.h"
#include "core/generation/loop/unfinishedgeneration.h"

#include <memory>
#include <optional>
#include <utility>

namespace loupe {

namespace fs = std::filesystem;

namespace {

/// One call of generate().
class Generation
{
public:
    Generation(GenerationRequest request, GenerationSetup setup, const GenerationTools &tools)
        : m_request(std::move(request))
        , m_setup(std::move(setup))
        , m_tools(tools)
        , m_book(m_setup.origin)
    {
        m_out.run = m_setup.run;
        m_out.samples = m_setup.origin.strategy.samples * static_cast<int>(m_setup.tasks.size());
    }

    Result<GenerationOutcome> run(const std::stop_token &stop)
    {
        const auto kept = readKeptAnswers(m_request, m_setup, m_book);
        if (!kept)
            return kept.error();
        m_isRunThere = kept->isRunThere;
        if (m_isRunThere) {
            if (Status judged = readJudgements(m_request, m_setup, m_book); !judged)
                return judged.error();
        }
        if (m_request.run.dryRun)
            return dryRun();
        if (m_tools.board != nullptr)
            m_tools.board->begin(m_setup, m_request.profile, m_book);
        if (Status done = waves(stop); !done)
            return done.error();
        if (m_out.evaluated) {
            if (Status stored = storeDialogues(m_request, m_setup, m_book); !stored)
                return stored.error();
        }
        const bool isCutOff
            = m_out.end == AskingEnd::Stopped || !m_out.evaluated || m_out.evaluated->cancelled;
        if (!isCutOff) {
            enter(GenerationPhase::Confirming);
            auto confirmed = confirm(m_request, m_setup, m_book, m_tools);
            if (!confirmed)
                return confirmed.error();
            m_out.confirmed = std::move(*confirmed);
        }
        count();
        m_asking.reset();
        m_asker.reset(); // its process lets go of the spool
        if (Status settled = settleRequest(); !settled)
            return settled.error();
        return std::move(m_out);
    }

private:
    void enter(GenerationPhase phase)
    {
        if (m_tools.board != nullptr)
            m_tools.board->enter(phase);
    }

    /// What a later session is offered of this one.
    Status settleRequest()
    {
        if (hasEnded())
            return dropGenerationRequest(m_setup);
        const bool isSpent
            = m_out.end == AskingEnd::Budget && m_out.evaluated && !m_out.evaluated->cancelled;
        if (!isSpent || !hasGenerationRequest(m_setup))
            return {};
        m_request.hasSpentBudget = true;
        return keepGenerationRequest(m_request, m_setup);
    }

    /// There is nothing left that could be gone on with.
    bool hasEnded() const
    {
        return m_out.end == AskingEnd::Answered && m_out.waiting == 0 && m_out.evaluated
            && !m_out.evaluated->cancelled && !(m_out.confirmed && m_out.confirmed->cancelled);
    }

    /// Asks and evaluates by turns. What came is evaluated whether or not more can be asked, so a
    /// budget that ends leaves no answer unjudged.
    Status waves(const std::stop_token &stop)
    {
        while (true) {
            if (Status asked = ask(stop); !asked)
                return asked;
            if (m_out.end == AskingEnd::Stopped)
                return {};
            if (m_book.candidates(m_setup.language).empty())
                return nothingAnswered();
            if (Status done = evaluate(); !done)
                return done;
            if (m_out.evaluated->cancelled)
                return {};
            if (!isAnythingOpen())
                return {};
        }
    }

    Status nothingAnswered() const
    {
        return Error{Errc::Io,
                     m_out.why.empty() ? "nothing was answered" : m_out.why,
                     m_request.profile.endpoint.url.with(chatResource()),
                     "mend what the message says; the same command with --resume goes on",
                     {}};
    }

    /// Before anything is asked in this session; then Asking knows what was given up.
    bool isAnythingOpen() const
    {
        if (m_asking)
            return m_asking->isAnythingOpen();
        bool isOpen = false;
        eachOpen([&](const AskedTask &, int, const WantedRequest &) { isOpen = true; });
        return isOpen;
    }

    template <typename Each>
    void eachOpen(Each each) const
    {
        for (int sample = 0; sample < m_setup.origin.strategy.samples; ++sample) {
            for (const AskedTask &task : m_setup.tasks) {
                const NextStep step = m_book.next(task.task.name, sample);
                if (step.kind == NextStep::Kind::Ask)
                    each(task, sample, step.wanted);
            }
        }
    }

    Result<GenerationOutcome> dryRun()
    {
        m_out.most = mostToAsk(m_request.profile, m_setup, m_book);
        count();
        return std::move(m_out);
    }

    Status ask(const std::stop_token &stop)
    {
        if (!isAnythingOpen())
            return {};
        if (!m_asking) {
            if (Status begun = beginAsking(stop); !begun)
                return begun;
        }
        enter(GenerationPhase::Asking);
        if (Status asked = m_asking->run(stop); !asked)
            return asked;
        m_out.end = m_asking->end();
        m_out.why = m_asking->why();
        return {};
    }

    /// One session for all waves: rates, lanes and budget are of the whole generation.
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
        std::error_code failed;
        fs::create_directories(m_setup.spool.parent_path(), failed);
        if (!failed)
            fs::permissions(m_setup.spool.parent_path(), fs::perms::owner_all, failed);
        if (failed)
            return errorAt(Errc::Io, "cannot make the spool: " + failed.message(),
                           m_setup.spool.parent_path().string());
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

    void count()
    {
        for (const Dialogue *dialogue : m_book.all()) {
            for (const Request &request : dialogue->requests) {
                ++m_out.requests;
                m_out.spent += spentBy(request, m_request.profile);
            }
        }
        for (const Candidate &candidate : m_book.candidates(m_setup.language)) {
            ++m_out.candidates;
            m_out.settled += candidate.round == 0 ? 1 : 0;
            m_out.withCode += candidate.source.empty() ? 0 : 1;
            const auto judged = m_book.judged(candidate.task, candidate.sample);
            m_out.repeated += repeatedRound(judged, candidate.round) ? 1 : 0;
        }
        for (int sample = 0; sample < m_setup.origin.strategy.samples; ++sample) {
            for (const AskedTask &task : m_setup.tasks) {
                const NextStep step = m_book.next(task.task.name, sample);
                if (step.kind == NextStep::Kind::Stop)
                    ++m_out.stopped[step.stopReason];
                m_out.waiting += step.kind == NextStep::Kind::Wait ? 1 : 0;
            }
        }
    }

    Status evaluate()
    {
        auto dialogues = m_book.dialogues();
        if (!dialogues)
            return dialogues.error();
        RunRequest run = m_request.run;
        run.name = m_setup.run;
        run.resume = m_isRunThere;
        run.candidates.clear();
        run.given = {{m_setup.method, m_book.candidates(m_setup.language), std::move(*dialogues)}};
        enter(GenerationPhase::Evaluating);
        const auto evaluated = m_tools.evaluate(run);
        if (!evaluated)
            return evaluated.error();
        m_isRunThere = true;
        add(*evaluated);
        if (Status dropped = dropStoredAnswers(m_request, m_setup); !dropped)
            return dropped;
        if (Status read = readJudgements(m_request, m_setup, m_book); !read)
            return read;
        if (m_tools.board != nullptr)
            m_tools.board->judge(m_book);
        return {};
    }

    /// The sums of all waves; of what was there before, what the first one found.
    void add(const RunOutcome &wave)
    {
        if (!m_out.evaluated) {
            m_out.evaluated = wave;
            return;
        }
        RunOutcome &all = *m_out.evaluated;
        all.evaluated += wave.evaluated;
        all.correct += wave.correct;
        all.failed += wave.failed;
        all.infraErrors += wave.infraErrors;
        all.cancelled = wave.cancelled;
    }

    GenerationRequest m_request;
    GenerationSetup m_setup;
    const GenerationTools &m_tools;
    DialogueBook m_book;
    std::unique_ptr<Asker> m_asker;
    std::optional<Asking> m_asking;
    GenerationOutcome m_out;
    bool m_isRunThere = false;
};

Result<GenerationOutcome> askOnceMore(const HintRequest &request, const GenerationTools &tools,
                                      const std::stop_token &stop)
{
    const auto hinted = askWithHint(request, tools, stop);
    if (!hinted)
        return hinted.error();
    GenerationOutcome out;
    out.run = hinted->run;
    out.samples = 1;
    out.settled = 1;
    out.candidates = 1;
    out.evaluated = hinted->evaluated;
    return out;
}

} // namespace

const char *name(AskingEnd end)
{
    switch (end) {
    case AskingEnd::Budget:
        return "budget";
    case AskingEnd::Endpoint:
        return "endpoint";
    case AskingEnd::Stopped:
        return "stopped";
    case AskingEnd::Answered:
        break;
    }
    return "answered";
}

Result<GenerationOutcome> generate(GenerationRequest request, const GenerationTools &tools,
                                   const std::stop_token &stop)
{
    if (request.hint)
        return askOnceMore(*request.hint, tools, stop);
    auto setup = setUpGeneration(request);
    if (!setup)
        return setup.error();
    return generate(std::move(request), std::move(*setup), tools, stop);
}

Result<GenerationOutcome> generate(GenerationRequest request, GenerationSetup setup,
                                   const GenerationTools &tools, const std::stop_token &stop)
{
    auto outcome = Generation(std::move(request), std::move(setup), tools).run(stop);
    if (tools.board != nullptr)
        tools.board->enter(GenerationPhase::Ended);
    return outcome;
}

} // namespace loupe
