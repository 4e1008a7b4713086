// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/engine/request/runrequest.h"

#include <string>
#include <string_view>
#include <vector>

namespace loupe {

/// Returns "float32,bfloat16"; "auto" for none, which leaves the choice to the submissions.
std::string precisionWords(const std::vector<RunPrecision> &precisions);

/// Reads precisionWords(), also in KernelBench's words ("fp32,bf16") and as a list of YAML or JSON
/// ("[fp32, bf16]"). An empty text is "auto". InvalidInput for an unknown precision and for one
/// that comes twice.
Result<std::vector<RunPrecision>> precisionsFromWords(std::string_view words);

} // namespace loupe
