// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <compare>
#include <cstdint>

namespace loupe {

/// Row id of the store with a type per table. 0 means "none".
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
/// Row of an evaluation, as listed in result tables.
using RowId = Id<struct EvaluationTag>;
using DialogueId = Id<struct DialogueTag>;

} // namespace loupe
