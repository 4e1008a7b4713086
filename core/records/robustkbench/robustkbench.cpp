// SPDX-License-Identifier: Apache-2.0
#include "core/records/robustkbench/robustkbench.h"

#include "core/base/counted.h"
#include "core/records/reading/csv.h"
#include "core/records/reading/failuresigns.h"
#include "core/records/reading/filetree.h"
#include "core/records/reading/jsonfields.h"
#include "core/records/reading/jsonoutline.h"
#include "core/records/reading/recordproblems.h"
#include "core/records/reading/sourcefiles.h"
#include "core/suites/layout/layoutreader.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace loupe {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view robustKbenchFormat = "robust-kbench";
constexpr std::string_view robustKbenchFolder = "eval_results";
constexpr int maxRobustKbenchBatches = 1'000'000;
constexpr int maxRobustKbenchLevels = 100;
constexpr std::string_view robustKbenchLevel = "level_";

/// Reads the number after `mark` at the start of the text and removes both.
bool takeRobustKbenchNumber(std::string_view &text, char mark, int &number)
{
    if (!text.starts_with(mark))
        return false;
    const char *const end = text.data() + text.size();
    const auto [parsed, failed] = std::from_chars(text.data() + 1, end, number);
    if (failed != std::errc() || number < 0 || number > maxRobustKbenchBatches)
        return false;
    text.remove_prefix(static_cast<std::size_t>(parsed - text.data()));
    return true;
}

constexpr std::array robustKbenchSigns{
    FailureSign{"timed out", Verdict::RunTimeout},
    FailureSign{"illegal memory access", Verdict::OutOfBounds},
    FailureSign{"terminated abnormally", Verdict::Crashed},
    FailureSign{"out of memory", Verdict::OutOfMemory},
    FailureSign{"error: ", Verdict::CompileError},
    FailureSign{"Error building extension", Verdict::CompileError},
    FailureSign{"Ninja is required", Verdict::CompileError},
    FailureSign{"undefined symbol", Verdict::LoadError},
};

/// Identity of a robust-kbench kernel from its path:
/// experiments/<experiment>/<task>/<direction>/b<batch>_s<sample>_<name>/kernel.cu.
struct RobustKbenchIdentity {
    std::string experiment; ///< empty: outside such a tree
    std::string task;
    std::string direction = "forward"; ///< or "backward"
    int batch = 0;
    int sample = 0;

    std::string method() const { return experiment.empty() ? "not recorded" : experiment; }
};
/// Returns the name of a task from its folder: "layernorm"; or "level_1/task_1" in a KernelBench
/// level, because each level counts its tasks from 1.
std::string robustKbenchTaskName(const std::vector<std::string> &folderParts)
{
    if (folderParts.empty())
        return {};
    const std::string &folder = folderParts.back();
    const std::string *above
        = folderParts.size() > 1 ? &folderParts[folderParts.size() - 2] : nullptr;
    const bool isInLevel
        = above != nullptr && numberAfter(robustKbenchLevel, *above, maxRobustKbenchLevels);
    return isInLevel ? *above + "/" + folder : folder;
}

RobustKbenchIdentity robustKbenchIdentityOf(const std::vector<std::string> &pathParts)
{
    RobustKbenchIdentity place;
    const auto root = std::find(pathParts.rbegin(), pathParts.rend(), "experiments");
    if (root != pathParts.rend() && root != pathParts.rbegin())
        place.experiment = *(root - 1);
    // Parsed from the kernel's folder outwards; a kernel may also lie in its task's folder.
    for (std::size_t i = pathParts.size(); i-- > 1;) {
        const std::string &folder = pathParts[i - 1];
        std::string_view rest = folder;
        int batch = 0;
        int sample = 0;
        if (takeRobustKbenchNumber(rest, 'b', batch) && rest.starts_with('_')
            && takeRobustKbenchNumber(rest = rest.substr(1), 's', sample)) {
            place.batch = batch;
            place.sample = sample;
        } else if (folder == "forward" || folder == "backward") {
            place.direction = folder;
        } else {
            const auto end = pathParts.begin() + static_cast<std::ptrdiff_t>(i);
            place.task = robustKbenchTaskName({pathParts.begin(), end});
            break;
        }
    }
    if (!pathParts.empty() && pathParts.back().starts_with("backward."))
        place.direction = "backward";
    return place;
}

/// Returns the task "layernorm/forward", with the direction as category. The level of
/// "level_1/task_1" is 1.
Task robustKbenchTask(const std::string &task, const std::string &direction)
{
    Task out;
    out.level = numberAfter(robustKbenchLevel, folderOf(task), maxRobustKbenchLevels);
    out.suite = "robust-kbench";
    out.name = task + "/" + direction;
    out.category = direction;
    out.title = task;
    out.referenceLanguage = "python";
    return out;
}

/// Returns the verdict from a failed kernel's error text; "wrong answer" if there is none.
Verdict robustKbenchFailure(std::string_view error)
{
    return failureIn(error, robustKbenchSigns)
        .value_or(error.empty() ? Verdict::WrongAnswer : Verdict::ReturnedError);
}

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
    const auto summary = objectIn(reader, "summary", false);
    return summary ? robustKbenchTime(*summary, "avg_median_time", "avg_mean_time")
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
        std::size_t done = 0;
        for (const ImportedFile &file : m_tree.files) {
            const std::string_view name = fileOf(file.name);
            if (name == robustKbenchBaselines[0].file || name == robustKbenchBaselines[1].file)
                readBaseline(file, name == robustKbenchBaselines[0].file ? 0 : 1);
            else if (isRobustKbenchResult(file.name))
                readKernel(file);
            if (Status going = m_bad.step(++done, m_tree.files.size()); !going)
                return std::move(going).error();
        }
        std::vector<BatchBuilder> runs = makeRuns();
        std::erase_if(m_tree.files, [this](const ImportedFile &file) {
            return !isRobustKbenchResult(file.name) && m_sources.count(file.name) == 0;
        });
        return m_bad.finish(std::move(runs), std::move(m_tree.files));
    }

private:
    /// Calls `read` with the file's object. Returns false if it is malformed.
    bool readFile(const ImportedFile &file, const std::function<void(const JsonReader &)> &read)
    {
        const auto json = m_bad.parsed(file.content, m_tree.place(file));
        if (!json)
            return false;
        if (const std::string device = robustKbenchDevice(*json); !device.empty())
            m_device = device;
        return m_bad.readFields(*json, m_tree.place(file), {}, read);
    }

    void readBaseline(const ImportedFile &file, std::size_t index)
    {
        readFile(file, [&](const JsonReader &reader) { addBaseline(reader, file, index); });
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
        const auto settings = objectIn(reader, "eval_settings");
        if (!settings)
            return;
        for (const auto &[name, value] : settings->json().items()) {
            const auto setting = objectIn(*settings, name);
            if (!setting)
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

    void readKernel(const ImportedFile &file)
    {
        // <kernel's folder>/eval_results/test_results.json
        const std::string folder(folderOf(folderOf(file.name)));
        RobustKbenchKernel &kernel = m_kernels[folder];
        SharedText &original = kernel.evaluation.originalRecord;
        kernel.where = m_tree.place(file);
        original = original.toString() + file.content.toString();
        if (!readFile(file, [&](const JsonReader &reader) { addPart(reader, file, kernel); }))
            m_kernels.erase(folder);
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
        const auto summary = objectIn(reader, "summary");
        if (!summary)
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
        const auto settings = objectIn(reader, "eval_settings", false);
        if (!settings)
            return;
        for (const auto &[name, value] : settings->json().items()) {
            const auto setting = objectIn(*settings, name);
            if (!setting)
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

struct RobustKbenchColumn {
    const char *column;
    const char *name;
};

constexpr std::array robustKbenchColumns{
    RobustKbenchColumn{"Speedup", "eager"},
    RobustKbenchColumn{"Speedup Compile", "torch.compile (default)"},
};

constexpr std::array<const char *, 10> neededRobustKbenchColumns{
    "Batch ID", "Sample ID", "CUDA Filename",   "Correct", "Runtime (ms)",
    "Speedup",  "Code",      "Speedup Compile", "Error",   "task_name"};

/// Fields of one row by column name.
class RobustKbenchRow
{
public:
    RobustKbenchRow(const CsvRow &row, const std::map<std::string, std::size_t> &columns,
                    std::string where, std::vector<JsonProblem> &problems)
        : m_row(row)
        , m_columns(columns)
        , m_where(std::move(where))
        , m_problems(problems)
    {
    }

    std::string text(const std::string &column) const
    {
        const auto at = m_columns.find(column);
        return at == m_columns.end() ? std::string() : m_row.fields[at->second];
    }

    /// Returns nothing for an empty field and for pandas' non-finite numbers.
    std::optional<double> number(const std::string &column) const
    {
        const std::string field = text(column);
        if (field.empty() || field == "nan" || field == "NaN" || field == "inf" || field == "-inf")
            return std::nullopt;
        double value = 0;
        const char *const end = field.data() + field.size();
        const auto [parsed, failed] = std::from_chars(field.data(), end, value);
        if (failed != std::errc() || parsed != end || !std::isfinite(value)) {
            problem(column, "must be a number");
            return std::nullopt;
        }
        return value;
    }

    std::optional<double> positive(const std::string &column) const
    {
        const auto value = number(column);
        if (value && *value <= 0) {
            problem(column, "must be above 0");
            return std::nullopt;
        }
        return value;
    }

    int count(const std::string &column) const
    {
        const std::string field = text(column);
        int value = 0;
        const char *const end = field.data() + field.size();
        const auto [parsed, failed] = std::from_chars(field.data(), end, value);
        if (failed != std::errc() || parsed != end || value < 0 || value > maxRobustKbenchBatches)
            problem(column, "must be a whole number from 0");
        return value;
    }

    bool flag(const std::string &column) const
    {
        const std::string field = text(column);
        if (field != "True" && field != "False")
            problem(column, "must be True or False");
        return field == "True";
    }

    void problem(const std::string &column, std::string message) const
    {
        m_problems.push_back({m_where + ":" + column, std::move(message)});
    }

private:
    const CsvRow &m_row;
    const std::map<std::string, std::size_t> &m_columns;
    std::string m_where;
    std::vector<JsonProblem> &m_problems;
};

/// Returns the row as one JSON object, for the original record.
Json robustKbenchRowJson(const CsvRow &row, const std::map<std::string, std::size_t> &columns)
{
    Json json = Json::object();
    for (const auto &[name, at] : columns)
        json[name] = row.fields[at];
    return json;
}

/// Returns the task; the table contains only its folder, the kernel's path also its level.
Task robustKbenchRowTask(const RobustKbenchRow &row, const RobustKbenchIdentity &place)
{
    const std::string name = row.text("task_name");
    if (name.empty())
        row.problem("task_name", "is empty");
    return robustKbenchTask(place.task.ends_with("/" + name) ? place.task : name,
                            row.text("forward") == "False" ? "backward" : place.direction);
}

/// Returns the part of a row common to both runs; the speedup is added for each.
Evaluation robustKbenchEvaluation(const RobustKbenchRow &row, const RobustKbenchIdentity &place)
{
    Evaluation out;
    out.candidate.method = place.method();
    out.candidate.round = row.count("Batch ID");
    out.candidate.sample = row.count("Sample ID");
    out.candidate.source = row.text("Code");
    out.candidate.language = "cuda";
    out.candidate.fileName = row.text("CUDA Filename");
    out.candidate.cost.dollars = row.number("CUDA API Costs");
    out.runLog = row.text("Error");
    const bool isCorrect = row.flag("Correct");
    out.candidateMs = row.positive("Runtime (ms)");
    const auto difference = row.number("Max Diff");
    if (isCorrect) {
        out.verdict = Verdict::Correct;
        out.message
            = out.candidateMs ? "Recorded: right and timed." : "Recorded: right, not timed.";
    } else {
        out.verdict = robustKbenchFailure(out.runLog);
        if (out.runLog.empty() && difference && *difference > 0)
            out.verdict = Verdict::WrongValue;
        out.message = "Recorded: wrong result.";
    }
    return out;
}

class RobustKbenchCsvReader
{
public:
    RobustKbenchCsvReader(FileTree tree, const ReadOptions &options)
        : m_tree(std::move(tree))
        , m_file(m_tree.place(m_tree.files.front()))
        , m_bad(m_file, options)
    {
        for (const RobustKbenchColumn &baseline : robustKbenchColumns)
            m_runs.emplace_back(
                robustKbenchFormat, m_tree, m_tree.digest(),
                RunPart{"robust-kbench", baseline.name, recordedEnvironment({}, "cuda")}, options);
    }

    Result<std::vector<RecordBatch>> read()
    {
        const std::string_view content = m_tree.files.front().content;
        if (!isUtf8(content))
            return Error{Errc::InvalidInput, "the text is not UTF-8", m_file,
                         "it may be of another kind"};
        const auto rows = parseCsv(content, m_file);
        if (!rows)
            return rows.error();
        if (Status named = readHeader(*rows); !named)
            return std::move(named).error();
        for (std::size_t i = 1; i < rows->size(); ++i) {
            readRow((*rows)[i]);
            if (Status going = m_bad.step(i, rows->size() - 1); !going)
                return std::move(going).error();
        }
        return m_bad.finish(std::move(m_runs), std::move(m_tree.files));
    }

private:
    Status readHeader(const std::vector<CsvRow> &rows)
    {
        if (rows.empty())
            return Error{Errc::InvalidInput, "the file is empty", m_file};
        const CsvRow &header = rows.front();
        for (std::size_t i = 0; i < header.fields.size(); ++i) {
            if (!m_columns.emplace(header.fields[i], i).second)
                return Error{Errc::InvalidInput,
                             "the column \"" + header.fields[i] + "\" occurs twice",
                             m_file + ":" + std::to_string(header.line)};
        }
        for (const char *column : neededRobustKbenchColumns) {
            if (m_columns.count(column) == 0)
                return Error{Errc::InvalidInput,
                             "the column \"" + std::string(column) + "\" is missing",
                             m_file + ":" + std::to_string(header.line),
                             "it is no table of results of robust-kbench"};
        }
        return {};
    }

    void readRow(const CsvRow &fields)
    {
        const std::string where = m_file + ":" + std::to_string(fields.line);
        std::vector<JsonProblem> problems;
        if (fields.fields.size() != m_columns.size()) {
            m_bad.add({where,
                       "has " + counted(fields.fields.size(), "field") + " instead of "
                           + std::to_string(m_columns.size())});
            return;
        }
        const RobustKbenchRow row(fields, m_columns, where, problems);
        const RobustKbenchIdentity place
            = robustKbenchIdentityOf(pathParts({}, row.text("CUDA Filename")));
        const Task task = robustKbenchRowTask(row, place);
        Evaluation common = robustKbenchEvaluation(row, place);
        common.candidate.task = task.name;
        std::array<std::optional<double>, robustKbenchColumns.size()> speedups;
        for (std::size_t i = 0; i < robustKbenchColumns.size(); ++i)
            speedups[i] = row.positive(robustKbenchColumns[i].column);
        if (!m_bad.accept(std::move(problems)))
            return;
        const Json whole = robustKbenchRowJson(fields, m_columns);
        m_bad.countLostTimes(whole);
        common.originalRecord = jsonLine(whole);
        for (std::size_t i = 0; i < robustKbenchColumns.size(); ++i) {
            Evaluation out = common;
            // A time without a right result is no speedup.
            if (out.verdict == Verdict::Correct && speedups[i]) {
                out.speedup = speedups[i];
                out.baseline = robustKbenchColumns[i].name;
            }
            m_runs[i].addTask(task);
            m_runs[i].addMethod({out.candidate.method, "agent", {}, false});
            if (!m_runs[i].add(std::move(out)) && i == 0)
                m_bad.add({where, "this batch and sample of the task is in the table already"});
        }
    }

    FileTree m_tree;
    std::string m_file;
    RecordProblems m_bad;
    std::vector<BatchBuilder> m_runs;
    std::map<std::string, std::size_t> m_columns;
};

/// Returns true for a *.csv file with the table's columns.
bool isRobustKbenchCsv(const fs::path &source)
{
    if (source.extension() != ".csv")
        return false;
    const std::string beginning = beginningOf(source);
    const std::string_view header = firstLineIn(beginning);
    return header.find("CUDA Filename") != std::string_view::npos
        && header.find("Speedup Compile") != std::string_view::npos;
}

/// Reads robust-kbench's table of results (`results.csv`). Each row is a kernel and becomes an
/// evaluation in two runs, one against eager PyTorch and one against torch.compile. The batch is
/// the round, the experiment in the kernel's path is the method. The device is not recorded.
Result<std::vector<RecordBatch>> readRobustKbenchCsv(const fs::path &file,
                                                     const ReadOptions &options)
{
    auto tree = readFileTree(
        file, [](std::string_view) { return false; }, options);
    if (!tree)
        return std::move(tree).error();
    return RobustKbenchCsvReader(std::move(*tree), options).read();
}

} // namespace

bool isRobustKbench(const fs::path &source)
{
    if (!isFolder(source))
        return isRobustKbenchCsv(source);
    return anyFileBelow(source, [&](const fs::path &file) {
        return isRobustKbenchResult(file.lexically_relative(source).generic_string());
    });
}

Result<std::vector<RecordBatch>> readRobustKbench(const fs::path &source,
                                                  const ReadOptions &options)
{
    if (!isFolder(source))
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
