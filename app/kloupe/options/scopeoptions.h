// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/population/population.h"
#include "core/store/read/storereader.h"

#include <map>
#include <memory>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

namespace loupe::cli {

/// Options that choose the results that a command counts.
struct ScopeOptions {
    std::string choose = "last";
    CountedVerdict verdict = CountedVerdict::OfRun;
    std::map<GroupBy, std::string> only; ///< values by condition; empty: any
    std::vector<std::string> pool;
    bool includeSuspicious = false;
    bool withoutJoin = false;
};

/// Adds the options. `baselineOption` names the one that chooses the baseline of speedups.
void addScopeOptions(CLI::App &command, const std::shared_ptr<ScopeOptions> &options,
                     const std::string &baselineOption = "--baseline");

/// Adds only the option that chooses the baseline.
CLI::Option *addBaselineOption(CLI::App &command, ScopeOptions &options, std::string help);

/// Returns the names of all scope options except --include-suspicious. For commands where only one
/// form has a scope.
std::vector<std::string> scopeOptionNames(const std::string &baselineOption);

/// Returns the scope of the options. Groups by a condition, by run or by round have cells of their
/// own. Throws InvalidInput if a condition is both chosen and used for groups.
Scope scopeOf(const ScopeOptions &options, GroupBy groupBy);

/// Replaces the values of the scope with those recorded in the store. For commands that read their
/// rows elsewhere. Errors: as recordedValue(). A baseline that only joined times have must be named
/// in full.
Scope withStoredValues(StoreReader &reader, Scope scope);

} // namespace loupe::cli
