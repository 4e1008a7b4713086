// SPDX-License-Identifier: Apache-2.0
#include "core/model/verdict/verdict.h"
#include "core/records/kernelbench/kernelbenchfolder.h"
#include "core/records/kernelbench/kernelbenchformats.h"
#include "core/records/kernelbench/kernelbenchresult.h"
#include "core/records/kernelbench/kernelbenchtasks.h"
#include "core/records/reading/jsonfields.h"
#include "core/records/reading/jsonoutline.h"
#include "core/records/reading/recordproblems.h"
#include "core/records/reading/sourcefiles.h"
#include "core/suites/layout/layoutreader.h"

#include <algorithm>
#include <cstdint>
#include <deque>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <tuple>

namespace loupe {

namespace fs = std::filesystem;

namespace {

/// Verdict from an exception of a program that generates or evaluates kernels.
struct AgentFault {
    Verdict verdict = Verdict::NotRecorded;
    std::string message; ///< one sentence
};

bool hasFrame(std::string_view traceback, std::string_view function)
{
    return traceback.find(", in " + std::string(function) + "\n") != std::string_view::npos;
}

/// Classifies an exception by the origin of its traceback. A reply of the model's endpoint, a full
/// disk, and a device broken by an earlier kernel are infrastructure failures. If the evaluation
/// raised without a known cause, or no kernel exists for an unknown reason, the verdict is "not
/// recorded".
AgentFault agentFaultOf(std::string_view error, std::string_view traceback)
{
    if (error.find("No space left on device") != std::string_view::npos)
        return {Verdict::InfraError, "Recorded: the disk was full."};
    if (hasFrame(traceback, "eval_kernel_against_ref")) {
        // The evaluator catches exceptions from the kernel's loading on; those that escape from its
        // first seeding were raised before.
        const bool wasBefore
            = hasFrame(traceback, "set_seed") && error.find("CUDA error") != std::string_view::npos;
        if (wasBefore)
            return {Verdict::InfraError,
                    "Recorded: the device had failed before the kernel was loaded."};
        return {Verdict::NotRecorded,
                "Recorded: its evaluation raised; whether by the kernel's fault is not recorded."};
    }
    if (error.starts_with("Error code: ") || hasFrame(traceback, "query_server"))
        return {Verdict::InfraError, "Recorded: the model's endpoint answered with an error."};
    return {Verdict::NotRecorded, "Recorded: generation_error; what failed is not recorded."};
}

constexpr const char *agentFormat = "kernelbench-agent";
constexpr const char *agentFile = "results.jsonl";
constexpr std::uintmax_t maxAgentLogBytes = 1U << 30U;

/// Key of one run within the file.
using AgentRunKey = std::tuple<std::string, std::string, std::string>; ///< device, model, precision

struct AgentRow {
    Task task;
    Evaluation evaluation;
    std::string device;
    std::string model;
    std::string precision;
    const ImportedFile *answer = nullptr; ///< raw answer, if stored
    bool isCompiled = false;
    bool isCorrect = false;
    bool isEvaluated = false;
};

void addToLog(const std::string &text, std::string &log)
{
    if (text.empty())
        return;
    log += log.empty() ? "" : "\n";
    log += text;
}

/// Returns the errors, and the output of a separate evaluation process.
std::string agentLog(const Json &json)
{
    std::string out = looseText(json, "static_errors");
    if (out.empty())
        out = looseText(json, "error");
    addToLog(looseText(json, "traceback"), out);
    const auto isolated = json.find("isolated_eval");
    if (isolated != json.end() && isolated->is_object()) {
        for (const char *key : {"error", "traceback", "subprocess_output_tail"})
            addToLog(looseText(*isolated, key), out);
    }
    return out;
}

/// Sets the verdict of a line without a result of the evaluator.
void applyStatus(const std::string &status, const Json &json, Evaluation &out)
{
    out.runLog = agentLog(json);
    out.message = "Recorded: " + status + ".";
    if (status == "static_failed") {
        out.verdict = Verdict::BuildFailed;
        out.message = "Recorded: static_failed: " + out.runLog;
    } else if (status == "extraction_failed") {
        out.verdict = Verdict::EmptySubmission;
    } else if (status == "generation_error") {
        AgentFault fault = agentFaultOf(looseText(json, "error"), looseText(json, "traceback"));
        out.verdict = fault.verdict;
        out.message = std::move(fault.message);
    } else {
        out.verdict = Verdict::InfraError;
    }
}

/// Returns the model's name; for a model loaded from a folder, the folder's name.
std::string modelNameOf(const std::string &recorded)
{
    return fs::path(recorded).is_absolute() ? nameOf(recorded) : recorded;
}

class AgentReader
{
public:
    AgentReader(const fs::path &source, const fs::path &file, const ReadOptions &options)
        : m_source(source)
        , m_file(file)
        , m_options(options)
        , m_folder(readKernelBenchFolder(folderAround(file)))
        , m_problems(file.string(), options)
    {
    }

    Result<std::vector<RecordBatch>> read()
    {
        auto content = readSharedWithin(m_source, m_file, maxAgentLogBytes);
        if (!content)
            return content.error();
        m_content = std::move(*content);
        const auto lines = jsonLines(m_content);
        ReadingWindow window(m_content);
        std::size_t done = 0;
        for (const JsonPart &line : lines) {
            readLine(line);
            window.advance(line.text.size());
            if (Status going = m_problems.step(++done, lines.size()); !going)
                return going.error();
        }
        if (Status usable = m_problems.verdict(m_rows.size()); !usable)
            return usable.error();
        m_files.push_back({m_file.filename().string(), m_content});
        takeFiles();
        return makeBatches();
    }

private:
    void readLine(const JsonPart &line)
    {
        const std::string place = placeIn(m_file.string(), line);
        if (isBlank(line))
            return m_problems.add({place, "the line is empty"});
        AgentRow row;
        if (!m_problems.readRecord(line, m_file.string(), {},
                                   [&](const JsonReader &reader) { row = readRow(reader); }))
            return;
        if (!m_known.insert(row.task.name + "\n" + row.model).second)
            return m_problems.add({place + ":problem_id", "the same problem is in a line above"});
        row.evaluation.originalRecord = m_content.part(line.text);
        m_rows.push_back(std::move(row));
    }

    AgentRow readRow(const JsonReader &reader) const
    {
        AgentRow row;
        const Json &json = reader.json();
        const std::int64_t level = reader.requiredInteger("level");
        const std::int64_t problem = reader.requiredInteger("problem_id");
        if (level < 0 || level > kernelBenchMaxLevel)
            reader.problem("level", "must be 0 to 999");
        if (problem < 1 || problem > kernelBenchMaxNumber)
            reader.problem("problem_id", "must be 1 to 1000000");
        const std::string name = reader.optionalString("problem_name");
        if (!name.empty() && kernelBenchNumber(name) != problem)
            reader.problem("problem_name", "begins with another number than problem_id");
        if (name.find_first_of("\\/") != std::string::npos)
            reader.problem("problem_name", "must be a name without folders");
        row.model = modelNameOf(reader.optionalString("model_name"));
        row.precision = reader.optionalString("precision");
        const std::string status = reader.requiredString("status");
        const int levelNumber
            = static_cast<int>(std::clamp<std::int64_t>(level, 0, kernelBenchMaxLevel));
        const int number
            = static_cast<int>(std::clamp<std::int64_t>(problem, 0, kernelBenchMaxNumber));
        row.task = kernelBenchTask(levelNumber,
                                   name.empty() ? kernelBenchStem(levelNumber, number) : name);
        Evaluation &out = row.evaluation;
        out.candidate.task = row.task.name;
        out.candidate.language = "python";
        m_folder.addKernel(levelNumber, number, 0, out.candidate);
        row.answer = m_folder.answerOf(levelNumber, number, 0);
        if (!reader.optionalStrings("static_warnings").empty())
            out.flags.emplace_back("static_warning");
        const auto result = reader.object("eval_result", status == "evaluated");
        if (status == "evaluated" && result) {
            const KernelBenchResult evaluated = readKernelBenchResult(*result);
            evaluated.applyTo(out);
            markReferenceFailure(levelNumber, number, out);
            row.device = evaluated.device;
            row.isCompiled = evaluated.isCompiled;
            row.isCorrect = evaluated.isCorrect;
            row.isEvaluated = true;
        } else {
            applyStatus(status, json, out);
        }
        return row;
    }

    void takeFiles()
    {
        m_folder.addFilesTo(m_files);
        auto summary = m_folder.readSibling("summary.json");
        if (!summary)
            return;
        compareSummary(*summary, (m_folder.path / "summary.json").string());
        m_files.push_back({"summary.json", std::move(*summary)});
    }

    void compareSummary(const std::string &text, const std::string &place)
    {
        const auto json = parsePythonJson(text, place);
        if (!json || !json->is_object()) {
            m_folder.notes.emplace_back("summary.json could not be read");
            return;
        }
        const auto count = [this](bool AgentRow::*what) {
            return std::count_if(m_rows.begin(), m_rows.end(),
                                 [what](const AgentRow &row) { return row.*what; });
        };
        const auto compare = [&](const char *key, std::ptrdiff_t found) {
            if (const auto difference = differenceOfCount(*json, key, found))
                m_folder.notes.push_back(*difference);
        };
        compare("evaluated", count(&AgentRow::isEvaluated));
        compare("compiled", count(&AgentRow::isCompiled));
        compare("correct", count(&AgentRow::isCorrect));
    }

    BatchBuilder makeBuilder(const AgentRunKey &key, const std::string &digest) const
    {
        const auto &[device, model, precision] = key;
        BatchSource source;
        source.format = agentFormat;
        source.suite = "kernelbench";
        source.path = m_file;
        source.name = agentFormat + (" " + m_folder.name);
        if (!m_builders.isEmpty())
            source.part = device + " " + model + " " + precision;
        source.identity = m_folder.method.name + "\n" + model + "\n" + precision;
        source.device = device;
        source.settings = m_folder.settings;
        BatchBuilder builder(source, digest, m_options);
        builder.batch().run.precision = precision;
        Method method{model, "agent", "agent loop " + m_folder.name, false};
        if (model.empty())
            method = m_folder.method;
        builder.addMethod(method);
        return builder;
    }

    static void addAnswer(AgentRow &row, BatchBuilder &builder)
    {
        if (row.answer == nullptr)
            return;
        RecordedDialogue dialogue(builder.batch().run.uuid,
                                  {EntryRule::Language::Python, {kernelBenchEntry}});
        dialogue.add({{}, row.answer->content, {}, false}, row.evaluation.candidate);
        builder.add(std::move(dialogue));
    }

    Result<std::vector<RecordBatch>> makeBatches()
    {
        const std::string digest = digestOf(m_files);
        std::vector<std::string> devices;
        for (const AgentRow &row : m_rows)
            devices.push_back(row.device);
        const std::string main = mainDeviceOf(devices);
        std::size_t withoutDevice = 0;
        std::size_t withoutKernel = 0;
        for (; !m_rows.empty(); m_rows.pop_front()) { // each row is freed once its run has it
            AgentRow &row = m_rows.front();
            withoutDevice += row.device.empty() ? 1 : 0;
            withoutKernel += row.evaluation.candidate.source.empty() ? 1 : 0;
            const AgentRunKey key{row.device.empty() ? main : row.device, row.model, row.precision};
            BatchBuilder &builder = m_builders.of(key, [&] { return makeBuilder(key, digest); });
            row.evaluation.candidate.method = builder.batch().methods.front().name;
            builder.addTask(std::move(row.task));
            addAnswer(row, builder);
            builder.add(std::move(row.evaluation));
        }
        BatchBuilder &first = m_builders.all().front();
        first.batch().notes = m_folder.notes;
        first.note(withoutDevice, {"line", "without a device"});
        first.note(withoutKernel, {"line", "without a kernel"});
        return m_problems.finish(m_builders.take(), std::move(m_files));
    }

    fs::path m_source; ///< import source: the file or its folder
    fs::path m_file;
    const ReadOptions &m_options;
    SharedText m_content; ///< content of the file
    KernelBenchFolder m_folder;
    RecordProblems m_problems;
    std::deque<AgentRow> m_rows;
    std::set<std::string> m_known;
    std::vector<ImportedFile> m_files;
    BatchBuilders<AgentRunKey> m_builders;
};

} // namespace

bool isKernelBenchAgent(const fs::path &source)
{
    const fs::path file = isFolder(source) ? source / agentFile : source;
    if (file.extension() != ".jsonl")
        return false;
    const std::string beginning = beginningWithin(source, file, 1U << 16U);
    return beginning.starts_with('{')
        && hasKeys(firstLineIn(beginning), {"problem_id", "level", "status"});
}

Result<std::vector<RecordBatch>> readKernelBenchAgent(const fs::path &source,
                                                      const ReadOptions &options)
{
    const fs::path file = isFolder(source) ? source / agentFile : source;
    return AgentReader(source, file, options).read();
}

} // namespace loupe
