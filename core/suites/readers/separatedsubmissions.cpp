// SPDX-License-Identifier: Apache-2.0

#include "core/suites/submissions/instructionmatching.h"
#include "core/suites/submissions/submissionreader.h"
#include "core/suites/text/jsonelements.h"

#include <algorithm>
#include <set>

namespace loupe {

namespace fs = std::filesystem;

namespace {

/// Reader of submissions for KernelBench-X and TritonBench: JSON lines, one method per file, and
/// Python files named after the task.
class SeparatedLines
{
public:
    explicit SeparatedLines(SubmissionCollector &out) : m_out(out), m_instructions(out.benchmark())
    {
        for (const BenchmarkTask &task : out.benchmark().tasks) {
            m_tasks[task.file.filename().string()] = task.task.name;
            m_categories.insert(task.task.category);
        }
        for (const std::string &name : out.benchmark().unlisted)
            m_unlisted.insert(fs::path(name).filename().string() + ".py");
    }

    void read(const fs::path &path)
    {
        const auto lists = m_out.files(path, {".jsonl"});
        for (const fs::path &list : lists)
            readLines(list, methodOfList(list, lists));
        for (const fs::path &file : m_out.files(path, {".py"}))
            readSource(file);
    }

private:
    /// Returns the file's name, preceded by its folder if another file has the same name.
    std::string methodOfList(const fs::path &list, const std::vector<fs::path> &all) const
    {
        const auto same = std::count_if(all.begin(), all.end(), [&](const fs::path &other) {
            return other.filename() == list.filename();
        });
        if (same < 2)
            return list.stem().string();
        return list.lexically_relative(m_out.root()).replace_extension().string();
    }

    Result<std::string> taskOfFile(const std::string &file) const
    {
        const std::string name = fs::path(file).filename().string();
        const auto task = m_tasks.find(name);
        if (task != m_tasks.end())
            return task->second;
        if (m_unlisted.count(name) > 0)
            return Error{Errc::NotFound,
                         name + " is on disk but not in the suite's list: it cannot be judged"};
        return Error{Errc::NotFound, "\"" + file + "\" names no task of this suite"};
    }

    void readLines(const fs::path &file, const std::string &method)
    {
        m_out.method(method);
        const auto text = m_out.read(file, maxSubmissionListBytes);
        if (!text)
            return m_out.refuse(method, file, 0, text.error().message);
        if (text->empty())
            return m_out.refuse(method, file, 0, "is empty (0 bytes): no line, no answer");
        CodeTaskMatcher codeTasks(m_out.benchmark());
        for (const JsonElement &element : jsonElements(*text)) {
            if (element.text.size() > 2 * maxSubmissionBytes) {
                m_out.refuse(method, file, element.line, "the line is too long to be read");
                continue;
            }
            const auto entry = parseAnswer(element, file.string());
            if (!entry)
                m_out.refuse(method, file, element.line, entry.error().message);
            else
                readEntry(method, file, element.line, *entry, codeTasks);
        }
    }

    static std::optional<std::string> text(const Json &entry, const char *field)
    {
        const auto value = entry.find(field);
        if (value == entry.end() || !value->is_string())
            return std::nullopt;
        return value->get<std::string>();
    }

    static std::optional<int> number(const Json &entry, const char *field)
    {
        const auto value = entry.find(field);
        const bool isUsable = value != entry.end() && value->is_number_integer()
            && value->get<std::int64_t>() >= 0 && value->get<std::int64_t>() < 1'000'000;
        return isUsable ? std::optional(value->get<int>()) : std::nullopt;
    }

    /// Identifies the task by "file" or "filename", else by the prompt; in TritonBench-G also by
    /// "label".
    Result<std::string> taskOf(const Json &entry, CodeTaskMatcher &codeTasks) const
    {
        for (const char *field : {"file", "filename"}) {
            if (const auto file = text(entry, field))
                return taskOfFile(*file);
        }
        const bool isCodeSuite = m_out.benchmark().layout == SuiteLayout::TritonBenchG;
        const auto label = text(entry, "label");
        for (const char *field : {"instruction", "prompt", "query"}) {
            const auto instruction = text(entry, field);
            if (!instruction)
                continue;
            auto task = isCodeSuite ? codeTasks.matchPrompt(*instruction)
                                    : m_instructions.match(*instruction);
            if (task || !isCodeSuite || !label)
                return task;
        }
        if (isCodeSuite && label)
            return codeTasks.matchLabel(*label);
        return Error{Errc::NotFound,
                     "names no task: it has no text under \"file\", \"instruction\", \"prompt\" or "
                     "\"query\""};
    }

    void readEntry(const std::string &method, const fs::path &file, int line,
                   const AnswerLine &answer, CodeTaskMatcher &codeTasks)
    {
        const Json &entry = answer.value;
        const auto task = taskOf(entry, codeTasks);
        if (!task)
            return m_out.refuse(method, file, line, task.error().message);
        SubmissionIdentity place;
        place.task = *task;
        place.round = number(entry, "round").value_or(0);
        const auto sample = number(entry, "sample");
        place.sample = sample.value_or(m_out.nextSample(method, *task, place.round));
        if (!sample && place.sample > 0)
            place.remark = "another line of the file answers the same task: taken as sample "
                + std::to_string(place.sample);
        auto predict = answer.text("predict");
        if (!predict)
            return m_out.refuse(method, file, line, predict.error().message, place);
        if (!*predict)
            return m_out.refuse(method, file, line, "has no text under \"predict\"", place);
        m_out.addField(method, file, line, place, std::move(**predict));
    }

    /// Reads <task>.py, or with samples and rounds <task>/sample_<k>.py, <task>/round_<n>.py and
    /// both.
    void readSource(const fs::path &file)
    {
        SubmissionIdentity place;
        std::string name = file.filename().string();
        fs::path folder = file.parent_path();
        const std::string stem = file.stem().string();
        auto round = numberAfter(stem, "round_");
        auto sample = numberAfter(stem, "sample_");
        if (round || sample) {
            if (!sample)
                sample = numberAfter(folder.filename().string(), "sample_");
            if (numberAfter(folder.filename().string(), "sample_"))
                folder = folder.parent_path();
            name = folder.filename().string() + ".py";
            folder = folder.parent_path();
        }
        place.round = round.value_or(0);
        place.sample = sample.value_or(0);
        if (folder != m_out.root() && m_categories.count(folder.filename().string()) > 0)
            folder = folder.parent_path();
        const fs::path below = folder.lexically_relative(m_out.root());
        const std::string method = below.empty() || below == "." || *below.begin() == ".."
            ? m_out.root().filename().string()
            : below.string();
        const auto task = taskOfFile(name);
        if (!task)
            return m_out.refuse(method, file, 0, task.error().message, place);
        place.task = *task;
        m_out.addFile(method, file, place);
    }

    SubmissionCollector &m_out;
    InstructionMatcher m_instructions;
    std::map<std::string, std::string> m_tasks; ///< file name to Task::name
    std::set<std::string> m_categories;
    std::set<std::string> m_unlisted;
};

} // namespace

void readSeparatedSubmissions(const fs::path &path, SubmissionCollector &out)
{
    SeparatedLines(out).read(path);
}

} // namespace loupe
