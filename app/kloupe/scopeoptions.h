// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/population/population.h"
#include "core/base/result.h"
#include "core/store/read/storereader.h"

#include <map>
#include <memory>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

namespace loupe::cli {

/// The options by which a command's figures say what they are about.
struct ScopeOptions {
    std::string choose = "last";
    CountedVerdict verdict = CountedVerdict::OfRun;
    std::map<GroupBy, std::string> only; ///< by condition; empty: not asked for
    std::vector<std::string> pool;
    bool includeSuspicious = false;
    bool withoutJoin = false;
};

/// `baselineOption` chooses among the baselines of speedups.
void addScopeOptions(CLI::App &command, const std::shared_ptr<ScopeOptions> &options,
                     const std::string &baselineOption = "--baseline");

/// The names of those that choose what is counted, for a command that follows them in one of its
/// forms alone: all but --include-suspicious.
std::vector<std::string> scopeOptionNames(const std::string &baselineOption);

/// What the options ask for, where rows are grouped by `groupBy`: groups by a condition, by run or
/// by round are cells of their own. InvalidInput where a condition is both chosen and split.
Result<Scope> scopeOf(const ScopeOptions &options, GroupBy groupBy);

/// The scope with values as the store records them, for a command that reads its rows elsewhere.
/// Errors as of recordedValue(); a baseline that only joined times have must be named whole.
Result<Scope> withStoredValues(StoreReader &reader, Scope scope);

} // namespace loupe::cli
