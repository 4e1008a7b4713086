// SPDX-License-Identifier: Apache-2.0
#include "core/engine/request/precisiongroup.h"

#include <algorithm>

namespace loupe {

std::string partName(const std::string &run, RunPrecision precision)
{
    return run + ", " + std::string(name(precision));
}

const RunSummary *storedPart(const std::vector<RunSummary> &runs, const std::string &run,
                             RunPrecision precision)
{
    const std::string name = partName(run, precision);
    const RunSummary *found = nullptr;
    for (const RunSummary &each : runs) {
        if (each.run.name == name && (found == nullptr || found->id < each.id))
            found = &each;
    }
    return found;
}

bool isUnfinished(const PrecisionGroup &group, const std::vector<RunSummary> &runs)
{
    return std::ranges::any_of(group.precisions, [&](RunPrecision precision) {
        const RunSummary *part = storedPart(runs, group.run, precision);
        return part == nullptr || part->state != "finished";
    });
}

} // namespace loupe
