// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/rounds/roundtable.h"
#include "core/base/json.h"

#include <memory>

#include <CLI/CLI.hpp>

namespace loupe::cli {

/// Options of `kloupe metrics --by round`: counts that the records do not contain.
struct RoundOptions {
    int denominator = 0; ///< 0: trajectories among the rows
    std::string denominatorSource;
    int baseBuilt = -1; ///< below 0: counted from the rows
    int baseCorrect = -1;
    std::string baseSource;

    RoundTableOptions toTableOptions() const;
};

void addRoundOptions(CLI::App &command, const std::shared_ptr<RoundOptions> &options);
Json toJson(const RoundTable &table);

} // namespace loupe::cli
