// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/rows/headlinerows.h"
#include "core/base/result.h"
#include "core/model/metricrow.h"
#include "core/report/tables/table.h"
#include "core/store/read/storereader.h"

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace loupe::cli {

/// A store opened for reading and which of its evaluations a command is about.
struct FilteredStore {
    Filter filter;
    std::unique_ptr<StoreReader> reader;
};

/// Errors as of parseFilter(), then as of StoreReader::open().
Result<FilteredStore> openFiltered(const std::filesystem::path &store, const std::string &filter);

/// A sentence for captions, with a blank in front; empty where nothing is flagged.
std::string text(const Flagged &flagged);

/// The evaluations that a command is about, before its scope leaves any out.
struct SelectedRows {
    FilteredStore store;
    std::vector<MetricRow> rows;
};

/// Errors as of openFiltered() and of reading.
Result<SelectedRows> selectRows(const std::filesystem::path &store, const std::string &filter);

/// As `--format` says: "csv", "markdown", else text.
std::string print(const Table &table, const std::string &format);

} // namespace loupe::cli
