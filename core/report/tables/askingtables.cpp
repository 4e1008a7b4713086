// SPDX-License-Identifier: Apache-2.0
#include "core/report/tables/askingtables.h"

#include "core/analysis/metrics/successmetrics.h"
#include "core/base/counted.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include <fmt/format.h>

namespace loupe {

namespace {

constexpr const char *notRecorded = "not recorded";
constexpr const char *noValue = "–";

std::string amount(double value, BudgetUnit unit)
{
    if (unit == BudgetUnit::Dollars)
        return fmt::format("${:.4f}", value);
    if (unit == BudgetUnit::Requests)
        return fmt::format("{:.4g}", value);
    return groupedDigits(std::llround(value));
}

std::string amountOr(const std::optional<double> &value, BudgetUnit unit)
{
    return value ? amount(*value, unit) : std::string(notRecorded);
}

std::string percent(const std::optional<double> &share)
{
    return share ? fmt::format("{:.1f} %", 100.0 * *share) : std::string(noValue);
}

std::string perSuccess(const AskingCost &cost, BudgetUnit unit)
{
    const std::optional<double> value = cost.perSuccess(unit);
    if (!value)
        return cost.solved == 0 ? noValue : notRecorded;
    return (cost.isPartial(unit) ? "≥ " : "") + amount(*value, unit);
}

std::string ratioText(const std::optional<Interval> &ratio)
{
    return ratio ? fmt::format("{:.3g}× ({:.3g}–{:.3g})", ratio->estimate, ratio->low, ratio->high)
                 : std::string(noValue);
}

std::string requestsText(int requests)
{
    return requests > 0 ? std::to_string(requests) : std::string(noValue);
}

/// Returns rows without the method's name in front.
std::vector<std::vector<std::string>> lossRows(const AnswerLosses &losses)
{
    std::vector<std::vector<std::string>> out;
    for (std::size_t i = 0; i < lostAnswers; ++i) {
        if (losses.roundsBy[i] == 0 && losses.requestsBy[i] == 0)
            continue;
        const auto cause = static_cast<LostAnswer>(i);
        out.push_back(
            {std::string(label(cause)), withShare(losses.roundsBy[i], losses.rounds),
             requestsText(losses.requestsBy[i]),
             losses.roundsBy[i] == 0 ? noValue : text(losses.tokensBy[i], BudgetUnit::Tokens)});
        if (cause != LostAnswer::No)
            continue;
        for (const auto &[what, count] : {std::pair("found: correct", losses.correct),
                                          {"found: failed", losses.failed},
                                          {"found: no verdict that counts", losses.notJudged}})
            out.push_back({what, withShare(count, losses.rounds), noValue, noValue});
    }
    return out;
}

/// Returns indices of points to show: evenly spaced, including the last.
std::vector<std::size_t> spread(std::size_t points, std::size_t most)
{
    std::vector<std::size_t> out;
    const std::size_t count = std::min(points, most);
    for (std::size_t i = 1; i <= count; ++i)
        out.push_back(i * points / count - 1);
    return out;
}

std::string marks(const SamplesRounds &point)
{
    std::string out = point.isFrontier ? "correct" : "";
    if (point.isFastFrontier)
        out += out.empty() ? "fast" : ", fast";
    return out;
}

} // namespace

std::string text(const KnownSum &sum, BudgetUnit unit)
{
    if (sum.known == 0)
        return notRecorded;
    return (sum.unknown > 0 ? "≥ " : "") + amount(sum.total, unit);
}

Table askingCostTable(std::span<const AskingCost> costs)
{
    Table table;
    table.columns = {{"method"},
                     {"tasks", true},
                     {"samples", true},
                     {"rounds", true},
                     {"requests", true},
                     {"refused", true},
                     {"usage known", true},
                     {"tokens", true},
                     {"dollars", true},
                     {"solved", true},
                     {"confirmed", true},
                     {"tokens per success", true},
                     {"dollars per success", true},
                     {"requests per success", true}};
    for (const AskingCost &cost : costs) {
        const KnownSum &tokens = cost.spent.tokens;
        table.rows.push_back(
            {cost.method, std::to_string(cost.tasks), std::to_string(cost.samples),
             std::to_string(cost.rounds), std::to_string(cost.spent.requests),
             std::to_string(cost.spent.refused),
             fmt::format("{} of {}", tokens.known, tokens.known + tokens.unknown),
             text(tokens, BudgetUnit::Tokens), text(cost.spent.dollars, BudgetUnit::Dollars),
             withShare(cost.solved, cost.tasks),
             cost.confirmed ? std::to_string(*cost.confirmed) : noValue,
             perSuccess(cost, BudgetUnit::Tokens), perSuccess(cost, BudgetUnit::Dollars),
             perSuccess(cost, BudgetUnit::Requests)});
    }
    table.caption = "Over all requests, including failures and retries. A task counts once for "
                    "each run; solved = a program of any sample and round is correct; confirmed = "
                    "also correct on new inputs. per success = the sum / tasks solved. tokens = "
                    "input + output as the provider reported them, usage known = of how many "
                    "requests; ≥ = others are not known. refused = requests that the endpoint "
                    "answered with an error; they have no usage and are in no sum.";
    return table;
}

Table answerLossTable(std::span<const AnswerLosses> losses)
{
    Table table = answerLossTable(AnswerLosses());
    table.columns.insert(table.columns.begin(), {"method"});
    for (const AnswerLosses &each : losses) {
        for (std::vector<std::string> &row : lossRows(each)) {
            row.insert(row.begin(), each.method);
            table.rows.push_back(std::move(row));
        }
    }
    return table;
}

Table answerLossTable(const AnswerLosses &losses)
{
    Table table;
    table.columns = {{"answers came to"}, {"rounds", true}, {"requests", true}, {"tokens", true}};
    table.rows = lossRows(losses);
    table.caption
        = "Each round counts once, by its last result, as a share of the rounds. Requests count by "
          "their own result, so a failure that a retry or reminder corrected is counted among the "
          "requests only. tokens: of all requests of these rounds.";
    return table;
}

Table feedbackEffectTable(std::span<const FeedbackEffect> effects)
{
    Table table;
    table.columns = {{"method"},
                     {"told"},
                     {"steps", true},
                     {"were failing", true},
                     {"fixed", true},
                     {"were correct", true},
                     {"kept correct", true},
                     {"speedup after / before", true},
                     {"not judged", true}};
    for (const FeedbackEffect &each : effects)
        table.rows.push_back(
            {each.method, std::string(label(each.told)), std::to_string(each.steps),
             std::to_string(each.wasFailing), withShare(each.fixed, each.wasFailing),
             std::to_string(each.wasCorrect), withShare(each.kept, each.wasCorrect),
             each.speedupRatio ? fmt::format("{:.3f}× (n {})", *each.speedupRatio, each.timed)
                               : std::string(noValue),
             std::to_string(each.notJudged)});
    table.caption
        = "Steps from the program in the prompt to the program in the answer, by the feedback in "
          "the prompt. fixed = failing, then correct; kept correct = correct in both; shares of "
          "those that could be. speedup: geometric mean over those kept correct and timed in both. "
          "not judged = steps without a verdict at one end, not included in `steps`.";
    return table;
}

Table budgetCurveTable(std::span<const BudgetCurve> curves, BudgetUnit unit,
                       const FastPThreshold &threshold, std::size_t most)
{
    Table table;
    const std::string fast = fastPName(threshold.p, threshold.threshold);
    table.columns = {{"method"},
                     {fmt::format("{} per task", name(unit)), true},
                     {"correct", true},
                     {fast, true},
                     {"known", true}};
    for (const BudgetCurve &curve : curves) {
        const std::string known = fmt::format("{} of {}", curve.known, curve.tasks);
        if (curve.known == 0)
            table.rows.push_back({curve.method, notRecorded, noValue, noValue, known});
        for (const std::size_t place : spread(curve.points.size(), most)) {
            const BudgetPoint &point = curve.points[place];
            table.rows.push_back(
                {curve.method, amount(point.budget, unit), withShare(point.correct, curve.tasks),
                 curve.isSpeedKnown ? withShare(point.fast.front(), curve.tasks) : noValue, known});
        }
    }
    table.caption = "Tasks with a correct program, and with one beyond the threshold, within a "
                    "budget for each task: the best so far of all its samples, requested round by "
                    "round. known = tasks with known spending; the others count as not reached.";
    return table;
}

Table samplesRoundsTable(std::span<const SamplesRoundsTable> methods, BudgetUnit unit,
                         const FastPThreshold &threshold, std::size_t most)
{
    Table table;
    table.columns = {{"method"},           {"samples", true},
                     {"rounds", true},     {fmt::format("{} per task", name(unit)), true},
                     {"correct", true},    {fastPName(threshold.p, threshold.threshold), true},
                     {"tasks used", true}, {"frontier"}};
    int ranked = 0;
    for (const SamplesRoundsTable &method : methods) {
        ranked += method.ranked;
        const bool isShort = method.points.size() <= most;
        for (const SamplesRounds &point : method.points) {
            if (isShort || point.isFrontier || point.isFastFrontier)
                table.rows.push_back(
                    {method.method, std::to_string(point.samples), std::to_string(point.rounds),
                     amountOr(point.spent, unit), percent(point.correct), percent(point.fast),
                     fmt::format("{} of {}", point.used, method.tasks), marks(point)});
        }
    }
    table.caption
        = "Expected shares for a number of samples and of rounds, by the pass@k estimator; a "
          "sample is a success if it is correct in any of these rounds. frontier: no other point "
          "over as many tasks reaches as much for less, or more for the same cost.";
    if (ranked > 0)
        table.caption += fmt::format(" {} excluded: other samples decided whether they continue.",
                                     counted(static_cast<std::size_t>(ranked), "sample"));
    return table;
}

Table strategyPairTable(const StrategyPair &pair, const StrategyPairOptions &options)
{
    Table table;
    table.columns
        = {{"figure"}, {pair.first, true}, {pair.second, true}, {"first / second"}, {"p"}};
    table.rows.push_back({"tasks solved", withShare(pair.both + pair.onlyFirst, pair.tasks),
                          withShare(pair.both + pair.onlySecond, pair.tasks), noValue,
                          fmt::format("{:.3g}", pair.solvesP)});
    table.rows.push_back({"solved by it alone", std::to_string(pair.onlyFirst),
                          std::to_string(pair.onlySecond), noValue, noValue});
    table.rows.push_back({fmt::format("best speedup (n {})", pair.timed), noValue, noValue,
                          ratioText(pair.speedupRatio),
                          pair.timed > 0 ? fmt::format("{:.3g}", pair.speedP) : noValue});
    table.rows.push_back(
        {fmt::format("{} per task", name(options.unit)), amountOr(pair.spentByFirst, options.unit),
         amountOr(pair.spentBySecond, options.unit), ratioText(pair.spentRatio), noValue});
    const auto tasks = [](int count) { return counted(static_cast<std::size_t>(count), "task"); };
    table.caption = fmt::format(
        "{} tried by both, {}, each by the best so far of all samples. Excluded: {} tried by one "
        "of them only, {} with unknown spending or results. Solved: exact McNemar test. Speedup: "
        "geometric mean of the ratios over the tasks that both solved and timed, paired "
        "permutation test. Intervals (95 %) resample tasks.",
        tasks(pair.tasks),
        options.budget ? "within " + amount(*options.budget, options.unit) + " "
                + (options.unit == BudgetUnit::Dollars ? "" : std::string(name(options.unit)) + " ")
                + "per task"
                       : "whatever they took",
        tasks(pair.missing), tasks(pair.unknown));
    return table;
}

std::string perSuccessSentence(const AskingCost &cost)
{
    if (cost.solved == 0)
        return "No task is solved, so there are no costs per success.";
    const auto part = [&](BudgetUnit unit) {
        const std::string value = perSuccess(cost, unit);
        if (value == notRecorded)
            return fmt::format("{} not recorded", name(unit));
        return unit == BudgetUnit::Dollars ? value : fmt::format("{} {}", value, name(unit));
    };
    return fmt::format("Per task solved: {}, {}, {}", part(BudgetUnit::Tokens),
                       part(BudgetUnit::Dollars), part(BudgetUnit::Requests));
}

std::string askingCostSentence(const AskingCost &cost)
{
    std::string out = fmt::format("{} of {} solved", cost.solved,
                                  counted(static_cast<std::size_t>(cost.tasks), "task"));
    if (cost.confirmed)
        out += fmt::format(", {} correct with fresh inputs", *cost.confirmed);
    const std::string tokens = text(cost.spent.tokens, BudgetUnit::Tokens);
    return fmt::format("{}; {} in {}.", out,
                       tokens == notRecorded ? "tokens not recorded" : tokens + " tokens",
                       counted(static_cast<std::size_t>(cost.spent.requests), "request"));
}

std::string unjudgedSentence(const AskedPopulation &asked)
{
    std::string out;
    if (asked.withoutResult > 0)
        out = fmt::format("{} without any result: their spending counts.",
                          counted(asked.withoutResult, "sample"));
    if (asked.leftOut > 0)
        out = fmt::format("{} without any result excluded: the filter is about tasks or results.",
                          counted(asked.leftOut, "sample"));
    return out;
}

} // namespace loupe
