// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/failures/failureclusters.h"
#include "core/analysis/metrics/ratetable.h"
#include "core/model/record/goldenrecord.h"
#include "core/report/tables/datacolumns.h"
#include "core/store/file/readonlyquery.h"
#include "core/store/read/resultlisting.h"
#include "core/store/read/storereader.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <stop_token>
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

/// Converts an answer to a table; a blob appears as its size: "(12 bytes)".
DataTable toDataTable(const SqlAnswer &answer);

/// Takes the next part of an exported text.
using TextSink = std::function<void(const std::string &)>;

/// Writes a table as "csv", "jsonl" (one object a line) or "latex".
void exportRows(const DataTable &table, const std::string &format, const TextSink &write);

/// Writes listed evaluations as exportRows() does, some thousand at a time, with the speedups of
/// the listing, and returns their number. Cancelled soon after a stop.
Result<std::size_t> exportEvaluations(StoreReader &reader, const ResultListing &listing,
                                      const std::string &format, const TextSink &write,
                                      const std::stop_token &stop = {});

/// Returns "Fusion 12, Math 3 and 4 more": the most frequent first.
std::string countsText(const std::map<std::string, std::int64_t> &counts, std::size_t most);

} // namespace loupe
