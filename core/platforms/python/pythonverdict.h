// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"
#include "core/platforms/host/nativehost.h"

#include <string>

namespace loupe {

/// End of a child of a Python server.
struct PythonEnd {
    enum class Kind {
        Exited,
        Signalled,
        ServerLost, ///< its server died with it or no longer answers
    };
    Kind kind = Kind::ServerLost;
    int code = 0;              ///< exit code or signal number
    bool lackedMemory = false; ///< the kernel killed processes of its sandbox for lack of memory
};

/// Returns the verdict on a child that ended instead of answering. Pure.
CallOutcome verdictOfPythonEnd(const PythonEnd &end, const SubjectLimits &limits);

/// Returns the verdict in the untrusted "error" of an answer. InfraError only if the output of a
/// failed build, its "build", shows that the machine lacks something.
CallOutcome verdictOfPythonError(const Json &error);

} // namespace loupe
