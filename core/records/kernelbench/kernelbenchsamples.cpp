// SPDX-License-Identifier: Apache-2.0
#include "core/records/kernelbench/kernelbenchformats.h"
#include "core/records/kernelbench/kernelbenchresult.h"
#include "core/records/kernelbench/kernelbenchtasks.h"
#include "core/records/reading/jsonfields.h"
#include "core/records/reading/recordproblems.h"
#include "core/records/reading/sourcefiles.h"
#include "core/suites/layout/layoutreader.h"

#include <map>
#include <optional>
#include <system_error>
#include <utility>

namespace loupe {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view samplesFormat = "kernelbench-samples";
constexpr std::string_view sampleFile = "kernel.json";
constexpr int samplesMaxSamples = 1'000'000;
constexpr int samplesMaxAttempts = 1000;

bool looksLikeSample(const fs::path &file)
{
    if (file.filename() != sampleFile)
        return false;
    const std::string beginning = beginningOf(file, 1U << 18U);
    return beginning.starts_with('{') && hasKeys(beginning, {"kernel", "eval_result"});
}

/// Identity of a kernel from its folders.
struct SampleIdentity {
    int level = 0;
    std::string model;
    int problem = 0;
    int sample = 0;
};

/// Parses "…", "level1", "deepseek-v3", "problem_3", "sample_0", "kernel.json".
std::optional<SampleIdentity> sampleIdentityOf(const std::vector<std::string> &parts)
{
    constexpr std::size_t depth = 5;
    if (parts.size() < depth)
        return std::nullopt;
    const std::string *const at = &parts[parts.size() - depth];
    const auto level = numberAfter("level", at[0], kernelBenchMaxLevel);
    const auto problem = numberAfter("problem_", at[2], kernelBenchMaxNumber);
    const auto sample = numberAfter("sample_", at[3], samplesMaxSamples);
    if (!level || !problem || !sample)
        return std::nullopt;
    return SampleIdentity{*level, at[1], *problem, *sample};
}

class KernelBenchSamplesReader
{
public:
    KernelBenchSamplesReader(FileTree tree, const ReadOptions &options)
        : m_tree(std::move(tree))
        , m_digest(m_tree.digest())
        , m_options(options)
        , m_problems(m_tree.root.string(), options)
    {
    }

    Result<std::vector<RecordBatch>> read()
    {
        std::size_t done = 0;
        for (const ImportedFile &file : m_tree.files) {
            readSample(file);
            if (Status going = m_problems.step(++done, m_tree.files.size()); !going)
                return std::move(going).error();
        }
        for (BatchBuilder &run : m_runs.all()) {
            const std::string device = mainDeviceOf(m_devices[run.batch().methods.front().name]);
            run.batch().run.environment = recordedEnvironment(device, device.empty() ? "" : "cuda");
        }
        return m_problems.finish(m_runs.take(), std::move(m_tree.files));
    }

private:
    void readSample(const ImportedFile &file)
    {
        const std::string where = m_tree.place(file);
        const auto place = sampleIdentityOf(pathParts(m_tree.root, file.name));
        if (!place)
            return m_problems.add(
                {where, "must lie in level<L>/<model>/problem_<P>/sample_<S>, which name it"});
        std::string kernel;
        std::vector<Evaluation> made;
        const auto readFields = [&](const JsonReader &reader) {
            kernel = reader.requiredString("kernel");
            made = readAttempts(reader, *place);
        };
        if (m_problems.readRecord({{}, file.content, 1}, where, {}, readFields))
            add(*place, file, kernel, std::move(made));
    }

    /// Returns one evaluation per attempt of the kernel, or an empty one.
    std::vector<Evaluation> readAttempts(const JsonReader &reader, const SampleIdentity &place)
    {
        std::map<int, Evaluation> byAttempt;
        const auto results = objectIn(reader, "eval_result");
        if (!results)
            return {};
        for (const auto &[key, value] : results->json().items()) {
            const auto attempt = numberAfter("eval_", key, samplesMaxAttempts);
            if (!attempt) {
                results->problem(key, "must be eval_0, eval_1 …");
                continue;
            }
            const auto result = results->object(key);
            const KernelBenchResult evaluated = readKernelBenchResult(
                *result, result->has("correct") ? "correct" : "correctness");
            Evaluation &out = byAttempt[*attempt];
            evaluated.applyTo(out);
            markReferenceFailure(place.level, place.problem, out);
            out.attempt = *attempt;
            m_devices[place.model].push_back(evaluated.device);
        }
        std::vector<Evaluation> out;
        out.reserve(byAttempt.size());
        for (auto &[attempt, evaluation] : byAttempt)
            out.push_back(std::move(evaluation));
        if (out.empty())
            out.emplace_back().message = "There is a kernel and no result for it.";
        return out;
    }

    void add(const SampleIdentity &place, const ImportedFile &file, const std::string &kernel,
             std::vector<Evaluation> made)
    {
        BatchBuilder &run = m_runs.of(place.model, [&] {
            return BatchBuilder(samplesFormat, m_tree, m_digest,
                                {"kernelbench", place.model, recordedEnvironment({}, {})},
                                m_options);
        });
        run.addMethod({place.model, "model", "as its folder names it", false});
        Task task = kernelBenchTask(place.level, kernelBenchStem(place.level, place.problem));
        for (Evaluation &evaluation : made) {
            Candidate &candidate = evaluation.candidate;
            candidate.task = task.name;
            candidate.method = place.model;
            candidate.sample = place.sample;
            candidate.language = "python";
            candidate.source = kernel;
            candidate.fileName = file.name;
            evaluation.originalRecord = file.content;
            if (!run.add(std::move(evaluation)))
                m_problems.add({m_tree.place(file), "the same sample is in another file already"});
        }
        run.addTask(std::move(task));
    }

    FileTree m_tree;
    std::string m_digest;
    const ReadOptions &m_options;
    RecordProblems m_problems;
    BatchBuilders<std::string> m_runs;                         ///< by model
    std::map<std::string, std::vector<std::string>> m_devices; ///< of a model's results
};

} // namespace

bool isKernelBenchSamples(const fs::path &source)
{
    return isFolder(source) ? anyFileBelow(source, looksLikeSample) : looksLikeSample(source);
}

Result<std::vector<RecordBatch>> readKernelBenchSamples(const fs::path &source,
                                                        const ReadOptions &options)
{
    auto tree = readFileTree(
        source, [](std::string_view name) { return fileOf(name) == sampleFile; }, options);
    if (!tree)
        return std::move(tree).error();
    return KernelBenchSamplesReader(std::move(*tree), options).read();
}

} // namespace loupe
