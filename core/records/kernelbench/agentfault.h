// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/verdict.h"

#include <string>
#include <string_view>

namespace loupe {

/// What an exception says of a candidate that a program met while it asked for kernels or evaluated
/// them.
struct AgentFault {
    Verdict verdict = Verdict::NotRecorded;
    std::string message; ///< one sentence
};

/// By the origin of the traceback: a reply of the model's endpoint, a full disk, and a device that
/// an earlier kernel had broken before this one was loaded are the machinery's. Where the
/// evaluation of a kernel raised and nothing says by whose fault, that is not recorded; nor is why
/// there is no kernel where the error says none of these.
AgentFault agentFaultOf(std::string_view error, std::string_view traceback);

} // namespace loupe
