// SPDX-License-Identifier: Apache-2.0

#include "core/base/json.h"
#include "core/base/result.h"
#include "core/suites/layout/benchmark.h"
#include "core/suites/submissions/fences.h"
#include "core/suites/submissions/submissionreader.h"
#include "core/suites/text/jsonelements.h"

#include <algorithm>
#include <cctype>
#include <set>
#include <string>
#include <vector>

namespace loupe {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view opening = "Functional Description: ";
constexpr std::string_view closing = "Wrapper Entry Information:";

std::string withoutLineBreaks(std::string text)
{
    text.erase(std::remove(text.begin(), text.end(), '\n'), text.end());
    return text;
}

std::string withoutSpace(std::string text)
{
    const auto isSpace = [](unsigned char c) { return std::isspace(c) != 0; };
    text.erase(std::remove_if(text.begin(), text.end(), isSpace), text.end());
    return text;
}

/// Returns a text field of the task's object in the suite's list.
std::string listed(const BenchmarkTask &task, const char *field)
{
    const Json entry = Json::parse(task.task.specJson, nullptr, false);
    if (!entry.is_object() || !entry.contains(field) || !entry.at(field).is_string())
        return {};
    return entry.at(field).get<std::string>();
}

Error unmatched(std::string message)
{
    return {Errc::NotFound, std::move(message)};
}

/// Matcher from prompts of the TritonBench family to tasks.
class InstructionMatcher
{
public:
    explicit InstructionMatcher(const Benchmark &benchmark);

    /// Returns the name of the task whose description contains the prompt's functional description:
    /// the text after its last "Functional Description: " and before "Wrapper Entry Information:".
    /// Line breaks are ignored. The suites do the same, but here exactly one task must match.
    Result<std::string> match(const std::string &instruction) const;

private:
    struct Description {
        std::string task;
        std::string text;
    };
    std::vector<Description> m_descriptions;
};

/// Matcher from lines of answers to tasks of TritonBench-G. A prompt quotes one of the two
/// instructions in the suite's list, which are unique. Without a prompt, the code in "label" is
/// compared as in the suite: the first task that contains it and has not matched before is taken.
class CodeTaskMatcher
{
public:
    explicit CodeTaskMatcher(const Benchmark &benchmark);
    Result<std::string> matchPrompt(const std::string &prompt) const;
    Result<std::string> matchLabel(const std::string &label);

private:
    struct Known {
        std::string task;
        std::string simple; ///< simple instruction without white space
        std::string complex;
        std::string output;
        bool isTaken = false;
    };
    std::vector<Known> m_known;
};

InstructionMatcher::InstructionMatcher(const Benchmark &benchmark)
{
    for (const BenchmarkTask &task : benchmark.tasks)
        m_descriptions.push_back({task.task.name, withoutLineBreaks(listed(task, "description"))});
}

Result<std::string> InstructionMatcher::match(const std::string &instruction) const
{
    const std::size_t begin = instruction.rfind(opening);
    if (begin == std::string::npos || instruction.find(closing) == std::string::npos)
        return unmatched(
            "its prompt has no \"Functional Description: \" followed by \"Wrapper Entry "
            "Information:\"");
    const std::size_t text = begin + opening.size();
    const std::size_t end = instruction.find(closing, text);
    const std::string wanted
        = withoutLineBreaks(instruction.substr(text, end == std::string::npos ? end : end - text));
    std::vector<std::string> found;
    for (const Description &description : m_descriptions) {
        if (description.text.find(wanted) != std::string::npos)
            found.push_back(description.task);
    }
    if (found.size() == 1)
        return found.front();
    if (found.empty())
        return unmatched("its functional description matches no task of this suite: \""
                         + wanted.substr(0, 80) + (wanted.size() > 80 ? "…\"" : "\""));
    return unmatched("its functional description fits " + std::to_string(found.size())
                     + " tasks, among them " + found[0] + " and " + found[1]);
}

CodeTaskMatcher::CodeTaskMatcher(const Benchmark &benchmark)
{
    for (const BenchmarkTask &task : benchmark.tasks)
        m_known.push_back({task.task.name, withoutSpace(listed(task, "simp_instru")),
                           withoutSpace(listed(task, "comp_instru")), listed(task, "output")});
}

Result<std::string> CodeTaskMatcher::matchPrompt(const std::string &prompt) const
{
    const std::string text = withoutSpace(prompt);
    const auto quotes = [&](const std::string &instruction) {
        return !instruction.empty() && text.find(instruction) != std::string::npos;
    };
    std::vector<std::string> found;
    for (const Known &known : m_known) {
        if (quotes(known.simple) || quotes(known.complex))
            found.push_back(known.task);
    }
    if (found.size() == 1)
        return found.front();
    return unmatched(found.empty()
                         ? "its prompt has no instruction of a task of this suite"
                         : "its prompt quotes the instructions of " + std::to_string(found.size())
                             + " tasks, among them " + found[0] + " and " + found[1]);
}

Result<std::string> CodeTaskMatcher::matchLabel(const std::string &label)
{
    const std::string wanted = without(without(label, "<|im_end|>"), "<|EOT|>");
    if (trimmed(wanted).empty())
        return unmatched("its \"label\", which names the task, is empty");
    const auto holds
        = [&](const Known &known) { return known.output.find(wanted) != std::string::npos; };
    const auto fresh = std::find_if(m_known.begin(), m_known.end(), [&](const Known &known) {
        return !known.isTaken && holds(known);
    });
    if (fresh == m_known.end())
        return unmatched("its \"label\" is the code of no task of this suite that is still open");
    fresh->isTaken = true;
    return fresh->task;
}

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
