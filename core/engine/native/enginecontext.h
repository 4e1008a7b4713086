// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/clocks/callclock.h"
#include "core/engine/machine/gpudevices.h"
#include "core/engine/machine/programs.h"
#include "core/engine/request/runrequest.h"
#include "core/judge/devicecomparer.h"
#include "core/model/device/ceilings.h"
#include "core/platforms/build/cpubuild.h"
#include "core/platforms/build/cudabuild.h"
#include "core/platforms/host/nativehost.h"

#include <optional>
#include <stop_token>

namespace loupe {

/// Settings of candidates on a GPU.
struct CudaContext {
    CudaToolchain toolchain;
    std::string device;              ///< "cuda:0"
    std::string deviceName;          ///< "NVIDIA H200"
    std::filesystem::path injection; ///< empty: nothing is recorded
    ClockChoice clock;
    std::shared_ptr<Sanitizer> sanitizer; ///< RunRequest::sanitizer
    bool counters = false;                ///< RunRequest: one more call under hardware counters
    std::optional<GpuView> view; ///< on a machine with several GPUs; null: candidates see all
};

/// Settings shared by all evaluations of a run.
struct EngineContext {
    ProgramPaths programs;
    CpuToolchain toolchain;
    SandboxMode sandbox = SandboxMode::Bubblewrap;
    SubjectLimits limits;
    TimingPolicy timing;
    std::string seed; ///< of the run; seeds of trials are derived from it and the task
    int threads = 1;  ///< per candidate
    std::optional<CudaContext> cuda;        ///< null: candidates run on the processor
    std::optional<DeviceCeilings> ceilings; ///< null unless the device was calibrated

    LibraryPolicy library = LibraryPolicy::Any;

    /// Returns the settings of the reference, and of candidates on the processor.
    HostSettings hostSettings() const
    {
        HostSettings settings;
        settings.hostProgram = programs.host;
        settings.mode = sandbox;
        settings.limits = limits;
        settings.threads = threads;
        return settings;
    }
    /// Returns the settings of candidates on the GPU.
    HostSettings deviceSettings() const;
    std::filesystem::path buildCache() const { return programs.cache / "build"; }
};

/// Finds programs, compiler and ABI, draws a random seed, and checks that the requested sandbox
/// works. Environment errors tell what is missing and how to install it.
Result<EngineContext> makeEngineContext(const RunRequest &request);

/// Does the same for candidates on a GPU ("cuda:0"), with nvcc and the clock.
Result<EngineContext> makeCudaContext(const RunRequest &request, const std::string &device,
                                      const std::stop_token &stop);

/// Asks kloupe-judge about the device ("cuda:0"). Returns Environment with the reason if it cannot
/// run native candidates.
Result<DeviceCapability> usableGpu(const ProgramPaths &programs, const std::string &device,
                                   const std::stop_token &stop);

} // namespace loupe
