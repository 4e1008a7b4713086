// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/platforms/host/hostprotocol.h"
#include "core/platforms/host/hoststatus.h"
#include "core/platforms/host/nativehost.h"
#include "core/sandbox/childprocess.h"

namespace loupe {

/// What kloupe-host exits with when it has an answer and nobody takes it.
inline constexpr int hostCannotAnswer = 96;

/// The verdict on a subject that ended instead of answering. Pure.
CallOutcome verdictOfEnd(const ChildEnd &end, const HostStatus &status, const HostTrial &trial,
                         const SubjectLimits &limits);

/// Of a subject whose processes the kernel killed because all of them together needed more memory
/// than they may.
CallOutcome outOfGroupMemory(const SubjectLimits &limits);

/// The verdict in a subject's answer to a call: a return code, an exception, or changed outputs.
/// The answer may be anything.
CallOutcome verdictOfAnswer(const Json &answer, const HostTrial &trial);

} // namespace loupe
