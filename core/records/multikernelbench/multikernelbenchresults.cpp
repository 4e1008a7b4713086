// SPDX-License-Identifier: Apache-2.0
#include "core/records/multikernelbench/multikernelbenchresults.h"

#include "core/records/multikernelbench/multikernelbenchrecord.h"
#include "core/records/reading/recordproblems.h"
#include "core/records/reading/sourcefiles.h"
#include "core/suites/submissions/fences.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <system_error>

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
        int done = 0;
        for (const ImportedFile &file : m_tree.files) {
            if (Status read = readFileOf(file); !read)
                return std::move(read).error();
            if (Status going = m_bad.step(++done, static_cast<int>(m_tree.files.size())); !going)
                return std::move(going).error();
        }
        for (const MultiKernelBenchFound &found : m_found)
            add(found);
        for (BatchBuilder &run : m_runs.all())
            run.note(m_seconds[&run], {"time", "of Pallas recorded in seconds"});
        dropUnused();
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
        const bool isSingle = std::any_of(parts->begin(), parts->end(), [](const JsonPart &part) {
            return part.key == "compiled";
        });
        if (isSingle)
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
            found.where = m_tree.place(file) + ":" + std::to_string(part.line);
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
            const std::string where = m_tree.place(file) + ":" + std::to_string(part.line);
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
            golden->source = file.name + ":" + std::to_string(part.line);
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

    /// Removes files that belong to no result.
    void dropUnused()
    {
        std::erase_if(m_tree.files,
                      [this](const ImportedFile &file) { return m_used.count(file.name) == 0; });
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
    const auto has = [&](const char *key) { return beginning.find(key) != std::string::npos; };
    return beginning.starts_with('{') && has("\"compiled\"") && has("\"correctness\"")
        && has("\"performance\"") && !has("\"metadata\"") && !has("\"sample_id\"");
}

} // namespace

bool isMultiKernelBenchResults(const fs::path &source)
{
    std::error_code ignored;
    if (!fs::is_directory(source, ignored))
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
