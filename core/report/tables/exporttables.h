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

/// Returns the columns of an exported evaluation.
const std::vector<DataColumn<ResultRow>> &evaluationColumns();

/// Returns the columns of rateTable(); the first is "group".
const std::vector<DataColumn<RateRow>> &rateColumns();
/// Returns the rates with those columns; the first one is named after the grouping.
DataTable rateData(std::span<const RateRow> rates, const std::string &group);

/// Returns one line per cluster: kind, first cause, members, and the number of methods, categories
/// and rounds.
DataTable clusterData(std::span<const FailureCluster> clusters);

/// Returns recorded reference times.
DataTable goldenData(std::span<const StoredGoldenRecord> records);

/// Returns "Fusion 12, Math 3 and 4 more": the most frequent first.
std::string countsText(const std::map<std::string, std::int64_t> &counts, std::size_t most);

} // namespace loupe
