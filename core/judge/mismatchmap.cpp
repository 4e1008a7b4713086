// SPDX-License-Identifier: Apache-2.0
#include "core/judge/mismatchmap.h"

#include <cmath>

namespace loupe {

namespace {

constexpr std::int64_t maxCells = 256;                   ///< per axis of a map: 64 KiB in all
constexpr std::int64_t maxLines = std::int64_t{1} << 19; ///< of an unfolded profile
/// Length of folded profiles: divisible by every power of two up to 4096, times 3, 5 and 7.
constexpr std::int64_t foldedLines = std::int64_t{4096} * 3 * 5 * 7;
constexpr std::size_t maxPeriods = 96; ///< tried per axis

std::int64_t ceilingOf(std::int64_t count, std::int64_t step)
{
    return (count + step - 1) / step;
}

/// Returns periods worth trying on an axis: powers of two, divisors of the extent, and small
/// numbers.
std::vector<std::int64_t> periodsOf(std::int64_t extent, bool folded)
{
    std::vector<std::int64_t> periods;
    const auto add = [&](std::int64_t period) {
        const bool fits = 3 * period <= extent && (!folded || foldedLines % period == 0);
        if (fits && std::find(periods.begin(), periods.end(), period) == periods.end())
            periods.push_back(period);
    };
    for (std::int64_t period = 2; 3 * period <= extent; period *= 2)
        add(period);
    for (std::int64_t period = 3; period <= 16; ++period)
        add(period);
    for (std::int64_t divisor = 2; divisor * divisor <= extent && divisor < maxLines; ++divisor) {
        if (periods.size() >= maxPeriods)
            break;
        if (extent % divisor == 0) {
            add(divisor);
            add(extent / divisor);
        }
    }
    return periods;
}

/// Cyclic run of residues that covers every hit line.
struct Window {
    std::int64_t start = 0;
    std::int64_t length = 0;
};

Window windowOf(const std::vector<char> &hit)
{
    const auto period = static_cast<std::int64_t>(hit.size());
    std::int64_t last = -1;
    std::int64_t first = -1;
    Window window;
    std::int64_t widestGap = -1;
    for (std::int64_t residue = 0; residue < period; ++residue) {
        if (hit[static_cast<std::size_t>(residue)] == 0)
            continue;
        if (first < 0)
            first = residue;
        else if (residue - last > widestGap) {
            widestGap = residue - last;
            window.start = residue;
        }
        last = residue;
    }
    if (first + period - last >= widestGap) { // gap across the end; ties stay in one piece
        widestGap = first + period - last;
        window.start = first;
    }
    window.length = period - widestGap + 1;
    return window;
}

std::string rangeText(const char *things, std::int64_t from, std::int64_t to)
{
    std::string text = things;
    if (from == to)
        return text + " " + std::to_string(from);
    text += "s " + std::to_string(from);
    return text + " to " + std::to_string(to);
}

} // namespace

MismatchGatherer::MismatchGatherer(std::span<const std::int64_t> shape)
    : m_shape(shape.begin(), shape.end())
    , m_columns(shape.empty() ? 1 : shape.back())
    , m_pattern(m_columns)
{
    m_rows = 1;
    for (std::size_t axis = 0; axis + 1 < shape.size(); ++axis)
        m_rows *= shape[axis];
    m_cellRows = std::max<std::int64_t>(ceilingOf(m_rows, maxCells), 1);
    m_cellColumns = std::max<std::int64_t>(ceilingOf(m_columns, maxCells), 1);
    m_mapRows = static_cast<int>(ceilingOf(m_rows, m_cellRows));
    m_mapColumns = static_cast<int>(ceilingOf(m_columns, m_cellColumns));
    m_rowProfile.extent = m_rows;
    m_columnProfile.extent = m_columns;
}

void MismatchGatherer::Profile::allocate()
{
    lines.resize(static_cast<std::size_t>(extent > maxLines ? foldedLines : extent));
    smallest = extent;
}

void MismatchGatherer::Profile::add(std::int64_t line, std::uint64_t times)
{
    smallest = std::min(smallest, line);
    largest = std::max(largest, line);
    lines[static_cast<std::size_t>(extent > maxLines ? line % foldedLines : line)] += times;
}

void MismatchGatherer::Profile::merge(const Profile &other)
{
    for (std::size_t i = 0; i < lines.size(); ++i)
        lines[i] += other.lines[i];
    smallest = std::min(smallest, other.smallest);
    largest = std::max(largest, other.largest);
}

void MismatchGatherer::add(std::int64_t row, std::int64_t column)
{
    if (m_cells.empty()) {
        m_cells.resize(static_cast<std::size_t>(m_mapRows)
                       * static_cast<std::size_t>(m_mapColumns));
        m_rowProfile.allocate();
        m_columnProfile.allocate();
    }
    m_pattern.add(row * m_columns + column);
    const std::int64_t cell = row / m_cellRows * m_mapColumns + column / m_cellColumns;
    ++m_cells[static_cast<std::size_t>(cell)];
    m_rowProfile.add(row);
    m_columnProfile.add(column);
}

void MismatchGatherer::addRun(std::int64_t row, std::int64_t column, std::int64_t count)
{
    add(row, column);
    const std::int64_t rest = count - 1;
    if (rest == 0)
        return;
    m_pattern.addRun(row * m_columns + column + 1, rest);
    m_rowProfile.add(row, static_cast<std::uint64_t>(rest));
    const std::int64_t cells = row / m_cellRows * m_mapColumns;
    const std::int64_t end = column + count;
    for (std::int64_t from = column + 1; from < end;) {
        const std::int64_t cell = from / m_cellColumns;
        const std::int64_t to = std::min((cell + 1) * m_cellColumns, end);
        m_cells[static_cast<std::size_t>(cells + cell)] += static_cast<std::uint64_t>(to - from);
        for (; from < to; ++from)
            m_columnProfile.add(from);
    }
}

void MismatchGatherer::merge(const MismatchGatherer &later)
{
    if (later.m_cells.empty())
        return;
    if (m_cells.empty()) {
        *this = later;
        return;
    }
    for (std::size_t i = 0; i < m_cells.size(); ++i)
        m_cells[i] += later.m_cells[i];
    m_rowProfile.merge(later.m_rowProfile);
    m_columnProfile.merge(later.m_columnProfile);
    m_pattern.merge(later.m_pattern);
}

MismatchMap MismatchGatherer::map() const
{
    MismatchMap map;
    if (m_cells.empty())
        return map;
    map.rows = m_mapRows;
    map.columns = m_mapColumns;
    map.cellRows = m_cellRows;
    map.cellColumns = m_cellColumns;
    map.share.reserve(m_cells.size());
    for (std::int64_t row = 0; row < m_mapRows; ++row) {
        const std::int64_t high = std::min(m_cellRows, m_rows - row * m_cellRows);
        for (std::int64_t column = 0; column < m_mapColumns; ++column) {
            const std::int64_t wide = std::min(m_cellColumns, m_columns - column * m_cellColumns);
            const auto elements = static_cast<std::uint64_t>(high * wide);
            const std::uint64_t wrong
                = m_cells[static_cast<std::size_t>(row * m_mapColumns + column)];
            const double share = static_cast<double>(wrong) / static_cast<double>(elements);
            int value = static_cast<int>(std::lround(share * 255.0));
            if (wrong > 0 && wrong < elements)
                value = std::clamp(value, 1, 254);
            map.share.push_back(static_cast<std::uint8_t>(value));
        }
    }
    return map;
}

/// Returns the period of an axis that covers the fewest elements; their number becomes `covered`.
std::string MismatchGatherer::period(const Profile &profile, const char *thing,
                                     std::int64_t &covered) const
{
    std::vector<std::int64_t> hits;
    for (std::size_t line = 0; line < profile.lines.size(); ++line) {
        if (profile.lines[line] > 0)
            hits.push_back(static_cast<std::int64_t>(line));
    }
    const auto length = static_cast<std::int64_t>(profile.lines.size());
    const std::int64_t lineElements = m_rows * m_columns / profile.extent;
    if (hits.size() < 3 || 2 * static_cast<std::int64_t>(hits.size()) > length)
        return {};
    std::string text;
    for (const std::int64_t period : periodsOf(profile.extent, profile.extent > maxLines)) {
        std::vector<char> hit(static_cast<std::size_t>(period));
        for (const std::int64_t line : hits)
            hit[static_cast<std::size_t>(line % period)] = 1;
        const Window window = windowOf(hit);
        if (2 * window.length > period)
            continue;
        const std::int64_t repeats = ceilingOf(length - window.start, period);
        const std::int64_t lines = repeats * window.length;
        const std::int64_t elements
            = ceilingOf(profile.extent, period) * window.length * lineElements;
        const bool isFull = 2 * static_cast<std::int64_t>(hits.size()) >= lines && repeats >= 3;
        if (!isFull || 4 * count() < elements || (!text.empty() && elements >= covered))
            continue;
        covered = elements;
        if (window.length == 1)
            text = "every " + ordinal(period) + " " + thing;
        else
            text = std::to_string(window.length) + " of every " + std::to_string(period) + " "
                + thing + "s";
        if (window.start != 0 || window.length > 1)
            text += std::string(", from ") + thing + " " + std::to_string(window.start);
    }
    return text;
}

/// Returns the bounding box of all mismatches, if it is small and they fill it.
std::string MismatchGatherer::box(const char *column, std::int64_t &covered) const
{
    const std::int64_t high = m_rowProfile.largest - m_rowProfile.smallest + 1;
    const std::int64_t wide = m_columnProfile.largest - m_columnProfile.smallest + 1;
    covered = high * wide;
    if (count() < 4 || covered > m_rows * m_columns / 2 || 2 * count() < covered)
        return {};
    std::string text;
    if (high < m_rows)
        text = rangeText("row", m_rowProfile.smallest, m_rowProfile.largest);
    if (wide < m_columns)
        text += (text.empty() ? "" : ", ")
            + rangeText(column, m_columnProfile.smallest, m_columnProfile.largest);
    return text;
}

std::string MismatchGatherer::text() const
{
    if (m_cells.empty())
        return {};
    std::string plain = m_pattern.text(m_shape);
    if (isTailPattern(plain))
        return plain;
    const char *column = m_rows == 1 ? "element" : "column";
    std::int64_t covered = 0;
    std::string best;
    std::int64_t bestCovered = 0;
    const auto consider = [&](std::string text) {
        if (!text.empty() && (best.empty() || covered < bestCovered)) {
            best = std::move(text);
            bestCovered = covered;
        }
    };
    consider(box(column, covered));
    consider(period(m_columnProfile, column, covered));
    consider(period(m_rowProfile, "row", covered));
    return best.empty() ? plain : best;
}

} // namespace loupe
