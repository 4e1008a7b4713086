// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/population/scope.h"
#include "core/analysis/rows/groupby.h"
#include "core/base/result.h"
#include "core/model/filter.h"

#include <array>
#include <optional>
#include <string>
#include <string_view>

namespace loupe {

/// What tells one side of a comparison from the other.
enum class SideKind { Method, Run, Device, Round, Baseline, Filter };
inline constexpr std::array allSideKinds{SideKind::Method, SideKind::Run,      SideKind::Device,
                                         SideKind::Round,  SideKind::Baseline, SideKind::Filter};
std::string_view name(SideKind kind); ///< "method", "run" …
/// The dimension that is held side by side; nullopt of a filter, which may be about anything.
std::optional<GroupBy> dimensionOf(SideKind kind);

/// One side: a method, a run, a device, a round, a baseline, or what a filter leaves.
struct ComparedSide {
    SideKind kind = SideKind::Method;
    std::string value; ///< its name; of a round its number, of a filter its text
    std::string label; ///< what people call it

    friend bool operator==(const ComparedSide &, const ComparedSide &) = default;
};

/// A side whose label follows from its value.
ComparedSide sideOf(SideKind kind, const std::string &value);
/// A side that a filter leaves; "method:codex" is called codex.
ComparedSide sideOf(const Filter &filter);

/// The results of a side, and what of them counts.
struct SideScope {
    Filter filter;
    Scope scope;
};

/// The side within what counts on both. A device or a baseline is asked for by the scope, so that
/// what failed before it was timed counts on each of them; InvalidInput where a filter cannot be
/// read or a round is no number.
Result<SideScope> scopeOf(const ComparedSide &side, const Filter &filter, const Scope &scope);

} // namespace loupe
