// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/text/unifiedrows.h"

namespace loupe {

namespace {

void addUnifiedSide(const RowSide &side, UnifiedRow::Kind kind, std::vector<UnifiedRow> &out)
{
    if (side.line >= 0)
        out.push_back({kind, side.line, side.spans});
}

} // namespace

std::vector<UnifiedRow> unifiedRows(std::span<const AlignedRow> rows)
{
    std::vector<UnifiedRow> out;
    out.reserve(rows.size());
    for (std::size_t i = 0; i < rows.size();) {
        if (!rows[i].isDifferent) {
            out.push_back({UnifiedRow::Kind::Same, rows[i].right.line, {}});
            ++i;
            continue;
        }
        std::size_t end = i;
        while (end < rows.size() && rows[end].isDifferent)
            ++end;
        for (const AlignedRow &row : rows.subspan(i, end - i))
            addUnifiedSide(row.left, UnifiedRow::Kind::Removed, out);
        for (const AlignedRow &row : rows.subspan(i, end - i))
            addUnifiedSide(row.right, UnifiedRow::Kind::Added, out);
        i = end;
    }
    return out;
}

} // namespace loupe
