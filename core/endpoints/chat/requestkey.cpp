// SPDX-License-Identifier: Apache-2.0
#include "core/endpoints/chat/requestkey.h"

#include <fmt/format.h>

namespace loupe {

std::string RequestKey::text() const
{
    return fmt::format("task {}, sample {}, round {}, {}, try {}", task, sample, round, purpose,
                       attempt);
}

} // namespace loupe
