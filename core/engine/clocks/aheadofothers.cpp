// SPDX-License-Identifier: Apache-2.0
#include "core/engine/clocks/aheadofothers.h"

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

} // namespace loupe
