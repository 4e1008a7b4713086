// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/programs.h"
#include "core/engine/runrequest.h"
#include "core/model/ceilings.h"
#include "core/platforms/cpubuild.h"
#include "core/platforms/nativehost.h"

#include <optional>

namespace loupe {

/// What every evaluation of a run shares.
struct EngineContext {
    ProgramPaths programs;
    CpuToolchain toolchain;
    SandboxMode sandbox = SandboxMode::Bubblewrap;
    SubjectLimits limits;
    TimingPolicy timing;
    std::string seed; ///< of the run; trials derive theirs from it and the task
    int threads = 1;  ///< of one candidate
    std::optional<DeviceCeilings> ceilings; ///< where this machine has been measured

    HostSettings hostSettings() const { return {programs.host, sandbox, limits, threads}; }
    std::filesystem::path buildCache() const { return programs.cache / "build"; }
};

/// Finds programs, compiler and ABI, and checks that candidates can be confined as asked. A fresh
/// random seed. Environment errors say what is missing and what adds it.
Result<EngineContext> makeEngineContext(const RunRequest &request);

} // namespace loupe
