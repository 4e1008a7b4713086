// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/comparison/claimedfigures.h"

#include "core/analysis/metrics/deviance.h"
#include "core/analysis/metrics/portability.h"
#include "core/analysis/rounds/roundcomposition.h"
#include "core/analysis/rounds/roundtable.h"
#include "core/analysis/rows/grouping.h"
#include "core/analysis/rows/trajectories.h"
#include "core/model/record/recordedname.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <utility>

#include <fmt/format.h>

namespace loupe {

namespace {

using Rows = std::span<const MetricRow>;

/// Counts the distinct names in the judged rows. Rows without a recorded name count as one name,
/// but only if no row has one.
int judgedNames(Rows rows, Name MetricRow::*name)
{
    std::set<Name> names;
    bool isAnyJudged = false;
    for (const MetricRow &row : rows) {
        const bool isOne = isJudged(outcomeOf(row.verdict));
        isAnyJudged = isAnyJudged || isOne;
        if (isOne && isRecordedName(row.*name))
            names.insert(row.*name);
    }
    return std::max(static_cast<int>(names.size()), isAnyJudged ? 1 : 0);
}

template <bool isBuilt>
RecordedFigure builtOrCorrect(Rows rows, const ClaimedFigure &claimed)
{
    RecordedFigure out;
    out.isShare = true;
    out.basis = fmt::format("{} in round {}", isBuilt ? "Built" : "Correct", claimed.round);
    out.lacking = fmt::format("results of round {}", claimed.round);
    RoundTableOptions options;
    if (claimed.base) {
        options.denominator = claimed.base->of;
        options.denominatorSource = claimed.base->source;
        options.base = {claimed.base->built, claimed.base->correct, claimed.base->source};
        out.basis += fmt::format(", counted from the first round of {} ({} built and {} correct of "
                                 "{}), which is not recorded",
                                 claimed.base->source, claimed.base->built, claimed.base->correct,
                                 claimed.base->of);
    }
    const RoundTable table = roundTable(rows, options);
    const auto found = std::ranges::find(table.rounds, claimed.round, &RoundRates::round);
    if (found == table.rounds.end() || found->known == 0)
        return out;
    out.value = 100 * (isBuilt ? found->builtRate : found->correctRate);
    out.n = isBuilt ? found->built : found->correct;
    out.of = table.denominator;
    return out;
}

RecordedFigure meanSpeedup(Rows rows, const ClaimedFigure &claimed)
{
    RecordedFigure out;
    out.basis = fmt::format("Correct kernels of round {}, arithmetic mean", claimed.round);
    out.lacking = fmt::format("timed correct kernels of round {}", claimed.round);
    double sum = 0;
    for (const MetricRow &row : rows) {
        if (row.round != claimed.round || outcomeOf(row.verdict) != Outcome::Correct)
            continue;
        ++out.of;
        if (const auto speedup = usableSpeedup(row)) {
            ++out.n;
            sum += *speedup;
        }
    }
    if (out.n > 0)
        out.value = sum / out.n;
    return out;
}

/// Returns a mean of a step; the parameters select the kernels and the kind of mean.
template <TimedMean RoundStep::*part, std::optional<double> TimedMean::*mean>
RecordedFigure stepMean(Rows rows, const ClaimedFigure &claimed)
{
    constexpr bool isRescued = part == &RoundStep::rescuedSpeedup;
    constexpr bool isGeometric = mean == &TimedMean::geometric;
    RecordedFigure out;
    out.basis
        = fmt::format("Kernels {} {} and {}, {} mean in round {}",
                      isRescued ? "rescued between rounds" : "correct in both rounds",
                      claimed.fromRound, claimed.toRound, isGeometric ? "geometric" : "arithmetic",
                      part == &RoundStep::persistentBefore ? claimed.fromRound : claimed.toRound);
    out.lacking = "such kernels with their times";
    const RoundTable table = roundTable(rows);
    for (const RoundStep &step : table.steps) {
        if (step.fromRound != claimed.fromRound || step.toRound != claimed.toRound)
            continue;
        const TimedMean &found = step.*part;
        out.value = found.*mean;
        out.n = found.timed;
        out.of = found.of;
    }
    return out;
}

RecordedFigure partOfChange(Rows rows, const ClaimedFigure &claimed, const char *what,
                            double (*part)(const RoundChange &), int (*number)(const RoundChange &))
{
    RecordedFigure out;
    out.basis = fmt::format("{} from round {} to {}", what, claimed.fromRound, claimed.toRound);
    out.lacking = "kernels timed in both rounds";
    for (const RoundChange &change : roundChanges(rows)) {
        if (change.fromRound != claimed.fromRound || change.toRound != claimed.toRound)
            continue;
        out.value = part(change);
        out.n = number(change);
    }
    return out;
}

RecordedFigure meanChange(Rows rows, const ClaimedFigure &claimed)
{
    return partOfChange(
        rows, claimed, "Change of the mean speedup of the correct kernels",
        [](const RoundChange &change) { return change.change(); },
        [](const RoundChange &change) { return change.after; });
}

RecordedFigure meanChangeWithin(Rows rows, const ClaimedFigure &claimed)
{
    return partOfChange(
        rows, claimed, "Of that change, in the kernels that are in both means,",
        [](const RoundChange &change) { return change.within; },
        [](const RoundChange &change) { return change.persistent; });
}

RecordedFigure meanChangeComposition(Rows rows, const ClaimedFigure &claimed)
{
    return partOfChange(
        rows, claimed, "Of that change, by kernels that enter or leave the mean,",
        [](const RoundChange &change) { return change.composition(); },
        [](const RoundChange &change) {
            return change.rescued.kernels + change.appeared.kernels + change.broken.kernels
                + change.disappeared.kernels;
        });
}

RecordedFigure slower(Rows rows, const ClaimedFigure & /*claimed*/)
{
    RecordedFigure out;
    out.isShare = true;
    out.basis = "Correct kernels with a speedup below 1, in the last judged round of each sample";
    out.lacking = "timed correct kernels";
    int below = 0;
    const Trajectories trajectories = trajectoriesOf(rows);
    for (const Trajectory &trajectory : trajectories) {
        const RoundEntry *last = nullptr;
        for (const RoundEntry &entry : trajectory.rounds) {
            if (entry.isKnown())
                last = &entry;
        }
        if (last == nullptr || last->outcome != Outcome::Correct)
            continue;
        ++out.of;
        out.n += last->speedup ? 1 : 0;
        below += last->speedup && *last->speedup < 1 ? 1 : 0;
    }
    if (out.n > 0)
        out.value = 100.0 * below / out.n;
    return out;
}

RecordedFigure neverCorrect(Rows rows, const ClaimedFigure & /*claimed*/)
{
    RecordedFigure out;
    out.isShare = true;
    out.basis = "Tasks that no method solved";
    out.lacking = "results of such tasks";
    std::map<std::pair<Name, Name>, bool> solved;
    for (const MetricRow &row : rows) {
        const Outcome outcome = outcomeOf(row.verdict);
        if (isJudged(outcome))
            solved[{row.suite, row.task}] |= outcome == Outcome::Correct;
    }
    out.n = static_cast<int>(solved.size());
    const auto never = std::ranges::count_if(solved, [](const auto &each) { return !each.second; });
    if (out.n > 0)
        out.value = 100.0 * static_cast<double>(never) / out.n;
    return out;
}

template <bool ofMethods, bool withoutZero>
RecordedFigure deviance(Rows rows, const ClaimedFigure & /*claimed*/)
{
    RecordedFigure out;
    out.isShare = true;
    const char *factor = ofMethods ? "method" : "category";
    out.basis = fmt::format("Deviance of correct or not that the {} explains{}", factor,
                            withoutZero ? ", methods without any success left out" : "");
    // With one method, the share of the categories has no counterpart to be compared with.
    out.lacking = "outcomes per task of two methods or more";
    if (judgedNames(rows, &MetricRow::method) < 2)
        return out;
    DevianceOptions options;
    options.withoutZero = withoutZero;
    options.permutations = 0;
    const DevianceTable table = devianceTable(rows, options);
    out.value = 100 * (ofMethods ? table.second : table.first).share;
    out.n = static_cast<int>(table.outcomes);
    return out;
}

RecordedFigure deviceRatio(Rows rows, const ClaimedFigure & /*claimed*/)
{
    RecordedFigure out;
    out.basis = "Largest ratio of a task's speedups between two devices";
    out.lacking = "results of one method on two devices or more";
    const PortabilityTable table = portabilityTable(rows);
    out.value = table.maxRatio;
    out.n = table.withRatio;
    return out;
}

using Compute = RecordedFigure (*)(Rows, const ClaimedFigure &);

constexpr std::array<std::pair<std::string_view, Compute>, 16> claimedFigures{{
    {"built", builtOrCorrect<true>},
    {"correct", builtOrCorrect<false>},
    {"mean_speedup", meanSpeedup},
    {"rescued_speedup", stepMean<&RoundStep::rescuedSpeedup, &TimedMean::arithmetic>},
    {"rescued_geometric", stepMean<&RoundStep::rescuedSpeedup, &TimedMean::geometric>},
    {"persistent_before", stepMean<&RoundStep::persistentBefore, &TimedMean::arithmetic>},
    {"persistent_after", stepMean<&RoundStep::persistentAfter, &TimedMean::arithmetic>},
    {"mean_change", meanChange},
    {"mean_change_within", meanChangeWithin},
    {"mean_change_composition", meanChangeComposition},
    {"slower", slower},
    {"never_correct", neverCorrect},
    {"deviance_category", deviance<false, false>},
    {"deviance_method", deviance<true, false>},
    {"deviance_method_nonzero", deviance<true, true>},
    {"device_ratio", deviceRatio},
}};

} // namespace

std::vector<std::string_view> claimedFigureNames()
{
    std::vector<std::string_view> out;
    out.reserve(claimedFigures.size());
    for (const auto &[name, compute] : claimedFigures)
        out.push_back(name);
    return out;
}

RecordedFigure recordedFigure(std::span<const MetricRow> rows, const ClaimedFigure &claimed)
{
    for (const auto &[name, compute] : claimedFigures) {
        if (name != claimed.figure)
            continue;
        RecordedFigure out = compute(rows, claimed);
        out.methods = judgedNames(rows, &MetricRow::method);
        out.devices = judgedNames(rows, &MetricRow::device);
        return out;
    }
    return {};
}

} // namespace loupe
