// SPDX-License-Identifier: Apache-2.0

#include "core/suites/jsonelements.h"
#include "core/suites/submissionreader.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <set>

namespace loupe {

namespace fs = std::filesystem;

namespace {

/// What the parts of a path say; a part that says nothing else but this belongs to no run's name.
struct Numbers {
    std::optional<int> level;
    std::optional<int> problem;
    std::optional<int> sample;
    std::optional<int> round;
};

std::vector<std::string> words(const std::string &text)
{
    std::vector<std::string> out(1);
    for (const char c : text) {
        if (c == '_' || c == '-')
            out.emplace_back();
        else
            out.back() += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    }
    return out;
}

std::optional<int> *fieldFor(const std::string &word, Numbers &numbers)
{
    if (word == "level")
        return &numbers.level;
    if (word == "problem" || word == "task")
        return &numbers.problem;
    if (word == "sample")
        return &numbers.sample;
    if (word == "round" || word == "turn")
        return &numbers.round;
    return nullptr;
}

/// Takes "level_1", "level1", "problem_3", "sample_0", "round_2" out of the text; false when there
/// is something else in it.
bool readNumbers(const std::string &text, Numbers &numbers)
{
    const auto parts = words(text);
    bool isOnlyNumbers = true;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        const std::size_t digits = parts[i].find_first_of("0123456789");
        const std::string word = parts[i].substr(0, digits);
        std::optional<int> *field = fieldFor(word, numbers);
        std::optional<int> value;
        if (field != nullptr && digits != std::string::npos)
            value = wholeNumber(std::string_view(parts[i]).substr(digits));
        else if (field != nullptr && i + 1 < parts.size())
            value = wholeNumber(parts[++i]);
        if (field != nullptr && value)
            *field = value;
        else
            isOnlyNumbers = false;
    }
    return isOnlyNumbers;
}

/// Reads "level: 1" and the like from a run's flat YAML or JSON configuration.
std::string configured(const SubmissionCollector &out, const fs::path &run, const std::string &key)
{
    constexpr std::uintmax_t maxBytes = 1 << 20;
    if (const auto yaml = out.read(run / "generation_config.yaml", maxBytes)) {
        for (const JsonElement &element : jsonElements(*yaml)) {
            if (element.text.rfind(key + ":", 0) == 0)
                return trimmed(element.text.substr(key.size() + 1));
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
        for (const BenchmarkTask &task : out.benchmark().tasks)
            m_tasks[{task.task.level.value_or(0), task.facts.at("problem_id").get<int>()}]
                = task.task.name;
    }

    void readFiles(const fs::path &path)
    {
        std::vector<Found> found;
        for (const fs::path &file : m_out.files(path, {".py"}))
            found.push_back(place(file));
        mergeLevels(found);
        for (const Found &one : found)
            add(one);
    }

    /// One object per line: level, problem and code under the names that public files use.
    void readLines(const fs::path &file)
    {
        const auto text = m_out.read(file, maxSubmissionListBytes);
        const std::string method = file.stem().string();
        if (!text)
            return m_out.refuse(method, file, 0, text.error().message);
        for (const JsonElement &element : jsonElements(*text)) {
            const auto entry = parseElement(element, file.string());
            if (!entry || !entry->is_object())
                m_out.refuse(method, file, element.line,
                             entry ? "is no object" : entry.error().message);
            else
                readEntry(method, file, element.line, *entry);
        }
    }

private:
    struct Found {
        fs::path file;
        fs::path run;       ///< the folder of the run
        std::string method; ///< its name
        Numbers numbers;
    };

    Found place(const fs::path &file) const
    {
        Found found{file, file.parent_path(), {}, {}};
        const std::string stem = file.stem().string();
        readNumbers(stem, found.numbers);
        Numbers above;
        while (found.run != m_out.root()) {
            const std::string part = found.run.filename().string();
            if (part != "generated_kernels" && part != "kernels" && !readNumbers(part, above))
                break;
            found.run = found.run.parent_path();
        }
        if (found.run.filename() == "kernels" || found.run.filename() == "generated_kernels")
            found.run = found.run.parent_path();
        fillFrom(above, found.numbers);
        if (!found.numbers.problem) // "23_Softmax.py" and "23.py" in a folder of a level
            found.numbers.problem = wholeNumber(std::string_view(stem).substr(0, stem.find('_')));
        if (!found.numbers.level)
            found.numbers.level = runLevel(found.run);
        const fs::path below = found.run.lexically_relative(m_out.root());
        found.method
            = below.empty() || below == "." ? found.run.filename().string() : below.string();
        return found;
    }

    static void fillFrom(const Numbers &above, Numbers &numbers)
    {
        const auto fill = [](const std::optional<int> &from, std::optional<int> &to) {
            if (!to)
                to = from;
        };
        fill(above.level, numbers.level);
        fill(above.problem, numbers.problem);
        fill(above.sample, numbers.sample);
        fill(above.round, numbers.round);
    }

    /// A run holds one level: its configuration says which, or the end of its name ("gpt_l2").
    std::optional<int> runLevel(const fs::path &run) const
    {
        if (const auto level = wholeNumber(configured(m_out, run, "level")))
            return level;
        const auto parts = words(run.filename().string());
        const auto shortForm = numberAfter(parts.back(), "l");
        return shortForm ? shortForm : numberAfter(parts.back(), "level");
    }

    /// "gpt_l1", "gpt_l2" beside each other, each with its own level only, are one method "gpt".
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

    void add(const Found &one)
    {
        SubmissionPlace place;
        place.sample = one.numbers.sample.value_or(0);
        place.round = one.numbers.round.value_or(0);
        if (!one.numbers.problem || !one.numbers.level)
            return m_out.refuse(one.method, one.file, 0,
                                one.numbers.problem
                                    ? "says no level: neither its name, its folder nor the run's "
                                      "generation_config.yaml"
                                    : "is not named like a kernel: no problem number");
        if (!findTask(*one.numbers.level, *one.numbers.problem, place))
            return m_out.refuse(one.method, one.file, 0, missing(one.numbers));
        describe(one);
        place.platform = platformOf(one.run);
        m_out.addFile(one.method, one.file, place);
    }

    bool findTask(int level, int problem, SubmissionPlace &place) const
    {
        const auto task = m_tasks.find({level, problem});
        if (task == m_tasks.end())
            return false;
        place.task = task->second;
        return true;
    }

    static std::string missing(const Numbers &numbers)
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

    std::string platformOf(const fs::path &run)
    {
        auto known = m_platforms.find(run);
        if (known == m_platforms.end())
            known = m_platforms.emplace(run, configured(m_out, run, "backend")).first;
        return known->second;
    }

    static std::optional<int> number(const Json &entry, std::initializer_list<const char *> names)
    {
        for (const char *name : names) {
            const auto value = entry.find(name);
            if (value == entry.end())
                continue;
            if (value->is_number_integer())
                return value->get<int>();
            if (value->is_string())
                return wholeNumber(value->get<std::string>());
        }
        return std::nullopt;
    }

    void readEntry(const std::string &method, const fs::path &file, int line, const Json &entry)
    {
        const Numbers numbers{
            number(entry, {"level", "level_id"}), number(entry, {"problem_id", "task_id"}),
            number(entry, {"sample", "sample_id"}), number(entry, {"round", "turn"})};
        SubmissionPlace place;
        place.sample = numbers.sample.value_or(0);
        place.round = numbers.round.value_or(0);
        if (!numbers.level || !numbers.problem)
            return m_out.refuse(method, file, line,
                                "needs whole numbers \"level\" and \"problem_id\"");
        if (!findTask(*numbers.level, *numbers.problem, place))
            return m_out.refuse(method, file, line, missing(numbers));
        for (const char *name : {"predict", "kernel", "code", "custom_code"}) {
            const auto value = entry.find(name);
            if (value != entry.end() && value->is_string())
                return m_out.addField(method, file, line, place, value->get<std::string>());
        }
        m_out.refuse(method, file, line,
                     "has no text under \"predict\", \"kernel\", \"code\" or \"custom_code\"",
                     place);
    }

    SubmissionCollector &m_out;
    std::map<std::pair<int, int>, std::string> m_tasks;
    std::map<fs::path, std::string> m_platforms;
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
