// SPDX-License-Identifier: Apache-2.0
#include "core/generation/loop/confirmation.h"

#include "core/generation/loop/storedrun.h"
#include "core/generation/strategy/nextstep.h"
#include "core/model/confirmedmethod.h"

#include <limits>
#include <utility>

namespace loupe {

namespace {

const JudgedRound *resultOf(const Strategy &given, const std::vector<JudgedRound> &judged)
{
    if (judged.empty())
        return nullptr;
    Strategy strategy = given;
    strategy.parent = Strategy::Parent::Best;
    const JudgedRound *best = parentOf(strategy, judged, std::numeric_limits<int>::max());
    return best == nullptr ? &judged.back() : best;
}

} // namespace

std::vector<Candidate> chosenCandidates(const GenerationSetup &setup, const DialogueBook &book)
{
    const Strategy &strategy = setup.origin.strategy;
    std::vector<Candidate> out;
    for (const AskedTask &task : setup.tasks) {
        for (int sample = 0; sample < strategy.samples; ++sample) {
            const NextStep step = book.next(task.task.name, sample);
            if (step.kind != NextStep::Kind::Stop || step.stopReason == "not_chosen")
                continue;
            const std::vector<JudgedRound> judged = book.judged(task.task.name, sample);
            const JudgedRound *result = resultOf(strategy, judged);
            if (result == nullptr)
                continue;
            Candidate chosen = book.evaluation(task.task.name, sample, result->round)->candidate;
            // What it took to write it is counted once, with the rounds.
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
    method.description
        = "The result of each sample of " + setup.method.name + ", evaluated with fresh inputs";
    run.given = {{std::move(method), std::move(chosen), {}}};
    tools.say("the result of each sample, once more with fresh inputs");
    auto outcome = tools.evaluate(run);
    if (!outcome)
        return outcome.error();
    return Confirmed(std::move(*outcome));
}

} // namespace loupe
