// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/failures/failureclusters.h"
#include "core/analysis/metrics/ratetable.h"
#include "core/model/goldenrecord.h"
#include "core/report/tables/datacolumns.h"
#include "core/store/rows/rowsource.h"

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

namespace loupe {

/// Of an exported evaluation.
const std::vector<DataColumn<ResultRow>> &evaluationColumns();

/// Of rateTable(); the first is "group".
const std::vector<DataColumn<RateRow>> &rateColumns();
/// Its numbers under those names, the first column under that of the grouping.
DataTable rateData(std::span<const RateRow> rates, const std::string &group);

/// One line for each cluster: kind, first cause, members, of how many methods, categories, rounds.
DataTable clusterData(std::span<const FailureCluster> clusters);

/// Recorded times of references.
DataTable goldenData(std::span<const StoredGoldenRecord> records);

/// "Fusion 12, Math 3 and 4 more": the most frequent first.
std::string countsText(const std::map<std::string, std::int64_t> &counts, std::size_t most);

} // namespace loupe
