// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/failures/failureclusters.h"
#include "core/analysis/metrics/ratetable.h"
#include "core/model/goldenrecord.h"
#include "core/report/tables/datatable.h"
#include "core/store/rows/rowsource.h"

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

namespace loupe {

/// The columns of an exported evaluation, and one as a row of them.
const std::vector<std::string> &evaluationColumns();
DataRow evaluationRow(const ResultRow &row);

/// The numbers of rateTable() under the names that `kloupe metrics --json` gives them.
DataTable rateData(std::span<const RateRow> rates, const std::string &group);

/// One line for each cluster: kind, first cause, members, of how many methods, categories, rounds.
DataTable clusterData(std::span<const FailureCluster> clusters);

/// Recorded times of references.
DataTable goldenData(std::span<const StoredGoldenRecord> records);

/// "Fusion 12, Math 3 and 4 more": the most frequent first.
std::string countsText(const std::map<std::string, std::int64_t> &counts, std::size_t most);

} // namespace loupe
