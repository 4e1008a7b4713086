// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/charts/charts.h"
#include "core/analysis/charts/chartwords.h"
#include "core/analysis/rounds/roundcomposition.h"
#include "core/analysis/rows/trajectories.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace loupe {

namespace {

/// The evaluations behind the two bars of a step.
struct ChangeMembers {
    std::vector<RowId> same;  ///< timed in both rounds: both evaluations
    std::vector<RowId> other; ///< timed in one of them: that evaluation
};

ChangeMembers changeMembers(TrajectorySpan trajectories, const RoundChange &change)
{
    ChangeMembers out;
    for (const Trajectory &trajectory : trajectories) {
        const RoundEntry *before = trajectory.at(change.fromRound);
        const RoundEntry *after = trajectory.at(change.toRound);
        const bool wasTimed = before != nullptr && before->speedup;
        const bool isTimed = after != nullptr && after->speedup;
        std::vector<RowId> &into = wasTimed && isTimed ? out.same : out.other;
        if (wasTimed)
            into.push_back(before->id);
        if (isTimed)
            into.push_back(after->id);
    }
    return out;
}

ChartBar changeBar(double at, double effect, std::size_t series, std::string text,
                   std::vector<RowId> members)
{
    ChartBar out;
    out.from = at;
    out.to = at + 0.35;
    out.value = effect;
    out.tone = seriesTone(series);
    out.label = effectText(effect);
    out.mark = {std::move(text), std::move(members)};
    return out;
}

/// Returns "15 newly correct −4.1 %, 1 regressed …", without empty parts.
std::string partsText(const RoundChange &change)
{
    std::string out;
    const auto add = [&](const CompositionPart &part, const char *what) {
        if (part.kernels > 0)
            out += fmt::format("{}{} {} {}", out.empty() ? "" : ", ", part.kernels, what,
                               effectText(part.effect));
    };
    add(change.rescued, "newly correct");
    add(change.appeared, "appeared");
    add(change.broken, "regressed");
    add(change.disappeared, "disappeared");
    return out.empty() ? "nothing came or went" : out;
}

ChartAxis changeAxis(double least, double most)
{
    // Leaves space at both ends for the labels.
    const double room = 0.15 * std::max(most - least, 1e-3);
    ChartAxis out;
    out.title = "effect on the geometric mean";
    out.least = least < 0 ? least - room : 0;
    out.most = most > 0 ? most + room : 0;
    out.reference = 0.0;
    out.ticks.push_back({0.0, "0"});
    if (least < 0)
        out.ticks.insert(out.ticks.begin(), {least, effectText(least)});
    if (most > 0)
        out.ticks.push_back({most, effectText(most)});
    return out;
}

} // namespace

Result<Chart> roundChangeChart(const RoundStudy &study, const ChartRequest & /*request*/,
                               const std::stop_token &stop)
{
    const Trajectories &trajectories = study.trajectories;
    const std::vector<RoundChange> changes = changesByRound(trajectories, RoundMean::Geometric);
    if (changes.empty())
        return Error{.code = Errc::Unsupported,
                     .message = "no kernel is correct and timed in two consecutive rounds",
                     .hint = "the change of the mean cannot be explained"};
    if (stop.stop_requested())
        return roundChartCancelled();
    Chart chart;
    chart.title = "Why the mean speedup changed";
    chart.n = study.n;
    ChartPanel &panel = chart.panels.emplace_back();
    panel.x.title = "step";
    panel.x.least = -0.5;
    panel.x.most = static_cast<double>(changes.size()) - 0.5;
    double least = 0;
    double most = 0;
    for (std::size_t i = 0; i < changes.size(); ++i) {
        const RoundChange &change = changes[i];
        const auto at = static_cast<double>(i);
        ChangeMembers members = changeMembers(trajectories, change);
        const std::string step = fmt::format("round {} to {}", change.fromRound, change.toRound);
        panel.x.ticks.push_back({at, fmt::format("{} → {}", change.fromRound, change.toRound)});
        panel.bars.push_back(
            changeBar(at - 0.375, change.within, 0,
                      fmt::format("{}: the same {} kernels changed the mean by {}", step,
                                  change.persistent, effectText(change.within)),
                      std::move(members.same)));
        panel.bars.push_back(
            changeBar(at + 0.025, change.composition(), 1,
                      fmt::format("{}: other kernels changed the mean by {}: {}", step,
                                  effectText(change.composition()), partsText(change)),
                      std::move(members.other)));
        least = std::min({least, change.within, change.composition()});
        most = std::max({most, change.within, change.composition()});
        if (changes.size() == 1)
            panel.note = changeAnswer(change);
    }
    panel.y = changeAxis(least, most);
    chart.legend = {{"same kernels", panel.bars[0].tone}, {"other kernels", panel.bars[1].tone}};
    chart.definition
        = "The change of the geometric mean speedup from a round to the next, as two factors whose "
          "product it is: same kernels = change of the mean over those correct and timed in both "
          "rounds; other kernels = the rest, from kernels that entered or left the mean."
        + study.leftOut;
    return chart;
}

} // namespace loupe
