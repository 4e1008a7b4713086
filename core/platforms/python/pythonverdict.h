// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"
#include "core/platforms/host/nativehost.h"

#include <string>

namespace loupe {

/// How a child of a Python server ended.
struct PythonEnd {
    enum class Kind {
        Exited,
        Signalled,
        ServerLost, ///< its server died with it or no longer answers
    };
    Kind kind = Kind::ServerLost;
    int code = 0;              ///< exit code or signal number
    bool lackedMemory = false; ///< meanwhile the kernel killed in its sandbox for lack of memory
};

/// The verdict on a child that ended instead of answering. Pure.
CallOutcome verdictOfPythonEnd(const PythonEnd &end, const SubjectLimits &limits);

/// Returns the verdict in the "error" of an answer, which may be anything. InfraError only where
/// the output of a build that failed, its "build", names something that the machine lacks.
CallOutcome verdictOfPythonError(const Json &error);

} // namespace loupe
