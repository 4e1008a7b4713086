// SPDX-License-Identifier: Apache-2.0
#include "core/generation/loop/askedtasks.h"

#include "core/base/files.h"
#include "core/base/result.h"
#include "core/engine/machine/programs.h"
#include "core/engine/run/resolvedrequest.h"
#include "core/generation/prompts/prompttext.h"
#include "core/generation/prompts/taskvalues.h"

#include <algorithm>
#include <utility>

namespace loupe {

namespace {

Result<std::string> interfaceOf(const Plan &plan)
{
    if (!plan.isNative())
        return std::string();
    const auto folder = findAbi(std::get<NativeSuite>(plan.suite).folder);
    if (!folder)
        return folder.error();
    return readFile(*folder / "loupe_kernel.h");
}

} // namespace

Result<std::string> platformOf(const RunRequest &run, const Plan &plan)
{
    if (!run.python.platform.empty())
        return run.python.platform;
    if (plan.isNative())
        return std::string(run.python.device.starts_with("cuda") ? "cuda" : "cpu");
    return Error{Errc::InvalidInput,
                 "the language of the kernels is missing for a benchmark in Python", "platform",
                 "give --platform triton, cuda or torch-cpu"};
}

std::string languageOf(const Plan &plan, const std::string &platform)
{
    if (!plan.isNative())
        return "python";
    return platform == "cuda" ? "cuda" : "cpp";
}

Result<std::vector<AskedTask>> askedTasks(const Plan &plan, const PromptTemplate &start,
                                          const std::string &platform)
{
    const auto text = TemplateText::parse(start.body, start.name);
    if (!text)
        return text.error();
    const auto interface = interfaceOf(plan);
    if (!interface)
        return interface.error();
    std::vector<AskedTask> out;
    for (const PlanItem &item : plan.items) {
        TemplateValues values = taskValues(item, plan, *interface, platform);
        values["fence"] = languageOf(plan, platform);
        auto body = text->render(values);
        if (!body) {
            Error error = body.error();
            error.message = item.task->name + ": " + error.message;
            return error;
        }
        out.push_back({*item.task, std::move(*body), std::move(values), entryRuleOf(item, plan)});
    }
    return out;
}

Result<AskedTask> onlyTask(std::vector<AskedTask> tasks, const std::string &wanted)
{
    const auto named = std::find_if(tasks.begin(), tasks.end(), [&](const AskedTask &each) {
        return each.task.name == wanted;
    });
    if (named != tasks.end())
        return std::move(*named);
    if (tasks.size() == 1)
        return std::move(tasks.front());
    return Error{Errc::InvalidInput,
                 "\"" + wanted + "\" selects " + std::to_string(tasks.size()) + " tasks", wanted,
                 "name one of them, as " + tasks.front().task.name};
}

Result<AskedRun> askedRun(const RunRequest &request, const std::string &prompt)
{
    auto resolved = resolveTasks(request);
    if (!resolved)
        return resolved.error();
    const Plan &plan = resolved->plan;
    auto platform = platformOf(resolved->request, plan);
    if (!platform)
        return platform.error();
    auto start = promptFor(prompt, promptPlatform(*platform, plan.isNative()), "start");
    if (!start)
        return start.error();
    auto tasks = askedTasks(plan, *start, *platform);
    if (!tasks)
        return tasks.error();
    std::string language = languageOf(plan, *platform);
    return AskedRun{std::move(resolved->request),
                    plan.suiteName(),
                    std::move(*platform),
                    std::move(language),
                    plan.isNative(),
                    std::move(*start),
                    std::move(*tasks)};
}

Result<RenderedPrompt> renderPrompt(const RunRequest &request, const std::string &prompt)
{
    auto asked = askedRun(request, prompt);
    if (!asked)
        return asked.error();
    auto task = onlyTask(std::move(asked->tasks), request.taskFilter);
    if (!task)
        return task.error();
    return RenderedPrompt{task->task.name, std::move(asked->start), std::move(task->prompt)};
}

} // namespace loupe
