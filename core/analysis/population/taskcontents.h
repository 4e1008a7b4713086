// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/rows/namenumbers.h"
#include "core/model/record/metricrow.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace loupe {

/// The content of the task of each row. The same name with another hash is another task. A row
/// without a hash gets the only content known under its name. If there are several, unknown content
/// is separate.
struct TaskContents {
    std::vector<Name> hashOf;        ///< per row; empty if unknown
    std::size_t severalVersions = 0; ///< names with more than one known content
};

TaskContents taskContents(std::span<const MetricRow> rows);

/// The contents that are known under the names of tasks.
class KnownContents
{
public:
    /// Adds a task and returns its number; the hash may be empty.
    std::uint32_t add(Name suite, Name task, Name hash);
    /// Returns the content for a hash, after all were added.
    Name contentOf(std::uint32_t task, Name hash) const;
    std::size_t severalVersions() const;

private:
    struct NamedTask {
        Name hash;
        bool hasSeveral = false;
    };
    NameNumbers<2> m_numbers;
    std::vector<NamedTask> m_tasks; ///< by number
};

} // namespace loupe
