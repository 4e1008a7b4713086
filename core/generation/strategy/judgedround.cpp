// SPDX-License-Identifier: Apache-2.0
#include "core/generation/strategy/judgedround.h"

#include <algorithm>
#include <optional>

namespace loupe {

namespace {

/// Reader of a text that collapses runs of blanks and strips both ends.
class WithoutBlankRuns
{
public:
    explicit WithoutBlankRuns(std::string_view text) : m_text(text) { skipBlanks(); }

    /// Returns the next character; nothing at the end.
    std::optional<char> next()
    {
        const bool wasBlank = skipBlanks();
        if (m_text.empty())
            return std::nullopt;
        if (wasBlank)
            return ' ';
        const char c = m_text.front();
        m_text.remove_prefix(1);
        return c;
    }

private:
    bool skipBlanks()
    {
        const std::size_t rest = std::min(m_text.find_first_not_of(" \t\n\v\f\r"), m_text.size());
        m_text.remove_prefix(rest);
        return rest > 0;
    }

    std::string_view m_text;
};

} // namespace

const JudgedRound *findRound(std::span<const JudgedRound> judged, int round)
{
    const auto found = std::ranges::find(judged, round, &JudgedRound::round);
    return found == judged.end() ? nullptr : &*found;
}

const JudgedRound *findProgram(std::span<const SampleSoFar> samples, const ProgramPosition &place)
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
    WithoutBlankRuns left(one);
    WithoutBlankRuns right(other);
    while (true) {
        const auto c = left.next();
        if (c != right.next())
            return false;
        if (!c)
            return true;
    }
}

std::optional<int> repeatedRound(std::span<const JudgedRound> judged, int round)
{
    const JudgedRound *own = findRound(judged, round);
    if (own == nullptr || own->source.empty())
        return std::nullopt;
    for (const JudgedRound &each : judged) {
        if (each.round < round && isSameProgram(each.source, own->source))
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
