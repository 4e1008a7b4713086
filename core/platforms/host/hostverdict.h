// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/platforms/host/hostprotocol.h"
#include "core/platforms/host/hoststatus.h"
#include "core/platforms/host/nativehost.h"
#include "core/sandbox/childprocess.h"

namespace loupe {

/// Exit code of kloupe-host when the engine does not take its answer.
inline constexpr int hostCannotAnswer = 96;

/// Returns the verdict on a subject that ended instead of answering. Pure.
CallOutcome verdictOfEnd(const ChildEnd &end, const HostStatus &status, const HostTrial &trial,
                         const SubjectLimits &limits);

/// Returns the verdict on a subject whose processes the kernel killed because together they
/// exceeded the memory limit.
CallOutcome outOfGroupMemory(const SubjectLimits &limits);

/// Returns the verdict of a subject's answer to a call: a return code, an exception, or changed
/// outputs. The answer is untrusted.
CallOutcome verdictOfAnswer(const Json &answer, const HostTrial &trial);

} // namespace loupe
