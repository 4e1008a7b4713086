// SPDX-License-Identifier: Apache-2.0
#include "core/base/digest.h"
#include "core/base/files.h"
#include "core/records/kernelbenchx/kernelbenchxformats.h"
#include "core/records/kernelbenchx/kernelbenchxrecord.h"
#include "core/records/reading/batchbuilder.h"
#include "core/records/reading/jsonoutline.h"
#include "core/records/reading/recordproblems.h"
#include "core/records/reading/sourcefiles.h"

#include <map>

namespace loupe {

namespace {

constexpr const char *suiteName = "kernelbench-x";
constexpr const char *methodName = "GEAK";

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
        const int total = static_cast<int>(lines.size());
        ReadingWindow window(content);
        for (int i = 0; i < total; ++i) {
            const JsonPart &line = lines[static_cast<std::size_t>(i)];
            readLine(line);
            window.advance(line.text.size());
            if (Status going = m_problems.step(i + 1, total); !going)
                return std::move(going).error();
        }
        if (Status usable = m_problems.verdict(static_cast<int>(m_records.size())); !usable) {
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
            problems.push_back({m_file + ":" + std::to_string(line.line), "the line is empty"});
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
        run.profileJson = Json{
            {"format", batch.format},
            {"file", std::filesystem::path(m_file).filename().string()},
            {"sha256", batch.digest},
            {"records",
             batch.records}}.dump(-1, ' ', false, Json::error_handler_t::replace);
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
    const std::string_view line = std::string_view(beginning).substr(0, beginning.find('\n'));
    return source.extension() == ".jsonl" && line.starts_with('{')
        && line.find("\"task_id\"") != std::string_view::npos
        && line.find("\"from_round\"") != std::string_view::npos;
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
