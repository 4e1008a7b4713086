// SPDX-License-Identifier: Apache-2.0
#include "core/engine/run/enginechoice.h"

#include "core/base/processors.h"
#include "core/engine/native/nativeengine.h"
#include "core/engine/run/severaldevices.h"
#include "core/engine/submissions/pythonengine.h"

#include <algorithm>
#include <utility>

namespace loupe {

Result<std::unique_ptr<SuiteEngine>> makeSuiteEngine(const RunRequest &request, const Plan &plan,
                                                     const std::stop_token &stop)
{
    if (const auto *benchmark = std::get_if<Benchmark>(&plan.suite)) {
        auto devices = devicesIn(request.python.device);
        if (!devices)
            return devices.error();
        auto engines = makeEngines(*devices, [&](const std::string &device) {
            RunRequest own = request;
            own.python.namedPlatform = plan.platform;
            own.python.device = device;
            const int jobs = request.jobs > 0 ? request.jobs : usableProcessors();
            own.jobs = std::max(1, jobs / static_cast<int>(devices->size()));
            return makePythonEngine(own, *benchmark, plan.items, stop);
        });
        if (!engines)
            return engines.error();
        return joinEngines(std::move(*engines), std::move(*devices));
    }
    if (request.python.device.find(',') != std::string::npos)
        return Error{Errc::Unsupported,
                     "native candidates run on one device at a time, not on "
                         + request.python.device,
                     "device",
                     "name one device",
                     {}};
    return makeNativeEngine(request, plan.platform, stop);
}

} // namespace loupe
