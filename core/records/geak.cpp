// SPDX-License-Identifier: Apache-2.0
#include "core/records/geak.h"

#include "core/records/jsonfields.h"
#include "core/records/jsonoutline.h"
#include "core/records/kbxtasks.h"
#include "core/records/recordproblems.h"
#include "core/records/sourcefiles.h"

#include <charconv>
#include <iterator>
#include <map>
#include <optional>
#include <utility>

namespace loupe {

namespace fs = std::filesystem;

namespace {

constexpr const char *geakFormat = "geak";
constexpr int geakMostRounds = 100'000;

struct RoundFile {
    std::string prefix; ///< "tutorial_results"
    int round = 0;
};

/// "tutorial_results" and 3 of "tutorial_results_3".
std::optional<RoundFile> roundOf(const std::string &stem)
{
    const std::size_t mark = stem.rfind('_');
    if (mark == std::string::npos || mark == 0)
        return std::nullopt;
    RoundFile out;
    const char *const end = stem.data() + stem.size();
    const auto [parsed, failed] = std::from_chars(stem.data() + mark + 1, end, out.round);
    if (failed != std::errc() || parsed != end || out.round < 0 || out.round > geakMostRounds)
        return std::nullopt;
    out.prefix = stem.substr(0, mark);
    return out;
}

bool looksLikeOutput(const fs::path &file)
{
    if (file.extension() != ".jsonl" || !roundOf(file.stem().string()))
        return false;
    const std::string beginning = beginningOf(file, 1U << 18U);
    const std::string_view line = std::string_view(beginning).substr(0, beginning.find('\n'));
    return line.starts_with('{') && line.find("\"instruction\"") != std::string_view::npos
        && line.find("\"filename\"") != std::string_view::npos;
}

/// What the memory of a round says of one problem.
struct GeakMemory {
    std::optional<bool> passCall;
    std::optional<bool> passExe;
    std::string error;
    std::string original;
};

std::optional<bool> looseBool(const Json &object, const char *key)
{
    const auto found = object.find(key);
    return found != object.end() && found->is_boolean() ? std::optional(found->get<bool>())
                                                        : std::nullopt;
}

/// All rounds with one prefix.
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

    Result<std::vector<RecordBatch>> read(const std::map<int, fs::path> &outputs)
    {
        int done = 0;
        for (const auto &[round, file] : outputs) {
            m_memory.clear();
            const fs::path memory
                = m_folder / (m_prefix + "_mem_" + std::to_string(round) + ".json");
            if (std::error_code ignored; fs::exists(memory, ignored)) {
                if (Status read = readMemory(memory); !read)
                    return read.error();
            } else {
                ++m_withoutMemory;
            }
            if (Status read = readOutputs(file, round); !read)
                return read.error();
            if (Status going = m_problems.step(++done, static_cast<int>(outputs.size())); !going)
                return going.error();
        }
        if (Status usable = m_problems.verdict(static_cast<int>(m_evaluations.size())); !usable)
            return usable.error();
        return makeBatch();
    }

private:
    Status readMemory(const fs::path &file)
    {
        auto content = readWithin(m_folder, file);
        if (!content)
            return content.error();
        const auto whole = parsePythonJson(*content, file.string());
        if (!whole)
            return whole.error();
        if (!whole->is_object())
            return Error{Errc::InvalidInput,
                         std::string("must be an object of problems, is ") + whole->type_name(),
                         file.string() + ":1",
                         "choose a memory file of GEAK",
                         {}};
        for (const JsonPart &member : jsonMembers(*content)) {
            const auto json = parsePythonJson(member.text, file.string(), member.line);
            if (!json || !json->is_object()) {
                m_problems.add(
                    {file.string() + ":" + std::to_string(member.line) + ":" + member.key,
                     "must be an object"});
                continue;
            }
            GeakMemory memory;
            memory.passCall = looseBool(*json, "pass_call");
            memory.passExe = looseBool(*json, "pass_exe");
            for (const char *key : {"call_err_msg", "exe_err_msg"}) {
                const std::string text = looseText(*json, key);
                if (text.empty() || text == "None")
                    continue;
                memory.error += memory.error.empty() ? "" : "\n";
                memory.error += text;
            }
            memory.original = member.text;
            m_memory[member.key] = std::move(memory);
        }
        m_files.push_back(importedFile(m_folder, file, std::move(*content)));
        return {};
    }

    Status readOutputs(const fs::path &file, int round)
    {
        auto content = readWithin(m_folder, file);
        if (!content)
            return content.error();
        for (const JsonPart &line : jsonLines(*content)) {
            const std::string place = file.string() + ":" + std::to_string(line.line);
            const auto json = m_problems.parsed(line.text, file.string(), line.line);
            if (!json)
                continue;
            std::vector<JsonProblem> problems;
            const JsonReader reader(*json, place, {}, problems);
            Task task;
            Evaluation evaluation;
            if (json->is_object())
                evaluation = readOutput(reader, round, task);
            if (problems.empty()
                && !m_sources.try_emplace({task.name, round}, evaluation.candidate.source).second)
                problems.push_back({place + ":filename", "the same problem is in a line above"});
            if (!m_problems.accept(std::move(problems)))
                continue;
            evaluation.originalRecord.insert(0, line.text);
            const auto before = m_sources.find({task.name, round - 1});
            if (before != m_sources.end() && before->second == evaluation.candidate.source)
                evaluation.flags.emplace_back("identical_code");
            m_tasks.push_back(std::move(task));
            m_evaluations.push_back(std::move(evaluation));
        }
        m_files.push_back(importedFile(m_folder, file, std::move(*content)));
        return {};
    }

    Evaluation readOutput(const JsonReader &reader, int round, Task &task) const
    {
        Evaluation out;
        const std::string file = reader.requiredString("filename");
        if (reader.has("filename") && !isKbxTaskFile(file))
            reader.problem("filename", "must be like name.py, is \"" + file + "\"");
        static_cast<void>(reader.requiredString("instruction"));
        const auto speedup = measuredNumber(reader, "speedup");
        if (speedup && *speedup < 0)
            reader.problem("speedup", "must not be below 0");
        task = KbxTaskNames().task(file);
        if (file.find('/') == std::string::npos) {
            task.suite = reader.has("test_code") ? "tritonbench-g" : "tritonbench-t";
            task.reference = looseText(reader.json(), "label");
        }
        out.candidate.task = task.name;
        out.candidate.method = methodName;
        out.candidate.round = round;
        out.candidate.language = "python";
        out.candidate.fileName = file;
        out.candidate.source = looseText(reader.json(), "predict");
        const auto memory = m_memory.find(file);
        judge(speedup, memory == m_memory.end() ? nullptr : &memory->second, out);
        if (memory != m_memory.end())
            out.originalRecord = "\n" + memory->second.original;
        return out;
    }

    static void judge(std::optional<double> speedup, const GeakMemory *memory, Evaluation &out)
    {
        if (speedup && *speedup > 0) {
            out.verdict = Verdict::Correct;
            out.speedup = speedup;
            out.baseline = "reference, as GEAK timed it";
            out.message = "Recorded: the best so far, right and timed.";
            out.flags.emplace_back("best_so_far");
            return;
        }
        if (memory == nullptr || !memory->passCall) {
            out.message = "How far this output came is not recorded.";
            return;
        }
        out.flags.emplace_back("best_so_far");
        out.runLog = memory->error;
        if (memory->passExe == true) {
            out.verdict = Verdict::Correct;
            out.message = "Recorded: right, not timed.";
        } else if (*memory->passCall) {
            out.verdict = Verdict::WrongAnswer;
            out.message = "Recorded: ran, results not right.";
        } else {
            out.verdict
                = out.candidate.source.empty() ? Verdict::EmptySubmission : Verdict::BuildFailed;
            out.message = "Recorded: did not run to its end.";
        }
    }

    Result<std::vector<RecordBatch>> makeBatch()
    {
        BatchSource source;
        source.format = geakFormat;
        source.suite = m_tasks.front().suite;
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
        builder.note(m_withoutMemory, "rounds have no memory beside them");
        return m_problems.finish(std::move(builder), std::move(m_files));
    }

    static constexpr const char *methodName = "GEAK";

    fs::path m_folder;
    std::string m_prefix;
    const ReadOptions &m_options;
    RecordProblems m_problems;
    std::map<std::string, GeakMemory> m_memory;                   ///< of the round that is read
    std::map<std::pair<std::string, int>, std::string> m_sources; ///< by task and round
    std::vector<Task> m_tasks;
    std::vector<Evaluation> m_evaluations;
    std::vector<ImportedFile> m_files;
    std::size_t m_withoutMemory = 0;
};

} // namespace

bool isGeak(const fs::path &source)
{
    std::error_code ignored;
    if (!fs::is_directory(source, ignored))
        return looksLikeOutput(source);
    for (const fs::path &file : entriesOf(source)) {
        if (looksLikeOutput(file))
            return true;
    }
    return false;
}

Result<std::vector<RecordBatch>> readGeak(const fs::path &source, const ReadOptions &options)
{
    std::error_code ignored;
    const bool isFolder = fs::is_directory(source, ignored);
    const fs::path folder = folderAround(source);
    std::map<std::string, std::map<int, fs::path>> outputs; ///< by prefix and round
    for (const fs::path &file : isFolder ? entriesOf(source) : std::vector<fs::path>{source}) {
        const auto named = roundOf(file.stem().string());
        if (named && (!isFolder || looksLikeOutput(file)))
            outputs[named->prefix][named->round] = file;
    }
    if (outputs.empty())
        return Error{Errc::InvalidInput,
                     "there is no output of GEAK",
                     source.string(),
                     "choose <out>_<i>.jsonl or the folder that holds it",
                     {}};
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
