// SPDX-License-Identifier: Apache-2.0
#include "core/base/digest.h"
#include "core/base/files.h"
#include "core/records/kernelbenchx/kernelbenchxformats.h"
#include "core/records/kernelbenchx/kernelbenchxtasks.h"
#include "core/records/reading/batchbuilder.h"
#include "core/records/reading/jsonfields.h"
#include "core/records/reading/jsonoutline.h"
#include "core/records/reading/recordproblems.h"
#include "core/records/reading/sourcefiles.h"
#include "core/suites/text/jsonelements.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

namespace loupe {

namespace {

constexpr const char *suiteName = "kernelbench-x";
constexpr const char *methodName = "GEAK";
constexpr int maxRounds = 1000;

constexpr std::string_view renamedFrom = "Broadcast/expand_where";
constexpr std::string_view renamedTo = "Index/expand_where";

/// Tasks of the corpus that are not in the 176 tasks of kernelbenchx_v1.json (KernelBench-X
/// fd41922, June 2026), because they were dropped for publication.
constexpr std::array<std::string_view, 18> droppedTasks{
    "Broadcast/tile_clamp",
    "Fusion/fused_sigmoid_argmax",
    "Fusion/fused_sigmoid_conv2d",
    "Fusion/fused_silu_batch_norm",
    "Fusion/fused_softmax_mul",
    "Index/gather",
    "LinearAlgebra/least_squares_qr",
    "Loss/l1_loss",
    "Math/autocast",
    "Math/exp",
    "Math/mul_int8",
    "Math/sqrt",
    "MatrixMultiply/scaled_add_dot",
    "MatrixMultiply/scaled_add_norm",
    "MatrixMultiply/tensordot",
    "Pooling/max_pool2d",
    "Reduce/logsumexp",
    "Reduce/max",
};

constexpr std::array<std::string_view, 6> kinds{"speedup_increase", "call_fail_to_pass",
                                                "exe_fail_to_pass", "perf_ok_newly",
                                                "regression_exe",   "regression_perf"};

int lineCount(std::string_view text)
{
    const auto breaks = std::count(text.begin(), text.end(), '\n');
    return static_cast<int>(breaks) + (text.empty() || text.back() == '\n' ? 0 : 1);
}

/// State of a kernel before or after a step.
struct KernelBenchXState {
    bool callOk = false; ///< the file ran to completion
    bool exeOk = false;  ///< and its results were right
    bool perfOk = false; ///< and it was timed
    std::optional<double> runtimeMs;
    std::optional<double> gigabytesPerSecond; ///< with the time: rate of bytes moved
    std::optional<double> teraflops;
    std::optional<double> speedup;
    std::string error;     ///< first part of stderr; mostly warnings, never a classification
    SharedText code;       ///< kernel, separator line and test segment
    int recordedLines = 0; ///< lines of `code` according to the record

    /// Returns the kernel: the text above the separator. It shares the memory of `code`.
    SharedText kernel() const
    {
        return code.part(code.view().substr(0, code.view().find(kernelBenchXSeparator())));
    }
    bool hasCollapsedWhitespace() const { return lineCount(code) < recordedLines; }
};

/// Line of the corpus.
struct KernelBenchXRecord {
    int line = 0;
    std::string task; ///< "Activation/softmax", by its current name
    bool renamed = false;
    int fromRound = 0;
    int toRound = 0;
    std::string kind;
    KernelBenchXState before;
    KernelBenchXState after;
    SharedText text; ///< the unchanged line

    bool hasIdenticalCode() const { return before.code == after.code; }
};

/// Returns "Activation/softmax" for "Activation/softmax.py"; reports a problem for anything else.
std::string taskName(const JsonReader &reader)
{
    const std::string id = reader.requiredString("task_id");
    constexpr std::string_view ending = ".py";
    const std::size_t slash = id.find('/');
    const bool shaped = slash != std::string::npos && slash > 0 && id.rfind('/') == slash
        && id.size() > slash + 1 + ending.size() && id.ends_with(ending)
        && std::all_of(id.begin(), id.end(), [](char c) {
                            return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'
                                || c == '/' || c == '.' || c == '-';
                        });
    if (shaped)
        return id.substr(0, id.size() - ending.size());
    if (reader.has("task_id") && reader.json()["task_id"].is_string())
        reader.problem("task_id", "must be Category/name.py, is \"" + id + "\"");
    return {};
}

void readRounds(const JsonReader &reader, KernelBenchXRecord &record)
{
    const std::string from = reader.requiredString("from_round");
    const std::string to = reader.requiredString("to_round");
    const std::string transition = reader.requiredString("transition");
    if (from.empty() || to.empty() || transition.empty())
        return;
    const auto fromNumber = numberAfter("round_", from, maxRounds);
    const auto toNumber = numberAfter("round_", to, maxRounds);
    if (!fromNumber)
        reader.problem("from_round", "must be round_N, is \"" + from + "\"");
    if (!toNumber)
        reader.problem("to_round", "must be round_N, is \"" + to + "\"");
    if (!fromNumber || !toNumber)
        return;
    if (*toNumber != *fromNumber + 1)
        reader.problem("to_round", "must be the round after " + from + ", is " + to);
    if (transition != from + "_to_" + to)
        reader.problem("transition",
                       "must be " + from + "_to_" + to + ", is \"" + transition + "\"");
    record.fromRound = *fromNumber;
    record.toRound = *toNumber;
}

std::string readKind(const JsonReader &reader)
{
    std::string kind = reader.requiredString("kind");
    if (!reader.has("kind") || !reader.json()["kind"].is_string())
        return kind;
    for (std::size_t begin = 0; begin <= kind.size();) {
        const std::size_t end = std::min(kind.find(',', begin), kind.size());
        const std::string one = kind.substr(begin, end - begin);
        if (std::find(kinds.begin(), kinds.end(), one) == kinds.end())
            reader.problem("kind",
                           fmt::format("\"{}\" is not one of {}", one, fmt::join(kinds, ", ")));
        begin = end + 1;
    }
    return kind;
}

/// Checks for a number, or "N/A" if nothing was measured.
void checkMaintainability(const JsonReader &state)
{
    if (state.has("maintainability") && state.json()["maintainability"].is_string()
        && state.requiredString("maintainability") == "N/A")
        return;
    static_cast<void>(state.requiredNumber("maintainability"));
}

/// Reads a nullable number whose key must exist, because corpora always write it.
std::optional<double> requiredOrNull(const JsonReader &reader, std::string_view key)
{
    if (!reader.has(key)) {
        reader.problem(key, "is missing");
        return std::nullopt;
    }
    return reader.nullableNumber(key);
}

void checkConsistency(const JsonReader &reader, const KernelBenchXState &state)
{
    if (state.exeOk && !state.callOk)
        reader.problem("exe_ok", "cannot be true where call_ok is false");
    if (state.perfOk && !state.exeOk)
        reader.problem("perf_ok", "cannot be true where exe_ok is false");
    if (state.perfOk != state.speedup.has_value())
        reader.problem("speedup",
                       state.perfOk ? "must be a number where perf_ok is true"
                                    : "must be null where perf_ok is false");
    if (state.perfOk != state.runtimeMs.has_value())
        reader.problem("runtime_ms",
                       state.perfOk ? "must be a number where perf_ok is true"
                                    : "must be null where perf_ok is false");
    if (state.speedup && *state.speedup <= 0)
        reader.problem("speedup", "must be above 0");
    if (state.runtimeMs && *state.runtimeMs <= 0)
        reader.problem("runtime_ms", "must be above 0");
}

std::string readCode(const JsonReader &record, const std::string &side)
{
    const std::string key = side + "_code";
    std::string code = record.requiredString(key);
    const bool present = record.requiredBool(side + "_code_present");
    if (!record.has(key) || !record.json()[key].is_string())
        return code;
    if (!present) {
        if (!code.empty())
            record.problem(key, "must be empty where " + side + "_code_present is false");
        return code;
    }
    const std::string separator = kernelBenchXSeparator();
    const std::size_t first = code.find(separator);
    const std::size_t end = first + separator.size();
    if (first == std::string::npos)
        record.problem(key, "has no line of 146 # between kernel and test");
    else if (code.find('#', end) == end || code.find(separator, end) != std::string::npos)
        record.problem(key, "has more than one separator of 146 #");
    return code;
}

KernelBenchXState readState(const JsonReader &record, const std::string &side,
                            const std::string &lines)
{
    KernelBenchXState state;
    if (const auto reader = objectIn(record, side)) {
        state.callOk = reader->requiredBool("call_ok");
        state.exeOk = reader->requiredBool("exe_ok");
        state.perfOk = reader->requiredBool("perf_ok");
        state.runtimeMs = requiredOrNull(*reader, "runtime_ms");
        state.speedup = requiredOrNull(*reader, "speedup");
        state.gigabytesPerSecond = requiredOrNull(*reader, "gbs");
        state.teraflops = requiredOrNull(*reader, "tflops");
        static_cast<void>(reader->requiredString("dtype"));
        checkMaintainability(*reader);
        state.error = reader->requiredString("error");
        checkConsistency(*reader, state);
    }
    state.code = readCode(record, side);
    if (const auto stats = objectIn(record, "diff_stats"))
        state.recordedLines = static_cast<int>(
            std::clamp<std::int64_t>(stats->requiredInteger(lines), 0, 1'000'000'000));
    return state;
}

/// Reads one line. Errors ("file:line:field") are added to `problems`; the record is usable only if
/// there were none.
KernelBenchXRecord readKernelBenchXRecord(const SharedText &text, const std::string &file, int line,
                                          std::vector<JsonProblem> &problems)
{
    KernelBenchXRecord record;
    record.line = line;
    record.text = text;
    const auto json = parseElement({text, line}, file);
    if (!json) {
        problems.push_back({json.error().where, json.error().message});
        return record;
    }
    const JsonReader reader(*json, file + ":" + std::to_string(line), {}, problems);
    if (!json->is_object())
        return record;
    record.task = taskName(reader);
    if (record.task == renamedFrom) {
        record.task = renamedTo;
        record.renamed = true;
    }
    readRounds(reader, record);
    record.kind = readKind(reader);
    record.before = readState(reader, "before", "lines_a");
    record.after = readState(reader, "after", "lines_b");
    static_cast<void>(reader.requiredString("unified_diff"));
    static_cast<void>(reader.requiredString("notes"));
    static_cast<void>(reader.object("llm_fields"));
    return record;
}

/// Returns true if the task is not in the current 176.
bool isDroppedKernelBenchXTask(std::string_view task)
{
    return std::ranges::find(droppedTasks, task) != droppedTasks.end();
}

/// States of one task by round, with the first record of each.
struct TaskStates {
    bool renamed = false;
    std::map<int, const KernelBenchXRecord *> records;
    std::map<int, const KernelBenchXState *> states;
    std::map<int, const KernelBenchXRecord *> steps; ///< by target round
};

/// Returns the first field in which two states of the same round differ.
const char *difference(const KernelBenchXState &a, const KernelBenchXState &b)
{
    if (a.callOk != b.callOk)
        return "call_ok";
    if (a.exeOk != b.exeOk)
        return "exe_ok";
    if (a.perfOk != b.perfOk)
        return "perf_ok";
    if (a.runtimeMs != b.runtimeMs)
        return "runtime_ms";
    if (a.speedup != b.speedup)
        return "speedup";
    if (a.error != b.error)
        return "error";
    if (a.code != b.code)
        return "code";
    return nullptr;
}

/// Reader of the lines, which it checks against each other and converts to a batch.
class CorpusReader
{
public:
    CorpusReader(std::string file, const ReadOptions &options)
        : m_file(std::move(file))
        , m_options(options)
        , m_problems(m_file, options)
    {
    }

    Result<RecordBatch> read(const SharedText &content)
    {
        const std::vector<JsonPart> lines = jsonLines(content);
        if (lines.empty())
            return Error{Errc::InvalidInput, "the file is empty", m_file,
                         "choose KernelBench-X's all_records.jsonl"};
        m_content = content;
        m_records.reserve(lines.size()); // states point into it
        ReadingWindow window(content);
        std::size_t done = 0;
        for (const JsonPart &line : lines) {
            readLine(line);
            window.advance(line.text.size());
            if (Status going = m_problems.step(++done, lines.size()); !going)
                return std::move(going).error();
        }
        if (Status usable = m_problems.verdict(m_records.size()); !usable) {
            Error error = std::move(usable).error();
            if (content.view().back() != '\n' && error.message.starts_with("not valid JSON"))
                error.hint = "the file does not end with a line break: it may be cut off";
            return error;
        }
        return makeBatch(content);
    }

private:
    void readLine(const JsonPart &line)
    {
        std::vector<JsonProblem> problems;
        if (isBlank(line))
            problems.push_back({placeIn(m_file, line), "the line is empty"});
        else
            m_records.push_back(
                readKernelBenchXRecord(m_content.part(line.text), m_file, line.line, problems));
        if (problems.empty()) {
            checkAgainstOthers(m_records.back(), problems);
            if (problems.empty())
                return addStates(m_records.back());
        }
        if (m_records.size() > m_accepted)
            m_records.pop_back();
        m_problems.accept(std::move(problems));
    }

    void checkAgainstOthers(const KernelBenchXRecord &record, std::vector<JsonProblem> &problems)
    {
        const auto known = m_tasks.find(record.task);
        if (known == m_tasks.end())
            return;
        const TaskStates &task = known->second;
        const std::string place = m_file + ":" + std::to_string(record.line);
        const auto same = task.steps.find(record.toRound);
        if (same != task.steps.end())
            problems.push_back({place + ":transition",
                                "the same step of " + record.task + " is in line "
                                    + std::to_string(same->second->line) + " already"});
        const auto compare = [&](int round, const KernelBenchXState &state, const char *side) {
            const auto first = task.states.find(round);
            const char *field
                = first == task.states.end() ? nullptr : difference(*first->second, state);
            if (field != nullptr)
                problems.push_back({place + ":" + side,
                                    std::string(field) + " of " + record.task + " in round "
                                        + std::to_string(round) + " is not what line "
                                        + std::to_string(task.records.at(round)->line) + " says"});
        };
        compare(record.fromRound, record.before, "before");
        compare(record.toRound, record.after, "after");
    }

    void addStates(const KernelBenchXRecord &record)
    {
        m_accepted = m_records.size();
        TaskStates &task = m_tasks[record.task];
        task.renamed = task.renamed || record.renamed;
        task.states.emplace(record.fromRound, &record.before);
        task.records.emplace(record.fromRound, &record);
        task.states.emplace(record.toRound, &record.after);
        task.records.emplace(record.toRound, &record);
        task.steps.emplace(record.toRound, &record);
        m_lastRound = std::max(m_lastRound, record.toRound);
    }

    RecordBatch makeBatch(const SharedText &content)
    {
        RecordBatch batch;
        batch.format = "kbx-corpus";
        batch.source = m_file;
        batch.digest = contentDigest(content);
        batch.records = static_cast<int>(m_records.size());
        batch.skipped = m_problems.all();
        batch.run = makeRun(batch);
        batch.methods
            = {{methodName, "agent",
                "agent with reflection over generations, as recorded by KernelBench-X", false}};
        for (const auto &[name, task] : m_tasks)
            addTask(name, task, batch);
        for (const KernelBenchXRecord &record : m_records)
            batch.transitions.push_back({record.task, methodName, 0, record.fromRound,
                                         record.toRound, record.kind, record.hasIdenticalCode(),
                                         record.text});
        addNotes(batch);
        return batch;
    }

    Run makeRun(const RecordBatch &batch) const
    {
        Run run;
        run.uuid = sha256Hex(batch.format + "\n" + batch.digest).substr(0, 32);
        run.name = m_options.runName;
        if (run.name.empty())
            run.name = batch.format + " " + std::filesystem::path(m_file).stem().string();
        run.suite = suiteName;
        run.origin = "import:" + batch.format;
        run.protocol = batch.format;
        run.profileJson = jsonLine(Json{{"format", batch.format},
                                        {"file", std::filesystem::path(m_file).filename().string()},
                                        {"sha256", batch.digest},
                                        {"records", batch.records}});
        run.environment = {"RTX 5090 (recorded)", "cuda", R"({"source":"as recorded"})"};
        return run;
    }

    void addTask(const std::string &name, const TaskStates &states, RecordBatch &batch) const
    {
        Task task;
        task.suite = suiteName;
        task.name = name;
        task.category = name.substr(0, name.find('/'));
        task.title = name.substr(name.find('/') + 1);
        task.referenceLanguage = "python";
        batch.tasks.push_back(task);
        RecordedDialogue dialogue(batch.run.uuid, {});
        for (int round = 0; round <= m_lastRound; ++round) {
            Evaluation evaluation = evaluationOf(name, states, round);
            // The records contain neither prompts nor answers, only the code before and after each
            // step.
            const SharedText &source = evaluation.candidate.source;
            if (!source.empty())
                dialogue.add({{}, source, {}, true}, evaluation.candidate);
            batch.evaluations.push_back(std::move(evaluation));
        }
        if (!dialogue.isEmpty())
            batch.dialogues.push_back(dialogue.take());
    }

    static Evaluation evaluationOf(const std::string &name, const TaskStates &task, int round)
    {
        Evaluation out;
        out.candidate.task = name;
        out.candidate.method = methodName;
        out.candidate.round = round;
        out.candidate.language = "python";
        if (isDroppedKernelBenchXTask(name))
            out.flags.emplace_back("not_in_current_set");
        if (task.renamed)
            out.flags.emplace_back("renamed_task");
        const auto known = task.states.find(round);
        if (known == task.states.end()) {
            out.message = "Round not recorded.";
            return out;
        }
        addState(*known->second, out);
        settleRecorded(out);
        const auto step = task.steps.find(round);
        if (step != task.steps.end() && step->second->hasIdenticalCode())
            out.flags.emplace_back("identical_code");
        out.candidate.fileName = name + ".py";
        out.originalRecord = task.records.at(round)->text;
        return out;
    }

    static void addState(const KernelBenchXState &state, Evaluation &out)
    {
        out.candidate.source = state.kernel();
        out.runLog = state.error;
        if (state.hasCollapsedWhitespace())
            out.flags.emplace_back("collapsed_whitespace");
        if (!state.callOk) {
            out.verdict = Verdict::BuildFailed;
            out.message = "Recorded: did not run to its end (call failed).";
        } else if (!state.exeOk) {
            out.verdict = Verdict::WrongAnswer;
            out.message = "Recorded: ran, wrong result (exe failed).";
        } else {
            out.verdict = Verdict::Correct;
            out.message
                = state.perfOk ? "Recorded: right and timed." : "Recorded: right, not timed.";
        }
        out.candidateMs = state.runtimeMs;
        out.speedup = state.speedup;
        if (state.runtimeMs && state.gigabytesPerSecond && state.teraflops) {
            WorkRecord &work = out.work.emplace();
            work.bytes = *state.gigabytesPerSecond * 1e6 * *state.runtimeMs;
            work.flops = *state.teraflops * 1e9 * *state.runtimeMs;
        }
        if (state.speedup)
            out.baseline = "eager (5090 golden)";
    }

    void addNotes(RecordBatch &batch) const
    {
        std::size_t dropped = 0;
        std::size_t collapsed = 0;
        std::size_t identical = 0;
        std::size_t unknown = 0;
        for (const Task &task : batch.tasks)
            dropped += isDroppedKernelBenchXTask(task.name) ? 1 : 0;
        for (const KernelBenchXRecord &record : m_records) {
            identical += record.hasIdenticalCode() ? 1 : 0;
            collapsed
                += record.before.hasCollapsedWhitespace() || record.after.hasCollapsedWhitespace()
                ? 1
                : 0;
        }
        for (const Evaluation &evaluation : batch.evaluations)
            unknown += evaluation.verdict == Verdict::NotRecorded ? 1 : 0;
        std::vector<std::string> &notes = batch.notes;
        addNote(identical,
                {"record", "with identical code before and after, marked identical_code"}, notes);
        addNote(collapsed, {"record", "with collapsed white space, marked collapsed_whitespace"},
                notes);
        addNote(dropped, {"task", "outside the current set, marked not_in_current_set"}, notes);
        addNote(unknown, {"round", "without a record, kept as unknown"}, notes);
        addNote(batch.skipped.size(), {"problem", "in bad records, which were skipped"}, notes);
    }

    std::string m_file;
    const ReadOptions &m_options;
    std::vector<KernelBenchXRecord> m_records;
    std::size_t m_accepted = 0;
    std::map<std::string, TaskStates> m_tasks;
    RecordProblems m_problems;
    SharedText m_content; ///< content of the file
    int m_lastRound = 0;
};

} // namespace

bool isKernelBenchXCorpus(const std::filesystem::path &source)
{
    const std::string beginning = beginningOf(source);
    return source.extension() == ".jsonl" && beginning.starts_with('{')
        && hasKeys(firstLineIn(beginning), {"task_id", "from_round"});
}

Result<std::vector<RecordBatch>> readKernelBenchXCorpus(const std::filesystem::path &file,
                                                        const ReadOptions &options)
{
    constexpr std::uintmax_t maxCorpusBytes = std::uintmax_t{1} << 31U;
    auto content = readSharedWithin(file, file, maxCorpusBytes);
    if (!content)
        return std::move(content).error();
    auto batch = CorpusReader(file.string(), options).read(*content);
    if (!batch)
        return std::move(batch).error();
    batch->files.push_back({file.filename().string(), *content});
    std::vector<RecordBatch> batches;
    batches.push_back(std::move(*batch));
    return batches;
}

} // namespace loupe
