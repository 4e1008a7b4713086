// SPDX-License-Identifier: Apache-2.0
#include "app/kloupe/commands/commands.h"
#include "app/kloupe/output/interrupt.h"
#include "core/base/files.h"
#include "core/endpoints/chat/chatrequest.h"
#include "core/endpoints/client/endpointcheck.h"
#include "core/engine/machine/programs.h"

#include <filesystem>
#include <memory>
#include <string>

#include <fmt/format.h>

namespace loupe::cli {

namespace {

std::string countText(const std::optional<std::int64_t> &count)
{
    return count ? std::to_string(*count) : "not reported";
}

std::string dollarsText(const AnswerSummary &answer)
{
    if (!answer.dollars)
        return "not known: the profile has no prices";
    return fmt::format("${:.6f}, {}", *answer.dollars, answer.dollarsSource);
}

void showReport(const EndpointReport &report, const Profile &profile, const Console &console)
{
    const AnswerSummary &answer = report.answer;
    const auto row = [&](const char *title, const std::string &text) {
        console.line(fmt::format("{:<14} {}", title, text));
    };
    row("Endpoint",
        fmt::format("{} ({})", profile.endpoint.url.with(chatResource()),
                    name(profile.endpoint.kind)));
    row("Model",
        answer.model.empty() ? profile.model + ", as requested; the endpoint names none"
                             : answer.model);
    row("Answer",
        fmt::format("\"{}\", {}", report.content,
                    answer.finishReason.empty() ? "no finish reason"
                                                : "finish reason " + answer.finishReason));
    row("Streaming", answer.isStream ? "yes" : "no");
    row("Usage",
        answer.hasUsage ? fmt::format(
            "{} tokens in, {} out, cached {}, reasoning {}", *answer.usage.input,
            *answer.usage.output, countText(answer.usage.cached), countText(answer.usage.reasoning))
                        : "not reported");
    row("Reasoning", report.hasReasoning ? "yes" : "none seen");
    row("Cost", dollarsText(answer));
    row("Limits",
        fmt::format("requests per minute {}, tokens per minute {}",
                    countText(answer.requestsPerMinute), countText(answer.tokensPerMinute)));
    row("Time",
        fmt::format("first byte after {:.2f} s, all after {:.2f} s, {}", report.firstByteSeconds,
                    report.seconds,
                    report.tries == 1 ? "on the first try"
                                      : fmt::format("on try {}", report.tries)));
    for (const std::string &remark : report.remarks)
        console.line(remark);
}

Json toJson(const EndpointReport &report, const Profile &profile)
{
    return {{"profile", profile.name},
            {"url", profile.endpoint.url.with(chatResource())},
            {"kind", name(profile.endpoint.kind)},
            {"answer", fieldsToJson(report.answer)},
            {"content", report.content},
            {"reasoning", report.hasReasoning},
            {"tries", report.tries},
            {"first_byte_seconds", report.firstByteSeconds},
            {"seconds", report.seconds},
            {"remarks", report.remarks}};
}

ExitCode checkProfile(const std::filesystem::path &file, const Console &console)
{
    const InterruptGuard interrupt;
    const auto profile = orFail(readProfile(file));
    const auto folder = orFail(TemporaryFolder::create("kloupe-endpoint"));
    AskerRequest request;
    request.profile = profile;
    request.spool = folder.path() / "spool";
    const auto asker = orFail(startAskProcess(askProgram(), request, interrupt.token()));
    const auto report = orFail(checkEndpoint(*asker, profile, request.spool, interrupt.token()));
    showReport(report, profile, console);
    console.document(toJson(report, profile));
    return ExitCode::Ok;
}

} // namespace

void addEndpointsCommand(CLI::App &app, Action &chosen)
{
    CLI::App *endpoints = app.add_subcommand("endpoints", "Check endpoints of models");
    endpoints->require_subcommand(1);
    auto file = std::make_shared<std::filesystem::path>();
    CLI::App *check = endpoints->add_subcommand(
        "check", "Send one request of at most 16 tokens and show what the endpoint supports");
    check->add_option("profile", *file, "A generation profile, *.json")->required();
    setAction(*check, chosen, file, checkProfile);
}

} // namespace loupe::cli
