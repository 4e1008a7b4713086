// SPDX-License-Identifier: Apache-2.0
#include "core/engine/enginecontext.h"

#include "core/base/digest.h"
#include "core/engine/ceilings.h"
#include "core/engine/machine.h"
#include "core/sandbox/childprocess.h"

namespace loupe {

Result<EngineContext> makeEngineContext(const RunRequest &request)
{
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
                         usableProcessors(),   std::move(*ceilings)};
}

} // namespace loupe
