// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/metrics/scoreboard.h"

#include "core/analysis/population/rowindex.h"
#include "core/analysis/rows/grouping.h"
#include "core/analysis/rows/rowgroups.h"
#include "core/model/saved/filteredit.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <map>
#include <set>
#include <tuple>

namespace loupe {

namespace {

/// Groups the cells by series.
std::map<std::string, std::vector<MetricRow>> seriesRows(const Population &population)
{
    std::map<std::string, std::vector<MetricRow>> out;
    for (const MetricRow &row : population.cells())
        out[seriesOf(row, population)].push_back(row);
    return out;
}

std::optional<Interval> geometricMean(std::span<const MetricRow> rows,
                                      const BootstrapOptions &options)
{
    enum Sum : std::size_t { TimedRows, LogSpeedups, Sums };
    const RowTasks tasks = rowTasks(rows);
    ClusterSums sums(tasks.count, Sums);
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (const auto speedup = usableSpeedup(rows[i])) {
            sums.add(tasks.taskOf[i], TimedRows, 1);
            sums.add(tasks.taskOf[i], LogSpeedups, std::log(*speedup));
        }
    }
    const SumStatistic mean
        = [](std::span<const double> of) { return std::exp(of[LogSpeedups] / of[TimedRows]); };
    return bootstrap(sums, std::span(&mean, 1), options).front();
}

/// Returns the cell's value of each condition whose values are separate series.
std::vector<std::pair<GroupBy, std::string>> splitValues(const MetricRow &cell,
                                                         const Population &population)
{
    std::vector<std::pair<GroupBy, std::string>> out;
    for (const PopulationCondition &each : population.conditions) {
        if (each.state == PopulationCondition::State::Split)
            out.emplace_back(each.condition, groupName(cell, each.condition));
    }
    return out;
}

ScoreRow scoreOf(const std::string &name, std::span<const MetricRow> rows,
                 const Population &population, const BootstrapOptions &options)
{
    ScoreRow out;
    out.name = name;
    out.method = groupName(rows.front(), GroupBy::Method);
    out.conditions = splitValues(rows.front(), population);
    out.rates = rateTable(rows, GroupBy::All).back();
    out.rates.group = name;
    for (const MetricRow &row : rows)
        ++out.outcomes[static_cast<std::size_t>(cellOutcome(row))];
    out.correct = wilsonLimits(out.rates.correct, out.rates.judged, options.confidence);
    out.geometricMean = geometricMean(rows, options);
    return out;
}

void countSolved(const Population &population, Scoreboard &board)
{
    const std::span<const MetricRow> cells = population.cells();
    const TaskContents contents = taskContents(cells);
    const auto places = board.places();
    std::map<NameKey<3>, std::set<std::size_t>> solvers;
    for (std::size_t i = 0; i < cells.size(); ++i) {
        if (outcomeOf(cells[i].verdict) == Outcome::Correct)
            solvers[{cells[i].suite, cells[i].task, contents.hashOf[i]}].insert(
                places.at(seriesOf(cells[i], population)));
    }
    board.solvedByAny = solvers.size();
    board.solvedByAll = static_cast<std::size_t>(std::ranges::count_if(
        solvers, [&](const auto &each) { return each.second.size() == board.rows.size(); }));
}

CategoryRow emptyRow(const MetricRow &cell, bool isWhole, std::size_t series)
{
    return {cell.level,
            cell.level ? groupName(cell, GroupBy::Level) : std::string(),
            isWhole ? std::string() : groupName(cell, GroupBy::Category),
            0,
            std::vector<int>(series),
            std::vector<int>(series)};
}

/// Builds the rows of the matrix; a task counts once, however many methods have it.
class MatrixRows
{
public:
    explicit MatrixRows(std::size_t series) : m_series(series) { }

    void add(const MetricRow &row, Name content, std::size_t series)
    {
        const int level = row.level.value_or(noLevel);
        addTo({level, true, {}}, row, content, series);
        addTo({level, false, row.category}, row, content, series);
    }

    std::vector<CategoryRow> finish()
    {
        std::vector<std::pair<Key, CategoryRow>> sorted(m_rows.begin(), m_rows.end());
        std::ranges::stable_sort(sorted, [](const auto &a, const auto &b) {
            if (a.first.level != b.first.level)
                return a.first.level < b.first.level;
            if (a.first.isWhole != b.first.isWhole)
                return a.first.isWhole;
            return a.second.tasks > b.second.tasks;
        });
        std::vector<CategoryRow> out;
        out.reserve(sorted.size());
        for (auto &[key, row] : sorted)
            out.push_back(std::move(row));
        return out;
    }

private:
    static constexpr int noLevel = -1;
    struct Key {
        int level;
        bool isWhole;
        Name category;
        friend bool operator<(const Key &a, const Key &b)
        {
            return std::tie(a.level, a.isWhole, a.category)
                < std::tie(b.level, b.isWhole, b.category);
        }
    };

    void addTo(const Key &key, const MetricRow &row, Name content, std::size_t series)
    {
        CategoryRow &found
            = m_rows.try_emplace(key, emptyRow(row, key.isWhole, m_series)).first->second;
        const Outcome outcome = outcomeOf(row.verdict);
        found.correct[series] += outcome == Outcome::Correct ? 1 : 0;
        found.judged[series] += isJudged(outcome) ? 1 : 0;
        if (m_tasks[key].insert({row.suite, row.task, content}).second)
            ++found.tasks;
    }

    std::size_t m_series;
    std::map<Key, CategoryRow> m_rows;
    std::map<Key, std::set<NameKey<3>>> m_tasks;
};

} // namespace

Outcome outcomeOf(CellOutcome outcome)
{
    constexpr std::array<Outcome, cellOutcomes> outcomes{
        Outcome::Correct, Outcome::Correct, Outcome::Correct, Outcome::Flagged, Outcome::Wrong,
        Outcome::Crash,   Outcome::NoBuild, Outcome::Timeout, Outcome::Unknown};
    return outcomes[static_cast<std::size_t>(outcome)];
}

CellOutcome cellOutcome(const MetricRow &row)
{
    const Outcome outcome = outcomeOf(row.verdict);
    if (outcome == Outcome::Correct) {
        const auto speedup = usableSpeedup(row);
        if (!speedup)
            return CellOutcome::CorrectUntimed;
        return *speedup > 1 ? CellOutcome::CorrectFaster : CellOutcome::CorrectSlower;
    }
    for (const CellOutcome each : {CellOutcome::Flagged, CellOutcome::Wrong, CellOutcome::Crash,
                                   CellOutcome::NoBuild, CellOutcome::Timeout}) {
        if (outcomeOf(each) == outcome)
            return each;
    }
    return CellOutcome::NotJudged;
}

std::string_view label(CellOutcome outcome)
{
    constexpr std::array<std::string_view, cellOutcomes> labels{
        "correct, faster",    "correct, not faster",
        "correct, not timed", "flagged",
        "wrong result",       "crash",
        "no build",           "time-out",
        "not judged"};
    return labels[static_cast<std::size_t>(outcome)];
}

Scoreboard scoreboard(const Population &population, const BootstrapOptions &options)
{
    const auto series = seriesRows(population);
    Scoreboard out;
    out.tasks = population.tasks;
    for (const auto &[name, rows] : series)
        out.rows.push_back(scoreOf(name, rows, population, options));
    std::ranges::stable_sort(out.rows, [](const ScoreRow &a, const ScoreRow &b) {
        return a.rates.correct > b.rates.correct;
    });
    countSolved(population, out);
    for (const MetricRow &cell : population.cells()) {
        out.ofUnsoundTasks += cell.taskSound ? 0 : 1;
        out.timed += usableSpeedup(cell) ? 1 : 0;
    }
    return out;
}

std::string seriesOf(const MetricRow &cell, const Population &population)
{
    std::string out = groupName(cell, GroupBy::Method);
    for (const auto &condition : splitValues(cell, population)) {
        out += " · ";
        out += condition.second;
    }
    return out;
}

std::unordered_map<std::string, std::size_t> Scoreboard::places() const
{
    std::unordered_map<std::string, std::size_t> out;
    for (std::size_t i = 0; i < rows.size(); ++i)
        out.emplace(rows[i].name, i);
    return out;
}

double Scoreboard::shareOfTasks(int count) const
{
    return count / std::max(static_cast<double>(tasks), 1.0);
}

int Scoreboard::unmet(const ScoreRow &row) const
{
    return std::max(static_cast<int>(tasks) - row.rates.evaluations, 0);
}

int shareStep(int count, int all)
{
    constexpr int steps = 5;
    if (count <= 0 || all <= 0)
        return 0;
    return std::min((count * steps + all - 1) / all, steps);
}

SolvedShare solvedShare(const CategoryRow &row, std::size_t method)
{
    const double solved = row.correct.at(method);
    return {row.tasks > 0 ? solved / row.tasks : 0.0, wilsonLimits(solved, row.tasks)};
}

std::vector<CategoryRow> categoryMatrix(const Population &population, const Scoreboard &board)
{
    const auto places = board.places();
    const std::span<const MetricRow> cells = population.cells();
    const TaskContents contents = taskContents(cells);
    MatrixRows rows(board.rows.size());
    for (std::size_t i = 0; i < cells.size(); ++i)
        rows.add(cells[i], contents.hashOf[i], places.at(seriesOf(cells[i], population)));
    return rows.finish();
}

std::vector<VerdictRow> failureMatrix(const Population &population, const Scoreboard &board)
{
    const auto places = board.places();
    std::map<Verdict, VerdictRow> found;
    for (const MetricRow &row : population.cells()) {
        if (!isFailure(outcomeOf(row.verdict)))
            continue;
        VerdictRow &out = found[row.verdict];
        out.verdict = row.verdict;
        out.cells.resize(board.rows.size());
        ++out.cells[places.at(seriesOf(row, population))];
        ++out.all;
    }
    std::vector<VerdictRow> out;
    out.reserve(found.size());
    for (auto &[verdict, row] : found)
        out.push_back(std::move(row));
    std::ranges::stable_sort(out, std::greater(), &VerdictRow::all);
    return out;
}

namespace {

/// Converts a group's name to a value of the filter.
std::string valueOf(const std::string &group)
{
    return group == "(none)" ? "none" : group;
}

/// Adds the terms for some outcomes. `status` refers to the verdicts of the runs, so strict ones
/// are listed one by one.
Filter withOutcomes(Filter filter, const Scope &scope, std::initializer_list<Outcome> outcomes)
{
    const auto isAmong
        = [&](Outcome outcome) { return std::ranges::find(outcomes, outcome) != outcomes.end(); };
    const bool hasCorrect = isAmong(Outcome::Correct);
    const bool hasFlagged = isAmong(Outcome::Flagged);
    std::vector<std::string> values;
    if (scope.verdict == CountedVerdict::Strict) {
        for (const VerdictFacts &each : allVerdicts()) {
            const bool isCorrect = each.outcome == Outcome::Correct;
            if (isCorrect ? hasCorrect || hasFlagged : isAmong(each.outcome))
                values.emplace_back(each.id);
        }
        filter = narrowedTo(std::move(filter), "strict", std::move(values));
        if (hasCorrect != hasFlagged && !scope.includeWithheld)
            filter = narrowedTo(std::move(filter), "flagged", {hasFlagged ? "yes" : "no"});
        return filter;
    }
    for (const Outcome outcome : outcomes)
        values.emplace_back(name(outcome));
    if (scope.includeWithheld && hasCorrect && !hasFlagged)
        values.emplace_back(name(Outcome::Flagged));
    return narrowedTo(std::move(filter), "status", std::move(values));
}

Filter withSpeedup(Filter filter, FilterOp comparison, const char *value)
{
    filter.terms.push_back({"speedup", comparison, {value}, false, 0});
    return filter;
}

} // namespace

Filter seriesFilter(Filter filter, const ScoreRow &row)
{
    filter = narrowedTo(std::move(filter), "method", {valueOf(row.method)});
    for (const auto &[condition, group] : row.conditions) {
        std::vector<std::string> values{valueOf(group)};
        if (condition == GroupBy::Baseline && values.front() != "none")
            values.emplace_back("none"); // Failures record no baseline, and belong to each.
        filter = narrowedTo(std::move(filter), std::string(name(condition)), std::move(values));
    }
    return filter;
}

Filter scoreFilter(Filter filter, const Scope &scope, ScoreNumber number)
{
    switch (number) {
    case ScoreNumber::Attempted:
        break;
    case ScoreNumber::Built:
        return withOutcomes(
            std::move(filter), scope,
            {Outcome::Correct, Outcome::Flagged, Outcome::Wrong, Outcome::Crash, Outcome::Timeout});
    case ScoreNumber::Correct:
        return withOutcomes(std::move(filter), scope, {Outcome::Correct});
    case ScoreNumber::Faster:
        return outcomeFilter(std::move(filter), scope, CellOutcome::CorrectFaster);
    case ScoreNumber::Timed:
        return withSpeedup(withOutcomes(std::move(filter), scope, {Outcome::Correct}),
                           FilterOp::Greater, "0");
    }
    return filter;
}

Filter outcomeFilter(Filter filter, const Scope &scope, CellOutcome outcome)
{
    const auto correct = [&] { return withOutcomes(std::move(filter), scope, {Outcome::Correct}); };
    switch (outcome) {
    case CellOutcome::CorrectFaster:
        return withSpeedup(correct(), FilterOp::Greater, "1");
    case CellOutcome::CorrectSlower:
        return withSpeedup(correct(), FilterOp::LessOrEqual, "1");
    case CellOutcome::CorrectUntimed:
        return withSpeedup(correct(), FilterOp::Is, "none");
    case CellOutcome::NotJudged:
        return withOutcomes(std::move(filter), scope,
                            {Outcome::Skipped, Outcome::Unknown, Outcome::InfraError});
    default:
        return withOutcomes(std::move(filter), scope, {outcomeOf(outcome)});
    }
}

Filter categoryFilter(Filter filter, const CategoryRow &row, bool isLevelled)
{
    if (isLevelled)
        filter = narrowedTo(std::move(filter), "level",
                            {row.levelNumber ? std::to_string(*row.levelNumber) : "none"});
    if (!row.category.empty())
        filter = narrowedTo(std::move(filter), "category", {valueOf(row.category)});
    return filter;
}

} // namespace loupe
