// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/population/scope.h"
#include "core/analysis/population/scopedpairs.h"
#include "core/analysis/rows/rowparts.h"
#include "core/base/result.h"
#include "core/model/record/metricrow.h"
#include "core/model/saved/filter.h"
#include "core/store/read/storereader.h"

#include <memory>
#include <span>
#include <stop_token>
#include <vector>

namespace loupe {

/// Reads the rows for populations of `scope`, with StoreReader::metricRows(). If the scope's
/// baseline is a method, the rows have its times as references, and the filter's terms about
/// speedups select by these. The method's results are those of the whole store. Fails with NotFound
/// if the store has none.
Result<std::vector<MetricRow>> scopedRows(StoreReader &reader, const Filter &filter,
                                          const Scope &scope, const std::stop_token &stop = {},
                                          RowCosts costs = RowCosts::Read);

/// Does scopedRows() without costs for populations, which need the rows in parts only.
Result<std::unique_ptr<RowParts>> scopedParts(StoreReader &reader, const Filter &filter,
                                              const Scope &scope, const std::stop_token &stop = {},
                                              PairRows which = PairRows::All);

/// Does scopedParts() for populations of this scope only. Rows that its conditions exclude may be
/// missing; see RowParts::applied(). The populations may choose another baseline, if neither that
/// one nor the scope's is a method.
Result<std::unique_ptr<RowParts>> partsOfScope(StoreReader &reader, const Filter &filter,
                                               const Scope &scope, const std::stop_token &stop = {},
                                               RowCosts costs = RowCosts::Skip);

/// Marks rows of scopedRows(), which may have passed the conditions of `scope`, as if they had been
/// read with this filter. It must have the same conditionTerms(). Fails like scopedRows().
Status markScoped(StoreReader &reader, const Filter &filter, const Scope &scope,
                  std::span<PairsOverBaseline> pairs, const std::stop_token &stop);

/// Returns the scope with the method of its baseline as the store spells it: "method:cuda-l1"
/// becomes "method:CUDA-L1". Errors: as recordedValue().
Result<Scope> withStoredMethod(StoreReader &reader, Scope scope);

/// Returns the scope with all its values as the results under the filter spell them. Errors: as
/// scopedRows() and withRecordedValues().
Result<Scope> recordedScope(StoreReader &reader, const Filter &filter, Scope scope);

/// The rows of a scope, and this scope with all its values as the store spells them.
struct RowsInScope {
    Scope scope;
    std::vector<MetricRow> rows;
};

/// Reads the rows of a scope whose values may be parts of names. Errors: as scopedRows() and
/// withRecordedValues().
Result<RowsInScope> rowsInScope(StoreReader &reader, const Filter &filter, Scope scope);

} // namespace loupe
