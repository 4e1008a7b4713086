// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/store/read/storereader.h"

#include <string>

namespace loupe {

/// Where the figures of an evaluation come from, as text: its run, program, device and settings,
/// the commands that measure it again and print what is stored, and every timed sample in
/// milliseconds. Nothing is rounded.
std::string provenanceText(const EvaluationDetail &detail);

} // namespace loupe
