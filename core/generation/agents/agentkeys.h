// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/generation/agents/agentprocess.h"

namespace loupe {

/// Returns true if a word of the command may be a key, which is never written to a file. It may
/// look like one, follow a key option, or equal a variable's value. False positives are accepted.
bool mayHoldKey(const AgentCommand &command);

} // namespace loupe
