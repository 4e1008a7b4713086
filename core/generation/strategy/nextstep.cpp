// SPDX-License-Identifier: Apache-2.0
#include "core/generation/strategy/nextstep.h"

#include "core/generation/strategy/parents.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace loupe {

namespace {

enum class Choice { Chosen, NotChosen, Open };

/// Decides if the sample's first round is among the `width` best of its task.
Choice choiceAmong(std::span<const SampleSoFar> samples, std::size_t which, int width)
{
    std::vector<ProgramRank> ranks;
    for (std::size_t sample = 0; sample < samples.size(); ++sample) {
        const JudgedRound *first = findRound(samples[sample].judged, 0);
        if (first == nullptr)
            return Choice::Open;
        ranks.push_back(rankOf(*first));
        ranks.back().sample = static_cast<int>(sample);
    }
    const ProgramRank own = ranks.at(which);
    const auto ahead
        = std::ranges::count_if(ranks, [&](const ProgramRank &each) { return each < own; });
    return ahead < width ? Choice::Chosen : Choice::NotChosen;
}

/// Rounds in order, each with at least one program.
using JudgedRounds = std::vector<std::vector<JudgedRound>>;

/// Returns the number of rounds since the last improvement of the best.
int roundsWithoutProgress(const JudgedRounds &rounds, double gain)
{
    int stale = 0;
    std::optional<double> best;
    for (std::size_t round = 0; round < rounds.size(); ++round) {
        const JudgedRound *own = bestOf(rounds[round]);
        const bool isBetter
            = own != nullptr && (!best || own->speedup.value_or(0) > *best * (1 + gain));
        stale = isBetter || round == 0 ? 0 : stale + 1;
        if (isBetter)
            best = own->speedup.value_or(0);
    }
    return stale;
}

bool isRefused(const SampleSoFar &sample, int round, const Strategy &strategy,
               const ModelParameters &parameters)
{
    const Request *answer = sample.dialogue == nullptr
        ? nullptr
        : settledAnswer(*sample.dialogue, round, strategy, parameters);
    if (answer == nullptr)
        return false;
    const auto &extractions = answer->response->extractions;
    return !extractions.empty() && extractions.front().outcome == ExtractionOutcome::Refused;
}

/// Returns the reason to stop after the last of these rounds; empty to go on. `repeats`: the last
/// round only repeated an earlier program.
std::string endAfter(const Strategy &strategy, const JudgedRounds &rounds, bool repeats)
{
    const StopRules &stop = strategy.stop;
    const bool isAnyJudged = std::ranges::any_of(
        rounds.back(), [](const JudgedRound &each) { return isJudged(outcomeOf(each.verdict)); });
    if (!isAnyJudged)
        return "not_judged";
    for (const std::vector<JudgedRound> &round : rounds) {
        const JudgedRound *best = bestOf(round);
        if (best == nullptr)
            continue;
        const bool isFastEnough = stop.speedup && best->speedup.value_or(0) >= *stop.speedup;
        if (isFastEnough || stop.isCorrectEnough)
            return "solved";
    }
    if (stop.sameCode && repeats)
        return "same_code";
    if (stop.noProgress && roundsWithoutProgress(rounds, stop.gain) >= *stop.noProgress)
        return "no_progress";
    return static_cast<int>(rounds.size()) >= strategy.rounds ? "rounds" : "";
}

NextStep waiting()
{
    NextStep step;
    step.kind = NextStep::Kind::Wait;
    return step;
}

NextStep stopped(std::string reason)
{
    NextStep step;
    step.kind = NextStep::Kind::Stop;
    step.stopReason = std::move(reason);
    return step;
}

NextStep asking(WantedRequest wanted)
{
    NextStep step;
    step.wanted = std::move(wanted);
    return step;
}

/// Computes the next step of one sample. The rounds of a pooled strategy include all samples, which
/// end together.
class Course
{
public:
    Course(const Strategy &strategy, const ModelParameters &parameters,
           std::span<const SampleSoFar> samples, std::size_t which)
        : m_strategy(strategy)
        , m_parameters(parameters)
        , m_samples(samples)
        , m_which(which)
    {
    }

    NextStep next()
    {
        for (int round = 0;; ++round) {
            if (auto wanted = wantedOf(round))
                return asking(std::move(*wanted));
            if (!addJudged(round))
                return waiting();
            if (std::string reason = endOf(round); !reason.empty())
                return stopped(std::move(reason));
            if (round > 0 || m_strategy.kind != Strategy::Kind::BestThenRefine)
                continue;
            const Choice choice = choiceAmong(m_samples, m_which, m_strategy.width);
            if (choice != Choice::Chosen)
                return choice == Choice::Open ? waiting() : stopped("not_chosen");
        }
    }

private:
    std::optional<WantedRequest> wantedOf(int round) const
    {
        const Dialogue *dialogue = m_samples[m_which].dialogue;
        // Finding parents is expensive, so it is skipped for resolved rounds.
        if (dialogue != nullptr
            && settledAnswer(*dialogue, round, m_strategy, m_parameters) != nullptr)
            return std::nullopt;
        std::vector<ProgramPosition> parents
            = parentsOf(m_strategy, m_parameters, m_samples, m_which, round);
        const char *purpose = "start";
        if (parents.size() == 2)
            purpose = "cross";
        else if (!parents.empty())
            purpose = isCorrect(*findProgram(m_samples, parents.front())) ? "optimise" : "fix";
        auto wanted = nextOfRound(dialogue, round, purpose, m_strategy, m_parameters);
        if (wanted)
            wanted->parents = std::move(parents);
        return wanted;
    }

    /// Adds a round; returns false if a result is missing that the next round depends on.
    bool addJudged(int round)
    {
        std::vector<JudgedRound> judged;
        for (std::size_t sample = 0; sample < m_samples.size(); ++sample) {
            if (!isPooled(m_strategy) && sample != m_which)
                continue;
            const JudgedRound *own = findRound(m_samples[sample].judged, round);
            if (own == nullptr)
                return false;
            judged.push_back(*own);
        }
        m_rounds.push_back(std::move(judged));
        return true;
    }

    std::string endOf(int round) const
    {
        bool isAllRefused = true;
        for (std::size_t sample = 0; sample < m_samples.size(); ++sample) {
            if (isPooled(m_strategy) || sample == m_which)
                isAllRefused
                    = isAllRefused && isRefused(m_samples[sample], round, m_strategy, m_parameters);
        }
        if (isAllRefused)
            return "refused";
        const bool repeats
            = !isPooled(m_strategy) && repeatedRound(m_samples[m_which].judged, round).has_value();
        return endAfter(m_strategy, m_rounds, repeats);
    }

    const Strategy &m_strategy;
    const ModelParameters &m_parameters;
    std::span<const SampleSoFar> m_samples;
    std::size_t m_which;
    JudgedRounds m_rounds;
};

} // namespace

NextStep nextStep(const Strategy &strategy, const ModelParameters &parameters,
                  std::span<const SampleSoFar> samples, std::size_t which)
{
    return Course(strategy, parameters, samples, which).next();
}

} // namespace loupe
