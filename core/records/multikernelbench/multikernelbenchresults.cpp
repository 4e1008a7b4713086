// SPDX-License-Identifier: Apache-2.0
#include "core/records/multikernelbench/multikernelbenchresults.h"

#include "core/records/multikernelbench/multikernelbenchoperators.h"
#include "core/records/reading/failuresigns.h"
#include "core/records/reading/jsonfields.h"
#include "core/records/reading/recordproblems.h"
#include "core/records/reading/sourcefiles.h"
#include "core/suites/layout/layoutreader.h"
#include "core/suites/submissions/fences.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

namespace loupe {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view multiKernelBenchFormat = "multikernelbench";

/// Backends at 460a972; a baseline file's name begins with one.
constexpr std::array<std::string_view, 10> multiKernelBenchLanguages{
    "ascendc", "ascendc_direct_launch", "catlass", "cuda",         "musa", "pallas",
    "sycl",    "tilelang_ascend",       "triton",  "triton_ascend"};

bool isMultiKernelBenchResultFile(std::string_view name)
{
    return fileOf(name).starts_with("result") && name.ends_with(".json");
}

bool isMultiKernelBenchBaselineFile(std::string_view name)
{
    return fileOf(folderOf(name)) == "baselines" && name.ends_with(".json");
}

std::string multiKernelBenchLanguageOfBaseline(std::string_view name)
{
    const std::string_view stem = stemOf(name);
    std::string_view longest;
    for (const std::string_view language : multiKernelBenchLanguages) {
        if (stem.starts_with(language) && stem.substr(language.size()).starts_with('_')
            && language.size() > longest.size())
            longest = language;
    }
    return std::string(longest);
}

/// Identity of a MultiKernelBench result from its path:
/// …/<language>/<strategy>/<temperature>-<top_p>/<model>/run<r>/result*.json. Fields missing in the
/// path are empty.
struct MultiKernelBenchIdentity {
    std::string language; ///< "cuda", "triton", "pallas" …
    std::string strategy; ///< of the prompt: "add_shot"
    std::string sampling; ///< temperature and top_p: "0.0-1.0"
    std::string model;
    int sample = 0; ///< number of the run folder

    /// Returns the method's name as in the suite's submissions: "gpt-4o (cuda, add_shot, 0.0-1.0)".
    std::string method() const
    {
        std::string name = model.empty() ? "not recorded" : model;
        if (!sampling.empty())
            name.append(" (").append(language).append(", ").append(strategy).append(", ").append(
                sampling + ")");
        return name;
    }
};

/// Content of one record.
struct MultiKernelBenchRecord {
    bool isCompiled = false;
    bool isCorrect = false;
    std::optional<double> mean; ///< in the language's unit: Pallas records seconds
    std::string hardware;       ///< empty: not recorded, as in records of the driver
    std::string compileInfo;
    std::string correctnessInfo;
    bool isCheating = false;
    std::string cheatingInfo;
};

constexpr int maxMultiKernelBenchRuns = 1'000'000;

bool isMultiKernelBenchSamplingFolder(std::string_view text)
{
    return text.find('-') != std::string_view::npos
        && std::all_of(text.begin(), text.end(), [](unsigned char c) {
               return std::isdigit(c) != 0 || c == '.' || c == '-';
           });
}

/// Messages of the comparison or the driver about built candidates that are not right.
constexpr std::array multiKernelBenchSigns{
    FailureSign{"Timeout fault", Verdict::RunTimeout},
    FailureSign{"Segmentation fault", Verdict::Crashed},
    FailureSign{"Unknown fault", Verdict::Crashed},
    FailureSign{"Output shape mismatch", Verdict::WrongShape},
    FailureSign{"Output length mismatch", Verdict::WrongStructure},
    FailureSign{"Output mismatch", Verdict::WrongValue},
    FailureSign{"out of memory", Verdict::OutOfMemory},
};

Verdict multiKernelBenchFailure(std::string_view info)
{
    if (const auto known = failureIn(info, multiKernelBenchSigns))
        return *known;
    // Any other text after "[FAIL]" is an exception.
    return info.starts_with("[FAIL]") ? Verdict::ReturnedError : Verdict::WrongAnswer;
}

/// Returns the task of an operator, named as in the suite's own folder.
Task multiKernelBenchTask(const std::string &op)
{
    constexpr std::string_view levels = "npukernelbench_level";
    Task task;
    task.suite = "multikernelbench";
    task.category = multiKernelBenchCategory(op);
    task.name = task.category.empty() ? op : task.category + "/" + op;
    task.title = op;
    if (task.category.starts_with(levels))
        task.level = task.category.back() - '0';
    task.referenceLanguage = "python";
    return task;
}

MultiKernelBenchIdentity multiKernelBenchIdentityOf(const std::vector<std::string> &pathParts)
{
    MultiKernelBenchIdentity place;
    if (pathParts.size() < 2)
        return place;
    auto folder = pathParts.rbegin() + 1;
    const auto end = pathParts.rend();
    const auto run = numberAfter("run", *folder, maxMultiKernelBenchRuns);
    if (!run || end - folder < 2)
        return place;
    place.sample = *run;
    place.model = *++folder;
    if (end - folder < 4 || !isMultiKernelBenchSamplingFolder(*(folder + 1)))
        return place;
    place.sampling = *++folder;
    place.strategy = *++folder;
    place.language = *++folder;
    return place;
}

/// Reads a record; errors are added to the reader's problems.
MultiKernelBenchRecord readMultiKernelBenchRecord(const JsonReader &reader)
{
    MultiKernelBenchRecord record;
    record.isCompiled = reader.requiredBool("compiled");
    record.isCorrect = recordedFlag(reader, "correctness").value_or(false);
    record.hardware = recordedText(reader, "hardware");
    record.compileInfo = looseText(reader.json(), "compile_info");
    record.correctnessInfo = looseText(reader.json(), "correctness_info");
    record.isCheating = recordedFlag(reader, "cheating").value_or(false);
    record.cheatingInfo = looseText(reader.json(), "cheating_info");
    if (recordedField(reader, "performance") != nullptr) {
        if (const auto performance = objectIn(reader, "performance"))
            record.mean = recordedPositive(*performance, "mean");
    }
    if (record.isCorrect && !record.isCompiled)
        reader.problem("correctness", "cannot be true where compiled is false");
    if (record.mean && !record.isCorrect)
        reader.problem("performance", "must be null where correctness is not true");
    return record;
}

/// Converts a time recorded by this language's backend to milliseconds.
double multiKernelBenchMilliseconds(double recorded, std::string_view language)
{
    constexpr double millisecondsPerSecond = 1000.0;
    return language == "pallas" ? recorded * millisecondsPerSecond : recorded;
}

/// Sets verdict, message, logs, flags and time.
void applyMultiKernelBenchRecord(const MultiKernelBenchRecord &record, const std::string &language,
                                 Evaluation &out)
{
    out.buildLog = record.compileInfo;
    out.runLog = record.correctnessInfo;
    if (!record.isCompiled) {
        out.verdict = Verdict::BuildFailed;
        out.message = "Recorded: did not compile.";
    } else if (!record.isCorrect) {
        out.verdict = multiKernelBenchFailure(record.correctnessInfo);
        out.message = "Recorded: compiled, wrong result.";
        if (out.verdict == Verdict::RunTimeout) {
            out.message = "Recorded: a deadline over building, checking and timing together.";
            out.flags.emplace_back("unknown_stage"); // the driver records "compiled" for all of
                                                     // these
        }
    } else {
        out.verdict = Verdict::Correct;
        out.message = record.mean ? "Recorded: right and timed." : "Recorded: right, not timed.";
    }
    if (record.mean)
        out.candidateMs = multiKernelBenchMilliseconds(*record.mean, language);
    if (record.isCheating) {
        // The suite counts such candidates as correct, and a note keeps that verdict.
        out.flags.emplace_back("recorded_cheating");
        out.findings.push_back({"recorded_cheating", RuleLayer::Record, FindingSeverity::Note,
                                "The suite's own check flagged it: " + record.cheatingInfo, 0});
    }
}

/// Reads one entry of a baseline file; nothing for "not supported" and "timeout".
std::optional<GoldenRecord> readMultiKernelBenchBaseline(const Json &entry, const JsonPart &part,
                                                         const std::string &place,
                                                         const std::string &language,
                                                         std::vector<JsonProblem> &problems)
{
    if (entry.is_string()) {
        const auto &text = entry.get_ref<const std::string &>();
        if (text != "not supported" && text != "timeout")
            problems.push_back({place, "must be an object, \"not supported\" or \"timeout\""});
        return std::nullopt;
    }
    const JsonReader reader(entry, place, {}, problems);
    if (!entry.is_object())
        return std::nullopt;
    const std::size_t before = problems.size();
    const auto time = [&](const char *key) -> std::optional<double> {
        const auto recorded = recordedPositive(reader, key);
        return recorded ? std::optional(multiKernelBenchMilliseconds(*recorded, language))
                        : std::nullopt;
    };
    GoldenRecord golden;
    golden.baseline = "eager";
    golden.task = multiKernelBenchTask(part.key).name;
    const auto mean = time("mean");
    if (isNotFinite(jsonMember(&reader.json(), "mean")))
        return std::nullopt;
    if (!mean && problems.size() == before)
        reader.problem("mean", "must be a number");
    golden.milliseconds = mean.value_or(0);
    golden.minimumMs = time("min");
    golden.maximumMs = time("max");
    const auto deviation = recordedNumber(reader, "std");
    if (deviation)
        golden.deviationMs = multiKernelBenchMilliseconds(*deviation, language);
    static_cast<void>(recordedText(reader, "device"));
    golden.originalRecord = part.text;
    return problems.size() == before ? std::optional(golden) : std::nullopt;
}

/// Record with its origin.
struct MultiKernelBenchFound {
    std::string op;
    MultiKernelBenchRecord record;
    MultiKernelBenchIdentity place;
    const ImportedFile *file = nullptr;
    std::string where; ///< file:line
    std::string_view text;
};

class MultiKernelBenchReader
{
public:
    MultiKernelBenchReader(FileTree tree, const ReadOptions &options)
        : m_tree(std::move(tree))
        , m_digest(m_tree.digest())
        , m_options(options)
        , m_bad(m_tree.root.string(), options)
    {
    }

    Result<std::vector<RecordBatch>> read()
    {
        std::size_t done = 0;
        for (const ImportedFile &file : m_tree.files) {
            if (Status read = readFileOf(file); !read)
                return std::move(read).error();
            if (Status going = m_bad.step(++done, m_tree.files.size()); !going)
                return std::move(going).error();
        }
        for (const MultiKernelBenchFound &found : m_found)
            add(found);
        for (BatchBuilder &run : m_runs.all())
            run.note(m_seconds[&run], {"time", "of Pallas recorded in seconds"});
        std::erase_if(m_tree.files, [this](const ImportedFile &file) {
            return m_used.count(file.name) == 0; // it belongs to no result
        });
        return m_bad.finish(m_runs.take(), std::move(m_tree.files));
    }

private:
    Status readFileOf(const ImportedFile &file)
    {
        const bool isBaseline = isMultiKernelBenchBaselineFile(file.name);
        if (!isBaseline && !isMultiKernelBenchResultFile(file.name) && !m_tree.isSingleFile)
            return {}; // a response is read with its result
        m_used.insert(file.name);
        std::vector<JsonProblem> repeated;
        const auto parts = partsOfObject(file.content, m_tree.place(file), 1, &repeated);
        if (!parts)
            return parts.error();
        m_bad.accept(std::move(repeated));
        if (isBaseline)
            return readBaselines(file, *parts);
        if (partNamed(*parts, "compiled") != nullptr)
            return readResults(file, {{std::string(stemOf(file.name)), file.content, 1}});
        return readResults(file, *parts);
    }

    Status readResults(const ImportedFile &file, const std::vector<JsonPart> &parts)
    {
        const std::size_t first = m_found.size();
        std::set<std::string> hardware;
        for (const JsonPart &part : parts) {
            MultiKernelBenchFound found;
            found.op = part.key;
            found.file = &file;
            found.text = part.text;
            found.where = placeIn(m_tree.place(file), part);
            found.place = multiKernelBenchIdentityOf(pathParts(m_tree.root, file.name));
            const auto json = m_bad.parsed(part.text, m_tree.place(file), part.line);
            if (!json)
                continue;
            std::vector<JsonProblem> problems;
            const JsonReader reader(*json, found.where, part.key, problems);
            if (json->is_object())
                found.record = readMultiKernelBenchRecord(reader);
            if (part.key.empty())
                problems.push_back({found.where, "the name of the operator is empty"});
            if (!m_bad.accept(std::move(problems)))
                continue;
            if (!found.record.hardware.empty())
                hardware.insert(found.record.hardware);
            m_found.push_back(std::move(found));
        }
        // The driver's own records lack the device, which is that of the others in the file.
        for (std::size_t i = first; hardware.size() == 1 && i < m_found.size(); ++i)
            m_found[i].record.hardware = *hardware.begin();
        return {};
    }

    Status readBaselines(const ImportedFile &file, const std::vector<JsonPart> &parts)
    {
        const std::string language = multiKernelBenchLanguageOfBaseline(file.name);
        BatchBuilder *run = nullptr;
        std::size_t unmeasured = 0;
        for (const JsonPart &part : parts) {
            const std::string where = placeIn(m_tree.place(file), part);
            const auto json = m_bad.parsed(part.text, m_tree.place(file), part.line);
            if (!json)
                continue;
            std::vector<JsonProblem> problems;
            auto golden = readMultiKernelBenchBaseline(*json, part, where, language, problems);
            if (!m_bad.accept(std::move(problems)))
                continue;
            if (!golden) {
                ++unmeasured;
                continue;
            }
            std::string device;
            if (json->is_object() && json->contains("device") && (*json)["device"].is_string())
                device = (*json)["device"].get<std::string>();
            golden->source = placeIn(file.name, part);
            m_baselines[{language, device, part.key}] = golden->milliseconds;
            run = &runOf("baseline " + std::string(stemOf(file.name)), device, language);
            run->addTask(multiKernelBenchTask(part.key));
            run->add(std::move(*golden));
        }
        if (run != nullptr)
            run->note(unmeasured, {"operator", "without a baseline: not supported or too slow"});
        return {};
    }

    BatchBuilder &runOf(const std::string &part, const std::string &device,
                        const std::string &language)
    {
        return m_runs.of(part, [&] {
            const bool isCuda = language == "cuda" || language == "triton";
            return BatchBuilder(multiKernelBenchFormat, m_tree, m_digest,
                                {"multikernelbench", part,
                                 recordedEnvironment(device, isCuda ? "cuda" : "unknown",
                                                     {{"language", language}})},
                                m_options);
        });
    }

    void add(const MultiKernelBenchFound &found)
    {
        const MultiKernelBenchIdentity &place = found.place;
        const std::string method = place.method();
        std::string part = method;
        if (!found.record.hardware.empty())
            part += ", " + found.record.hardware;
        BatchBuilder &run = runOf(part, found.record.hardware, place.language);
        Method described{method, "model", {}, false};
        if (!place.strategy.empty())
            described.description
                = "prompt strategy " + place.strategy + ", temperature and top_p " + place.sampling;
        run.addMethod(described);
        const Task task = multiKernelBenchTask(found.op);
        run.addTask(task);
        Evaluation out;
        out.candidate.task = task.name;
        out.candidate.method = method;
        out.candidate.sample = place.sample;
        out.candidate.language = place.language;
        out.originalRecord = found.text;
        addResponse(found, out.candidate, run);
        applyMultiKernelBenchRecord(found.record, place.language, out);
        if (out.candidateMs && place.language == "pallas")
            ++m_seconds[&run];
        const auto baseline = m_baselines.find({place.language, found.record.hardware, found.op});
        if (out.candidateMs && baseline != m_baselines.end()) {
            out.baseline = "eager";
            out.baselineMs = baseline->second;
            out.speedup = *out.baselineMs / *out.candidateMs;
        }
        if (!run.add(std::move(out)))
            m_bad.add({found.where, found.op + " has another result of the same sample already"});
    }

    /// Adds the response and the reasoning, which are named after the operator and lie next to the
    /// result.
    void addResponse(const MultiKernelBenchFound &found, Candidate &candidate, BatchBuilder &run)
    {
        std::string beside(folderOf(found.file->name));
        beside += beside.empty() ? "" : "/";
        const ImportedFile *response = m_tree.find(beside + found.op + ".txt");
        if (response == nullptr)
            return;
        const std::string thoughtName = beside + found.op + "_cot.txt";
        const ImportedFile *thought = m_tree.find(thoughtName);
        m_used.insert(response->name);
        m_used.insert(thoughtName);
        const std::string answer = response->content.toString();
        candidate.fileName = response->name;
        candidate.source = textAsSuite(SuiteLayout::MultiKernelBench, SubmissionForm::File, answer);
        RecordedDialogue dialogue(run.batch().run.uuid,
                                  {EntryRule::Language::Python, {"ModelNew"}});
        dialogue.add(
            {{}, answer, thought == nullptr ? std::string() : thought->content.toString(), false},
            candidate);
        run.add(std::move(dialogue));
    }

    FileTree m_tree;
    std::string m_digest;
    const ReadOptions &m_options;
    RecordProblems m_bad;
    std::vector<MultiKernelBenchFound> m_found;
    std::set<std::string> m_used;
    BatchBuilders<std::string> m_runs;
    std::map<const BatchBuilder *, std::size_t> m_seconds;
    std::map<std::tuple<std::string, std::string, std::string>, double> m_baselines;
};

/// KernelBench's records also have `compiled` and `correctness`, but with `metadata` and `runtime`.
bool beginsLikeMultiKernelBenchResults(const fs::path &file)
{
    const std::string beginning = beginningOf(file);
    return beginning.starts_with('{')
        && hasKeys(beginning, {"compiled", "correctness", "performance"})
        && !hasKeys(beginning, {"metadata"}) && !hasKeys(beginning, {"sample_id"});
}

} // namespace

bool isMultiKernelBenchResults(const fs::path &source)
{
    if (!isFolder(source))
        return source.extension() == ".json" && beginsLikeMultiKernelBenchResults(source);
    return anyFileBelow(source, [](const fs::path &file) {
        return isMultiKernelBenchResultFile(file.filename().string())
            && beginsLikeMultiKernelBenchResults(file);
    });
}

Result<std::vector<RecordBatch>> readMultiKernelBenchResults(const fs::path &source,
                                                             const ReadOptions &options)
{
    auto tree = readFileTree(
        source,
        [](std::string_view name) {
            return isMultiKernelBenchResultFile(name) || isMultiKernelBenchBaselineFile(name)
                || name.ends_with(".txt");
        },
        options);
    if (!tree)
        return std::move(tree).error();
    return MultiKernelBenchReader(std::move(*tree), options).read();
}

} // namespace loupe
