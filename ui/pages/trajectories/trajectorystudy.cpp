// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/trajectories/trajectorystudy.h"

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

/// Returns the rows that confirm results on unseen inputs.
std::vector<MetricRow> confirmedRows(std::span<const MetricRow> rows)
{
    std::vector<MetricRow> out;
    std::ranges::copy_if(rows, std::back_inserter(out),
                         [](const MetricRow &row) { return isConfirmedName(row.method); });
    return out;
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
    auto all = scopedRows(reader, question.filter, question.population->scope(), stop);
    if (!all)
        return all.error();
    const std::vector<MetricRow> confirmed = confirmedRows(*all);
    const std::vector<RoundGroup> groups
        = roundGroups(std::move(*all), observationScope(*question.population));
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
    auto asking = askingOf(reader, groups[*out.chosen], confirmed, question);
    if (!asking)
        return std::move(asking).error();
    out.asking = *asking;
    return out;
}

} // namespace loupe::ui
