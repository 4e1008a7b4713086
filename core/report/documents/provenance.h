// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/store/read/storereader.h"

#include <string>
#include <vector>

namespace loupe {

/// What populations make the speedup of a result without a baseline over, one sentence a kind:
/// "1.5x over eager, 3 ms, from H100/baseline_time_torch.json:3 (run …)".
std::vector<std::string> joinedBaselineTexts(const EvaluationDetail &detail);

/// Where the figures of an evaluation come from, as text: its run, program, device and settings,
/// the commands that measure it again and print what is stored, and every timed sample in
/// milliseconds. Nothing is rounded.
std::string provenanceText(const EvaluationDetail &detail);

} // namespace loupe
