// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/asking/askedfigures.h"

#include "core/analysis/rows/namenumbers.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace loupe {

namespace {

void add(const AskedRound &round, AnswerLosses &out)
{
    const auto cause = static_cast<std::size_t>(round.lost);
    ++out.rounds;
    ++out.roundsBy[cause];
    out.tokensBy[cause].add(round.spent.tokens);
    for (std::size_t i = 0; i < lostAnswers; ++i)
        out.requestsBy[i] += round.requestsBy[i];
    if (round.lost != LostAnswer::No)
        return;
    if (round.outcome == Outcome::Correct)
        ++out.correct;
    else
        ++(isFailure(round.outcome) ? out.failed : out.notJudged);
}

} // namespace

std::vector<AnswerLosses> answerLosses(const AskedPopulation &asked)
{
    std::vector<AnswerLosses> out;
    for (const std::span<const AskedSample> samples : asked.byMethod()) {
        AnswerLosses &losses = out.emplace_back();
        losses.method = samples.front().method;
        for (const AskedSample &sample : samples) {
            for (const AskedRound &round : sample.rounds)
                add(round, losses);
        }
    }
    return out;
}

namespace {

const KnownSum *sumOf(const Spending &spent, BudgetUnit unit)
{
    if (unit == BudgetUnit::Requests)
        return nullptr;
    return unit == BudgetUnit::Tokens ? &spent.tokens : &spent.dollars;
}

AskingCost costOf(std::span<const AskedSample> samples)
{
    AskingCost out;
    out.method = samples.front().method;
    out.samples = static_cast<int>(samples.size());
    std::set<NameKey<3>> tasks;
    std::set<NameKey<3>> solved;
    for (const AskedSample &sample : samples) {
        const NameKey<3> task{sample.run, sample.suite, sample.task};
        tasks.insert(task);
        for (const AskedRound &round : sample.rounds) {
            ++out.rounds;
            out.spent.add(round.spent);
            if (round.outcome == Outcome::Correct)
                solved.insert(task);
        }
    }
    out.tasks = static_cast<int>(tasks.size());
    out.solved = static_cast<int>(solved.size());
    return out;
}

} // namespace

std::optional<double> AskingCost::perSuccess(BudgetUnit unit) const
{
    if (solved == 0)
        return std::nullopt;
    const KnownSum *sum = sumOf(spent, unit);
    if (sum == nullptr)
        return static_cast<double>(spent.requests) / solved;
    return sum->known > 0 ? std::optional(sum->total / solved) : std::nullopt;
}

bool AskingCost::isPartial(BudgetUnit unit) const
{
    const KnownSum *sum = sumOf(spent, unit);
    return sum != nullptr && sum->known > 0 && sum->unknown > 0;
}

std::vector<AskingCost> askingCosts(const AskedPopulation &asked)
{
    std::vector<AskingCost> out;
    for (const std::span<const AskedSample> samples : asked.byMethod()) {
        out.push_back(costOf(samples));
        out.back().confirmed = asked.confirmedOf(samples.front().method);
    }
    return out;
}

namespace {

/// Accumulates the steps of one kind.
struct EffectTally {
    FeedbackEffect effect;
    double logRatios = 0.0;

    void add(const ToldResult &before, const AskedRound &after)
    {
        const Outcome was = before.outcome;
        const Outcome is = after.cameTo();
        if (!isJudged(was) || !isJudged(is)) {
            ++effect.notJudged;
            return;
        }
        ++effect.steps;
        const bool isCorrect = is == Outcome::Correct;
        if (was != Outcome::Correct) {
            ++effect.wasFailing;
            effect.fixed += isCorrect ? 1 : 0;
            return;
        }
        ++effect.wasCorrect;
        effect.kept += isCorrect ? 1 : 0;
        if (isCorrect && before.speedup && after.speedup) {
            ++effect.timed;
            logRatios += std::log(*after.speedup / *before.speedup);
        }
    }

    FeedbackEffect done() const
    {
        FeedbackEffect out = effect;
        if (out.timed > 0)
            out.speedupRatio = std::exp(logRatios / out.timed);
        return out;
    }
};

} // namespace

std::vector<FeedbackEffect> feedbackEffects(const AskedPopulation &asked)
{
    std::vector<FeedbackEffect> out;
    for (const std::span<const AskedSample> samples : asked.byMethod()) {
        std::array<EffectTally, toldKinds> tallies;
        for (const AskedSample &sample : samples) {
            for (const AskedRound &round : sample.rounds) {
                if (round.told != ToldKind::Nothing && round.from)
                    tallies[static_cast<std::size_t>(round.told)].add(*round.from, round);
            }
        }
        for (std::size_t i = 0; i < toldKinds; ++i) {
            FeedbackEffect effect = tallies[i].done();
            if (effect.steps + effect.notJudged == 0)
                continue;
            effect.method = samples.front().method;
            effect.told = static_cast<ToldKind>(i);
            out.push_back(effect);
        }
    }
    return out;
}

} // namespace loupe
