// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/population/population.h"
#include "core/base/json.h"
#include "core/base/result.h"
#include "core/model/filter.h"
#include "core/report/tables/table.h"
#include "core/store/read/storereader.h"

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

namespace loupe::cli {

/// What `kloupe stats --show asking` takes besides filter and scope.
struct AskingOptions {
    std::string unit = "tokens";
    double fastP = 1.0;
    std::vector<std::string> pair; ///< two methods; empty: not asked for
    double budget = 0.0;           ///< of a task, for the pair; 0: none
};

void addAskingOptions(CLI::App &command, const std::shared_ptr<AskingOptions> &options);

struct AskingTables {
    std::vector<Table> tables;
    Json json = Json::object();
};

/// `block`: of `rows`, which the filter left. Nothing where no conversation is recorded of its
/// results; NotFound where a method of the pair has none.
Result<std::optional<AskingTables>> askingTables(std::span<const AskedDialogue> dialogues,
                                                 const std::vector<MetricRow> &rows,
                                                 const Population &block, const Filter &filter,
                                                 const AskingOptions &options);

} // namespace loupe::cli
