// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace loupe {

/// Recorded time of a task's reference on the device of a result. It is the baseline of the speedup
/// if the result's own record has none.
struct ReferenceTime {
    std::string baseline; ///< "eager"
    double milliseconds = 0.0;
    std::string run;    ///< run that holds it
    std::string source; ///< file and line: "H100/baseline_time_torch.json:3"
    /// Another record of the same kind differs by more than 5 %, so that none of them is used.
    bool isDisputed = false;

    friend bool operator==(const ReferenceTime &, const ReferenceTime &) = default;
};

/// One for each kind of baseline, in the order in which they were stored.
using ReferenceTimes = std::vector<ReferenceTime>;

} // namespace loupe
