// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"
#include "core/base/result.h"
#include "core/judge/protocol.h"

#include <string>

namespace loupe {

/// Returns a suite's protocol. `suite` is "kernelbench", "kernelbenchx", "tritonbench-t",
/// "tritonbench-g", "multikernelbench" or "kernelgenbench"; case, dashes, underscores and blanks do
/// not matter. `version` is a version or protocol id, empty for the newest. `taskFacts` holds the
/// suite's facts about the task: "precision" ("fp32", "fp16", "bf16"), "torch" (its version),
/// "precision_thresholds", "reduce_dim", "dtype", "backend", "backward" (true: with gradients),
/// "shapes" (digest of the run's shapes); other keys are ignored. NotFound for an unknown suite,
/// version or toggle.
Result<Protocol> protocolFor(const std::string &suite, const std::string &version,
                             ProtocolMode mode, const Json &taskFacts = Json::object(),
                             const ToggleChoices &choices = {});

} // namespace loupe
