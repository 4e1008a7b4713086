// SPDX-License-Identifier: Apache-2.0
#include "core/base/asciicase.h"
#include "core/base/authoredfiles.h"
#include "core/model/record/sourcefiles.h"
#include "core/suites/submissions/submissionreader.h"
#include "core/suites/text/jsonelements.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace loupe {

namespace fs = std::filesystem;

namespace {

/// KernelBench numbers in the name of a file or folder.
struct KernelBenchNumbers {
    std::optional<int> level;
    std::optional<int> problem;
    std::optional<int> sample;
    std::optional<int> round;
};

/// Parsed name of a KernelBench kernel.
struct NameNumbers {
    KernelBenchNumbers numbers;
    std::optional<int> task; ///< from "task_3"; the problem, unless something else names it
    bool isAll = true;       ///< the name consists of nothing else
};

/// Run that a file belongs to, with the numbers of its folders.
struct RunOfFile {
    std::filesystem::path folder;
    std::string method;
    KernelBenchNumbers numbers; ///< from folders; inner ones take precedence
};

std::vector<std::string> words(const std::string &text)
{
    std::vector<std::string> out(1);
    for (const char c : text) {
        if (c == '_' || c == '-')
            out.emplace_back();
        else
            out.back() += lowered(c);
    }
    return out;
}

std::optional<int> *fieldFor(const std::string &word, KernelBenchNumbers &numbers,
                             std::optional<int> &task)
{
    if (word == "level")
        return &numbers.level;
    if (word == "problem")
        return &numbers.problem;
    if (word == "task")
        return &task;
    if (word == "sample")
        return &numbers.sample;
    if (word == "round" || word == "turn")
        return &numbers.round;
    return nullptr;
}

/// Sets the missing fields of `numbers`.
void fillFrom(const KernelBenchNumbers &more, KernelBenchNumbers &numbers)
{
    const auto fill = [](const std::optional<int> &from, std::optional<int> &to) {
        if (!to)
            to = from;
    };
    fill(more.level, numbers.level);
    fill(more.problem, numbers.problem);
    fill(more.sample, numbers.sample);
    fill(more.round, numbers.round);
}

/// Parses "level_1", "level1", "problem_3", "sample_0", "round_2" in a name. The first of repeated
/// words counts.
NameNumbers numbersIn(const std::string &name)
{
    NameNumbers out;
    const auto parts = words(name);
    for (std::size_t i = 0; i < parts.size(); ++i) {
        const std::size_t digits = parts[i].find_first_of("0123456789");
        std::optional<int> *field = fieldFor(parts[i].substr(0, digits), out.numbers, out.task);
        std::optional<int> value;
        if (field != nullptr && digits != std::string::npos)
            value = wholeNumber(std::string_view(parts[i]).substr(digits));
        else if (field != nullptr && i + 1 < parts.size())
            value = wholeNumber(parts[i + 1]);
        if (!value) {
            out.isAll = false;
            continue;
        }
        if (digits == std::string::npos)
            ++i;
        if (!*field)
            *field = value;
    }
    return out;
}

/// Returns the numbers of a folder whose whole name consists of such words; else nothing.
std::optional<KernelBenchNumbers> numbersOfFolder(const std::string &name)
{
    NameNumbers found = numbersIn(name);
    if (!found.isAll)
        return std::nullopt;
    if (!found.numbers.problem)
        found.numbers.problem = found.task;
    return found.numbers;
}

bool isKernelFolder(const fs::path &folder)
{
    return folder.filename() == "kernels" || folder.filename() == "generated_kernels";
}

/// Returns the run of a file below `root`. A folder contributes numbers only if its whole name
/// consists of such words; it is then not part of the method's name.
RunOfFile runOf(const fs::path &file, const fs::path &root)
{
    RunOfFile run;
    fs::path method;
    for (fs::path folder = file.parent_path();; folder = folder.parent_path()) {
        const auto numbers = numbersOfFolder(folder.filename().string());
        if (numbers)
            fillFrom(*numbers, run.numbers);
        const bool isRoot = folder == root || folder == folder.parent_path();
        const bool isNamed = !numbers && !(run.folder.empty() && isKernelFolder(folder));
        if (run.folder.empty() && (isNamed || isRoot))
            run.folder = isRoot && isKernelFolder(folder) ? folder.parent_path() : folder;
        if (isRoot)
            break;
        if (isNamed)
            method = method.empty() ? folder.filename() : folder.filename() / method;
    }
    run.method = method.empty() ? run.folder.filename().string() : method.string();
    return run;
}

/// Returns the level at the end of a run's name: 2 for "gpt_l2", "gpt_level2" and "gpt_level_2".
std::optional<int> levelAtEnd(const std::string &run)
{
    const auto parts = words(run);
    const std::string &last = parts.back();
    if (parts.size() > 1 && parts[parts.size() - 2] == "level")
        return wholeNumber(last);
    const auto shortForm = numberAfter(last, "l");
    return shortForm ? shortForm : numberAfter(last, "level");
}

constexpr int maxEntryNumber = 1'000'000'000;

/// Settings that a run's configuration states for all of its submissions.
struct RunSettings {
    std::string backend;
    std::string precision;
};

/// Returns a YAML scalar without its quotation marks.
std::string unquoted(const std::string &text)
{
    const bool isQuoted = text.size() >= 2 && text.front() == text.back()
        && (text.front() == '"' || text.front() == '\'');
    return isQuoted ? text.substr(1, text.size() - 2) : text;
}

/// Returns the value behind a key of YAML. A list over several lines, each "- VALUE", is joined by
/// commas.
std::string configuredValue(std::string_view behindKey, std::span<const JsonElement> next)
{
    std::string value = unquoted(trimmed(behindKey));
    if (!value.empty())
        return value;
    for (const JsonElement &element : next) {
        const std::string line = trimmed(element.text);
        if (!line.starts_with("- "))
            break;
        value += (value.empty() ? "" : ",") + unquoted(trimmed(line.substr(2)));
    }
    return value;
}

/// Reads a value such as "level: 1" from a run's flat YAML or JSON configuration.
std::string configured(const SubmissionCollector &out, const fs::path &run, const std::string &key)
{
    constexpr std::uintmax_t maxBytes = 1 << 20;
    if (const auto yaml = out.read(run / "generation_config.yaml", maxBytes)) {
        const std::vector<JsonElement> lines = jsonElements(*yaml);
        for (auto line = lines.begin(); line != lines.end(); ++line) {
            if (line->text.rfind(key + ":", 0) == 0)
                return configuredValue(line->text.substr(key.size() + 1), {line + 1, lines.end()});
        }
    }
    if (const auto text = out.read(run / "config_snapshot.json", maxBytes)) {
        const auto json = parseElement({*text, 1}, "config_snapshot.json");
        if (json && json->is_object() && json->contains(key)) {
            const Json &value = json->at(key);
            return value.is_string() ? value.get<std::string>() : value.dump();
        }
    }
    return {};
}

class KernelBenchRuns
{
public:
    explicit KernelBenchRuns(SubmissionCollector &out) : m_out(out)
    {
        for (const BenchmarkTask &task : out.benchmark().tasks) {
            m_tasks[{task.task.level.value_or(0), task.facts.at("problem_id").get<int>()}]
                = task.task.name;
            m_stems.insert(task.file.stem().string());
        }
    }

    void readFiles(const fs::path &path)
    {
        std::vector<Found> found;
        const std::set<fs::path> folders = submissionFolders(path);
        for (const fs::path &folder : folders)
            found.push_back(place(folder, folder.filename().string()));
        for (const fs::path &file : m_out.files(path, {".py"})) {
            const auto owner = attemptFolder(file);
            if (!owner || !folders.contains(*owner))
                found.push_back(place(file, file.stem().string()));
        }
        mergeLevels(found);
        const std::vector<fs::path> others = sourcesWithoutProblem(path, folders, found);
        std::set<fs::path> travelling;
        for (const Found &one : found) {
            if (one.numbers.problem)
                travelling.merge(add(one, others));
        }
        for (const Found &one : found) {
            if (!one.numbers.problem && !travelling.contains(one.file))
                add(one, {});
        }
    }

    /// Reads one object per line: level, problem and code under the field names of public files.
    void readLines(const fs::path &file)
    {
        const auto text = m_out.read(file, maxSubmissionListBytes);
        const std::string method = file.stem().string();
        if (!text)
            return m_out.refuse(method, file, 0, text.error().message);
        for (const JsonElement &element : jsonElements(*text)) {
            const auto entry = parseAnswer(element, file.string());
            if (!entry)
                m_out.refuse(method, file, element.line, entry.error().message);
            else
                readEntry(method, file, element.line, *entry);
        }
    }

private:
    struct Found {
        fs::path file;
        fs::path run;       ///< folder of the run
        std::string method; ///< name of the run
        KernelBenchNumbers numbers;
        NameFit fit = NameFit::Exact;
        std::string copyMark;
        bool isFolder = false; ///< `file` is a folder, which is one submission
    };

    /// Returns the source files that are no submission by their names, and may belong to one.
    std::vector<fs::path> sourcesWithoutProblem(const fs::path &path,
                                                const std::set<fs::path> &folders,
                                                const std::vector<Found> &found)
    {
        std::error_code failed;
        if (!fs::is_directory(path, failed))
            return {};
        std::set<fs::path> named;
        for (const Found &one : found) {
            if (one.numbers.problem)
                named.insert(one.file);
        }
        std::vector<fs::path> out;
        for (const fs::path &file : m_out.files(path, {})) {
            const auto owner = attemptFolder(file);
            const bool isOfAnother = named.contains(file) || (owner && folders.contains(*owner));
            if (!isOfAnother && isSourceName(file.filename().string()))
                out.push_back(file);
        }
        return out;
    }

    /// Source files below a folder that is named like an attempt.
    struct AttemptFolder {
        int sources = 0;
        bool hasSourceInside = false; ///< directly in it
        bool hasNamedAttempt = false; ///< a file that is an attempt by its own name
    };

    /// Returns the innermost folder around a file that is named like an attempt, such as
    /// "sample_0", "level_1_problem_3_sample_0_kernel" or "23_Softmax".
    std::optional<fs::path> attemptFolder(const fs::path &file) const
    {
        for (fs::path folder = file.parent_path();; folder = folder.parent_path()) {
            const std::string name = folder.filename().string();
            if (isTaskFile(name) || numbersIn(withoutKernel(name)).isAll)
                return folder;
            if (folder == m_out.root() || folder == folder.parent_path())
                return std::nullopt;
        }
    }

    /// Returns the folders that are one submission each: named like an attempt at a problem, with
    /// several source files, at least one directly in it, and none that is an attempt by its own
    /// name, such as "0.py" or "round_1.py". A folder of numbers ("problem_3") with a single source
    /// file holds a submission of one file; of any other name it needs no second one.
    std::set<fs::path> submissionFolders(const fs::path &path)
    {
        std::error_code failed;
        if (!fs::is_directory(path, failed))
            return {};
        std::map<fs::path, AttemptFolder> attempts;
        for (const fs::path &file : m_out.files(path, {})) {
            const auto folder
                = isSourceName(file.filename().string()) ? attemptFolder(file) : std::nullopt;
            if (!folder)
                continue;
            AttemptFolder &attempt = attempts[*folder];
            ++attempt.sources;
            attempt.hasSourceInside = attempt.hasSourceInside || file.parent_path() == *folder;
            attempt.hasNamedAttempt = attempt.hasNamedAttempt
                || (lowered(file.extension().string()) == ".py"
                    && isAttemptName(file.stem().string()));
        }
        std::set<fs::path> out;
        for (const auto &[folder, attempt] : attempts) {
            const std::string name = folder.filename().string();
            const bool isOne = (attempt.sources > 1 || !numbersIn(name).isAll)
                && attempt.hasSourceInside && !attempt.hasNamedAttempt;
            if (isOne && place(folder, name).numbers.problem)
                out.insert(folder);
        }
        return out;
    }

    bool isAttemptName(const std::string &stem) const
    {
        const NameNumbers named = numbersIn(withoutKernel(stem));
        return wholeNumber(stem) || isTaskFile(stem) || named.isAll || named.numbers.problem;
    }

    static std::string withoutKernel(const std::string &name)
    {
        constexpr std::string_view suffix = "_kernel";
        return name.ends_with(suffix) ? name.substr(0, name.size() - suffix.size()) : name;
    }

    /// Returns true if the stem is that of a task's own file: "23_Softmax".
    bool isTaskFile(const std::string &stem) const { return m_stems.count(stem) > 0; }

    /// Reads the file's own name; `bare` is its stem without a copy's suffix.
    void readName(const std::string &bare, Found &found, const KernelBenchNumbers &folders) const
    {
        const std::string_view start = std::string_view(bare).substr(0, bare.find('_'));
        const std::optional<int> leading = wholeNumber(start);
        if (isTaskFile(bare)) {
            found.numbers.problem = leading;
            return;
        }
        const NameNumbers named = numbersIn(withoutKernel(bare));
        found.numbers = named.numbers;
        const bool isNumber = leading && start.size() == bare.size();
        found.fit = named.isAll || isNumber ? NameFit::Exact : NameFit::Other;
        if (found.numbers.problem)
            return;
        if (isNumber && folders.problem) { // "problem_3/0.py", "23_Square/0.py"
            if (!folders.sample)
                found.numbers.sample = leading;
            return;
        }
        found.numbers.problem = leading ? leading : named.task;
    }

    /// Returns the innermost folder around a file that is named like a task's own file.
    std::optional<fs::path> taskFolder(const fs::path &file) const
    {
        for (fs::path folder = file.parent_path();; folder = folder.parent_path()) {
            if (isTaskFile(folder.filename().string()))
                return folder;
            if (folder == m_out.root() || folder == folder.parent_path())
                return std::nullopt;
        }
    }

    /// Returns the run of a file. A folder named like a task gives the problem and is no part of
    /// the run's name.
    RunOfFile runAround(const fs::path &file) const
    {
        if (file == m_out.root())
            return {file, file.filename().string(), {}};
        const auto task = taskFolder(file);
        if (!task)
            return runOf(file, m_out.root());
        KernelBenchNumbers numbers = runOf(file, *task).numbers;
        const std::string name = task->filename().string();
        if (!numbers.problem)
            numbers.problem = wholeNumber(std::string_view(name).substr(0, name.find('_')));
        RunOfFile run
            = *task == m_out.root() ? RunOfFile{*task, name, {}} : runOf(*task, m_out.root());
        fillFrom(run.numbers, numbers);
        run.numbers = numbers;
        return run;
    }

    /// `stem` is the file's name without its extension, or a folder's whole name.
    Found place(const fs::path &file, std::string stem) const
    {
        Found found;
        found.file = file;
        std::error_code failed;
        found.isFolder = fs::is_directory(file, failed);
        const RunOfFile run = runAround(file);
        found.run = run.folder;
        found.method = run.method;
        if (const auto copy = copyName(file.filename().string()); copy && !isTaskFile(stem)) {
            stem = fs::path(copy->original).stem().string();
            found.copyMark = copy->mark;
        }
        readName(stem, found, run.numbers);
        const std::string extension = file.extension().string();
        if (extension != lowered(extension)) // "x.PY" beside "x.py"
            found.fit = NameFit::Other;
        if (!found.copyMark.empty())
            found.fit = NameFit::Copy;
        fillFrom(run.numbers, found.numbers);
        if (!found.numbers.level)
            found.numbers.level = runLevel(found.run);
        return found;
    }

    /// Returns the level of a run from its configuration, or else from the end of its name.
    std::optional<int> runLevel(const fs::path &run) const
    {
        const auto level = wholeNumber(configured(m_out, run, "level"));
        return level ? level : levelAtEnd(run.filename().string());
    }

    /// Merges runs such as "gpt_l1" and "gpt_l2", each with only its own level, into one method
    /// "gpt".
    static void mergeLevels(std::vector<Found> &found)
    {
        std::map<std::string, std::set<std::string>> runsOf;
        const auto base = [](const Found &one) -> std::string {
            for (const char *mark : {"_l", "_level", "_level_"}) {
                const std::string end = mark + std::to_string(one.numbers.level.value_or(0));
                const std::string &name = one.method;
                if (name.size() > end.size()
                    && name.compare(name.size() - end.size(), end.size(), end) == 0)
                    return name.substr(0, name.size() - end.size());
            }
            return {};
        };
        std::set<std::string> mixed;
        for (const Found &one : found) {
            const std::string name = base(one);
            if (name.empty())
                mixed.insert(one.method);
            else
                runsOf[name].insert(one.method);
        }
        for (Found &one : found) {
            const std::string name = base(one);
            if (!name.empty() && runsOf[name].size() > 1 && mixed.count(one.method) == 0)
                one.method = name;
        }
    }

    /// Adds a submission, with those of `others` that lie beside it and that it names, and returns
    /// these.
    std::set<fs::path> add(const Found &one, const std::vector<fs::path> &others)
    {
        SubmissionIdentity place;
        place.sample = one.numbers.sample.value_or(0);
        place.round = one.numbers.round.value_or(0);
        const auto refused = [&](std::string reason) {
            m_out.refuse(one.method, one.file, 0, std::move(reason));
            return std::set<fs::path>();
        };
        if (!one.numbers.problem || !one.numbers.level)
            return refused(one.numbers.problem
                               ? "says no level: neither its name, its folder nor the run's "
                                 "generation_config.yaml"
                               : "is not named like a kernel: no problem number");
        if (!findTask(*one.numbers.level, *one.numbers.problem, place))
            return refused(missing(one.numbers));
        describe(one);
        const RunSettings &settings = settingsOf(one.run);
        place.platform = settings.backend;
        place.precision = settings.precision;
        place.fit = one.fit;
        place.copyMark = one.copyMark;
        if (one.fit == NameFit::Copy)
            place.remark = "named like a copy (\"" + one.copyMark + "\")";
        if (one.isFolder) {
            m_out.addFolder(one.method, one.file, std::move(place));
            return {};
        }
        const std::string folder = one.file.parent_path().string() + "/";
        std::vector<std::string> beside;
        for (const fs::path &other : others) {
            if (other.native().starts_with(folder))
                beside.push_back(other.native().substr(folder.size()));
        }
        const auto files = m_out.addFile(one.method, one.file, std::move(place), beside);
        return {files.begin(), files.end()};
    }

    bool findTask(int level, int problem, SubmissionIdentity &place) const
    {
        const auto task = m_tasks.find({level, problem});
        if (task == m_tasks.end())
            return false;
        place.task = task->second;
        return true;
    }

    static std::string missing(const KernelBenchNumbers &numbers)
    {
        return "level " + std::to_string(*numbers.level) + " of this suite has no problem "
            + std::to_string(*numbers.problem);
    }

    void describe(const Found &one)
    {
        Method &method = m_out.method(one.method);
        if (!method.description.empty())
            return;
        const std::string model = configured(m_out, one.run, "model_name");
        method.description
            = model.empty() ? "run " + one.run.filename().string() : "model " + model;
    }

    const RunSettings &settingsOf(const fs::path &run)
    {
        auto known = m_settings.find(run);
        if (known == m_settings.end())
            known = m_settings
                        .emplace(run,
                                 RunSettings{configured(m_out, run, "backend"),
                                             configured(m_out, run, "precision")})
                        .first;
        return known->second;
    }

    static std::optional<int> number(const Json &entry, std::initializer_list<const char *> names)
    {
        for (const char *name : names) {
            const auto value = entry.find(name);
            if (value == entry.end())
                continue;
            if (value->is_number()) { // tables contain 1.0
                const auto number = value->get<double>();
                const bool isWhole
                    = number >= 0 && number <= maxEntryNumber && std::floor(number) == number;
                return isWhole ? std::optional(static_cast<int>(number)) : std::nullopt;
            }
            if (value->is_string())
                return wholeNumber(value->get<std::string>());
        }
        return std::nullopt;
    }

    /// Returns whether a number is given that is not a whole one from 0 on.
    static bool isWrong(const Json &entry, std::initializer_list<const char *> names)
    {
        const auto *const given = std::ranges::find_if(
            names, [&entry](const char *name) { return entry.contains(name); });
        return given != names.end() && !entry[*given].is_null() && !number(entry, names);
    }

    void readEntry(const std::string &method, const fs::path &file, int line,
                   const AnswerLine &answer)
    {
        const Json &entry = answer.value;
        const KernelBenchNumbers numbers{
            number(entry, {"level", "level_id"}), number(entry, {"problem_id", "task_id"}),
            number(entry, {"sample", "sample_id"}), number(entry, {"round", "turn"})};
        SubmissionIdentity place;
        place.sample = numbers.sample.value_or(0);
        place.round = numbers.round.value_or(0);
        if (!numbers.level || !numbers.problem)
            return m_out.refuse(method, file, line,
                                "needs whole numbers \"level\" and \"problem_id\"");
        if (isWrong(entry, {"sample", "sample_id"}) || isWrong(entry, {"round", "turn"}))
            return m_out.refuse(method, file, line, "its sample or round is no whole number");
        if (!findTask(*numbers.level, *numbers.problem, place))
            return m_out.refuse(method, file, line, missing(numbers));
        for (const char *name : {"predict", "kernel", "code", "custom_code"}) {
            auto text = answer.text(name);
            if (!text)
                return m_out.refuse(method, file, line, text.error().message, place);
            if (*text)
                return m_out.addField(method, file, line, place, std::move(**text));
        }
        m_out.refuse(method, file, line,
                     "has no text under \"predict\", \"kernel\", \"code\" or \"custom_code\"",
                     place);
    }

    SubmissionCollector &m_out;
    std::map<std::pair<int, int>, std::string> m_tasks;
    std::set<std::string> m_stems; ///< stems of the tasks' own files
    std::map<fs::path, RunSettings> m_settings;
};

} // namespace

void readKernelBenchSubmissions(const fs::path &path, SubmissionCollector &out)
{
    KernelBenchRuns reader(out);
    if (path.extension() == ".jsonl")
        reader.readLines(path);
    else
        reader.readFiles(path);
}

} // namespace loupe
