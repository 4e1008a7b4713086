// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/records/reading/recordbatch.h"
#include "core/store/write/importcontrol.h"
#include "core/store/write/storewriter.h"

#include <span>
#include <vector>

namespace loupe {

/// Returns the number of evaluations, transitions and golden records.
int recordCount(const RecordBatch &batch);

/// Reports the progress of an import of all batches, and stops it on request.
class ImportProgress
{
public:
    ImportProgress(const ImportControl &control, std::span<const RecordBatch> batches);

    /// Must be called after each record of the batch. Fails with Cancelled after a stop request.
    Status advance(const RecordBatch &batch);
    const std::stop_token &stop() const { return m_control.stop; }
    static Error cancelled(const RecordBatch &batch);

private:
    const ImportControl &m_control;
    int m_total = 0;
    int m_done = 0;
};

/// Stores one batch within a transaction that the caller holds.
class BatchImport
{
public:
    BatchImport(StoreWriter &writer, const RecordBatch &batch, ImportProgress &progress)
        : m_writer(writer)
        , m_batch(batch)
        , m_progress(progress)
    {
    }

    /// Stores the batch as a run of its own.
    Status run();
    /// Stores the batch into a run with other records of the same source.
    Status addTo(RunId run);

private:
    Status addDialogues(RunId run);
    template <typename Record, typename Store>
    Status addAll(const std::vector<Record> &records, const Store &store);
    Status addRest(RunId run);
    Status addNames();

    StoreWriter &m_writer;
    const RecordBatch &m_batch;
    ImportProgress &m_progress;
    StoredNames m_names;
};

} // namespace loupe
