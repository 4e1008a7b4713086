// SPDX-License-Identifier: Apache-2.0
#include "core/generation/strategy/nextstep.h"

#include <algorithm>
#include <cctype>
#include <tuple>

namespace loupe {

namespace {

bool isCorrect(const JudgedRound &round)
{
    return outcomeOf(round.verdict) == Outcome::Correct;
}

const JudgedRound *findRound(const std::vector<JudgedRound> &judged, int round)
{
    const auto found = std::find_if(judged.begin(), judged.end(),
                                    [&](const JudgedRound &each) { return each.round == round; });
    return found == judged.end() ? nullptr : &*found;
}

std::string withoutBlankRuns(std::string_view source)
{
    std::string out;
    for (const char c : source) {
        const bool isBlank = std::isspace(static_cast<unsigned char>(c)) != 0;
        if (!isBlank)
            out += c;
        else if (!out.empty() && out.back() != ' ')
            out += ' ';
    }
    while (!out.empty() && out.back() == ' ')
        out.pop_back();
    return out;
}

/// How many rounds up to the last one made the best no better.
int roundsWithoutProgress(const std::vector<JudgedRound> &judged, double gain)
{
    int stale = 0;
    const JudgedRound *best = nullptr;
    for (const JudgedRound &each : judged) {
        const bool isCandidate = isCorrect(each) && !each.isWithheld;
        const bool isBetter = isCandidate
            && (best == nullptr
                || each.speedup.value_or(0) > best->speedup.value_or(0) * (1 + gain));
        stale = isBetter || each.round == 0 ? 0 : stale + 1;
        if (isBetter)
            best = &each;
    }
    return stale;
}

/// How the first rounds of samples stand to one another: the correct by speedup, then what ran,
/// then what was built, then the rest; equal ones by number.
using Rank = std::tuple<int, double, std::size_t>;

Rank rankOf(const JudgedRound &first, std::size_t sample)
{
    if (isCorrect(first) && !first.isWithheld)
        return {0, -first.speedup.value_or(0), sample};
    const Outcome outcome = outcomeOf(first.verdict);
    if (first.source.empty() || first.isWithheld)
        return {4, 0, sample};
    if (outcome == Outcome::Wrong)
        return {1, 0, sample};
    return {outcome == Outcome::NoBuild ? 3 : 2, 0, sample};
}

enum class Choice { Chosen, NotChosen, Open };

Choice choiceAmong(std::span<const SampleSoFar> samples, std::size_t which, int width)
{
    std::vector<Rank> ranks;
    for (std::size_t sample = 0; sample < samples.size(); ++sample) {
        const JudgedRound *first = findRound(samples[sample].judged, 0);
        if (first == nullptr)
            return Choice::Open;
        ranks.push_back(rankOf(*first, sample));
    }
    const Rank own = ranks.at(which);
    const auto ahead
        = std::count_if(ranks.begin(), ranks.end(), [&](const Rank &each) { return each < own; });
    return ahead < width ? Choice::Chosen : Choice::NotChosen;
}

/// Why a sample ends with this judged round; empty: it goes on.
std::string endOfSample(const Strategy &strategy, const std::vector<JudgedRound> &judged,
                        const Request &answer)
{
    const JudgedRound &last = judged.back();
    const auto &extractions = answer.response->extractions;
    if (!extractions.empty() && extractions.front().outcome == ExtractionOutcome::Refused)
        return "refused";
    if (!isJudged(outcomeOf(last.verdict)))
        return "not_judged";
    const StopRules &stop = strategy.stop;
    if (const JudgedRound *best = bestOf(judged)) {
        const bool isFastEnough = stop.speedup && best->speedup.value_or(0) >= *stop.speedup;
        if (isFastEnough || stop.isCorrectEnough)
            return "solved";
    }
    if (stop.sameCode && repeatedRound(judged, last.round))
        return "same_code";
    if (stop.noProgress && roundsWithoutProgress(judged, stop.gain) >= *stop.noProgress)
        return "no_progress";
    return last.round + 1 >= strategy.rounds ? "rounds" : "";
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

} // namespace

const JudgedRound *bestOf(std::span<const JudgedRound> judged)
{
    const JudgedRound *best = nullptr;
    for (const JudgedRound &each : judged) {
        if (!isCorrect(each) || each.isWithheld)
            continue;
        if (best == nullptr || each.speedup.value_or(0) > best->speedup.value_or(0))
            best = &each;
    }
    return best;
}

const JudgedRound *parentOf(const Strategy &strategy, const std::vector<JudgedRound> &judged,
                            int round)
{
    const auto end = std::find_if(judged.begin(), judged.end(),
                                  [&](const JudgedRound &each) { return each.round >= round; });
    const std::span<const JudgedRound> before(judged.begin(), end);
    if (strategy.parent == Strategy::Parent::Best) {
        if (const JudgedRound *best = bestOf(before))
            return best;
    }
    const auto last = std::find_if(before.rbegin(), before.rend(), [](const JudgedRound &each) {
        return !each.isWithheld && !each.source.empty() && isJudged(outcomeOf(each.verdict));
    });
    return last == before.rend() ? nullptr : &*last;
}

std::optional<int> repeatedRound(const std::vector<JudgedRound> &judged, int round)
{
    const JudgedRound *own = findRound(judged, round);
    if (own == nullptr || own->source.empty())
        return std::nullopt;
    const std::string code = withoutBlankRuns(own->source);
    for (const JudgedRound &each : judged) {
        if (each.round < round && withoutBlankRuns(each.source) == code)
            return each.round;
    }
    return std::nullopt;
}

NextStep nextStep(const Strategy &strategy, const ModelParameters &parameters,
                  std::span<const SampleSoFar> samples, std::size_t which)
{
    const SampleSoFar &sample = samples[which];
    std::vector<JudgedRound> judged;
    for (int round = 0;; ++round) {
        const JudgedRound *parent = parentOf(strategy, judged, round);
        const char *purpose = parent == nullptr ? "start" : isCorrect(*parent) ? "optimise" : "fix";
        auto wanted = nextOfRound(sample.dialogue, round, purpose, strategy, parameters);
        if (wanted) {
            if (parent != nullptr)
                wanted->parent = parent->round;
            return {NextStep::Kind::Ask, std::move(*wanted), {}};
        }
        const JudgedRound *own = findRound(sample.judged, round);
        if (own == nullptr)
            return waiting();
        judged.push_back(*own);
        const Request *answer = settledAnswer(*sample.dialogue, round, strategy, parameters);
        if (std::string reason = endOfSample(strategy, judged, *answer); !reason.empty())
            return stopped(std::move(reason));
        if (round == 0 && strategy.kind == Strategy::Kind::BestThenRefine) {
            const Choice choice = choiceAmong(samples, which, strategy.width);
            if (choice == Choice::Open)
                return waiting();
            if (choice == Choice::NotChosen)
                return stopped("not_chosen");
        }
    }
}

} // namespace loupe
