// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/rounds/trajectorystory.h"

#include "core/analysis/rows/grouping.h"
#include "core/analysis/rows/trajectories.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <utility>

namespace loupe {

namespace {

/// Ratio from which a speedup counts as changed. Re-timings of identical code in the published
/// KernelBench-X corpus differ by up to 1.018.
constexpr double storyNoise = 1.05;

/// The rounds that each (run, suite, method) has.
using MethodRounds = std::map<std::tuple<Name, Name, Name>, std::set<int>>;

StoryRound storyRoundOf(const MetricRow &row)
{
    StoryRound out;
    out.round = row.round;
    out.id = row.id;
    out.verdict = row.verdict;
    out.speedup = usableSpeedup(row);
    if (row.cost.inputTokens || row.cost.outputTokens)
        out.tokens = row.cost.inputTokens.value_or(0) + row.cost.outputTokens.value_or(0);
    out.seconds = row.cost.seconds;
    out.isIdenticalCode = row.identicalCode;
    out.isSuspicious = row.isWithheld;
    return out;
}

bool isStoryRegression(const StoryRound &before, const StoryRound &after)
{
    if (!before.isCorrect())
        return false;
    if (!after.isCorrect())
        return true;
    return before.speedup && after.speedup && *after.speedup * storyNoise < *before.speedup;
}

/// Derives the kind of a story in one pass over its judged rounds.
class StoryTeller
{
public:
    explicit StoryTeller(TrajectoryStory &story) : m_story(story) { }

    void tell()
    {
        std::size_t rows = 0;
        for (StoryRound &round : m_story.rounds) {
            rows += round.id ? 1 : 0;
            if (round.isJudged())
                add(round);
            m_before = &round;
        }
        m_story.judged = m_judged;
        conclude(rows);
    }

private:
    void add(StoryRound &round)
    {
        ++m_judged;
        if (m_last != nullptr)
            round.isRegression = isStoryRegression(*m_last, round);
        if (round.isIdenticalCode && m_last != nullptr && m_last == m_before
            && m_last->isCorrect() != round.isCorrect() && !m_flaky)
            m_flaky = round.round;
        if (round.isCorrect())
            addCorrect(round);
        if (m_last == nullptr || m_last->isCorrect() != round.isCorrect()) {
            m_turn = round.round;
            m_isTurnKnown = m_last == m_before;
        }
        m_hasFailed = m_hasFailed || !round.isCorrect();
        m_last = &round;
    }

    void addCorrect(const StoryRound &round)
    {
        if (!m_story.firstCorrect)
            m_story.firstCorrect = round.round;
        if (!round.speedup)
            return;
        if (!m_story.firstSpeedup)
            m_story.firstSpeedup = round.speedup;
        const bool isBest = !m_story.bestSpeedup || *round.speedup > *m_story.bestSpeedup;
        if (m_story.bestSpeedup && *round.speedup >= storyNoise * *m_story.bestSpeedup
            && !round.isIdenticalCode && !m_improved)
            m_improved = round.round;
        if (isBest) {
            m_story.bestSpeedup = round.speedup;
            m_story.bestRound = round.round;
        }
    }

    void conclude(std::size_t rows)
    {
        m_story.kind = StoryKind::Persistent;
        if (m_judged == 0 || (m_judged == 1 && rows > 1)) {
            m_story.kind = StoryKind::Unknown;
        } else if (m_flaky) {
            m_story.kind = StoryKind::Flaky;
            m_story.turn = m_flaky;
        } else if (!m_story.firstCorrect) {
            m_story.kind = StoryKind::Never;
        } else if (m_hasFailed) {
            m_story.kind = m_last->isCorrect() ? StoryKind::Rescued : StoryKind::Broken;
            m_story.turn = m_turn;
            m_story.isTurnKnown = m_isTurnKnown;
        } else if (m_improved) {
            m_story.kind = StoryKind::Improved;
            m_story.turn = m_improved;
        }
    }

    TrajectoryStory &m_story;
    int m_judged = 0;
    const StoryRound *m_before = nullptr; ///< the round before, judged or not
    const StoryRound *m_last = nullptr;   ///< the last judged one
    std::optional<int> m_flaky;
    std::optional<int> m_improved;
    std::optional<int> m_turn; ///< first round of the current state
    bool m_isTurnKnown = true;
    bool m_hasFailed = false;
};

/// Returns the sum over the existing rounds; nullopt if any of them has no value.
template <typename Value>
std::optional<Value> sumOfRounds(const std::vector<StoryRound> &rounds,
                                 std::optional<Value> StoryRound::*part)
{
    std::optional<Value> out;
    for (const StoryRound &each : rounds) {
        if (!each.id)
            continue;
        if (!(each.*part))
            return std::nullopt;
        out = out.value_or(Value()) + *(each.*part);
    }
    return out;
}

TrajectoryStory storyOf(const Trajectory &trajectory, std::span<const MetricRow> rows,
                        const std::set<int> &rounds)
{
    TrajectoryStory story;
    story.run = trajectory.run;
    story.suite = trajectory.suite;
    story.task = trajectory.task;
    story.method = trajectory.method;
    story.sample = trajectory.sample;
    story.category = trajectory.category;
    story.rounds.reserve(rounds.size());
    auto entry = trajectory.rounds.begin();
    for (const int round : rounds) {
        if (entry != trajectory.rounds.end() && entry->round == round) {
            story.rounds.push_back(storyRoundOf(rows[entry->place]));
            ++entry;
        } else {
            story.rounds.push_back({});
            story.rounds.back().round = round;
        }
    }
    story.tokens = sumOfRounds(story.rounds, &StoryRound::tokens);
    story.seconds = sumOfRounds(story.rounds, &StoryRound::seconds);
    StoryTeller(story).tell();
    return story;
}

} // namespace

std::string_view name(StoryKind kind)
{
    constexpr std::array<std::string_view, storyKinds> names{
        "unknown",       "flaky",    "never correct",     "regressed",
        "newly correct", "improved", "correct throughout"};
    return names[static_cast<std::size_t>(kind)];
}

std::optional<double> TrajectoryStory::gain() const
{
    if (!bestSpeedup || !firstSpeedup)
        return std::nullopt;
    return *bestSpeedup / *firstSpeedup;
}

TrajectoryCohort trajectoryCohort(std::span<const MetricRow> rows)
{
    const Trajectories trajectories = trajectoriesOf(rows, {true, false, false});
    MethodRounds rounds;
    for (const Trajectory &each : trajectories) {
        auto &known = rounds[{each.run, each.suite, each.method}];
        for (const RoundEntry &entry : each.rounds)
            known.insert(entry.round);
    }
    TrajectoryCohort out;
    std::set<int> all;
    for (const auto &[method, known] : rounds)
        all.insert(known.begin(), known.end());
    out.rounds.assign(all.begin(), all.end());
    out.single = trajectories.counts().single;
    out.stories.reserve(trajectories.size());
    for (const Trajectory &each : trajectories) {
        out.stories.push_back(storyOf(each, rows, rounds[{each.run, each.suite, each.method}]));
        const TrajectoryStory &story = out.stories.back();
        ++out.counts[static_cast<std::size_t>(story.kind)];
        out.complete += story.isComplete() ? 1 : 0;
    }
    return out;
}

std::string storyText(const TrajectoryStory &story)
{
    const auto inRound = [&](std::string_view what) {
        return std::string(what) + (story.isTurnKnown ? " in round " : " by round ")
            + std::to_string(story.turn.value_or(0));
    };
    switch (story.kind) {
    case StoryKind::Rescued:
        return inRound(story.turn == story.firstCorrect ? "first correct" : "correct again");
    case StoryKind::Broken:
        return inRound("regressed");
    case StoryKind::Improved:
        return inRound("improved");
    case StoryKind::Flaky:
        return "same code, other result";
    case StoryKind::Never:
        return "never correct";
    case StoryKind::Persistent:
        return "correct throughout";
    case StoryKind::Unknown:
        break;
    }
    return "unknown";
}

namespace {

const StoryRound *storyRoundAt(const TrajectoryStory &story, int round)
{
    const auto found = std::ranges::find(story.rounds, round, &StoryRound::round);
    return found == story.rounds.end() || !found->id ? nullptr : &*found;
}

/// Returns the sort key of a story; nullopt if it has none.
std::optional<double> storyNumber(const TrajectoryStory &story, const StoryOrder &order)
{
    const auto asNumber = [](const auto &value) {
        return value ? std::optional(static_cast<double>(*value)) : std::nullopt;
    };
    switch (order.key) {
    case StorySort::Sample:
        return story.sample;
    case StorySort::Round: {
        const StoryRound *round = storyRoundAt(story, order.round);
        if (round == nullptr || !round->isJudged())
            return std::nullopt;
        // Outcomes are spaced wider than any difference of speedups.
        const double outcome = 1e9 * static_cast<double>(outcomeOf(round->verdict));
        return round->isCorrect() ? outcome - round->speedup.value_or(0) : outcome;
    }
    case StorySort::Story:
        return static_cast<double>(story.kind) * 1e6 + story.turn.value_or(0);
    case StorySort::BestSpeedup:
        return story.bestSpeedup;
    case StorySort::Gain:
        return story.gain();
    case StorySort::FirstCorrect:
        return asNumber(story.firstCorrect);
    case StorySort::Tokens:
        return asNumber(story.tokens);
    case StorySort::Seconds:
        return story.seconds;
    case StorySort::Recorded:
    case StorySort::Task:
    case StorySort::Method:
        break;
    }
    return std::nullopt;
}

bool isStoryPicked(const TrajectoryStory &story, const StoryOrder &order)
{
    if ((order.only && story.kind != *order.only) || (order.completeOnly && !story.isComplete()))
        return false;
    return order.among.empty() || std::ranges::any_of(story.rounds, [&](const StoryRound &round) {
               return std::ranges::binary_search(order.among, round.id);
           });
}

void orderByNumber(std::vector<std::uint32_t> &places, const TrajectoryCohort &cohort,
                   const StoryOrder &order)
{
    std::vector<std::optional<double>> numbers;
    numbers.reserve(cohort.stories.size());
    for (const TrajectoryStory &story : cohort.stories)
        numbers.push_back(storyNumber(story, order));
    std::ranges::stable_sort(places, [&](std::uint32_t a, std::uint32_t b) {
        if (!numbers[a] || !numbers[b])
            return numbers[a].has_value() && !numbers[b];
        return order.descending ? *numbers[b] < *numbers[a] : *numbers[a] < *numbers[b];
    });
}

} // namespace

std::vector<std::uint32_t> orderedStories(const TrajectoryCohort &cohort, const StoryOrder &order)
{
    std::vector<std::uint32_t> out;
    for (std::uint32_t i = 0; i < cohort.stories.size(); ++i) {
        const TrajectoryStory &story = cohort.stories[i];
        if (isStoryPicked(story, order))
            out.push_back(i);
    }
    if (order.key == StorySort::Recorded) {
        if (order.descending)
            std::ranges::reverse(out);
        return out;
    }
    if (order.key != StorySort::Task && order.key != StorySort::Method) {
        orderByNumber(out, cohort, order);
        return out;
    }
    const auto text = [&](std::uint32_t place) {
        const TrajectoryStory &story = cohort.stories[place];
        return order.key == StorySort::Task ? std::pair(story.suite, story.task)
                                            : std::pair(story.method, story.run);
    };
    std::ranges::stable_sort(out, [&](std::uint32_t a, std::uint32_t b) {
        return order.descending ? text(b) < text(a) : text(a) < text(b);
    });
    return out;
}

} // namespace loupe
