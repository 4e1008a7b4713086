// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/candidate.h"

#include <filesystem>
#include <string_view>

namespace loupe {

/// Adds what a transcript of Claude Code (`cc_output*.jsonl`) says: tokens of every message once,
/// whatever number of events repeat it, cached ones among the input. Lines that are no such event
/// add nothing.
void addClaudeCodeCost(std::string_view transcript, GenerationCost &cost);

/// Adds what a transcript of OpenCode (`oc_output*.json`, JSON lines) says: the sum over its steps.
/// The suite's own tools disagree on whether a step counts alone or all before it, too.
void addOpenCodeCost(std::string_view transcript, GenerationCost &cost);

/// What the transcripts in a workspace of the agent track add up to. They are not kept.
GenerationCost kernelGenBenchWorkspaceCost(const std::filesystem::path &workspace);

} // namespace loupe
