// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/trajectories/trajectorystudy.h"

#include "core/analysis/population/methodbaseline.h"
#include "core/analysis/population/mixture.h"
#include "core/analysis/rounds/roundgroups.h"
#include "core/model/record/confirmedmethod.h"
#include "core/store/read/scopedrows.h"

#include <QCoreApplication>

#include <algorithm>
#include <iterator>
#include <span>
#include <utility>

namespace loupe::ui {

namespace {

/// Computes charts and means of one method under one set of conditions. Like all headline numbers,
/// they leave out excluded results unless the scope counts them.
Status study(const std::vector<MetricRow> &rows, bool withWithheld, const std::stop_token &stop,
             TrajectoryStudy &out)
{
    auto counted = roundStudy(rows, false, !withWithheld, stop);
    if (!counted && counted.error().code == Errc::Cancelled)
        return counted.error();
    if (!counted) {
        out.problem = counted.error();
        return {};
    }
    out.changes = changesByRound(counted->trajectories, RoundMean::Geometric);
    out.groups = stepGroups(counted->trajectories);
    out.rounds = std::make_shared<const RoundStudy>(std::move(*counted));
    return {};
}

Error tooManyChoices()
{
    return Error{Errc::InvalidInput,
                 QCoreApplication::translate("TrajectoryStudy",
                                             "Rounds of several methods or conditions are not "
                                             "averaged. Choose one at the top right.")
                     .toStdString(),
                 {},
                 {},
                 {}};
}

std::size_t chosenPlace(const std::vector<RoundGroup> &groups, const std::string &name)
{
    const auto found = std::ranges::find(groups, name, &RoundGroup::name);
    return found == groups.end() ? 0 : static_cast<std::size_t>(found - groups.begin());
}

/// Passes rows on and keeps those that confirm results on unseen inputs, because no group has them.
class ConfirmedRows final : public RowParts
{
public:
    explicit ConfirmedRows(RowParts &parts) : m_parts(parts) { }

    std::size_t count() const override { return m_parts.count(); }
    std::vector<MetricRow> part(std::size_t index) override
    {
        std::vector<MetricRow> out = m_parts.part(index);
        if (index < m_seen)
            return out;
        m_seen = index + 1;
        std::ranges::copy_if(out, std::back_inserter(m_confirmed),
                             [](const MetricRow &row) { return isConfirmedName(row.method); });
        return out;
    }
    const AppliedConditions *applied() const override { return m_parts.applied(); }

    std::span<const MetricRow> confirmed() const { return m_confirmed; }

private:
    RowParts &m_parts;
    std::size_t m_seen = 0; ///< parts whose rows were looked at
    std::vector<MetricRow> m_confirmed;
};

/// Reads the rows of the groups.
Result<std::unique_ptr<RowParts>> readParts(StoreReader &reader, const TrajectoryQuestion &question,
                                            const std::stop_token &stop)
{
    const Scope scope = observationScope(*question.population);
    if (!hasConditionsApart(scope) && !baselineMethod(scope))
        return partsOfScope(reader, question.filter, scope, stop, RowCosts::Read);
    auto rows = scopedRows(reader, question.filter, question.population->scope(), stop);
    if (!rows)
        return std::move(rows).error();
    return std::unique_ptr<RowParts>(std::make_unique<WholeRows>(std::move(*rows)));
}

/// Summarises the requests for the group's results; `confirmed` has rows of all methods.
Result<std::optional<AskingSummary>> askingOf(StoreReader &reader, const RoundGroup &group,
                                              std::span<const MetricRow> confirmed,
                                              const TrajectoryQuestion &question)
{
    const auto dialogues = reader.askedDialogues();
    if (!dialogues)
        return dialogues.error();
    if (dialogues->empty())
        return std::optional<AskingSummary>();
    std::vector<MetricRow> rows = group.rows;
    std::ranges::copy_if(confirmed, std::back_inserter(rows), [&](const MetricRow &row) {
        return unconfirmedName(row.method) == group.method;
    });
    Scope counted = group.scope;
    counted.includeWithheld = question.population->scope().includeWithheld;
    Scope paid = group.scope;
    paid.includeWithheld = true;
    const AskedPopulation asked
        = askedPopulation(populationOf(rows, counted), populationOf(rows, paid), *dialogues,
                          keepsMethodsWhole(question.filter));
    if (asked.samples.empty())
        return std::optional<AskingSummary>();
    return std::optional(AskingSummary{askingCosts(asked).front(), answerLosses(asked).front()});
}

} // namespace

Result<TrajectoryStudy> readTrajectoryStudy(StoreReader &reader, const TrajectoryQuestion &question,
                                            const std::stop_token &stop)
{
    auto parts = readParts(reader, question, stop);
    if (!parts)
        return std::move(parts).error();
    ConfirmedRows rows(**parts);
    const std::vector<RoundGroup> groups
        = roundGroups(rows, observationScope(*question.population));
    parts->reset();
    TrajectoryStudy out;
    out.choices.reserve(groups.size());
    for (const RoundGroup &group : groups)
        out.choices.push_back({group.name, group.method, group.scope, group.trajectories});
    const bool isOne = !groups.empty() && (!question.isEach || groups.size() == 1);
    if (isOne)
        out.chosen = chosenPlace(groups, question.choice);
    out.cohort = std::make_shared<const TrajectoryCohort>(
        isOne ? trajectoryCohort(groups[*out.chosen].rows) : joinedCohort(groups));
    StoryOrder sorted = question.order;
    std::ranges::sort(sorted.among);
    out.order = orderedStories(*out.cohort, sorted);
    if (!isOne) {
        out.problem = tooManyChoices();
        return out;
    }
    const bool withWithheld = question.population->scope().includeWithheld;
    if (const Status done = study(groups[*out.chosen].rows, withWithheld, stop, out); !done)
        return done.error();
    auto asking = askingOf(reader, groups[*out.chosen], rows.confirmed(), question);
    if (!asking)
        return std::move(asking).error();
    out.asking = *asking;
    return out;
}

} // namespace loupe::ui
