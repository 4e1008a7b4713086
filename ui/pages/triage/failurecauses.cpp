// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/triage/failurecauses.h"

#include "core/analysis/failures/failureclusters.h"
#include "core/analysis/failures/failurefingerprint.h"
#include "core/analysis/population/countedresults.h"
#include "ui/text/words.h"

#include <QCoreApplication>

#include <algorithm>
#include <map>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>

using namespace Qt::StringLiterals;

namespace loupe::ui {

namespace {

constexpr std::size_t rowsAtOnce = 4096;

struct Group {
    FailureCause cause;
    std::map<std::string, std::int64_t> methods;
};

void sortMethods(Group &group)
{
    for (const auto &[method, count] : group.methods)
        group.cause.methods.emplace_back(toQt(method), count);
    std::ranges::stable_sort(group.cause.methods,
                             [](const auto &a, const auto &b) { return a.second > b.second; });
}

void sortCauses(std::vector<FailureCause> &causes)
{
    std::ranges::stable_sort(causes, [](const FailureCause &a, const FailureCause &b) {
        return a.ids.size() != b.ids.size() ? a.ids.size() > b.ids.size() : a.title < b.title;
    });
}

/// Reads the clusters of the store, and adds their members to `found`.
Status addClusters(StoreReader &reader, const Filter &failures, const std::stop_token &stop,
                   std::unordered_set<std::int64_t> &found, std::map<std::string, Group> &groups)
{
    const auto counts = reader.failureCounts(failures);
    if (!counts)
        return counts.error();
    for (const FailureCluster &cluster : failureClusters(*counts)) {
        FilterTerm ofCluster{"fingerprint", FilterOp::Is, {}, false, 0};
        for (const Name fingerprint : cluster.fingerprints)
            ofCluster.values.push_back(fingerprint.text());
        Filter members = failures;
        members.terms.push_back(std::move(ofCluster));
        auto ids = reader.ids(members, {}, stop);
        if (!ids)
            return std::move(ids).error();
        if (ids->empty())
            continue; // changed by a writer meanwhile
        Group &group = groups[cluster.cause.text()];
        group.cause.title = toQt(cluster.summary);
        group.cause.detail = toQt(cluster.kind).replace(u'_', u' ');
        for (const ResultRow &row : reader.fetch(std::span(*ids).first(1)))
            group.cause.verdict = row.verdict;
        for (const RowId id : *ids)
            found.insert(id.value);
        group.cause.ids = std::move(*ids);
        group.methods = cluster.byMethod;
    }
    return {};
}

/// Groups failures without a stored cause by the cause that core derives from verdict and message.
Status addByMessage(StoreReader &reader, const std::vector<RowId> &ids, const std::stop_token &stop,
                    std::map<std::string, Group> &groups)
{
    for (std::size_t first = 0; first < ids.size(); first += rowsAtOnce) {
        if (stop.stop_requested())
            return Error{Errc::Cancelled, "cancelled", {}, {}, {}};
        const std::size_t count = std::min(rowsAtOnce, ids.size() - first);
        for (const ResultRow &row : reader.fetch(std::span(ids).subspan(first, count))) {
            Evaluation evaluation;
            evaluation.verdict = row.verdict;
            evaluation.message = row.message;
            const auto failure = failureOf(evaluation);
            if (!failure)
                continue; // evaluated again meanwhile
            const std::string cause = groupedCause(failure->summary);
            const QString title = toQt(withoutTrial(failure->summary));
            Group &group = groups[cause];
            if (group.cause.ids.empty()) {
                group.cause.title = title;
                group.cause.detail = toQt(failure->kind).replace(u'_', u' ');
                group.cause.verdict = row.verdict;
            }
            if (group.cause.title != title)
                group.cause.title = toQt(cause);
            group.cause.ids.push_back(row.id);
            ++group.methods[row.method];
        }
    }
    return {};
}

} // namespace

std::int64_t FailureCauses::failures() const
{
    std::int64_t sum = 0;
    for (const FailureCause &cause : causes)
        sum += static_cast<std::int64_t>(cause.ids.size());
    return sum;
}

void FailureCauses::countCells(const Population &population)
{
    std::unordered_map<std::int64_t, Name> methodOf; // of failed cells
    cells = countResults(population.cells());
    unjudged = 0;
    for (const MetricRow *row : resultsAmong(population.cells())) {
        const Outcome outcome = outcomeOf(row->verdict);
        unjudged += isJudged(outcome) ? 0 : 1;
        if (isFailure(outcome))
            methodOf.emplace(row->id.value, row->method);
    }
    for (FailureCause &cause : causes) {
        std::erase_if(cause.ids, [&](RowId id) { return !methodOf.contains(id.value); });
        Group group;
        for (const RowId id : cause.ids)
            ++group.methods[methodOf.at(id.value).text()];
        sortMethods(group);
        cause.methods = std::move(group.cause.methods);
    }
    std::erase_if(causes, [](const FailureCause &cause) { return cause.ids.empty(); });
    sortCauses(causes);
}

void FailureCauses::restrictTo(const std::vector<RowId> &selected)
{
    std::unordered_set<std::int64_t> wanted;
    for (const RowId id : selected)
        wanted.insert(id.value);
    for (FailureCause &cause : causes)
        std::erase_if(cause.ids, [&](RowId id) { return !wanted.contains(id.value); });
    std::erase_if(causes, [](const FailureCause &cause) { return cause.ids.empty(); });
}

Result<FailureCauses> readFailureCauses(StoreReader &reader, const Filter &filter,
                                        const std::stop_token &stop)
{
    Filter failures = filter;
    failures.terms.push_back({"status", FilterOp::Is, {"failed"}, false, 0});
    auto ids = reader.ids(failures, {}, stop);
    if (!ids)
        return std::move(ids).error();
    FailureCauses out;
    std::unordered_set<std::int64_t> found;
    std::map<std::string, Group> groups;
    if (const Status added = addClusters(reader, failures, stop, found, groups); !added)
        return added.error();
    std::erase_if(*ids, [&](RowId id) { return found.contains(id.value); });
    if (const Status added = addByMessage(reader, *ids, stop, groups); !added)
        return added.error();
    for (auto &entry : groups) {
        sortMethods(entry.second);
        out.causes.push_back(std::move(entry.second.cause));
    }
    sortCauses(out.causes);
    out.grouping = ids->empty()
        ? QCoreApplication::translate("FailureCauses", "grouped by root cause")
        : QCoreApplication::translate(
            "FailureCauses", "grouped by root cause, or by verdict and message if none is stored");
    return out;
}

} // namespace loupe::ui
