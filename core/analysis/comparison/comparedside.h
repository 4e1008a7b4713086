// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/population/scope.h"
#include "core/analysis/rows/groupby.h"
#include "core/base/result.h"
#include "core/model/record/metricrow.h"
#include "core/model/saved/filter.h"

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace loupe {

/// Property that distinguishes the sides of a comparison.
enum class SideKind { Method, Run, Device, Round, Baseline, Filter };
inline constexpr std::array allSideKinds{SideKind::Method, SideKind::Run,      SideKind::Device,
                                         SideKind::Round,  SideKind::Baseline, SideKind::Filter};
std::string_view name(SideKind kind); ///< "method", "run" …
/// Returns the compared dimension; nullopt for a filter, which may select by anything.
std::optional<GroupBy> dimensionOf(SideKind kind);

/// One side: a method, run, device, round, baseline or filter.
struct ComparedSide {
    SideKind kind = SideKind::Method;
    std::string value; ///< its name, the round's number, or the filter's text
    std::string label; ///< name for display

    friend bool operator==(const ComparedSide &, const ComparedSide &) = default;
};

/// Returns a side whose label is derived from its value.
ComparedSide sideOf(SideKind kind, const std::string &value);
/// Returns the side that a filter selects; "method:codex" is labelled codex.
ComparedSide sideOf(const Filter &filter);

/// Filter and scope that select the results of a side.
struct SideScope {
    Filter filter;
    Scope scope;
};

/// Returns the filter and scope of a side within those shared by both sides. Devices and baselines
/// are selected by the scope, so that results that failed before timing count on each side. Fails
/// with InvalidInput if a filter cannot be parsed or a round is no number.
Result<SideScope> scopeOf(const ComparedSide &side, const Filter &filter, const Scope &scope);

/// One side's rows before selection, and the scope that selects among them.
struct ScopedRows {
    std::span<const MetricRow> rows;
    Scope scope;
};

/// Selects a value for each condition that no scope fixes: the value with the most results that
/// both sides share. Separate selections could differ and make the sides incomparable. A condition
/// without a shared value stays unchanged. Nothing is pooled or split on a side.
void shareConditions(ScopedRows &first, ScopedRows &second);

} // namespace loupe
