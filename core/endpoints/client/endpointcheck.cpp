// SPDX-License-Identifier: Apache-2.0
#include "core/endpoints/client/endpointcheck.h"

#include "core/base/result.h"
#include "core/endpoints/chat/answerassembler.h"
#include "core/endpoints/chat/chatrequest.h"
#include "core/endpoints/spool/spoolreader.h"

#include <utility>

#include <fmt/format.h>

namespace loupe {

namespace {

constexpr std::int64_t checkTokens = 16;
constexpr std::size_t maxContentLength = 200;
constexpr std::chrono::milliseconds eventWait{100};

/// Returns the event that ends the request.
Result<AskEvent> lastEvent(Asker &asker, const std::stop_token &stop)
{
    while (!stop.stop_requested()) {
        auto event = asker.next(eventWait, stop);
        if (!event)
            return event.error();
        if (!*event)
            continue;
        if ((*event)->kind == AskEvent::Kind::Answered
            || ((*event)->kind == AskEvent::Kind::Failed && (*event)->isFinal))
            return std::move(**event);
    }
    return Error{Errc::Cancelled, "cancelled"};
}

Error failedCheck(const AskEvent &event, const Profile &profile)
{
    const std::string where = profile.endpoint.url.with(chatResource());
    Error error = Error{Errc::Io, event.text, where};
    if (event.failure == FailureClass::Lane)
        error.hint = "correct the profile, the key or the endpoint, then check again";
    return error;
}

std::vector<std::string> remarksOn(const EndpointReport &report, const Profile &profile)
{
    const AnswerSummary &answer = report.answer;
    std::vector<std::string> remarks;
    if (!answer.hasUsage)
        remarks.emplace_back(
            "It reports no usage: tokens will be estimated, and a budget of tokens "
            "or dollars counts every answer as its ceiling.");
    if (profile.endpoint.isStreamed && !answer.isStream)
        remarks.emplace_back("It does not stream: an interrupted answer is lost completely.");
    if (!answer.model.empty() && answer.model != profile.model)
        remarks.push_back(
            fmt::format("It answers as \"{}\", asked for \"{}\".", answer.model, profile.model));
    if (answer.usage.output.value_or(0) > checkTokens)
        remarks.push_back(fmt::format("It ignores {}: {} tokens instead of {}.",
                                      profile.endpoint.maxOutputName, *answer.usage.output,
                                      checkTokens));
    if (report.hasReasoning)
        remarks.emplace_back("It reasons: the token limit of an answer includes its reasoning.");
    return remarks;
}

} // namespace

Result<EndpointReport> checkEndpoint(Asker &asker, const Profile &profile,
                                     const std::filesystem::path &spool,
                                     const std::stop_token &stop)
{
    Ask ask;
    ask.uuid = newUuid();
    ask.place.task = "endpoint";
    ask.place.purpose = "check";
    ask.body = chatBody(profile, {{"user", "Answer with the word OK."}}, 0, checkTokens);
    if (Status asked = asker.ask(ask); !asked)
        return asked.error();
    const auto last = lastEvent(asker, stop);
    if (!last)
        return last.error();
    if (last->kind == AskEvent::Kind::Failed)
        return failedCheck(*last, profile);
    EndpointReport report;
    report.answer = last->answer;
    report.tries = last->attempt;
    const auto kept = readSpooled(spool, last->uuid);
    if (!kept)
        return kept.error();
    const ChatAnswer answer
        = assembleAnswer(kept->head ? kept->head->header("content-type") : "", kept->raw,
                         kept->end && kept->end->wire == "whole", profile.limits.contentBytes);
    report.content = answer.content.substr(0, maxContentLength);
    report.hasReasoning = !answer.reasoning.empty() || answer.usage.reasoning.value_or(0) > 0;
    if (kept->end) {
        report.firstByteSeconds = kept->end->firstByteSeconds;
        report.seconds = kept->end->seconds;
    }
    report.remarks = remarksOn(report, profile);
    return report;
}

} // namespace loupe
