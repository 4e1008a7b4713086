// SPDX-License-Identifier: Apache-2.0
#include "tests/core/analysis/plainpopulation.h"

#include "core/analysis/population/conditionvalues.h"
#include "core/analysis/rows/grouping.h"
#include "core/model/record/recordedname.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <utility>

namespace loupe::test {

namespace {

using Texts = std::vector<std::string>;
using Places = std::vector<std::size_t>;

class PlainWork
{
public:
    PlainWork(std::span<const MetricRow> rows, const Scope &scope)
        : m_rows(rows.begin(), rows.end())
        , m_scope(scope)
    {
        for (std::size_t i = 0; i < rows.size(); ++i)
            m_places.push_back(i);
    }

    PlainPopulation done()
    {
        if (m_scope.choice.rule == AttemptRule::AtRound)
            leaveOut(LeftOutReason::OtherRound,
                     [&](std::size_t i) { return m_rows[i].round != m_scope.choice.round; });
        for (const GroupBy condition : scopeConditions)
            m_out.conditions.push_back(settle(condition));
        if (std::ranges::find(m_scope.apart, GroupBy::Run) == m_scope.apart.end())
            leaveOutCopies();
        if (m_baseline)
            takeSpeedups();
        Places speakers = foundSpeakers();
        mergeBaselines(speakers);
        keepSelected(speakers);
        for (const std::size_t i : speakers)
            m_out.cells.push_back(m_rows[i].id.value);
        const bool isFlagging = !m_scope.includeWithheld;
        for (const std::size_t i : speakers)
            m_out.flagged
                += isFlagging && m_rows[i].isWithheld && m_rows[i].verdict == Verdict::Correct;
        std::set<Texts> tasks;
        std::set<std::string> methods;
        for (const std::size_t i : m_places) {
            m_out.observations.push_back(m_rows[i].id.value);
            tasks.insert(taskOf(i));
            methods.insert(m_rows[i].method);
        }
        m_out.tasks = tasks.size();
        m_out.methods = methods.size();
        std::set<Texts> several;
        for (const MetricRow &row : m_rows) {
            if (hashesOf(row).size() > 1)
                several.insert({row.suite, row.task});
        }
        m_out.severalVersions = several.size();
        return std::move(m_out);
    }

private:
    void leaveOut(LeftOutReason reason, const auto &isOut, GroupBy condition = GroupBy::All)
    {
        Places kept;
        for (const std::size_t i : m_places) {
            if (!isOut(i))
                kept.push_back(i);
        }
        if (kept.size() < m_places.size())
            m_out.leftOut.push_back({reason, condition, m_places.size() - kept.size()});
        m_places = kept;
    }

    std::set<std::string> hashesOf(const MetricRow &row) const
    {
        std::set<std::string> out;
        for (const MetricRow &other : m_rows) {
            if (other.suite == row.suite && other.task == row.task && !other.taskHash.empty())
                out.insert(other.taskHash);
        }
        return out;
    }
    Texts taskOf(std::size_t i) const
    {
        const MetricRow &row = m_rows[i];
        const std::set<std::string> hashes = hashesOf(row);
        const std::string hash = hashes.size() == 1 ? *hashes.begin() : row.taskHash.text();
        return {row.suite, row.task, hash};
    }
    Texts cellOf(std::size_t i) const
    {
        Texts out = taskOf(i);
        out.push_back(m_rows[i].method);
        return out;
    }

    static bool isOfSpeedup(GroupBy condition)
    {
        return condition == GroupBy::Device || condition == GroupBy::Clock
            || condition == GroupBy::Baseline;
    }

    std::vector<ConditionValue> valuesOf(GroupBy condition, bool isOfAll) const
    {
        std::set<std::string> values;
        for (const std::size_t i : m_places) {
            const std::string value = conditionOf(m_rows[i], condition);
            if (isRecordedName(value) && (isOfAll || m_rows[i].speedup || !isOfSpeedup(condition)))
                values.insert(value);
        }
        std::vector<ConditionValue> out;
        std::set<std::string> timed;
        for (const std::size_t i : m_places) {
            if (m_rows[i].speedup && condition == GroupBy::Protocol)
                timed.insert(conditionOf(m_rows[i], condition));
        }
        for (const std::string &value : values) {
            std::set<Texts> cells;
            for (const std::size_t i : m_places) {
                if (conditionOf(m_rows[i], condition) == value)
                    cells.insert(cellOf(i));
            }
            out.push_back({value, values.size() > 1 ? cells.size() : 0});
        }
        std::ranges::stable_sort(out, [&](const ConditionValue &a, const ConditionValue &b) {
            return std::tuple(timed.contains(b.value), b.cells, a.value != "eager")
                < std::tuple(timed.contains(a.value), a.cells, b.value != "eager");
        });
        return out;
    }

    PopulationCondition settle(GroupBy condition)
    {
        using Kind = ConditionRule::Kind;
        using State = PopulationCondition::State;
        const ConditionRule rule = m_scope.rule(condition);
        PopulationCondition out;
        out.condition = condition;
        out.values = valuesOf(condition, false);
        const bool isUnasked = out.values.empty() && rule.kind != Kind::Only;
        if (isUnasked)
            out.values = valuesOf(condition, true);
        if (!out.values.empty())
            out.value = out.values.front().value;
        if (rule.kind == Kind::Only)
            out.value = rule.value;
        const bool hasSeveral = out.values.size() > 1;
        if (rule.kind == Kind::Only)
            out.state = State::Only;
        else if (hasSeveral && isUnasked)
            out.state = State::Unasked;
        else if (hasSeveral && rule.kind == Kind::Largest)
            out.state = State::Largest;
        else if (hasSeveral)
            out.state = rule.kind == Kind::Split ? State::Split : State::Pooled;
        const bool isChosen = out.state == State::Only || out.state == State::Largest;
        if (isChosen && condition == GroupBy::Baseline) {
            m_baseline = out.value;
        } else if (isChosen) {
            const auto hasOther = [&](std::size_t i) {
                const std::string value = conditionOf(m_rows[i], condition);
                return isRecordedName(value) && value != out.value;
            };
            const auto saysNothing = [&](std::size_t i) {
                const std::string value = conditionOf(m_rows[i], condition);
                return !isRecordedName(value) && value != out.value && m_rows[i].speedup
                    && (isOfSpeedup(condition) || condition == GroupBy::Precision);
            };
            leaveOut(LeftOutReason::OtherValue, hasOther, condition);
            leaveOut(LeftOutReason::NotRecorded, saysNothing, condition);
        } else if (hasSeveral) {
            out.value.clear();
            if (!isUnasked)
                m_apart.push_back(condition);
        }
        return out;
    }

    auto recordOf(std::size_t i) const
    {
        const MetricRow &row = m_rows[i];
        const auto number = [](std::optional<double> value) { return value.value_or(-1); };
        return std::tuple(cellOf(i), row.sample, row.round, row.verdict, number(row.speedup),
                          number(row.candidateMs), number(row.baselineMs), row.device.text(),
                          row.baseline.text(), row.precision.text(), row.protocol.text());
    }
    bool addsNothing(std::size_t i, std::size_t other) const
    {
        const MetricRow &row = m_rows[i];
        const MetricRow &known = m_rows[other];
        const bool isSameRound
            = cellOf(i) == cellOf(other) && row.sample == known.sample && row.round == known.round;
        const bool isVerdictKnown
            = !isJudged(outcomeOf(row.verdict)) || row.verdict == known.verdict;
        return isSameRound && isVerdictKnown && (!row.speedup || row.speedup == known.speedup)
            && (!row.candidateMs || row.candidateMs == known.candidateMs)
            && (!row.baselineMs || row.baselineMs == known.baselineMs);
    }

    void leaveOutCopies()
    {
        std::map<std::size_t, std::string> firstRunOf; // first run of a later, equal record
        std::set<std::pair<std::string, std::string>> copiedRuns;
        for (const std::size_t i : m_places) {
            const auto first = std::ranges::find_if(
                m_places, [&](std::size_t j) { return recordOf(j) == recordOf(i); });
            const std::string run = m_rows[*first].run;
            if (run == m_rows[i].run.text())
                continue;
            firstRunOf[i] = run;
            if (m_rows[i].candidateMs)
                copiedRuns.emplace(run, m_rows[i].run);
        }
        const auto isCopy = [&](std::size_t i) {
            const std::string run = m_rows[i].run;
            if (firstRunOf.contains(i) && copiedRuns.contains({firstRunOf[i], run}))
                return true;
            return std::ranges::any_of(m_places, [&](std::size_t j) {
                return j < i && copiedRuns.contains({m_rows[j].run, run}) && addsNothing(i, j);
            });
        };
        leaveOut(LeftOutReason::Copy, isCopy);
    }

    /// Returns the places with the maximum of `worthOf`.
    static Places best(const Places &places, const auto &worthOf)
    {
        Places out;
        for (const std::size_t i : places) {
            if (out.empty() || worthOf(i) > worthOf(out.front()))
                out = {i};
            else if (worthOf(i) == worthOf(out.front()))
                out.push_back(i);
        }
        return out;
    }

    std::size_t speakerOf(Places places, const std::map<std::string, int> &runs) const
    {
        const AttemptRule rule = m_scope.choice.rule;
        const bool isBest = rule == AttemptRule::BestRound || rule == AttemptRule::BestSample;
        if (isBest)
            places = withoutReplaced(places);
        places
            = best(places, [&](std::size_t i) { return isJudged(outcomeOf(m_rows[i].verdict)); });
        places = best(places, [&](std::size_t i) { return runs.at(m_rows[i].run); });
        if (rule != AttemptRule::BestSample)
            places = best(places, [&](std::size_t i) { return -m_rows[i].sample; });
        if (isBest) {
            const auto worthOf = [&](std::size_t i) {
                const Outcome outcome = outcomeOf(m_rows[i].verdict);
                return std::tuple(outcome == Outcome::Correct, outcome != Outcome::NoBuild,
                                  usableSpeedup(m_rows[i]).value_or(0));
            };
            return best(places, worthOf).front();
        }
        const int sign = rule == AttemptRule::FirstRound ? -1 : 1;
        return best(places, [&](std::size_t i) { return sign * m_rows[i].round; }).back();
    }

    /// Keeps the last judged attempt of each round, or the first if none was judged.
    Places withoutReplaced(const Places &places) const
    {
        std::map<std::tuple<std::string, int, int>, std::size_t> heard;
        for (const std::size_t i : places) {
            const MetricRow &row = m_rows[i];
            const std::tuple key{row.run.text(), row.sample, row.round};
            if (!heard.contains(key) || isJudged(outcomeOf(row.verdict)))
                heard[key] = i;
        }
        Places out;
        for (const auto &[_, i] : heard)
            out.push_back(i);
        std::ranges::sort(out);
        return out;
    }

    void takeSpeedups()
    {
        std::size_t other = 0;
        std::size_t unknown = 0;
        for (const std::size_t i : m_places) {
            MetricRow &row = m_rows[i];
            if (row.baseline == Name(*m_baseline) || (!row.speedup && !row.baselineMs))
                continue;
            if (row.speedup)
                ++(isRecordedName(row.baseline.text()) ? other : unknown);
            row.speedup = {};
            row.baselineMs = {};
            row.joinedReference = MetricRow::takenSpeedup;
        }
        if (other > 0)
            m_out.leftOut.push_back({LeftOutReason::OtherValue, GroupBy::Baseline, other});
        if (unknown > 0)
            m_out.leftOut.push_back({LeftOutReason::NotRecorded, GroupBy::Baseline, unknown});
    }

    /// Returns the last record of the same attempt over the baseline, if any.
    std::optional<std::size_t> timedOf(std::size_t i) const
    {
        std::optional<std::size_t> out;
        for (const std::size_t j : m_places) {
            const bool isSame = m_cellOf.at(i) == m_cellOf.at(j)
                && m_rows[i].sample == m_rows[j].sample && m_rows[i].round == m_rows[j].round
                && m_rows[i].verdict == m_rows[j].verdict;
            if (isSame && m_rows[j].speedup && m_rows[j].baseline == Name(*m_baseline))
                out = j;
        }
        return out;
    }

    bool isOver(std::size_t i) const
    {
        return m_baseline && m_rows[i].baseline == Name(*m_baseline);
    }

    /// Returns the places of each attempt: the n-th last record over each baseline.
    std::vector<Places> attempts() const
    {
        using Attempt = std::tuple<Texts, int, int, Verdict>;
        std::map<std::pair<Attempt, std::string>, int> records;
        std::map<std::pair<Attempt, int>, Places> found;
        for (auto i = m_places.rbegin(); i != m_places.rend(); ++i) {
            const MetricRow &row = m_rows[*i];
            if (!isRecordedName(row.baseline.text()))
                continue;
            const Attempt attempt{m_cellOf.at(*i), row.sample, row.round, row.verdict};
            const int later = records[{attempt, row.baseline}]++;
            found[{attempt, later}].push_back(*i);
        }
        std::vector<Places> out;
        for (auto &[_, places] : found) {
            std::ranges::sort(places);
            out.push_back(places);
        }
        return out;
    }

    void mergeBaselines(Places &speakers)
    {
        std::map<Texts, std::size_t> speakerOfCell;
        for (std::size_t &i : speakers) {
            const bool isOverAnother = isRecordedName(m_rows[i].baseline.text()) && !isOver(i);
            if (m_baseline && isOverAnother)
                i = timedOf(i).value_or(i);
            speakerOfCell[m_cellOf.at(i)] = i;
        }
        for (const Places &places : attempts()) {
            const std::size_t speaker = speakerOfCell.at(m_cellOf.at(places.front()));
            const std::size_t kept = best(places, [&](std::size_t i) {
                                         return std::tuple(isOver(i), i == speaker,
                                                           m_rows[i].run == m_rows[speaker].run);
                                     }).back();
            const auto isDropped
                = [&](std::size_t i) { return i != kept && std::ranges::count(places, i) > 0; };
            std::ranges::replace_if(speakers, isDropped, kept);
            std::erase_if(m_places, isDropped);
        }
        std::ranges::sort(speakers);
    }

    void keepSelected(Places &speakers)
    {
        std::set<Texts> kept;
        for (const std::size_t i : speakers) {
            if (m_rows[i].isSelected())
                kept.insert(m_cellOf.at(i));
        }
        const auto isOut = [&](std::size_t i) { return !kept.contains(m_cellOf.at(i)); };
        std::erase_if(speakers, isOut);
        std::erase_if(m_places, isOut);
    }

    Places foundSpeakers()
    {
        std::map<std::string, int> runs; // in the order of their first row
        std::map<Texts, Places> cells;
        for (const std::size_t i : m_places) {
            runs.try_emplace(m_rows[i].run, static_cast<int>(runs.size()));
            Texts cell = cellOf(i);
            for (const GroupBy dimension : m_scope.apart)
                cell.push_back(groupName(m_rows[i], dimension));
            for (const GroupBy dimension : m_apart)
                cell.push_back(groupName(m_rows[i], dimension));
            cells[cell].push_back(i);
            m_cellOf[i] = cell;
        }
        Places speakers;
        for (const auto &[_, places] : cells)
            speakers.push_back(speakerOf(places, runs));
        std::ranges::sort(speakers);
        return speakers;
    }

    std::vector<MetricRow> m_rows;
    std::optional<std::string> m_baseline; ///< chosen baseline
    std::map<std::size_t, Texts> m_cellOf;
    const Scope &m_scope;
    Places m_places;              ///< rows that are still considered
    std::vector<GroupBy> m_apart; ///< conditions with several values, all of which are kept
    PlainPopulation m_out;
};

} // namespace

PlainPopulation plainPopulation(std::span<const MetricRow> rows, const Scope &scope)
{
    using Kind = ConditionRule::Kind;
    PlainPopulation out = PlainWork(rows, scope).done();
    const ConditionRule rule = scope.rule(GroupBy::Baseline);
    const PopulationCondition &baseline = out.conditions.back();
    const bool isApart = rule.kind == Kind::Split || rule.kind == Kind::Pool;
    if (!isApart || baseline.values.size() < 2
        || baseline.state == PopulationCondition::State::Unasked)
        return out;
    out.cells.clear();
    out.observations.clear();
    out.flagged = 0;
    for (const ConditionValue &each : baseline.values) {
        Scope one = scope;
        one.rules[GroupBy::Baseline] = {Kind::Only, each.value};
        const PlainPopulation part = PlainWork(rows, one).done();
        out.cells.insert(out.cells.end(), part.cells.begin(), part.cells.end());
        out.observations.insert(out.observations.end(), part.observations.begin(),
                                part.observations.end());
        out.flagged += part.flagged;
    }
    return out;
}

} // namespace loupe::test
