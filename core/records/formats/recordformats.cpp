// SPDX-License-Identifier: Apache-2.0
#include "core/records/formats/recordformats.h"

#include "core/records/flashinfer/flashinfertraces.h"
#include "core/records/formats/recordarchive.h"
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

constexpr std::array allFormats{
    RecordFormat{"caesar", "logs of several turns of Caesar on KernelBench, JSON", isCaesar,
                 readCaesar},
    RecordFormat{"cuda-l1", "CUDA-L1's published kernels, JSON lines, one file per GPU", isCudaL1,
                 readCudaL1},
    RecordFormat{"flashinfer-trace", "FlashInfer Trace: a dataset folder or a file of traces",
                 isFlashInferTraces, readFlashInferTraces},
    RecordFormat{"geak", "outputs and memories of the GEAK agent, by iteration", isGeak, readGeak},
    RecordFormat{"golden-results",
                 "reference times of KernelBench-X or TritonBench, a folder per machine or a file",
                 isGoldenResults, readGoldenResults},
    RecordFormat{"kbx-corpus", "KernelBench-X refinement corpus of the GEAK agent, JSON lines",
                 isKernelBenchXCorpus, readKernelBenchXCorpus},
    RecordFormat{"kernelbench", "KernelBench's eval_results.json, both layouts",
                 isKernelBenchResults, readKernelBenchResults},
    RecordFormat{"kernelbench-agent", "results.jsonl of an agent loop on KernelBench",
                 isKernelBenchAgent, readKernelBenchAgent},
    RecordFormat{"kernelbench-baseline", "KernelBench's reference times of one machine, JSON",
                 isKernelBenchBaseline, readKernelBenchBaseline},
    RecordFormat{"kernelbench-pass-at-k", "KernelBench's pass_at_k_results.json",
                 isKernelBenchPassAtK, readKernelBenchPassAtK},
    RecordFormat{"kernelbench-samples", "KernelBench's published samples: folders of kernel.json",
                 isKernelBenchSamples, readKernelBenchSamples},
    RecordFormat{"kernelbench-x", "results of a KernelBench-X evaluation: metrics.json, stages",
                 isKernelBenchXResults, readKernelBenchXResults},
    RecordFormat{"kernelbench-x-collected", "what KernelBench-X's controller collects",
                 isKernelBenchXCollected, readKernelBenchXCollected},
    RecordFormat{"kernelgenbench", "KernelGenBench runs of models and agents, folder or file",
                 isKernelGenBenchResults, readKernelGenBenchResults},
    RecordFormat{"multikernelbench", "MultiKernelBench results and baselines, folder or file",
                 isMultiKernelBenchResults, readMultiKernelBenchResults},
    RecordFormat{"robust-kbench", "robust-kbench's table or folders of eval_results",
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
