// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/asking/budgetcurve.h"

#include <algorithm>
#include <map>

namespace loupe {

namespace {

/// Accumulates the curve of one method from its tasks.
class CurveBuilder
{
public:
    explicit CurveBuilder(std::span<const FastPThreshold> thresholds) : m_thresholds(thresholds) { }

    void add(const SampledTask &task, BudgetUnit unit)
    {
        ++m_out.tasks;
        const std::vector<SpentRound> rounds = spentRounds(task, unit);
        for (const SpentRound &each : rounds) {
            const bool isCorrect = each.round->outcome == Outcome::Correct;
            m_correct += isCorrect ? 1 : 0;
            m_timed += isCorrect && each.round->speedup ? 1 : 0;
        }
        const std::optional<double> spent = spentOnTask(rounds);
        if (!spent)
            return;
        ++m_out.known;
        m_out.most = std::max(m_out.most, *spent);
        bool isSolved = false;
        std::vector<bool> isReached(m_thresholds.size(), false);
        for (const SpentRound &each : rounds) {
            if (each.round->outcome != Outcome::Correct || !each.spent)
                continue;
            Rise &rise = riseAt(*each.spent);
            rise.correct += isSolved ? 0 : 1;
            isSolved = true;
            for (std::size_t i = 0; i < m_thresholds.size(); ++i) {
                const bool isNew = !isReached[i] && isFast(*each.round, m_thresholds[i]);
                rise.fast[i] += isNew ? 1 : 0;
                isReached[i] = isReached[i] || isNew;
            }
        }
    }

    BudgetCurve done(Name method)
    {
        m_out.method = method;
        m_out.isSpeedKnown = m_correct == 0 || m_timed > 0;
        BudgetPoint sum{0.0, 0, std::vector<int>(m_thresholds.size(), 0)};
        for (const auto &[budget, rise] : m_rises) {
            const BudgetPoint before = sum;
            sum.budget = budget;
            sum.correct += rise.correct;
            for (std::size_t i = 0; i < sum.fast.size(); ++i)
                sum.fast[i] += rise.fast[i];
            if (sum.correct != before.correct || sum.fast != before.fast)
                m_out.points.push_back(sum);
        }
        return m_out;
    }

private:
    struct Rise {
        int correct = 0;
        std::vector<int> fast;
    };
    Rise &riseAt(double budget)
    {
        Rise &rise = m_rises[budget];
        rise.fast.resize(m_thresholds.size());
        return rise;
    }

    std::span<const FastPThreshold> m_thresholds;
    BudgetCurve m_out;
    std::map<double, Rise> m_rises; ///< by budget
    int m_correct = 0;
    int m_timed = 0;
};

} // namespace

std::vector<BudgetCurve> budgetCurves(const AskedPopulation &asked, BudgetUnit unit,
                                      std::span<const FastPThreshold> thresholds)
{
    std::vector<BudgetCurve> out;
    for (const std::span<const AskedSample> samples : asked.byMethod()) {
        CurveBuilder builder(thresholds);
        for (const SampledTask &task : sampledTasks(samples))
            builder.add(task, unit);
        out.push_back(builder.done(samples.front().method));
    }
    return out;
}

} // namespace loupe
