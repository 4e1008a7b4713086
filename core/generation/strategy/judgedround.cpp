// SPDX-License-Identifier: Apache-2.0
#include "core/generation/strategy/judgedround.h"

#include <algorithm>
#include <cctype>
#include <string>

namespace loupe {

namespace {

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

} // namespace

const JudgedRound *findRound(std::span<const JudgedRound> judged, int round)
{
    const auto found = std::ranges::find(judged, round, &JudgedRound::round);
    return found == judged.end() ? nullptr : &*found;
}

const JudgedRound *findProgram(std::span<const SampleSoFar> samples, const ProgramPlace &place)
{
    const auto sample = static_cast<std::size_t>(place.sample);
    return sample < samples.size() ? findRound(samples[sample].judged, place.round) : nullptr;
}

bool isCorrect(const JudgedRound &judged)
{
    return outcomeOf(judged.verdict) == Outcome::Correct;
}

bool canBeParent(const JudgedRound &judged)
{
    return !judged.isWithheld && !judged.source.empty() && isJudged(outcomeOf(judged.verdict));
}

bool isSameProgram(std::string_view one, std::string_view other)
{
    return one == other || withoutBlankRuns(one) == withoutBlankRuns(other);
}

std::optional<int> repeatedRound(std::span<const JudgedRound> judged, int round)
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

const JudgedRound *bestOf(std::span<const JudgedRound> judged)
{
    const JudgedRound *best = nullptr;
    for (const JudgedRound &each : judged) {
        if (!isCorrect(each) || each.isWithheld)
            continue;
        if (best == nullptr || rankOf(each) < rankOf(*best))
            best = &each;
    }
    return best;
}

ProgramRank rankOf(const JudgedRound &judged)
{
    if (isCorrect(judged) && !judged.isWithheld)
        return {0, -judged.speedup.value_or(0), judged.round, judged.sample};
    const Outcome outcome = outcomeOf(judged.verdict);
    int kind = outcome == Outcome::Wrong ? 1 : outcome == Outcome::NoBuild ? 3 : 2;
    if (judged.source.empty() || judged.isWithheld)
        kind = 4;
    return {kind, 0, -judged.round, judged.sample};
}

void sortByRank(std::vector<const JudgedRound *> &programs)
{
    std::sort(programs.begin(), programs.end(),
              [](const JudgedRound *a, const JudgedRound *b) { return rankOf(*a) < rankOf(*b); });
}

} // namespace loupe
