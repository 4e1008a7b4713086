// SPDX-License-Identifier: Apache-2.0
#include "core/engine/run/baselinecheck.h"

#include "core/base/json.h"
#include "core/engine/contract/jsontext.h"
#include "core/engine/machine/gpudevices.h"
#include "core/engine/machine/machine.h"
#include "core/engine/request/profile.h"

#include <algorithm>

namespace loupe {

namespace {

constexpr std::size_t shownHash = 12;

/// Returns the name of the device that the run will choose on this machine; empty if unknown.
std::string comingDevice(const ResolvedRequest &coming)
{
    if (!coming.request.place.empty() && coming.request.place != "local")
        return {};
    const std::string &device = coming.devices.front();
    if (device == "cpu")
        return processorName();
    const auto gpu = gpuDevice(device.empty() || device == "cuda" ? "cuda:0" : device);
    if (gpu)
        return gpu->name;
    // A Python without a GPU uses the processor unless another device is requested.
    return device.empty() ? processorName() : std::string();
}

std::string referenceOf(const std::string &profile)
{
    const auto json = parseJson(profile, "run profile");
    if (!json)
        return {};
    const auto timing = json->find("timing");
    return timing == json->end() ? std::string() : textAt(*timing, "baseline");
}

} // namespace

BaselineCheck compareWithBaseline(const Run &baseline, const ComingRun &coming)
{
    BaselineCheck out{baseline.name, {}};
    const auto compare = [&](const char *what, const std::string &there, const std::string &here) {
        if (there != here && !there.empty())
            out.differences.push_back({what, there, here});
    };
    if (coming.isTimed)
        compare("device", baseline.environment.deviceName, coming.device);
    compare("suite", baseline.suite, coming.suite);
    if (baseline.origin != "engine")
        return out;
    const auto profile = parseProfile(baseline.profileJson);
    if (profile && baseline.suite == coming.suite)
        compare("content of the suite", profile->suiteHash.substr(0, shownHash),
                coming.suiteHash.substr(0, shownHash));
    if (coming.isTimed && !coming.reference.empty())
        compare("reference", referenceOf(baseline.profileJson), coming.reference);
    compare("KernelLoupe", baseline.toolVersion, coming.toolVersion);
    return out;
}

std::optional<BaselineCheck> checkBaseline(const ResolvedRequest &coming, const StoredRuns &runs)
{
    if (!runs) // a store that does not exist yet has no baseline
        return std::nullopt;
    const auto baseline
        = std::ranges::find_if(*runs, [](const RunSummary &run) { return run.isBaseline; });
    if (baseline == runs->end())
        return std::nullopt;
    const Plan &plan = coming.plan;
    return compareWithBaseline(
        baseline->run,
        {comingDevice(coming), plan.suiteName(), plan.suiteHash(),
         plan.isNative() ? std::string() : std::string(name(coming.request.python.baseline)),
         LOUPE_VERSION, coming.request.timing.enabled});
}

} // namespace loupe
