// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/metrics/deviance.h"

#include "core/analysis/metrics/devianceoutcomes.h"
#include "core/analysis/statistics/logisticregression.h"

#include <algorithm>
#include <cmath>

#include <boost/math/special_functions/gamma.hpp>

namespace loupe {

namespace {

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

/// Computes one factor from the totals of its levels.
ExplainedDeviance closedForm(const std::string &model, const std::vector<std::string> &levelNames,
                             const std::vector<OutcomeCell> &totals, double null)
{
    double residual = 0;
    int levels = 0;
    std::vector<std::string> certain;
    for (std::size_t i = 0; i < totals.size(); ++i) {
        residual += binomialDeviance(totals[i]);
        levels += totals[i].trials > 0 ? 1 : 0;
        if (isCertain(totals[i]))
            certain.push_back(levelNames[i]);
    }
    ExplainedDeviance out
        = explainedBy(model, levels, std::max(0, levels - 1), null - residual, null);
    out.separatedLevels = std::move(certain);
    return out;
}

/// The levels that remain in the regression.
struct ActiveLevels {
    std::vector<bool> first;
    std::vector<bool> second;
};

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

/// Repeatedly removes levels that never or always succeed. Their coefficients are infinite at the
/// maximum likelihood, so they fit exactly and do not affect the others.
ActiveLevels withoutCertainLevels(const OutcomeTable &table, std::vector<std::string> &certain)
{
    ActiveLevels active{std::vector<bool>(table.first.size(), true),
                        std::vector<bool>(table.second.size(), true)};
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
    const ActiveLevels all{std::vector<bool>(table.first.size(), true),
                           std::vector<bool>(table.second.size(), true)};
    const Eigen::MatrixXd design = additiveDesign(table, all, trials, successes);
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

OutcomeTable withoutZeroLevels(const OutcomeTable &table, std::vector<std::string> &leftOut)
{
    OutcomeTable out = table;
    out.second.clear();
    out.cells.clear();
    std::vector<std::size_t> kept;
    for (std::size_t level = 0; level < table.second.size(); ++level) {
        const OutcomeCell total = table.secondTotal(level);
        if (total.trials > 0 && total.successes <= 0) {
            leftOut.push_back(table.second[level]);
        } else {
            kept.push_back(level);
            out.second.push_back(table.second[level]);
        }
    }
    for (std::size_t i = 0; i < table.first.size(); ++i) {
        for (const std::size_t j : kept)
            out.cells.push_back(table.cells[i * table.second.size() + j]);
    }
    return out;
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

DevianceTable devianceTable(const OutcomeTable &outcomes, bool withoutZero)
{
    DevianceTable out;
    const OutcomeTable table = withoutZero ? withoutZeroLevels(outcomes, out.leftOut) : outcomes;
    for (const OutcomeCell &cell : table.cells) {
        out.outcomes += cell.trials;
        out.successes += cell.successes;
    }
    out.nullDeviance = binomialDeviance({out.outcomes, out.successes});
    std::vector<OutcomeCell> firstTotals;
    for (std::size_t level = 0; level < table.first.size(); ++level)
        firstTotals.push_back(table.firstTotal(level));
    std::vector<OutcomeCell> secondTotals;
    for (std::size_t level = 0; level < table.second.size(); ++level)
        secondTotals.push_back(table.secondTotal(level));
    out.first = closedForm(table.firstName, table.first, firstTotals, out.nullDeviance);
    out.second = closedForm(table.secondName, table.second, secondTotals, out.nullDeviance);
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
    DevianceTable out = devianceTable(outcomes.table, false);
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
