// SPDX-License-Identifier: Apache-2.0
#include "core/report/tables/overviewtables.h"

#include "core/base/counted.h"
#include "core/report/tables/datacolumns.h"
#include "core/report/tables/exporttables.h"
#include "core/report/tables/resulttables.h"

#include <fmt/format.h>

namespace loupe {

namespace {

std::string digits(std::size_t count)
{
    return groupedDigits(static_cast<std::int64_t>(count));
}

std::string meanText(const ScoreRow &row)
{
    if (!row.rates.geometricMeanSpeedup)
        return "–";
    std::string out = fmt::format("{:.2f}×", *row.rates.geometricMeanSpeedup);
    if (row.geometricMean)
        out += fmt::format(" ({:.2f}–{:.2f})", row.geometricMean->low, row.geometricMean->high);
    return out;
}

/// Adds one column per method, with its name.
void addMethodColumns(const Scoreboard &board, Table &table)
{
    for (const ScoreRow &each : board.rows)
        table.columns.push_back({each.name, true});
}

Json byMethod(const Scoreboard &board, std::span<const int> counts)
{
    Json out = Json::object();
    for (std::size_t i = 0; i < counts.size(); ++i)
        out[board.rows[i].name] = counts[i];
    return out;
}

} // namespace

SolvedTasks solvedTasks(const Population &population, const Scoreboard &board)
{
    return {population.tasks, board.solvedByAny, board.solvedByAll,
            population.tasks - board.solvedByAny};
}

std::string overviewHeadline(const Population &population, const Scoreboard &board)
{
    const SolvedTasks solved = solvedTasks(population, board);
    const std::string tasks = counted(solved.tasks, "task");
    if (board.rows.size() == 1)
        return fmt::format("{} on {}: {} solved, {} not", board.rows.front().name, tasks,
                           digits(solved.byAny), digits(solved.byNone));
    return fmt::format("{} on {}: {} solved by at least one, {} by all, {} by none",
                       counted(board.rows.size(), population.isSplit() ? "row" : "method"), tasks,
                       digits(solved.byAny), digits(solved.byAll), digits(solved.byNone));
}

Table scoreboardTable(const Scoreboard &board)
{
    Table table;
    table.columns = {{"Method", false}, {"Tasks", true},  {"Built", true},     {"Correct", true},
                     {"95 %", true},    {"Faster", true}, {"Geo. mean", true}, {"Timed", true}};
    for (std::size_t i = 0; i < cellOutcomes; ++i)
        table.columns.push_back({std::string(label(static_cast<CellOutcome>(i))), true});
    for (const ScoreRow &row : board.rows) {
        const RateRow &rates = row.rates;
        const auto count = [](int value) { return groupedDigits(value); };
        std::vector<std::string> line{
            row.name,
            count(rates.evaluations),
            count(rates.built),
            count(rates.correct),
            fmt::format("{:.1f}–{:.1f} %", 100 * row.correct.low, 100 * row.correct.high),
            rates.timed == 0 ? "–" : count(rates.faster),
            meanText(row),
            fmt::format("{} of {}", count(rates.timed), count(rates.correct))};
        for (const int outcome : row.outcomes)
            line.push_back(count(outcome));
        table.rows.push_back(std::move(line));
    }
    table.caption = "Each task × method pair counts once. 95 %: Wilson's interval of correct among "
                    "the judged. Faster: correct with a speedup above 1. Geometric mean over the "
                    "timed correct, its 95 % interval by resampling tasks.";
    return table;
}

Table categoryTable(std::span<const CategoryRow> rows, const Scoreboard &board)
{
    Table table;
    table.columns = {{"Category", false}, {"Tasks", true}};
    addMethodColumns(board, table);
    for (const CategoryRow &row : rows) {
        std::string group = row.category;
        if (row.category.empty())
            group = row.level.empty() ? "all" : row.level;
        else if (!row.level.empty())
            group = "  " + row.category;
        std::vector<std::string> line{group, groupedDigits(row.tasks)};
        for (const int correct : row.correct)
            line.push_back(groupedDigits(correct));
        table.rows.push_back(std::move(line));
    }
    table.caption = "Tasks solved by each method, of the tasks of the category.";
    return table;
}

Table failureTable(std::span<const VerdictRow> rows, const Scoreboard &board)
{
    Table table;
    table.columns = {{"Verdict", false}, {"All", true}};
    addMethodColumns(board, table);
    for (const VerdictRow &row : rows) {
        std::vector<std::string> line{verdictWithSign(row.verdict), groupedDigits(row.all)};
        for (const int cells : row.cells)
            line.push_back(cells == 0 ? "·" : groupedDigits(cells));
        table.rows.push_back(std::move(line));
    }
    table.caption = "How kernels failed; each task × method pair counts once.";
    return table;
}

Table causeTable(std::span<const CauseRow> rows, const Scoreboard &board)
{
    Table table;
    table.columns = {{"Cause", false}, {"All", true}};
    addMethodColumns(board, table);
    for (const CauseRow &row : rows) {
        std::vector<std::string> line{
            fmt::format("{} {}", symbol(outcomeOf(row.verdict)), row.cause), digits(row.all)};
        for (const std::vector<RowId> &cells : row.cells)
            line.push_back(cells.empty() ? "·" : digits(cells.size()));
        table.rows.push_back(std::move(line));
    }
    table.caption = "Why kernels failed; each task × method pair counts once.";
    return table;
}

std::string fasterThanAllText(const FasterThanAll &over)
{
    return fmt::format("faster than all {} baselines: {} of {} that {} all times (of {} correct)",
                       over.baselines.size(), digits(over.faster), counted(over.withAll, "result"),
                       over.withAll == 1 ? "has" : "have", digits(over.correct));
}

Table baselineTable(const FasterThanAll &over)
{
    Table table;
    table.columns = {{"Baseline", false}, {"Timed", true}, {"Faster", true}, {"Geo. mean", true}};
    const auto add = [&](const std::string &name, std::size_t timed, std::size_t faster,
                         std::optional<double> mean) {
        table.rows.push_back({name, fmt::format("{} of {}", digits(timed), digits(over.correct)),
                              digits(faster), orDash(mean, "{:.2f}×")});
    };
    for (const BaselineRow &each : over.baselines)
        add(each.baseline, each.timed, each.faster, each.geometricMean);
    add("all of them", over.withAll, over.faster, over.worstMean);
    table.caption = "Correct results with a speedup over each baseline. All of them: results with "
                    "all times, faster than the fastest baseline; the mean is of each one's "
                    "smallest speedup.";
    return table;
}

std::vector<std::string> baselineSentences(std::span<const ComparedBaselines> compared)
{
    std::vector<std::string> out;
    for (const auto &[scope, heading, over] : compared) {
        const std::string of = heading.empty() ? std::string() : heading + ": ";
        for (const BaselineRow &each : over.baselines) {
            const std::string mean = each.geometricMean
                ? fmt::format(", geometric mean {:.2f}×", *each.geometricMean)
                : std::string();
            out.push_back(fmt::format("{}{} {}: {} of {} timed, {} faster{}.", of,
                                      of.empty() ? "Over" : "over", each.baseline,
                                      digits(each.timed), digits(over.correct), digits(each.faster),
                                      mean));
        }
        std::string all = of + fasterThanAllText(over) + ".";
        if (of.empty())
            all.front() = 'F';
        out.push_back(std::move(all));
    }
    return out;
}

Json baselineJson(const FasterThanAll &over)
{
    Json rows = Json::array();
    for (const BaselineRow &each : over.baselines)
        rows.push_back({{"baseline", each.baseline},
                        {"timed", each.timed},
                        {"faster", each.faster},
                        {"geometric_mean", orNull(each.geometricMean)}});
    return {{"baselines", std::move(rows)},
            {"correct", over.correct},
            {"with_all", over.withAll},
            {"faster_than_all", over.faster},
            {"geometric_mean_of_smallest", orNull(over.worstMean)}};
}

Json scoreboardJson(const Scoreboard &board)
{
    Json rows = Json::array();
    for (const ScoreRow &row : board.rows) {
        Json out = jsonObject(rateColumns(), row.rates);
        out["correct_low"] = row.correct.low;
        out["correct_high"] = row.correct.high;
        if (row.geometricMean) {
            out["geometric_mean_low"] = row.geometricMean->low;
            out["geometric_mean_high"] = row.geometricMean->high;
        }
        for (std::size_t i = 0; i < cellOutcomes; ++i)
            out["outcomes"][std::string(label(static_cast<CellOutcome>(i)))] = row.outcomes[i];
        rows.push_back(std::move(out));
    }
    return {{"tasks", board.tasks},
            {"solved_by_any", board.solvedByAny},
            {"solved_by_all", board.solvedByAll},
            {"rows", rows}};
}

Json categoryJson(std::span<const CategoryRow> rows, const Scoreboard &board)
{
    Json out = Json::array();
    for (const CategoryRow &row : rows)
        out.push_back({{"level", row.level},
                       {"category", row.category},
                       {"tasks", row.tasks},
                       {"correct", byMethod(board, row.correct)},
                       {"judged", byMethod(board, row.judged)}});
    return out;
}

Json failureJson(std::span<const VerdictRow> rows, const Scoreboard &board)
{
    Json out = Json::array();
    for (const VerdictRow &row : rows)
        out.push_back({{"verdict", facts(row.verdict).id},
                       {"cells", byMethod(board, row.cells)},
                       {"all", row.all}});
    return out;
}

Json causeJson(std::span<const CauseRow> rows, const Scoreboard &board)
{
    Json out = Json::array();
    for (const CauseRow &row : rows) {
        std::vector<int> counts;
        counts.reserve(row.cells.size());
        for (const std::vector<RowId> &cells : row.cells)
            counts.push_back(static_cast<int>(cells.size()));
        out.push_back({{"cause", row.cause},
                       {"fingerprint", row.fingerprint.text()},
                       {"verdict", facts(row.verdict).id},
                       {"cells", byMethod(board, counts)},
                       {"all", row.all}});
    }
    return out;
}

} // namespace loupe
