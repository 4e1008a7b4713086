// SPDX-License-Identifier: Apache-2.0
#include "core/generation/loop/generation.h"

#include "core/base/result.h"
#include "core/endpoints/chat/chatrequest.h"
#include "core/endpoints/pace/ledger.h"
#include "core/generation/dialogues/dialoguebook.h"
#include "core/generation/dialogues/spooledtry.h"
#include "core/generation/loop/generationsetup.h"
#include "core/generation/loop/generationtools.h"
#include "core/generation/loop/hint.h"
#include "core/generation/loop/keptanswers.h"
#include "core/generation/loop/pipeline.h"
#include "core/generation/loop/storedrun.h"
#include "core/generation/loop/unfinishedgeneration.h"
#include "core/generation/strategy/judgedround.h"
#include "core/model/record/confirmedmethod.h"

#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace loupe {

namespace {

/// Returns the result of a sample, or of all samples of a task: the best round, else the last
/// usable one, else the last. Null if no round was evaluated.
const JudgedRound *resultOf(std::span<const JudgedRound> judged)
{
    if (const JudgedRound *best = bestOf(judged))
        return best;
    const JudgedRound *result = nullptr;
    for (const JudgedRound &each : judged) {
        const bool isBetter = result == nullptr || canBeParent(each) > canBeParent(*result)
            || (canBeParent(each) == canBeParent(*result) && each.round > result->round);
        result = isBetter ? &each : result;
    }
    return result;
}

/// Returns the evaluated rounds from which each result of an ended task is chosen: per sample, or
/// of all samples together.
std::vector<std::vector<JudgedRound>>
resultChoices(const std::string &task, const Strategy &strategy, const DialogueBook &book)
{
    std::vector<std::vector<JudgedRound>> out;
    for (int sample = 0; sample < strategy.samples; ++sample) {
        const NextStep step = book.next(task, sample);
        if (step.kind != NextStep::Kind::Stop || step.stopReason == "not_chosen")
            continue;
        std::vector<JudgedRound> judged = book.judged(task, sample);
        if (isPooled(strategy) && !out.empty())
            out.front().insert(out.front().end(), judged.begin(), judged.end());
        else
            out.push_back(std::move(judged));
    }
    return out;
}

/// Returns the result of each ended sample: its best round, else the last one. Samples that were
/// not selected for refinement have none; the samples of a pooled strategy have one together.
std::vector<Candidate> chosenCandidates(const GenerationSetup &setup, const DialogueBook &book)
{
    std::vector<Candidate> out;
    for (const AskedTask &task : setup.tasks) {
        for (const auto &judged : resultChoices(task.task.name, setup.origin.strategy, book)) {
            const JudgedRound *result = resultOf(judged);
            if (result == nullptr)
                continue;
            Candidate chosen
                = book.evaluation(task.task.name, result->sample, result->round)->candidate;
            // The cost of writing it is already counted with the rounds.
            chosen.cost = {};
            chosen.request.clear();
            chosen.feedback.clear();
            chosen.method = confirmedName(setup.method.name);
            out.push_back(std::move(chosen));
        }
    }
    return out;
}

/// Evaluates the results again in a separate run and method: with inputs that no feedback has seen,
/// and times that were not used for the choice. Resumes an interrupted call. Returns nothing if the
/// strategy has no confirmation, or no sample has ended.
Result<std::optional<RunOutcome>> confirm(const GenerationRequest &request,
                                          const GenerationSetup &setup, const DialogueBook &book,
                                          const GenerationTools &tools)
{
    using Confirmed = std::optional<RunOutcome>;
    const Strategy &strategy = setup.origin.strategy;
    if (strategy.kind == Strategy::Kind::Independent || !strategy.isConfirmed)
        return Confirmed();
    std::vector<Candidate> chosen = chosenCandidates(setup, book);
    if (chosen.empty())
        return Confirmed();
    RunRequest run = request.run;
    run.name = confirmedName(setup.run);
    const auto reader = StoreReader::open(run.store);
    if (!reader)
        return reader.error();
    const auto earlier = runNamed(**reader, run.name);
    if (!earlier)
        return earlier.error();
    run.resume = earlier->has_value();
    run.candidates.clear();
    Method method = setup.method;
    method.name = confirmedName(method.name);
    method.description = std::string(isPooled(strategy) ? "The result of each task of "
                                                        : "The result of each sample of ")
        + setup.method.name + ", evaluated with fresh inputs";
    run.given = {{std::move(method), std::move(chosen), {}}};
    tools.say(isPooled(strategy) ? "checking the result of each task on new inputs"
                                 : "checking the result of each sample on new inputs");
    auto outcome = tools.evaluate(run);
    if (!outcome)
        return outcome.error();
    return Confirmed(std::move(*outcome));
}

constexpr std::int64_t tokensOfMessages
    = 128; // extra tokens of a later round's two messages per program

Cost maxFirstCost(const Profile &profile, const AskedTask &task, int sample)
{
    Request request;
    request.state = "planned";
    request.body = chatBody(profile, {{"user", task.prompt}}, sample, profile.parameters.maxOutput);
    return spentBy(request, profile);
}

/// Returns the upper bound of a later round: the first message, and for each parent its program and
/// feedback.
Cost maxLaterCost(Cost first, const Profile &profile, const GenerationSetup &setup)
{
    const Strategy &strategy = setup.origin.strategy;
    const bool isCrossed = strategy.kind == Strategy::Kind::Evolve && strategy.crossover > 0;
    const std::int64_t programs = isCrossed ? 2 : 1;
    const std::int64_t more
        = programs * (profile.parameters.maxOutput + setup.feedback.bytes + tokensOfMessages);
    first.input += more;
    if (profile.prices)
        first.money = first.money + profile.prices->input * more;
    return first;
}

/// Returns an upper bound of the remaining cost, assuming every sample uses all its rounds. Future
/// programs count with the maximum length of an answer, and feedback with its byte limit. Retried
/// answers are not included.
Cost maxRemainingCost(const Profile &profile, const GenerationSetup &setup,
                      const DialogueBook &book)
{
    const Strategy &strategy = setup.origin.strategy;
    Cost most;
    for (const AskedTask &task : setup.tasks) {
        int goingOn = 0;
        for (int sample = 0; sample < strategy.samples; ++sample) {
            if (book.next(task.task.name, sample).kind == NextStep::Kind::Stop)
                continue;
            const Cost first = maxFirstCost(profile, task, sample);
            const Dialogue *known = book.find(task.task.name, sample);
            int round
                = known == nullptr ? 0 : settledRounds(*known, strategy, setup.origin.parameters);
            if (round == 0) {
                most += first;
                ++round;
            }
            const bool canGoOn
                = strategy.kind != Strategy::Kind::BestThenRefine || goingOn++ < strategy.width;
            for (; canGoOn && round < strategy.rounds; ++round)
                most += maxLaterCost(first, profile, setup);
        }
    }
    return most;
}

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
        auto ended = runPipeline(m_request, m_setup, m_tools, m_book, kept->isRunThere, stop);
        if (!ended)
            return ended.error();
        m_out.end = ended->end;
        m_out.why = std::move(ended->why);
        m_out.evaluated = std::move(ended->evaluated);
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
