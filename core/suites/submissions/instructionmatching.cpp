// SPDX-License-Identifier: Apache-2.0
#include "core/suites/submissions/instructionmatching.h"

#include "core/base/json.h"
#include "core/suites/submissions/fences.h"

#include <algorithm>
#include <cctype>

namespace loupe {

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

} // namespace

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

} // namespace loupe
