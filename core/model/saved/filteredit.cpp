// SPDX-License-Identifier: Apache-2.0
#include "core/model/saved/filteredit.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <string_view>
#include <utility>

namespace loupe {

namespace {

bool names(const FilterTerm &term, const std::string &value)
{
    return std::find(term.values.begin(), term.values.end(), value) != term.values.end();
}

bool isAbout(const FilterTerm &term, const std::string &field, bool negated)
{
    return term.field == field && term.op == FilterOp::Is && term.negated == negated;
}

bool isNamed(const Filter &filter, const std::string &field, const std::string &value, bool negated)
{
    return std::any_of(filter.terms.begin(), filter.terms.end(), [&](const FilterTerm &term) {
        return isAbout(term, field, negated) && names(term, value);
    });
}

/// Removes the value from the field's terms that have this negation.
void drop(Filter &filter, const std::string &field, const std::string &value, bool negated)
{
    for (FilterTerm &term : filter.terms) {
        if (isAbout(term, field, negated))
            std::erase(term.values, value);
    }
    std::erase_if(filter.terms, [](const FilterTerm &term) { return term.values.empty(); });
}

void add(Filter &filter, const std::string &field, const std::string &value, bool negated)
{
    for (FilterTerm &term : filter.terms) {
        if (!isAbout(term, field, negated))
            continue;
        if (!names(term, value))
            term.values.push_back(value);
        return;
    }
    filter.terms.push_back({field, FilterOp::Is, {value}, negated, 0});
}

} // namespace

bool includesValue(const Filter &filter, const std::string &field, const std::string &value)
{
    return isNamed(filter, field, value, false);
}

bool excludesValue(const Filter &filter, const std::string &field, const std::string &value)
{
    return isNamed(filter, field, value, true);
}

Filter includingValue(Filter filter, const std::string &field, const std::string &value)
{
    drop(filter, field, value, true);
    add(filter, field, value, false);
    return filter;
}

Filter withoutValue(Filter filter, const std::string &field, const std::string &value)
{
    drop(filter, field, value, false);
    drop(filter, field, value, true);
    return filter;
}

Filter excludingValue(Filter filter, const std::string &field, const std::string &value)
{
    drop(filter, field, value, false);
    add(filter, field, value, true);
    return filter;
}

Filter narrowedTo(Filter filter, const std::string &field, std::vector<std::string> values)
{
    std::erase_if(filter.terms,
                  [&](const FilterTerm &term) { return isAbout(term, field, false); });
    FilterTerm term{field, FilterOp::Is, std::move(values), false, 0};
    if (field == "device") // A part of a name could mean several devices.
        term.quoted = term.values;
    filter.terms.push_back(std::move(term));
    return filter;
}

Filter withoutField(Filter filter, const std::string &field)
{
    std::erase_if(filter.terms, [&](const FilterTerm &term) { return term.field == field; });
    return filter;
}

namespace {

bool isOfCondition(const FilterTerm &term)
{
    constexpr std::array<std::string_view, 9> fields{"run",      "suite",    "suite_version",
                                                     "protocol", "device",   "precision",
                                                     "clock",    "baseline", "baseline_kind"};
    return std::ranges::find(fields, term.field) != fields.end();
}

} // namespace

Filter conditionTerms(const Filter &filter)
{
    Filter out;
    std::ranges::copy_if(filter.terms, std::back_inserter(out.terms), isOfCondition);
    return out;
}

Filter pairTerms(const Filter &filter)
{
    Filter out;
    std::ranges::remove_copy_if(filter.terms, std::back_inserter(out.terms), isOfCondition);
    return out;
}

Filter withoutTerm(Filter filter, std::size_t place)
{
    filter.terms.erase(std::next(filter.terms.begin(), static_cast<std::ptrdiff_t>(place)));
    return filter;
}

} // namespace loupe
