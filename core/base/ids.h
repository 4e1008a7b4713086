// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <compare>
#include <cstdint>

namespace loupe {

/// A row id of the store that cannot be mixed up with another table's. 0 means "none".
template <typename Tag>
struct Id {
    std::int64_t value = 0;

    explicit operator bool() const noexcept { return value != 0; }
    friend auto operator<=>(const Id &, const Id &) = default; // NOLINT(modernize-use-nullptr)
};

using RunId = Id<struct RunTag>;
using TaskId = Id<struct TaskTag>;
using MethodId = Id<struct MethodTag>;
using CandidateId = Id<struct CandidateTag>;
/// An evaluation's row: what result tables list.
using RowId = Id<struct EvaluationTag>;
using DialogueId = Id<struct DialogueTag>;

} // namespace loupe
