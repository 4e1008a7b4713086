// SPDX-License-Identifier: Apache-2.0
#include "core/records/flashinfer/flashinfertraces.h"

#include "core/base/digest.h"
#include "core/model/record/task.h"
#include "core/records/reading/filetree.h"
#include "core/records/reading/jsonfields.h"
#include "core/records/reading/jsonoutline.h"
#include "core/records/reading/recordproblems.h"
#include "core/records/reading/sourcefiles.h"
#include "core/suites/layout/layoutreader.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

namespace loupe {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view flashInferFormat = "flashinfer-trace";

/// Solution of a FlashInfer Trace dataset.
struct FlashInferSolution {
    std::string definition;
    std::string author;
    std::string language; ///< "triton", "cuda" …
    std::string file;     ///< file with its entry point
    SharedText source;    ///< all files, each preceded by a line with its path
    int sample = 0;       ///< index among the author's solutions of the definition, by name
};

/// Content of a dataset except its traces.
struct FlashInferDataset {
    std::map<std::string, Task> definitions; ///< by name; a task is a definition with a workload
    std::map<std::string, FlashInferSolution> solutions; ///< by name
};

/// Reads `definitions/**.json` and `solutions/**.json`. Malformed ones are added to `bad`.
class FlashInferDatasetReader
{
public:
    FlashInferDatasetReader(const FileTree &tree, RecordProblems &bad)
        : m_tree(tree)
        , m_bad(bad) { }

    FlashInferDataset read()
    {
        for (const ImportedFile &file : m_tree.files) {
            const bool isDefinition = file.name.starts_with("definitions/");
            if (!isDefinition && !file.name.starts_with("solutions/"))
                continue;
            const std::string place = m_tree.place(file);
            if (const auto json = m_bad.parsed(file.content, place); json && isDefinition)
                addDefinition(*json, place, file);
            else if (json)
                addSolution(*json, place);
        }
        for (const std::string &name : m_ambiguous)
            m_out.solutions[name].source = {};
        numberSolutions();
        return std::move(m_out);
    }

private:
    void addDefinition(const Json &json, const std::string &place, const ImportedFile &file)
    {
        Task task;
        const auto readFields = [&](const JsonReader &reader) {
            task.suite = "flashinfer-bench";
            task.name = nameIn(reader);
            task.category = reader.requiredString("op_type");
            task.reference = reader.requiredString("reference");
            task.referenceLanguage = "python";
            task.specJson = file.content;
            task.hash = sha256Hex(file.content);
            if (m_out.definitions.count(task.name) > 0)
                reader.problem("name", "another definition is called \"" + task.name + "\"");
        };
        if (m_bad.readFields(json, place, {}, readFields))
            m_out.definitions[task.name] = task;
    }

    void addSolution(const Json &json, const std::string &place)
    {
        std::string name;
        FlashInferSolution solution;
        const auto readFields = [&](const JsonReader &reader) {
            name = nameIn(reader);
            solution = solutionIn(reader);
            const auto known = m_out.solutions.find(name);
            if (known == m_out.solutions.end() || known->second.source == solution.source)
                return;
            reader.problem("name",
                           "another solution is called \"" + name
                               + "\": traces of either get no code");
            m_ambiguous.insert(name);
        };
        if (m_bad.readFields(json, place, {}, readFields))
            m_out.solutions[name] = std::move(solution);
    }

    static FlashInferSolution solutionIn(const JsonReader &reader)
    {
        FlashInferSolution solution;
        solution.definition = reader.requiredString("definition");
        solution.author = reader.requiredString("author");
        if (solution.author.empty() && reader.has("author"))
            reader.problem("author", "is empty");
        if (const auto spec = objectIn(reader, "spec")) {
            solution.language = spec->requiredString("language");
            const std::string entry = recordedText(*spec, "entry_point");
            solution.file = entry.substr(0, entry.find("::"));
        }
        std::string text;
        const auto sources = reader.objects("sources");
        for (const JsonReader &source : sources) {
            if (!source.json().is_object())
                continue;
            const std::string path = source.requiredString("path");
            const std::string content = source.requiredString("content");
            if (sources.size() > 1)
                text += "==== " + path + " ====\n";
            text += content;
            if (sources.size() > 1 && !content.ends_with('\n'))
                text += '\n';
        }
        solution.source = std::move(text);
        return solution;
    }

    static std::string nameIn(const JsonReader &reader)
    {
        std::string name = reader.requiredString("name");
        if (name.empty() && reader.has("name"))
            reader.problem("name", "is empty");
        return name;
    }

    void numberSolutions()
    {
        std::map<std::pair<std::string, std::string>, int> counts;
        for (auto &[name, solution] : m_out.solutions)
            solution.sample = counts[{solution.definition, solution.author}]++;
    }

    const FileTree &m_tree;
    RecordProblems &m_bad;
    FlashInferDataset m_out;
    std::set<std::string> m_ambiguous; ///< names shared by differing solutions
};

/// Parses author and language from a solution's standard name: author, language and hash
/// ("gpt-o3_triton_4c9c32"). A solution thus has the same author even if its file is missing.
/// Nothing for any other name.
std::optional<FlashInferSolution> solutionNamed(std::string_view name)
{
    constexpr std::array<std::string_view, 11> languages{
        "cpp", "cuda",   "cute_dsl", "cutlass", "hip",    "mojo",
        "ptx", "python", "tilelang", "triton",  "wrapper"};
    constexpr std::size_t fewestDigits = 6;
    constexpr std::size_t maxDigits = 16;
    const std::size_t last = name.rfind('_');
    if (last == std::string_view::npos)
        return std::nullopt;
    const std::string_view hash = name.substr(last + 1);
    const bool isHash = hash.size() >= fewestDigits && hash.size() <= maxDigits
        && std::ranges::all_of(hash, [](unsigned char c) {
                            return std::isdigit(c) != 0 || std::islower(c) != 0;
                        });
    if (!isHash)
        return std::nullopt;
    const std::string_view rest = name.substr(0, last);
    for (const std::string_view language : languages) {
        if (rest.size() <= language.size() + 1 || !rest.ends_with(language)
            || rest[rest.size() - language.size() - 1] != '_')
            continue;
        FlashInferSolution out;
        out.author = rest.substr(0, rest.size() - language.size() - 1);
        out.language = language == "wrapper" ? std::string_view() : language;
        return out;
    }
    return std::nullopt;
}

/// Returns true if a file, named relative to the dataset's folder, belongs to it. Blobs do not.
bool isFlashInferFile(std::string_view name)
{
    if (name.starts_with("definitions/") || name.starts_with("solutions/"))
        return name.ends_with(".json");
    return (name.starts_with("traces/") || name.starts_with("workloads/"))
        && (name.ends_with(".jsonl") || name.ends_with(".json"));
}

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
        m_dataset = FlashInferDatasetReader(m_tree, m_bad).read();
        std::size_t done = 0;
        for (const ImportedFile &file : m_tree.files) {
            if (m_tree.isSingleFile || file.name.starts_with("traces/")
                || file.name.starts_with("workloads/"))
                readTraces(file);
            if (Status going = m_bad.step(++done, m_tree.files.size()); !going)
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
        FlashInferTrace trace;
        if (!m_bad.readRecord(line, place, {},
                              [&](const JsonReader &reader) { readTrace(reader, trace); }))
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
        const bool isEvaluated = recordedField(reader, "evaluation") != nullptr;
        if (isEvaluated == trace.solution.empty())
            reader.problem("evaluation",
                           isEvaluated ? "must be null where solution is"
                                       : "must be given where a solution is");
        if (!isEvaluated)
            return;
        if (const auto evaluation = objectIn(reader, "evaluation"))
            readEvaluation(*evaluation, trace);
    }

    void readWorkload(const JsonReader &reader, const std::string &definition, Task &task) const
    {
        const auto known = m_dataset.definitions.find(definition);
        if (known != m_dataset.definitions.end())
            task = known->second;
        task.suite = "flashinfer-bench";
        task.referenceLanguage = "python";
        const auto workload = objectIn(reader, "workload");
        if (!workload)
            return;
        const std::string uuid = workload->requiredString("uuid");
        if (uuid.empty() && workload->has("uuid"))
            workload->problem("uuid", "is empty");
        task.name = definition + "/" + uuid;
        task.title = definition;
        const auto axes = objectIn(*workload, "axes");
        if (!axes)
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
        const auto known = std::ranges::find(flashInferStatuses, status, &FlashInferStatus::name);
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
        const auto environment = objectIn(reader, "environment");
        if (!environment)
            return;
        trace.hardware = environment->requiredString("hardware");
        if (environment->has("libs"))
            trace.libraries = looseText(environment->json(), "libs");
    }

    static void readErrors(const JsonReader &reader, Evaluation &out)
    {
        if (recordedField(reader, "correctness") == nullptr)
            return;
        const auto correctness = objectIn(reader, "correctness");
        if (!correctness)
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
        const bool isTimed = recordedField(reader, "performance") != nullptr;
        if (isTimed != (out.verdict == Verdict::Correct))
            reader.problem("performance",
                           isTimed ? "must be null where status is not PASSED"
                                   : "must be given where status is PASSED");
        if (!isTimed)
            return;
        const auto performance = objectIn(reader, "performance");
        if (!performance)
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
    if (isFolder(source))
        return isFolder(source / "traces") && isFolder(source / "definitions");
    const bool isOne = source.extension() == ".json";
    if (!isOne && source.extension() != ".jsonl")
        return false;
    const std::string beginning = beginningOf(source);
    return beginning.starts_with('{') && hasKeys(beginning, {"definition", "workload"})
        && (!isOne || hasKeys(beginning, {"solution"}));
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
