// SPDX-License-Identifier: Apache-2.0
#include "core/engine/run/resolvedrequest.h"

#include "core/engine/machine/programs.h"
#include "core/engine/request/requestedbaselines.h"
#include "core/engine/run/severaldevices.h"
#include "core/suites/layout/suiteregistry.h"

#include <filesystem>
#include <system_error>
#include <utility>

namespace loupe {

namespace {

/// Returns true if a stored run or a file names the native suite of an installation that this
/// machine does not have, as the runs of the recorded demo do.
bool namesOtherInstallation(const RunRequest &request)
{
    std::error_code failed;
    return !request.fromFile.source.empty()
        && request.suite.string().ends_with("/share/kernelloupe/tasks")
        && !std::filesystem::exists(request.suite, failed);
}

/// Makes the suite of the request a folder, and returns its layout.
Result<SuiteLayout> findSuite(RunRequest &request)
{
    if (request.suite.empty() || namesOtherInstallation(request)) {
        auto shipped = findNativeSuite();
        if (!shipped)
            return shipped.error();
        request.suite = std::move(*shipped);
        return SuiteLayout::Native;
    }
    auto suite = resolveSuite(request.suite.string());
    if (!suite)
        return suite.error();
    request.suite = std::move(suite->folder);
    // A registered layout is recorded with the run: the folder may hold several.
    if (request.layout.empty() && suite->isRegistered)
        request.layout = name(suite->layout);
    return suite->layout;
}

Result<std::vector<std::string>> devicesOf(const RunRequest &request, const Plan &plan)
{
    const std::string &asked = request.python.device;
    if (!plan.isNative())
        return devicesIn(asked);
    if (asked.find(',') != std::string::npos)
        return Error{Errc::Unsupported,
                     "native candidates run on one device at a time, not on " + asked, "device",
                     "name one device"};
    if (plan.platform != "cuda")
        return std::vector<std::string>{"cpu"};
    return std::vector<std::string>{asked.empty() || asked == "cuda" ? "cuda:0" : asked};
}

} // namespace

Result<ResolvedRequest> resolveRequest(RunRequest request)
{
    const auto layout = findSuite(request);
    if (!layout)
        return layout.error();
    auto plan = makePlan(request, *layout);
    if (!plan)
        return plan.error();
    auto devices = devicesOf(request, *plan);
    if (!devices)
        return devices.error();
    if (Status possible = checkSuite(request.python, *plan); !possible)
        return possible.error();
    if (Status possible = checkDevice(request.python, devices->front()); !possible)
        return possible.error();
    return ResolvedRequest{std::move(request), std::move(*plan), std::move(*devices)};
}

Result<ResolvedRequest> resolveTasks(RunRequest request)
{
    const auto layout = findSuite(request);
    if (!layout)
        return layout.error();
    auto plan = planTasks(request, *layout);
    if (!plan)
        return plan.error();
    return ResolvedRequest{std::move(request), std::move(*plan)};
}

} // namespace loupe
