// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/comparison/configurationdiff.h"
#include "core/analysis/comparison/topmovers.h"
#include "core/analysis/metrics/ratetable.h"
#include "core/analysis/rows/headlinerows.h"
#include "core/report/tables/table.h"
#include "core/store/read/storereader.h"

#include <map>
#include <stop_token>
#include <string>
#include <vector>

namespace loupe {

/// What is to be known of one run at a glance.
struct RunOverview {
    std::string run;
    std::string baseline;            ///< that the settings are set against; empty: none
    RateRow all;                     ///< every cell of the run's population, with what is withheld
    RateRow counted;                 ///< the headline: without it
    Flagged flagged;                 ///< of its pairs
    std::string population;          ///< that the headline counts, in words
    std::map<Outcome, int> outcomes; ///< of all cells; those that occur
    std::vector<std::string> questions;         ///< openQuestions() of the run
    std::vector<ConfigurationSetting> settings; ///< of the run, then of the baseline
};

/// NotFound where the store has no such run; Cancelled soon after `stop` is requested. A baseline
/// of the same name is none.
Result<RunOverview> runOverview(StoreReader &reader, const std::string &run,
                                const std::string &baseline, const std::stop_token &stop = {});

/// "60 results of 60 tasks, 54 judged: 41 correct (75.9 %) …": the headline in a sentence with its
/// denominators. A method at a task is one result, whatever its attempts.
std::string headlineText(const RateRow &row);

/// Every setting that is recorded, or only those that differ from the baseline's.
Table settingsTable(const RunOverview &overview, bool onlyDifferences);

/// What moved, with the evaluation to look at for each row. The caption counts all of each kind.
struct MoverTable {
    Table table;
    std::vector<RowId> evaluations; ///< of the other run, where it is there, else of the baseline
};
MoverTable moverTable(const RunComparison &comparison, std::size_t ofEachKind);

} // namespace loupe
