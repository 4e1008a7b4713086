// SPDX-License-Identifier: Apache-2.0
#include "app/kloupe/commands/askingstats.h"
#include "app/kloupe/commands/commands.h"
#include "app/kloupe/commands/roundmetrics.h"
#include "app/kloupe/commands/selectedrows.h"
#include "app/kloupe/options/scopeoptions.h"
#include "app/kloupe/options/storeargument.h"
#include "app/kloupe/options/valuechecks.h"
#include "core/analysis/population/countedsamples.h"
#include "core/analysis/population/populationtext.h"
#include "core/analysis/rows/grouping.h"
#include "core/base/printabletext.h"
#include "core/base/result.h"
#include "core/report/tables/populationdata.h"
#include "core/report/tables/roundtables.h"
#include "core/report/tables/statisticstables.h"

#include <cstdio>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace loupe::cli {

namespace {

struct StatsOptions {
    std::filesystem::path store;
    std::string filter;
    std::string show = "deviance";
    std::string first = "category";
    std::string second = "method";
    bool withoutZero = false;
    int permutations = 999;
    std::uint64_t seed = 1;
    std::string format = "text";
    std::shared_ptr<ScopeOptions> scope = std::make_shared<ScopeOptions>();
    std::shared_ptr<AskingOptions> asking = std::make_shared<AskingOptions>();
};

constexpr std::size_t maxTasksShown = 20;

Json toJson(const ExplainedDeviance &model)
{
    return {{"model", model.model},
            {"degrees", model.degrees},
            {"explained", model.explained},
            {"share", model.share},
            {"per_degree", model.perDegree},
            {"adjusted", model.adjusted},
            {"likelihood_ratio_p", model.p},
            {"separated_levels", model.separatedLevels},
            {"is_separated", model.isSeparated},
            {"permuted_share", orNull(model.permutedShare)},
            {"permuted_p", orNull(model.permutedP)},
            {"permutations", model.permutations}};
}

/// Output of one `--show`.
struct Shown {
    std::vector<Table> tables;
    Json json = Json::object();
};

Json toJson(const DevianceTable &deviance)
{
    Json models = Json::array();
    for (const ExplainedDeviance *model : {&deviance.first, &deviance.second, &deviance.both,
                                           &deviance.firstGivenSecond, &deviance.secondGivenFirst})
        models.push_back(toJson(*model));
    return {{"outcomes", deviance.outcomes},
            {"successes", deviance.successes},
            {"null_deviance", deviance.nullDeviance},
            {"left_out_levels", deviance.leftOut},
            {"models", models}};
}

/// Analyses which factors explain correct results, and then which explain successful builds.
Shown showDeviance(std::span<const MetricRow> rows, const StatsOptions &options)
{
    DevianceOptions how;
    how.first = *groupByFromName(options.first);
    how.second = *groupByFromName(options.second);
    how.withoutZero = options.withoutZero;
    how.permutations = options.permutations;
    how.seed = options.seed;
    const DevianceTable correct = devianceTable(rows, how);
    how.of = DevianceOf::Built;
    const DevianceTable built = devianceTable(rows, how);
    Shown out;
    out.tables = {devianceTableText(correct), devianceTableText(built)};
    out.json = toJson(correct);
    out.json["built"] = toJson(built);
    return out;
}

Json toJson(const CompositionPart &part)
{
    return {{"kernels", part.kernels}, {"effect", part.effect}};
}

Json toJson(const RoundChange &change)
{
    return {{"from_round", change.fromRound},
            {"to_round", change.toRound},
            {"mean_before", change.meanBefore},
            {"mean_after", change.meanAfter},
            {"change", change.change()},
            {"within", change.within},
            {"persistent", change.persistent},
            {"rescued", toJson(change.rescued)},
            {"appeared", toJson(change.appeared)},
            {"broken", toJson(change.broken)},
            {"disappeared", toJson(change.disappeared)}};
}

Shown showRounds(std::span<const MetricRow> rows)
{
    const RoundTable rounds = roundTable(rows);
    const std::vector<RoundChange> changes = roundChanges(rows);
    const std::vector<SurvivalRound> survival = roundSurvival(rows);
    const std::vector<RoundFigure> best = fastPByRound(rows, 1, Threshold::Above);
    Shown out;
    out.tables = {roundRatesTable(rounds), roundStepsTable(rounds), compositionTableText(changes),
                  survivalTableText(survival, best)};
    out.json["rounds"] = cli::toJson(rounds);
    out.json["composition"] = Json::array();
    for (const RoundChange &change : changes)
        out.json["composition"].push_back(toJson(change));
    out.json["survival"] = Json::array();
    for (const SurvivalRound &each : survival)
        out.json["survival"].push_back({{"round", each.round},
                                        {"at_risk", each.atRisk},
                                        {"solved", each.solved},
                                        {"censored", each.censored},
                                        {"unsolved", each.unsolved}});
    out.json["best_so_far"] = Json::array();
    for (const RoundFigure &each : best)
        out.json["best_so_far"].push_back({{"round", each.round},
                                           {"fast_1", orNull(each.fast.value)},
                                           {"tasks", each.fast.total},
                                           {"correct", each.correct},
                                           {"geometric_mean", orNull(each.bestMean)},
                                           {"timed", each.bestTimed}});
    return out;
}

Shown showDevices(std::span<const MetricRow> rows)
{
    const PortabilityTable table = portabilityTable(rows);
    Shown out;
    out.tables.push_back(portabilityTableText(table, maxTasksShown));
    Json tasks = Json::array();
    for (const TaskPortability &task : table.tasks)
        tasks.push_back({{"suite", task.suite.text()},
                         {"task", task.task.text()},
                         {"method", task.method.text()},
                         {"devices", task.devices},
                         {"correct_on", task.correctOn},
                         {"ratio", orNull(task.ratio)},
                         {"fastest", task.fastest},
                         {"slowest", task.slowest},
                         {"our_score", orNull(task.score)}});
    out.json = {{"devices", table.devices},
                {"largest_ratio", orNull(table.maxRatio)},
                {"median_ratio", orNull(table.medianRatio)},
                {"our_mean_score", orNull(table.meanScore)},
                {"tasks", tasks}};
    return out;
}

/// Returns the scope. Conditions that serve as factors are compared, so none of their values is
/// chosen.
Result<Scope> scopeOfShown(const StatsOptions &options)
{
    auto scope = scopeOf(*options.scope, GroupBy::All);
    if (!scope)
        return scope;
    if (options.show == "asking")
        scope->choice = {}; // count whole conversations, whichever attempt represents a cell
    std::vector<GroupBy> factors;
    if (options.show == "devices")
        factors = {GroupBy::Device};
    else if (options.show == "deviance")
        factors = {*groupByFromName(options.first), *groupByFromName(options.second)};
    for (const GroupBy factor : factors)
        tellApart(*scope, factor);
    return scope;
}

Shown show(const Population &population, const StatsOptions &options)
{
    if (options.show == "rounds")
        return showRounds(countedSamples(population));
    if (options.show == "devices")
        return showDevices(population.cells());
    return showDeviance(population.cells(), options);
}

struct ShownBlock {
    const Population &block;
    Shown shown;
};

/// Returns the output of each block that has some. Returns NotFound if no block has conversations.
Result<std::vector<ShownBlock>> showBlocks(const SelectedRows &selected,
                                           std::span<const Population> blocks,
                                           const StatsOptions &options)
{
    std::vector<ShownBlock> out;
    if (options.show != "asking") {
        for (const Population &block : blocks)
            out.push_back({block, show(block, options)});
        return out;
    }
    const auto dialogues = selected.store.reader->askedDialogues();
    if (!dialogues)
        return dialogues.error();
    for (const Population &block : blocks) {
        auto asked = askingTables(*dialogues, selected.rows, block, selected.store.filter,
                                  *options.asking);
        if (!asked)
            return std::move(asked).error();
        if (*asked)
            out.push_back({block, {std::move((*asked)->tables), std::move((*asked)->json)}});
    }
    if (out.empty())
        return Error{Errc::NotFound, "these results have no recorded conversation",
                     options.store.string(),
                     "kloupe generate and imports with answers record conversations; "
                     "kloupe dialogue STORE lists them"};
    return out;
}

void printBlock(const ShownBlock &shown, bool isOneOfSeveral, const std::string &format,
                const Console &console)
{
    if (format == "csv" && !console.json)
        std::fprintf(stderr, "kloupe: %s\n", printableText(captionOf(shown.block)).c_str());
    else if (isOneOfSeveral)
        console.line(fmt::format("— {} —", headingOf(shown.block)));
    if (format != "csv")
        console.line(captionOf(shown.block));
    for (const Table &table : shown.shown.tables)
        console.text(print(table, format));
}

ExitCode stats(const StatsOptions &options, const Console &console)
{
    auto scope = scopeOfShown(options);
    if (!scope)
        return console.fail(scope.error());
    const auto selected = selectRows(options.store, options.filter, std::move(*scope));
    if (!selected)
        return console.fail(selected.error());
    const std::vector<Population> blocks = blocksOf(selected->rows, selected->scope);
    auto shown = showBlocks(*selected, blocks, options);
    if (!shown)
        return console.fail(shown.error());
    Json document = {{"show", options.show}, {"filter", text(selected->store.filter)}};
    for (ShownBlock &each : *shown) {
        printBlock(each, blocks.size() > 1, options.format, console);
        Json definitions = Json::array();
        for (const Table &table : each.shown.tables)
            definitions.push_back(table.caption);
        Json &json = each.shown.json;
        json["population"] = populationJson(each.block);
        json["definitions"] = definitions;
        if (blocks.size() > 1)
            document["blocks"].push_back(json);
        else
            document.update(json);
    }
    console.document(document);
    return ExitCode::Ok;
}

} // namespace

void addStatsCommand(CLI::App &app, Action &chosen)
{
    const auto factors
        = oneOf({"category", "method", "round", "level", "suite", "task", "precision", "device",
                 "run", "baseline", "protocol", "suite_version", "clock"});
    auto options = std::make_shared<StatsOptions>();
    CLI::App *command = app.add_subcommand("stats", "Explain outcomes, rounds, devices and costs");
    addStore(*command, options->store);
    command->add_option("filter", options->filter, "Filter, as for query");
    command
        ->add_option("--show", options->show,
                     "deviance: factors of correct and built results; rounds: transitions, "
                     "composition, survival; devices: ratios across devices; asking: costs, lost "
                     "answers, effect of feedback, budgets")
        ->transform(oneOf({"deviance", "rounds", "devices", "asking"}))
        ->capture_default_str();
    command->add_option("--first", options->first, "First factor of the deviance")
        ->transform(factors)
        ->capture_default_str();
    command->add_option("--second", options->second, "Second factor of the deviance")
        ->transform(factors)
        ->capture_default_str();
    command->add_flag("--without-zero", options->withoutZero,
                      "Exclude levels of the second factor without a success");
    command
        ->add_option("--permutations", options->permutations,
                     "Max permutations; fewer for many rows")
        ->check(wholeNumber(0, 100'000))
        ->capture_default_str();
    command->add_option("--seed", options->seed, "Seed of the permutations")
        ->check(wholeNumber(0))
        ->capture_default_str();
    command->add_option("--format", options->format, "Output format")
        ->transform(oneOf({"text", "markdown", "csv"}))
        ->capture_default_str();
    addScopeOptions(*command, options->scope);
    addAskingOptions(*command, options->asking);
    command->callback([=, &chosen] {
        const bool isOfAsking = options->show == "asking";
        for (const char *name : {"--unit", "--fast-p", "--pair", "--budget"}) {
            if (!isOfAsking && command->count(name) > 0)
                throw CLI::ValidationError(name, "goes with --show asking");
        }
        if (options->asking->budget > 0 && options->asking->pair.empty())
            throw CLI::ValidationError("--budget", "goes with --pair");
        if (options->show == "deviance" && options->first == options->second)
            throw CLI::ValidationError("--second", "must be another factor than --first");
        chosen = [options](const Console &console) { return stats(*options, console); };
    });
}

} // namespace loupe::cli
