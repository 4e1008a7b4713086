// SPDX-License-Identifier: Apache-2.0
#include "core/records/formats/recordformats.h"

#include "core/base/counted.h"
#include "core/base/json.h"
#include "core/base/untrustedfolder.h"
#include "core/records/flashinfer/flashinfertraces.h"
#include "core/records/kernelbench/kernelbenchformats.h"
#include "core/records/kernelbench/kernelbenchpassk.h"
#include "core/records/kernelbench/kernelbenchtasks.h"
#include "core/records/kernelbenchx/kernelbenchxformats.h"
#include "core/records/kernelgenbench/kernelgenbenchresults.h"
#include "core/records/multikernelbench/multikernelbenchresults.h"
#include "core/records/reading/jsonfields.h"
#include "core/records/reading/recordbatch.h"
#include "core/records/reading/sourcefiles.h"
#include "core/records/robustkbench/robustkbench.h"
#include "core/records/table/resulttable.h"
#include "core/suites/layout/checkout.h"
#include "core/suites/layout/layoutreader.h"
#include "core/suites/layout/readbenchmark.h"
#include "core/suites/text/jsonelements.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <map>
#include <set>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace loupe {

namespace fs = std::filesystem;

namespace {

Result<bool> hasTimes(const RecordBatch &batch, const std::stop_token &stop)
{
    if (!batch.golden.empty())
        return true;
    bool isTimed = false;
    const Status read = batch.allEvaluations(stop).forEach([&](const Evaluation &each) -> Status {
        isTimed = isTimed || each.candidateMs || each.speedup;
        return {};
    });
    return read ? Result<bool>(isTimed) : read.error();
}

/// Returns the checkout that holds the source; empty if there is none.
fs::path checkoutAround(const fs::path &source)
{
    std::error_code failed;
    fs::path place = fs::weakly_canonical(source, failed);
    while (!failed && !place.empty()) {
        if (fs::exists(place / ".git", failed))
            return place;
        if (place == place.parent_path())
            break;
        place = place.parent_path();
    }
    return {};
}

/// Commits of the suites in the checkout around a source.
class SuiteCheckout
{
public:
    explicit SuiteCheckout(const fs::path &source)
    {
        const fs::path root = checkoutAround(source);
        if (root.empty())
            return;
        m_layouts = detectLayouts(root);
        if (!m_layouts.empty())
            m_commit = checkoutCommit(root);
    }

    std::string commitOf(const std::string &suite) const
    {
        const auto layout = suiteLayoutFromName(suite);
        const bool isHeld = layout && std::ranges::find(m_layouts, *layout) != m_layouts.end();
        return isHeld ? m_commit : std::string();
    }

private:
    std::vector<SuiteLayout> m_layouts;
    std::string m_commit;
};

std::string versionOf(const std::string &suite, const SuiteCheckout &checkout)
{
    if (suite == kernelBenchSuite(KernelBenchTaskSet::Paper))
        return "v0";
    return checkout.commitOf(suite);
}

/// Writes known conditions into the profiles of runs. Writes `clock` for runs with times: the run's
/// own setting, or the timing method of the format's program (`clock`, empty if it has several).
/// Writes `suite_version` if the tasks are of a known set, or, as a commit, if the source lies in
/// a checkout of the suite. Fails if evaluations in a temporary file cannot be read, and with
/// Cancelled after a stop request.
Status tellConditions(std::span<RecordBatch> batches, std::string_view clock,
                      const fs::path &source, const std::stop_token &stop)
{
    const SuiteCheckout checkout(source);
    for (RecordBatch &batch : batches) {
        auto profile = parseJson(batch.run.profileJson, batch.source);
        if (!profile || !profile->is_object())
            continue;
        if (const auto own = profile->find("timing_method");
            own != profile->end() && own->is_string()) {
            (*profile)["clock"] = *own;
        } else if (!clock.empty()) {
            const auto isTimed = hasTimes(batch, stop);
            if (!isTimed)
                return isTimed.error();
            if (*isTimed)
                (*profile)["clock"] = clock;
        }
        if (const std::string version = versionOf(batch.run.suite, checkout); !version.empty())
            (*profile)["suite_version"] = version;
        batch.run.profileJson = jsonLine(*profile);
    }
    return {};
}

// Timing methods of programs that write only one format. KernelBench uses CUDA events unless its
// configuration names another method; KernelBench-X, TritonBench and GEAK use Triton's do_bench.
constexpr std::string_view cudaEvents = "cuda_event";
constexpr std::string_view doBench = "do_bench";
constexpr std::string_view noOneClock;

constexpr std::array allFormats{
    RecordFormat{"caesar", "logs of several turns of Caesar on KernelBench, JSON", cudaEvents,
                 "metadata,problem_id,eval_result", isCaesar, readCaesar},
    RecordFormat{"cuda-l1", "CUDA-L1's published kernels, JSON lines, one file per GPU", noOneClock,
                 "level_id,task_id,ref_code", isCudaL1, readCudaL1},
    RecordFormat{"flashinfer-trace", "FlashInfer Trace: a dataset folder or a file of traces",
                 noOneClock, "definition,workload,solution,evaluation", isFlashInferTraces,
                 readFlashInferTraces},
    RecordFormat{"geak", "outputs and memories of the GEAK agent, by iteration", doBench,
                 "instruction,filename", isGeak, readGeak},
    RecordFormat{"golden-results",
                 "reference times of KernelBench-X or TritonBench, a folder per machine or a file",
                 doBench, "input_size,ms", isGoldenResults, readGoldenResults},
    RecordFormat{"kbx-corpus", "KernelBench-X refinement corpus of the GEAK agent, JSON lines",
                 doBench, "task_id,from_round,to_round", isKernelBenchXCorpus,
                 readKernelBenchXCorpus},
    RecordFormat{"kernelbench", "KernelBench's eval_results.json, both layouts", cudaEvents,
                 "sample_id,compiled,correctness", isKernelBenchResults, readKernelBenchResults},
    RecordFormat{"kernelbench-agent", "results.jsonl of an agent loop on KernelBench", cudaEvents,
                 "problem_id,level,status", isKernelBenchAgent, readKernelBenchAgent},
    RecordFormat{"kernelbench-baseline", "KernelBench's reference times of one machine, JSON",
                 cudaEvents, "level1,mean,std", isKernelBenchBaseline, readKernelBenchBaseline},
    RecordFormat{"kernelbench-pass-at-k", "KernelBench's pass_at_k_results.json", noOneClock,
                 "averages,avg_pass@1,problems_with_samples", isKernelBenchPassAtK,
                 readKernelBenchPassAtK},
    RecordFormat{"kernelbench-samples", "KernelBench's published samples: folders of kernel.json",
                 cudaEvents, "kernel,eval_result", isKernelBenchSamples, readKernelBenchSamples},
    RecordFormat{"kernelbench-x", "results of a KernelBench-X evaluation: metrics.json, stages",
                 doBench, "call_ok,exe_ok", isKernelBenchXResults, readKernelBenchXResults},
    RecordFormat{"kernelbench-x-collected", "what KernelBench-X's controller collects", doBench,
                 "file,before_speedup,after_speedup", isKernelBenchXCollected,
                 readKernelBenchXCollected},
    RecordFormat{"kernelgenbench", "KernelGenBench runs of models and agents, folder or file",
                 noOneClock, "run_name,operators", isKernelGenBenchResults,
                 readKernelGenBenchResults},
    RecordFormat{"multikernelbench", "MultiKernelBench results and baselines, folder or file",
                 noOneClock, "compiled,correctness,performance", isMultiKernelBenchResults,
                 readMultiKernelBenchResults},
    RecordFormat{"robust-kbench", "robust-kbench's table or folders of eval_results", noOneClock,
                 "CUDA Filename,Speedup Compile", isRobustKbench, readRobustKbench},
    RecordFormat{"table", "results of any harness: CSV or JSON lines with task and correct",
                 noOneClock, "task,correct", isResultTable, readResultTable},
};

std::string knownFormats()
{
    std::string known;
    for (const RecordFormat &each : allFormats)
        known += (known.empty() ? "" : ", ") + std::string(each.name);
    return "known formats: " + known
        + "; for results of another kind, write a table with the columns task and correct";
}

constexpr std::size_t maxSampledFiles = 200;
constexpr std::size_t sampledBytes = std::size_t{1} << 16;
constexpr std::size_t maxNamedFiles = 3;
constexpr std::size_t maxNamedKeys = 8;

/// Keys in the beginning of a data file.
struct SampledKeys {
    std::vector<std::string> top; ///< keys of the outermost object, or of the first one in a list
    std::set<std::string> all;    ///< at any depth
};

void addTo(std::vector<std::string> &names, const std::string &name)
{
    if (std::ranges::find(names, name) == names.end())
        names.push_back(name);
}

SampledKeys columnsOf(std::string_view header)
{
    SampledKeys out;
    while (!header.empty()) {
        const std::size_t end = std::min(header.find(','), header.size());
        std::string column(header.substr(0, end));
        std::erase_if(column, [](char c) { return c == '"' || c == '\r'; });
        addTo(out.top, column);
        out.all.insert(std::move(column));
        header.remove_prefix(std::min(end + 1, header.size()));
    }
    return out;
}

/// Scans for keys by quotes, colons and brackets only, because the beginning of a file is no
/// complete document.
SampledKeys keysOf(std::string_view text)
{
    SampledKeys out;
    int depth = 0;
    int topDepth = 0;
    for (std::size_t at = 0; at < text.size();) {
        const char c = text[at];
        if (c != '"') {
            depth += c == '{' || c == '[' ? 1 : 0;
            depth -= c == '}' || c == ']' ? 1 : 0;
            ++at;
            continue;
        }
        const std::size_t end = endOfJsonPart(text, at);
        const std::size_t next = text.find_first_not_of(" \t\r\n", end);
        if (next != std::string_view::npos && text[next] == ':' && end - at >= 2) {
            std::string key(text.substr(at + 1, end - at - 2));
            topDepth = topDepth == 0 ? depth : topDepth;
            if (depth == topDepth)
                addTo(out.top, key);
            out.all.insert(std::move(key));
        }
        at = end;
    }
    return out;
}

SampledKeys sampleOf(const fs::path &root, const fs::path &file)
{
    const std::string beginning = beginningWithin(root, file, sampledBytes);
    if (file.extension() == ".csv")
        return columnsOf(std::string_view(beginning).substr(0, beginning.find('\n')));
    return keysOf(beginning);
}

std::string quotedList(const std::vector<std::string> &names, std::size_t most)
{
    std::string out;
    for (std::size_t i = 0; i < std::min(names.size(), most); ++i)
        out += fmt::format("{}\"{}\"", i == 0 ? "" : ", ", names[i]);
    return out + (names.size() > most ? ", …" : "");
}

/// Format with a file that has some of its keys.
struct NearFormat {
    std::string file;
    std::string_view format;
    std::vector<std::string> found;
    std::vector<std::string> missing;

    double share() const
    {
        return static_cast<double>(found.size())
            / static_cast<double>(std::max<std::size_t>(1, found.size() + missing.size()));
    }
    bool isNearerThan(const NearFormat &other) const
    {
        return share() != other.share() ? share() > other.share()
                                        : found.size() > other.found.size();
    }
};

NearFormat compared(const RecordFormat &format, const std::string &file, const SampledKeys &keys)
{
    NearFormat out{file, format.name, {}, {}};
    std::string_view left = format.keys;
    while (!left.empty()) {
        const std::size_t end = std::min(left.find(','), left.size());
        const std::string key(left.substr(0, end));
        (keys.all.contains(key) ? out.found : out.missing).push_back(key);
        left.remove_prefix(std::min(end + 1, left.size()));
    }
    return out;
}

std::string text(const NearFormat &near)
{
    constexpr std::size_t all = 100;
    if (near.missing.empty())
        return fmt::format("{} has the keys of {}, but is not named or arranged like it: \"kloupe "
                           "import {}\" says what is wrong",
                           near.file, near.format, near.format);
    return fmt::format("nearest: {} has {} of {}, but lacks {}", near.file,
                       quotedList(near.found, all), near.format, quotedList(near.missing, all));
}

class SeenFiles
{
public:
    SeenFiles(const fs::path &source, std::span<const RecordFormat> formats)
        : m_source(source)
        , m_formats(formats)
    {
        if (!isFolder(source)) {
            m_count = 1;
            sample(source);
            return;
        }
        m_isFolder = true;
        const auto content = walkFolder(source, {.links = FolderLinks::Within});
        if (!content)
            return;
        m_count = content->files.size();
        for (const fs::path &file : content->files) {
            if (hasNameOfRecords(file))
                add(file);
        }
    }

    std::string message() const
    {
        if (!m_isFolder)
            return "the file is of no known format";
        std::string seen;
        std::size_t data = 0;
        for (const auto &[kind, files] : m_kinds) {
            seen += (seen.empty() ? "" : " and ") + counted(files, kind + " file");
            data += files;
        }
        return seen.empty()
            ? fmt::format("no known result files found (no JSON or CSV among {})",
                          counted(m_count, "file"))
            : fmt::format("no known result files found ({} seen, {} of a known format)", seen,
                          data == 1 ? "not" : "none");
    }

    std::string detail() const
    {
        std::string out;
        for (const auto &[suffix, names] : m_names) {
            out += fmt::format("{} {}: ", names.first, suffix);
            out += fmt::format("{}{}\n", fmt::join(names.second, ", "),
                               names.first > names.second.size() ? ", …" : "");
        }
        for (const auto &[keys, file] : m_keys)
            out += fmt::format("keys of {}: {}\n", file, keys);
        if (!m_nearest.found.empty())
            out += text(m_nearest) + "\n";
        return out;
    }

private:
    std::string nameOfFile(const fs::path &file) const
    {
        return m_isFolder ? file.lexically_relative(m_source).generic_string()
                          : file.filename().string();
    }

    void add(const fs::path &file)
    {
        const std::string suffix = file.extension().string();
        ++m_kinds[suffix.find_first_of("jJ") == std::string::npos ? "CSV" : "JSON"];
        auto &[count, names] = m_names[suffix];
        if (++count <= maxNamedFiles)
            names.push_back(nameOfFile(file));
        if (m_sampled++ < maxSampledFiles)
            sample(file);
    }

    void sample(const fs::path &file)
    {
        const std::string name = nameOfFile(file);
        const SampledKeys keys = sampleOf(m_isFolder ? m_source : file, file);
        const std::string top = quotedList(keys.top, maxNamedKeys);
        const bool isKnown
            = std::ranges::any_of(m_keys, [&](const auto &each) { return each.first == top; });
        if (!top.empty() && !isKnown && m_keys.size() < maxNamedFiles)
            m_keys.emplace_back(top, name);
        for (const RecordFormat &format : m_formats) {
            NearFormat near = compared(format, name, keys);
            if (near.isNearerThan(m_nearest))
                m_nearest = std::move(near);
        }
    }

    fs::path m_source;
    std::span<const RecordFormat> m_formats;
    bool m_isFolder = false;
    std::size_t m_count = 0;
    std::size_t m_sampled = 0;
    std::map<std::string, std::size_t> m_kinds;
    std::map<std::string, std::pair<std::size_t, std::vector<std::string>>> m_names; ///< by suffix
    std::vector<std::pair<std::string, std::string>> m_keys; ///< with a file that has them
    NearFormat m_nearest;
};

} // namespace

Error noKnownRecords(const fs::path &source)
{
    const SeenFiles seen(source, allFormats);
    return {.code = Errc::InvalidInput,
            .message = seen.message(),
            .where = source.string(),
            .hint = knownFormats(),
            .detail = seen.detail()};
}

Result<std::vector<RecordBatch>> RecordFormat::read(const fs::path &source,
                                                    const ReadOptions &options) const
{
    auto batches = reader(source, options);
    if (!batches)
        return batches;
    if (Status told = tellConditions(*batches, clock, source, options.stop); !told)
        return told.error();
    return batches;
}

std::span<const RecordFormat> recordFormats()
{
    return allFormats;
}

Result<const RecordFormat *> detectRecordFormat(const fs::path &source)
{
    const RecordFormat *found = nullptr;
    for (const RecordFormat &each : allFormats) {
        if (!each.recognises(source))
            continue;
        if (found != nullptr)
            return Error{Errc::InvalidInput,
                         "it looks like " + std::string(found->name) + " and like "
                             + std::string(each.name),
                         source.string(), "name the format"};
        found = &each;
    }
    if (found == nullptr)
        return noKnownRecords(source);
    return found;
}

Result<std::vector<RecordBatch>> readRecords(std::string_view format, const fs::path &source,
                                             const ReadOptions &options)
{
    const auto known = std::ranges::find(allFormats, format, &RecordFormat::name);
    if (format != "auto" && known == std::end(allFormats))
        return Error{.code = Errc::InvalidInput,
                     .message = "there is no record format \"" + std::string(format) + "\"",
                     .hint = knownFormats()};
    std::error_code failed;
    const fs::file_type type = fs::status(source, failed).type();
    if (type == fs::file_type::not_found)
        return Error{Errc::NotFound, "there is no such file or folder", source.string(),
                     "check the path"};
    if (type != fs::file_type::directory) {
        if (Status readable = checkReadable(source, source); !readable)
            return readable.error();
    }
    if (format == "auto") {
        const auto detected = detectRecordFormat(source);
        if (!detected)
            return detected.error();
        return (*detected)->read(source, options);
    }
    return known->read(source, options);
}

} // namespace loupe
