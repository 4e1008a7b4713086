// SPDX-License-Identifier: Apache-2.0
#include "core/records/formats/recordformats.h"

#include "core/records/flashinfer/flashinfertraces.h"
#include "core/records/formats/recordarchive.h"
#include "core/records/formats/recordedconditions.h"
#include "core/records/kernelbench/caesar.h"
#include "core/records/kernelbench/cudal1.h"
#include "core/records/kernelbench/kernelbenchagent.h"
#include "core/records/kernelbench/kernelbenchbaseline.h"
#include "core/records/kernelbench/kernelbenchpassk.h"
#include "core/records/kernelbench/kernelbenchresults.h"
#include "core/records/kernelbench/kernelbenchsamples.h"
#include "core/records/kernelbenchx/geak.h"
#include "core/records/kernelbenchx/goldenresults.h"
#include "core/records/kernelbenchx/kernelbenchxcollected.h"
#include "core/records/kernelbenchx/kernelbenchxcorpus.h"
#include "core/records/kernelbenchx/kernelbenchxresults.h"
#include "core/records/kernelgenbench/kernelgenbenchresults.h"
#include "core/records/multikernelbench/multikernelbenchresults.h"
#include "core/records/robustkbench/robustkbench.h"

#include <array>
#include <system_error>

namespace loupe {

namespace {

// What programs that write one format alone time with: KernelBench's with CUDA events unless its
// configuration says another method, KernelBench-X, TritonBench and GEAK with Triton's do_bench.
constexpr std::string_view cudaEvents = "cuda_event";
constexpr std::string_view doBench = "do_bench";
constexpr std::string_view noOneClock;

constexpr std::array allFormats{
    RecordFormat{"caesar", "logs of several turns of Caesar on KernelBench, JSON", cudaEvents,
                 isCaesar, readCaesar},
    RecordFormat{"cuda-l1", "CUDA-L1's published kernels, JSON lines, one file per GPU", noOneClock,
                 isCudaL1, readCudaL1},
    RecordFormat{"flashinfer-trace", "FlashInfer Trace: a dataset folder or a file of traces",
                 noOneClock, isFlashInferTraces, readFlashInferTraces},
    RecordFormat{"geak", "outputs and memories of the GEAK agent, by iteration", doBench, isGeak,
                 readGeak},
    RecordFormat{"golden-results",
                 "reference times of KernelBench-X or TritonBench, a folder per machine or a file",
                 doBench, isGoldenResults, readGoldenResults},
    RecordFormat{"kbx-corpus", "KernelBench-X refinement corpus of the GEAK agent, JSON lines",
                 doBench, isKernelBenchXCorpus, readKernelBenchXCorpus},
    RecordFormat{"kernelbench", "KernelBench's eval_results.json, both layouts", cudaEvents,
                 isKernelBenchResults, readKernelBenchResults},
    RecordFormat{"kernelbench-agent", "results.jsonl of an agent loop on KernelBench", cudaEvents,
                 isKernelBenchAgent, readKernelBenchAgent},
    RecordFormat{"kernelbench-baseline", "KernelBench's reference times of one machine, JSON",
                 cudaEvents, isKernelBenchBaseline, readKernelBenchBaseline},
    RecordFormat{"kernelbench-pass-at-k", "KernelBench's pass_at_k_results.json", noOneClock,
                 isKernelBenchPassAtK, readKernelBenchPassAtK},
    RecordFormat{"kernelbench-samples", "KernelBench's published samples: folders of kernel.json",
                 cudaEvents, isKernelBenchSamples, readKernelBenchSamples},
    RecordFormat{"kernelbench-x", "results of a KernelBench-X evaluation: metrics.json, stages",
                 doBench, isKernelBenchXResults, readKernelBenchXResults},
    RecordFormat{"kernelbench-x-collected", "what KernelBench-X's controller collects", doBench,
                 isKernelBenchXCollected, readKernelBenchXCollected},
    RecordFormat{"kernelgenbench", "KernelGenBench runs of models and agents, folder or file",
                 noOneClock, isKernelGenBenchResults, readKernelGenBenchResults},
    RecordFormat{"multikernelbench", "MultiKernelBench results and baselines, folder or file",
                 noOneClock, isMultiKernelBenchResults, readMultiKernelBenchResults},
    RecordFormat{"robust-kbench", "robust-kbench's table or folders of eval_results", noOneClock,
                 isRobustKbench, readRobustKbench},
};

std::string knownFormats()
{
    std::string known;
    for (const RecordFormat &each : allFormats)
        known += (known.empty() ? "" : ", ") + std::string(each.name);
    return "known formats: " + known;
}

} // namespace

Result<std::vector<RecordBatch>> RecordFormat::read(const std::filesystem::path &source,
                                                    const ReadOptions &options) const
{
    auto batches = reader(source, options);
    if (batches)
        tellConditions(*batches, clock, source);
    return batches;
}

std::span<const RecordFormat> recordFormats()
{
    return allFormats;
}

Result<const RecordFormat *> detectRecordFormat(const std::filesystem::path &source)
{
    const RecordFormat *found = nullptr;
    for (const RecordFormat &each : allFormats) {
        if (!each.recognises(source))
            continue;
        if (found != nullptr)
            return Error{Errc::InvalidInput,
                         "it looks like " + std::string(found->name) + " and like "
                             + std::string(each.name),
                         source.string(),
                         "name the format",
                         {}};
        found = &each;
    }
    if (found == nullptr)
        return Error{Errc::InvalidInput,
                     "it looks like no known kind of records",
                     source.string(),
                     knownFormats(),
                     {}};
    return found;
}

Result<std::vector<RecordBatch>> readRecords(std::string_view format,
                                             const std::filesystem::path &source,
                                             const ReadOptions &options)
{
    if (std::error_code ignored; !std::filesystem::exists(source, ignored))
        return Error{Errc::NotFound,
                     "there is no such file or folder",
                     source.string(),
                     "check the path",
                     {}};
    if (isRecordArchive(source)) {
        const auto unpacked = unpackRecordArchive(source, options);
        if (!unpacked)
            return unpacked.error();
        auto batches = readRecords(format, unpacked->root, options);
        if (batches) {
            for (RecordBatch &batch : *batches)
                batch.source = source.string();
        }
        return batches;
    }
    if (format == "auto") {
        const auto detected = detectRecordFormat(source);
        if (!detected)
            return detected.error();
        return (*detected)->read(source, options);
    }
    for (const RecordFormat &each : allFormats) {
        if (each.name == format)
            return each.read(source, options);
    }
    return Error{Errc::InvalidInput,
                 "there is no record format \"" + std::string(format) + "\"",
                 {},
                 knownFormats(),
                 {}};
}

} // namespace loupe
