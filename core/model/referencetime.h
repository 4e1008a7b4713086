// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace loupe {

/// A recorded time of a task's reference, seen from a result of the same task on the same device:
/// what a speedup can be made over where the result's own record has no baseline.
struct ReferenceTime {
    std::string baseline; ///< "eager"
    double milliseconds = 0.0;
    std::string run;    ///< that holds it
    std::string source; ///< file and place: "H100/baseline_time_torch.json:3"
    /// Another record of the same kind differs by more than 5 %: none of them is taken.
    bool isDisputed = false;

    friend bool operator==(const ReferenceTime &, const ReferenceTime &) = default;
};

/// One for each kind of baseline, in the order in which they were stored.
using ReferenceTimes = std::vector<ReferenceTime>;

} // namespace loupe
