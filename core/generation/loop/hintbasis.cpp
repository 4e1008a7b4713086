// SPDX-License-Identifier: Apache-2.0
#include "core/generation/loop/hintbasis.h"

#include "core/base/result.h"
#include "core/engine/request/rerun.h"
#include "core/generation/loop/storedrun.h"
#include "core/generation/prompts/prompttext.h"

#include <algorithm>
#include <utility>

namespace loupe {

namespace {

constexpr std::size_t maxHintBytes = 100'000;

Status check(const HintRequest &request)
{
    if (request.hint.find_first_not_of(" \t\n\r") == std::string::npos)
        return Error{Errc::InvalidInput, "the hint is empty"};
    if (request.hint.size() > maxHintBytes)
        return Error{Errc::InvalidInput, "the hint is longer than 100 000 bytes"};
    if (request.person.empty())
        return Error{Errc::InvalidInput, "the hint has no author", "person",
                     "give your name with --person; it is stored with the hint"};
    return {};
}

/// Reads the conversation in which the evaluated program was written.
Result<Dialogue> conversation(StoreReader &reader, RowId evaluation)
{
    const auto id = reader.dialogueOf(evaluation);
    if (!id)
        return id.error();
    if (!*id)
        return Error{Errc::NotFound, "no conversation was recorded with this program",
                     "evaluation " + std::to_string(evaluation.value),
                     "choose a program made by kloupe generate"};
    return reader.dialogue(**id, RawBytes::LeftOut);
}

Result<Profile> profileOf(const HintRequest &request, const Dialogue &asked)
{
    if (request.profile)
        return *request.profile;
    if (!asked.profile)
        return Error{Errc::InvalidInput,
                     "the conversation was imported, so its endpoint is not known", "profile",
                     "name a profile"};
    return parseProfile(asked.profile->json, "the stored profile \"" + asked.profile->name + "\"");
}

/// Reads the current task of the suite and the run's evaluation options.
Status addTask(const HintRequest &request, HintBasis &basis)
{
    auto run = requestOf(basis.detail);
    if (!run)
        return run.error();
    basis.run = std::move(*run);
    if (!request.suite.empty())
        basis.run.suite = request.suite;
    basis.run.store = request.store;
    basis.run.name = basis.sample.run;
    basis.run.given.clear();
    basis.run.taskFilter.clear();
    const auto plan = planTasks(basis.run);
    if (!plan)
        return plan.error();
    const auto platform = platformOf(basis.run, *plan);
    if (!platform)
        return platform.error();
    basis.run.python.platform = *platform;
    basis.platform = promptPlatform(*platform, plan->isNative());
    basis.fence = languageOf(*plan, *platform);
    const auto reminder = promptFor(basis.strategy.reminderPrompt, basis.platform, "reminder");
    if (!reminder)
        return reminder.error();
    auto tasks = askedTasks(*plan, *reminder, *platform);
    if (!tasks)
        return tasks.error();
    const auto found = std::find_if(tasks->begin(), tasks->end(), [&](const AskedTask &each) {
        return each.task.name == basis.sample.parent.task;
    });
    if (found == tasks->end())
        return Error{Errc::NotFound, "the suite no longer has this task", basis.sample.parent.task};
    basis.task = std::move(*found);
    return {};
}

} // namespace

Result<HintBasis> hintBasis(const HintRequest &request)
{
    if (Status sound = check(request); !sound)
        return sound.error();
    const auto reader = StoreReader::open(request.store);
    if (!reader)
        return reader.error();
    HintBasis out;
    auto detail = (*reader)->detail(request.evaluation);
    if (!detail)
        return detail.error();
    out.detail = std::move(*detail);
    const auto asked = conversation(**reader, request.evaluation);
    if (!asked)
        return asked.error();
    auto profile = profileOf(request, *asked);
    if (!profile)
        return profile.error();
    out.profile = std::move(*profile);
    const auto strategy = readStrategy(out.profile);
    const auto feedback = readFeedbackRules(out.profile);
    if (!strategy || !feedback)
        return strategy ? feedback.error() : strategy.error();
    out.strategy = *strategy;
    out.feedback = *feedback;
    auto sample = hintedSample(**reader, out.detail, *asked);
    if (!sample)
        return sample.error();
    out.sample = std::move(*sample);
    out.sample.dialogue.profile = GenerationProfile{out.profile.name, out.profile.text};
    if (Status added = addTask(request, out); !added)
        return added.error();
    return out;
}

} // namespace loupe
