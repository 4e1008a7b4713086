// SPDX-License-Identifier: Apache-2.0
#include "core/generation/loop/generationsetup.h"

#include "core/base/digest.h"
#include "core/base/json.h"
#include "core/base/result.h"
#include "core/engine/run/resolvedrequest.h"
#include "core/generation/feedback/feedbackvalues.h"
#include "core/generation/loop/keptrequests.h"
#include "core/generation/prompts/prompttext.h"
#include "core/generation/prompts/taskvalues.h"

#include <algorithm>
#include <array>
#include <map>
#include <utility>

#include <fmt/format.h>

namespace loupe {

namespace fs = std::filesystem;

namespace {

constexpr const char *publishedConditions = "published.conditions";

using Prompts = std::map<std::string, PromptTemplate>;

/// Ends a published prompt with the conditions of the run that its text does not know. Tasks
/// without such conditions are asked for as published, to the byte.
Status addConditions(const Plan &plan, PromptTemplate &start)
{
    const bool isNeeded = std::ranges::any_of(plan.items, [](const PlanItem &each) {
        return each.benchmark != nullptr && hasFurtherConditions(*each.benchmark);
    });
    if (!isNeeded)
        return {};
    const auto conditions = findPrompt(publishedConditions);
    if (!conditions)
        return conditions.error();
    start.body += conditions->body; // whose blank lines are within its conditions
    const auto parsed = TemplateText::parse(start.body, start.name);
    if (!parsed)
        return parsed.error();
    start.variables = Json(parsed->variables()).dump();
    return {};
}

/// Adds the suite's published prompts; the others stay as they are.
Status addPublished(const Strategy &strategy, const Plan &plan, const std::string &platform,
                    Prompts &prompts, bool &isAlone)
{
    if (!strategy.published)
        return {};
    const auto *suite = std::get_if<Benchmark>(&plan.suite);
    PublishedChoice choice = *strategy.published;
    if (choice.precision.empty())
        choice.precision = plan.precision; // the model is asked for what is judged
    auto published
        = publishedPrompts(suite == nullptr ? SuiteLayout::Native : suite->layout,
                           suite == nullptr ? fs::path() : suite->folder, platform, choice);
    if (!published)
        return published.error();
    if (Status added = addConditions(plan, published->start); !added)
        return added;
    prompts["start"] = std::move(published->start);
    if (published->fix && strategy.fixPrompt.empty()) {
        prompts["fix"] = std::move(*published->fix);
        isAlone = published->isAlone;
    }
    return {};
}

Result<Prompts> promptsOf(const Strategy &strategy, const std::string &platform)
{
    const std::array<std::pair<const char *, const std::string *>, 4> wanted{
        {{"start", &strategy.startPrompt},
         {"fix", &strategy.fixPrompt},
         {"optimise", &strategy.optimisePrompt},
         {"reminder", &strategy.reminderPrompt}}};
    Prompts out;
    for (const auto &[purpose, named] : wanted) {
        if (strategy.published && named == &strategy.startPrompt)
            continue;
        auto prompt = promptFor(*named, platform, purpose);
        if (!prompt)
            return prompt.error();
        out[purpose] = std::move(*prompt);
    }
    if (strategy.kind != Strategy::Kind::Evolve || strategy.crossover <= 0)
        return out;
    auto cross = promptFor(strategy.crossPrompt, platform, "cross");
    if (!cross)
        return cross.error();
    out["cross"] = std::move(*cross);
    return out;
}

Result<TemplateText> parsed(const Prompts &prompts, const char *purpose)
{
    const PromptTemplate &prompt = prompts.at(purpose);
    return TemplateText::parse(prompt.body, prompt.name);
}

/// Checks that the prompt uses only known names, with and without feedback.
Status checkNames(const TemplateText &text, const TemplateValues &task)
{
    for (const bool isEmpty : {false, true}) {
        TemplateValues values = sampleFeedback(isEmpty);
        values.insert(task.begin(), task.end());
        if (const auto rendered = text.render(values); !rendered)
            return rendered.error();
    }
    return {};
}

Result<std::shared_ptr<const RoundPrompts>> roundPrompts(const Prompts &prompts,
                                                         const TemplateValues &task)
{
    auto fix = parsed(prompts, "fix");
    if (!fix)
        return fix.error();
    auto optimise = parsed(prompts, "optimise");
    if (!optimise)
        return optimise.error();
    auto reminder = parsed(prompts, "reminder");
    if (!reminder)
        return reminder.error();
    for (const TemplateText *text : {&*fix, &*optimise}) {
        if (Status known = checkNames(*text, task); !known)
            return known.error();
    }
    if (const auto rendered = reminder->render(task); !rendered)
        return rendered.error();
    std::optional<TemplateText> cross;
    if (prompts.count("cross") > 0) {
        auto text = parsed(prompts, "cross");
        if (!text)
            return text.error();
        TemplateValues values = task;
        for (const char *turn : {"first", "second"}) {
            values["turn"] = std::string(turn);
            if (Status known = checkNames(*text, values); !known)
                return known.error();
        }
        cross = std::move(*text);
    }
    return std::make_shared<const RoundPrompts>(RoundPrompts{
        std::move(*fix), std::move(*optimise), std::move(*reminder), std::move(cross)});
}

fs::path spoolOf(const fs::path &store, const std::string &run, const Plan &plan,
                 const Profile &profile, const Prompts &prompts)
{
    Json place{run, plan.suiteName(), plan.suiteHash(), questionDigest(profile)};
    for (const auto &[purpose, prompt] : prompts)
        place.push_back(prompt.body);
    return spoolFor(store, {}, place);
}

/// Returns the profile's strategy with the request's overrides.
Result<Strategy> strategyOf(const GenerationRequest &request)
{
    auto strategy = readStrategy(request.profile);
    if (!strategy)
        return strategy;
    if (request.rounds && strategy->kind == Strategy::Kind::Independent)
        return Error{Errc::InvalidInput, "independent samples have one round", "--rounds",
                     "give the profile a strategy of the kind \"serial\""};
    if (request.samples && isRanked(*strategy))
        return Error{Errc::InvalidInput,
                     "the number of samples must be known: rounds continue from the best of them",
                     "--samples", "set the number in the profile"};
    strategy->samples = request.samples.value_or(strategy->samples);
    strategy->rounds = request.rounds.value_or(strategy->rounds);
    return strategy;
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
    if (settings.contains("strategy") && settings["strategy"].is_object()) {
        Json &strategy = settings["strategy"];
        strategy.erase("rounds");
        strategy.erase("confirm");
        if (strategy.value("kind", Json()) != name(Strategy::Kind::BestThenRefine))
            strategy.erase("samples");
    }
    return sha256Hex(settings.dump());
}

Result<GenerationSetup> setUpGeneration(GenerationRequest &request)
{
    const Profile &profile = request.profile;
    const auto strategy = strategyOf(request);
    if (!strategy)
        return strategy.error();
    const auto feedback = readFeedbackRules(profile);
    if (!feedback)
        return feedback.error();
    auto resolved = resolveTasks(request.run);
    if (!resolved)
        return resolved.error();
    request.run = std::move(resolved->request);
    const Plan &plan = resolved->plan;
    const auto platform = platformOf(request.run, plan);
    if (!platform)
        return platform.error();
    request.run.python.platform = *platform;
    const std::string asked = promptPlatform(*platform, plan.isNative());
    auto prompts = promptsOf(*strategy, asked);
    if (!prompts)
        return prompts.error();
    bool isAlone = false;
    if (Status added = addPublished(*strategy, plan, asked, *prompts, isAlone); !added)
        return added.error();
    const std::string language = languageOf(plan, *platform);
    auto tasks = askedTasks(plan, prompts->at("start"), *platform);
    if (!tasks)
        return tasks.error();
    auto further = roundPrompts(*prompts, tasks->front().values);
    if (!further)
        return further.error();

    GenerationSetup out;
    out.run = request.run.name.empty() ? plan.suiteName() + ": " + profile.name : request.run.name;
    out.language = language;
    out.method = {profile.name, profile.isDemo ? "demo" : "model",
                  fmt::format("{}{}, {}, prompt {}", profile.isDemo ? "Demo data: " : "",
                              profile.model, text(*strategy), prompts->at("start").name),
                  profile.isDemo};
    out.tasks = std::move(*tasks);
    out.feedback = *feedback;
    out.prompts = std::move(*further);
    out.spool = spoolOf(request.run.store, out.run, plan, profile, *prompts);
    out.origin = {profile.name,
                  {profile.name, profile.text},
                  *strategy,
                  profile.parameters,
                  std::move(*prompts),
                  language,
                  isAlone};
    if (strategy->published)
        out.origin.parameters.maxOutputLimit = out.origin.parameters.maxOutput;
    return out;
}

} // namespace loupe
