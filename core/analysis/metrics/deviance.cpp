// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/metrics/deviance.h"

#include "core/analysis/rows/grouping.h"
#include "core/analysis/rows/rowgroups.h"
#include "core/analysis/statistics/bootstrap.h"
#include "core/analysis/statistics/logisticregression.h"
#include "core/analysis/statistics/randomstream.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <boost/math/special_functions/gamma.hpp>

namespace loupe {

namespace {

/// Maximum number of draws of all permutations together: less than a second on one core.
constexpr double maxDraws = 6e7;
constexpr int fewestPermutations = 99;

/// Marks a level that no row has.
constexpr std::uint32_t noLevel = ~0U;

/// Judged rows as numbers: level of each factor, task, success.
struct OutcomeRows {
    OutcomeTable table;
    std::vector<std::uint32_t> firstOf;
    std::vector<std::uint32_t> secondOf;
    std::vector<std::uint32_t> taskOf;
    std::vector<std::uint8_t> isSuccess;
    std::size_t tasks = 0;
};

double residualDeviance(const std::vector<OutcomeCell> &levels)
{
    double out = 0;
    for (const OutcomeCell &level : levels)
        out += binomialDeviance(level);
    return out;
}

/// The rows grouped by task.
struct Clusters {
    std::vector<std::uint32_t> levels; ///< of the rows, task by task
    std::vector<std::size_t> starts;   ///< of each task, and the end
    std::vector<std::uint32_t> successes;
    bool haveOneLevel = true; ///< true if each task has one level
};

Clusters clustersOf(const OutcomeRows &rows, std::span<const std::uint32_t> levelOf)
{
    Clusters out;
    out.starts.assign(rows.tasks + 1, 0);
    out.successes.assign(rows.tasks, 0);
    for (std::size_t i = 0; i < rows.taskOf.size(); ++i) {
        ++out.starts[rows.taskOf[i] + 1];
        out.successes[rows.taskOf[i]] += rows.isSuccess[i];
    }
    std::partial_sum(out.starts.begin(), out.starts.end(), out.starts.begin());
    out.levels.resize(levelOf.size());
    std::vector<std::size_t> next = out.starts;
    for (std::size_t i = 0; i < rows.taskOf.size(); ++i)
        out.levels[next[rows.taskOf[i]]++] = levelOf[i];
    for (std::size_t task = 0; task < rows.tasks; ++task) {
        for (std::size_t i = out.starts[task] + 1; i < out.starts[task + 1]; ++i)
            out.haveOneLevel = out.haveOneLevel && out.levels[i] == out.levels[i - 1];
    }
    return out;
}

/// Permutes the levels among the tasks.
void dealAmongTasks(const Clusters &clusters, RandomStream &random,
                    std::vector<std::uint32_t> &order, std::vector<OutcomeCell> &levels)
{
    const auto tasks = static_cast<std::uint32_t>(order.size());
    std::iota(order.begin(), order.end(), 0U);
    for (std::uint32_t i = 0; i < tasks; ++i) {
        std::swap(order[i], order[i + random.below(tasks - i)]);
        OutcomeCell &level = levels[clusters.levels[clusters.starts[order[i]]]];
        level.trials += static_cast<double>(clusters.starts[i + 1] - clusters.starts[i]);
        level.successes += clusters.successes[i];
    }
}

/// Permutes the successes of each task among its rows. `levels` contains their trials.
void dealWithinTasks(const Clusters &clusters, RandomStream &random,
                     std::vector<std::uint32_t> &shuffled, std::vector<OutcomeCell> &levels)
{
    shuffled = clusters.levels;
    for (std::size_t task = 0; task + 1 < clusters.starts.size(); ++task) {
        std::uint32_t *mine = shuffled.data() + clusters.starts[task];
        const auto count
            = static_cast<std::uint32_t>(clusters.starts[task + 1] - clusters.starts[task]);
        const std::uint32_t successes = clusters.successes[task];
        // Draws the rarer outcome. If that is failure, all rows are successes before.
        const bool drawSuccess = successes * 2 <= count;
        const std::uint32_t draws = drawSuccess ? successes : count - successes;
        for (std::uint32_t i = 0; i < draws; ++i) {
            std::swap(mine[i], mine[i + random.below(count - i)]);
            if (drawSuccess)
                levels[mine[i]].successes += 1;
        }
        for (std::uint32_t i = draws; i < count && !drawSuccess; ++i)
            levels[mine[i]].successes += 1;
    }
}

bool isSuccessOf(DevianceOf of, Outcome outcome)
{
    return of == DevianceOf::Correct ? outcome == Outcome::Correct
                                     : isJudged(outcome) && outcome != Outcome::NoBuild;
}

/// Converts rows. If `options.withoutZero`, excludes rows of levels of the second factor without a
/// success, and lists these levels in `leftOut`.
OutcomeRows outcomeRows(std::span<const MetricRow> rows, const DevianceOptions &options,
                        std::vector<std::string> &leftOut)
{
    const RowGroups first = rowGroups(rows, options.first);
    const RowGroups second = rowGroups(rows, options.second);
    const RowTasks tasks = rowTasks(rows);
    std::vector<double> judged(second.names.size());
    std::vector<double> solved(second.names.size());
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const Outcome outcome = outcomeOf(rows[i].verdict);
        judged[second.groupOf[i]] += isJudged(outcome) ? 1 : 0;
        solved[second.groupOf[i]] += isSuccessOf(options.of, outcome) ? 1 : 0;
    }
    OutcomeRows out;
    out.table.firstName = name(options.first);
    out.table.secondName = name(options.second);
    std::vector<std::uint32_t> firstLevel(first.names.size(), noLevel);
    std::vector<std::uint32_t> secondLevel(second.names.size(), noLevel);
    std::vector<std::uint32_t> taskNumber(tasks.count, noLevel);
    for (std::size_t level = 0; level < second.names.size(); ++level) {
        if (judged[level] > 0 && solved[level] == 0 && options.withoutZero) {
            leftOut.push_back(second.names[level]);
        } else if (judged[level] > 0) {
            secondLevel[level] = static_cast<std::uint32_t>(out.table.second.size());
            out.table.second.push_back(second.names[level]);
        }
    }
    const auto isUsed = [&](std::size_t i) {
        return isJudged(outcomeOf(rows[i].verdict)) && secondLevel[second.groupOf[i]] != noLevel;
    };
    std::vector<bool> hasRows(first.names.size());
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (isUsed(i))
            hasRows[first.groupOf[i]] = true;
    }
    for (std::size_t level = 0; level < first.names.size(); ++level) {
        if (!hasRows[level])
            continue;
        firstLevel[level] = static_cast<std::uint32_t>(out.table.first.size());
        out.table.first.push_back(first.names[level]);
    }
    out.table.cells.resize(out.table.first.size() * out.table.second.size());
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (!isUsed(i))
            continue;
        const bool isSuccess = isSuccessOf(options.of, outcomeOf(rows[i].verdict));
        std::uint32_t &task = taskNumber[tasks.taskOf[i]];
        if (task == noLevel)
            task = static_cast<std::uint32_t>(out.tasks++);
        out.firstOf.push_back(firstLevel[first.groupOf[i]]);
        out.secondOf.push_back(secondLevel[second.groupOf[i]]);
        out.taskOf.push_back(task);
        out.isSuccess.push_back(isSuccess ? 1 : 0);
        OutcomeCell &cell
            = out.table.cells[out.firstOf.back() * out.table.second.size() + out.secondOf.back()];
        cell.trials += 1;
        cell.successes += isSuccess ? 1 : 0;
    }
    return out;
}

/// The deviance that permutations of one factor explain.
struct PermutedDeviance {
    double meanShare = 0.0;
    double p = 1.0; ///< (1 + permutations at least as good) / (1 + permutations)
    int permutations = 0;
    bool isAmongTasks = false; ///< else outcomes are permuted within tasks
};

/// Permutes one factor with `levels` levels; `levelOf` as in OutcomeRows.
PermutedDeviance permutedDeviance(const OutcomeRows &rows, std::span<const std::uint32_t> levelOf,
                                  std::size_t levels, const DevianceOptions &options)
{
    const Clusters clusters = clustersOf(rows, levelOf);
    std::vector<OutcomeCell> observed(levels);
    OutcomeCell all;
    for (std::size_t i = 0; i < levelOf.size(); ++i) {
        observed[levelOf[i]].trials += 1;
        observed[levelOf[i]].successes += rows.isSuccess[i];
        all.trials += 1;
        all.successes += rows.isSuccess[i];
    }
    const double null = binomialDeviance(all);
    PermutedDeviance out;
    out.isAmongTasks = clusters.haveOneLevel;
    const double draws = static_cast<double>(out.isAmongTasks ? rows.tasks : rows.taskOf.size());
    out.permutations
        = std::min(options.permutations,
                   std::max(fewestPermutations, static_cast<int>(maxDraws / std::max(1.0, draws))));
    if (out.permutations < 1 || !(null > 0))
        return out;
    // Values that differ only by rounding count as equal.
    const double enough = null - residualDeviance(observed) - 1e-9 * null;
    std::vector<double> explained(static_cast<std::size_t>(out.permutations));
    forEachResample(out.permutations, options.threads, [&](int begin, int end) {
        std::vector<std::uint32_t> order(rows.tasks);
        std::vector<std::uint32_t> shuffled;
        for (int permutation = begin; permutation < end; ++permutation) {
            RandomStream random(options.seed, static_cast<std::uint64_t>(permutation));
            std::vector<OutcomeCell> dealt(levels);
            if (out.isAmongTasks) {
                dealAmongTasks(clusters, random, order, dealt);
            } else {
                for (std::size_t level = 0; level < levels; ++level)
                    dealt[level].trials = observed[level].trials;
                dealWithinTasks(clusters, random, shuffled, dealt);
            }
            explained[static_cast<std::size_t>(permutation)] = null - residualDeviance(dealt);
        }
    });
    int asGood = 0;
    for (const double each : explained) {
        out.meanShare += each / null / out.permutations;
        asGood += each >= enough ? 1 : 0;
    }
    out.p = static_cast<double>(1 + asGood) / (1 + out.permutations);
    return out;
}

/// Returns P(chi square with `degrees` >= value).
double chiSquareTail(double value, int degrees)
{
    if (degrees <= 0 || !(value > 0))
        return 1.0;
    return boost::math::gamma_q(degrees / 2.0, value / 2.0);
}

bool isCertain(OutcomeCell cell)
{
    return cell.trials > 0 && (cell.successes <= 0 || cell.successes >= cell.trials);
}

ExplainedDeviance explainedBy(std::string model, int levels, int degrees, double explained,
                              double null)
{
    ExplainedDeviance out;
    out.model = std::move(model);
    out.levels = levels;
    out.degrees = degrees;
    out.explained = std::max(0.0, explained);
    if (null > 0) {
        out.share = out.explained / null;
        out.adjusted = (out.explained - 2.0 * degrees) / null;
    }
    if (degrees > 0)
        out.perDegree = out.explained / degrees;
    out.p = chiSquareTail(out.explained, degrees);
    return out;
}

/// The levels that remain in the regression.
struct ActiveLevels {
    std::vector<bool> first;
    std::vector<bool> second;
};

ActiveLevels allLevels(const OutcomeTable &table)
{
    return {std::vector<bool>(table.first.size(), true),
            std::vector<bool>(table.second.size(), true)};
}

OutcomeCell activeTotal(const OutcomeTable &table, const ActiveLevels &active, bool ofFirst,
                        std::size_t level)
{
    OutcomeCell out;
    const std::size_t others = ofFirst ? table.second.size() : table.first.size();
    for (std::size_t other = 0; other < others; ++other) {
        if (!(ofFirst ? active.second : active.first)[other])
            continue;
        const std::size_t place
            = ofFirst ? level * table.second.size() + other : other * table.second.size() + level;
        out.trials += table.cells[place].trials;
        out.successes += table.cells[place].successes;
    }
    return out;
}

/// Computes one factor from the totals of its levels.
ExplainedDeviance closedForm(const OutcomeTable &table, bool ofFirst, double null)
{
    const ActiveLevels all = allLevels(table);
    const std::vector<std::string> &names = ofFirst ? table.first : table.second;
    double residual = 0;
    int levels = 0;
    std::vector<std::string> certain;
    for (std::size_t level = 0; level < names.size(); ++level) {
        const OutcomeCell total = activeTotal(table, all, ofFirst, level);
        residual += binomialDeviance(total);
        levels += total.trials > 0 ? 1 : 0;
        if (isCertain(total))
            certain.push_back(names[level]);
    }
    ExplainedDeviance out = explainedBy(ofFirst ? table.firstName : table.secondName, levels,
                                        std::max(0, levels - 1), null - residual, null);
    out.separatedLevels = std::move(certain);
    return out;
}

/// Repeatedly removes levels that never or always succeed. Their coefficients are infinite at the
/// maximum likelihood, so they fit exactly and do not affect the others.
ActiveLevels withoutCertainLevels(const OutcomeTable &table, std::vector<std::string> &certain)
{
    ActiveLevels active = allLevels(table);
    bool again = true;
    while (again) {
        again = false;
        for (const bool ofFirst : {true, false}) {
            std::vector<bool> &levels = ofFirst ? active.first : active.second;
            for (std::size_t level = 0; level < levels.size(); ++level) {
                const OutcomeCell total = activeTotal(table, active, ofFirst, level);
                if (!levels[level] || (total.trials > 0 && !isCertain(total)))
                    continue;
                levels[level] = false;
                again = true;
                if (total.trials > 0)
                    certain.push_back(ofFirst ? table.first[level] : table.second[level]);
            }
        }
    }
    return active;
}

/// Builds the design matrix: a column for the mean, then one per level except the first of each
/// factor.
Eigen::MatrixXd additiveDesign(const OutcomeTable &table, const ActiveLevels &active,
                               Eigen::VectorXd &trials, Eigen::VectorXd &successes)
{
    const auto placesFrom = [](const std::vector<bool> &levels, Eigen::Index next) {
        std::vector<Eigen::Index> out(levels.size(), -1);
        bool isReference = true;
        for (std::size_t level = 0; level < levels.size(); ++level) {
            if (levels[level] && !isReference)
                out[level] = next++;
            isReference = isReference && !levels[level];
        }
        out.push_back(next);
        return out;
    };
    const std::vector<Eigen::Index> first = placesFrom(active.first, 1);
    const std::vector<Eigen::Index> second = placesFrom(active.second, first.back());
    const auto rows = static_cast<Eigen::Index>(table.cells.size());
    Eigen::MatrixXd design = Eigen::MatrixXd::Zero(rows, second.back());
    trials = Eigen::VectorXd::Zero(rows);
    successes = Eigen::VectorXd::Zero(rows);
    for (Eigen::Index row = 0; row < rows; ++row) {
        const std::size_t i = static_cast<std::size_t>(row) / table.second.size();
        const std::size_t j = static_cast<std::size_t>(row) % table.second.size();
        if (!active.first[i] || !active.second[j])
            continue;
        trials[row] = table.cells[static_cast<std::size_t>(row)].trials;
        successes[row] = table.cells[static_cast<std::size_t>(row)].successes;
        design(row, 0) = 1;
        if (first[i] >= 0)
            design(row, first[i]) = 1;
        if (second[j] >= 0)
            design(row, second[j]) = 1;
    }
    return design;
}

/// Returns the degrees of freedom of the additive model beyond the mean, including removed levels.
int additiveDegrees(const OutcomeTable &table)
{
    Eigen::VectorXd trials;
    Eigen::VectorXd successes;
    const Eigen::MatrixXd design = additiveDesign(table, allLevels(table), trials, successes);
    // Half of the trials as successes, because only the rank matters.
    return std::max(0, fitLogistic(design, trials, trials / 2).rank - 1);
}

ExplainedDeviance additive(const OutcomeTable &table, double null)
{
    std::vector<std::string> certain;
    const ActiveLevels active = withoutCertainLevels(table, certain);
    const bool isEmpty
        = std::find(active.first.begin(), active.first.end(), true) == active.first.end();
    LogisticFit fit;
    if (!isEmpty) {
        Eigen::VectorXd trials;
        Eigen::VectorXd successes;
        const Eigen::MatrixXd design = additiveDesign(table, active, trials, successes);
        fit = fitLogistic(design, trials, successes);
    }
    ExplainedDeviance out = explainedBy(table.firstName + " + " + table.secondName,
                                        static_cast<int>(table.first.size() + table.second.size()),
                                        additiveDegrees(table), null - fit.deviance, null);
    out.separatedLevels = std::move(certain);
    out.isSeparated = fit.isSeparated;
    return out;
}

ExplainedDeviance given(const ExplainedDeviance &both, const ExplainedDeviance &other,
                        const std::string &factor, const std::string &otherFactor, int levels,
                        double null)
{
    return explainedBy(factor + " given " + otherFactor, levels,
                       std::max(0, both.degrees - other.degrees), both.explained - other.explained,
                       null);
}

void addPermutations(const OutcomeRows &rows, const std::vector<std::uint32_t> &levelOf,
                     std::size_t levels, const DevianceOptions &options, ExplainedDeviance &factor)
{
    const PermutedDeviance permuted = permutedDeviance(rows, levelOf, levels, options);
    factor.permutations = permuted.permutations;
    factor.permuted = permuted.isAmongTasks ? "levels among tasks" : "outcomes within tasks";
    factor.permutedShare = permuted.meanShare;
    factor.permutedP = permuted.p;
}

} // namespace

double binomialDeviance(OutcomeCell cell)
{
    if (cell.trials <= 0 || isCertain(cell))
        return 0;
    const double failures = cell.trials - cell.successes;
    return -2
        * (cell.successes * std::log(cell.successes / cell.trials)
           + failures * std::log(failures / cell.trials));
}

DevianceTable devianceTable(const OutcomeTable &table)
{
    DevianceTable out;
    for (const OutcomeCell &cell : table.cells) {
        out.outcomes += cell.trials;
        out.successes += cell.successes;
    }
    out.nullDeviance = binomialDeviance({out.outcomes, out.successes});
    out.first = closedForm(table, true, out.nullDeviance);
    out.second = closedForm(table, false, out.nullDeviance);
    out.both = additive(table, out.nullDeviance);
    out.firstGivenSecond = given(out.both, out.second, table.firstName, table.secondName,
                                 out.first.levels, out.nullDeviance);
    out.secondGivenFirst = given(out.both, out.first, table.secondName, table.firstName,
                                 out.second.levels, out.nullDeviance);
    return out;
}

DevianceTable devianceTable(std::span<const MetricRow> rows, const DevianceOptions &options)
{
    std::vector<std::string> leftOut;
    const OutcomeRows outcomes = outcomeRows(rows, options, leftOut);
    DevianceTable out = devianceTable(outcomes.table);
    out.of = options.of;
    out.leftOut = std::move(leftOut);
    if (options.permutations > 0 && out.nullDeviance > 0) {
        addPermutations(outcomes, outcomes.firstOf, outcomes.table.first.size(), options,
                        out.first);
        addPermutations(outcomes, outcomes.secondOf, outcomes.table.second.size(), options,
                        out.second);
    }
    return out;
}

} // namespace loupe
