// SPDX-License-Identifier: Apache-2.0
#include "app/kloupe/commands/commands.h"
#include "app/kloupe/options/openstore.h"
#include "app/kloupe/options/storeargument.h"
#include "app/kloupe/output/interrupt.h"
#include "core/base/counted.h"
#include "core/engine/run/storeaudit.h"

#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>

namespace loupe::cli {

namespace {

struct AuditOptions {
    std::filesystem::path store;
    std::string run;
    std::filesystem::path python;
    bool keep = false;
};

constexpr std::size_t maxListedIds = 8;
constexpr std::size_t maxListedResults = 20;

Json toJson(const RecordFinding &found)
{
    Json numbers = Json::object();
    for (const auto &[name, value] : found.numbers)
        numbers[name] = value;
    Json evaluations = Json::array();
    for (const RowId id : found.evaluations)
        evaluations.push_back(id.value);
    return {{"rule", found.finding.rule},
            {"layer", layerName(found.finding.layer)},
            {"severity", severityName(found.finding.severity)},
            {"message", found.finding.message},
            {"numbers", std::move(numbers)},
            {"source_line", found.sourceLine},
            {"evaluations", std::move(evaluations)}};
}

Json toJson(const AuditPreview &preview)
{
    Json results = Json::array();
    for (const FlaggedResult &each : preview.results)
        results.push_back({{"evaluation", each.id.value},
                           {"run", each.run},
                           {"task", each.task},
                           {"method", each.method},
                           {"correct", each.isCorrect},
                           {"flagged", each.isFlagged},
                           {"rule", each.finding.rule},
                           {"message", each.finding.message},
                           {"line", each.finding.line},
                           {"source_line", each.sourceLine}});
    return {{"correct", preview.correct},
            {"flagged", preview.flagged},
            {"methods", preview.methods},
            {"results", std::move(results)}};
}

/// Prints the evaluations that keeping the findings would flag, correct results first.
void showPreview(const AuditPreview &preview, const Console &console)
{
    console.line(text(preview) + (preview.results.empty() ? "" : "; --keep flags these:"));
    const std::size_t shown = std::min(preview.results.size(), maxListedResults);
    for (std::size_t i = 0; i < shown; ++i) {
        const FlaggedResult &each = preview.results[i];
        console.line(fmt::format("  {} {} by {} (evaluation {}): {} [{}]",
                                 each.isCorrect ? "correct" : "failed", each.task, each.method,
                                 each.id.value, each.finding.message, each.finding.rule));
        if (!each.sourceLine.empty())
            console.line(fmt::format("      line {}: {}", each.finding.line, each.sourceLine));
    }
    if (shown < preview.results.size())
        console.line(
            fmt::format("  and {} more: --json lists all", preview.results.size() - shown));
}

/// Formats ids as "evaluations 3, 5, 8". A long list is cut, with the number of the rest.
std::string listed(const std::vector<RowId> &ids)
{
    std::string out = ids.size() == 1 ? "evaluation " : "evaluations ";
    const std::size_t shown = std::min(ids.size(), maxListedIds);
    for (std::size_t i = 0; i < shown; ++i)
        out += fmt::format("{}{}", i == 0 ? "" : ", ", ids[i].value);
    if (shown < ids.size())
        out += fmt::format(" and {} more", ids.size() - shown);
    return out;
}

ExitCode audit(const AuditOptions &options, const Console &console)
{
    const auto reader = orFail(openStore(options.store));
    const InterruptGuard interrupt;
    const auto inspection = auditInspection(options.python, SandboxMode::Bubblewrap);
    const auto audited = orFail(auditStore(*reader, options.run, *inspection, interrupt.token()));
    if (options.keep) {
        const auto writer = orFail(openToChange(options.store));
        orFail(keepAudit(*writer, options.run, audited));
    }
    const std::vector<RecordFinding> &findings = audited.findings;
    std::map<std::string, int> counts;
    Json list = Json::array();
    for (const RecordFinding &found : findings) {
        ++counts[found.finding.rule];
        list.push_back(toJson(found));
        const int line = found.finding.line;
        console.line(fmt::format(
            "{}: {}{} [{}{}]", severityName(found.finding.severity),
            line > 0 ? fmt::format("line {}: ", line) : "", found.finding.message,
            found.finding.rule, found.evaluations.empty() ? "" : "; " + listed(found.evaluations)));
        if (!found.sourceLine.empty())
            console.line("    " + found.sourceLine);
    }
    for (const auto &[rule, count] : counts)
        console.line(fmt::format("{}: {}", rule, count));
    if (findings.empty())
        console.line(fmt::format("{}: {}, {}, {}, nothing found", options.store.string(),
                                 counted(audited.evaluations, "evaluation"),
                                 counted(audited.sources, "imported source"),
                                 counted(audited.goldenRecords, "golden record")));
    else if (!options.keep)
        showPreview(audited.preview, console);
    if (audited.unreadSources > 0)
        console.line(
            fmt::format("not inspected: {} of {}: {}", audited.unreadSources,
                        counted(audited.unreadSources + audited.sources, "imported source"),
                        audited.whyUnread));
    console.document({{"file", options.store.string()},
                      {"evaluations", audited.evaluations},
                      {"golden_records", audited.goldenRecords},
                      {"sources", audited.sources},
                      {"unread_sources", audited.unreadSources},
                      {"counts", counts},
                      {"findings", std::move(list)},
                      {"would_flag", toJson(audited.preview)}});
    return isAnythingGrave(audited) ? ExitCode::BadInput : ExitCode::Ok;
}

} // namespace

void addAuditCommand(CLI::App &app, Action &chosen)
{
    auto options = std::make_shared<AuditOptions>();
    CLI::App *command = app.add_subcommand("audit",
                                           "Audit stored results and the sources of imported ones; "
                                           "exit code 3 if there is anything above a note");
    addStore(*command, options->store);
    command->add_option("--run", options->run, "Audit only this run");
    command->add_option("--python", options->python, "The interpreter that reads Python sources");
    command->add_flag("--keep", options->keep,
                      "Store the findings for review; results with uncleared suspicions are not "
                      "counted as correct");
    setAction(*command, chosen, options, audit);
}

} // namespace loupe::cli
