// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/record/evaluation.h"

#include <string>

namespace loupe {

// Parts of a feedback about the use of the device, each from one evaluation; empty if nothing is
// known. Sizes appear only as shares.

/// Describes the reached share of the measured ceilings, the roofline bound and the minimum time by
/// it (rooflinePoint()).
std::string rooflineText(const Evaluation &evaluation);

/// Describes in one sentence how often and how long the program ran on the device per call,
/// compared with the reference. Empty if nothing was recorded.
std::string launchesText(const Evaluation &evaluation);

/// Lists the longest kernels and copies, one per line, with launch parameters and profiler counters
/// if present. Names in it come from the program and are untrusted.
std::string kernelsText(const Evaluation &evaluation);

} // namespace loupe
