// SPDX-License-Identifier: Apache-2.0
#include "app/kloupe/commands/askingstats.h"

#include "app/kloupe/commands/figuremetrics.h"
#include "app/kloupe/options/valuechecks.h"
#include "core/report/tables/askingtables.h"

#include <string_view>
#include <utility>

namespace loupe::cli {

namespace {

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

Status addPair(const AskedPopulation &asked, BudgetUnit unit, const AskingOptions &options,
               AskingTables &out)
{
    StrategyPairOptions how;
    how.unit = unit;
    if (options.budget > 0)
        how.budget = options.budget;
    const auto pair = strategyPair(asked, options.pair.front(), options.pair.back(), how);
    if (!pair)
        return pair.error();
    out.json["pair"] = toJson(*pair);
    out.json["pair"]["budget"] = orNull(how.budget);
    out.tables.push_back(strategyPairTable(*pair, how));
    return {};
}

} // namespace

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

Result<std::optional<AskingTables>> askingTables(std::span<const AskedDialogue> dialogues,
                                                 const std::vector<MetricRow> &rows,
                                                 const Population &block, const Filter &filter,
                                                 const AskingOptions &options)
{
    Scope everything = block.scope();
    everything.includeWithheld = true;
    const AskedPopulation asked = askedPopulation(block, populationOf(rows, everything), dialogues,
                                                  keepsMethodsWhole(filter));
    if (asked.samples.empty())
        return std::optional<AskingTables>();
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
    if (!options.pair.empty()) {
        if (const Status added = addPair(asked, unit, options, out); !added)
            return added.error();
    }
    return std::optional(std::move(out));
}

} // namespace loupe::cli
