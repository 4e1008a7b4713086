// SPDX-License-Identifier: Apache-2.0
#include "core/records/flashinfer/flashinfertraces.h"

#include "core/base/digest.h"
#include "core/records/flashinfer/flashinferdataset.h"
#include "core/records/reading/jsonfields.h"
#include "core/records/reading/sourcefiles.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <map>
#include <optional>
#include <system_error>
#include <tuple>
#include <utility>

namespace loupe {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view flashInferFormat = "flashinfer-trace";

struct FlashInferStatus {
    std::string_view name;
    Verdict verdict;
    std::string_view message;
};

/// EvaluationStatus of flashinfer-bench 40e6ca7.
constexpr std::array flashInferStatuses{
    FlashInferStatus{"PASSED", Verdict::Correct, "Recorded: passed."},
    FlashInferStatus{"INCORRECT_SHAPE", Verdict::WrongShape, "Recorded: a shape is wrong."},
    FlashInferStatus{"INCORRECT_NUMERICAL", Verdict::WrongValue, "Recorded: values are wrong."},
    FlashInferStatus{"INCORRECT_DTYPE", Verdict::WrongDtype, "Recorded: a type is wrong."},
    FlashInferStatus{"RUNTIME_ERROR", Verdict::ReturnedError, "Recorded: an error while it ran."},
    FlashInferStatus{"COMPILE_ERROR", Verdict::CompileError, "Recorded: did not build."},
    FlashInferStatus{"TIMEOUT", Verdict::RunTimeout, "Recorded: the deadline passed."},
};

/// Valid line of a trace file with a solution. A line is read twice: first to check all lines and
/// to number the solutions, and then to make its evaluation. Evaluations are larger than lines.
struct FlashInferLine {
    SharedText record;
    std::string definition;
    std::string solution;
    std::string run; ///< hardware and libraries
};

/// Content of a line of a trace file.
struct FlashInferTrace {
    std::string definition;
    Task task;
    std::string solution; ///< empty: the line describes a workload only
    Evaluation evaluation;
    std::string hardware;
    std::string libraries; ///< JSON object
};

class FlashInferTraceReader
{
public:
    FlashInferTraceReader(FileTree tree, const ReadOptions &options)
        : m_tree(std::move(tree))
        , m_digest(m_tree.digest())
        , m_options(options)
        , m_lenient(lenientFor(m_tree, options))
        , m_bad(m_tree.root.string(), m_lenient)
    {
    }

    Result<std::vector<RecordBatch>> read()
    {
        auto dataset = readFlashInferDataset(m_tree, m_bad);
        if (!dataset)
            return std::move(dataset).error();
        m_dataset = std::move(*dataset);
        int done = 0;
        for (const ImportedFile &file : m_tree.files) {
            if (m_tree.isSingleFile || file.name.starts_with("traces/")
                || file.name.starts_with("workloads/"))
                readTraces(file);
            if (Status going = m_bad.step(++done, static_cast<int>(m_tree.files.size())); !going)
                return std::move(going).error();
        }
        numberUnknownSolutions();
        addLines();
        for (BatchBuilder &run : m_runs.all())
            run.note(m_workloads, {"described workload", "(a traced one becomes a task)"});
        return m_bad.finish(m_runs.take(), std::move(m_tree.files));
    }

private:
    static ReadOptions lenientFor(const FileTree &tree, const ReadOptions &options)
    {
        ReadOptions out = options;
        out.skipBad = out.skipBad || !tree.isSingleFile;
        return out;
    }

    /// Reads a file of traces. A file with a bad line is skipped as a whole, or only that line with
    /// skipBad; other files are unaffected.
    void readTraces(const ImportedFile &file)
    {
        const std::string place = m_tree.place(file);
        std::vector<JsonPart> lines{{{}, withoutByteOrderMark(file.content), 1}};
        if (file.name.ends_with(".jsonl"))
            lines = jsonLines(file.content);
        const std::size_t first = m_lines.size();
        bool isWhole = true;
        ReadingWindow window(file.content);
        for (const JsonPart &line : lines) {
            if (!isBlank(line)) // the format's own reader skips blank lines
                isWhole = readLine(line, file.content, place) && isWhole;
            window.advance(line.text.size());
        }
        if (!isWhole && !m_options.skipBad)
            m_lines.resize(first);
        const auto begin = m_lines.begin() + static_cast<std::ptrdiff_t>(first);
        const auto workloads = std::remove_if(
            begin, m_lines.end(), [](const FlashInferLine &line) { return line.solution.empty(); });
        m_workloads += static_cast<std::size_t>(m_lines.end() - workloads);
        m_lines.erase(workloads, m_lines.end());
    }

    bool readLine(const JsonPart &line, const SharedText &content, const std::string &place)
    {
        const auto json = m_bad.parsed(line.text, place, line.line);
        if (!json)
            return false;
        const std::string where = place + ":" + std::to_string(line.line);
        std::vector<JsonProblem> problems;
        const JsonReader reader(*json, where, {}, problems);
        FlashInferTrace trace;
        if (json->is_object())
            readTrace(reader, trace);
        if (!m_bad.accept(std::move(problems)))
            return false;
        m_lines.push_back(
            {content.part(line.text), trace.definition, trace.solution, runKeyOf(trace)});
        return true;
    }

    void readTrace(const JsonReader &reader, FlashInferTrace &trace) const
    {
        const std::string definition = reader.requiredString("definition");
        trace.definition = definition;
        if (definition.empty() && reader.has("definition"))
            reader.problem("definition", "is empty");
        trace.solution = recordedText(reader, "solution");
        readWorkload(reader, definition, trace.task);
        const bool isEvaluated
            = reader.has("evaluation") && !reader.json().find("evaluation")->is_null();
        if (isEvaluated == trace.solution.empty())
            reader.problem("evaluation",
                           isEvaluated ? "must be null where solution is"
                                       : "must be given where a solution is");
        if (!isEvaluated)
            return;
        const auto evaluation = reader.object("evaluation");
        if (evaluation && evaluation->json().is_object())
            readEvaluation(*evaluation, trace);
    }

    void readWorkload(const JsonReader &reader, const std::string &definition, Task &task) const
    {
        const auto known = m_dataset.definitions.find(definition);
        if (known != m_dataset.definitions.end())
            task = known->second;
        task.suite = "flashinfer-bench";
        task.referenceLanguage = "python";
        const auto workload = reader.object("workload");
        if (!workload || !workload->json().is_object())
            return;
        const std::string uuid = workload->requiredString("uuid");
        if (uuid.empty() && workload->has("uuid"))
            workload->problem("uuid", "is empty");
        task.name = definition + "/" + uuid;
        task.title = definition;
        const auto axes = workload->object("axes");
        if (!axes || !axes->json().is_object())
            return;
        for (const auto &[axis, extent] : axes->json().items()) {
            if (!extent.is_number_integer())
                axes->problem(axis, "must be a whole number");
            task.title += " " + axis + "=";
            task.title += jsonLine(extent);
        }
        if (!task.hash.empty())
            task.hash = sha256Hex(task.hash + jsonLine(workload->json()));
    }

    static void readEvaluation(const JsonReader &reader, FlashInferTrace &trace)
    {
        Evaluation &out = trace.evaluation;
        const std::string status = reader.requiredString("status");
        const auto known
            = std::find_if(flashInferStatuses.begin(), flashInferStatuses.end(),
                           [&](const FlashInferStatus &each) { return each.name == status; });
        if (known == flashInferStatuses.end()) {
            if (reader.has("status"))
                reader.problem("status", "\"" + status + "\" is no status");
        } else {
            out.verdict = known->verdict;
            out.message = known->message;
        }
        out.runLog = recordedText(reader, "log");
        out.startedAt = recordedText(reader, "timestamp");
        readErrors(reader, out);
        readTimes(reader, out);
        const auto environment = reader.object("environment");
        if (!environment || !environment->json().is_object())
            return;
        trace.hardware = environment->requiredString("hardware");
        if (environment->has("libs"))
            trace.libraries = looseText(environment->json(), "libs");
    }

    static void readErrors(const JsonReader &reader, Evaluation &out)
    {
        if (!reader.has("correctness") || reader.json().find("correctness")->is_null())
            return;
        const auto correctness = reader.object("correctness");
        if (!correctness || !correctness->json().is_object())
            return;
        const auto relative = recordedNumber(*correctness, "max_relative_error");
        const auto absolute = recordedNumber(*correctness, "max_absolute_error");
        if (relative && absolute) {
            out.message += " Largest errors: absolute " + Json(*absolute).dump();
            out.message += ", relative " + Json(*relative).dump() + ".";
        } else if (out.verdict == Verdict::WrongValue) {
            out.verdict = Verdict::NotANumber;
        }
    }

    static void readTimes(const JsonReader &reader, Evaluation &out)
    {
        const bool isTimed
            = reader.has("performance") && !reader.json().find("performance")->is_null();
        if (isTimed != (out.verdict == Verdict::Correct))
            reader.problem("performance",
                           isTimed ? "must be null where status is not PASSED"
                                   : "must be given where status is PASSED");
        if (!isTimed)
            return;
        const auto performance = reader.object("performance");
        if (!performance || !performance->json().is_object())
            return;
        // 0 is the format's default: not measured.
        const auto measured = [&](const char *key) -> std::optional<double> {
            const auto value = recordedNumber(*performance, key);
            if (value && *value < 0)
                performance->problem(key, "must not be below 0");
            return value && *value > 0 ? value : std::nullopt;
        };
        out.candidateMs = measured("latency_ms");
        out.baselineMs = measured("reference_latency_ms");
        out.speedup = measured("speedup_factor");
        if (out.speedup)
            out.baseline = "reference";
    }

    using SolutionKey = std::pair<std::string, std::string>; ///< definition, name

    /// Numbers solutions without a file after those of the same author that have one.
    void numberUnknownSolutions()
    {
        std::map<SolutionKey, int> counts; // by definition and author
        for (const auto &[name, solution] : m_dataset.solutions)
            ++counts[{solution.definition, solution.author}];
        for (const FlashInferLine &line : m_lines) {
            auto solution = solutionNamed(line.solution);
            if (solution && !m_dataset.solutions.contains(line.solution))
                m_unknown.emplace(SolutionKey(line.definition, line.solution),
                                  std::move(*solution));
        }
        for (auto &[key, solution] : m_unknown)
            solution.sample = counts[{key.first, solution.author}]++;
    }

    void addLines()
    {
        constexpr std::size_t linesBetween = 1024;
        std::map<std::string, std::size_t> counts; // by run
        for (const FlashInferLine &line : m_lines)
            ++counts[line.run];
        std::size_t added = 0;
        for (const FlashInferLine &line : m_lines) {
            FlashInferTrace trace = traceIn(line.record);
            if (const auto count = counts.extract(line.run))
                runOf(trace).expect(count.mapped());
            add(std::move(trace));
            if (++added % linesBetween == 0)
                line.record.giveBack();
        }
    }

    FlashInferTrace traceIn(const SharedText &record) const
    {
        FlashInferTrace trace;
        std::vector<JsonProblem> none; // the line was checked before
        if (const auto json = parsePythonJson(record, {}))
            readTrace(JsonReader(*json, {}, {}, none), trace);
        trace.evaluation.originalRecord = record;
        return trace;
    }

    void add(FlashInferTrace trace)
    {
        BatchBuilder &run = runOf(trace);
        Evaluation &out = trace.evaluation;
        Method method{trace.solution, "unknown", "the author is not recorded", false};
        Candidate &candidate = out.candidate;
        candidate.fileName = trace.solution;
        const auto known = m_dataset.solutions.find(trace.solution);
        if (known != m_dataset.solutions.end()) {
            const FlashInferSolution &solution = known->second;
            method = {solution.author, "unknown", "author of solutions", false};
            candidate.sample = solution.sample;
            candidate.source = solution.source;
            candidate.language = solution.language;
            candidate.fileName += "/" + solution.file;
        } else if (const auto told = m_unknown.find({trace.definition, trace.solution});
                   told != m_unknown.end()) {
            method = {told->second.author, "unknown", "author, from the solution's name", false};
            candidate.sample = told->second.sample;
            candidate.language = told->second.language;
        }
        candidate.task = trace.task.name;
        candidate.method = method.name;
        run.addTask(trace.task);
        run.addMethod(method);
        out.attempt = m_attempts[&run][{candidate.task, candidate.method, candidate.sample}]++;
        run.add(std::move(out));
    }

    static std::string runKeyOf(const FlashInferTrace &trace)
    {
        return trace.hardware + "\n" + trace.libraries;
    }

    BatchBuilder &runOf(const FlashInferTrace &trace)
    {
        return m_runs.of(runKeyOf(trace), [&] {
            std::string part = trace.hardware;
            const int others = m_environments[trace.hardware]++;
            if (others > 0)
                part += ", libraries " + std::to_string(others + 1);
            Json facts = Json::object();
            if (const auto libraries = parseJson(trace.libraries, {}))
                facts["libraries"] = *libraries;
            return BatchBuilder(
                flashInferFormat, m_tree, m_digest,
                {"flashinfer-bench", part, recordedEnvironment(trace.hardware, "cuda", facts)},
                m_options);
        });
    }

    FileTree m_tree;
    std::string m_digest;
    const ReadOptions &m_options;
    ReadOptions m_lenient; ///< for datasets: a bad file is listed
    RecordProblems m_bad;
    FlashInferDataset m_dataset;
    std::map<SolutionKey, FlashInferSolution> m_unknown; ///< solutions that have no file
    std::vector<FlashInferLine> m_lines;
    BatchBuilders<std::string> m_runs; ///< by hardware and libraries
    std::map<std::string, int> m_environments;
    std::map<const BatchBuilder *, std::map<std::tuple<std::string, std::string, int>, int>>
        m_attempts;
    std::size_t m_workloads = 0;
};

} // namespace

bool isFlashInferTraces(const fs::path &source)
{
    std::error_code ignored;
    if (fs::is_directory(source, ignored))
        return fs::is_directory(source / "traces", ignored)
            && fs::is_directory(source / "definitions", ignored);
    const bool isOne = source.extension() == ".json";
    if (!isOne && source.extension() != ".jsonl")
        return false;
    const std::string beginning = beginningOf(source);
    const auto has = [&](const char *key) { return beginning.find(key) != std::string::npos; };
    return beginning.starts_with('{') && has("\"definition\"") && has("\"workload\"")
        && (!isOne || has("\"solution\""));
}

Result<std::vector<RecordBatch>> readFlashInferTraces(const fs::path &source,
                                                      const ReadOptions &options)
{
    auto tree = readFileTree(source, isFlashInferFile, options);
    if (!tree)
        return std::move(tree).error();
    return FlashInferTraceReader(std::move(*tree), options).read();
}

} // namespace loupe
