// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"
#include "core/base/result.h"
#include "core/judge/protocol.h"

#include <span>
#include <string>
#include <string_view>

namespace loupe {

/// What `kloupe` lists: every protocol there is, newest version of a suite last.
struct ProtocolEntry {
    std::string_view id;
    std::string_view suite;
    std::string_view version;
    std::string_view title;
};
std::span<const ProtocolEntry> allProtocols();

/// A suite's protocol. `suite` is "kernelbench", "kernelbenchx", "tritonbench-t", "tritonbench-g",
/// "multikernelbench", "kernelgenbench" or a spelling of these with other or no dashes; `version` a
/// version or protocol id, empty for the newest. `taskFacts` is what the suite states of the task:
/// "precision" ("fp32", "fp16", "bf16"), "torch" (its version), "precision_thresholds",
/// "reduce_dim", "dtype", "backend"; other keys are ignored. NotFound for an unknown suite, version
/// or toggle.
Result<Protocol> protocolFor(const std::string &suite, const std::string &version,
                             ProtocolMode mode, const Json &taskFacts = Json::object(),
                             const ToggleChoices &choices = {});

} // namespace loupe
