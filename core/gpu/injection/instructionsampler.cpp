// SPDX-License-Identifier: Apache-2.0
#include "core/gpu/injection/instructionsampler.h"

#include "core/gpu/injection/cuptilibrary.h"
#include "core/gpu/injection/cuptisteps.h"
#include "core/gpu/injection/samplebound.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <cupti_pcsampling.h>
#include <dlfcn.h>

namespace loupe::injection {

namespace {

constexpr std::size_t maxInstructions = 4096; ///< of one answer of CUPTI
constexpr int maxAnswers = 64;
/// Instructions in the result, which travels in one message of at most 1 MiB.
constexpr std::size_t maxReported = 5000;

/// Functions beyond those of CuptiLibrary.
struct SamplingFunctions {
    decltype(&cuptiGetVersion) version = nullptr;
    decltype(&cuptiPCSamplingEnable) enable = nullptr;
    decltype(&cuptiPCSamplingDisable) disable = nullptr;
    decltype(&cuptiPCSamplingGetNumStallReasons) countReasons = nullptr;
    decltype(&cuptiPCSamplingGetStallReasons) reasons = nullptr;
    decltype(&cuptiPCSamplingSetConfigurationAttribute) configure = nullptr;
    decltype(&cuptiPCSamplingStart) start = nullptr;
    decltype(&cuptiPCSamplingStop) stop = nullptr;
    decltype(&cuptiPCSamplingGetData) data = nullptr;
    CUresult (*currentContext)(CUcontext *) = nullptr;
    CUresult (*synchronise)() = nullptr;

    /// Loads the functions, and that which names results.
    bool load(decltype(&cuptiGetResultString) &resultString)
    {
        void *cupti = openCupti();
        void *driver = dlopen("libcuda.so.1", RTLD_LAZY | RTLD_LOCAL);
        if (cupti == nullptr || driver == nullptr)
            return false;
        return find(cupti, "cuptiGetResultString", resultString)
            && find(cupti, "cuptiGetVersion", version)
            && find(cupti, "cuptiPCSamplingEnable", enable)
            && find(cupti, "cuptiPCSamplingDisable", disable)
            && find(cupti, "cuptiPCSamplingGetNumStallReasons", countReasons)
            && find(cupti, "cuptiPCSamplingGetStallReasons", reasons)
            && find(cupti, "cuptiPCSamplingSetConfigurationAttribute", configure)
            && find(cupti, "cuptiPCSamplingStart", start)
            && find(cupti, "cuptiPCSamplingStop", stop)
            && find(cupti, "cuptiPCSamplingGetData", data)
            && find(driver, "cuCtxGetCurrent", currentContext)
            && find(driver, "cuCtxSynchronize", synchronise);
    }
};

/// Returns a JSON string. Names of functions and reasons have no characters beyond ASCII.
std::string quotedName(std::string_view text)
{
    std::string out = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\')
            out += '\\';
        out += static_cast<unsigned char>(c) < 0x20 || static_cast<unsigned char>(c) > 0x7e ? '?'
                                                                                            : c;
    }
    return out + "\"";
}

/// Memory for one answer of CUPTI.
struct SampleBuffer {
    std::vector<CUpti_PCSamplingPCData> instructions;
    std::vector<CUpti_PCSamplingStallReason> reasons;
    CUpti_PCSamplingData data = {};

    void prepare(std::size_t reasonCount)
    {
        instructions.assign(maxInstructions, {});
        reasons.assign(maxInstructions * reasonCount, {});
        for (std::size_t i = 0; i < maxInstructions; ++i) {
            instructions[i].size = sizeof(CUpti_PCSamplingPCData);
            instructions[i].stallReason = &reasons[i * reasonCount];
        }
        data = {};
        data.size = sizeof(CUpti_PCSamplingData);
        data.collectNumPcs = maxInstructions;
        data.pPcData = instructions.data();
    }
};

} // namespace

struct InstructionSampler::State : CuptiSteps {
    using Function = std::pair<std::string, std::uint64_t>; ///< name and checksum of the module

    SamplingFunctions cupti;
    CUcontext context = nullptr;
    bool isEnabled = false;
    std::vector<std::string> reasons;             ///< that are counted
    std::map<std::uint32_t, std::size_t> indices; ///< of those, by CUPTI's number
    std::size_t reasonCount = 0;
    SampleBuffer configured; ///< for what is left when sampling is disabled
    std::map<std::pair<Function, std::uint64_t>, SampleCounts> samples; ///< by function and offset
    std::uint64_t total = 0;
    std::uint64_t dropped = 0;
    std::uint64_t omitted = 0; ///< samples of instructions that are not in the result

    bool enable()
    {
        CUpti_PCSamplingEnableParams parameters = {};
        parameters.size = CUpti_PCSamplingEnableParamsSize;
        parameters.ctx = context;
        isEnabled = went(cupti.enable(&parameters), "enabling the sampling");
        return isEnabled;
    }

    /// Reads the names of the reasons.
    bool readReasons()
    {
        CUpti_PCSamplingGetNumStallReasonsParams count = {};
        count.size = CUpti_PCSamplingGetNumStallReasonsParamsSize;
        count.ctx = context;
        count.numStallReasons = &reasonCount;
        if (!went(cupti.countReasons(&count), "counting the reasons"))
            return false;
        std::vector<std::uint32_t> numbers(reasonCount);
        std::vector<char> texts(reasonCount * CUPTI_STALL_REASON_STRING_SIZE);
        std::vector<char *> names;
        for (std::size_t i = 0; i < reasonCount; ++i)
            names.push_back(&texts[i * CUPTI_STALL_REASON_STRING_SIZE]);
        CUpti_PCSamplingGetStallReasonsParams list = {};
        list.size = CUpti_PCSamplingGetStallReasonsParamsSize;
        list.ctx = context;
        list.numStallReasons = reasonCount;
        list.stallReasonIndex = numbers.data();
        list.stallReasons = names.data();
        if (!went(cupti.reasons(&list), "reading the reasons"))
            return false;
        for (std::size_t i = 0; i < reasonCount; ++i)
            addReason(numbers[i], names[i]);
        return true;
    }

    /// A sample in which the scheduler issued nothing counts under two names. The general one is
    /// kept, which has both kinds.
    void addReason(std::uint32_t number, std::string_view name)
    {
        constexpr std::string_view prefix = "smsp__pcsamp_warps_issue_stalled_";
        if (!name.starts_with(prefix) || name.ends_with("_not_issued"))
            return;
        indices[number] = reasons.size();
        reasons.emplace_back(name.substr(prefix.size()));
    }

    bool configure()
    {
        configured.prepare(reasonCount);
        std::vector<CUpti_PCSamplingConfigurationInfo> attributes(3);
        attributes[0].attributeType = CUPTI_PC_SAMPLING_CONFIGURATION_ATTR_TYPE_COLLECTION_MODE;
        attributes[0].attributeData.collectionModeData.collectionMode
            = CUPTI_PC_SAMPLING_COLLECTION_MODE_CONTINUOUS;
        attributes[1].attributeType
            = CUPTI_PC_SAMPLING_CONFIGURATION_ATTR_TYPE_ENABLE_START_STOP_CONTROL;
        attributes[1].attributeData.enableStartStopControlData.enableStartStopControl = 1;
        attributes[2].attributeType
            = CUPTI_PC_SAMPLING_CONFIGURATION_ATTR_TYPE_SAMPLING_DATA_BUFFER;
        attributes[2].attributeData.samplingDataBufferData.samplingDataBuffer = &configured.data;
        CUpti_PCSamplingConfigurationInfoParams parameters = {};
        parameters.size = CUpti_PCSamplingConfigurationInfoParamsSize;
        parameters.ctx = context;
        parameters.numAttributes = attributes.size();
        parameters.pPCSamplingConfigurationInfo = attributes.data();
        return went(cupti.configure(&parameters), "configuring the sampling");
    }

    bool start()
    {
        CUpti_PCSamplingStartParams parameters = {};
        parameters.size = CUpti_PCSamplingStartParamsSize;
        parameters.ctx = context;
        return went(cupti.start(&parameters), "starting the sampling");
    }

    bool stop()
    {
        CUpti_PCSamplingStopParams parameters = {};
        parameters.size = CUpti_PCSamplingStopParamsSize;
        parameters.ctx = context;
        return went(cupti.stop(&parameters), "stopping the sampling");
    }

    /// Adds an answer of CUPTI. It shares the names of functions among its records, so they are
    /// never freed; the process ends soon.
    void add(const CUpti_PCSamplingData &data)
    {
        total += data.totalSamples;
        dropped += data.droppedSamples;
        for (std::size_t i = 0; i < data.totalNumPcs; ++i) {
            const CUpti_PCSamplingPCData &at = data.pPcData[i];
            const char *name = at.functionName != nullptr ? at.functionName : "";
            SampleCounts &counts = samples[{{name, at.cubinCrc}, at.pcOffset}];
            for (std::size_t k = 0; k < at.stallReasonCount; ++k) {
                const auto reason = indices.find(at.stallReason[k].pcSamplingStallReasonIndex);
                if (reason != indices.end() && at.stallReason[k].samples > 0)
                    counts[reason->second] += at.stallReason[k].samples;
            }
        }
    }

    void readAll()
    {
        SampleBuffer buffer;
        for (int i = 0; i < maxAnswers; ++i) {
            buffer.prepare(reasonCount);
            CUpti_PCSamplingGetDataParams parameters = {};
            parameters.size = CUpti_PCSamplingGetDataParamsSize;
            parameters.ctx = context;
            parameters.pcSamplingData = &buffer.data;
            if (!went(cupti.data(&parameters), "reading the samples"))
                return;
            add(buffer.data);
            if (buffer.data.remainingNumPcs == 0)
                return;
        }
    }

    void release()
    {
        if (!isEnabled)
            return;
        isEnabled = false;
        CUpti_PCSamplingDisableParams parameters = {};
        parameters.size = CUpti_PCSamplingDisableParamsSize;
        parameters.ctx = context;
        cupti.disable(&parameters);
    }

    std::string text() const
    {
        std::uint32_t version = 0;
        cupti.version(&version);
        std::string out = "{\"tool\":\"CUPTI " + std::to_string(version)
            + "\",\"total\":" + std::to_string(total) + ",\"dropped\":" + std::to_string(dropped)
            + ",\"omitted\":" + std::to_string(omitted) + ",\"reasons\":[";
        for (const std::string &reason : reasons)
            out += (&reason == &reasons.front() ? "" : ",") + quotedName(reason);
        out += "],\"functions\":[";
        const Function *present = nullptr;
        for (const auto &[instruction, counts] : samples) {
            const auto &[function, offset] = instruction;
            if (present == nullptr || *present != function) {
                out += present == nullptr ? "" : "]},";
                out += "{\"name\":" + quotedName(function.first) + ",\"module\":\""
                    + std::to_string(function.second) + "\",\"instructions\":[";
            } else {
                out += ",";
            }
            present = &function;
            out += "[" + std::to_string(offset);
            for (const auto &[reason, count] : counts)
                out += "," + std::to_string(reason) + "," + std::to_string(count);
            out += "]";
        }
        out += present == nullptr ? "" : "]}";
        return out + "]}";
    }
};

InstructionSampler::InstructionSampler() : m_state(std::make_unique<State>()) { }

InstructionSampler::~InstructionSampler()
{
    m_state->release();
}

std::string InstructionSampler::begin()
{
    State &all = *m_state;
    if (!all.cupti.load(all.resultString))
        return "this libcupti cannot sample instructions";
    if (all.cupti.currentContext(&all.context) != CUDA_SUCCESS || all.context == nullptr)
        return "no CUDA context is current";
    if (!all.enable() || !all.readReasons() || !all.configure() || !all.start())
        all.release();
    return all.problem;
}

std::string InstructionSampler::end()
{
    State &all = *m_state;
    all.cupti.synchronise();
    if (all.stop())
        all.readAll();
    all.release();
    if (!all.problem.empty())
        return "{\"error\":" + quotedName(all.problem) + "}";
    all.add(all.configured.data);
    all.omitted = keepMostSampled(all.samples, maxReported);
    return all.text();
}

} // namespace loupe::injection
