// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/kloupe/options/scopeoptions.h"
#include "core/analysis/population/scope.h"
#include "core/analysis/rows/grouping.h"
#include "core/base/result.h"
#include "core/model/record/metricrow.h"
#include "core/report/tables/table.h"
#include "core/store/read/resultlisting.h"
#include "core/store/read/storereader.h"

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace loupe::cli {

/// Store opened for reading, with the filter of a command.
struct FilteredStore {
    Filter filter;
    std::unique_ptr<StoreReader> reader;
};

/// Opens the store and parses the filter. Errors: as parseFilter(), then as StoreReader::open().
FilteredStore openFiltered(const std::filesystem::path &store, const std::string &filter);

/// Returns a sentence for captions, with a blank in front; empty if nothing is flagged.
std::string text(const Flagged &flagged);

/// Evaluations that match the filter, before the scope is applied.
struct SelectedRows {
    FilteredStore store;
    Scope scope; ///< with its values as the store spells them
    std::vector<MetricRow> rows;
};

/// Reads the rows. Errors: as openFiltered(), then as rowsInScope().
SelectedRows selectRows(const std::filesystem::path &store, const std::string &filter, Scope scope);

/// Lists the evaluations of the filter as the page Results lists all attempts, with the baseline of
/// the options. Errors: as scopeOf(), rowsInScope() and listResults().
ResultListing listingOf(StoreReader &reader, const Filter &filter, const ScopeOptions &options,
                        SortOrder order);

/// Adds --format with the formats of print().
void addFormatOption(CLI::App &command, std::string &format);

/// Prints the table in the given `--format`: "csv", "markdown", else text.
std::string print(const Table &table, const std::string &format);

} // namespace loupe::cli
