// SPDX-License-Identifier: Apache-2.0
#include "core/generation/loop/oneanswer.h"

#include "core/base/result.h"
#include "core/endpoints/client/asker.h"
#include "core/endpoints/spool/spoolreader.h"
#include "core/endpoints/spool/spoolwriter.h"
#include "core/generation/dialogues/spooledtry.h"
#include "core/generation/strategy/roundrequests.h"

#include <algorithm>
#include <chrono>
#include <utility>

namespace loupe {

namespace fs = std::filesystem;

namespace {

constexpr std::chrono::milliseconds eventPause{100};
constexpr int drainPauses = 100; ///< ten seconds; kloupe-ask usually ends within one

Result<std::vector<Request>> spooledOf(const OneQuestion &question)
{
    const auto uuids = spooledRequests(question.spool);
    if (!uuids)
        return uuids.error();
    std::vector<Request> out;
    for (const std::string &uuid : *uuids) {
        const auto spooled = readSpooled(question.spool, uuid);
        if (!spooled)
            return spooled.error();
        out.push_back(requestOf(*spooled, question.rule, question.profile));
    }
    std::stable_partition(out.begin(), out.end(),
                          [](const Request &each) { return !isAnswered(each); });
    return out;
}

bool hasAnswer(const std::vector<Request> &requests)
{
    return !requests.empty() && isAnswered(requests.back());
}

Status makeFolder(const fs::path &spool)
{
    std::error_code failed;
    fs::create_directories(spool.parent_path(), failed);
    if (!failed)
        fs::permissions(spool.parent_path(), fs::perms::owner_all, failed);
    if (failed)
        return Error{Errc::Io, "cannot make the spool: " + failed.message(),
                     spool.parent_path().string()};
    return {};
}

Result<std::unique_ptr<Asker>> askerFor(const OneQuestion &question,
                                        const std::vector<Request> &before,
                                        const GenerationTools &tools, const std::stop_token &stop)
{
    AskerRequest begin;
    begin.profile = question.profile;
    begin.spool = question.spool;
    begin.record = question.record;
    for (const Request &each : before) {
        RequestKey place = question.place;
        place.attempt = each.attempt + 1;
        begin.spent.push_back({std::move(place), spentBy(each, question.profile)});
    }
    return question.replay.empty() ? startAskProcess(tools.askProgram, begin, stop)
                                   : startReplay(question.replay, begin, question.isReplayExact);
}

Status drain(Asker &asker)
{
    if (Status stopped = asker.stop(); !stopped)
        return stopped;
    for (int pause = 0; pause < drainPauses; ++pause) {
        const auto event = asker.next(eventPause, {});
        if (!event)
            return event.error();
        if (*event && (*event)->kind == AskEvent::Kind::Stopped)
            break;
    }
    return Error{Errc::Cancelled, "stopped before it was answered"};
}

/// Waits until the request is answered or has failed for good.
Status follow(Asker &asker, const OneQuestion &question, const GenerationTools &tools,
              const std::stop_token &stop)
{
    while (!stop.stop_requested()) {
        const auto event = asker.next(eventPause, stop);
        if (!event)
            return event.error();
        if (!*event)
            continue;
        const AskEvent &said = **event;
        if (said.kind == AskEvent::Kind::Note || said.kind == AskEvent::Kind::Closed)
            tools.say(said.text);
        if (said.kind == AskEvent::Kind::Answered)
            return {};
        if (said.kind == AskEvent::Kind::Failed && said.isFinal)
            return Error{Errc::Io, said.text, question.profile.endpoint.url.with(chatResource()),
                         "fix the cause in the message, then try again"};
    }
    return drain(asker);
}

} // namespace

Result<std::vector<Request>> answerTo(const OneQuestion &question, const GenerationTools &tools,
                                      const std::stop_token &stop)
{
    auto before = spooledOf(question);
    if (!before || hasAnswer(*before))
        return before;
    if (Status made = makeFolder(question.spool); !made)
        return made.error();
    const auto asker = askerFor(question, *before, tools, stop);
    if (!asker)
        return asker.error();
    Ask ask;
    ask.uuid = newUuid();
    ask.place = question.place;
    ask.place.attempt += static_cast<std::int64_t>(before->size());
    ask.body
        = chatBody(question.profile, question.messages, static_cast<int>(question.place.sample),
                   question.profile.parameters.maxOutput, static_cast<int>(question.place.round));
    if (Status asked = (*asker)->ask(ask); !asked)
        return asked.error();
    tools.say("asked");
    if (Status answered = follow(**asker, question, tools, stop); !answered)
        return answered.error();
    auto now = spooledOf(question);
    if (now && !hasAnswer(*now))
        return Error{Errc::Io, "the answer was cut off", question.spool.string()};
    return now;
}

Status dropAnswered(const fs::path &spool, const std::vector<Request> &requests)
{
    for (const Request &each : requests) {
        if (Status removed = removeSpooled(spool, each.uuid); !removed)
            return removed;
    }
    removeEmptySpool(spool);
    return {};
}

} // namespace loupe
