// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/text/alignedpanes.h"

#include <algorithm>

namespace loupe {

namespace {

/// One side's rows, split at the lines of the base: those before each line, and the one next to it.
struct CutSide {
    /// Size is one more than the lines of the base.
    std::vector<std::vector<AlignedPanes::Row>> before;
    std::vector<AlignedPanes::Row> beside;
};

CutSide cutAtBase(const std::vector<AlignedRow> &rows, std::size_t baseLines)
{
    CutSide out;
    out.before.resize(baseLines + 1);
    out.beside.resize(baseLines);
    std::size_t line = 0;
    for (const AlignedRow &row : rows) {
        if (row.right.line < 0)
            out.before[line].push_back({row.left, row.isDifferent});
        else
            out.beside[line++] = {row.left, row.isDifferent};
    }
    return out;
}

std::vector<AlignedPanes::Block> blocksOf(const std::vector<bool> &differs)
{
    std::vector<AlignedPanes::Block> out;
    for (std::size_t row = 0; row < differs.size(); ++row) {
        if (!differs[row])
            continue;
        const auto place = static_cast<int>(row);
        if (!out.empty() && out.back().end == place)
            ++out.back().end;
        else
            out.push_back({place, place + 1});
    }
    return out;
}

} // namespace

AlignedPanes alignPanes(const AlignedText &base, std::span<const AlignedText> sides,
                        std::size_t against, const AlignmentOptions &options)
{
    const std::size_t baseLines = linesOf(base.text).size();
    std::vector<CutSide> cuts;
    std::vector<AlignedPanes::Row> marks(baseLines); // the base compared with the chosen side
    for (std::size_t side = 0; side < sides.size(); ++side) {
        const std::vector<AlignedRow> rows = alignTexts(sides[side], base, options);
        cuts.push_back(cutAtBase(rows, baseLines));
        if (side != against)
            continue;
        for (const AlignedRow &row : rows) {
            if (row.right.line >= 0)
                marks[static_cast<std::size_t>(row.right.line)] = {row.right, row.isDifferent};
        }
    }
    AlignedPanes out;
    out.sides.resize(sides.size());
    std::vector<bool> differs;
    const auto rowOf = [](const std::vector<AlignedPanes::Row> &rows, std::size_t place) {
        return place < rows.size() ? rows[place] : AlignedPanes::Row{};
    };
    for (std::size_t line = 0; line <= baseLines; ++line) {
        std::size_t fillers = 0;
        for (const CutSide &cut : cuts)
            fillers = std::max(fillers, cut.before[line].size());
        for (std::size_t place = 0; place < fillers; ++place) {
            bool isDifferent = false;
            for (std::size_t side = 0; side < cuts.size(); ++side) {
                out.sides[side].push_back(rowOf(cuts[side].before[line], place));
                if (side == against)
                    isDifferent = out.sides[side].back().isDifferent;
            }
            out.base.push_back({{}, isDifferent});
            differs.push_back(isDifferent);
        }
        if (line == baseLines)
            break;
        AlignedPanes::Row row = marks[line];
        row.side.line = static_cast<int>(line);
        for (std::size_t side = 0; side < cuts.size(); ++side)
            out.sides[side].push_back(cuts[side].beside[line]);
        differs.push_back(row.isDifferent);
        out.base.push_back(std::move(row));
    }
    out.differences = blocksOf(differs);
    return out;
}

} // namespace loupe
