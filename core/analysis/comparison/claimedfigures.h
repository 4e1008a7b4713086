// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/metricrow.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace loupe {

/// A number that somebody published of records, as it can be computed from rows.
struct ClaimedFigure {
    std::string figure; ///< as in claimedFigureNames()
    int round = 0;      ///< of the figures of one round
    int fromRound = 0;  ///< of the figures of a step between rounds
    int toRound = 1;
    /// The first round where the records only hold what changed; given, not recorded.
    struct Base {
        int built = 0;
        int correct = 0;
        int of = 0; ///< tasks
        std::string source;
    };
    std::optional<Base> base;
};

/// What rows give for it.
struct RecordedFigure {
    std::optional<double> value; ///< shares in per cent; empty: the rows do not say
    bool isShare = false;
    int n = 0;           ///< what it was computed over
    int of = 0;          ///< what it is about, as far as the rows know; 0: the same
    int methods = 0;     ///< among the judged rows
    int devices = 0;     ///< likewise
    std::string basis;   ///< "Kernels rescued between rounds 0 and 1, arithmetic mean in round 1"
    std::string lacking; ///< without a value: what the rows would have to hold
};

/// built, correct: share of trajectories in a round (roundTable(), with the base where one is
/// given). mean_speedup: arithmetic, over the correct of a round. rescued_speedup,
/// persistent_before, persistent_after: arithmetic means of a step; rescued_geometric. mean_change,
/// mean_change_within, mean_change_composition: the parts of roundChanges(). slower: share of the
/// correct and timed, in the last judged round of each sample, with a speedup below 1.
/// never_correct: share of the judged tasks without a correct result of any method.
/// deviance_category, deviance_method: explained deviance, levels without a success included;
/// deviance_method_nonzero: without them. device_ratio: the largest of portabilityTable().
std::vector<std::string_view> claimedFigureNames();

/// A name that is none of them gives a figure without value.
RecordedFigure recordedFigure(std::span<const MetricRow> rows, const ClaimedFigure &claimed);

} // namespace loupe
