// SPDX-License-Identifier: Apache-2.0
#include "core/store/read/pairselection.h"

#include "core/model/saved/filteredit.h"
#include "core/store/read/evaluationscan.h"
#include "core/store/rows/filtersql.h"

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

Result<std::vector<std::int64_t>> matchingIds(TwinTransactions &store, const Filter &filter,
                                              const std::stop_token &stop)
{
    const auto condition = sqlCondition(filter);
    if (!condition)
        return condition.error();
    std::vector<std::int64_t> out;
    std::vector<std::int64_t> rest;
    const auto into = [](std::vector<std::int64_t> &ids) {
        return [&ids](const Statement &row) { ids.push_back(row.integer(0)); };
    };
    const Status read = scanEvaluations(store, {"SELECT e.id FROM evaluation e ", *condition, {}},
                                        stop, into(out), into(rest));
    if (!read)
        return read.error();
    out.insert(out.end(), rest.begin(), rest.end());
    std::ranges::sort(out);
    return out;
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
    explicit IdWalk(const std::vector<std::int64_t> &ids)
        : m_next(ids.begin())
        , m_end(ids.end()) { }

    bool reaches(std::int64_t id)
    {
        m_next = std::find_if(m_next, m_end, [&](std::int64_t each) { return each >= id; });
        return m_next != m_end && *m_next == id;
    }

private:
    std::vector<std::int64_t>::const_iterator m_next;
    std::vector<std::int64_t>::const_iterator m_end;
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

Status selectForms(TwinTransactions &store, const Filter &filter, std::vector<MetricRow> &rows,
                   const std::stop_token &stop)
{
    if (pairTerms(filter).terms.empty())
        return {};
    const auto recorded = matchingIds(store, filter, stop);
    if (!recorded)
        return recorded.error();
    const std::vector<FilterTerm> speedups = speedupTerms(filter);
    const Filter otherTerms = withoutSpeedups(filter);
    const bool isByOthers = !pairTerms(otherTerms).terms.empty();
    std::vector<std::int64_t> others; // rows that match without the terms about speedups
    if (!speedups.empty() && isByOthers) {
        auto found = matchingIds(store, otherTerms, stop);
        if (!found)
            return found.error();
        others = std::move(*found);
    }
    const std::uint32_t without = holdWithout(speedups) ? formBitWithout() : 0U;
    IdWalk isRecorded(*recorded);
    IdWalk isOther(others);
    for (MetricRow &row : rows) {
        const bool isMatch = isRecorded.reaches(row.id.value);
        if (speedups.empty()) {
            row.selectedForms = isMatch ? ~0U : 0U;
            continue;
        }
        row.selectedForms = isMatch ? formBit(0) : 0U;
        if (!isByOthers || isOther.reaches(row.id.value))
            row.selectedForms |= without | joinedForms(speedups, row);
    }
    return {};
}

} // namespace loupe
