// SPDX-License-Identifier: Apache-2.0
#include "core/engine/clocks/aheadofothers.h"

#include "core/base/processors.h"
#include "core/sandbox/control/sandboxtasks.h"

#include <utility>

#include <sched.h>

namespace loupe {

AheadOfOthers::AheadOfOthers(std::initializer_list<std::function<Status()>> sides)
{
    Status ahead = m_thread.status();
    for (const std::function<Status()> &putAhead : sides) {
        if (ahead)
            ahead = putAhead();
    }
    if (!ahead)
        m_whyNot = ahead.error().message;
}

OneProcessor::OneProcessor(std::vector<RunOn> sides)
    : m_sides(std::move(sides))
    , m_before(usableProcessorNumbers())
{
    // The one on which this thread runs is likely to be free of other work.
    if (const Status placed = place({sched_getcpu()}); !placed) {
        m_whyNot = placed.error().message;
        static_cast<void>(place(m_before));
    }
}

OneProcessor::~OneProcessor()
{
    static_cast<void>(place(m_before)); // a side may have ended
}

Status OneProcessor::place(const std::vector<int> &processors)
{
    Status placed = runThreadOn(processors);
    for (const RunOn &side : m_sides) {
        if (Status each = side(processors); !each && placed)
            placed = std::move(each);
    }
    return placed;
}

} // namespace loupe
