// SPDX-License-Identifier: Apache-2.0
#include "core/report/figures/figurechanges.h"

#include "core/records/reading/csv.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <map>
#include <string_view>
#include <utility>

#include <fmt/format.h>

namespace loupe {

namespace {

constexpr std::array<std::string_view, 6> placeColumns{"panel", "mark",  "series",
                                                       "x",     "x_end", "row"};

/// The numbers of one mark, by column.
using MarkNumbers = std::map<std::string, std::string>;

struct FigureNumbers {
    std::vector<std::string> order; ///< marks in drawing order
    std::map<std::string, MarkNumbers> marks;
};

bool isPlace(const std::string &column)
{
    return std::ranges::find(placeColumns, column) != placeColumns.end();
}

Result<FigureNumbers> numbersFrom(const std::string &csv, const std::string &source)
{
    const auto rows = parseCsv(csv, source);
    if (!rows)
        return rows.error();
    FigureNumbers out;
    for (std::size_t i = 1; i < rows->size(); ++i) {
        const std::vector<std::string> &columns = rows->front().fields;
        const std::vector<std::string> &fields = (*rows)[i].fields;
        std::string mark;
        MarkNumbers numbers;
        for (std::size_t c = 0; c < std::min(columns.size(), fields.size()); ++c) {
            if (!isPlace(columns[c]))
                numbers[columns[c]] = fields[c];
            else if (!fields[c].empty())
                mark += (mark.empty() ? "" : ", ") + fields[c];
        }
        // Marks at the same position, e.g. dots, are numbered in their order.
        std::string unique = mark;
        for (int n = 2; out.marks.contains(unique); ++n)
            unique = fmt::format("{} ({})", mark, n);
        out.order.push_back(unique);
        out.marks.emplace(std::move(unique), std::move(numbers));
    }
    return out;
}

} // namespace

Result<std::vector<MovedNumber>> movedNumbers(const std::string &before, const std::string &after)
{
    const auto old = numbersFrom(before, "the exported numbers");
    if (!old)
        return old.error();
    const auto now = numbersFrom(after, "the numbers");
    if (!now)
        return now.error();
    std::vector<MovedNumber> out;
    for (const std::string &mark : now->order) {
        const MarkNumbers &numbers = now->marks.at(mark);
        const auto known = old->marks.find(mark);
        if (known == old->marks.end()) {
            const auto value = numbers.find("value");
            out.push_back({mark, {}, {}, value == numbers.end() ? "new" : value->second});
            continue;
        }
        for (const auto &[column, value] : numbers) {
            const auto was = known->second.find(column);
            const std::string &earlier = was == known->second.end() ? std::string() : was->second;
            if (earlier != value)
                out.push_back({mark, column, earlier, value});
        }
        for (const auto &[column, earlier] : known->second) {
            if (!numbers.contains(column) && !earlier.empty())
                out.push_back({mark, column, earlier, {}});
        }
    }
    for (const std::string &mark : old->order) {
        if (now->marks.contains(mark))
            continue;
        const MarkNumbers &numbers = old->marks.at(mark);
        const auto value = numbers.find("value");
        out.push_back({mark, {}, value == numbers.end() ? "there" : value->second, {}});
    }
    return out;
}

std::string text(const MovedNumber &moved)
{
    const auto orNone
        = [](const std::string &value) { return value.empty() ? std::string("nothing") : value; };
    if (moved.column.empty())
        return moved.before.empty() ? fmt::format("{}: new, {}", moved.mark, moved.after)
                                    : fmt::format("{}: gone, was {}", moved.mark, moved.before);
    return fmt::format("{}: {} {} → {}", moved.mark, moved.column, orNone(moved.before),
                       orNone(moved.after));
}

FigureState stateOf(const StoredFigure &stored, const PaperFigure &now)
{
    if (stored.dataHash.empty())
        return FigureState::NeverExported;
    return stored.dataHash == now.dataHash ? FigureState::Current : FigureState::Stale;
}

} // namespace loupe
