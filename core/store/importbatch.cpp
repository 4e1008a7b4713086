// SPDX-License-Identifier: Apache-2.0
#include "core/store/importbatch.h"

#include "core/base/clock.h"
#include "core/store/storefile.h"

#include <optional>
#include <string>
#include <system_error>

#include <unistd.h>

namespace loupe {

namespace {

int size(const RecordBatch &batch)
{
    return static_cast<int>(batch.evaluations.size() + batch.transitions.size()
                            + batch.golden.size());
}

/// Tells how far the import of all batches is, and when it shall end.
class Progress
{
public:
    Progress(const ImportControl &control, std::span<const RecordBatch> batches)
        : m_control(control)
    {
        for (const RecordBatch &batch : batches)
            m_total += size(batch);
    }

    Status advance(const RecordBatch &batch)
    {
        ++m_done;
        if (m_control.progress)
            m_control.progress(m_done, m_total);
        if (m_control.stop.stop_requested())
            return Error{Errc::Cancelled,
                         "the import was cancelled; nothing was stored",
                         batch.source,
                         {},
                         {}};
        return {};
    }

private:
    const ImportControl &m_control;
    int m_total = 0;
    int m_done = 0;
};

/// Stores one batch within a transaction that the caller holds.
class BatchImport
{
public:
    BatchImport(StoreWriter &writer, const RecordBatch &batch, Progress &progress)
        : m_writer(writer)
        , m_batch(batch)
        , m_progress(progress)
    {
    }

    Status run()
    {
        if (Status added = addNames(); !added)
            return added;
        const auto run = m_writer.beginRun(m_batch.run);
        if (!run)
            return run.error();
        Status stored = m_writer.recordAll(*run, m_batch.evaluations, m_names,
                                           [this] { return m_progress.advance(m_batch); });
        if (!stored)
            return stored;
        for (const Transition &transition : m_batch.transitions) {
            stored = m_writer.recordTransition(*run, m_names.tasks[transition.task],
                                               m_names.methods[transition.method], transition);
            if (!stored)
                return stored;
            if (Status going = m_progress.advance(m_batch); !going)
                return going;
        }
        for (const GoldenRecord &golden : m_batch.golden) {
            stored = m_writer.recordGolden(*run, m_names.tasks[golden.task], golden);
            if (!stored)
                return stored;
            if (Status going = m_progress.advance(m_batch); !going)
                return going;
        }
        if (Status kept = m_writer.keepFiles(*run, m_batch.files); !kept)
            return kept;
        return m_writer.setRunState(*run, "finished", isoTime(systemClock().wallNow()));
    }

private:
    Status addNames()
    {
        for (const Task &task : m_batch.tasks) {
            const auto id = m_writer.addTask(task);
            if (!id)
                return id.error();
            m_names.tasks[task.name] = *id;
        }
        for (const Method &method : m_batch.methods) {
            const auto id = m_writer.addMethod(method);
            if (!id)
                return id.error();
            m_names.methods[method.name] = *id;
        }
        return {};
    }

    StoreWriter &m_writer;
    const RecordBatch &m_batch;
    Progress &m_progress;
    StoredNames m_names;
};

Result<ImportSummary> importOne(StoreWriter &writer, const RecordBatch &batch, Progress &progress)
{
    ImportSummary summary;
    summary.run = batch.run.name;
    summary.records = batch.records;
    summary.tasks = static_cast<int>(batch.tasks.size());
    summary.evaluations = static_cast<int>(batch.evaluations.size());
    summary.transitions = static_cast<int>(batch.transitions.size());
    summary.golden = static_cast<int>(batch.golden.size());
    summary.notes = batch.notes;
    summary.skipped = batch.skipped;
    const auto known = writer.runWithUuid(batch.run.uuid);
    if (!known)
        return known.error();
    if (*known) {
        summary.alreadyImported = true;
        summary.run = **known;
        return summary;
    }
    if (const Status stored = BatchImport(writer, batch, progress).run(); !stored)
        return stored.error();
    return summary;
}

} // namespace

Result<std::vector<ImportSummary>> importBatches(StoreWriter &writer,
                                                 std::span<const RecordBatch> batches,
                                                 const ImportControl &control)
{
    std::vector<ImportSummary> summaries;
    Progress progress(control, batches);
    const Status stored = writer.transaction([&]() -> Status {
        for (const RecordBatch &batch : batches) {
            auto summary = importOne(writer, batch, progress);
            if (!summary)
                return std::move(summary).error();
            summaries.push_back(std::move(*summary));
        }
        return {};
    });
    if (!stored)
        return stored.error();
    return summaries;
}

namespace {

/// The file and what SQLite keeps beside it while it is open.
void removeStore(const std::filesystem::path &file)
{
    for (const char *suffix : {"", "-wal", "-shm"}) {
        std::error_code ignored;
        std::filesystem::remove(std::filesystem::path(file) += suffix, ignored);
    }
}

using MaybeSummaries = std::optional<std::vector<ImportSummary>>;

/// Nothing where another program made the store meanwhile, and nothing is stored.
Result<MaybeSummaries> importIntoNewStore(const std::filesystem::path &file,
                                          std::span<const RecordBatch> batches,
                                          const ImportControl &control)
{
    const std::filesystem::path unfinished = std::filesystem::path(file)
        += ".importing-" + std::to_string(getpid());
    removeStore(unfinished);
    auto summaries = [&]() -> Result<std::vector<ImportSummary>> {
        const auto writer = StoreWriter::open(unfinished);
        if (!writer)
            return writer.error();
        return importBatches(**writer, batches, control);
    }();
    if (!summaries) {
        removeStore(unfinished);
        return std::move(summaries).error();
    }
    const Status placed = placeNewStore(unfinished, file);
    if (placed)
        return MaybeSummaries(std::move(*summaries));
    std::error_code failed;
    if (std::filesystem::exists(file, failed))
        return MaybeSummaries();
    return placed.error();
}

} // namespace

Result<std::vector<ImportSummary>> importIntoStore(const std::filesystem::path &file,
                                                   std::span<const RecordBatch> batches,
                                                   const ImportControl &control,
                                                   const StoreOpening &open)
{
    if (std::error_code failed; !std::filesystem::exists(file, failed)) {
        auto imported = importIntoNewStore(file, batches, control);
        if (!imported)
            return std::move(imported).error();
        if (*imported)
            return std::move(**imported);
    }
    const auto writer = open(file);
    if (!writer)
        return writer.error();
    return importBatches(**writer, batches, control);
}

} // namespace loupe
