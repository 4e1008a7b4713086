// SPDX-License-Identifier: Apache-2.0
#include "core/engine/run/enginechoice.h"

#include "core/base/processors.h"
#include "core/engine/native/nativeengine.h"
#include "core/engine/run/severaldevices.h"
#include "core/engine/submissions/pythonengine.h"

#include <algorithm>
#include <utility>

namespace loupe {

Result<std::unique_ptr<SuiteEngine>> makeSuiteEngine(const ResolvedRequest &run,
                                                     const std::stop_token &stop)
{
    const auto *benchmark = std::get_if<Benchmark>(&run.plan.suite);
    if (benchmark == nullptr)
        return makeNativeEngine(run.request, run.devices.front(), stop);
    auto engines = makeEngines(run.devices, [&](const std::string &device) {
        RunRequest own = run.request;
        own.python.namedPlatform = run.plan.platform;
        own.python.device = device;
        const int jobs = own.jobs > 0 ? own.jobs : usableProcessors();
        own.jobs = std::max(1, jobs / static_cast<int>(run.devices.size()));
        return makePythonEngine(own, *benchmark, run.plan.items, stop);
    });
    if (!engines)
        return engines.error();
    return joinEngines(std::move(*engines), run.devices);
}

} // namespace loupe
