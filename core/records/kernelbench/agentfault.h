// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/verdict.h"

#include <string>
#include <string_view>

namespace loupe {

/// Verdict from an exception of a program that generates or evaluates kernels.
struct AgentFault {
    Verdict verdict = Verdict::NotRecorded;
    std::string message; ///< one sentence
};

/// Classifies an exception by the origin of its traceback. A reply of the model's endpoint, a full
/// disk, and a device broken by an earlier kernel are infrastructure failures. If the evaluation
/// raised without a known cause, or no kernel exists for an unknown reason, the verdict is "not
/// recorded".
AgentFault agentFaultOf(std::string_view error, std::string_view traceback);

} // namespace loupe
