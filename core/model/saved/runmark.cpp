// SPDX-License-Identifier: Apache-2.0
#include "core/model/saved/runmark.h"

#include "core/base/enumnames.h"

namespace loupe {

std::string_view kindName(RunMarkKind kind)
{
    constexpr EnumNames<4> names{"pin", "unpin", "baseline", "no_baseline"};
    return nameAmong(names, kind);
}

RunMarks afterMarks(RunMarks before, std::span<const RunMark> events)
{
    for (const RunMark &event : events) {
        switch (event.kind) {
        case RunMarkKind::Pin:
            before.pinned.insert(event.run);
            break;
        case RunMarkKind::Unpin:
            before.pinned.erase(event.run);
            break;
        case RunMarkKind::Baseline:
            before.baseline = event.run;
            break;
        case RunMarkKind::NoBaseline:
            before.baseline.reset();
            break;
        }
    }
    return before;
}

Status checkRunMark(const RunMark &event)
{
    if (event.person.find_first_not_of(" \t\r\n") == std::string::npos)
        return Error{.code = Errc::InvalidInput,
                     .message = "a mark needs a name: --person NAME",
                     .hint = "--person NAME"};
    if (event.uuid.empty())
        return Error{Errc::InvalidInput, "a mark needs a uuid"};
    return {};
}

} // namespace loupe
