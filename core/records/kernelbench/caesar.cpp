// SPDX-License-Identifier: Apache-2.0
#include "core/records/kernelbench/kernelbenchformats.h"
#include "core/records/kernelbench/kernelbenchresult.h"
#include "core/records/kernelbench/kernelbenchtasks.h"
#include "core/records/reading/jsonfields.h"
#include "core/records/reading/jsonoutline.h"
#include "core/records/reading/recordproblems.h"
#include "core/records/reading/sourcefiles.h"
#include "core/suites/layout/layoutreader.h"

#include <map>
#include <optional>
#include <set>
#include <tuple>

namespace loupe {

namespace fs = std::filesystem;

namespace {

constexpr const char *caesarFormat = "caesar";
constexpr const char *caesarLog = "log.json";
constexpr int maxTurns = 100'000;
constexpr int caesarMaxSamples = 1'000'000;

/// Returns the logs of a run: the source itself, or problem_*/sample_*/log.json.
std::vector<fs::path> logsIn(const fs::path &source)
{
    if (!isFolder(source))
        return {source};
    std::vector<fs::path> out;
    for (const fs::path &problem : entriesOf(source)) {
        if (!problem.filename().string().starts_with("problem_"))
            continue;
        for (const fs::path &sample : entriesOf(problem)) {
            if (sample.filename().string().starts_with("sample_") && isFile(sample / caesarLog))
                out.push_back(sample / caesarLog);
        }
    }
    return out;
}

bool looksLikeLog(const fs::path &file)
{
    return file.filename() == caesarLog && hasKeys(beginningOf(file), {"metadata", "problem_id"});
}

/// Identity of a log.
struct CaesarHeader {
    Task task;
    int sample = 0;
    std::string run;
};

class CaesarReader
{
public:
    CaesarReader(const fs::path &source, const ReadOptions &options)
        : m_source(source)
        , m_folder(folderAround(source))
        , m_options(options)
        , m_problems(source.string(), options)
    {
    }

    Result<std::vector<RecordBatch>> read()
    {
        const auto logs = logsIn(m_source);
        std::size_t done = 0;
        for (const fs::path &log : logs) {
            if (Status read = readLog(log); !read)
                return read.error();
            if (Status going = m_problems.step(++done, logs.size()); !going)
                return going.error();
        }
        return makeBatch();
    }

private:
    Status readLog(const fs::path &file)
    {
        auto content = readWithin(m_folder, file);
        if (!content)
            return content.error();
        const auto whole = parsePythonJson(*content, file.string());
        if (!whole) {
            m_problems.add(whole.error());
            return {};
        }
        CaesarHeader header;
        if (!m_problems.readFields(*whole, file.string() + ":1", {},
                                   [&](const JsonReader &reader) { header = readHeader(reader); }))
            return {};
        if (!m_known.insert({header.task.name, header.sample}).second) {
            m_problems.add(
                {file.string() + ":1:metadata.sample_id", "the sample is in another log already"});
            return {};
        }
        readTurns(file, *content, header);
        m_runName = header.run.empty() ? m_runName : header.run;
        m_tasks.push_back(std::move(header.task));
        m_files.push_back(importedFile(m_folder, file, std::move(*content)));
        takeBeside(file.parent_path());
        return {};
    }

    static CaesarHeader readHeader(const JsonReader &reader)
    {
        CaesarHeader out;
        const auto metadata = objectIn(reader, "metadata");
        if (!metadata)
            return out;
        const std::string problem = metadata->requiredString("problem");
        const std::string id = looseText(metadata->json(), "problem_id");
        const auto number = numberAfter("", id, kernelBenchMaxNumber);
        if (!number)
            metadata->problem("problem_id", "must be the number of a problem");
        constexpr std::string_view word = "level";
        const std::size_t at = problem.rfind(word);
        const std::size_t digits = at == std::string::npos ? problem.size() : at + word.size();
        const auto level = numberAfter(
            "", problem.substr(digits, problem.find_first_not_of("0123456789", digits) - digits),
            kernelBenchMaxLevel);
        if (!level)
            metadata->problem("problem", "names no level: \"" + problem + "\"");
        else if (number) {
            const std::string stem = fs::path(problem).stem().string();
            const bool isNamed = kernelBenchNumber(stem) == number;
            out.task = kernelBenchTask(*level, isNamed ? stem : kernelBenchStem(*level, *number));
        }
        const auto sample
            = numberAfter("", looseText(metadata->json(), "sample_id"), caesarMaxSamples);
        if (!sample)
            metadata->problem("sample_id", "must be 0 to 1000000");
        out.sample = sample.value_or(0);
        out.run = looseText(metadata->json(), "run_name");
        return out;
    }

    void readTurns(const fs::path &file, const std::string &content, const CaesarHeader &header)
    {
        std::map<int, Evaluation> turns;
        std::map<int, std::string> answers;
        std::optional<Verdict> again;
        for (const JsonPart &member : jsonMembers(content)) {
            if (member.key == "metadata")
                continue;
            const auto turn = numberAfter("", member.key, maxTurns);
            const auto json = m_problems.parsed(member.text, file.string(), member.line);
            if (!json)
                continue;
            std::vector<JsonProblem> problems;
            const std::string place = placeIn(file.string(), member);
            if (member.key != "result" && (!turn || *turn < 1))
                problems.push_back({place + ":" + member.key, "must be a turn, from 1 on"});
            const JsonReader reader(*json, place, member.key, problems);
            Evaluation evaluation;
            if (json->is_object())
                evaluation = readTurn(reader);
            if (!m_problems.accept(std::move(problems)))
                continue;
            if (member.key == "result") {
                again = evaluation.verdict;
                continue;
            }
            evaluation.originalRecord = member.text;
            markReferenceFailure(header.task.level.value_or(0),
                                 kernelBenchNumber(header.task.name.substr(7)).value_or(0),
                                 evaluation);
            evaluation.candidate.task = header.task.name;
            evaluation.candidate.sample = header.sample;
            evaluation.candidate.round = *turn - 1;
            answers[*turn] = looseText(*json, "model_response");
            turns[*turn] = std::move(evaluation);
        }
        if (again && !turns.empty() && *again != Verdict::NotRecorded
            && *again != turns.rbegin()->second.verdict)
            turns.rbegin()->second.flags.emplace_back("re_evaluation_differs");
        for (auto &[turn, evaluation] : turns) {
            m_evaluations.push_back(std::move(evaluation));
            m_answers.push_back(std::move(answers[turn]));
            ++m_turns;
        }
    }

    Evaluation readTurn(const JsonReader &reader)
    {
        Evaluation out;
        const Json &json = reader.json();
        out.candidate.language = "python";
        out.candidate.source = looseText(json, "kernel_code");
        out.candidate.feedback = looseText(json, "context");
        out.buildLog = looseText(json, "feedback");
        out.message = "No result is recorded for this turn.";
        if (!reader.has("eval_result") || !json["eval_result"].is_object()
            || json["eval_result"].empty())
            return out;
        const auto result = reader.object("eval_result");
        const KernelBenchResult evaluated = readKernelBenchResult(*result);
        const std::string compiler = std::move(out.buildLog);
        evaluated.applyTo(out);
        if (!compiler.empty() && out.buildLog.find(compiler) == std::string::npos) {
            out.buildLog += out.buildLog.empty() ? "" : "\n";
            out.buildLog += compiler;
        }
        if (!evaluated.device.empty())
            m_devices.insert(evaluated.device);
        return out;
    }

    /// Reads the configuration and completion state next to a trajectory.
    void takeBeside(const fs::path &folder)
    {
        std::error_code ignored;
        m_unfinished += fs::exists(folder / "DONE", ignored) ? 0 : 1;
        for (const char *name : {"config.json", "DONE", "TIMEOUT"}) {
            if (!isFile(folder / name))
                continue;
            auto content = readWithin(m_folder, folder / name);
            if (!content)
                continue;
            if (std::string_view(name) == "config.json" && m_configuration.empty()) {
                const auto json = parsePythonJson(*content, (folder / name).string());
                if (json && json->is_object())
                    m_configuration = *json;
            }
            m_files.push_back(importedFile(m_folder, folder / name, std::move(*content)));
        }
    }

    /// Adds one dialogue per log; the evaluations of a log are consecutive.
    void addDialogues(BatchBuilder &builder)
    {
        for (std::size_t i = 0; i < m_evaluations.size();) {
            const Candidate &first = m_evaluations[i].candidate;
            const std::pair log{first.task, first.sample};
            RecordedDialogue dialogue(builder.batch().run.uuid,
                                      {EntryRule::Language::Python, {kernelBenchEntry}});
            for (; i < m_evaluations.size(); ++i) {
                Candidate &candidate = m_evaluations[i].candidate;
                if (std::pair{candidate.task, candidate.sample} != log)
                    break;
                if (!m_answers[i].empty())
                    dialogue.add({candidate.feedback, m_answers[i], {}, false}, candidate);
            }
            builder.add(std::move(dialogue));
        }
    }

    Result<std::vector<RecordBatch>> makeBatch()
    {
        const std::string folderName = nameOf(m_folder);
        const std::string run = m_runName.empty() ? folderName : m_runName;
        const std::string model = looseText(m_configuration, "model_name");
        BatchSource source;
        source.format = caesarFormat;
        source.suite = "kernelbench";
        source.path = m_source;
        source.name = caesarFormat + (" " + run);
        source.device = m_devices.size() == 1 ? *m_devices.begin() : std::string();
        source.identity = run;
        if (m_configuration.is_object())
            source.settings = m_configuration;
        BatchBuilder builder(source, digestOf(m_files), m_options);
        const std::string method = model.empty() ? run : model;
        builder.addMethod({method, "agent", "Caesar, run " + run, false});
        for (Task &task : m_tasks)
            builder.addTask(std::move(task));
        RecordBatch &batch = builder.batch();
        for (Evaluation &evaluation : m_evaluations)
            evaluation.candidate.method = method;
        addDialogues(builder);
        batch.records = m_turns;
        batch.evaluations = std::move(m_evaluations);
        batch.run.precision = looseText(m_configuration, "precision");
        if (model.empty())
            batch.notes.emplace_back("the method is named after the run");
        builder.note(m_devices.size() > 1 ? m_devices.size() : 0,
                     {"device", "named in one run: it is kept as not recorded"});
        builder.note(m_unfinished, {"sample", "unfinished (no file DONE)"});
        return m_problems.finish(std::move(builder), std::move(m_files));
    }

    fs::path m_source;
    fs::path m_folder;
    const ReadOptions &m_options;
    RecordProblems m_problems;
    std::set<std::pair<std::string, int>> m_known; ///< task and sample
    std::vector<Task> m_tasks;
    std::vector<Evaluation> m_evaluations;
    std::vector<std::string> m_answers; ///< raw answers of these; empty: not recorded
    std::vector<ImportedFile> m_files;
    std::set<std::string> m_devices;
    Json m_configuration = Json::object();
    std::string m_runName;
    std::size_t m_unfinished = 0;
    int m_turns = 0;
};

} // namespace

bool isCaesar(const fs::path &source)
{
    const auto logs = logsIn(source);
    return !logs.empty() && looksLikeLog(logs.front());
}

Result<std::vector<RecordBatch>> readCaesar(const fs::path &source, const ReadOptions &options)
{
    return CaesarReader(source, options).read();
}

} // namespace loupe
