// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/clocks/callclock.h"
#include "core/engine/machine/gpuview.h"
#include "core/engine/machine/programs.h"
#include "core/engine/request/runrequest.h"
#include "core/judge/devicecomparer.h"
#include "core/model/ceilings.h"
#include "core/platforms/build/cpubuild.h"
#include "core/platforms/build/cudabuild.h"
#include "core/platforms/host/nativehost.h"

#include <optional>
#include <stop_token>

namespace loupe {

/// What candidates on a GPU need besides.
struct CudaContext {
    CudaToolchain toolchain;
    std::string device;              ///< "cuda:0"
    std::string deviceName;          ///< "NVIDIA H200"
    std::filesystem::path injection; ///< empty: nothing is recorded
    ClockChoice clock;
    std::optional<GpuView> view; ///< of a machine with several; none: candidates see all
};

/// What every evaluation of a run shares.
struct EngineContext {
    ProgramPaths programs;
    CpuToolchain toolchain;
    SandboxMode sandbox = SandboxMode::Bubblewrap;
    SubjectLimits limits;
    TimingPolicy timing;
    std::string seed;                ///< of the run; trials derive theirs from it and the task
    int threads = 1;                 ///< of one candidate
    std::optional<CudaContext> cuda; ///< none: candidates run on the processor
    std::optional<DeviceCeilings> ceilings; ///< where the device has been measured

    LibraryPolicy library = LibraryPolicy::Any;

    /// Of the reference, and of candidates on the processor.
    HostSettings hostSettings() const
    {
        HostSettings settings;
        settings.hostProgram = programs.host;
        settings.mode = sandbox;
        settings.limits = limits;
        settings.threads = threads;
        return settings;
    }
    /// Of candidates on the GPU.
    HostSettings deviceSettings() const;
    std::filesystem::path buildCache() const { return programs.cache / "build"; }
};

/// Finds programs, compiler and ABI, and checks that candidates can be confined as asked. A fresh
/// random seed. Environment errors say what is missing and what adds it.
Result<EngineContext> makeEngineContext(const RunRequest &request);

/// The same for candidates on a GPU: also nvcc, the device, and the clock.
Result<EngineContext> makeCudaContext(const RunRequest &request, const std::stop_token &stop);

/// Whether the device ("cuda:0") can run native candidates: kloupe-judge is asked. Environment with
/// the reason where it cannot.
Result<DeviceCapability> usableGpu(const ProgramPaths &programs, const std::string &device,
                                   const std::stop_token &stop);

} // namespace loupe
