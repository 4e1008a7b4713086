// SPDX-License-Identifier: Apache-2.0
#include "core/records/kernelbenchx/kernelbenchxformats.h"
#include "core/records/kernelbenchx/kernelbenchxtasks.h"
#include "core/records/reading/jsonfields.h"
#include "core/records/reading/jsonoutline.h"
#include "core/records/reading/recordproblems.h"
#include "core/records/reading/sourcefiles.h"
#include "core/suites/layout/layoutreader.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace loupe {

namespace fs = std::filesystem;

namespace {

/// One problem in the memory of a GEAK round.
struct GeakMemory {
    std::optional<bool> passCall;
    std::optional<bool> passExe;
    std::optional<double> speedup; ///< of the best timed candidate
    std::string source;            ///< best candidate so far: timed, else right, else completed
    std::string ran;               ///< last candidate that ran to completion
    std::string error;
    std::string original; ///< the unchanged record
};

/// Reads the first stored candidate, the fastest: [code, speedup, …].
void readGeakCandidates(const JsonReader &reader, GeakMemory &out)
{
    const Json *candidates = recordedField(reader, "perf_candidates");
    if (candidates == nullptr)
        return;
    if (!candidates->is_array())
        return reader.problem("perf_candidates", "must be a list");
    for (const Json &each : *candidates) {
        const bool isShaped
            = each.is_array() && each.size() >= 2 && each[0].is_string() && each[1].is_number();
        if (!isShaped || each[1].get<double>() <= 0)
            return reader.problem("perf_candidates",
                                  "must hold lists of a code and a speedup above 0");
        if (out.speedup && *out.speedup >= each[1].get<double>())
            continue;
        out.speedup = each[1].get<double>();
        out.source = each[0].get<std::string>();
    }
}

GeakMemory readGeakProblem(const JsonReader &reader)
{
    GeakMemory out;
    out.passCall = recordedFlag(reader, "pass_call");
    out.passExe = recordedFlag(reader, "pass_exe");
    for (const char *key : {"call_err_msg", "exe_err_msg"}) {
        const std::string text = looseText(reader.json(), key);
        if (text.empty() || text == "None")
            continue;
        out.error += out.error.empty() ? "" : "\n";
        out.error += text;
    }
    readGeakCandidates(reader, out);
    out.ran = looseText(reader.json(), "call_candidate");
    for (const char *key : {"exe_candidate", "call_candidate"}) {
        if (out.source.empty())
            out.source = looseText(reader.json(), key);
    }
    return out;
}

/// Reads GEAK's `<out>_mem_<i>.json` by problem. InvalidInput if the text is no object of problems;
/// malformed records are added to `problems`.
Result<std::map<std::string, GeakMemory>>
readGeakMemory(const std::string &content, const std::string &file, RecordProblems &problems)
{
    const auto members = partsOfObject(content, file);
    if (!members)
        return members.error();
    std::map<std::string, GeakMemory> out;
    for (const JsonPart &member : *members) {
        GeakMemory memory;
        if (!problems.readRecord(member, file, member.key, [&](const JsonReader &reader) {
                memory = readGeakProblem(reader);
            }))
            continue;
        memory.original = member.text;
        out.emplace(member.key, std::move(memory));
    }
    return out;
}

constexpr const char *geakFormat = "geak";
constexpr int geakMaxRounds = 100'000;
constexpr const char *geakUnknownSuite = "not recorded";

struct RoundFile {
    std::string prefix; ///< "tutorial_results"
    int round = 0;
};

/// Parses "tutorial_results_3" into "tutorial_results" and 3.
std::optional<RoundFile> roundOf(const std::string &stem)
{
    const std::size_t mark = stem.rfind('_');
    if (mark == std::string::npos || mark == 0)
        return std::nullopt;
    const auto round = numberAfter("_", std::string_view(stem).substr(mark), geakMaxRounds);
    return round ? std::optional(RoundFile{stem.substr(0, mark), *round}) : std::nullopt;
}

bool looksLikeOutput(const fs::path &file)
{
    if (file.extension() != ".jsonl" || !roundOf(file.stem().string()))
        return false;
    const std::string beginning = beginningOf(file, 1U << 18U);
    return beginning.starts_with('{')
        && hasKeys(firstLineIn(beginning), {"instruction", "filename"});
}

/// Parses "tutorial_results_mem_3" into "tutorial_results" and 3.
std::optional<RoundFile> memoryOf(const fs::path &file)
{
    constexpr std::string_view ending = "_mem";
    auto out = roundOf(file.stem().string());
    if (!out || file.extension() != ".json" || !out->prefix.ends_with(ending))
        return std::nullopt;
    out->prefix.resize(out->prefix.size() - ending.size());
    return out;
}

bool looksLikeMemory(const fs::path &file)
{
    if (!memoryOf(file))
        return false;
    const std::string beginning = beginningOf(file);
    return beginning.starts_with('{') && hasKeys(beginning, {"call_err_msg"});
}

/// Files of one round.
struct GeakRound {
    fs::path outputs; ///< empty: only the memory exists
    fs::path memory;  ///< empty: none
};

/// Reader of all rounds with one prefix.
class GeakReader
{
public:
    GeakReader(fs::path folder, std::string prefix, const ReadOptions &options)
        : m_folder(std::move(folder))
        , m_prefix(std::move(prefix))
        , m_options(options)
        , m_problems((m_folder / m_prefix).string(), options)
    {
    }

    Result<std::vector<RecordBatch>> read(const std::map<int, GeakRound> &rounds)
    {
        std::size_t done = 0;
        for (const auto &[round, files] : rounds) {
            m_memory.clear();
            if (files.memory.empty()) {
                ++m_withoutMemory;
            } else if (Status read = readMemory(files.memory); !read) {
                return std::move(read).error();
            }
            if (files.outputs.empty()) {
                addMemory(round);
            } else if (Status read = readOutputs(files.outputs, round); !read) {
                return std::move(read).error();
            }
            if (Status going = m_problems.step(++done, rounds.size()); !going)
                return std::move(going).error();
        }
        if (Status usable = m_problems.verdict(m_evaluations.size()); !usable)
            return std::move(usable).error();
        return makeBatch();
    }

private:
    Status readMemory(const fs::path &file)
    {
        auto content = readWithin(m_folder, file);
        if (!content)
            return content.error();
        auto memory = readGeakMemory(*content, file.string(), m_problems);
        if (!memory)
            return std::move(memory).error();
        m_memory = std::move(*memory);
        m_files.push_back(importedFile(m_folder, file, std::move(*content)));
        return {};
    }

    /// Adds the candidates of a round without outputs.
    void addMemory(int round)
    {
        for (const auto &[file, memory] : m_memory) {
            if (!isKernelBenchXTaskFile(file)) {
                m_problems.add({m_folder.string(), "must be like name.py, is \"" + file + "\""});
                continue;
            }
            Task task = taskOf(file, geakUnknownSuite);
            Evaluation evaluation = start(task, file, round);
            evaluation.candidate.source = memory.source;
            judge(memory.speedup, &memory, evaluation);
            evaluation.originalRecord = memory.original;
            m_tasks.push_back(std::move(task));
            m_evaluations.push_back(std::move(evaluation));
            ++m_withoutOutput;
        }
    }

    /// Returns the task; a name with a category belongs to KernelBench-X.
    static Task taskOf(const std::string &file, const char *suiteOtherwise)
    {
        Task task = KernelBenchXTaskNames().task(file);
        if (file.find('/') == std::string::npos)
            task.suite = suiteOtherwise;
        return task;
    }

    static Evaluation start(const Task &task, const std::string &file, int round)
    {
        Evaluation out;
        out.candidate.task = task.name;
        out.candidate.method = methodName;
        out.candidate.round = round;
        out.candidate.language = "python";
        out.candidate.fileName = file;
        return out;
    }

    Status readOutputs(const fs::path &file, int round)
    {
        auto content = readWithin(m_folder, file);
        if (!content)
            return content.error();
        for (const JsonPart &line : jsonLines(*content)) {
            Task task;
            Evaluation evaluation;
            if (!m_problems.readRecord(line, file.string(), {}, [&](const JsonReader &reader) {
                    evaluation = readOutput(reader, round, task);
                }))
                continue;
            if (!m_sources.try_emplace({task.name, round}, evaluation.candidate.source).second) {
                m_problems.add({placeIn(file.string(), line) + ":filename",
                                "the same problem is in a line above"});
                continue;
            }
            evaluation.originalRecord
                = std::string(line.text) + evaluation.originalRecord.toString();
            const auto before = m_sources.find({task.name, round - 1});
            if (before != m_sources.end() && !before->second.empty()
                && before->second == evaluation.candidate.source)
                evaluation.flags.emplace_back("identical_code");
            m_tasks.push_back(std::move(task));
            m_evaluations.push_back(std::move(evaluation));
        }
        m_files.push_back(importedFile(m_folder, file, std::move(*content)));
        return {};
    }

    Evaluation readOutput(const JsonReader &reader, int round, Task &task) const
    {
        const std::string file = reader.requiredString("filename");
        if (reader.has("filename") && !isKernelBenchXTaskFile(file))
            reader.problem("filename", "must be like name.py, is \"" + file + "\"");
        static_cast<void>(reader.requiredString("instruction"));
        const auto speedup = measuredNumber(reader, "speedup");
        if (speedup && *speedup < 0)
            reader.problem("speedup", "must not be below 0");
        // GEAK's reader of TritonBench-G writes each problem's test, that of TritonBench-T does
        // not.
        task = taskOf(file, reader.has("test_code") ? "tritonbench-g" : "tritonbench-t");
        if (file.find('/') == std::string::npos)
            task.reference = looseText(reader.json(), "label");
        Evaluation out = start(task, file, round);
        out.candidate.source = looseText(reader.json(), "predict");
        const auto memory = m_memory.find(file);
        judge(speedup, memory == m_memory.end() ? nullptr : &memory->second, out);
        if (memory != m_memory.end())
            out.originalRecord = "\n" + memory->second.original;
        return out;
    }

    /// Sets the verdict. An output is the best so far. The memory states the progress of the
    /// round's own candidate; if that failed, the output is an earlier one.
    static void judge(std::optional<double> speedup, const GeakMemory *memory, Evaluation &out)
    {
        const bool hasFailed
            = memory != nullptr && (memory->passCall == false || memory->passExe == false);
        if (hasFailed)
            return judgeFailed(*memory, out);
        if (speedup && *speedup > 0) {
            out.verdict = Verdict::Correct;
            out.speedup = speedup;
            out.baseline = "reference, as GEAK timed it";
            out.message = "Recorded: the best so far, right and timed.";
            out.flags.emplace_back("best_so_far");
            return;
        }
        if (memory == nullptr || memory->passExe != true) {
            out.message = "How far this output came is not recorded.";
            return;
        }
        out.flags.emplace_back("best_so_far");
        out.runLog = memory->error;
        out.verdict = Verdict::Correct;
        out.message = "Recorded: right, not timed.";
    }

    static void judgeFailed(const GeakMemory &memory, Evaluation &out)
    {
        out.runLog = memory.error;
        const bool hasRun = memory.passCall == true;
        if (hasRun) {
            out.verdict = Verdict::WrongAnswer;
            out.message = "Recorded: ran, wrong result.";
        } else {
            out.verdict
                = out.candidate.source.empty() ? Verdict::EmptySubmission : Verdict::BuildFailed;
            out.message = "Recorded: did not run to its end.";
        }
        if (memory.source.empty() || (hasRun && memory.ran == out.candidate.source))
            return;
        out.candidate.source = hasRun ? memory.ran : std::string();
        out.message += " The output is an earlier round's, the best so far.";
        if (!hasRun)
            out.message += " This round's own text is not recorded.";
    }

    Result<std::vector<RecordBatch>> makeBatch()
    {
        BatchSource source;
        source.format = geakFormat;
        const auto known = std::ranges::find_if(
            m_tasks, [](const Task &task) { return task.suite != geakUnknownSuite; });
        source.suite = known == m_tasks.end() ? geakUnknownSuite : known->suite;
        source.path = m_folder;
        source.name = geakFormat + (" " + m_prefix);
        BatchBuilder builder(source, digestOf(m_files), m_options);
        builder.addMethod({methodName, "agent",
                           "agent with reflection over generations, from its own files", false});
        for (Task &task : m_tasks)
            builder.addTask(std::move(task));
        RecordBatch &batch = builder.batch();
        batch.records = static_cast<int>(m_evaluations.size());
        batch.evaluations = std::move(m_evaluations);
        batch.notes.emplace_back(
            "outputs are the best so far: a speedup that rises may be the same code timed again");
        builder.note(m_withoutMemory, {"round", "without a memory record"});
        builder.note(m_withoutOutput, {"candidate", "known from a memory alone"});
        return m_problems.finish(std::move(builder), std::move(m_files));
    }

    static constexpr const char *methodName = "GEAK";

    fs::path m_folder;
    std::string m_prefix;
    const ReadOptions &m_options;
    RecordProblems m_problems;
    std::map<std::string, GeakMemory> m_memory;                  ///< of the current round
    std::map<std::pair<std::string, int>, SharedText> m_sources; ///< by task and round
    std::vector<Task> m_tasks;
    std::vector<Evaluation> m_evaluations;
    std::vector<ImportedFile> m_files;
    std::size_t m_withoutMemory = 0;
    std::size_t m_withoutOutput = 0;
};

} // namespace

bool isGeak(const fs::path &source)
{
    const auto isOfGeak
        = [](const fs::path &file) { return looksLikeOutput(file) || looksLikeMemory(file); };
    return isFolder(source) ? std::ranges::any_of(entriesOf(source), isOfGeak) : isOfGeak(source);
}

Result<std::vector<RecordBatch>> readGeak(const fs::path &source, const ReadOptions &options)
{
    std::error_code ignored;
    const bool isWhole = isFolder(source);
    const fs::path folder = folderAround(source);
    std::map<std::string, std::map<int, GeakRound>> outputs; ///< by prefix and round
    for (const fs::path &file : isWhole ? entriesOf(source) : std::vector<fs::path>{source}) {
        const auto memory = memoryOf(file);
        const auto named = roundOf(file.stem().string());
        if (memory && (!isWhole || looksLikeMemory(file))) {
            outputs[memory->prefix][memory->round].memory = file;
        } else if (named && (!isWhole || looksLikeOutput(file))) {
            GeakRound &round = outputs[named->prefix][named->round];
            round.outputs = file;
            const fs::path beside
                = folder / (named->prefix + "_mem_" + std::to_string(named->round) + ".json");
            if (fs::exists(beside, ignored))
                round.memory = beside;
        }
    }
    if (outputs.empty())
        return Error{Errc::InvalidInput, "there is no output of GEAK", source.string(),
                     "choose <out>_<i>.jsonl or the folder that holds it"};
    std::vector<RecordBatch> batches;
    batches.reserve(outputs.size());
    for (const auto &[prefix, rounds] : outputs) {
        auto read = GeakReader(folder, prefix, options).read(rounds);
        if (!read)
            return read;
        batches.insert(batches.end(), std::make_move_iterator(read->begin()),
                       std::make_move_iterator(read->end()));
    }
    return batches;
}

} // namespace loupe
