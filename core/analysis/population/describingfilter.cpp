// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/population/describingfilter.h"

#include "core/analysis/rows/grouping.h"
#include "core/model/saved/filteredit.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace loupe {

namespace {

constexpr std::size_t maxCells = 200'000;
constexpr std::size_t maxValues = 4; ///< of one term

/// Returns the cell's value of a field as the filter writes it.
std::string valueOf(const MetricRow &cell, std::string_view field)
{
    if (field == "method")
        return cell.method.empty() ? "none" : cell.method.text();
    if (field == "category")
        return cell.category.empty() ? "none" : cell.category.text();
    if (field == "task")
        return cell.task.text();
    if (field == "level")
        return cell.level ? std::to_string(*cell.level) : "none";
    const Outcome outcome = outcomeOf(cell.verdict);
    const bool isFlagged = outcome == Outcome::Correct && cell.isWithheld;
    return std::string(name(isFlagged ? Outcome::Flagged : outcome));
}

/// A term and the cells that it selects.
struct Candidate {
    FilterTerm term;
    std::vector<bool> selects;
};

class Description
{
public:
    Description(std::span<const MetricRow> cells, std::span<const RowId> ids) : m_cells(cells)
    {
        std::unordered_set<std::int64_t> wanted;
        for (const RowId id : ids)
            wanted.insert(id.value);
        for (const MetricRow &cell : cells)
            m_isWanted.push_back(wanted.erase(cell.id.value) > 0);
        m_isComplete = wanted.empty();
    }

    /// Returns the fewest of the possible terms; nullopt if all together select more.
    std::optional<std::vector<FilterTerm>> terms(bool knowsStatus)
    {
        if (!m_isComplete)
            return std::nullopt; // Other rounds or attempts are no cells.
        for (const char *field : {"method", "status", "category", "level"}) {
            if (knowsStatus || std::string_view(field) != "status")
                addValues(field);
        }
        addSpeedup(FilterOp::GreaterOrEqual);
        addSpeedup(FilterOp::LessOrEqual);
        addValues("task");
        if (!isExact(m_candidates.size()))
            return std::nullopt;
        // The last are the least readable, so they are the first to go.
        for (std::size_t i = m_candidates.size(); i-- > 0;) {
            if (isExact(i))
                m_candidates.erase(m_candidates.begin() + static_cast<std::ptrdiff_t>(i));
        }
        std::vector<FilterTerm> out;
        for (Candidate &each : m_candidates)
            out.push_back(std::move(each.term));
        return out;
    }

private:
    /// Returns whether the terms without one select exactly the wanted cells.
    bool isExact(std::size_t without) const
    {
        for (std::size_t i = 0; i < m_cells.size(); ++i) {
            bool isSelected = true;
            for (std::size_t term = 0; term < m_candidates.size() && isSelected; ++term)
                isSelected = term == without || m_candidates[term].selects[i];
            if (isSelected != m_isWanted[i])
                return false;
        }
        return true;
    }

    void addValues(const char *field)
    {
        std::set<std::string> values;
        for (std::size_t i = 0; i < m_cells.size(); ++i) {
            if (!m_isWanted[i])
                continue;
            values.insert(valueOf(m_cells[i], field));
            if (values.size() > maxValues)
                return;
        }
        Candidate out{{field, FilterOp::Is, {values.begin(), values.end()}, false, 0}, {}};
        for (const MetricRow &cell : m_cells)
            out.selects.push_back(values.contains(valueOf(cell, field)));
        m_candidates.push_back(std::move(out));
    }

    /// Adds a bound of the speedups with as few digits as tell the cells apart.
    void addSpeedup(FilterOp comparison)
    {
        const bool isLow = comparison == FilterOp::GreaterOrEqual;
        std::optional<double> bound;
        for (std::size_t i = 0; i < m_cells.size(); ++i) {
            if (!m_isWanted[i])
                continue;
            const auto speedup = usableSpeedup(m_cells[i]);
            if (!speedup)
                return;
            bound = !bound ? *speedup
                : isLow    ? std::min(*bound, *speedup)
                           : std::max(*bound, *speedup);
        }
        if (!bound)
            return;
        for (int digits = 2; digits <= 6; ++digits) {
            const double step
                = std::pow(10.0, std::floor(std::log10(*bound)) + 1 - static_cast<double>(digits));
            const double rounded
                = (isLow ? std::floor(*bound / step) : std::ceil(*bound / step)) * step;
            const std::string text = fmt::format("{:.{}g}", rounded, digits);
            const double limit = std::stod(text);
            if (isLow ? limit > *bound : limit < *bound)
                continue;
            Candidate out{{"speedup", comparison, {text}, false, 0}, {}};
            bool isTight = true;
            for (const MetricRow &cell : m_cells) {
                const auto speedup = usableSpeedup(cell);
                const bool isWithin = speedup && (isLow ? *speedup >= limit : *speedup <= limit);
                const bool isExactly = speedup && (isLow ? *speedup >= *bound : *speedup <= *bound);
                out.selects.push_back(isWithin);
                isTight = isTight && isWithin == isExactly;
            }
            if (!isTight)
                continue;
            m_candidates.push_back(std::move(out));
            return;
        }
    }

    std::span<const MetricRow> m_cells;
    std::vector<bool> m_isWanted; ///< by cell
    bool m_isComplete = false;    ///< every id is a cell
    std::vector<Candidate> m_candidates;
};

} // namespace

std::optional<Filter> describingFilter(const Filter &present, const Population &population,
                                       std::span<const RowId> ids)
{
    const std::span<const MetricRow> cells = population.cells();
    if (ids.empty() || cells.size() > maxCells)
        return std::nullopt;
    // `status` refers to the verdicts of the runs.
    const bool knowsStatus = population.scope().verdict == CountedVerdict::OfRun;
    const auto terms = Description(cells, ids).terms(knowsStatus);
    if (!terms)
        return std::nullopt;
    Filter out = present;
    for (const FilterTerm &term : *terms) {
        if (term.op == FilterOp::Is)
            out = narrowedTo(std::move(out), term.field, term.values);
        else
            out.terms.push_back(term);
    }
    return out;
}

} // namespace loupe
