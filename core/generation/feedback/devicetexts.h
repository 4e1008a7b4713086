// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/evaluation.h"

#include <string>

namespace loupe {

// Parts of a feedback about what a program makes of its device, each from one evaluation; empty
// where nothing is known. Sizes are told as shares alone.

/// How much of the measured ceilings the program reaches, what decides by the roofline, and the
/// least time by it (rooflinePoint()).
std::string rooflineText(const Evaluation &evaluation);

/// How often and how long the program ran on the device in a call, beside the reference. One
/// sentence; empty where nothing was recorded.
std::string launchesText(const Evaluation &evaluation);

/// The kernels and copies that took longest, one a line, with their launch and, where a profiler
/// counted, what they used. Names in it are the program's own: untrusted.
std::string kernelsText(const Evaluation &evaluation);

} // namespace loupe
