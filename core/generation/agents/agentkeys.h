// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/generation/agents/agentprocess.h"

namespace loupe {

/// Whether a word of the command may be a key, which is never written to a file: it looks like one,
/// stands behind an option for one, or is the value of a variable that the agent gets or that is
/// named after one. A command that only resembles such is taken for one.
bool mayHoldKey(const AgentCommand &command);

} // namespace loupe
