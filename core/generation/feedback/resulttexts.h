// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/record/evaluation.h"

#include <cstddef>
#include <string>

namespace loupe {

// Parts of a feedback, each from one evaluation; empty if they do not apply. None of them reveals a
// seed, an input, an expected or computed value, or a path of this machine.

/// Returns messages of compiler or loader: the first cause first, at most 20, else the log.
std::string buildText(const Evaluation &evaluation, std::size_t bytes);

/// Describes a crash, a timeout, or a wrong shape or type.
std::string runText(const Evaluation &evaluation, std::size_t bytes);

/// Describes the first trial with wrong values: outputs, share, location, pattern, and the power of
/// ten of the excess error.
std::string compareText(const Evaluation &evaluation);

/// Compares its time with the baseline's. Claims faster or slower only if the interval supports it.
std::string timeText(const Evaluation &evaluation);

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
