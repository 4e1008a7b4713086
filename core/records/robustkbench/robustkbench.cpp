// SPDX-License-Identifier: Apache-2.0
#include "core/records/robustkbench/robustkbench.h"

#include "core/records/reading/jsonfields.h"
#include "core/records/reading/jsonoutline.h"
#include "core/records/reading/recordproblems.h"
#include "core/records/reading/sourcefiles.h"
#include "core/records/robustkbench/robustkbenchcsv.h"
#include "core/records/robustkbench/robustkbenchidentity.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>
#include <system_error>

namespace loupe {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view robustKbenchFormat = "robust-kbench";
constexpr std::string_view robustKbenchFolder = "eval_results";

struct RobustKbenchBaseline {
    std::string_view file;
    const char *name;
};

constexpr std::array robustKbenchBaselines{
    RobustKbenchBaseline{"torch_native_results.json", "eager"},
    RobustKbenchBaseline{"torch_compile_results.json", "torch.compile (default)"},
};

bool isRobustKbenchResult(std::string_view name)
{
    const std::string_view folder = folderOf(name);
    const std::string_view file = fileOf(name);
    if (fileOf(folder) == robustKbenchFolder)
        return file == "compile_results.json" || file == "test_results.json"
            || file == "time_results.json";
    return fileOf(folderOf(folder)) == robustKbenchFolder
        && (file == robustKbenchBaselines[0].file || file == robustKbenchBaselines[1].file);
}

std::string robustKbenchDevice(const Json &json)
{
    const Json *devices = jsonMember(jsonMember(&json, "device_info"), "devices");
    const Json *name = jsonMember(jsonMember(devices, "GPU_0"), "name");
    return name != nullptr && name->is_string() ? name->get<std::string>() : std::string();
}

/// Time of repeated calls.
struct RobustKbenchTime {
    std::optional<double> median;
    std::optional<double> mean;

    std::optional<double> best() const { return median ? median : mean; }
};

/// Reads a time. With a profiler there is no median, which is then written as 0.
RobustKbenchTime robustKbenchTime(const JsonReader &reader, const char *median, const char *mean)
{
    RobustKbenchTime out{recordedNumber(reader, median), recordedPositive(reader, mean)};
    if (out.median && *out.median < 0)
        reader.problem(median, "must not be below 0");
    if (out.median && *out.median <= 0)
        out.median.reset();
    return out;
}

RobustKbenchTime robustKbenchSummary(const JsonReader &reader)
{
    if (!reader.has("summary"))
        return {};
    const auto summary = reader.object("summary");
    return summary && summary->json().is_object()
        ? robustKbenchTime(*summary, "avg_median_time", "avg_mean_time")
        : RobustKbenchTime();
}

/// Folder with a kernel's results.
struct RobustKbenchKernel {
    Evaluation evaluation;
    RobustKbenchIdentity place;
    RobustKbenchTime time;
    std::string where;
};

class RobustKbenchReader
{
public:
    RobustKbenchReader(FileTree tree, const ReadOptions &options)
        : m_tree(std::move(tree))
        , m_options(options)
        , m_digest(m_tree.digest())
        , m_bad(m_tree.root.string(), options)
    {
    }

    Result<std::vector<RecordBatch>> read()
    {
        int done = 0;
        for (const ImportedFile &file : m_tree.files) {
            const std::string_view name = fileOf(file.name);
            Status read;
            if (name == robustKbenchBaselines[0].file || name == robustKbenchBaselines[1].file)
                read = readBaseline(file, name == robustKbenchBaselines[0].file ? 0 : 1);
            else if (isRobustKbenchResult(file.name))
                read = readKernel(file);
            if (!read)
                return std::move(read).error();
            if (Status going = m_bad.step(++done, static_cast<int>(m_tree.files.size())); !going)
                return std::move(going).error();
        }
        std::vector<BatchBuilder> runs = makeRuns();
        std::erase_if(m_tree.files, [this](const ImportedFile &file) {
            return !isRobustKbenchResult(file.name) && m_sources.count(file.name) == 0;
        });
        return m_bad.finish(std::move(runs), std::move(m_tree.files));
    }

private:
    /// Returns the parsed file, or nothing if it is malformed.
    std::optional<Json> parsed(const ImportedFile &file, std::vector<JsonProblem> &problems)
    {
        auto json = parsePythonJson(file.content, m_tree.place(file));
        if (!json) {
            problems.push_back({json.error().where, json.error().message});
            return std::nullopt;
        }
        m_bad.countLostTimes(*json);
        if (const std::string device = robustKbenchDevice(*json); !device.empty())
            m_device = device;
        return std::move(*json);
    }

    Status readBaseline(const ImportedFile &file, std::size_t index)
    {
        std::vector<JsonProblem> problems;
        if (const auto json = parsed(file, problems)) {
            const JsonReader reader(*json, m_tree.place(file), {}, problems);
            if (json->is_object())
                addBaseline(reader, file, index);
        }
        m_bad.accept(std::move(problems));
        return {};
    }

    void addBaseline(const JsonReader &reader, const ImportedFile &file, std::size_t index)
    {
        // <task>/eval_results/<direction>/torch_….json
        const std::string_view folder = folderOf(file.name);
        const std::string direction(fileOf(folder));
        const std::string named
            = robustKbenchTaskName(pathParts(m_tree.root, folderOf(folderOf(folder))));
        const Task task = robustKbenchTask(named.empty() ? "not recorded" : named, direction);
        if (const auto [known, isNew] = m_baselines[index].emplace(task.name, file.name); !isNew)
            reader.problem("summary",
                           "the task " + task.name + " has times already, in " + known->second);
        m_times[index][task.name] = robustKbenchSummary(reader);
        if (!reader.has("eval_settings"))
            return reader.problem("eval_settings", "is missing");
        const auto settings = reader.object("eval_settings");
        if (!settings || !settings->json().is_object())
            return;
        for (const auto &[name, value] : settings->json().items()) {
            const auto setting = settings->object(name);
            if (!setting || !value.is_object())
                continue;
            GoldenRecord golden;
            golden.task = task.name;
            golden.baseline = robustKbenchBaselines[index].name;
            golden.caseName = name;
            const auto time = robustKbenchTime(*setting, "median_time", "mean_time").best();
            golden.milliseconds = time.value_or(0);
            golden.originalRecord = jsonLine(value);
            golden.source = file.name;
            if (time)
                m_golden[index].emplace_back(task, std::move(golden));
        }
    }

    Status readKernel(const ImportedFile &file)
    {
        // <kernel's folder>/eval_results/test_results.json
        const std::string folder(folderOf(folderOf(file.name)));
        RobustKbenchKernel &kernel = m_kernels[folder];
        Evaluation &out = kernel.evaluation;
        std::vector<JsonProblem> problems;
        if (const auto json = parsed(file, problems)) {
            const JsonReader reader(*json, m_tree.place(file), {}, problems);
            kernel.where = m_tree.place(file);
            if (json->is_object())
                addPart(reader, file, kernel);
        }
        out.originalRecord = out.originalRecord.toString() + file.content.toString();
        if (!m_bad.accept(std::move(problems)))
            m_kernels.erase(folder);
        return {};
    }

    void addPart(const JsonReader &reader, const ImportedFile &file, RobustKbenchKernel &kernel)
    {
        Evaluation &out = kernel.evaluation;
        const std::string kernelFile(fileOf(recordedText(reader, "cuda_fname")));
        std::string folder(folderOf(folderOf(file.name)));
        folder += folder.empty() ? "" : "/";
        kernel.place = robustKbenchIdentityOf(
            pathParts(m_tree.root, folder + (kernelFile.empty() ? "kernel.cu" : kernelFile)));
        if (const ImportedFile *source = m_tree.find(folder + kernelFile)) {
            out.candidate.source = source->content;
            out.candidate.fileName = source->name;
            m_sources.insert(source->name);
        }
        const std::string_view name = fileOf(file.name);
        if (name == "compile_results.json")
            addCompilation(reader, out);
        else if (name == "test_results.json")
            addTest(reader, out);
        else
            kernel.time = robustKbenchSummary(reader);
    }

    static void addCompilation(const JsonReader &reader, Evaluation &out)
    {
        out.buildLog = recordedText(reader, "error_msg") + recordedText(reader, "compile_output");
        if (!reader.requiredBool("error"))
            return;
        out.verdict = Verdict::CompileError;
        out.message = "Recorded: did not compile.";
    }

    static void addTest(const JsonReader &reader, Evaluation &out)
    {
        const auto summary = reader.object("summary");
        if (!summary || !summary->json().is_object())
            return;
        const std::string error = recordedText(*summary, "error");
        out.runLog = error;
        if (summary->requiredBool("correct")) {
            out.verdict = Verdict::Correct;
            out.message = "Recorded: right.";
        } else if (out.verdict != Verdict::CompileError) {
            out.verdict = error.empty() ? Verdict::WrongValue : robustKbenchFailure(error);
            out.message = "Recorded: wrong result.";
        }
        const auto settings = reader.object("eval_settings", false);
        if (!settings || !settings->json().is_object())
            return;
        for (const auto &[name, value] : settings->json().items()) {
            const auto setting = settings->object(name);
            if (!setting || !value.is_object())
                continue;
            Trial trial;
            trial.index = static_cast<int>(out.trials.size());
            trial.caseName = name;
            trial.verdict
                = setting->requiredBool("correct") ? Verdict::Correct : Verdict::WrongValue;
            if (const auto difference = recordedNumber(*setting, "max_diff"))
                trial.message = "largest difference " + Json(*difference).dump();
            out.trials.push_back(std::move(trial));
        }
    }

    std::vector<BatchBuilder> makeRuns()
    {
        std::vector<BatchBuilder> runs;
        for (std::size_t i = 0; i < robustKbenchBaselines.size(); ++i) {
            if (i > 0 && m_golden[i].empty() && m_times[i].empty())
                continue;
            BatchBuilder run(robustKbenchFormat, m_tree, m_tree.digest(),
                             {"robust-kbench", robustKbenchBaselines[i].name,
                              recordedEnvironment(m_device, "cuda")},
                             m_options);
            for (auto &[task, golden] : m_golden[i]) {
                run.addTask(task);
                run.add(std::move(golden));
            }
            for (const auto &[folder, kernel] : m_kernels)
                addKernel(kernel, i, run);
            runs.push_back(std::move(run));
        }
        return runs;
    }

    void addKernel(const RobustKbenchKernel &kernel, std::size_t index, BatchBuilder &run)
    {
        const Task task = robustKbenchTask(
            kernel.place.task.empty() ? "not recorded" : kernel.place.task, kernel.place.direction);
        Evaluation out = kernel.evaluation;
        out.candidate.task = task.name;
        out.candidate.method = kernel.place.method();
        out.candidate.round = kernel.place.batch;
        out.candidate.sample = kernel.place.sample;
        out.candidate.language = "cuda";
        if (out.verdict == Verdict::NotRecorded)
            out.message = "No result of its test is recorded.";
        out.candidateMs = kernel.time.best();
        const auto baseline = m_times[index].find(task.name);
        if (baseline != m_times[index].end())
            compare(kernel.time, baseline->second, index, out);
        run.addTask(task);
        run.addMethod({out.candidate.method, "agent", {}, false});
        if (!run.add(std::move(out)) && index == 0)
            m_bad.add({kernel.where, "another kernel has this task, batch and sample already"});
    }

    /// Sets times and speedup. Compares median with median, or mean with mean.
    static void compare(const RobustKbenchTime &candidate, const RobustKbenchTime &baseline,
                        std::size_t index, Evaluation &out)
    {
        const bool hasMedians = candidate.median && baseline.median;
        const auto candidateMs = hasMedians ? candidate.median : candidate.mean;
        const auto baselineMs = hasMedians ? baseline.median : baseline.mean;
        if (out.verdict != Verdict::Correct || !candidateMs || !baselineMs)
            return;
        out.candidateMs = candidateMs;
        out.baseline = robustKbenchBaselines[index].name;
        out.baselineMs = baselineMs;
        out.speedup = *baselineMs / *candidateMs;
    }

    FileTree m_tree;
    const ReadOptions &m_options;
    std::string m_digest;
    RecordProblems m_bad;
    std::string m_device;
    std::map<std::string, RobustKbenchKernel> m_kernels; ///< by folder
    std::set<std::string> m_sources;                     ///< files with kernels
    /// By task; the second map holds the origin file.
    std::array<std::map<std::string, RobustKbenchTime>, robustKbenchBaselines.size()> m_times;
    std::array<std::map<std::string, std::string>, robustKbenchBaselines.size()> m_baselines;
    std::array<std::vector<std::pair<Task, GoldenRecord>>, robustKbenchBaselines.size()> m_golden;
};

} // namespace

bool isRobustKbench(const fs::path &source)
{
    std::error_code ignored;
    if (!fs::is_directory(source, ignored))
        return isRobustKbenchCsv(source);
    return anyFileBelow(source, [&](const fs::path &file) {
        return isRobustKbenchResult(file.lexically_relative(source).generic_string());
    });
}

Result<std::vector<RecordBatch>> readRobustKbench(const fs::path &source,
                                                  const ReadOptions &options)
{
    std::error_code ignored;
    if (!fs::is_directory(source, ignored))
        return readRobustKbenchCsv(source, options);
    auto tree = readFileTree(
        source,
        [](std::string_view name) { return isRobustKbenchResult(name) || name.ends_with(".cu"); },
        options);
    if (!tree)
        return std::move(tree).error();
    return RobustKbenchReader(std::move(*tree), options).read();
}

} // namespace loupe
