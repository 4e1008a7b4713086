// SPDX-License-Identifier: Apache-2.0
#include "core/engine/suiteengine.h"

#include "core/engine/nativeengine.h"
#include "core/engine/pythonengine.h"

namespace loupe {

Result<std::unique_ptr<SuiteEngine>> makeSuiteEngine(const RunRequest &request, const Plan &plan,
                                                     const std::stop_token &stop)
{
    if (const auto *benchmark = std::get_if<Benchmark>(&plan.suite)) {
        RunRequest withPlatform = request;
        withPlatform.python.namedPlatform = plan.platform;
        return makePythonEngine(withPlatform, *benchmark, stop);
    }
    return makeNativeEngine(request, plan.platform, stop);
}

} // namespace loupe
