// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/rows/trajectories.h"
#include "core/model/record/metricrow.h"

#include <cmath>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace loupe {

/// Number of kernels that entered or left an average, and their effect on it.
struct CompositionPart {
    int kernels = 0;
    double effect = 0.0; ///< as in RoundChange: the sum of all parts is the composition effect
};

enum class RoundMean : std::uint8_t {
    Geometric, ///< effects are natural logarithms of factors
    Arithmetic ///< effects are speedups; for numbers that a suite defines so
};

/// Decomposition of the change of the mean speedup from one round to the next. For the geometric
/// mean, s, m and the effects below are logarithms.
///
/// A and B are the kernels that are correct and timed in the earlier (0) and the later (1) round. P
/// is the set of kernels in both, s_i(r) the speedup of kernel i in round r, and m_X(r) the mean of
/// s_i(r) over X:
///
///     m_B(1) - m_A(0) = [m_P(1) - m_P(0)]                          within
///                     + sum over B\A of (s_i(1) - m_P(1)) / |B|    entered
///                     - sum over A\B of (s_i(0) - m_P(0)) / |A|    left
///
/// The three lines add up exactly. The last two are the composition: they change the average even
/// if no kernel changed.
struct RoundChange {
    RoundMean mean = RoundMean::Arithmetic;
    int fromRound = 0;
    int toRound = 0;
    int before = 0;     ///< |A|
    int after = 0;      ///< |B|
    int persistent = 0; ///< |P|, at least 1
    double meanBefore = 0.0;
    double meanAfter = 0.0;
    double within = 0.0;     ///< change of the mean over the same kernels
    CompositionPart rescued; ///< entered: judged in the earlier round, but not correct or not timed
    CompositionPart appeared;    ///< entered: the earlier round is unknown
    CompositionPart broken;      ///< left: judged in the later round, but not correct or not timed
    CompositionPart disappeared; ///< left: the later round is unknown

    double change() const
    {
        return mean == RoundMean::Geometric ? std::log(meanAfter / meanBefore)
                                            : meanAfter - meanBefore;
    }
    double composition() const
    {
        return rescued.effect + appeared.effect + broken.effect + disappeared.effect;
    }
};

/// Returns the changes from each round among the rows to the next one. Steps without a kernel timed
/// in both rounds are omitted, because they have no common mean. Reports and claims compare with
/// published numbers, which are arithmetic.
std::vector<RoundChange> roundChanges(std::span<const MetricRow> rows,
                                      RoundMean mean = RoundMean::Arithmetic);
std::vector<RoundChange> changesByRound(TrajectorySpan trajectories, RoundMean mean);

// Explanations of a change with RoundMean::Geometric.

/// Returns an effect as a factor's distance from 1: "+4.3 %".
std::string effectText(double effect);

/// Returns "Geometric mean speedup fell from 1.58× to 1.44×. Why?", without the question if it did
/// not change.
std::string changeQuestion(const RoundChange &change);

/// Returns the answer in a sentence, from the decomposition alone: "Most of the fall comes from
/// other kernels: slower newly correct kernels join; the 24 kernels timed in both rounds did not
/// slow down (+0.4 %)." A part is called most of it if it is at least three times the other. Less
/// than half a percent of the mean counts as no change.
std::string changeAnswer(const RoundChange &change);

} // namespace loupe
