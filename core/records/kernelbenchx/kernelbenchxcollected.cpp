// SPDX-License-Identifier: Apache-2.0
#include "core/records/kernelbenchx/kernelbenchxformats.h"
#include "core/records/kernelbenchx/kernelbenchxtasks.h"
#include "core/records/reading/jsonfields.h"
#include "core/records/reading/jsonoutline.h"
#include "core/records/reading/recordproblems.h"
#include "core/records/reading/sourcefiles.h"
#include "core/suites/layout/layoutreader.h"

#include <algorithm>
#include <array>
#include <map>
#include <utility>

namespace loupe {

namespace fs = std::filesystem;

namespace {

constexpr const char *collectedFormat = "kernelbench-x-collected";
constexpr const char *collectedBaseline = "eager (golden, machine not recorded)";
constexpr std::array collectedFiles{"good_fixes.jsonl", "good_changes.jsonl",
                                    "good_implementations.jsonl", "error_samples.jsonl"};

bool isCollectedName(const std::string &name)
{
    return std::ranges::find(collectedFiles, name) != collectedFiles.end();
}

class CollectedReader
{
public:
    CollectedReader(const fs::path &source, const ReadOptions &options)
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
        for (const char *name : collectedFiles) {
            const fs::path file = m_folder / name;
            std::error_code ignored;
            if (m_isFolder ? !fs::exists(file, ignored) : name != m_source.filename().string())
                continue;
            if (Status read = readFile(m_isFolder ? file : m_source); !read)
                return read.error();
        }
        return makeBatch();
    }

private:
    Status readFile(const fs::path &file)
    {
        auto read = readWithin(m_folder, file);
        if (!read)
            return read.error();
        m_content = std::move(*read);
        const auto lines = jsonLines(m_content);
        std::size_t done = 0;
        for (const JsonPart &line : lines) {
            if (!isBlank(line))
                readLine(file, line);
            if (Status going = m_problems.step(++done, lines.size()); !going)
                return going;
        }
        m_files.push_back(importedFile(m_folder, file, m_content));
        return {};
    }

    void readLine(const fs::path &file, const JsonPart &line)
    {
        std::vector<Evaluation> made;
        std::string kind;
        const auto readFields = [&](const JsonReader &reader) {
            m_task = kernelBenchXFileIn(reader);
            m_method = reader.optionalString("model");
            if (m_method.empty())
                m_method = "not recorded";
            m_original = m_content.part(line.text);
            const std::string name = file.filename().string();
            if (name == "good_fixes.jsonl")
                kind = readFix(reader, made);
            else if (name == "good_changes.jsonl")
                kind = readChange(reader, made);
            else if (name == "good_implementations.jsonl")
                made.push_back(readGood(reader));
            else
                made.push_back(readError(reader));
        };
        if (m_problems.readRecord(line, file.string(), {}, readFields))
            add(std::move(made), kind);
    }

    static Evaluation failed(const std::string &source, Verdict verdict, const char *message)
    {
        Evaluation out;
        out.candidate.source = kernelBenchXKernelOf(source);
        out.verdict = verdict;
        out.message = message;
        return out;
    }

    static Evaluation right(const std::string &source, double speedup)
    {
        Evaluation out = failed(source, Verdict::Correct, "Recorded: right and timed.");
        out.speedup = speedup;
        out.baseline = collectedBaseline;
        return out;
    }

    static std::string readFix(const JsonReader &reader, std::vector<Evaluation> &out)
    {
        const std::string before = reader.optionalString("before");
        const std::string after = reader.requiredString("after");
        const std::string stage = reader.requiredString("stage");
        if (stage == "call_acc") {
            out.push_back(failed(before, Verdict::BuildFailed,
                                 "Recorded: did not run to its end (call failed)."));
            out.push_back(failed(after, Verdict::NotRecorded,
                                 "Recorded: runs; whether its results are right is not."));
            return "call_fail_to_pass";
        }
        if (stage != "exe_acc" && reader.has("stage"))
            reader.problem("stage", "must be call_acc or exe_acc, is \"" + stage + "\"");
        out.push_back(
            failed(before, Verdict::WrongAnswer, "Recorded: ran, wrong result (exe failed)."));
        out.push_back(failed(after, Verdict::Correct, "Recorded: right, not timed."));
        return "exe_fail_to_pass";
    }

    static std::string readChange(const JsonReader &reader, std::vector<Evaluation> &out)
    {
        const std::string before = reader.optionalString("before");
        const std::string after = reader.requiredString("after");
        out.push_back(right(before, requiredPositive(reader, "before_speedup")));
        out.push_back(right(after, requiredPositive(reader, "after_speedup")));
        return "speedup_increase";
    }

    static Evaluation readGood(const JsonReader &reader)
    {
        const std::string code = reader.requiredString("code");
        return right(code, requiredPositive(reader, "speedup"));
    }

    static Evaluation readError(const JsonReader &reader)
    {
        const std::string type = reader.requiredString("error_type");
        Evaluation out = failed(reader.optionalString("code"), Verdict::NotRecorded, "");
        out.message = "Recorded: an error, by its words " + type + "; in which stage is not.";
        out.runLog = reader.requiredString("error_msg");
        out.flags.emplace_back("error_sample");
        return out;
    }

    void add(std::vector<Evaluation> made, const std::string &kind)
    {
        Task task = m_names.task(m_task);
        const int sample = m_samples[{task.name, m_method}]++;
        for (std::size_t round = 0; round < made.size(); ++round) {
            Evaluation &evaluation = made[round];
            evaluation.candidate.task = task.name;
            evaluation.candidate.method = m_method;
            evaluation.candidate.sample = sample;
            evaluation.candidate.round = static_cast<int>(round);
            evaluation.candidate.language = "python";
            evaluation.candidate.fileName = m_task;
            evaluation.originalRecord = m_original;
        }
        if (made.size() == 2)
            m_transitions.push_back({task.name, m_method, sample, 0, 1, kind,
                                     made[0].candidate.source == made[1].candidate.source,
                                     m_original});
        for (Evaluation &evaluation : made)
            m_evaluations.push_back(std::move(evaluation));
        m_tasks.push_back(std::move(task));
        m_methods.push_back(m_method);
        ++m_records;
    }

    Result<std::vector<RecordBatch>> makeBatch()
    {
        const fs::path counts = m_folder / "error_stats.json";
        if (m_isFolder && isFile(counts)) {
            if (auto content = readWithin(m_folder, counts))
                m_files.push_back(importedFile(m_folder, counts, std::move(*content)));
        }
        BatchSource source;
        source.format = collectedFormat;
        source.suite = "kernelbench-x";
        source.path = m_source;
        source.name = collectedFormat + (" " + nameOf(m_folder));
        BatchBuilder builder(source, digestOf(m_files), m_options);
        for (Task &task : m_tasks)
            builder.addTask(std::move(task));
        for (const std::string &method : m_methods)
            builder.addMethod({method, "agent", "as the collected records name it", false});
        RecordBatch &batch = builder.batch();
        batch.records = m_records;
        batch.evaluations = std::move(m_evaluations);
        batch.transitions = std::move(m_transitions);
        batch.notes.emplace_back(
            "only fixes, large changes and first errors are collected: no rate "
            "can be taken from them");
        return m_problems.finish(std::move(builder), std::move(m_files));
    }

    fs::path m_source;
    fs::path m_folder;
    bool m_isFolder = false;
    const ReadOptions &m_options;
    RecordProblems m_problems;
    KernelBenchXTaskNames m_names;
    std::string m_task;                                           ///< of the current line
    std::string m_method;                                         ///< of the current line
    SharedText m_content;                                         ///< of the current file
    SharedText m_original;                                        ///< the current line
    std::map<std::pair<std::string, std::string>, int> m_samples; ///< by task and method
    std::vector<Task> m_tasks;
    std::vector<std::string> m_methods;
    std::vector<Evaluation> m_evaluations;
    std::vector<Transition> m_transitions;
    std::vector<ImportedFile> m_files;
    int m_records = 0;
};

} // namespace

bool isKernelBenchXCollected(const fs::path &source)
{
    if (!isFolder(source))
        return isCollectedName(source.filename().string())
            && beginningOf(source, 1).starts_with('{');
    return std::any_of(collectedFiles.begin(), collectedFiles.end(), [&](const char *name) {
        return beginningWithin(source, source / name, 1).starts_with('{');
    });
}

Result<std::vector<RecordBatch>> readKernelBenchXCollected(const fs::path &source,
                                                           const ReadOptions &options)
{
    return CollectedReader(source, options).read();
}

} // namespace loupe
