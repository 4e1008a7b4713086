// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/rows/headlinerows.h"

namespace loupe {

Flagged flagWithheld(std::vector<MetricRow> &rows)
{
    Flagged out{0, rows.size()};
    for (MetricRow &row : rows) {
        if (row.isWithheld && outcomeOf(row.verdict) == Outcome::Correct)
            row.verdict = Verdict::Flagged;
        out.count += outcomeOf(row.verdict) == Outcome::Flagged ? 1 : 0;
    }
    return out;
}

} // namespace loupe
