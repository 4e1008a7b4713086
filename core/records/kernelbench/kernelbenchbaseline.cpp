// SPDX-License-Identifier: Apache-2.0
#include "core/records/kernelbench/kernelbenchbaseline.h"

#include "core/base/files.h"
#include "core/records/kernelbench/kernelbenchtasks.h"
#include "core/records/reading/jsonfields.h"
#include "core/records/reading/jsonoutline.h"
#include "core/records/reading/recordproblems.h"
#include "core/records/reading/sourcefiles.h"

#include <set>
#include <utility>
#include <vector>

namespace loupe {

namespace fs = std::filesystem;

namespace {

constexpr const char *baselineFormat = "kernelbench-baseline";

struct BaselineRow {
    Task task;
    GoldenRecord golden;
    std::string device;
};

/// "eager" of "baseline_time_torch", "torch.compile (reduce-overhead)" of
/// "baseline_time_torch_compile_inductor_reduce-overhead"; the stem of any other file.
std::string baselineNamed(const std::string &stem)
{
    constexpr std::string_view start = "baseline_time_torch";
    constexpr std::string_view compiled = "_compile_";
    constexpr std::string_view backend = "inductor_";
    if (!stem.starts_with(start))
        return stem;
    std::string_view rest = std::string_view(stem).substr(start.size());
    if (rest.empty())
        return "eager";
    if (!rest.starts_with(compiled))
        return stem;
    rest.remove_prefix(compiled.size());
    if (rest.starts_with(backend))
        rest.remove_prefix(backend.size());
    return "torch.compile (" + std::string(rest) + ")";
}

class BaselineReader
{
public:
    BaselineReader(const fs::path &file, const ReadOptions &options)
        : m_file(file)
        , m_machine(nameOf(folderAround(file)))
        , m_baseline(baselineNamed(file.stem().string()))
        , m_options(options)
        , m_problems(file.string(), options)
    {
    }

    Result<std::vector<RecordBatch>> read()
    {
        auto content = readFile(m_file);
        if (!content)
            return content.error();
        const auto whole = parsePythonJson(*content, m_file.string());
        if (!whole)
            return whole.error();
        if (Status read = readLevels(*content); !read)
            return read.error();
        if (Status usable = m_problems.verdict(static_cast<int>(m_rows.size())); !usable)
            return usable.error();
        return makeBatches(std::move(*content));
    }

private:
    Status readLevels(const std::string &content)
    {
        const auto levels = jsonMembers(content);
        m_set = taskSetOf(levels);
        const int total = static_cast<int>(levels.size());
        for (int i = 0; i < total; ++i) {
            const JsonPart &slice = levels[static_cast<std::size_t>(i)];
            const int level = levelOf(slice.key);
            if (level == 0 || !slice.text.starts_with('{'))
                return Error{Errc::InvalidInput,
                             "must be an object of tasks under \"level1\" to \"level4\"",
                             placeOf(slice, slice.key),
                             "choose one of KernelBench's baseline times",
                             {}};
            for (const JsonPart &task : jsonMembers(slice.text, slice.line))
                readTask(level, task);
            if (Status going = m_problems.step(i + 1, total); !going)
                return going;
        }
        return {};
    }

    /// The file does not say it; a name that only one set has does.
    static KernelBenchTaskSet taskSetOf(const std::vector<JsonPart> &levels)
    {
        for (const JsonPart &level : levels) {
            if (!level.text.starts_with('{'))
                continue;
            for (const JsonPart &task : jsonMembers(level.text, level.line)) {
                if (isPaperKernelBenchName(levelOf(level.key), task.key))
                    return KernelBenchTaskSet::Paper;
            }
        }
        return KernelBenchTaskSet::Current;
    }

    static int levelOf(const std::string &key)
    {
        for (int level = 1; level <= kernelBenchLevels; ++level) {
            if (key == "level" + std::to_string(level))
                return level;
        }
        return 0;
    }

    std::string placeOf(const JsonPart &slice, const std::string &field) const
    {
        return m_file.string() + ":" + std::to_string(slice.line) + ":" + field;
    }

    void readTask(int level, const JsonPart &slice)
    {
        const std::string field = "level" + std::to_string(level) + "." + slice.key;
        if (!kernelBenchNumber(slice.key) || slice.key.find_first_of("\\/") != std::string::npos) {
            m_problems.add({placeOf(slice, field), "must be named like a task, \"23_Softmax.py\""});
            return;
        }
        if (slice.text == "null") {
            ++m_withoutTime;
            return;
        }
        const auto json = m_problems.parsed(slice.text, m_file.string(), slice.line);
        if (!json)
            return;
        std::vector<JsonProblem> problems;
        BaselineRow row;
        row.task = kernelBenchTask(level, slice.key, m_set);
        const JsonReader reader(*json, m_file.string() + ":" + std::to_string(slice.line), field,
                                problems);
        if (json->is_object()) {
            row.golden.milliseconds = reader.requiredNumber("mean");
            if (problems.empty() && row.golden.milliseconds <= 0)
                reader.problem("mean", "must be above 0");
            row.golden.deviationMs = measuredNumber(reader, "std");
            row.golden.minimumMs = measuredNumber(reader, "min");
            row.golden.maximumMs = measuredNumber(reader, "max");
            row.device = looseText(*json, "hardware");
        }
        if (!m_problems.accept(std::move(problems)))
            return;
        row.golden.task = row.task.name;
        row.golden.baseline = m_baseline;
        row.golden.originalRecord = slice.text;
        row.golden.source
            = m_machine + "/" + m_file.filename().string() + ":" + std::to_string(slice.line);
        if (m_known.insert(row.task.name).second)
            m_rows.push_back(std::move(row));
        else
            m_problems.add({placeOf(slice, field), "the task is in this file already"});
    }

    BatchBuilder makeBuilder(const std::string &device, const std::string &digest) const
    {
        BatchSource source;
        source.format = baselineFormat;
        source.suite = kernelBenchSuite(m_set);
        source.path = m_file;
        source.name = baselineFormat + (" " + m_machine) + " " + m_baseline;
        if (!m_builders.isEmpty())
            source.part = device;
        source.identity = m_machine + "\n" + m_baseline;
        source.device = device;
        source.settings["machine"] = m_machine;
        source.settings["baseline"] = m_baseline;
        return {source, digest, m_options};
    }

    Result<std::vector<RecordBatch>> makeBatches(std::string content)
    {
        std::vector<ImportedFile> files{{m_file.filename().string(), std::move(content)}};
        const std::string digest = digestOf(files);
        for (BaselineRow &row : m_rows) {
            BatchBuilder &builder
                = m_builders.of(row.device, [&] { return makeBuilder(row.device, digest); });
            builder.addTask(std::move(row.task));
            builder.add(std::move(row.golden));
        }
        BatchBuilder &first = m_builders.all().front();
        first.note(m_withoutTime, "tasks have no time");
        first.batch().notes.emplace_back(
            "precision and versions of the software are not in the file");
        if (m_set == KernelBenchTaskSet::Paper)
            first.batch().notes.emplace_back(
                "the tasks are those of the paper (v0), by their names: a suite of their own, "
                "kernelbench-v0");
        return m_problems.finish(m_builders.take(), std::move(files));
    }

    fs::path m_file;
    std::string m_machine;
    std::string m_baseline;
    const ReadOptions &m_options;
    RecordProblems m_problems;
    KernelBenchTaskSet m_set = KernelBenchTaskSet::Current;
    std::vector<BaselineRow> m_rows;
    std::set<std::string> m_known;
    BatchBuilders<std::string> m_builders; ///< by device
    std::size_t m_withoutTime = 0;
};

} // namespace

bool isKernelBenchBaseline(const fs::path &source)
{
    if (source.extension() != ".json")
        return false;
    const std::string beginning = beginningOf(source);
    const std::size_t first = beginning.find_first_not_of(" \t\r\n{");
    return first != std::string::npos && beginning.compare(first, 6, "\"level") == 0
        && beginning.find("\"mean\"") != std::string::npos
        && beginning.find("\"std\"") != std::string::npos;
}

Result<std::vector<RecordBatch>> readKernelBenchBaseline(const fs::path &file,
                                                         const ReadOptions &options)
{
    return BaselineReader(file, options).read();
}

} // namespace loupe
