// SPDX-License-Identifier: Apache-2.0
#include "core/base/files.h"
#include "core/records/kernelbench/kernelbenchformats.h"
#include "core/records/kernelbench/kernelbenchtasks.h"
#include "core/records/reading/jsonfields.h"
#include "core/records/reading/jsonoutline.h"
#include "core/records/reading/recordproblems.h"
#include "core/records/reading/sourcefiles.h"

#include <algorithm>
#include <array>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace loupe {

namespace fs = std::filesystem;

namespace {

constexpr const char *baselineFormat = "kernelbench-baseline";

struct BaselineRow {
    Task task;
    GoldenRecord golden;
    std::string device;
};

/// Parsed name of a baseline file.
struct BaselineName {
    std::string kind;           ///< "eager", "torch.compile (reduce-overhead)"; else the whole stem
    std::string part;           ///< "level1": distinguishes files of one kind
    std::string precision = {}; ///< empty: not stated
};

std::vector<std::string> wordsOf(std::string_view text)
{
    std::vector<std::string> words;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('_'), text.size());
        if (end > 0)
            words.emplace_back(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return words;
}

std::string joined(std::span<const std::string> words)
{
    return fmt::format("{}", fmt::join(words, "_"));
}

/// Returns true for execution modes that are neither eager nor contain "compile".
bool isOtherExecution(const std::string &word)
{
    constexpr std::array<std::string_view, 12> known{
        "aot", "cudagraph", "cudagraphs", "cuda-graph", "graph",  "inductor",
        "jit", "onnx",      "script",     "tensorrt",   "triton", "xla"};
    return std::ranges::find(known, word) != known.end();
}

/// Returns the precision in the words of a name; empty if none.
std::string precisionAmong(const std::vector<std::string> &words)
{
    constexpr std::array<std::string_view, 4> known{"bf16", "fp16", "fp32", "tf32"};
    const auto found = std::ranges::find_first_of(words, known);
    return found == words.end() ? std::string() : *found;
}

/// Parses a stem. "baseline_time_torch" and parts such as "baseline_time_torch_level1" are "eager";
/// "baseline_time_torch_compile_inductor_reduce-overhead" is "torch.compile (reduce-overhead)".
BaselineName baselineNamed(const std::string &stem)
{
    constexpr std::string_view start = "baseline_time_torch";
    const bool isTorch
        = stem.starts_with(start) && (stem.size() == start.size() || stem[start.size()] == '_');
    if (!isTorch)
        return {stem, {}};
    std::vector<std::string> words = wordsOf(std::string_view(stem).substr(start.size()));
    const auto compiled = std::ranges::find_if(
        words, [](const std::string &word) { return word.starts_with("compile"); });
    if (compiled == words.end()) {
        if (std::ranges::any_of(words, isOtherExecution))
            return {stem, {}};
        return {"eager", joined(words), precisionAmong(words)};
    }
    auto mode = words.erase(compiled);
    if (mode != words.end() && *mode == "inductor")
        mode = words.erase(mode);
    std::string kind = "torch.compile";
    if (mode != words.end() && !mode->starts_with("level")) {
        kind += " (" + *mode + ")";
        words.erase(mode);
    }
    return {kind, joined(words), precisionAmong(words)};
}

class BaselineReader
{
public:
    BaselineReader(const fs::path &file, const ReadOptions &options)
        : m_file(file)
        , m_machine(nameOf(folderAround(file)))
        , m_name(baselineNamed(file.stem().string()))
        , m_options(options)
        , m_problems(file.string(), options)
    {
    }

    Result<std::vector<RecordBatch>> read()
    {
        auto content = readFile(m_file);
        if (!content)
            return content.error();
        if (Status read = readLevels(*content); !read)
            return read.error();
        if (Status usable = m_problems.verdict(m_rows.size()); !usable)
            return usable.error();
        return makeBatches(std::move(*content));
    }

private:
    Status readLevels(const std::string &content)
    {
        const auto outline = partsOfObject(content, m_file.string());
        if (!outline)
            return outline.error();
        m_set = taskSetOf(*outline);
        std::size_t done = 0;
        for (const JsonPart &slice : *outline) {
            const auto level = levelOf(slice.key);
            if (!level || !slice.text.starts_with('{'))
                return Error{
                    Errc::InvalidInput, "must be an object of tasks under \"level<number>\"",
                    placeOf(slice, slice.key), "choose one of KernelBench's baseline times"};
            std::vector<JsonProblem> repeated;
            const auto tasks = jsonOutline(slice.text, m_file.string(), slice.line, &repeated);
            if (!tasks)
                return tasks.error();
            m_problems.accept(std::move(repeated));
            for (const JsonPart &task : *tasks)
                readTask(*level, task);
            if (Status going = m_problems.step(++done, outline->size()); !going)
                return going;
        }
        return {};
    }

    /// Derives the task set from names that occur in only one set, because the file does not state
    /// it.
    static KernelBenchTaskSet taskSetOf(const std::vector<JsonPart> &levels)
    {
        for (const JsonPart &level : levels) {
            if (!level.text.starts_with('{'))
                continue;
            for (const JsonPart &task : jsonMembers(level.text, level.line)) {
                if (isPaperKernelBenchName(levelOf(level.key).value_or(-1), task.key))
                    return KernelBenchTaskSet::Paper;
            }
        }
        return KernelBenchTaskSet::Current;
    }

    static std::optional<int> levelOf(const std::string &key)
    {
        return numberAfter("level", key, kernelBenchMaxLevel);
    }

    std::string placeOf(const JsonPart &slice, const std::string &field) const
    {
        return placeIn(m_file.string(), slice) + ":" + field;
    }

    void readTask(int level, const JsonPart &slice)
    {
        const std::string field = "level" + std::to_string(level) + "." + slice.key;
        if (!kernelBenchNumber(slice.key) || slice.key.find_first_of("\\/") != std::string::npos) {
            m_problems.add({placeOf(slice, field), "must be named like a task, \"23_Softmax.py\""});
            return;
        }
        const auto json = m_problems.parsed(slice.text, m_file.string(), slice.line);
        if (!json)
            return;
        if (const Json *mean = jsonMember(&*json, "mean"); isWithoutTime(*json, mean)) {
            m_failed += jsonMember(&*json, "error") != nullptr ? 1 : 0;
            m_withoutTime += jsonMember(&*json, "error") == nullptr && !isNotFinite(mean) ? 1 : 0;
            return;
        }
        BaselineRow row;
        row.task = kernelBenchTask(level, slice.key, m_set);
        const auto readFields = [&](const JsonReader &reader) {
            row.golden.milliseconds = requiredPositive(reader, "mean");
            row.golden.deviationMs = measuredNumber(reader, "std");
            row.golden.minimumMs = measuredNumber(reader, "min");
            row.golden.maximumMs = measuredNumber(reader, "max");
            row.device = looseText(*json, "hardware");
        };
        if (!m_problems.readFields(*json, placeIn(m_file.string(), slice), field, readFields))
            return;
        row.golden.task = row.task.name;
        row.golden.baseline = m_name.kind;
        row.golden.originalRecord = slice.text;
        row.golden.source = placeIn(m_machine + "/" + m_file.filename().string(), slice);
        if (m_known.insert(row.task.name).second)
            m_rows.push_back(std::move(row));
        else
            m_problems.add({placeOf(slice, field), "the task is in this file already"});
    }

    /// Returns true for a null, or a row whose mean is null, no number, or missing next to an
    /// error.
    static bool isWithoutTime(const Json &row, const Json *mean)
    {
        if (mean == nullptr)
            return row.is_null() || jsonMember(&row, "error") != nullptr;
        return mean->is_null() || isNotFinite(mean);
    }

    BatchBuilder makeBuilder(const std::string &device, const std::string &digest) const
    {
        BatchSource source;
        source.format = baselineFormat;
        source.suite = kernelBenchSuite(m_set);
        source.path = m_file;
        source.name = baselineFormat + (" " + m_machine) + " " + m_name.kind;
        if (!m_name.part.empty())
            source.name += " " + m_name.part;
        if (!m_builders.isEmpty())
            source.part = device;
        source.identity = m_machine + "\n" + m_name.kind;
        source.device = device;
        source.settings["machine"] = m_machine;
        source.settings["baseline"] = m_name.kind;
        BatchBuilder builder(source, digest, m_options);
        builder.batch().run.precision = m_name.precision;
        return builder;
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
        first.note(m_withoutTime, {"task", "without a time"});
        first.note(m_failed, {"task", "with an error in place of a time, left out"});
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
    BaselineName m_name;
    const ReadOptions &m_options;
    RecordProblems m_problems;
    KernelBenchTaskSet m_set = KernelBenchTaskSet::Current;
    std::vector<BaselineRow> m_rows;
    std::set<std::string> m_known;
    BatchBuilders<std::string> m_builders; ///< by device
    std::size_t m_withoutTime = 0;
    std::size_t m_failed = 0; ///< rows with an error instead of a time
};

} // namespace

bool isKernelBenchBaseline(const fs::path &source)
{
    if (source.extension() != ".json")
        return false;
    // Rows with long errors may precede the first time.
    constexpr std::size_t enough = std::size_t{1} << 20;
    std::string beginning = beginningOf(source);
    const std::size_t first = beginning.find_first_not_of(" \t\r\n{");
    if (first == std::string::npos || beginning.compare(first, 6, "\"level") != 0)
        return false;
    if (!hasKeys(beginning, {"mean"}))
        beginning = beginningOf(source, enough);
    const bool isNamed = source.stem().string().starts_with("baseline_time");
    return hasKeys(beginning, {"mean", "std"}) || (isNamed && hasKeys(beginning, {"error"}));
}

Result<std::vector<RecordBatch>> readKernelBenchBaseline(const fs::path &file,
                                                         const ReadOptions &options)
{
    return BaselineReader(file, options).read();
}

} // namespace loupe
