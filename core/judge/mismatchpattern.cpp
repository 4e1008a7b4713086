// SPDX-License-Identifier: Apache-2.0
#include "core/judge/mismatchpattern.h"

#include <functional>
#include <vector>

namespace loupe {

namespace {

constexpr std::string_view tailStart = "the last ";

/// Description and number of elements covered; the one that covers fewest is the most specific.
struct Description {
    std::string text;
    std::int64_t covered = 0;
};

std::string tail(std::int64_t count, std::int64_t of, const char *every, const char *things)
{
    return std::string(tailStart) + std::to_string(count) + " of " + every + std::to_string(of)
        + " " + things;
}

/// Returns whether the elements can be a tail: a loop in blocks of b ≤ n leaves n mod b < n/2
/// elements.
bool isTail(std::int64_t count, std::int64_t of)
{
    return count > 0 && 2 * count <= of;
}

/// Describes rows along the last axis that are wrong from end to end.
std::string wholeRows(std::int64_t first, std::int64_t last, std::int64_t count, std::int64_t of,
                      bool isMatrix)
{
    const std::string rows = isMatrix ? "rows" : "rows along the last axis";
    if (count == 1)
        return "row " + std::to_string(first) + " of " + std::to_string(of) + " "
            + (isMatrix ? "" : "along the last axis ") + "from end to end";
    const bool areTogether = last - first + 1 == count;
    return (areTogether
                ? rows + " " + std::to_string(first) + " to " + std::to_string(last) + " of "
                : std::to_string(count) + " of ")
        + std::to_string(of) + (areTogether ? "" : " " + rows) + ", each from end to end";
}

} // namespace

std::string ordinal(std::int64_t number)
{
    const std::int64_t lastTwo = number % 100;
    const char *ending = "th";
    if (lastTwo < 11 || lastTwo > 13) {
        const std::int64_t last = number % 10;
        ending = last == 1 ? "st" : last == 2 ? "nd" : last == 3 ? "rd" : "th";
    }
    return std::to_string(number) + ending;
}

std::string MismatchPattern::text(std::span<const std::int64_t> shape) const
{
    const std::int64_t elements
        = std::accumulate(shape.begin(), shape.end(), std::int64_t{1}, std::multiplies<>());
    if (m_count == 0 || shape.empty() || elements < 2)
        return {};
    std::vector<Description> found;

    const std::int64_t rows = shape.front();
    const std::int64_t perRow = elements / rows;
    const std::int64_t lastRows = rows - m_first / perRow;
    if (shape.size() >= 2 && isTail(lastRows, rows))
        found.push_back(
            {tail(lastRows, rows, "", shape.size() == 2 ? "rows" : "planes"), lastRows * perRow});
    const std::int64_t lastColumns = m_columns - m_firstColumn;
    if (shape.size() >= 2 && isTail(lastColumns, m_columns))
        found.push_back({tail(lastColumns, m_columns, "every ", "columns"),
                         lastColumns * (elements / m_columns)});
    if (isTail(elements - m_first, elements))
        found.push_back({tail(elements - m_first, elements, "", "elements"), elements - m_first});
    constexpr std::int64_t fewest = 4; // three points may be in step by accident
    if (m_step >= 2 && m_count >= fewest) {
        const std::int64_t offset = m_first % m_step;
        std::string text = "every " + ordinal(m_step) + " element";
        if (offset != 0)
            text += ", from element " + std::to_string(offset);
        const std::int64_t places = (elements - 1 - offset) / m_step + 1;
        if (2 * m_count >= places)
            found.push_back({std::move(text), places});
    }

    const std::int64_t lines = elements / m_columns;
    if (m_columns >= 2 && m_count == m_rows * m_columns && m_count < elements)
        found.push_back(
            {wholeRows(m_first / m_columns, m_lastRow, m_rows, lines, shape.size() == 2), m_count});

    const auto best = std::min_element(
        found.begin(), found.end(),
        [](const Description &a, const Description &b) { return a.covered < b.covered; });
    if (best == found.end() || 4 * m_count < best->covered)
        return {};
    return best->text;
}

bool isTailPattern(const std::string &pattern)
{
    return pattern.starts_with(tailStart);
}

} // namespace loupe
