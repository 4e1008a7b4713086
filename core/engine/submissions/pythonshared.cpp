// SPDX-License-Identifier: Apache-2.0
#include "core/engine/submissions/pythonshared.h"

namespace loupe {

std::unique_ptr<TimingLease::Shared> PythonShared::takeTurn(StageSeconds &seconds) const
{
    if (turns() != nullptr)
        return nullptr;
    const StageSeconds::Part waiting(seconds, "wait for timing of others");
    const OccupationReporter::Scope telling(reporter, Occupation::WaitForTurn);
    return std::make_unique<TimingLease::Shared>(lease);
}

} // namespace loupe
