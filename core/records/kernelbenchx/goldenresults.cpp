// SPDX-License-Identifier: Apache-2.0
#include "core/base/files.h"
#include "core/records/kernelbenchx/kernelbenchxformats.h"
#include "core/records/kernelbenchx/kernelbenchxtasks.h"
#include "core/records/reading/jsonfields.h"
#include "core/records/reading/jsonoutline.h"
#include "core/records/reading/recordproblems.h"
#include "core/records/reading/sourcefiles.h"
#include "core/suites/layout/layoutreader.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <map>
#include <string_view>
#include <system_error>

namespace loupe {

namespace fs = std::filesystem;

namespace {

constexpr const char *goldenFormat = "golden-results";
constexpr std::size_t lookedAt = 3; ///< number of files checked to recognise a machine

std::vector<fs::path> jsonFiles(const fs::path &folder)
{
    std::vector<fs::path> out = entriesOf(folder);
    std::erase_if(
        out, [](const fs::path &path) { return path.extension() != ".json" || isFolder(path); });
    return out;
}

std::vector<fs::path> machineFolders(const fs::path &folder)
{
    std::vector<fs::path> out = entriesOf(folder);
    std::erase_if(out, [](const fs::path &path) {
        std::error_code ignored;
        return fs::is_symlink(path, ignored) || !isFolder(path);
    });
    return out;
}

/// Rows of KernelBench-X and TritonBench name the input size, those of GEAK the parameters.
constexpr std::array goldenCaseFields{"input_size", "params"};

bool looksLikeGoldenRows(std::string_view beginning)
{
    const auto has = [&](std::string_view key) { return hasKeys(beginning, {key}); };
    return std::ranges::any_of(goldenCaseFields, has) && (has("ms") || has("error"));
}

/// Returns true if the files are lists and the first few non-empty ones hold rows.
bool isMachine(const fs::path &folder)
{
    std::size_t rows = 0;
    if (nameOf(folder) == "perf_results")
        return false;
    for (const fs::path &file : jsonFiles(folder)) {
        if (!checkReadable(folder, file))
            continue; // the reader reports the reason
        const std::string beginning = beginningOf(file);
        if (!beginning.starts_with('['))
            return false;
        if (beginning.find('{') == std::string::npos)
            continue;
        if (!looksLikeGoldenRows(beginning))
            return false;
        if (++rows == lookedAt)
            break;
    }
    return rows > 0;
}

/// Returns true for a single file with one task's rows.
bool isGoldenFile(const fs::path &file)
{
    std::error_code ignored;
    if (file.extension() != ".json" || !isFile(file)
        || !isKernelBenchXTaskFile(file.stem().string())
        || nameOf(fs::absolute(file, ignored).parent_path()) == "perf_results")
        return false;
    const std::string beginning = beginningOf(file);
    return beginning.starts_with('[') && looksLikeGoldenRows(beginning);
}

constexpr const char *goldenFolder = "golden_results";
constexpr const char *goldenKernelBenchXSuite = "kernelbench-x";

/// Returns the device that a folder's name states, such as "RTX 4090" for "4090". KernelBench-X has
/// a folder per machine in golden_results, TritonBench in perf_T and perf_G; there any name is a
/// machine. Empty for other folders, such as "golden_metrics".
std::string deviceOf(const fs::path &path)
{
    const std::string folder = nameOf(path);
    std::string out = deviceNamed(folder);
    if (!out.empty() || nameOf(path.parent_path()) != goldenFolder)
        return out;
    out = folder;
    std::transform(out.begin(), out.end(), out.begin(),
                   [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
    return out;
}

/// Returns the suite from unique names of folders, or from adjacent metadata.
std::string suiteOf(const fs::path &folder, const KernelBenchXTaskNames &names)
{
    std::error_code ignored;
    for (const fs::path &part : fs::absolute(folder, ignored)) {
        if (part == "perf_T")
            return "tritonbench-t";
        if (part == "perf_G")
            return "tritonbench-g";
    }
    // Rows with parameters are from GEAK, whose folder has the same name.
    const auto files = jsonFiles(folder);
    if (!files.empty() && hasKeys(beginningOf(files.front()), {"params"}))
        return "not recorded";
    const bool isKernelBenchX = !names.isEmpty() || nameOf(folder) == goldenFolder
        || nameOf(folder.parent_path()) == goldenFolder;
    return isKernelBenchX ? goldenKernelBenchXSuite : "not recorded";
}

class MachineReader
{
public:
    MachineReader(fs::path folder, const KernelBenchXTaskNames &names, RecordProblems &problems)
        : m_folder(std::move(folder))
        , m_machine(nameOf(m_folder))
        , m_suite(suiteOf(m_folder, names))
        , m_names(names)
        , m_problems(problems)
    {
    }

    Status readFile(const fs::path &file)
    {
        auto content = readWithin(m_folder, file);
        if (!content)
            return content.error();
        const auto whole = parsePythonJson(*content, file.string());
        if (!whole) {
            m_problems.add(whole.error());
            return {};
        }
        const std::string stem = file.stem().string();
        if (!whole->is_array()) {
            m_problems.add({file.string() + ":1", "must be a list of rows"});
        } else if (!isKernelBenchXTaskFile(stem)) {
            m_problems.add({file.string(), "must be named like a task"});
        } else {
            readRows(file, *content, taskOf(stem));
            m_files.push_back(importedFile(m_folder, file, std::move(*content)));
        }
        return {};
    }

    BatchBuilder take(const fs::path &source, const ReadOptions &options, bool isOneOfSeveral)
    {
        BatchSource from;
        from.format = goldenFormat;
        from.suite = m_suite;
        from.path = source;
        from.name = goldenFormat + (m_suite == "not recorded" ? "" : " " + m_suite)
            + (isOneOfSeveral ? "" : " " + m_machine);
        if (!isFolder(source))
            from.name += " " + source.stem().string();
        from.part = isOneOfSeveral ? m_machine : "";
        from.identity = m_suite + "\n" + m_machine;
        from.device = deviceOf(m_folder);
        from.settings["machine"] = m_machine;
        BatchBuilder builder(from, digestOf(m_files), options);
        for (Task &task : m_tasks)
            builder.addTask(std::move(task));
        RecordBatch &batch = builder.batch();
        batch.records = static_cast<int>(m_golden.size());
        batch.golden = std::move(m_golden);
        if (isOneOfSeveral) {
            for (ImportedFile &file : m_files)
                file.name = m_machine + "/" + file.name;
        }
        batch.files = std::move(m_files);
        batch.notes.push_back((from.device.empty() ? "the folder's name has no known device: \""
                                                   : "the device is taken from the name of the "
                                                     "folder, \"")
                              + m_machine + "\"");
        if (m_suite == "not recorded")
            batch.notes.emplace_back("the folders' names have no known suite");
        if (m_suite == goldenKernelBenchXSuite && m_names.isEmpty())
            batch.notes.emplace_back(
                "kernelbenchx_v1.json is not near: tasks are named without their category");
        builder.note(m_uncategorised, {"task", "not in the suite's metadata"});
        builder.note(m_failed, {"row", "with an error in place of a time, left out"});
        builder.note(m_repeated, {"row", "with a repeated input size, numbered"});
        return builder;
    }

private:
    Task taskOf(const std::string &stem)
    {
        // The whole stem: "SGD.py.json" is a stray file, not another one of SGD.
        Task task = m_names.task(stem + ".py");
        if (m_suite != goldenKernelBenchXSuite) {
            task = Task();
            task.suite = m_suite;
            task.name = stem;
            task.title = stem;
            task.category = "unknown";
            task.referenceLanguage = "python";
        } else if (!m_names.isEmpty() && task.category == "unknown") {
            ++m_uncategorised;
        }
        return task;
    }

    void readRows(const fs::path &file, const std::string &content, Task task)
    {
        std::map<std::string, int> seen;
        int index = 0;
        for (const JsonPart &slice : jsonMembers(content)) {
            const auto json = m_problems.parsed(slice.text, file.string(), slice.line);
            const std::string place = "[" + std::to_string(index++) + "]";
            if (!json)
                continue;
            GoldenRecord golden;
            if (json->is_object() && json->contains("error") && !json->contains("ms")) {
                ++m_failed;
                continue;
            }
            if (isNotFinite(jsonMember(&*json, "ms")))
                continue;
            const auto readFields = [&](const JsonReader &reader) {
                golden.milliseconds = requiredPositive(reader, "ms");
                golden.gigabytesPerSecond = measuredNumber(reader, "GB/s");
                golden.teraflops = measuredNumber(reader, "TFLOPS");
                const auto field = std::find_if(goldenCaseFields.begin(), goldenCaseFields.end(),
                                                [&](const char *key) { return reader.has(key); });
                if (field == goldenCaseFields.end())
                    reader.problem(goldenCaseFields.front(), "is missing");
                else
                    golden.caseName = goldenCaseName((*json)[*field]);
            };
            if (!m_problems.readFields(*json, placeIn(file.string(), slice), place, readFields))
                continue;
            const int time = ++seen[golden.caseName];
            if (time > 1) {
                golden.caseName += " #" + std::to_string(time);
                ++m_repeated;
            }
            golden.task = task.name;
            golden.baseline = "eager";
            golden.originalRecord = slice.text;
            golden.source = placeIn(m_machine + "/" + file.filename().string(), slice);
            m_golden.push_back(std::move(golden));
        }
        m_tasks.push_back(std::move(task));
    }

    fs::path m_folder;
    std::string m_machine;
    std::string m_suite;
    const KernelBenchXTaskNames &m_names;
    RecordProblems &m_problems;
    std::vector<Task> m_tasks;
    std::vector<GoldenRecord> m_golden;
    std::vector<ImportedFile> m_files;
    std::size_t m_uncategorised = 0;
    std::size_t m_repeated = 0;
    std::size_t m_failed = 0; ///< rows with an error instead of a time
};

} // namespace

std::string goldenCaseName(const Json &inputSize)
{
    return jsonLine(inputSize);
}

bool isGoldenResults(const fs::path &source)
{
    if (!isFolder(source))
        return isGoldenFile(source);
    if (isMachine(source))
        return true;
    const auto folders = machineFolders(source);
    return !folders.empty() && jsonFiles(source).empty()
        && std::all_of(folders.begin(), folders.end(), isMachine);
}

Result<std::vector<RecordBatch>> readGoldenResults(const fs::path &source,
                                                   const ReadOptions &options)
{
    if (!isGoldenResults(source))
        return Error{Errc::InvalidInput, "these are no golden results", source.string(),
                     "choose a <task>.json with input_size or params and ms, a folder of them, or "
                     "a folder of "
                     "such folders"};
    std::error_code ignored;
    const bool isSingleFile = !isFolder(source);
    const fs::path folder = isSingleFile ? fs::absolute(source, ignored).parent_path() : source;
    const bool isOne = isSingleFile || isMachine(folder);
    const std::vector<fs::path> machines
        = isOne ? std::vector<fs::path>{folder} : machineFolders(folder);
    const auto filesOf = [&](const fs::path &machine) {
        return isSingleFile ? std::vector<fs::path>{folder / source.filename()}
                            : jsonFiles(machine);
    };
    const KernelBenchXTaskNames names = KernelBenchXTaskNames::near(folder);
    std::size_t total = 0;
    for (const fs::path &machine : machines)
        total += filesOf(machine).size();
    RecordProblems problems(source.string(), options);
    std::vector<MachineReader> readers;
    std::size_t done = 0;
    for (const fs::path &machine : machines) {
        readers.emplace_back(machine, names, problems);
        for (const fs::path &file : filesOf(machine)) {
            if (Status read = readers.back().readFile(file); !read)
                return read.error();
            if (Status going = problems.step(++done, total); !going)
                return going.error();
        }
    }
    std::vector<BatchBuilder> batches;
    batches.reserve(readers.size());
    for (MachineReader &reader : readers)
        batches.push_back(reader.take(source, options, !isOne));
    return problems.finish(std::move(batches), {}); // each batch has its own files
}

} // namespace loupe
