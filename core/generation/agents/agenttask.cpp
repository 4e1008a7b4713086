// SPDX-License-Identifier: Apache-2.0
#include "core/generation/agents/agenttask.h"

#include "core/engine/run/runner.h"
#include "core/generation/agents/agentmessages.h"
#include "core/generation/loop/askedtasks.h"
#include "core/generation/prompts/prompttext.h"

#include <cmath>
#include <utility>

#include <fmt/format.h>

namespace loupe {

namespace {

constexpr const char *howToAsk = R"(
# Verdicts

Nobody reads an answer with a block here. Write the whole program to a file of this folder and run

    kloupe evaluate-one --folder . --file {0}

It prints what became of it: what the compiler said, where results are wrong, how fast it is. Exit code 0 means that it is
right, 1 that it is not; every other one that it was not judged, and why. Or write the program under another name and rename it
to candidates/NAME{1}: what became of it is then in feedback/.

You have {2} of these verdicts and {3:.0f} seconds{4}. Make the fastest program that is right; nothing else that you write is read.
)";

std::string textOf(const TemplateValues &values, const char *name)
{
    const auto found = values.find(name);
    const auto *text = found == values.end() ? nullptr : std::get_if<std::string>(&found->second);
    return text == nullptr ? std::string() : *text;
}

std::string endingOf(const std::string &language)
{
    if (language == "python")
        return ".py";
    return language == "cuda" ? ".cu" : ".cpp";
}

/// Returns the task's data that prompts may show, as files, and nothing else of the suite's folder.
std::vector<GivenFile> filesOf(const AskedTask &asked)
{
    std::vector<GivenFile> out;
    if (std::string interface = textOf(asked.values, "interface"); !interface.empty()) {
        out.push_back({"loupe_kernel.h", std::move(interface)});
        out.push_back({"reference.cpp", asked.task.reference.toString()});
    } else if (std::string reference = textOf(asked.values, "reference"); !reference.empty()) {
        out.push_back({"reference.py", std::move(reference)});
    }
    return out;
}

} // namespace

Result<std::vector<AgentTask>> agentTasks(const RunRequest &run)
{
    auto asked = askedRun(run);
    if (!asked)
        return asked.error();
    std::vector<AgentTask> out;
    for (AskedTask &each : asked->tasks) {
        std::vector<GivenFile> files = filesOf(each);
        std::string entry = textOf(each.values, "entry");
        out.push_back({std::move(each.task), asked->suite, asked->platform, asked->language,
                       std::move(entry), asked->start, std::move(each.prompt), std::move(files),
                       endingOf(asked->language)});
    }
    return out;
}

Json taskMessage(const AgentTask &task, int rounds)
{
    Json files = Json::array();
    for (const GivenFile &file : task.files)
        files.push_back(file.name);
    return {{"kind", "task"},
            {"protocol", agentProtocol},
            {"task", task.task.name},
            {"suite", task.suite},
            {"category", task.task.category},
            {"title", task.task.title},
            {"platform", task.platform},
            {"language", task.language},
            {"entry", task.entry},
            {"program", task.programName()},
            {"prompt", "PROMPT.md"},
            {"files", files},
            {"rounds", rounds}};
}

std::string promptPage(const AgentTask &task, const AgentLimits &limits)
{
    const std::string dollars
        = limits.dollars ? fmt::format(" and {:.2f} dollars", *limits.dollars) : std::string();
    return task.text
        + fmt::format(fmt::runtime(howToAsk), task.programName(), task.ending, limits.verdicts,
                      std::ceil(limits.seconds), dollars);
}

} // namespace loupe
