// SPDX-License-Identifier: Apache-2.0
#include "core/report/documents/storedtests.h"

#include "core/analysis/comparison/attempttests.h"

#include <span>
#include <vector>

namespace loupe {

Status testFromStore(RunComparison &comparison, StoreReader &reader, std::uint64_t seed,
                     const std::stop_token &stop)
{
    PermutationOptions permutations;
    permutations.seed = seed;
    return testAttempts(
        comparison,
        [&](std::span<const RowId> ids) -> Result<std::vector<Evaluation>> {
            if (stop.stop_requested())
                return Error{Errc::Cancelled, "cancelled"};
            return reader.measurements(ids);
        },
        permutations);
}

} // namespace loupe
