// SPDX-License-Identifier: Apache-2.0
#include "core/generation/loop/keptanswers.h"

#include "core/base/result.h"
#include "core/endpoints/spool/spoolreader.h"
#include "core/generation/dialogues/spooledtry.h"
#include "core/generation/loop/storedrun.h"
#include "core/generation/loop/unfinishedgeneration.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace loupe {

namespace fs = std::filesystem;

namespace {

/// Reads the run's dialogues; nothing if the store or the run does not exist.
Result<std::optional<std::vector<Dialogue>>> storedDialogues(const GenerationRequest &request,
                                                             const GenerationSetup &setup)
{
    using Found = std::optional<std::vector<Dialogue>>;
    std::error_code ignored;
    if (!fs::exists(request.run.store, ignored))
        return Found();
    const auto reader = StoreReader::open(request.run.store);
    if (!reader)
        return reader.error();
    const auto run = runNamed(**reader, setup.run);
    if (!run)
        return run.error();
    if (!*run)
        return Found();
    const auto rows = (*reader)->dialogues({setup.run, {}, {}, {}});
    if (!rows)
        return rows.error();
    Found out = std::vector<Dialogue>();
    for (const DialogueRow &row : *rows) {
        auto dialogue = (*reader)->dialogue(row.id, RawBytes::LeftOut);
        if (!dialogue)
            return dialogue.error();
        out->push_back(std::move(*dialogue));
    }
    return out;
}

/// Checks that the stored dialogue has the same profile and prompts as this generation.
Status checkSame(const Dialogue &stored, const GenerationRequest &request,
                 const GenerationSetup &setup)
{
    const auto differs = [&](const std::string &what) {
        return Error{Errc::InvalidInput,
                     "the run \"" + setup.run + "\" was asked with another " + what,
                     request.profile.source,
                     "restore the " + what + ", or start a new run with another --name"};
    };
    if (!stored.profile)
        return Error{Errc::InvalidInput,
                     "the run \"" + setup.run + "\" was imported and cannot be continued",
                     request.run.store.string(), "start a new run with another --name"};
    const auto profile = parseProfile(stored.profile->json, "stored profile");
    if (!profile)
        return profile.error();
    if (questionDigest(*profile) != questionDigest(request.profile))
        return differs("profile");
    for (const DialogueMessage &message : stored.messages) {
        if (!message.made)
            continue;
        const bool isOneOfThese
            = std::any_of(setup.origin.prompts.begin(), setup.origin.prompts.end(),
                          [&](const auto &each) { return each.second.body == message.made->body; });
        if (!isOneOfThese)
            return differs("prompt");
    }
    return {};
}

/// Adds each file of the spool with the rule of its task. Files of unselected tasks are left alone.
Result<std::size_t> addSpooled(const GenerationRequest &request, const GenerationSetup &setup,
                               DialogueBook &book)
{
    const auto uuids = spooledRequests(setup.spool);
    if (!uuids)
        return uuids.error();
    std::map<std::string, const AskedTask *> tasks;
    for (const AskedTask &task : setup.tasks)
        tasks[task.task.name] = &task;
    for (const std::string &uuid : *uuids) {
        const auto spooled = readSpooled(setup.spool, uuid);
        if (!spooled)
            return spooled.error();
        const RequestKey &place = spooled->request.place;
        if (const auto task = tasks.find(place.task); task != tasks.end())
            book.add(place.task, static_cast<int>(place.sample),
                     requestOf(*spooled, task->second->rule, request.profile));
    }
    return uuids->size();
}

/// Returns all stored request uuids of the dialogues to which `uuids` belong. Does not read the
/// spool, which may be growing.
Result<std::set<std::string>> storedRequests(const std::vector<std::string> &uuids,
                                             const GenerationRequest &request,
                                             const GenerationSetup &setup, const DialogueBook &book)
{
    const std::set<std::string> spooled(uuids.begin(), uuids.end());
    std::set<std::pair<std::string, int>> wanted; // a dialogue's task and sample
    for (const Dialogue *dialogue : book.all()) {
        for (const Request &each : dialogue->requests) {
            if (spooled.count(each.uuid) > 0)
                wanted.emplace(dialogue->task, dialogue->sample);
        }
    }
    const auto reader = StoreReader::open(request.run.store);
    if (!reader)
        return reader.error();
    const auto rows = (*reader)->dialogues({setup.run, {}, {}, {}});
    if (!rows)
        return rows.error();
    std::set<std::string> out;
    for (const DialogueRow &row : *rows) {
        if (wanted.count({row.task, row.sample}) == 0)
            continue;
        const auto dialogue = (*reader)->dialogue(row.id, RawBytes::LeftOut);
        if (!dialogue)
            return dialogue.error();
        for (const Request &each : dialogue->requests)
            out.insert(each.uuid);
    }
    return out;
}

} // namespace

Result<KeptAnswers> readKeptAnswers(const GenerationRequest &request, const GenerationSetup &setup,
                                    DialogueBook &book)
{
    auto stored = storedDialogues(request, setup);
    if (!stored)
        return stored.error();
    KeptAnswers kept;
    kept.isRunThere = stored->has_value();
    if (kept.isRunThere) {
        for (Dialogue &dialogue : **stored) {
            if (Status same = checkSame(dialogue, request, setup); !same)
                return same.error();
            book.addStored(std::move(dialogue));
        }
    }
    const auto spooled = addSpooled(request, setup, book);
    if (!spooled)
        return spooled.error();
    const bool isAnythingThere = kept.isRunThere || *spooled > 0;
    if (isAnythingThere && !request.run.resume)
        return Error{Errc::InvalidInput, "the run \"" + setup.run + "\" already exists",
                     (kept.isRunThere ? request.run.store : setup.spool).string(),
                     "continue it with --resume (answered requests are not repeated), or "
                     "start another one with --name"};
    if (!isAnythingThere && request.run.resume && !hasGenerationRequest(setup))
        return Error{
            Errc::NotFound, "there is no run \"" + setup.run + "\" to continue",
            request.run.store.string(),
            "start it without --resume, or restore the suite, prompt and profile it began with"};
    return kept;
}

Status dropStoredAnswers(const GenerationRequest &request, const GenerationSetup &setup,
                         DialogueBook &book)
{
    const auto uuids = spooledRequests(setup.spool);
    if (!uuids)
        return uuids.error();
    const auto known = storedRequests(*uuids, request, setup, book);
    if (!known)
        return known.error();
    if (Status durable = makeStoreDurable(request.run.store); !durable)
        return durable;
    for (const std::string &uuid : *uuids) {
        if (known->count(uuid) == 0)
            continue;
        if (Status removed = removeSpooled(setup.spool, uuid); !removed)
            return removed;
    }
    book.setStored(*known);
    return {};
}

Status readJudgements(const GenerationRequest &request, const GenerationSetup &setup,
                      DialogueBook &book)
{
    const auto reader = StoreReader::open(request.run.store);
    if (!reader)
        return reader.error();
    const auto rows = (*reader)->metricRowsWithoutCosts(onlyRun(setup.run), {});
    if (!rows)
        return rows.error();
    for (const MetricRow &row : *rows) {
        const bool isOurs = row.run.text() == setup.run && row.method.text() == setup.method.name;
        if (!isOurs
            || book.evaluation(std::string(row.task.text()), row.sample, row.round) != nullptr)
            continue;
        auto detail = (*reader)->detail(row.id);
        if (!detail)
            return detail.error();
        book.addJudged(std::move(detail->evaluation), row.isWithheld);
    }
    return {};
}

Status storeDialogues(const GenerationRequest &request, const GenerationSetup &setup,
                      const DialogueBook &book)
{
    auto dialogues = book.dialogues();
    if (!dialogues)
        return dialogues.error();
    std::vector<TaskDialogue> kept;
    for (const Dialogue &dialogue : *dialogues) {
        const auto asked
            = std::find_if(setup.tasks.begin(), setup.tasks.end(),
                           [&](const AskedTask &each) { return each.task.name == dialogue.task; });
        if (asked != setup.tasks.end())
            kept.push_back({&asked->task, &dialogue});
    }
    return keepDialogues(request.run.store, setup.run, setup.method, kept);
}

} // namespace loupe
