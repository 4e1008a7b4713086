// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/population/population.h"
#include "core/base/json.h"
#include "core/base/result.h"
#include "core/model/saved/filter.h"
#include "core/report/tables/table.h"
#include "core/store/read/storereader.h"

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

namespace loupe::cli {

/// Options of `kloupe stats --show asking`, without filter and scope.
struct AskingOptions {
    std::string unit = "tokens";
    double fastP = 1.0;
    std::vector<std::string> pair; ///< two methods; empty: no comparison
    double budget = 0.0;           ///< per task, for the pair; 0: none
};

void addAskingOptions(CLI::App &command, const std::shared_ptr<AskingOptions> &options);

struct AskingTables {
    std::vector<Table> tables;
    Json json = Json::object();
};

/// Returns the tables of one block of `rows`, which match the filter. Returns nothing if no
/// conversation is recorded for it; NotFound if a method of the pair has none.
Result<std::optional<AskingTables>> askingTables(std::span<const AskedDialogue> dialogues,
                                                 const std::vector<MetricRow> &rows,
                                                 const Population &block, const Filter &filter,
                                                 const AskingOptions &options);

} // namespace loupe::cli
