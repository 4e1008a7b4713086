// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/metrics/scoreboard.h"

#include "core/analysis/rows/grouping.h"
#include "core/analysis/rows/rowgroups.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <tuple>
#include <unordered_map>

namespace loupe {

namespace {

/// The methods of a population with the values of what it is split by.
std::string seriesOf(const MetricRow &row, const Population &population)
{
    std::string out = groupName(row, GroupBy::Method);
    for (const PopulationCondition &each : population.conditions) {
        if (each.state == PopulationCondition::State::Split)
            out += " · " + groupName(row, each.condition);
    }
    return out;
}

/// The cells of each series.
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

ScoreRow scoreOf(const std::string &name, std::span<const MetricRow> rows,
                 const BootstrapOptions &options)
{
    ScoreRow out;
    out.name = name;
    out.rates = rateTable(rows, GroupBy::All).back();
    out.rates.group = name;
    for (const MetricRow &row : rows)
        ++out.outcomes[static_cast<std::size_t>(cellOutcome(row))];
    out.correct = wilsonLimits(out.rates.correct, out.rates.judged, options.confidence);
    out.geometricMean = geometricMean(rows, options);
    return out;
}

void countSolved(const std::map<std::string, std::vector<MetricRow>> &series, Scoreboard &board)
{
    std::map<NameKey<2>, std::size_t> solvers;
    for (const auto &[name, rows] : series) {
        std::set<NameKey<2>> solved;
        for (const MetricRow &row : rows) {
            if (outcomeOf(row.verdict) == Outcome::Correct)
                solved.insert({row.suite, row.task});
        }
        for (const NameKey<2> &task : solved)
            ++solvers[task];
    }
    board.solvedByAny = solvers.size();
    board.solvedByAll = static_cast<std::size_t>(std::ranges::count_if(
        solvers, [&](const auto &each) { return each.second == series.size(); }));
}

std::unordered_map<std::string, std::size_t> placesOf(const Scoreboard &board)
{
    std::unordered_map<std::string, std::size_t> places;
    for (std::size_t i = 0; i < board.rows.size(); ++i)
        places.emplace(board.rows[i].name, i);
    return places;
}

CategoryRow emptyRow(std::string level, std::string category, std::size_t series)
{
    return {std::move(level), std::move(category), 0, std::vector<int>(series),
            std::vector<int>(series)};
}

/// Gathers the rows of the matrix; tasks count once, however many methods met them.
class MatrixRows
{
public:
    explicit MatrixRows(std::size_t series) : m_series(series) { }

    void add(const MetricRow &row, std::size_t series)
    {
        const int level = row.level.value_or(noLevel);
        addTo({level, true, {}}, row, series);
        addTo({level, false, row.category}, row, series);
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

    void addTo(const Key &key, const MetricRow &row, std::size_t series)
    {
        const std::string level = key.level == noLevel ? "" : "level " + std::to_string(key.level);
        const std::string category = key.isWhole ? "" : groupName(row, GroupBy::Category);
        CategoryRow &found
            = m_rows.try_emplace(key, emptyRow(level, category, m_series)).first->second;
        const Outcome outcome = outcomeOf(row.verdict);
        found.correct[series] += outcome == Outcome::Correct ? 1 : 0;
        found.judged[series] += isJudged(outcome) ? 1 : 0;
        if (m_tasks[key].insert({row.suite, row.task}).second)
            ++found.tasks;
    }

    std::size_t m_series;
    std::map<Key, CategoryRow> m_rows;
    std::map<Key, std::set<NameKey<2>>> m_tasks;
};

} // namespace

CellOutcome cellOutcome(const MetricRow &row)
{
    switch (outcomeOf(row.verdict)) {
    case Outcome::Correct:
        if (const auto speedup = usableSpeedup(row))
            return *speedup > 1 ? CellOutcome::CorrectFaster : CellOutcome::CorrectSlower;
        return CellOutcome::CorrectUntimed;
    case Outcome::Wrong:
        return CellOutcome::Wrong;
    case Outcome::Crash:
        return CellOutcome::Crash;
    case Outcome::NoBuild:
        return CellOutcome::NoBuild;
    case Outcome::Timeout:
        return CellOutcome::Timeout;
    case Outcome::Skipped:
    case Outcome::Unknown:
    case Outcome::InfraError:
        break;
    }
    return CellOutcome::NotJudged;
}

std::string_view label(CellOutcome outcome)
{
    constexpr std::array<std::string_view, cellOutcomes> labels{
        "correct, faster", "correct, slower", "correct, not timed", "wrong result",
        "crash",           "no build",        "time-out",           "not judged"};
    return labels[static_cast<std::size_t>(outcome)];
}

Scoreboard scoreboard(const Population &population, const BootstrapOptions &options)
{
    const auto series = seriesRows(population);
    Scoreboard out;
    out.tasks = population.tasks;
    for (const auto &[name, rows] : series)
        out.rows.push_back(scoreOf(name, rows, options));
    std::ranges::stable_sort(out.rows, [](const ScoreRow &a, const ScoreRow &b) {
        return a.rates.correct > b.rates.correct;
    });
    countSolved(series, out);
    for (const MetricRow &cell : population.cells()) {
        out.ofUnsoundTasks += cell.taskSound ? 0 : 1;
        out.timed += usableSpeedup(cell) ? 1 : 0;
    }
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

std::vector<CategoryRow> categoryMatrix(const Population &population, const Scoreboard &board)
{
    const auto places = placesOf(board);
    MatrixRows rows(board.rows.size());
    for (const MetricRow &row : population.cells())
        rows.add(row, places.at(seriesOf(row, population)));
    return rows.finish();
}

std::vector<VerdictRow> failureMatrix(const Population &population, const Scoreboard &board)
{
    const auto places = placesOf(board);
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

std::vector<RowId> cellsOf(const Population &population, const ScoreRow &score,
                           const std::function<bool(const MetricRow &)> &counts)
{
    std::vector<RowId> out;
    for (const MetricRow &row : population.cells()) {
        if (seriesOf(row, population) == score.name && counts(row))
            out.push_back(row.id);
    }
    return out;
}

} // namespace loupe
