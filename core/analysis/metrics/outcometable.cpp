// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/metrics/outcometable.h"

namespace loupe {

OutcomeCell OutcomeTable::firstTotal(std::size_t level) const
{
    OutcomeCell out;
    for (std::size_t j = 0; j < second.size(); ++j) {
        out.trials += cells[level * second.size() + j].trials;
        out.successes += cells[level * second.size() + j].successes;
    }
    return out;
}

OutcomeCell OutcomeTable::secondTotal(std::size_t level) const
{
    OutcomeCell out;
    for (std::size_t i = 0; i < first.size(); ++i) {
        out.trials += cells[i * second.size() + level].trials;
        out.successes += cells[i * second.size() + level].successes;
    }
    return out;
}

} // namespace loupe
