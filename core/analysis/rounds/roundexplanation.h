// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/rounds/roundcomposition.h"

#include <string>

namespace loupe {

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
