// SPDX-License-Identifier: Apache-2.0
#include "core/gpu/injection/rangecounters.h"

#include "core/gpu/injection/cuptilibrary.h"
#include "core/gpu/injection/cuptisteps.h"

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <iterator>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <cupti_profiler_host.h>
#include <cupti_profiler_target.h>
#include <cupti_range_profiler.h>
#include <cupti_target.h>
#include <cxxabi.h>
#include <dlfcn.h>

namespace loupe::injection {

namespace {

constexpr std::size_t maxRanges = 64; ///< launches; further ones count as dropped

/// Nine passes on a GH100.
constexpr const char *metrics[]
    = {"gpu__time_duration.sum",
       "dram__bytes_read.sum",
       "dram__bytes_write.sum",
       "sm__warps_active.avg.pct_of_peak_sustained_active",
       "sm__throughput.avg.pct_of_peak_sustained_elapsed",
       "gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed",
       "sm__pipe_tensor_cycles_active.avg.pct_of_peak_sustained_active"};

/// Returns a zeroed parameter block of CUPTI with its size.
template <typename Parameters>
Parameters sized(std::size_t size)
{
    Parameters out = {};
    out.structSize = size;
    return out;
}

struct Launch {
    std::string name;
    std::array<unsigned, 3> grid = {};
    std::array<unsigned, 3> block = {};
};

/// Functions beyond those of CuptiLibrary.
struct Functions {
    decltype(&cuptiGetVersion) version = nullptr;
    decltype(&cuptiSubscribe) subscribe = nullptr;
    decltype(&cuptiUnsubscribe) unsubscribe = nullptr;
    decltype(&cuptiEnableCallback) enableCallback = nullptr;
    decltype(&cuptiProfilerInitialize) initialize = nullptr;
    decltype(&cuptiDeviceGetChipName) chipName = nullptr;
    decltype(&cuptiProfilerHostInitialize) hostInitialize = nullptr;
    decltype(&cuptiProfilerHostDeinitialize) hostDeinitialize = nullptr;
    decltype(&cuptiProfilerHostConfigAddMetrics) addMetrics = nullptr;
    decltype(&cuptiProfilerHostGetConfigImageSize) configSize = nullptr;
    decltype(&cuptiProfilerHostGetConfigImage) configImage = nullptr;
    decltype(&cuptiProfilerHostGetNumOfPasses) passes = nullptr;
    decltype(&cuptiProfilerHostEvaluateToGpuValues) evaluate = nullptr;
    decltype(&cuptiRangeProfilerEnable) enable = nullptr;
    decltype(&cuptiRangeProfilerDisable) disable = nullptr;
    decltype(&cuptiRangeProfilerSetConfig) setConfig = nullptr;
    decltype(&cuptiRangeProfilerStart) start = nullptr;
    decltype(&cuptiRangeProfilerStop) stop = nullptr;
    decltype(&cuptiRangeProfilerDecodeData) decode = nullptr;
    decltype(&cuptiRangeProfilerGetCounterDataSize) dataSize = nullptr;
    decltype(&cuptiRangeProfilerCounterDataImageInitialize) dataInitialize = nullptr;
    decltype(&cuptiRangeProfilerGetCounterDataInfo) dataInfo = nullptr;
    CUresult (*currentContext)(CUcontext *) = nullptr;
    CUresult (*currentDevice)(CUdevice *) = nullptr;
    CUresult (*synchronise)() = nullptr;

    /// Loads the functions, and that which names results.
    bool load(decltype(&cuptiGetResultString) &resultString)
    {
        void *cupti = openCupti();
        void *driver = dlopen("libcuda.so.1", RTLD_LAZY | RTLD_LOCAL);
        if (cupti == nullptr || driver == nullptr)
            return false;
        return find(cupti, "cuptiGetResultString", resultString)
            && find(cupti, "cuptiGetVersion", version) && find(cupti, "cuptiSubscribe", subscribe)
            && find(cupti, "cuptiUnsubscribe", unsubscribe)
            && find(cupti, "cuptiEnableCallback", enableCallback)
            && find(cupti, "cuptiProfilerInitialize", initialize)
            && find(cupti, "cuptiDeviceGetChipName", chipName)
            && find(cupti, "cuptiProfilerHostInitialize", hostInitialize)
            && find(cupti, "cuptiProfilerHostDeinitialize", hostDeinitialize)
            && find(cupti, "cuptiProfilerHostConfigAddMetrics", addMetrics)
            && find(cupti, "cuptiProfilerHostGetConfigImageSize", configSize)
            && find(cupti, "cuptiProfilerHostGetConfigImage", configImage)
            && find(cupti, "cuptiProfilerHostGetNumOfPasses", passes)
            && find(cupti, "cuptiProfilerHostEvaluateToGpuValues", evaluate)
            && find(cupti, "cuptiRangeProfilerEnable", enable)
            && find(cupti, "cuptiRangeProfilerDisable", disable)
            && find(cupti, "cuptiRangeProfilerSetConfig", setConfig)
            && find(cupti, "cuptiRangeProfilerStart", start)
            && find(cupti, "cuptiRangeProfilerStop", stop)
            && find(cupti, "cuptiRangeProfilerDecodeData", decode)
            && find(cupti, "cuptiRangeProfilerGetCounterDataSize", dataSize)
            && find(cupti, "cuptiRangeProfilerCounterDataImageInitialize", dataInitialize)
            && find(cupti, "cuptiRangeProfilerGetCounterDataInfo", dataInfo)
            && find(driver, "cuCtxGetCurrent", currentContext)
            && find(driver, "cuCtxGetDevice", currentDevice)
            && find(driver, "cuCtxSynchronize", synchronise);
    }
};

std::string quoted(const std::string &text)
{
    std::string out = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\')
            out += '\\';
        out += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
    }
    return out + "\"";
}

std::string listOf(const std::array<unsigned, 3> &extents)
{
    std::string out = "[" + std::to_string(extents[0]);
    out += "," + std::to_string(extents[1]);
    out += "," + std::to_string(extents[2]) + "]";
    return out;
}

std::string plainName(const char *name)
{
    int status = 0;
    char *text = abi::__cxa_demangle(name, nullptr, nullptr, &status);
    std::string out = status == 0 && text != nullptr ? text : name;
    std::free(text);
    return out;
}

/// Callback that stores each launch in order.
void CUPTIAPI noteLaunch(void *user, CUpti_CallbackDomain /*domain*/, CUpti_CallbackId id,
                         const void *given)
{
    const auto *call = static_cast<const CUpti_CallbackData *>(given);
    if (call->callbackSite != CUPTI_API_ENTER)
        return;
    auto &launches = *static_cast<std::vector<Launch> *>(user);
    Launch launch;
    launch.name = call->symbolName != nullptr ? plainName(call->symbolName) : "(no name)";
    const auto take = [&launch](const auto &extents) {
        launch.grid = {extents.gridDimX, extents.gridDimY, extents.gridDimZ};
        launch.block = {extents.blockDimX, extents.blockDimY, extents.blockDimZ};
    };
    switch (id) {
    case CUPTI_DRIVER_TRACE_CBID_cuLaunchKernel:
    case CUPTI_DRIVER_TRACE_CBID_cuLaunchKernel_ptsz:
        take(*static_cast<const cuLaunchKernel_params *>(call->functionParams));
        break;
    case CUPTI_DRIVER_TRACE_CBID_cuLaunchKernelEx:
    case CUPTI_DRIVER_TRACE_CBID_cuLaunchKernelEx_ptsz:
        take(*static_cast<const cuLaunchKernelEx_params *>(call->functionParams)->config);
        break;
    case CUPTI_DRIVER_TRACE_CBID_cuLaunchCooperativeKernel:
    case CUPTI_DRIVER_TRACE_CBID_cuLaunchCooperativeKernel_ptsz:
        take(*static_cast<const cuLaunchCooperativeKernel_params *>(call->functionParams));
        break;
    default:
        break;
    }
    launches.push_back(std::move(launch));
}

constexpr CUpti_CallbackId launchCalls[] = {CUPTI_DRIVER_TRACE_CBID_cuLaunchKernel,
                                            CUPTI_DRIVER_TRACE_CBID_cuLaunchKernel_ptsz,
                                            CUPTI_DRIVER_TRACE_CBID_cuLaunchKernelEx,
                                            CUPTI_DRIVER_TRACE_CBID_cuLaunchKernelEx_ptsz,
                                            CUPTI_DRIVER_TRACE_CBID_cuLaunchCooperativeKernel,
                                            CUPTI_DRIVER_TRACE_CBID_cuLaunchCooperativeKernel_ptsz};

} // namespace

struct RangeCounters::State : CuptiSteps {
    Functions cupti;
    CUpti_Profiler_Host_Object *host = nullptr;
    CUpti_RangeProfiler_Object *profiler = nullptr;
    CUpti_SubscriberHandle subscriber = nullptr;
    std::vector<std::uint8_t> config;
    std::vector<std::uint8_t> data;
    std::vector<Launch> launches;
    std::size_t passes = 0;

    bool makeConfig(const char *chip)
    {
        auto initialize = sized<CUpti_Profiler_Host_Initialize_Params>(
            CUpti_Profiler_Host_Initialize_Params_STRUCT_SIZE);
        initialize.profilerType = CUPTI_PROFILER_TYPE_RANGE_PROFILER;
        initialize.pChipName = chip;
        if (!went(cupti.hostInitialize(&initialize), "starting the host's side"))
            return false;
        host = initialize.pHostObject;
        auto add = sized<CUpti_Profiler_Host_ConfigAddMetrics_Params>(
            CUpti_Profiler_Host_ConfigAddMetrics_Params_STRUCT_SIZE);
        add.pHostObject = host;
        add.ppMetricNames = const_cast<const char **>(metrics);
        add.numMetrics = std::size(metrics);
        auto size = sized<CUpti_Profiler_Host_GetConfigImageSize_Params>(
            CUpti_Profiler_Host_GetConfigImageSize_Params_STRUCT_SIZE);
        size.pHostObject = host;
        if (!went(cupti.addMetrics(&add), "choosing metrics")
            || !went(cupti.configSize(&size), "sizing the configuration"))
            return false;
        config.resize(size.configImageSize);
        auto image = sized<CUpti_Profiler_Host_GetConfigImage_Params>(
            CUpti_Profiler_Host_GetConfigImage_Params_STRUCT_SIZE);
        image.pHostObject = host;
        image.configImageSize = config.size();
        image.pConfigImage = config.data();
        if (!went(cupti.configImage(&image), "making the configuration"))
            return false;
        auto count = sized<CUpti_Profiler_Host_GetNumOfPasses_Params>(
            CUpti_Profiler_Host_GetNumOfPasses_Params_STRUCT_SIZE);
        count.configImageSize = config.size();
        count.pConfigImage = config.data();
        if (!went(cupti.passes(&count), "counting passes"))
            return false;
        passes = count.numOfPasses;
        return true;
    }

    bool makeData()
    {
        auto size = sized<CUpti_RangeProfiler_GetCounterDataSize_Params>(
            CUpti_RangeProfiler_GetCounterDataSize_Params_STRUCT_SIZE);
        size.pRangeProfilerObject = profiler;
        size.pMetricNames = const_cast<const char **>(metrics);
        size.numMetrics = std::size(metrics);
        size.maxNumOfRanges = maxRanges;
        size.maxNumRangeTreeNodes = maxRanges;
        if (!went(cupti.dataSize(&size), "sizing the counters"))
            return false;
        data.resize(size.counterDataSize);
        auto initialize = sized<CUpti_RangeProfiler_CounterDataImage_Initialize_Params>(
            CUpti_RangeProfiler_CounterDataImage_Initialize_Params_STRUCT_SIZE);
        initialize.pRangeProfilerObject = profiler;
        initialize.counterDataSize = data.size();
        initialize.pCounterData = data.data();
        return went(cupti.dataInitialize(&initialize), "preparing the counters");
    }

    bool enableOn(CUcontext context)
    {
        auto enable = sized<CUpti_RangeProfiler_Enable_Params>(
            CUpti_RangeProfiler_Enable_Params_STRUCT_SIZE);
        enable.ctx = context;
        if (!went(cupti.enable(&enable), "enabling the range profiler"))
            return false;
        profiler = enable.pRangeProfilerObject;
        return true;
    }

    bool startRanges()
    {
        auto set = sized<CUpti_RangeProfiler_SetConfig_Params>(
            CUpti_RangeProfiler_SetConfig_Params_STRUCT_SIZE);
        set.pRangeProfilerObject = profiler;
        set.configSize = config.size();
        set.pConfig = config.data();
        set.counterDataImageSize = data.size();
        set.pCounterDataImage = data.data();
        set.range = CUPTI_AutoRange; // one per launch
        set.replayMode = CUPTI_KernelReplay;
        set.maxRangesPerPass = maxRanges;
        set.numNestingLevels = 1;
        set.minNestingLevel = 1;
        if (!went(cupti.setConfig(&set), "configuring the range profiler"))
            return false;
        // Names are optional: with another tool subscribed, counters come without them.
        if (cupti.subscribe(&subscriber, noteLaunch, &launches) == CUPTI_SUCCESS) {
            for (const CUpti_CallbackId id : launchCalls)
                cupti.enableCallback(1, subscriber, CUPTI_CB_DOMAIN_DRIVER_API, id);
        } else {
            subscriber = nullptr;
        }
        auto start
            = sized<CUpti_RangeProfiler_Start_Params>(CUpti_RangeProfiler_Start_Params_STRUCT_SIZE);
        start.pRangeProfilerObject = profiler;
        return went(cupti.start(&start), "starting the range profiler");
    }

    std::string launchText(std::size_t range, bool hasNames)
    {
        std::array<double, std::size(metrics)> values = {};
        auto evaluate = sized<CUpti_Profiler_Host_EvaluateToGpuValues_Params>(
            CUpti_Profiler_Host_EvaluateToGpuValues_Params_STRUCT_SIZE);
        evaluate.pHostObject = host;
        evaluate.pCounterDataImage = data.data();
        evaluate.counterDataImageSize = data.size();
        evaluate.rangeIndex = range;
        evaluate.ppMetricNames = const_cast<const char **>(metrics);
        evaluate.numMetrics = std::size(metrics);
        evaluate.pMetricValues = values.data();
        if (!went(cupti.evaluate(&evaluate), "evaluating the counters"))
            return {};
        const Launch launch = hasNames ? launches[range] : Launch{"(no name)", {}, {}};
        std::string out = "{\"name\":" + quoted(launch.name);
        out += ",\"grid\":" + listOf(launch.grid);
        out += ",\"block\":" + listOf(launch.block) + ",\"values\":[";
        for (std::size_t i = 0; i < values.size(); ++i) {
            std::array<char, 40> text = {};
            std::snprintf(text.data(), text.size(), "%.17g", values[i]);
            out += i == 0 ? "" : ",";
            out += std::isfinite(values[i]) ? text.data() : "null";
        }
        return out + "]}";
    }

    std::string results(std::size_t dropped)
    {
        auto info = sized<CUpti_RangeProfiler_GetCounterDataInfo_Params>(
            CUpti_RangeProfiler_GetCounterDataInfo_Params_STRUCT_SIZE);
        info.pCounterDataImage = data.data();
        info.counterDataImageSize = data.size();
        if (!went(cupti.dataInfo(&info), "reading the counters"))
            return {};
        std::uint32_t version = 0;
        cupti.version(&version);
        std::string out = "{\"tool\":\"CUPTI " + std::to_string(version) + "\",\"passes\":"
            + std::to_string(passes) + ",\"dropped\":" + std::to_string(dropped) + ",\"metrics\":[";
        for (const char *metric : metrics)
            out += (metric == metrics[0] ? "" : ",") + quoted(metric);
        out += "],\"launches\":[";
        // An unseen launch (of a graph) would shift all names behind it.
        const bool hasNames = launches.size() == info.numTotalRanges;
        for (std::size_t i = 0; i < info.numTotalRanges && problem.empty(); ++i) {
            out += i == 0 ? "" : ",";
            out += launchText(i, hasNames);
        }
        return out + "]}";
    }

    void release()
    {
        if (subscriber != nullptr)
            cupti.unsubscribe(subscriber);
        subscriber = nullptr;
        if (profiler != nullptr) {
            auto disable = sized<CUpti_RangeProfiler_Disable_Params>(
                CUpti_RangeProfiler_Disable_Params_STRUCT_SIZE);
            disable.pRangeProfilerObject = profiler;
            cupti.disable(&disable);
        }
        profiler = nullptr;
        if (host != nullptr) {
            auto deinitialize = sized<CUpti_Profiler_Host_Deinitialize_Params>(
                CUpti_Profiler_Host_Deinitialize_Params_STRUCT_SIZE);
            deinitialize.pHostObject = host;
            cupti.hostDeinitialize(&deinitialize);
        }
        host = nullptr;
    }
};

RangeCounters::RangeCounters() : m_state(std::make_unique<State>()) { }

RangeCounters::~RangeCounters()
{
    m_state->release();
}

std::string RangeCounters::begin()
{
    State &all = *m_state;
    if (!all.cupti.load(all.resultString))
        return "this libcupti has no range profiler; it takes CUDA 13 or newer";
    CUcontext context = nullptr;
    CUdevice device = 0;
    if (all.cupti.currentContext(&context) != CUDA_SUCCESS || context == nullptr
        || all.cupti.currentDevice(&device) != CUDA_SUCCESS)
        return "no CUDA context is current";
    auto initialize
        = sized<CUpti_Profiler_Initialize_Params>(CUpti_Profiler_Initialize_Params_STRUCT_SIZE);
    auto chip = sized<CUpti_Device_GetChipName_Params>(CUpti_Device_GetChipName_Params_STRUCT_SIZE);
    chip.deviceIndex = static_cast<std::size_t>(device);
    const bool isReady = all.went(all.cupti.initialize(&initialize), "starting CUPTI's profiler")
        && all.went(all.cupti.chipName(&chip), "asking for the chip") && all.enableOn(context)
        && all.makeConfig(chip.pChipName) && all.makeData() && all.startRanges();
    if (!isReady)
        all.release();
    return all.problem;
}

std::string RangeCounters::end()
{
    State &all = *m_state;
    all.cupti.synchronise();
    auto stop = sized<CUpti_RangeProfiler_Stop_Params>(CUpti_RangeProfiler_Stop_Params_STRUCT_SIZE);
    stop.pRangeProfilerObject = all.profiler;
    auto decode = sized<CUpti_RangeProfiler_DecodeData_Params>(
        CUpti_RangeProfiler_DecodeData_Params_STRUCT_SIZE);
    decode.pRangeProfilerObject = all.profiler;
    std::string out;
    if (all.went(all.cupti.stop(&stop), "stopping the range profiler")
        && all.went(all.cupti.decode(&decode), "decoding the counters"))
        out = all.results(decode.numOfRangeDropped);
    all.release();
    return all.problem.empty() ? out : "{\"error\":" + quoted(all.problem) + "}";
}

} // namespace loupe::injection
