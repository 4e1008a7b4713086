// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/metrics/figuretable.h"
#include "core/analysis/population/population.h"
#include "core/analysis/rows/groupby.h"
#include "core/analysis/statistics/bootstrap.h"
#include "core/base/json.h"
#include "core/model/record/metricrow.h"
#include "core/report/tables/table.h"

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

namespace loupe::cli {

/// Options of confidence intervals, shared by several commands.
struct IntervalChoices {
    std::string kind; ///< empty: none
    int resamples = 10000;
    std::uint64_t seed = 1;

    BootstrapOptions toBootstrap() const;
};

/// Figures that `kloupe metrics` adds to its table of rates.
struct FigureChoices {
    std::vector<double> fastP;   ///< strict
    std::vector<double> atLeast; ///< inclusive
    std::vector<int> passAt;
    std::vector<int> anyOf;
    int suiteTasks = 0; ///< 0: no rates over the suite
    bool cost = false;
    bool averages = false;
    bool equalWork = false;
    bool utilisation = false;
    IntervalChoices interval;
};

void addFigureOptions(CLI::App &command, const std::shared_ptr<FigureChoices> &choices);

struct FigureTables {
    std::vector<Table> tables;
    Json json = Json::object(); ///< merged into the document of the command
};

/// Adds a table of figures, and its lines and caption to the document under these two keys.
void addLines(const std::string &key, const std::string &definitionsKey,
              const std::vector<FigureLine> &lines, Table table, FigureTables &out);

/// Makes the tables: averages and intervals over the cells, figures by sample over all
/// observations. Throws InvalidInput for figures by sample grouped by round, and for rates of a
/// suite in groups that divide its tasks.
FigureTables figureTables(const Population &population, GroupBy groupBy,
                          const FigureChoices &choices);

Json toJson(const std::optional<Interval> &interval);

} // namespace loupe::cli
