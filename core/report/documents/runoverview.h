// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/comparison/configurationdiff.h"
#include "core/analysis/comparison/groupspeeds.h"
#include "core/analysis/metrics/ratetable.h"
#include "core/analysis/rows/grouping.h"
#include "core/report/documents/headlinepair.h"
#include "core/report/tables/table.h"
#include "core/store/read/storereader.h"

#include <stop_token>
#include <string>
#include <vector>

namespace loupe {

/// Overview of one run, with the headline numbers of its population.
struct RunOverview : HeadlinePair {
    std::string run;
    std::string baseline;               ///< run that the settings are compared with; may be empty
    std::vector<std::string> questions; ///< openQuestions() of the run
    std::vector<ConfigurationSetting> settings; ///< of the run, then of the baseline
};

/// Fails with NotFound if the store has no such run, and with Cancelled soon after `stop` is
/// requested. A baseline with the run's own name is ignored.
Result<RunOverview> runOverview(StoreReader &reader, const std::string &run,
                                const std::string &baseline, const std::stop_token &stop = {});

/// Returns the headline as a sentence with its denominators: "60 results of 60 tasks, 54 judged: 41
/// correct (75.9 %) …". A method at a task is one result, whatever its attempts.
std::string headlineText(const RateRow &row);

/// Returns all recorded settings, or only those that differ from the baseline's.
Table settingsTable(const RunOverview &overview, bool onlyDifferences);

/// The changed results, with the evaluation behind each row. The caption has the totals of each
/// kind.
struct MoverTable {
    Table table;
    std::vector<RowId> evaluations; ///< of the other run, or of the baseline if missing there
};
MoverTable moverTable(const RunComparison &comparison, std::size_t ofEachKind);

} // namespace loupe
