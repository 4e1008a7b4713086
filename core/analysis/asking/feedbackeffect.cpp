// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/asking/feedbackeffect.h"

#include <array>
#include <cmath>

namespace loupe {

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
