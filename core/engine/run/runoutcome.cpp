// SPDX-License-Identifier: Apache-2.0
#include "core/engine/run/runoutcome.h"

#include <algorithm>
#include <utility>

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

void RunOutcome::addPart(RunOutcome part)
{
    id = part.id;
    evaluated += part.evaluated;
    alreadyDone += part.alreadyDone;
    correct += part.correct;
    failed += part.failed;
    infraErrors += part.infraErrors;
    cancelled = cancelled || part.cancelled;
    for (const FurtherCount &count : part.further) {
        auto found = std::ranges::find(further, count.baseline, &FurtherCount::baseline);
        if (found == further.end()) {
            further.push_back(count);
            continue;
        }
        found->timed += count.timed;
        found->missing.insert(found->missing.end(), count.missing.begin(), count.missing.end());
    }
    parts.push_back(std::move(part));
}

} // namespace loupe
