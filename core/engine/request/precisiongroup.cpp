// SPDX-License-Identifier: Apache-2.0
#include "core/engine/request/precisiongroup.h"

#include "core/engine/request/profile.h"

#include <algorithm>

namespace loupe {

std::string partName(const std::string &run, RunPrecision precision)
{
    return run + ", " + std::string(name(precision));
}

bool isSame(const PrecisionGroup &one, const PrecisionGroup &other)
{
    return one.run == other.run && std::ranges::is_permutation(one.precisions, other.precisions);
}

const RunSummary *storedPart(const std::vector<RunSummary> &runs, const PrecisionGroup &group,
                             RunPrecision precision)
{
    const std::string name = partName(group.run, precision);
    const RunSummary *found = nullptr;
    for (const RunSummary &each : runs) {
        if (each.run.name == name && (found == nullptr || found->id < each.id)
            && isSame(groupOf(each.run.profileJson), group))
            found = &each;
    }
    return found;
}

bool isUnfinished(const PrecisionGroup &group, const std::vector<RunSummary> &runs)
{
    return std::ranges::any_of(group.precisions, [&](RunPrecision precision) {
        const RunSummary *part = storedPart(runs, group, precision);
        return part == nullptr || part->state != "finished";
    });
}

} // namespace loupe
