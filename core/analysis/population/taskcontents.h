// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/metricrow.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace loupe {

/// Which content of a task each row is about: the same name with another hash is another task. A
/// row that does not say its hash is held to be of the only content known under its name; where
/// there are several, what is not known is one of its own.
struct TaskContents {
    std::vector<Name> hashOf;        ///< of each row; empty: not known
    std::size_t severalVersions = 0; ///< names with more than one known content
};

TaskContents taskContents(std::span<const MetricRow> rows);

} // namespace loupe
