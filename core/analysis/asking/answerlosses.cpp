// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/asking/answerlosses.h"

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

} // namespace loupe
