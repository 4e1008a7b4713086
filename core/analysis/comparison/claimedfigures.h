// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/record/metricrow.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace loupe {

/// A published number about records, described so that rows can reproduce it.
struct ClaimedFigure {
    std::string figure; ///< as in claimedFigureNames()
    int round = 0;      ///< of figures about one round
    int fromRound = 0;  ///< of figures about a step between rounds
    int toRound = 1;
    /// Counts of the first round, supplied by the claim, for records that contain only later
    /// changes.
    struct Base {
        int built = 0;
        int correct = 0;
        int of = 0; ///< tasks
        std::string source;
    };
    std::optional<Base> base;
};

/// The value that rows give for a claimed figure.
struct RecordedFigure {
    std::optional<double> value; ///< shares in per cent; nullopt if the rows lack the data
    bool isShare = false;
    int n = 0;           ///< number of rows or items it was computed over
    int of = 0;          ///< size of the population, as far as the rows know; 0 if equal to n
    int methods = 0;     ///< among the judged rows
    int devices = 0;     ///< among the judged rows
    std::string basis;   ///< "Kernels rescued between rounds 0 and 1, arithmetic mean in round 1"
    std::string lacking; ///< if there is no value: the data that the rows lack
};

/// Returns the names of the figures that recordedFigure() knows:
/// - built, correct: share of trajectories in a round (roundTable(), with the claim's base, if
///   any).
/// - mean_speedup: arithmetic mean over the correct results of a round.
/// - rescued_speedup, persistent_before, persistent_after: arithmetic means of a step.
/// - rescued_geometric: the geometric mean.
/// - mean_change, mean_change_within, mean_change_composition: the parts of roundChanges().
/// - slower: share with a speedup below 1 of the correct and timed results, in the last judged
///   round of each sample.
/// - never_correct: share of the judged tasks without a correct result of any method.
/// - deviance_category, deviance_method: explained deviance, including levels without a success.
/// - deviance_method_nonzero: the same without such levels.
/// - device_ratio: the largest of portabilityTable().
std::vector<std::string_view> claimedFigureNames();

/// Computes the claimed figure from rows. An unknown name gives a figure without a value.
RecordedFigure recordedFigure(std::span<const MetricRow> rows, const ClaimedFigure &claimed);

} // namespace loupe
