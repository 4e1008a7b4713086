// SPDX-License-Identifier: Apache-2.0
#include "core/engine/run/runoutcome.h"

#include <algorithm>

namespace loupe {

void RunOutcome::countFurther(const Evaluation &evaluation)
{
    for (const FurtherTime &time : evaluation.furtherTimes) {
        auto found = std::ranges::find(further, time.record.baseline, &FurtherCount::baseline);
        if (found == further.end()) {
            further.push_back({time.record.baseline});
            found = further.end() - 1;
        }
        if (time.missing.empty())
            ++found->timed;
        else
            found->missing.push_back(time.record.task + ": " + time.missing);
    }
}

} // namespace loupe
