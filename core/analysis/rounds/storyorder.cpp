// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/rounds/storyorder.h"

#include <algorithm>
#include <utility>

namespace loupe {

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
