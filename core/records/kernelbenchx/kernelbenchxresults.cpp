// SPDX-License-Identifier: Apache-2.0
#include "core/records/kernelbenchx/kernelbenchxformats.h"
#include "core/records/kernelbenchx/kernelbenchxoutcome.h"
#include "core/records/kernelbenchx/kernelbenchxsummary.h"
#include "core/records/kernelbenchx/kernelbenchxtasks.h"
#include "core/records/reading/jsonfields.h"
#include "core/records/reading/jsonoutline.h"
#include "core/records/reading/recordproblems.h"
#include "core/records/reading/sourcefiles.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <set>

namespace loupe {

namespace fs = std::filesystem;

namespace {

constexpr const char *kernelBenchXResultsFormat = "kernelbench-x";
constexpr std::size_t kernelBenchXMaxFileBytes = std::size_t{1} << 30U;
constexpr int kernelBenchXMaxRounds = 100'000;

struct StageFile {
    std::string_view stem;
    KernelBenchXOutcome (*read)(const JsonReader &);
};

constexpr std::array stageFiles{StageFile{"results_call", readKernelBenchXCall},
                                StageFile{"results_exe", readKernelBenchXExe},
                                StageFile{"results_eff", readKernelBenchXEff}};

/// Returns the stage of a file: "results_exe.jsonl", or a part left by an incomplete evaluation by
/// folders, "results_exe_part2.jsonl".
const StageFile *stageOf(const fs::path &file)
{
    const std::string stem = file.stem().string();
    const auto found
        = std::find_if(stageFiles.begin(), stageFiles.end(), [&](const StageFile &each) {
              return stem.starts_with(each.stem)
                  && (stem.size() == each.stem.size() || stem[each.stem.size()] == '_');
          });
    return file.extension() == ".jsonl" && found != stageFiles.end() ? &*found : nullptr;
}

/// Returns the files with records of tasks in a folder, in merge order: the first stage states
/// categories.
std::vector<fs::path> recordFilesIn(const fs::path &folder)
{
    std::vector<fs::path> out;
    std::vector<fs::path> entries = entriesOf(folder);
    for (const fs::path &each : entriesOf(folder / "intermediate"))
        entries.push_back(each);
    std::copy_if(entries.begin(), entries.end(), std::back_inserter(out),
                 [](const fs::path &file) { return file.filename() == "metrics.json"; });
    for (const StageFile &stage : stageFiles)
        std::copy_if(entries.begin(), entries.end(), std::back_inserter(out),
                     [&](const fs::path &file) { return stageOf(file) == &stage; });
    return out;
}

std::string kernelBenchXStemOf(const std::string &file)
{
    return fs::path(file).stem().string();
}

class KernelBenchXResultsReader
{
public:
    KernelBenchXResultsReader(const fs::path &source, const ReadOptions &options)
        : m_source(source)
        , m_folder(folderAround(source))
        , m_isFolder(m_folder == source)
        , m_options(options)
        , m_problems(source.string(), options)
        , m_names(KernelBenchXTaskNames::near(m_folder))
    {
    }

    Result<std::vector<RecordBatch>> read()
    {
        if (Status read = m_isFolder ? readFolder() : readOne(m_source); !read)
            return read.error();
        return makeBatch();
    }

private:
    Status readFolder()
    {
        for (const fs::path &file : recordFilesIn(m_source)) {
            if (Status read = readOne(file); !read)
                return read;
        }
        std::error_code ignored;
        for (const char *name : {"summary.json", "controller_state.json"}) {
            if (!fs::exists(m_source / name, ignored))
                continue;
            auto content = readWithin(m_source, m_source / name, kernelBenchXMaxFileBytes);
            if (!content)
                return content.error();
            readAbout(name, *content);
            m_files.push_back({name, std::move(*content)});
        }
        return {};
    }

    Status readOne(const fs::path &file)
    {
        auto content = readWithin(m_folder, file, kernelBenchXMaxFileBytes);
        if (!content)
            return content.error();
        Status read;
        const std::string name = file.filename().string();
        if (const StageFile *stage = stageOf(file))
            read = readLines(file, *content, stage->read);
        else if (name == "controller_state.json")
            read = readState(file, *content);
        else
            read = readMetrics(file, *content);
        if (read)
            m_files.push_back(importedFile(m_folder, file, std::move(*content)));
        return read;
    }

    Status readMetrics(const fs::path &file, const std::string &content)
    {
        if (content.starts_with('['))
            return Error{Errc::InvalidInput, "must be an object of tasks, is a list",
                         file.string() + ":1", "choose KernelBench-X's metrics.json"};
        std::vector<JsonProblem> repeated;
        const auto outline = jsonOutline(content, file.string(), 1, &repeated);
        if (!outline)
            return outline.error();
        m_problems.accept(std::move(repeated));
        const std::vector<JsonPart> &members = *outline;
        int done = 0;
        for (const JsonPart &member : members) {
            take(file, member, member.key, readKernelBenchXMetrics);
            if (Status going = m_problems.step(++done, static_cast<int>(members.size())); !going)
                return going;
        }
        return {};
    }

    Status readLines(const fs::path &file, const std::string &content,
                     KernelBenchXOutcome (*reading)(const JsonReader &))
    {
        const auto lines = jsonLines(content);
        std::set<std::string> inThisFile;
        int done = 0;
        for (const JsonPart &line : lines) {
            if (!isBlank(line)) {
                const std::string stem = take(file, line, {}, reading);
                m_repeated += !stem.empty() && !inThisFile.insert(stem).second ? 1 : 0;
            }
            if (Status going = m_problems.step(++done, static_cast<int>(lines.size())); !going)
                return going;
        }
        return {};
    }

    Status readState(const fs::path &file, const std::string &content)
    {
        const auto whole = parsePythonJson(content, file.string());
        if (!whole)
            return whole.error();
        if (!whole->is_object() || !whole->contains("state") || !(*whole)["state"].is_object())
            return Error{Errc::InvalidInput, "must be an object with an object \"state\"",
                         file.string() + ":1:state",
                         "choose KernelBench-X's controller_state.json"};
        readAbout("controller_state.json", content);
        for (const JsonPart &section : jsonMembers(content)) {
            if (section.key != "state")
                continue;
            for (const JsonPart &task : jsonMembers(section.text, section.line))
                readTaskState(file, task);
        }
        return {};
    }

    void readTaskState(const fs::path &file, const JsonPart &task)
    {
        static constexpr std::array<std::string_view, 3> stages{"call", "exe", "eff"};
        for (const JsonPart &slice : jsonMembers(task.text, task.line)) {
            const auto stage = std::find(stages.begin(), stages.end(), slice.key);
            if (stage == stages.end() || slice.text == "null")
                continue;
            const std::string field = "state." + task.key + "." + slice.key;
            take(file, slice, field,
                 stageFiles[static_cast<std::size_t>(stage - stages.begin())].read);
        }
    }

    /// Reads a record and merges it with its task's known facts. Returns the task's stem.
    std::string take(const fs::path &file, const JsonPart &slice, const std::string &field,
                     KernelBenchXOutcome (*reading)(const JsonReader &))
    {
        const auto json = m_problems.parsed(slice.text, file.string(), slice.line);
        if (!json)
            return {};
        std::vector<JsonProblem> problems;
        const JsonReader reader(*json, file.string() + ":" + std::to_string(slice.line), field,
                                problems);
        KernelBenchXOutcome outcome = reading(reader);
        if (!m_problems.accept(std::move(problems)))
            return {};
        outcome.original = slice.text;
        m_names.learn(outcome.file);
        std::string stem = kernelBenchXStemOf(outcome.file);
        const auto [known, isNew] = m_outcomes.try_emplace(stem, outcome);
        if (!isNew)
            m_different += mergeKernelBenchX(outcome, known->second) ? 1 : 0;
        return stem;
    }

    void readAbout(const std::string &name, const std::string &content)
    {
        const auto json = parsePythonJson(content, name);
        if (!json || !json->is_object()) {
            m_notes.push_back(name + " could not be read");
            return;
        }
        if (name == "summary.json") {
            m_summary = *json;
            return;
        }
        const auto round = json->find("iter");
        if (round != json->end() && round->is_number_integer() && *round >= 0
            && *round <= kernelBenchXMaxRounds)
            m_round = round->get<int>();
        m_settings["run_id"] = looseText(*json, "run_id");
    }

    void compareSummary(RecordBatch &batch) const
    {
        const auto compare = [&](const char *key, std::ptrdiff_t found) {
            if (const auto difference = differenceOfCount(m_summary, key, found))
                batch.notes.push_back(*difference);
        };
        const auto count = [&](auto is) {
            return std::count_if(m_outcomes.begin(), m_outcomes.end(),
                                 [&](const auto &each) { return is(each.second); });
        };
        compare("total", static_cast<std::ptrdiff_t>(m_outcomes.size()));
        compare("call_pass",
                count([](const KernelBenchXOutcome &each) { return each.callOk == true; }));
        compare("exe_pass", count([](const KernelBenchXOutcome &each) {
                    return each.callOk == true && each.exeOk == true;
                }));
        compare("perf_pass", count([](const KernelBenchXOutcome &each) {
                    return each.exeOk == true && each.perfOk == true;
                }));
    }

    Result<std::vector<RecordBatch>> makeBatch()
    {
        fs::path named = m_folder;
        if (nameOf(named) == "intermediate")
            named /= "..";
        const std::string folderName = nameOf(named);
        std::string method = looseText(m_summary, "method");
        const bool isMethodGuessed = method.empty() || method == "intermediate";
        if (isMethodGuessed)
            method = folderName;
        BatchSource source;
        source.format = kernelBenchXResultsFormat;
        source.suite = "kernelbench-x";
        source.path = m_source;
        source.device = deviceNamed(nameOf(named / ".."));
        source.name = kernelBenchXResultsFormat + (" " + folderName);
        if (!source.device.empty())
            source.name += " " + source.device;
        source.identity = method + "\n" + std::to_string(m_round);
        source.settings = m_settings;
        const std::string device = source.device;
        BatchBuilder builder(source, digestOf(m_files), m_options);
        builder.addMethod({method, "agent", "as its results name it", false});
        for (const auto &[stem, outcome] : m_outcomes) {
            // If the results lack a category, the suite's metadata may contain it.
            Evaluation evaluation = outcome.evaluation("eager (golden, machine not recorded)");
            Task task = m_names.task(outcome.file);
            evaluation.candidate.task = task.name;
            evaluation.candidate.method = method;
            evaluation.candidate.round = m_round;
            evaluation.candidate.fileName = outcome.file;
            builder.addTask(std::move(task));
            builder.add(std::move(evaluation));
        }
        RecordBatch &batch = builder.batch();
        batch.notes = m_notes;
        if (isMethodGuessed)
            batch.notes.push_back("the method is named after the folder, \"" + method + "\"");
        if (!device.empty())
            batch.notes.push_back("the device, " + device + ", is taken from the name of a folder");
        compareSummary(batch);
        builder.note(m_different, {"record", "of a stage in contradiction to another file"});
        builder.note(m_repeated, {"line", "with a repeated task: the first of a file counts"});
        return m_problems.finish(std::move(builder), std::move(m_files));
    }

    fs::path m_source;
    fs::path m_folder;
    bool m_isFolder = false;
    const ReadOptions &m_options;
    RecordProblems m_problems;
    KernelBenchXTaskNames m_names;
    std::map<std::string, KernelBenchXOutcome> m_outcomes; ///< by stem
    std::vector<ImportedFile> m_files;
    std::vector<std::string> m_notes;
    Json m_summary = Json::object();
    Json m_settings = Json::object();
    int m_round = 0;
    std::size_t m_different = 0;
    std::size_t m_repeated = 0;
};

bool looksLikeStage(const fs::path &file)
{
    if (stageOf(file) == nullptr)
        return false;
    const std::string beginning = beginningOf(file, 1U << 16U);
    return beginning.starts_with('{') && beginning.find("\"file\"") != std::string::npos
        && beginning.find("\"ok\"") != std::string::npos;
}

bool looksLikeMetrics(const fs::path &file)
{
    const std::string beginning = beginningOf(file);
    return beginning.find("\"call_ok\"") != std::string::npos
        && beginning.find("\"exe_ok\"") != std::string::npos
        && beginning.find("\"from_round\"") == std::string::npos;
}

} // namespace

bool isKernelBenchXResults(const fs::path &source)
{
    std::error_code ignored;
    if (fs::is_directory(source, ignored)) {
        const auto files = recordFilesIn(source);
        return files.empty() ? isKernelBenchXSummary(source / "summary.json")
                             : std::any_of(files.begin(), files.end(), [](const fs::path &file) {
                                   return looksLikeStage(file) || looksLikeMetrics(file);
                               });
    }
    if (source.filename() == "controller_state.json") {
        const std::string beginning = beginningOf(source);
        return beginning.find("\"iter\"") != std::string::npos
            && beginning.find("\"state\"") != std::string::npos;
    }
    return looksLikeStage(source) || isKernelBenchXSummary(source)
        || (source.extension() == ".json" && looksLikeMetrics(source));
}

Result<std::vector<RecordBatch>> readKernelBenchXResults(const fs::path &source,
                                                         const ReadOptions &options)
{
    std::error_code ignored;
    if (isKernelBenchXSummary(source))
        return readKernelBenchXSummary(source, options);
    const fs::path summary = source / "summary.json";
    if (fs::is_directory(source, ignored) && recordFilesIn(source).empty()
        && isKernelBenchXSummary(summary))
        return readKernelBenchXSummary(summary, options);
    return KernelBenchXResultsReader(source, options).read();
}

} // namespace loupe
