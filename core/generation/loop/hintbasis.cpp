// SPDX-License-Identifier: Apache-2.0
#include "core/generation/loop/hintbasis.h"

#include "core/base/result.h"
#include "core/engine/request/rerun.h"
#include "core/generation/loop/storedrun.h"
#include "core/generation/prompts/prompttext.h"

#include <algorithm>
#include <map>
#include <string_view>
#include <utility>

namespace loupe {

namespace {

constexpr std::size_t maxHintBytes = 100'000;
constexpr std::string_view hintedEnding = ", hinted";

/// Returns the name of a run or method whose programs result from a user's hints. They are not
/// counted with those that the method found alone.
std::string hintedName(std::string_view name)
{
    return name.ends_with(hintedEnding) ? std::string(name)
                                        : std::string(name).append(hintedEnding);
}

/// Returns the candidate for the run of hinted programs; its cost is already counted elsewhere.
Candidate withoutCost(Candidate candidate, const std::string &method)
{
    candidate.method = method;
    candidate.cost = {};
    candidate.request.clear();
    candidate.feedback.clear();
    return candidate;
}

Result<std::vector<Candidate>> candidatesOf(StoreReader &reader, const HintedSample &sample)
{
    const auto rows = reader.metricRowsWithoutCosts(onlyRun(sample.run), {});
    if (!rows)
        return rows.error();
    std::vector<Candidate> out;
    for (const MetricRow &row : *rows) {
        if (row.method.text() != sample.method)
            continue;
        auto detail = reader.detail(row.id);
        if (!detail)
            return detail.error();
        out.push_back(std::move(detail->evaluation.candidate));
    }
    return out;
}

/// Returns the samples of one task by number.
std::map<int, std::vector<const Candidate *>> samplesOf(const std::vector<Candidate> &candidates,
                                                        const std::string &task)
{
    std::map<int, std::vector<const Candidate *>> out;
    for (const Candidate &each : candidates) {
        if (each.task == task)
            out[each.sample].push_back(&each);
    }
    return out;
}

/// Returns a sample with only this program and no answer after it, or else a new number.
int sampleFor(const Candidate &program,
              const std::map<int, std::vector<const Candidate *>> &samples)
{
    for (const auto &[number, rounds] : samples) {
        if (rounds.size() == 1 && rounds.front()->round == program.round
            && rounds.front()->source == program.source)
            return number;
    }
    return samples.contains(program.sample) ? samples.rbegin()->first + 1 : program.sample;
}

/// Returns a dialogue with the original task and the program as its answer.
Dialogue begunWith(const Dialogue &asked, const Candidate &parent, int sample)
{
    Dialogue out;
    out.task = asked.task;
    out.method = parent.method;
    out.sample = sample;
    out.profile = asked.profile;
    const auto task = std::find_if(asked.messages.begin(), asked.messages.end(),
                                   [](const DialogueMessage &each) { return each.kind == "task"; });
    if (task != asked.messages.end())
        out.messages.push_back(*task);
    DialogueMessage answer;
    answer.role = "assistant";
    answer.kind = "answer";
    answer.body = parent.source;
    out.messages.push_back(std::move(answer));
    for (std::size_t i = 0; i < out.messages.size(); ++i) {
        out.messages[i].round = parent.round;
        out.messages[i].ordinal = static_cast<int>(i);
    }
    return out;
}

/// Finds the sample: an existing one of this program, or else a new one that begins with it, with
/// the same number if that is free. `asked` is the conversation in which the program was written.
Result<HintedSample> hintedSample(StoreReader &reader, const EvaluationDetail &detail,
                                  const Dialogue &asked)
{
    HintedSample out;
    out.run = hintedName(detail.run.name);
    out.method = hintedName(detail.row.method);
    const bool isHinted = out.run == detail.run.name && out.method == detail.row.method;
    const auto run = runNamed(reader, out.run);
    if (!run)
        return run.error();
    out.isRunThere = run->has_value();
    if (out.isRunThere) {
        auto earlier = candidatesOf(reader, out);
        if (!earlier)
            return earlier.error();
        out.earlier = std::move(*earlier);
    }
    const Candidate &program = detail.evaluation.candidate;
    const auto samples = samplesOf(out.earlier, program.task);
    if (isHinted) {
        out.parent = program;
        out.dialogue = asked;
    } else {
        out.parent = withoutCost(program, out.method);
        out.parent.sample = sampleFor(program, samples);
        out.dialogue = begunWith(asked, out.parent, out.parent.sample);
    }
    out.round = out.parent.round + 1;
    if (const auto own = samples.find(out.parent.sample); own != samples.end()) {
        for (const Candidate *each : own->second)
            out.round = std::max(out.round, each->round + 1);
    }
    return out;
}

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
