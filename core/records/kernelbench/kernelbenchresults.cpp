// SPDX-License-Identifier: Apache-2.0
#include "core/records/kernelbench/kernelbenchfolder.h"
#include "core/records/kernelbench/kernelbenchformats.h"
#include "core/records/kernelbench/kernelbenchpassk.h"
#include "core/records/kernelbench/kernelbenchresult.h"
#include "core/records/kernelbench/kernelbenchtasks.h"
#include "core/records/reading/batchbuilder.h"
#include "core/records/reading/jsonoutline.h"
#include "core/records/reading/recordproblems.h"
#include "core/records/reading/sourcefiles.h"
#include "core/suites/layout/layoutreader.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <utility>

namespace loupe {

namespace fs = std::filesystem;

namespace {

constexpr const char *resultsFormat = "kernelbench";
constexpr const char *resultsFile = "eval_results.json";
constexpr std::uintmax_t maxResultsBytes = 1U << 30U;
constexpr int resultsMaxSamples = 1'000'000;

struct ResultRow {
    int problem = 0;
    int sample = 0;
    KernelBenchResult result;
    SharedText original;
    bool isRepeated = false;
};

class KernelBenchResultsReader
{
public:
    KernelBenchResultsReader(const fs::path &source, const fs::path &file,
                             const ReadOptions &options)
        : m_source(source)
        , m_file(file)
        , m_options(options)
        , m_folder(readKernelBenchFolder(folderAround(file)))
        , m_problems(file.string(), options)
    {
    }

    Result<std::vector<RecordBatch>> read()
    {
        auto content = readWithin(m_source, m_file, maxResultsBytes);
        if (!content)
            return content.error();
        m_content = std::move(*content);
        if (Status read = readRows(m_content); !read)
            return read.error();
        if (!m_folder.level)
            return Error{Errc::InvalidInput, "nothing says which level these problems are of",
                         m_file.string() + ":1:level",
                         "put the run's generation_config.yaml or kernels into the same folder, or "
                         "end the folder's name in _l1, _l2 …"};
        m_files.push_back({m_file.filename().string(), m_content});
        takeFiles();
        return makeBatches();
    }

private:
    Status readRows(std::string_view content)
    {
        if (const std::size_t first = content.find_first_not_of(" \t\r\n");
            first != std::string_view::npos && content[first] == '[')
            return Error{Errc::InvalidInput, "must be an object of problems, is a list",
                         m_file.string() + ":1", "choose KernelBench's eval_results.json"};
        std::vector<JsonProblem> repeated;
        const auto outline = jsonOutline(content, m_file.string(), 1, &repeated);
        if (!outline)
            return outline.error();
        m_problems.accept(std::move(repeated));
        std::size_t done = 0;
        for (const JsonPart &member : *outline) {
            readProblem(member);
            if (Status going = m_problems.step(++done, outline->size()); !going)
                return going;
        }
        return m_problems.verdict(m_rows.size());
    }

    void readProblem(const JsonPart &member)
    {
        const auto problem = kernelBenchNumber(member.key);
        const std::string place = placeIn(m_file.string(), member) + ":" + member.key;
        if (!problem || member.key.find('_') != std::string::npos)
            return m_problems.add({place, "must be the number of a problem"});
        if (member.text.starts_with('{')) {
            m_isOldLayout = true;
            readRecord(*problem, member);
        } else if (member.text.starts_with('[')) {
            const auto records = jsonOutline(member.text, m_file.string(), member.line);
            if (!records)
                return m_problems.add(records.error());
            for (const JsonPart &record : *records)
                readRecord(*problem, record);
        } else {
            m_problems.add({place, "must be a record or a list of records"});
        }
    }

    void readRecord(int problem, const JsonPart &slice)
    {
        ResultRow row;
        row.problem = problem;
        row.original = m_content.part(slice.text);
        const auto readFields = [&row](const JsonReader &reader) {
            const std::int64_t sample = reader.requiredInteger("sample_id");
            if (sample < 0 || sample > resultsMaxSamples)
                reader.problem("sample_id", "must be 0 to 1000000");
            else
                row.sample = static_cast<int>(sample);
            row.result = readKernelBenchResult(reader);
        };
        if (!m_problems.readRecord(slice, m_file.string(), {}, readFields))
            return;
        const auto [known, isNew] = m_rows.try_emplace({problem, row.sample}, ResultRow());
        row.isRepeated = !isNew;
        m_repeated += isNew ? 0 : 1;
        known->second = std::move(row);
    }

    void takeFiles()
    {
        m_folder.addFilesTo(m_files);
        auto counts = m_folder.readSibling("pass_at_k_results.json");
        if (!counts)
            return;
        std::map<int, SampleCounts> recomputed;
        for (const auto &[key, row] : m_rows) {
            ++recomputed[key.first].samples;
            recomputed[key.first].correct += row.result.isCorrect ? 1 : 0;
        }
        const auto differences = comparePassAtK(
            *counts, (m_folder.path / "pass_at_k_results.json").string(), recomputed);
        m_folder.notes.insert(m_folder.notes.end(), differences.begin(), differences.end());
        m_files.push_back({"pass_at_k_results.json", std::move(*counts)});
    }

    BatchBuilder makeBuilder(const std::string &device, const std::string &digest) const
    {
        BatchSource source;
        source.format = resultsFormat;
        source.suite = "kernelbench";
        source.path = m_file;
        source.name = resultsFormat + (" " + m_folder.name);
        if (!m_builders.isEmpty())
            source.part = device;
        source.identity = std::to_string(*m_folder.level) + "\n" + m_folder.method.name;
        source.device = device;
        source.settings = m_folder.settings;
        source.settings["level"] = *m_folder.level;
        source.settings["level_source"] = m_folder.levelSource;
        source.settings["layout"] = m_isOldLayout ? "record per problem" : "list per problem";
        BatchBuilder builder(source, digest, m_options);
        builder.batch().run.precision = m_folder.precision;
        builder.addMethod(m_folder.method);
        return builder;
    }

    void addEvaluation(BatchBuilder &builder, int problem, int sample, Evaluation evaluation) const
    {
        const int level = *m_folder.level;
        Task task = kernelBenchTask(level, kernelBenchStem(level, problem));
        evaluation.candidate.task = task.name;
        evaluation.candidate.method = m_folder.method.name;
        evaluation.candidate.sample = sample;
        evaluation.candidate.language = "python";
        m_folder.addKernel(level, problem, sample, evaluation.candidate);
        settleRecorded(evaluation);
        builder.addTask(std::move(task));
        builder.batch().evaluations.push_back(std::move(evaluation));
    }

    Result<std::vector<RecordBatch>> makeBatches()
    {
        const std::string digest = digestOf(m_files);
        std::vector<std::string> devices;
        for (const auto &[key, row] : m_rows)
            devices.push_back(row.result.device);
        const std::string mainDevice = mainDeviceOf(devices);
        const auto builderOf = [&](const std::string &device) -> BatchBuilder & {
            return m_builders.of(device, [&] { return makeBuilder(device, digest); });
        };
        BatchBuilder &main = builderOf(mainDevice);
        std::size_t withoutDevice = 0;
        std::size_t withoutKernel = 0;
        main.batch().evaluations.reserve(m_rows.size());
        for (auto &[key, row] : m_rows) {
            withoutDevice += row.result.device.empty() ? 1 : 0;
            BatchBuilder &builder
                = builderOf(row.result.device.empty() ? mainDevice : row.result.device);
            Evaluation evaluation;
            row.result.applyTo(evaluation);
            markReferenceFailure(*m_folder.level, row.problem, evaluation);
            if (row.isRepeated)
                evaluation.flags.emplace_back("repeated_record");
            evaluation.originalRecord = std::move(row.original);
            addEvaluation(builder, row.problem, row.sample, std::move(evaluation));
            withoutKernel += builder.batch().evaluations.back().candidate.source.empty() ? 1 : 0;
            ++builder.batch().records;
        }
        const std::size_t unjudged = addUnjudgedKernels(main);
        main.batch().notes = m_folder.notes;
        if (m_folder.levelSource == "name of the folder")
            main.batch().notes.push_back("level " + std::to_string(*m_folder.level)
                                         + " is taken from the name of the folder");
        main.batch().notes.emplace_back(
            "the records hold numbers only: tasks are named as in the current task set");
        main.note(m_repeated,
                  {"sample", "recorded twice: the last record counts, marked repeated_record"});
        main.note(withoutDevice, {"record", "without a device"});
        main.note(withoutKernel, {"record", "without a kernel"});
        main.note(unjudged, {"kernel", "without a result, kept as unknown"});
        return m_problems.finish(m_builders.take(), std::move(m_files));
    }

    std::size_t addUnjudgedKernels(BatchBuilder &builder) const
    {
        std::size_t count = 0;
        for (const auto &[key, kernel] : m_folder.kernels) {
            const auto [level, problem, sample] = key;
            if (level != *m_folder.level || m_rows.contains({problem, sample}))
                continue;
            Evaluation evaluation;
            evaluation.message = "There is a kernel and no result for it.";
            addEvaluation(builder, problem, sample, std::move(evaluation));
            ++count;
        }
        return count;
    }

    fs::path m_source; ///< import source: the file or its folder
    fs::path m_file;
    SharedText m_content; ///< content of the file
    const ReadOptions &m_options;
    KernelBenchFolder m_folder;
    RecordProblems m_problems;
    std::map<std::pair<int, int>, ResultRow> m_rows; ///< by problem and sample
    std::vector<ImportedFile> m_files;
    BatchBuilders<std::string> m_builders; ///< by device
    std::size_t m_repeated = 0;
    bool m_isOldLayout = false;
};

} // namespace

bool isKernelBenchResults(const fs::path &source)
{
    const fs::path file = isFolder(source) ? source / resultsFile : source;
    if (file.extension() != ".json" || file.filename() == "log.json"
        || file.filename() == "kernel.json") // files of Caesar, and a published sample
        return false;
    const std::string beginning = beginningWithin(source, file);
    if (file.filename() == resultsFile) // the name claims the format, so the reader reports errors
        return beginning.starts_with('{');
    return hasKeys(beginning, {"sample_id", "compiled", "correctness"});
}

Result<std::vector<RecordBatch>> readKernelBenchResults(const fs::path &source,
                                                        const ReadOptions &options)
{
    const fs::path file = isFolder(source) ? source / resultsFile : source;
    return KernelBenchResultsReader(source, file, options).read();
}

} // namespace loupe
