// SPDX-License-Identifier: Apache-2.0
#include "app/kloupe/commands.h"
#include "core/integrity/recordaudit.h"
#include "core/store/storereader.h"
#include "core/store/storewriter.h"

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
    bool keep = false;
};

constexpr std::size_t mostListedIds = 8;

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
            {"evaluations", std::move(evaluations)}};
}

/// "evaluations 3, 5, 8"; of many the first ones and how many more there are.
std::string listed(const std::vector<RowId> &ids)
{
    std::string out = ids.size() == 1 ? "evaluation " : "evaluations ";
    const std::size_t shown = std::min(ids.size(), mostListedIds);
    for (std::size_t i = 0; i < shown; ++i)
        out += fmt::format("{}{}", i == 0 ? "" : ", ", ids[i].value);
    if (shown < ids.size())
        out += fmt::format(" and {} more", ids.size() - shown);
    return out;
}

/// Only the states of the run; NotFound where the store has no such run.
Status keepRun(StoreReader &reader, const std::string &name, std::vector<RecordedState> &states)
{
    const auto runs = reader.runs();
    if (!runs)
        return runs.error();
    const bool isThere = std::ranges::any_of(
        *runs, [&](const RunSummary &summary) { return summary.run.name == name; });
    if (!isThere)
        return Error{Errc::NotFound,
                     "the store has no run named \"" + name + "\"",
                     "--run",
                     "kloupe query lists the runs",
                     {}};
    std::erase_if(states, [&](const RecordedState &state) { return state.row.run.text() != name; });
    return {};
}

/// Keeps the findings with the evaluations that they are about.
Status keep(const AuditOptions &options, const std::vector<RecordFinding> &findings)
{
    std::map<RowId, std::vector<Finding>> byEvaluation;
    for (const RecordFinding &found : findings) {
        for (const RowId id : found.evaluations)
            byEvaluation[id].push_back(found.finding);
    }
    const auto writer = StoreWriter::open(options.store);
    if (!writer)
        return writer.error();
    return (*writer)->recordAudit(options.run, byEvaluation);
}

ExitCode audit(const AuditOptions &options, const Console &console)
{
    const auto reader = StoreReader::open(options.store);
    if (!reader)
        return console.fail(reader.error());
    auto states = (*reader)->recordedStates(Filter());
    if (!states)
        return console.fail(states.error());
    if (!options.run.empty()) {
        if (const Status kept = keepRun(**reader, options.run, *states); !kept)
            return console.fail(kept.error());
    }
    // Those of other runs too: what is wrong with a record shows beside the others.
    const auto golden = (*reader)->goldenRecords({});
    if (!golden)
        return console.fail(golden.error());
    const std::vector<RecordFinding> findings = auditRecords(*states, *golden);
    if (options.keep) {
        if (const Status kept = keep(options, findings); !kept)
            return console.fail(kept.error());
    }
    std::map<std::string, int> counts;
    Json list = Json::array();
    for (const RecordFinding &found : findings) {
        ++counts[found.finding.rule];
        list.push_back(toJson(found));
        console.line(fmt::format(
            "{}: {} [{}{}]", severityName(found.finding.severity), found.finding.message,
            found.finding.rule, found.evaluations.empty() ? "" : "; " + listed(found.evaluations)));
    }
    for (const auto &[rule, count] : counts)
        console.line(fmt::format("{}: {}", rule, count));
    if (findings.empty())
        console.line(fmt::format("{}: {} evaluations, {} golden records, nothing found",
                                 options.store.string(), states->size(), golden->size()));
    console.document({{"file", options.store.string()},
                      {"evaluations", states->size()},
                      {"golden_records", golden->size()},
                      {"counts", counts},
                      {"findings", std::move(list)}});
    return findings.empty() ? ExitCode::Ok : ExitCode::BadInput;
}

} // namespace

void addAuditCommand(CLI::App &app, Action &chosen)
{
    auto options = std::make_shared<AuditOptions>();
    CLI::App *command = app.add_subcommand(
        "audit", "What stored results show beside each other that a single one does not");
    command->add_option("file", options->store, "Result store, *.kloupe")->required();
    command->add_option("--run", options->run, "Only the run of this name");
    command->add_flag("--keep", options->keep,
                      "Keep what is found with the evaluations, for review: uncleared suspicions "
                      "are outside headline numbers");
    command->callback([=, &chosen] {
        chosen = [options](const Console &console) { return audit(*options, console); };
    });
}

} // namespace loupe::cli
