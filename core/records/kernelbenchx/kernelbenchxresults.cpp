// SPDX-License-Identifier: Apache-2.0
#include "core/base/counted.h"
#include "core/base/files.h"
#include "core/records/kernelbenchx/kernelbenchxformats.h"
#include "core/records/kernelbenchx/kernelbenchxtasks.h"
#include "core/records/reading/jsonfields.h"
#include "core/records/reading/jsonoutline.h"
#include "core/records/reading/recordproblems.h"
#include "core/records/reading/sourcefiles.h"
#include "core/suites/layout/layoutreader.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace loupe {

namespace fs = std::filesystem;

namespace {

constexpr const char *kernelBenchXResultsFormat = "kernelbench-x";
constexpr std::size_t kernelBenchXMaxFileBytes = std::size_t{1} << 30U;
constexpr int kernelBenchXMaxRounds = 100'000;

/// KernelBench-X's result of one task in one evaluation, merged from one or several files.
struct KernelBenchXOutcome {
    std::string file; ///< "Activation/gelu.py", or "gelu.py" if no file states the category
    std::optional<bool> callOk;
    std::optional<bool> exeOk;
    std::optional<bool> perfOk;
    std::optional<double> runtimeMs;
    std::optional<double> speedup;
    std::string code;                  ///< kernel, separator line and test segment
    std::string error;                 ///< of any stage, unchanged
    std::vector<TimingSeries> timings; ///< one median per input size
    std::string original;

    void addError(const std::string &text)
    {
        if (text.empty() || error.find(text) != std::string::npos)
            return;
        error += error.empty() ? "" : "\n";
        error += text;
    }
    /// Returns the evaluation without names, which the reader sets. `baseline` is that of the
    /// speedup.
    Evaluation evaluation(const std::string &baseline) const
    {
        Evaluation out;
        out.candidate.language = "python";
        out.candidate.source = kernelBenchXKernelOf(code);
        out.runLog = error;
        out.originalRecord = original;
        if (callOk == false) {
            const bool isEmpty = error.find("empty prediction") != std::string::npos;
            out.verdict = isEmpty ? Verdict::EmptySubmission : Verdict::BuildFailed;
            out.message = isEmpty ? "Recorded: nothing was generated."
                                  : "Recorded: did not run to its end (call failed).";
        } else if (exeOk == false) {
            out.verdict = Verdict::WrongAnswer;
            out.message = "Recorded: ran, wrong result (exe failed).";
        } else if (exeOk == true) {
            out.verdict = Verdict::Correct;
            out.message
                = perfOk == true ? "Recorded: right and timed." : "Recorded: right, not timed.";
            out.timings = timings;
            out.candidateMs = runtimeMs;
            out.speedup = speedup;
            out.baseline = speedup ? baseline : "";
        } else {
            out.message = "Recorded: ran; whether its results are right is not.";
        }
        return out;
    }
};

std::optional<double> positiveKernelBenchXNumber(const JsonReader &reader, std::string_view key)
{
    const auto value = measuredNumber(reader, key);
    if (value && *value < 0)
        reader.problem(key, "must not be below 0");
    return value && *value > 0 ? value : std::nullopt;
}

std::vector<TimingSeries> readKernelBenchXRows(const JsonReader &reader)
{
    std::vector<TimingSeries> out;
    if (!reader.has("performance"))
        return out;
    for (const JsonReader &row : reader.objects("performance")) {
        if (!row.json().is_object())
            continue;
        TimingSeries series;
        series.role = "candidate";
        series.clock = "do_bench median";
        if (row.has("input_size"))
            series.caseName = goldenCaseName(row.json()["input_size"]);
        if (const auto ms = positiveKernelBenchXNumber(row, "ms")) {
            series.samplesMs.push_back(*ms);
            series.callsPerSample.push_back(1);
            out.push_back(std::move(series));
        }
    }
    return out;
}

template <typename T>
bool takeOrCompare(const std::optional<T> &from, std::optional<T> &to)
{
    if (!from)
        return false;
    if (!to) {
        to = from;
        return false;
    }
    return *from != *to;
}

/// Reads an entry of `metrics.json`.
KernelBenchXOutcome readKernelBenchXMetrics(const JsonReader &reader)
{
    KernelBenchXOutcome out;
    out.file = kernelBenchXFileIn(reader);
    const bool call = reader.requiredBool("call_ok");
    const bool exe = reader.requiredBool("exe_ok");
    const bool perf = reader.requiredBool("perf_ok");
    if (exe && !call)
        reader.problem("exe_ok", "cannot be true where call_ok is false");
    if (perf && !exe)
        reader.problem("perf_ok", "cannot be true where exe_ok is false");
    out.callOk = call;
    out.exeOk = exe;
    out.perfOk = perf;
    out.runtimeMs = positiveKernelBenchXNumber(reader, "runtime_ms");
    out.speedup = positiveKernelBenchXNumber(reader, "speedup");
    static_cast<void>(positiveKernelBenchXNumber(reader, "gbs"));
    static_cast<void>(positiveKernelBenchXNumber(reader, "tflops"));
    if (perf && !out.runtimeMs)
        reader.problem("runtime_ms", "must be a number above 0 where perf_ok is true");
    if (!perf && (out.runtimeMs || out.speedup))
        reader.problem("perf_ok", "cannot be false where there is a time or a speedup");
    out.timings = readKernelBenchXRows(reader);
    out.code = looseText(reader.json(), "code");
    out.error = looseText(reader.json(), "error");
    return out;
}

/// Read a line of `results_call.jsonl`, `results_exe.jsonl` and `results_eff.jsonl`, or its copy in
// a controller's state.
KernelBenchXOutcome readKernelBenchXCall(const JsonReader &reader)
{
    KernelBenchXOutcome out;
    out.file = kernelBenchXFileIn(reader);
    out.callOk = reader.requiredBool("ok");
    out.code = looseText(reader.json(), "code");
    out.error = looseText(reader.json(), "stderr");
    return out;
}

KernelBenchXOutcome readKernelBenchXExe(const JsonReader &reader)
{
    KernelBenchXOutcome out = readKernelBenchXCall(reader);
    out.exeOk = out.callOk;
    out.callOk = std::nullopt;
    return out;
}

KernelBenchXOutcome readKernelBenchXEff(const JsonReader &reader)
{
    KernelBenchXOutcome out;
    out.file = kernelBenchXFileIn(reader);
    out.perfOk = reader.requiredBool("ok");
    out.runtimeMs = positiveKernelBenchXNumber(reader, "runtime_ms");
    out.speedup = positiveKernelBenchXNumber(reader, "speedup");
    out.error = looseText(reader.json(), "error");
    return out;
}

/// Adds facts of `stage` that are missing in `known`. Returns true if any fact differs.
bool mergeKernelBenchX(const KernelBenchXOutcome &stage, KernelBenchXOutcome &known)
{
    if (known.file.find('/') == std::string::npos)
        known.file = stage.file;
    bool isDifferent = takeOrCompare(stage.callOk, known.callOk);
    isDifferent = takeOrCompare(stage.exeOk, known.exeOk) || isDifferent;
    isDifferent = takeOrCompare(stage.perfOk, known.perfOk) || isDifferent;
    isDifferent = takeOrCompare(stage.runtimeMs, known.runtimeMs) || isDifferent;
    isDifferent = takeOrCompare(stage.speedup, known.speedup) || isDifferent;
    if (known.code.empty())
        known.code = stage.code;
    known.addError(stage.error);
    if (!stage.original.empty()) {
        known.original += known.original.empty() ? "" : "\n";
        known.original += stage.original;
    }
    return isDifferent;
}

struct StageFile {
    std::string_view stem;
    KernelBenchXOutcome (*read)(const JsonReader &);
};

constexpr std::array stageFiles{StageFile{"results_call", readKernelBenchXCall},
                                StageFile{"results_exe", readKernelBenchXExe},
                                StageFile{"results_eff", readKernelBenchXEff}};

/// Returns the stage of a file: "results_exe.jsonl", or a part left by an incomplete evaluation by
/// folders, "results_exe_part2.jsonl".
const StageFile *stageOf(const fs::path &file)
{
    const std::string stem = file.stem().string();
    const auto found
        = std::find_if(stageFiles.begin(), stageFiles.end(), [&](const StageFile &each) {
              return stem.starts_with(each.stem)
                  && (stem.size() == each.stem.size() || stem[each.stem.size()] == '_');
          });
    return file.extension() == ".jsonl" && found != stageFiles.end() ? &*found : nullptr;
}

/// Returns the files with records of tasks in a folder, in merge order: the first stage states
/// categories.
std::vector<fs::path> recordFilesIn(const fs::path &folder)
{
    std::vector<fs::path> out;
    std::vector<fs::path> entries = entriesOf(folder);
    for (const fs::path &each : entriesOf(folder / "intermediate"))
        entries.push_back(each);
    std::copy_if(entries.begin(), entries.end(), std::back_inserter(out),
                 [](const fs::path &file) { return file.filename() == "metrics.json"; });
    for (const StageFile &stage : stageFiles)
        std::copy_if(entries.begin(), entries.end(), std::back_inserter(out),
                     [&](const fs::path &file) { return stageOf(file) == &stage; });
    return out;
}

std::string kernelBenchXStemOf(const std::string &file)
{
    return fs::path(file).stem().string();
}

class KernelBenchXResultsReader
{
public:
    KernelBenchXResultsReader(const fs::path &source, const ReadOptions &options)
        : m_source(source)
        , m_folder(folderAround(source))
        , m_isFolder(m_folder == source)
        , m_options(options)
        , m_problems(source.string(), options)
        , m_names(KernelBenchXTaskNames::near(m_folder))
    {
    }

    Result<std::vector<RecordBatch>> read()
    {
        if (Status read = m_isFolder ? readFolder() : readOne(m_source); !read)
            return read.error();
        return makeBatch();
    }

private:
    Status readFolder()
    {
        for (const fs::path &file : recordFilesIn(m_source)) {
            if (Status read = readOne(file); !read)
                return read;
        }
        std::error_code ignored;
        for (const char *name : {"summary.json", "controller_state.json"}) {
            if (!fs::exists(m_source / name, ignored))
                continue;
            auto content = readWithin(m_source, m_source / name, kernelBenchXMaxFileBytes);
            if (!content)
                return content.error();
            readAbout(name, *content);
            m_files.push_back({name, std::move(*content)});
        }
        return {};
    }

    Status readOne(const fs::path &file)
    {
        auto content = readWithin(m_folder, file, kernelBenchXMaxFileBytes);
        if (!content)
            return content.error();
        Status read;
        const std::string name = file.filename().string();
        if (const StageFile *stage = stageOf(file))
            read = readLines(file, *content, stage->read);
        else if (name == "controller_state.json")
            read = readState(file, *content);
        else
            read = readMetrics(file, *content);
        if (read)
            m_files.push_back(importedFile(m_folder, file, std::move(*content)));
        return read;
    }

    Status readMetrics(const fs::path &file, const std::string &content)
    {
        if (content.starts_with('['))
            return Error{Errc::InvalidInput, "must be an object of tasks, is a list",
                         file.string() + ":1", "choose KernelBench-X's metrics.json"};
        std::vector<JsonProblem> repeated;
        const auto outline = jsonOutline(content, file.string(), 1, &repeated);
        if (!outline)
            return outline.error();
        m_problems.accept(std::move(repeated));
        const std::vector<JsonPart> &members = *outline;
        std::size_t done = 0;
        for (const JsonPart &member : members) {
            take(file, member, member.key, readKernelBenchXMetrics);
            if (Status going = m_problems.step(++done, members.size()); !going)
                return going;
        }
        return {};
    }

    Status readLines(const fs::path &file, const std::string &content,
                     KernelBenchXOutcome (*reading)(const JsonReader &))
    {
        const auto lines = jsonLines(content);
        std::set<std::string> inThisFile;
        std::size_t done = 0;
        for (const JsonPart &line : lines) {
            if (!isBlank(line)) {
                const std::string stem = take(file, line, {}, reading);
                m_repeated += !stem.empty() && !inThisFile.insert(stem).second ? 1 : 0;
            }
            if (Status going = m_problems.step(++done, lines.size()); !going)
                return going;
        }
        return {};
    }

    Status readState(const fs::path &file, const std::string &content)
    {
        const auto whole = parsePythonJson(content, file.string());
        if (!whole)
            return whole.error();
        if (!whole->is_object() || !whole->contains("state") || !(*whole)["state"].is_object())
            return Error{Errc::InvalidInput, "must be an object with an object \"state\"",
                         file.string() + ":1:state",
                         "choose KernelBench-X's controller_state.json"};
        readAbout("controller_state.json", content);
        for (const JsonPart &section : jsonMembers(content)) {
            if (section.key != "state")
                continue;
            for (const JsonPart &task : jsonMembers(section.text, section.line))
                readTaskState(file, task);
        }
        return {};
    }

    void readTaskState(const fs::path &file, const JsonPart &task)
    {
        static constexpr std::array<std::string_view, 3> stages{"call", "exe", "eff"};
        for (const JsonPart &slice : jsonMembers(task.text, task.line)) {
            const auto stage = std::find(stages.begin(), stages.end(), slice.key);
            if (stage == stages.end() || slice.text == "null")
                continue;
            const std::string field = "state." + task.key + "." + slice.key;
            take(file, slice, field,
                 stageFiles[static_cast<std::size_t>(stage - stages.begin())].read);
        }
    }

    /// Reads a record and merges it with its task's known facts. Returns the task's stem.
    std::string take(const fs::path &file, const JsonPart &slice, const std::string &field,
                     KernelBenchXOutcome (*reading)(const JsonReader &))
    {
        KernelBenchXOutcome outcome;
        if (!m_problems.readRecord(slice, file.string(), field,
                                   [&](const JsonReader &reader) { outcome = reading(reader); }))
            return {};
        outcome.original = slice.text;
        m_names.learn(outcome.file);
        std::string stem = kernelBenchXStemOf(outcome.file);
        const auto [known, isNew] = m_outcomes.try_emplace(stem, outcome);
        if (!isNew)
            m_different += mergeKernelBenchX(outcome, known->second) ? 1 : 0;
        return stem;
    }

    void readAbout(const std::string &name, const std::string &content)
    {
        const auto json = parsePythonJson(content, name);
        if (!json || !json->is_object()) {
            m_notes.push_back(name + " could not be read");
            return;
        }
        if (name == "summary.json") {
            m_summary = *json;
            return;
        }
        const auto round = json->find("iter");
        if (round != json->end() && round->is_number_integer() && *round >= 0
            && *round <= kernelBenchXMaxRounds)
            m_round = round->get<int>();
        m_settings["run_id"] = looseText(*json, "run_id");
    }

    void compareSummary(RecordBatch &batch) const
    {
        const auto compare = [&](const char *key, std::ptrdiff_t found) {
            if (const auto difference = differenceOfCount(m_summary, key, found))
                batch.notes.push_back(*difference);
        };
        const auto count = [&](auto is) {
            return std::count_if(m_outcomes.begin(), m_outcomes.end(),
                                 [&](const auto &each) { return is(each.second); });
        };
        compare("total", static_cast<std::ptrdiff_t>(m_outcomes.size()));
        compare("call_pass",
                count([](const KernelBenchXOutcome &each) { return each.callOk == true; }));
        compare("exe_pass", count([](const KernelBenchXOutcome &each) {
                    return each.callOk == true && each.exeOk == true;
                }));
        compare("perf_pass", count([](const KernelBenchXOutcome &each) {
                    return each.exeOk == true && each.perfOk == true;
                }));
    }

    Result<std::vector<RecordBatch>> makeBatch()
    {
        fs::path named = m_folder;
        if (nameOf(named) == "intermediate")
            named /= "..";
        const std::string folderName = nameOf(named);
        std::string method = looseText(m_summary, "method");
        const bool isMethodGuessed = method.empty() || method == "intermediate";
        if (isMethodGuessed)
            method = folderName;
        BatchSource source;
        source.format = kernelBenchXResultsFormat;
        source.suite = "kernelbench-x";
        source.path = m_source;
        source.device = deviceNamed(nameOf(named / ".."));
        source.name = kernelBenchXResultsFormat + (" " + folderName);
        if (!source.device.empty())
            source.name += " " + source.device;
        source.identity = method + "\n" + std::to_string(m_round);
        source.settings = m_settings;
        const std::string device = source.device;
        BatchBuilder builder(source, digestOf(m_files), m_options);
        builder.addMethod({method, "agent", "as its results name it", false});
        for (const auto &[stem, outcome] : m_outcomes) {
            // If the results lack a category, the suite's metadata may contain it.
            Evaluation evaluation = outcome.evaluation("eager (golden, machine not recorded)");
            Task task = m_names.task(outcome.file);
            evaluation.candidate.task = task.name;
            evaluation.candidate.method = method;
            evaluation.candidate.round = m_round;
            evaluation.candidate.fileName = outcome.file;
            builder.addTask(std::move(task));
            builder.add(std::move(evaluation));
        }
        RecordBatch &batch = builder.batch();
        batch.notes = m_notes;
        if (isMethodGuessed)
            batch.notes.push_back("the method is named after the folder, \"" + method + "\"");
        if (!device.empty())
            batch.notes.push_back("the device, " + device + ", is taken from the name of a folder");
        compareSummary(batch);
        builder.note(m_different, {"record", "of a stage in contradiction to another file"});
        builder.note(m_repeated, {"line", "with a repeated task: the first of a file counts"});
        return m_problems.finish(std::move(builder), std::move(m_files));
    }

    fs::path m_source;
    fs::path m_folder;
    bool m_isFolder = false;
    const ReadOptions &m_options;
    RecordProblems m_problems;
    KernelBenchXTaskNames m_names;
    std::map<std::string, KernelBenchXOutcome> m_outcomes; ///< by stem
    std::vector<ImportedFile> m_files;
    std::vector<std::string> m_notes;
    Json m_summary = Json::object();
    Json m_settings = Json::object();
    int m_round = 0;
    std::size_t m_different = 0;
    std::size_t m_repeated = 0;
};

constexpr int kernelBenchXMaxTasks = 10'000;
constexpr std::uintmax_t kernelBenchXMaxSummaryBytes = 1U << 16U;

/// One of the counts, each a subset of the previous one.
struct KernelBenchXStageCount {
    const char *count;
    const char *rate; ///< percentage of `total`, one decimal
    int tasks = 0;
};

struct KernelBenchXCounts {
    std::string method;
    int total = 0;
    std::array<KernelBenchXStageCount, 3> stages{KernelBenchXStageCount{"call_pass", "call_rate"},
                                                 KernelBenchXStageCount{"exe_pass", "exe_rate"},
                                                 KernelBenchXStageCount{"perf_pass", "perf_rate"}};
    std::vector<std::string> notes;
};

KernelBenchXCounts readKernelBenchXCounts(const JsonReader &reader)
{
    KernelBenchXCounts out;
    out.method = reader.optionalString("method");
    out.total = recordedCount(reader, "total", 1, kernelBenchXMaxTasks);
    int before = out.total;
    for (KernelBenchXStageCount &stage : out.stages) {
        stage.tasks = recordedCount(reader, stage.count, 0, before);
        before = stage.tasks;
        constexpr double rounding = 0.0501;
        const auto rate = measuredNumber(reader, stage.rate);
        if (rate && std::abs(*rate - 100.0 * stage.tasks / out.total) > rounding)
            out.notes.push_back(std::string(stage.rate) + " is not what its counts give");
    }
    for (const char *key : {"avg_speedup_global", "avg_speedup_per_task"}) {
        if (const auto stated = measuredNumber(reader, key))
            out.notes.push_back(std::string(key) + " " + jsonLine(*stated)
                                + " is stated; of which tasks is not recorded");
    }
    return out;
}

Evaluation kernelBenchXCounted(const KernelBenchXCounts &counts, int index)
{
    const auto &[call, exe, perf] = counts.stages;
    Evaluation out;
    out.candidate.language = "python";
    out.flags.emplace_back("from_counts");
    int of = counts.total - call.tasks;
    const char *stage = "did not run to their end";
    if (index < exe.tasks) {
        out.verdict = Verdict::Correct;
        of = exe.tasks;
        stage = "were right";
    } else if (index < call.tasks) {
        out.verdict = Verdict::WrongAnswer;
        of = call.tasks - exe.tasks;
        stage = "ran with a wrong result";
    } else {
        out.verdict = Verdict::BuildFailed;
    }
    out.message = "Recorded as a count: " + std::to_string(of) + " of "
        + counted(static_cast<std::size_t>(counts.total), "task") + " " + stage
        + "; which is not recorded.";
    return out;
}

/// Returns true if this is KernelBench-X's `summary.json`.
bool isKernelBenchXSummary(const fs::path &file)
{
    return file.extension() == ".json"
        && hasKeys(beginningOf(file), {"call_pass", "exe_pass", "perf_pass"});
}

/// Reads a summary without other files. It contains counts: each counted task becomes an unnamed
/// task with the stage it reached, flagged from_counts. Times and speedups of single tasks are
/// unknown; totals become a note.
Result<std::vector<RecordBatch>> readKernelBenchXSummary(const fs::path &file,
                                                         const ReadOptions &options)
{
    auto content = readFile(file, kernelBenchXMaxSummaryBytes);
    if (!content)
        return content.error();
    RecordProblems problems(file.string(), options);
    const auto json = problems.parsed(*content, file.string());
    std::vector<JsonProblem> found;
    KernelBenchXCounts counts;
    if (json) {
        const JsonReader reader(*json, file.string() + ":1", {}, found);
        counts = readKernelBenchXCounts(reader);
    }
    if (problems.accept(std::move(found)); !problems.all().empty())
        return problems.verdict(0).error(); // the only record
    std::vector<ImportedFile> files{{file.filename().string(), std::move(*content)}};
    const std::string folder = nameOf(folderAround(file));
    const std::string method = counts.method.empty() ? folder : counts.method;
    BatchSource source;
    source.format = kernelBenchXResultsFormat;
    source.suite = "kernelbench-x";
    source.path = file;
    source.name = kernelBenchXResultsFormat + (" " + method) + " summary";
    source.identity = method;
    BatchBuilder builder(source, digestOf(files), options);
    builder.addMethod({method, "agent", "as its summary names it", false});
    for (int index = 0; index < counts.total; ++index) {
        Task task;
        task.suite = source.suite;
        task.name = "not named/" + std::to_string(index + 1);
        task.category = "unknown";
        task.title = task.name;
        task.referenceLanguage = "python";
        Evaluation evaluation = kernelBenchXCounted(counts, index);
        evaluation.candidate.task = task.name;
        evaluation.candidate.method = method;
        evaluation.originalRecord = files.front().content;
        builder.addTask(std::move(task));
        builder.add(std::move(evaluation));
    }
    RecordBatch &batch = builder.batch();
    batch.notes = counts.notes;
    batch.notes.push_back("the file holds counts: which tasks they are of is not recorded, nor the "
                          "times of the "
                          + std::to_string(counts.stages.back().tasks) + " that were timed");
    return problems.finish(std::move(builder), std::move(files));
}

bool looksLikeStage(const fs::path &file)
{
    if (stageOf(file) == nullptr)
        return false;
    const std::string beginning = beginningOf(file, 1U << 16U);
    return beginning.starts_with('{') && hasKeys(beginning, {"file", "ok"});
}

bool looksLikeMetrics(const fs::path &file)
{
    const std::string beginning = beginningOf(file);
    return hasKeys(beginning, {"call_ok", "exe_ok"}) && !hasKeys(beginning, {"from_round"});
}

} // namespace

bool isKernelBenchXResults(const fs::path &source)
{
    if (isFolder(source)) {
        const auto files = recordFilesIn(source);
        return files.empty() ? isKernelBenchXSummary(source / "summary.json")
                             : std::any_of(files.begin(), files.end(), [](const fs::path &file) {
                                   return looksLikeStage(file) || looksLikeMetrics(file);
                               });
    }
    if (source.filename() == "controller_state.json")
        return hasKeys(beginningOf(source), {"iter", "state"});
    return looksLikeStage(source) || isKernelBenchXSummary(source)
        || (source.extension() == ".json" && looksLikeMetrics(source));
}

Result<std::vector<RecordBatch>> readKernelBenchXResults(const fs::path &source,
                                                         const ReadOptions &options)
{
    if (isKernelBenchXSummary(source))
        return readKernelBenchXSummary(source, options);
    const fs::path summary = source / "summary.json";
    if (isFolder(source) && recordFilesIn(source).empty() && isKernelBenchXSummary(summary))
        return readKernelBenchXSummary(summary, options);
    return KernelBenchXResultsReader(source, options).read();
}

} // namespace loupe
