// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/rows/headlinerows.h"

namespace loupe {

LeftOut leaveOutWithheld(std::vector<MetricRow> &rows)
{
    LeftOut out;
    out.of = rows.size();
    out.count = std::erase_if(rows, [](const MetricRow &row) { return row.isWithheld; });
    return out;
}

} // namespace loupe
