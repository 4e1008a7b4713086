// SPDX-License-Identifier: Apache-2.0
#include "core/generation/loop/storedrun.h"

namespace loupe {

Filter onlyRun(const std::string &name)
{
    return {{FilterTerm{"run", FilterOp::Is, {name}, false, 0}}};
}

Result<std::optional<RunId>> runNamed(StoreReader &reader, const std::string &name)
{
    const auto runs = reader.runs();
    if (!runs)
        return runs.error();
    for (const RunSummary &each : *runs) {
        if (each.run.name == name)
            return std::optional(each.id);
    }
    return std::optional<RunId>();
}

} // namespace loupe
