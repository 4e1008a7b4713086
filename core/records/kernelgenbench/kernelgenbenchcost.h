// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/record/candidate.h"

#include <filesystem>
#include <string_view>

namespace loupe {

/// Adds the costs in a transcript of Claude Code (`cc_output*.jsonl`): the tokens of every message
/// once, although several events repeat it. Cached tokens are part of the input. Other lines are
/// ignored.
void addClaudeCodeCost(std::string_view transcript, GenerationCost &cost);

/// Adds the costs in a transcript of OpenCode (`oc_output*.json`, JSON lines): the sum over its
/// steps. The suite's own tools disagree on whether a step's counts are cumulative.
void addOpenCodeCost(std::string_view transcript, GenerationCost &cost);

/// Returns the sum over the transcripts in a workspace of the agent track. The transcripts are not
/// stored.
GenerationCost kernelGenBenchWorkspaceCost(const std::filesystem::path &workspace);

} // namespace loupe
