// SPDX-License-Identifier: Apache-2.0
#include "core/generation/loop/generationsetup.h"

#include "core/base/digest.h"
#include "core/base/errors.h"
#include "core/base/files.h"
#include "core/base/json.h"
#include "core/engine/machine/programs.h"
#include "core/engine/run/runner.h"
#include "core/generation/prompts/prompttext.h"
#include "core/generation/prompts/taskvalues.h"

#include <fmt/format.h>

namespace loupe {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t folderDigits = 16;

Result<std::string> platformOf(const RunRequest &run, const Plan &plan)
{
    if (!run.python.platform.empty())
        return run.python.platform;
    if (plan.isNative())
        return std::string(run.python.device.starts_with("cuda") ? "cuda" : "cpu");
    return errorWithHint(Errc::InvalidInput,
                         "a benchmark in Python does not say what kernels are "
                         "written with",
                         "platform", "give --platform triton, cuda or torch-cpu");
}

std::string languageOf(const Plan &plan, const std::string &platform)
{
    if (!plan.isNative())
        return "python";
    return platform == "cuda" ? "cuda" : "cpp";
}

Result<std::string> interfaceOf(const Plan &plan)
{
    if (!plan.isNative())
        return std::string();
    const auto folder = findAbi(std::get<NativeSuite>(plan.suite).folder);
    if (!folder)
        return folder.error();
    return readFile(*folder / "loupe_kernel.h");
}

Result<std::vector<AskedTask>> askedTasks(const Plan &plan, const PromptTemplate &prompt,
                                          const std::string &platform)
{
    const auto text = TemplateText::parse(prompt.body, prompt.name);
    if (!text)
        return text.error();
    const auto interface = interfaceOf(plan);
    if (!interface)
        return interface.error();
    std::vector<AskedTask> out;
    for (const PlanItem &item : plan.items) {
        auto body = text->render(taskValues(item, plan, *interface, platform));
        if (!body)
            return body.error();
        out.push_back({item.task->name, std::move(*body), entryRuleOf(item, plan)});
    }
    return out;
}

fs::path spoolOf(const fs::path &store, const std::string &run, const Plan &plan,
                 const Profile &profile, const PromptTemplate &prompt)
{
    const Json place{run, plan.suiteName(), plan.suiteHash(), questionDigest(profile), prompt.body};
    std::error_code failed;
    fs::path folder = fs::absolute(store, failed);
    folder += ".spool";
    return folder
        / sha256Hex(place.dump(-1, ' ', false, Json::error_handler_t::replace))
              .substr(0, folderDigits);
}

} // namespace

std::string questionDigest(const Profile &profile)
{
    Json settings = Json::parse(profile.text, nullptr, false);
    if (!settings.is_object())
        return profile.sha256;
    for (const char *section : {"budget", "limits", "prices", "name"})
        settings.erase(section);
    if (settings.contains("endpoint") && settings["endpoint"].is_object()) {
        for (const char *field : {"lanes", "requests_per_minute", "tokens_per_minute", "key",
                                  "proxy", "ca_file", "local", "stream"})
            settings["endpoint"].erase(field);
    }
    if (settings.contains("strategy") && settings["strategy"].is_object())
        settings["strategy"].erase("samples");
    return sha256Hex(settings.dump());
}

Result<GenerationSetup> setUpGeneration(GenerationRequest &request)
{
    const Profile &profile = request.profile;
    auto strategy = readStrategy(profile);
    if (!strategy)
        return strategy.error();
    strategy->samples = request.samples.value_or(strategy->samples);
    auto run = withSuiteFolder(request.run);
    if (!run)
        return run.error();
    request.run = std::move(*run);
    const auto plan = planTasks(request.run);
    if (!plan)
        return plan.error();
    const auto platform = platformOf(request.run, *plan);
    if (!platform)
        return platform.error();
    request.run.python.platform = *platform;
    const std::string promptName = strategy->startPrompt.empty()
        ? startPromptOf(*platform, plan->isNative())
        : strategy->startPrompt;
    auto prompt = findPrompt(promptName);
    if (!prompt)
        return prompt.error();
    auto tasks = askedTasks(*plan, *prompt, *platform);
    if (!tasks)
        return tasks.error();

    GenerationSetup out;
    out.strategy = *strategy;
    out.run = request.run.name.empty() ? plan->suiteName() + ": " + profile.name : request.run.name;
    out.language = languageOf(*plan, *platform);
    out.method
        = {profile.name, "model",
           fmt::format("{}, independent samples, prompt {}", profile.model, prompt->name), false};
    out.tasks = std::move(*tasks);
    out.spool = spoolOf(request.run.store, out.run, *plan, profile, *prompt);
    out.origin = {profile.name,
                  {profile.name, profile.text},
                  "independent",
                  std::move(*prompt),
                  profile.parameters};
    return out;
}

} // namespace loupe
