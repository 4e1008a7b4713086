// SPDX-License-Identifier: Apache-2.0
#include "core/generation/loop/maxremainingcost.h"

#include "core/endpoints/chat/chatrequest.h"
#include "core/generation/dialogues/spooledtry.h"

namespace loupe {

namespace {

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

} // namespace

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

} // namespace loupe
