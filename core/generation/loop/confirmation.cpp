// SPDX-License-Identifier: Apache-2.0
#include "core/generation/loop/confirmation.h"

#include "core/generation/loop/storedrun.h"
#include "core/generation/strategy/judgedround.h"
#include "core/model/record/confirmedmethod.h"

#include <span>
#include <string>
#include <utility>

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

} // namespace

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

} // namespace loupe
