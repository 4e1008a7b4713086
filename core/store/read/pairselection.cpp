// SPDX-License-Identifier: Apache-2.0
#include "core/store/read/pairselection.h"

#include "core/model/saved/filteredit.h"
#include "core/store/read/evaluationscan.h"
#include "core/store/rows/filtersql.h"
#include "core/store/sqlite/rowlisting.h"

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <optional>
#include <string_view>

namespace loupe {

namespace {

bool isOfSpeedup(const FilterTerm &term)
{
    return term.field == "speedup" || term.field == "baseline_ms";
}

bool holds(FilterOp op, double value, double limit)
{
    switch (op) {
    case FilterOp::Is:
        return value == limit;
    case FilterOp::Less:
        return value < limit;
    case FilterOp::LessOrEqual:
        return value <= limit;
    case FilterOp::Greater:
        return value > limit;
    case FilterOp::GreaterOrEqual:
        return value >= limit;
    }
    return false;
}

/// Returns true if a term holds for an optional number. Its values must be checked before.
bool holds(const FilterTerm &term, const std::optional<double> &number)
{
    const bool isMet = std::ranges::any_of(term.values, [&](const std::string &value) {
        if (value == "none" && term.op == FilterOp::Is)
            return !number;
        return number && holds(term.op, *number, std::strtod(value.c_str(), nullptr));
    });
    return isMet != term.negated;
}

std::uint32_t joinedForms(const std::vector<FilterTerm> &terms, const MetricRow &row)
{
    std::uint32_t out = 0;
    if (!row.references)
        return out;
    for (std::size_t i = 0; i < row.references->size(); ++i) {
        if (holdOver(terms, row, (*row.references)[i]))
            out |= formBit(i + 1);
    }
    return out;
}

/// Tests rows in ascending order of ids for membership in a sorted list.
class IdWalk
{
public:
    /// Starts at `first`, the id of the first row.
    IdWalk(const std::vector<RowId> &ids, RowId first)
        : m_next(std::ranges::lower_bound(ids, first))
        , m_end(ids.end())
    {
    }

    bool reaches(RowId id)
    {
        m_next = std::find_if(m_next, m_end, [&](RowId each) { return each >= id; });
        return m_next != m_end && *m_next == id;
    }

private:
    std::vector<RowId>::const_iterator m_next;
    std::vector<RowId>::const_iterator m_end;
};

} // namespace

std::uint32_t formBit(std::size_t form)
{
    return 1U << std::min<std::size_t>(form, MetricRow::lastForm);
}

std::uint32_t formBitWithout()
{
    return 1U << MetricRow::formWithout;
}

std::vector<FilterTerm> speedupTerms(const Filter &filter)
{
    std::vector<FilterTerm> out;
    std::ranges::copy_if(filter.terms, std::back_inserter(out), isOfSpeedup);
    return out;
}

Filter withoutSpeedups(Filter filter)
{
    std::erase_if(filter.terms, isOfSpeedup);
    return filter;
}

bool holdWithout(const std::vector<FilterTerm> &terms)
{
    return std::ranges::all_of(terms,
                               [](const FilterTerm &term) { return holds(term, std::nullopt); });
}

bool holdOver(const std::vector<FilterTerm> &terms, const MetricRow &row,
              const ReferenceTime &reference)
{
    return std::ranges::all_of(terms, [&](const FilterTerm &term) {
        return holds(term,
                     term.field == "speedup" ? reference.milliseconds / *row.candidateMs
                                             : reference.milliseconds);
    });
}

bool asksForSpeedups(const Filter &filter)
{
    return std::ranges::any_of(filter.terms, isOfSpeedup);
}

Result<FormSelection> FormSelection::read(const Filter &filter, const MatchingIds &matching)
{
    FormSelection out;
    out.m_selectsAll = pairTerms(filter).terms.empty();
    if (out.m_selectsAll)
        return out;
    auto recorded = matching(filter);
    if (!recorded)
        return std::move(recorded).error();
    out.m_recorded = std::move(*recorded);
    out.m_speedups = speedupTerms(filter);
    const Filter others = withoutSpeedups(filter);
    out.m_isByOthers = !pairTerms(others).terms.empty();
    if (!out.m_speedups.empty() && out.m_isByOthers) {
        auto found = matching(others);
        if (!found)
            return std::move(found).error();
        out.m_others = std::move(*found);
    }
    return out;
}

void FormSelection::mark(std::vector<MetricRow> &rows) const
{
    if (rows.empty())
        return;
    const std::uint32_t without = holdWithout(m_speedups) ? formBitWithout() : 0U;
    IdWalk isRecorded(m_recorded, rows.front().id);
    IdWalk isOther(m_others, rows.front().id);
    for (MetricRow &row : rows) {
        const bool isMatch = m_selectsAll || isRecorded.reaches(row.id);
        if (m_speedups.empty()) {
            row.selectedForms = isMatch ? ~0U : 0U;
            continue;
        }
        row.selectedForms = isMatch ? formBit(0) : 0U;
        if (!m_isByOthers || isOther.reaches(row.id))
            row.selectedForms |= without | joinedForms(m_speedups, row);
    }
}

Result<std::vector<RowId>> matchingIds(TwinTransactions &store, const Filter &filter,
                                       const std::stop_token &stop)
{
    const auto condition = sqlCondition(filter);
    if (!condition)
        return condition.error();
    std::vector<RowId> out;
    std::vector<RowId> rest;
    const auto into = [](std::vector<RowId> &ids) {
        return [&ids](const Statement &row) { ids.push_back(readValue<RowId>(row)); };
    };
    const Status read
        = scanEvaluations(store, {"e.id", {}, *condition, {}}, stop, into(out), into(rest));
    if (!read)
        return read.error();
    out.insert(out.end(), rest.begin(), rest.end());
    std::ranges::sort(out);
    return out;
}

} // namespace loupe
