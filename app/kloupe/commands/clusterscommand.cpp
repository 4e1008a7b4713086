// SPDX-License-Identifier: Apache-2.0
#include "app/kloupe/commands/commands.h"
#include "app/kloupe/options/openstore.h"
#include "app/kloupe/options/storeargument.h"
#include "app/kloupe/options/valuechecks.h"
#include "core/analysis/failures/failureclusters.h"
#include "core/analysis/text/textdiff.h"
#include "core/base/counted.h"
#include "core/report/tables/exporttables.h"
#include "core/store/read/pairselection.h"
#include "core/store/read/resultlisting.h"
#include "core/store/read/storereader.h"
#include "core/store/write/storewriter.h"

#include <algorithm>
#include <memory>
#include <string>

#include <fmt/format.h>

namespace loupe::cli {

namespace {

struct ClustersOptions {
    std::filesystem::path store;
    std::string filter;
    std::string fingerprint;
    int top = 25;
    bool refresh = false;
};

Json toJson(const FailureCluster &cluster)
{
    Json rounds = Json::object();
    for (const auto &[round, count] : cluster.byRound)
        rounds[std::to_string(round)] = count;
    return {{"fingerprint", cluster.fingerprint.text()},
            {"cause", cluster.cause.text()},
            {"kind", cluster.kind.text()},
            {"first_cause", cluster.summary.text()},
            {"cells", cluster.cells},
            {"evaluations", cluster.count},
            {"methods", cluster.byMethod},
            {"categories", cluster.byCategory},
            {"rounds", rounds}};
}

bool hasFingerprint(const FailureCluster &cluster, const std::string &prefix)
{
    return std::ranges::any_of(cluster.fingerprints, [&](Name fingerprint) {
        return fingerprint.text().starts_with(prefix);
    });
}

/// Recomputes the clusters of the store.
void refresh(const ClustersOptions &options, const Console &console)
{
    const auto writer = orFail(openToChange(options.store));
    const auto failures = orFail(writer->refreshFailures());
    console.progress("found the causes of " + counted(failures, "failed evaluation"));
}

/// Prints one cluster and the changes that fixed a member of it.
ExitCode showCluster(StoreReader &reader, const FailureCluster &cluster, const Filter &filter,
                     const Console &console)
{
    Json document = toJson(cluster);
    console.line(fmt::format("{}: {}", cluster.kind.text(), cluster.summary.text()));
    console.line(
        fmt::format("{}, {}", counted(cluster.cells, "failed task × method pair"),
                    counted(static_cast<std::size_t>(cluster.count), "failed evaluation")));
    console.line("methods: " + countsText(cluster.byMethod, 20));
    console.line("categories: " + countsText(cluster.byCategory, 20));
    const auto cure = orFail(reader.failureCure(cluster.fingerprints, filter));
    document["cure"] = nullptr;
    if (!cure) {
        console.line("no member was correct in a later round");
        console.document(document);
        return ExitCode::Ok;
    }
    const auto failed = orFail(reader.detail(cure->failed));
    const auto cured = orFail(reader.detail(cure->cured));
    const std::string diff
        = unifiedDiff(failed.evaluation.candidate.source, cured.evaluation.candidate.source);
    document["cure"] = {{"failed", cure->failed.value},
                        {"cured", cure->cured.value},
                        {"cured_members", cure->curedMembers},
                        {"diff", diff}};
    console.line(fmt::format("{} of {} were correct in a later round; the first: {} by {}, "
                             "evaluation {} (round {}), then {} (round {}):",
                             cure->curedMembers, cluster.count, failed.row.task, failed.row.method,
                             failed.row.id.value, failed.row.round, cured.row.id.value,
                             cured.row.round));
    console.text(diff.empty() ? "(no source is stored, or it did not change)" : diff);
    console.document(document);
    return ExitCode::Ok;
}

ExitCode clusters(const ClustersOptions &options, const Console &console)
{
    const auto filter = orFail(parseFilter(options.filter));
    if (options.refresh)
        refresh(options, console);
    const auto reader = orFail(openStore(options.store));
    const auto reasons = orFail(reader->failureReasons(withoutSpeedups(filter), {}));
    const auto rows = orFail(reader->metricRows(filter));
    std::vector<FailureCluster> found = failureClusters(listedFailures(rows, Scope(), reasons));
    const FailedCells cells = countFailedCells(found, blocksOf(rows, Scope()), reasons);
    if (!options.fingerprint.empty()) {
        for (const FailureCluster &cluster : found) {
            if (hasFingerprint(cluster, options.fingerprint))
                return showCluster(*reader, cluster, filter, console);
        }
        return console.fail({Errc::NotFound,
                             "the store has no cluster \"" + options.fingerprint + "\"",
                             options.store.string(), "kloupe clusters STORE lists them"});
    }
    std::int64_t failures = 0;
    Json list = Json::array();
    for (const FailureCluster &cluster : found) {
        failures += cluster.count;
        list.push_back(toJson(cluster));
    }
    console.document({{"filter", text(filter)},
                      {"judged_cells", cells.judged},
                      {"failed_cells", cells.failed},
                      {"failed_evaluations", failures},
                      {"clusters", list}});
    const std::size_t all = found.size();
    found.resize(std::min(all, static_cast<std::size_t>(options.top)));
    console.text(toText(toTable(clusterData(found))));
    console.line(fmt::format("{} of {} failed; {}; {}, {} of them shown", cells.failed,
                             counted(cells.judged, "judged task × method pair"),
                             counted(static_cast<std::size_t>(failures), "failed evaluation"),
                             counted(all, "cluster"), found.size()));
    return ExitCode::Ok;
}

} // namespace

void addClustersCommand(CLI::App &app, Action &chosen)
{
    auto options = std::make_shared<ClustersOptions>();
    CLI::App *command = app.add_subcommand("clusters", "Failed candidates, grouped by cause");
    addStore(*command, options->store);
    command->add_option("--filter", options->filter, "Filter of the evaluations, as for query");
    command->add_option("--top", options->top, "Max clusters to print")
        ->check(wholeNumber(1, 1'000'000))
        ->capture_default_str();
    command->add_option("--show", options->fingerprint,
                        "One cluster, by its fingerprint, with the change that fixed a member");
    command->add_flag("--refresh", options->refresh,
                      "Find the causes again and store them, for stores of older versions");
    setAction(*command, chosen, options, clusters);
}

} // namespace loupe::cli
