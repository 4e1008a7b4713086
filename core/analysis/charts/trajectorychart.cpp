// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/charts/trajectorychart.h"

#include "core/analysis/charts/chartwords.h"
#include "core/analysis/rounds/roundstudy.h"
#include "core/base/counted.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace loupe {

namespace {

ChartMark storyMark(const StoryRound &round)
{
    ChartMark out;
    out.text = roundText(round);
    if (round.id)
        out.members.push_back(round.id);
    return out;
}

/// Returns the bar of a round without a speedup.
ChartBar storyBar(const StoryRound &round)
{
    ChartBar out;
    out.from = round.round - 0.3;
    out.to = round.round + 0.3;
    out.value = 1;
    out.onShare = true;
    out.isDashed = true;
    out.tone = outcomeTone(outcomeOf(round.verdict));
    out.tone.isHollow = true;
    out.label = round.isCorrect() ? "not timed" : label(outcomeOf(round.verdict));
    out.mark = storyMark(round);
    return out;
}

} // namespace

std::string roundText(const StoryRound &round)
{
    std::string out = fmt::format("round {}: ", round.round);
    if (!round.id)
        return out + "no result";
    out += facts(round.verdict).label;
    if (round.speedup)
        out += ", " + chartSpeedup(*round.speedup);
    else if (round.isCorrect())
        out += ", not timed";
    if (round.isIdenticalCode)
        out += ", identical code";
    if (round.isRegression)
        out += ", worse than before";
    if (round.isSuspicious)
        out += ", suspicious";
    if (round.tokens)
        out += ", " + groupedDigits(*round.tokens) + " tokens";
    if (round.seconds)
        out += fmt::format(", {:.3g} s to write", *round.seconds);
    return out;
}

Chart trajectoryChart(const TrajectoryStory &story)
{
    Chart chart;
    chart.title = fmt::format("{}: {}", story.task, storyText(story));
    chart.n = static_cast<int>(story.rounds.size());
    ChartPanel &panel = chart.panels.emplace_back();
    ChartLine best;
    best.name = "best so far";
    best.tone = seriesTone(0);
    best.isStep = true;
    for (const StoryRound &round : story.rounds) {
        if (round.id && !round.speedup)
            panel.bars.push_back(storyBar(round));
        if (round.speedup) {
            ChartDot dot;
            dot.x = round.round;
            dot.y = *round.speedup;
            dot.isFlagged = round.isRegression;
            dot.tone = outcomeTone(Outcome::Correct);
            dot.tone.isHollow = round.isSuspicious;
            dot.mark = storyMark(round);
            panel.dots.push_back(std::move(dot));
        }
        const double before = best.points.empty() ? 0 : best.points.back().y;
        const double now = std::max(before, round.speedup.value_or(0));
        // Adds points only where the best rises, and at the end. Other points would look like
        // results.
        if (now > before || (now > 0 && &round == &story.rounds.back()))
            best.points.push_back(
                {static_cast<double>(round.round),
                 now,
                 {},
                 {},
                 {fmt::format("by round {}: best {}", round.round, chartSpeedup(now)), {}}});
    }
    if (!best.points.empty())
        panel.lines.push_back(std::move(best));
    panel.y = roundSpeedupAxis(panel);
    std::vector<int> rounds;
    rounds.reserve(story.rounds.size());
    for (const StoryRound &round : story.rounds)
        rounds.push_back(round.round);
    panel.x = roundAxis(rounds);
    panel.x.least -= 0.5;
    panel.x.most += 0.5;
    chart.definition = "Speedup by round; the line is the best so far. Dashed: no speedup, with "
                       "the outcome. Flagged: worse than the previous judged round.";
    return chart;
}

} // namespace loupe
