// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/rows/namenumbers.h"
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

/// The contents that are known under the names of tasks.
class KnownContents
{
public:
    /// The number of the task; the hash may be empty.
    std::uint32_t add(Name suite, Name task, Name hash);
    /// The content that is meant by a hash, once all are added.
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
