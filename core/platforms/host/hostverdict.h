// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"
#include "core/platforms/host/hostprotocol.h"
#include "core/platforms/host/hoststatus.h"
#include "core/platforms/host/nativehost.h"
#include "core/sandbox/child/childprocess.h"

#include <optional>

namespace loupe {

/// Exit code of kloupe-host if it cannot write its answer, because the engine reads no longer.
inline constexpr int hostCannotAnswer = 96;

/// Returns the verdict on a candidate process that ended without an answer. Pure.
CallOutcome verdictOfEnd(const ChildEnd &end, const HostStatus &status, const HostTrial &trial,
                         const SubjectLimits &limits);

/// Returns the verdict on a candidate whose processes together exceeded the memory limit, so that
/// the operating system killed them.
CallOutcome outOfGroupMemory(const SubjectLimits &limits);

/// Returns the verdict that follows from a candidate process's answer to a call: a return code, an
/// exception, or changed outputs. The answer is untrusted.
CallOutcome verdictOfAnswer(const Json &answer, const HostTrial &trial);

/// Returns the verdict from a GPU subject's report after a call: a CUDA error, an out-of-bounds
/// write, a changed input (hostprotocol.h). nullopt if it reports none. The answer is untrusted.
/// Pure.
std::optional<CallOutcome> verdictOfDevice(const Json &answer, const HostTrial &trial);

} // namespace loupe
