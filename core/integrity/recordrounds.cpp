// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/rounds/roundcomposition.h"
#include "core/integrity/recordlooks.h"
#include "core/integrity/recordstates.h"

#include <algorithm>
#include <cmath>
#include <set>

#include <fmt/format.h>

namespace loupe {

namespace {

/// Minimum composition effect, as a fraction of the average, that affects a reported number.
constexpr double minComposition = 0.01;

struct MethodRows {
    std::vector<MetricRow> rows;
    StateList states;
};

/// Groups rows by run, suite and method, over which averages are taken.
std::map<std::tuple<std::string, std::string, std::string>, MethodRows>
rowsByMethod(std::span<const RecordedState> states)
{
    std::map<std::tuple<std::string, std::string, std::string>, MethodRows> out;
    for (const RecordedState &state : states) {
        MethodRows &group = out[{state.row.run, state.row.suite, state.row.method}];
        group.rows.push_back(state.row);
        group.states.push_back(&state);
    }
    return out;
}

std::string partText(const CompositionPart &part, std::string_view what)
{
    if (part.kernels == 0)
        return {};
    return fmt::format(", {} {} ({:+.4f})", part.kernels, what, part.effect);
}

RecordFinding compositionEffect(const RoundChange &change, const MethodRows &group)
{
    StateList about;
    for (const RecordedState *state : group.states) {
        const bool isOfStep
            = state->row.round == change.fromRound || state->row.round == change.toRound;
        if (isOfStep && isRecordedCorrect(*state) && isTime(state->row.speedup))
            about.push_back(state);
    }
    const MetricRow &any = group.rows.front();
    return recordFinding(
        "composition_effect", FindingSeverity::Note,
        fmt::format("{} ({}, run {}): the mean speedup went from {:.4f} in round {} ({} kernels) "
                    "to {:.4f} in round {} ({}): {:+.4f}, of which {:+.4f} within the {} kernels "
                    "timed in both and {:+.4f} because others entered or left{}{}{}{}",
                    any.suite, any.method, any.run, change.meanBefore, change.fromRound,
                    change.before, change.meanAfter, change.toRound, change.after, change.change(),
                    change.within, change.persistent, change.composition(),
                    partText(change.rescued, "newly correct"), partText(change.broken, "regressed"),
                    partText(change.appeared, "not recorded before"),
                    partText(change.disappeared, "not recorded after")),
        {{"from_round", change.fromRound},
         {"to_round", change.toRound},
         {"mean_before", change.meanBefore},
         {"mean_after", change.meanAfter},
         {"change", change.change()},
         {"within", change.within},
         {"composition", change.composition()},
         {"persistent", change.persistent},
         {"rescued", change.rescued.kernels},
         {"rescued_effect", change.rescued.effect},
         {"broken", change.broken.kernels},
         {"broken_effect", change.broken.effect},
         {"appeared", change.appeared.kernels},
         {"appeared_effect", change.appeared.effect},
         {"disappeared", change.disappeared.kernels},
         {"disappeared_effect", change.disappeared.effect}},
        idsOf(about));
}

/// Kernels (tasks and samples) that were judged under each name of a round or run.
struct JudgedCounts {
    std::map<std::string, std::set<std::pair<std::string, int>>> kernels;
    StateList states;

    void add(const std::string &where, const RecordedState &state)
    {
        kernels[where].emplace(state.row.task, state.row.sample);
        states.push_back(&state);
    }
    bool differ() const
    {
        return std::ranges::any_of(kernels, [&](const auto &each) {
            return each.second.size() != kernels.begin()->second.size();
        });
    }
};

RecordFinding differentDenominator(const JudgedCounts &counts, const std::string &of,
                                   std::string_view consequence)
{
    std::string listed;
    std::vector<std::pair<std::string, double>> numbers;
    for (const auto &[where, kernels] : counts.kernels) {
        listed += fmt::format("{}{} in {}", listed.empty() ? "" : ", ", kernels.size(), where);
        numbers.emplace_back(where, static_cast<double>(kernels.size()));
    }
    return recordFinding("different_denominator", FindingSeverity::Note,
                         fmt::format("{}: kernels judged: {}: {}", of, listed, consequence),
                         std::move(numbers), idsOf(counts.states));
}

} // namespace

std::vector<RecordFinding> lookForCompositionEffects(std::span<const RecordedState> states)
{
    std::vector<RecordFinding> out;
    for (const auto &[key, group] : rowsByMethod(states)) {
        for (const RoundChange &change : roundChanges(group.rows)) {
            const double composition = std::abs(change.composition());
            if (composition > std::abs(change.within)
                && composition >= minComposition * change.meanBefore)
                out.push_back(compositionEffect(change, group));
        }
    }
    return out;
}

std::vector<RecordFinding> lookForDifferentDenominators(std::span<const RecordedState> states)
{
    // By run, suite and method for rounds; by suite and method for runs.
    std::map<std::tuple<std::string, std::string, std::string>, JudgedCounts> rounds;
    std::map<std::tuple<std::string, std::string>, JudgedCounts> runs;
    for (const RecordedState &state : states) {
        const MetricRow &row = state.row;
        if (!isJudged(outcomeOf(row.verdict)))
            continue;
        rounds[{row.run, row.suite, row.method}].add(fmt::format("round {}", row.round), state);
        runs[{row.suite, row.method}].add(fmt::format("run {}", row.run), state);
    }
    std::vector<RecordFinding> out;
    for (const auto &[key, counts] : rounds) {
        if (counts.differ())
            out.push_back(differentDenominator(
                counts,
                fmt::format("{} ({}, run {})", std::get<1>(key), std::get<2>(key),
                            std::get<0>(key)),
                "rates of these rounds that divide by what was judged are of different sets"));
    }
    for (const auto &[key, counts] : runs) {
        if (counts.differ())
            out.push_back(differentDenominator(
                counts, fmt::format("{} ({})", std::get<0>(key), std::get<1>(key)),
                "rates of these runs that divide by what was judged are of different sets"));
    }
    return out;
}

} // namespace loupe
