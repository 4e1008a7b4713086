// SPDX-License-Identifier: Apache-2.0
#include "app/kloupe/commands/commands.h"
#include "app/kloupe/commands/figuremetrics.h"
#include "app/kloupe/commands/roundmetrics.h"
#include "app/kloupe/commands/selectedrows.h"
#include "app/kloupe/options/scopeoptions.h"
#include "app/kloupe/options/storeargument.h"
#include "app/kloupe/options/valuechecks.h"
#include "app/kloupe/output/console.h"
#include "core/analysis/population/population.h"
#include "core/analysis/population/populationtext.h"
#include "core/analysis/rows/grouping.h"
#include "core/base/json.h"
#include "core/base/printabletext.h"
#include "core/base/result.h"
#include "core/model/saved/filter.h"
#include "core/report/tables/askingtables.h"
#include "core/report/tables/populationdata.h"
#include "core/report/tables/roundtables.h"
#include "core/report/tables/statisticstables.h"
#include "core/report/tables/table.h"
#include "core/store/read/storereader.h"

#include <cstdio>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

namespace loupe::cli {

namespace {

/// Options of `kloupe stats --show asking`, without filter and scope.
struct AskingOptions {
    std::string unit = "tokens";
    double fastP = 1.0;
    std::vector<std::string> pair; ///< two methods; empty: no comparison
    double budget = 0.0;           ///< per task, for the pair; 0: none
};

struct AskingTables {
    std::vector<Table> tables;
    Json json = Json::object();
};

constexpr std::size_t maxBudgets = 12;
constexpr std::size_t maxPoints = 40;

Json toJson(const KnownSum &sum)
{
    return {{"known_sum", sum.known > 0 ? Json(sum.total) : Json(nullptr)},
            {"known", sum.known},
            {"unknown", sum.unknown}};
}

Json toJson(const AskingCost &cost)
{
    return {{"method", cost.method.text()},
            {"tasks", cost.tasks},
            {"samples", cost.samples},
            {"rounds", cost.rounds},
            {"requests", cost.spent.requests},
            {"refused", cost.spent.refused},
            {"tokens", toJson(cost.spent.tokens)},
            {"dollars", toJson(cost.spent.dollars)},
            {"solved", cost.solved},
            {"confirmed", orNull(cost.confirmed)},
            {"tokens_per_success", orNull(cost.perSuccess(BudgetUnit::Tokens))},
            {"tokens_partial", cost.isPartial(BudgetUnit::Tokens)},
            {"dollars_per_success", orNull(cost.perSuccess(BudgetUnit::Dollars))},
            {"dollars_partial", cost.isPartial(BudgetUnit::Dollars)},
            {"requests_per_success", orNull(cost.perSuccess(BudgetUnit::Requests))}};
}

Json toJson(const AnswerLosses &losses)
{
    Json causes = Json::object();
    for (std::size_t i = 0; i < lostAnswers; ++i)
        causes[std::string(name(static_cast<LostAnswer>(i)))]
            = {{"rounds", losses.roundsBy[i]},
               {"requests", losses.requestsBy[i]},
               {"tokens", toJson(losses.tokensBy[i])}};
    return {{"method", losses.method.text()}, {"rounds", losses.rounds},
            {"lost", losses.lost()},          {"came_to", causes},
            {"correct", losses.correct},      {"failed", losses.failed},
            {"not_judged", losses.notJudged}};
}

Json toJson(const FeedbackEffect &effect)
{
    return {{"method", effect.method.text()}, {"told", name(effect.told)},
            {"steps", effect.steps},          {"not_judged", effect.notJudged},
            {"failing", effect.wasFailing},   {"fixed", effect.fixed},
            {"correct", effect.wasCorrect},   {"kept", effect.kept},
            {"timed", effect.timed},          {"speedup_ratio", orNull(effect.speedupRatio)}};
}

Json toJson(const BudgetCurve &curve)
{
    Json points = Json::array();
    for (const BudgetPoint &point : curve.points)
        points.push_back({{"budget", point.budget},
                          {"correct", point.correct},
                          {"fast", curve.isSpeedKnown ? Json(point.fast.front()) : Json(nullptr)}});
    return {{"method", curve.method.text()},
            {"tasks", curve.tasks},
            {"known", curve.known},
            {"most", curve.known > 0 ? Json(curve.most) : Json(nullptr)},
            {"points", points}};
}

Json toJson(const SamplesRoundsTable &method)
{
    Json points = Json::array();
    for (const SamplesRounds &point : method.points)
        points.push_back({{"samples", point.samples},
                          {"rounds", point.rounds},
                          {"tasks_used", point.used},
                          {"spent", orNull(point.spent)},
                          {"correct", orNull(point.correct)},
                          {"fast", orNull(point.fast)},
                          {"is_frontier", point.isFrontier},
                          {"is_fast_frontier", point.isFastFrontier}});
    return {{"method", method.method.text()},
            {"tasks", method.tasks},
            {"samples_left_out", method.ranked},
            {"points", points}};
}

Json toJson(const StrategyPair &pair)
{
    return {{"first", pair.first.text()},
            {"second", pair.second.text()},
            {"tasks", pair.tasks},
            {"solved_by_both", pair.both},
            {"solved_by_first_alone", pair.onlyFirst},
            {"solved_by_second_alone", pair.onlySecond},
            {"solved_by_neither", pair.neither},
            {"missing", pair.missing},
            {"unknown", pair.unknown},
            {"solves_p", pair.solvesP},
            {"timed", pair.timed},
            {"speedup_ratio", cli::toJson(pair.speedupRatio)},
            {"speed_p", pair.timed > 0 ? Json(pair.speedP) : Json(nullptr)},
            {"spent_by_first", orNull(pair.spentByFirst)},
            {"spent_by_second", orNull(pair.spentBySecond)},
            {"spent_ratio", cli::toJson(pair.spentRatio)}};
}

/// Adds a table and, under its key, the values that it shows.
template <typename Values>
void add(const char *key, const Values &values, Table table, AskingTables &out)
{
    Json list = Json::array();
    for (const auto &each : values)
        list.push_back(toJson(each));
    out.json[key] = std::move(list);
    out.tables.push_back(std::move(table));
}

void addPair(const AskedPopulation &asked, BudgetUnit unit, const AskingOptions &options,
             AskingTables &out)
{
    StrategyPairOptions how;
    how.unit = unit;
    if (options.budget > 0)
        how.budget = options.budget;
    const auto pair = orFail(strategyPair(asked, options.pair.front(), options.pair.back(), how));
    out.json["pair"] = toJson(pair);
    out.json["pair"]["budget"] = orNull(how.budget);
    out.tables.push_back(strategyPairTable(pair, how));
}

void addAskingOptions(CLI::App &command, const std::shared_ptr<AskingOptions> &options)
{
    std::vector<std::string> units;
    units.reserve(allBudgetUnits.size());
    for (const BudgetUnit unit : allBudgetUnits)
        units.emplace_back(name(unit));
    command
        .add_option("--unit", options->unit,
                    "With --show asking: unit of budgets: tokens, dollars or requests")
        ->transform(oneOf(units))
        ->capture_default_str();
    command
        .add_option("--fast-p", options->fastP, "With --show asking: min speedup of a fast program")
        ->check(number(0, 1e9))
        ->capture_default_str();
    command
        .add_option("--pair", options->pair,
                    "With --show asking: two methods to compare, task by task")
        ->expected(2);
    command
        .add_option("--budget", options->budget,
                    "With --pair: budget for a task of each method, in the unit")
        ->check(numberAboveZero(1e15));
}

/// Returns the tables of one block of `rows`, which match the filter. Returns nothing if no
/// conversation is recorded for it. Throws NotFound if a method of the pair has none.
std::optional<AskingTables> askingTables(std::span<const AskedDialogue> dialogues,
                                         const std::vector<MetricRow> &rows,
                                         const Population &block, const Filter &filter,
                                         const AskingOptions &options)
{
    Scope everything = block.scope();
    everything.includeWithheld = true;
    const AskedPopulation asked = askedPopulation(block, populationOf(rows, everything), dialogues,
                                                  keepsMethodsWhole(filter));
    if (asked.samples.empty())
        return std::nullopt;
    const BudgetUnit unit = *budgetUnitFromName(options.unit);
    const FastPThreshold threshold{options.fastP, Threshold::Above};
    AskingTables out;
    const auto costs = askingCosts(asked);
    Table table = askingCostTable(costs);
    if (const std::string unjudged = unjudgedSentence(asked); !unjudged.empty())
        table.caption += " " + unjudged;
    add("costs", costs, std::move(table), out);
    const auto losses = answerLosses(asked);
    add("answers", losses, answerLossTable(losses), out);
    const auto effects = feedbackEffects(asked);
    if (!effects.empty())
        add("feedback", effects, feedbackEffectTable(effects), out);
    const auto curves = budgetCurves(asked, unit, std::span(&threshold, 1));
    add("budgets", curves, budgetCurveTable(curves, unit, threshold, maxBudgets), out);
    const auto splits = samplesRoundsTables(asked, unit, threshold);
    add("samples_and_rounds", splits, samplesRoundsTable(splits, unit, threshold, maxPoints), out);
    out.json["unit"] = name(unit);
    out.json["fast_p"] = options.fastP;
    out.json["samples_without_result"] = asked.withoutResult;
    out.json["samples_left_out"] = asked.leftOut;
    if (!options.pair.empty())
        addPair(asked, unit, options, out);
    return out;
}

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
Scope scopeOfShown(const StatsOptions &options)
{
    auto scope = scopeOf(*options.scope, GroupBy::All);
    if (options.show == "asking")
        scope.choice = {}; // count whole conversations, whichever attempt represents a cell
    std::vector<GroupBy> factors;
    if (options.show == "devices")
        factors = {GroupBy::Device};
    else if (options.show == "deviance")
        factors = {*groupByFromName(options.first), *groupByFromName(options.second)};
    for (const GroupBy factor : factors)
        tellApart(scope, factor);
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

/// Returns the output of each block that has some. Throws NotFound if no block has conversations.
std::vector<ShownBlock> showBlocks(const SelectedRows &selected, std::span<const Population> blocks,
                                   const StatsOptions &options)
{
    std::vector<ShownBlock> out;
    if (options.show != "asking") {
        for (const Population &block : blocks)
            out.push_back({block, show(block, options)});
        return out;
    }
    const auto dialogues = orFail(selected.store.reader->askedDialogues());
    for (const Population &block : blocks) {
        auto asked
            = askingTables(dialogues, selected.rows, block, selected.store.filter, *options.asking);
        if (asked)
            out.push_back({block, {std::move(asked->tables), std::move(asked->json)}});
    }
    if (out.empty())
        throw CommandError{{Errc::NotFound, "these results have no recorded conversation",
                            options.store.string(),
                            "kloupe generate and imports with answers record conversations; "
                            "kloupe dialogue STORE lists them"}};
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
    const auto selected = selectRows(options.store, options.filter, std::move(scope));
    const std::vector<Population> blocks = blocksOf(selected.rows, selected.scope);
    auto shown = showBlocks(selected, blocks, options);
    Json document = {{"show", options.show}, {"filter", text(selected.store.filter)}};
    for (ShownBlock &each : shown) {
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
    addFormatOption(*command, options->format);
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
