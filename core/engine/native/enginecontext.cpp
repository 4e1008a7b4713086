// SPDX-License-Identifier: Apache-2.0
#include "core/engine/native/enginecontext.h"

#include "core/base/digest.h"
#include "core/base/processors.h"
#include "core/engine/machine/ceilings.h"
#include "core/judge/judgeprocess.h"
#include "core/sandbox/child/childprocess.h"
#include "core/sandbox/child/confinement.h"

namespace loupe {

Result<EngineContext> makeEngineContext(const RunRequest &request)
{
    if (const Status may = permitted(request.sandboxChoice()); !may)
        return may.error();
    if (request.sandbox == SandboxMode::Bubblewrap) {
        if (const Status available = sandboxAvailable(); !available)
            return available.error();
    }
    auto programs = findPrograms();
    if (!programs)
        return programs.error();
    const auto abi = findAbi(request.suite);
    if (!abi)
        return abi.error();
    auto toolchain = findCpuToolchain(*abi);
    if (!toolchain)
        return toolchain.error();
    auto ceilings = keptCeilings("cpu", ceilingsFolder());
    if (!ceilings)
        return ceilings.error();
    return EngineContext{std::move(*programs), std::move(*toolchain), request.sandbox,
                         request.limits,       request.timing,        randomHex(16),
                         usableProcessors(),   std::nullopt,          std::move(*ceilings)};
}

Result<DeviceCapability> usableGpu(const ProgramPaths &programs, const std::string &device,
                                   const std::stop_token &stop)
{
    const auto judge = JudgeProcess::start(programs.judge);
    if (!judge)
        return judge.error();
    auto capability = (*judge)->capability(device, stop);
    if (!capability)
        return capability.error();
    if (!capability->canCompare)
        return Error{Errc::Environment,
                     "the platform cuda cannot be used here: " + capability->reason, device,
                     "use a machine with an NVIDIA GPU and its driver, and a build of KernelLoupe "
                     "with CUDA (preset gpu-node)"};
    return capability;
}

HostSettings EngineContext::deviceSettings() const
{
    HostSettings settings = hostSettings();
    settings.device = cuda->device;
    settings.injection = cuda->injection;
    settings.sanitizer = cuda->sanitizer;
    if (cuda->view) {
        settings.device = "cuda:0"; // the only visible one
        settings.visibleDevices = cuda->view->uuid;
        settings.hiddenNodes = cuda->view->hidden;
    }
    return settings;
}

Result<EngineContext> makeCudaContext(const RunRequest &request, const std::string &device,
                                      const std::stop_token &stop)
{
    auto context = makeEngineContext(request);
    if (!context)
        return context;
    CudaContext cuda;
    cuda.device = device;
    // The compiler comes first, because users can install it.
    if (const auto compiler = findCudaCompiler(); !compiler) {
        Error error = compiler.error();
        error.message = "the platform cuda cannot be used here: " + error.message;
        return error;
    }
    const auto gpu = usableGpu(context->programs, cuda.device, stop);
    if (!gpu)
        return gpu.error();
    cuda.deviceName = gpu->name;
    auto toolchain = findCudaToolchain(context->toolchain.abiFolder, gpu->computeCapability);
    if (!toolchain)
        return toolchain.error();
    cuda.toolchain = std::move(*toolchain);
    cuda.injection = findInjection(context->programs);
    cuda.view = gpuView(cuda.device);
    if (request.timing.method == TimingMethod::DoBench)
        return Error{Errc::Unsupported,
                     "the clock do_bench repeats its inputs, and native candidates are timed on "
                     "inputs that they have never seen",
                     "timing", "use --timing cupti or --timing cuda_event"};
    auto clock = ClockChoice::make(request.timing, cuda.device, !cuda.injection.empty());
    if (!clock)
        return clock.error();
    cuda.clock = std::move(*clock);
    cuda.sanitizer = request.sanitizer;
    cuda.counters = request.python.counters;
    cuda.clock.rotatedInputs = 1; // each call has inputs of its own
    auto ceilings = keptCeilings(cuda.device, ceilingsFolder());
    if (!ceilings)
        return ceilings.error();
    context->ceilings = std::move(*ceilings);
    context->cuda = std::move(cuda);
    return context;
}

} // namespace loupe
