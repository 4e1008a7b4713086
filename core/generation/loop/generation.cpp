// SPDX-License-Identifier: Apache-2.0
#include "core/generation/loop/generation.h"

#include "core/generation/dialogues/spooledtry.h"
#include "core/generation/loop/confirmation.h"
#include "core/generation/loop/hint.h"
#include "core/generation/loop/judgements.h"
#include "core/generation/loop/keptanswers.h"
#include "core/generation/loop/maxremainingcost.h"
#include "core/generation/loop/pipeline.h"
#include "core/generation/loop/unfinishedgeneration.h"

#include <utility>

namespace loupe {

namespace {

/// State of one call of generate().
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
        if (kept->isRunThere) {
            if (Status judged = readJudgements(m_request, m_setup, m_book); !judged)
                return judged.error();
        }
        if (m_request.run.dryRun)
            return dryRun();
        if (m_tools.board != nullptr)
            m_tools.board->begin(m_setup, m_request.profile, m_book);
        if (Status done = askAndEvaluate(kept->isRunThere, stop); !done)
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

    /// Keeps or drops the saved request that a later session can resume.
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

    /// Returns true if nothing is left to resume.
    bool hasEnded() const
    {
        return m_out.end == AskingEnd::Answered && m_out.waiting == 0 && m_out.evaluated
            && !m_out.evaluated->cancelled && !(m_out.confirmed && m_out.confirmed->cancelled);
    }

    /// Runs the pipeline in its own scope, so that the client process releases the spool.
    Status askAndEvaluate(bool isRunThere, const std::stop_token &stop)
    {
        Pipeline pipeline(m_request, m_setup, m_tools, m_book, isRunThere);
        if (Status done = pipeline.run(stop); !done)
            return done;
        m_out.end = pipeline.end();
        m_out.why = pipeline.why();
        m_out.evaluated = pipeline.evaluated();
        return {};
    }

    Result<GenerationOutcome> dryRun()
    {
        m_out.most = maxRemainingCost(m_request.profile, m_setup, m_book);
        const ModelParameters &parameters = m_setup.origin.parameters;
        m_out.mayAskAgain = m_setup.origin.strategy.hasReminder
            || parameters.maxOutputLimit > parameters.maxOutput;
        count();
        return std::move(m_out);
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

    GenerationRequest m_request;
    GenerationSetup m_setup;
    const GenerationTools &m_tools;
    DialogueBook m_book;
    GenerationOutcome m_out;
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
