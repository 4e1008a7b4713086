// SPDX-License-Identifier: Apache-2.0
#include "core/store/write/importbatch.h"

#include "core/records/reading/batchbuilder.h"
#include "core/store/write/batchimport.h"
#include "core/store/write/batchupdate.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <string>
#include <utility>

namespace loupe {

namespace {

template <typename Item>
int size(const std::vector<Item> &items)
{
    return static_cast<int>(items.size());
}

ImportSummary summaryOf(const RecordBatch &batch)
{
    ImportSummary summary;
    summary.run = batch.run.name;
    summary.records = batch.records;
    summary.tasks = size(batch.tasks);
    summary.evaluations = static_cast<int>(batch.allEvaluations().size());
    summary.transitions = size(batch.transitions);
    summary.golden = size(batch.golden);
    summary.dialogues = size(batch.dialogues);
    summary.notes = batch.notes;
    summary.skipped = batch.skipped;
    return summary;
}

/// Returns the files with new names if earlier readings stored files of the same names.
std::vector<ImportedFile> filesOfUpdate(const RecordedKeys &stored, const RecordBatch &batch)
{
    constexpr std::size_t digits = 12;
    std::vector<ImportedFile> out;
    for (ImportedFile file : batch.files) {
        const std::string name = file.name;
        if (stored.files.contains(name))
            file.name = "updated-" + batch.digest.substr(0, digits) + "/" + name;
        if (!stored.files.contains(file.name))
            out.push_back(std::move(file));
    }
    return out;
}

/// Returns an evaluation with a source that helps to find a stored copy of the batch. Returns
/// nullopt if there is none, or if some evaluation has no content to compare.
Result<std::optional<Evaluation>> probeOf(const RecordBatch &batch, const std::stop_token &stop)
{
    std::optional<Evaluation> probe;
    bool areComparable = true;
    const Status read = batch.allEvaluations(stop).forEach([&](const Evaluation &each) -> Status {
        const bool isKnown = !each.candidate.source.empty() || each.candidateMs
            || !each.runLog.empty() || !each.buildLog.empty();
        const bool isPlaceholder
            = each.verdict == Verdict::NotRecorded && each.originalRecord.empty();
        areComparable = areComparable && (isKnown || isPlaceholder);
        if (!probe && !each.candidate.source.empty())
            probe = each;
        return {};
    });
    if (!read)
        return read.error();
    return areComparable ? std::move(probe) : std::nullopt;
}

/// Stores one batch: as a run of its own, or its new parts in runs that have the rest.
class OneImport
{
public:
    OneImport(StoreWriter &writer, const RecordBatch &batch, ImportProgress &progress)
        : m_writer(writer)
        , m_batch(batch)
        , m_progress(progress)
    {
    }

    Result<std::vector<ImportSummary>> store()
    {
        const auto known = m_writer.runWithUuid(m_batch.run.uuid);
        if (!known)
            return known.error();
        if (*known) {
            noteKnown(**known);
            return std::move(m_summaries);
        }
        if (Status found = findCopy(); !found)
            return found.error();
        std::string name = m_batch.run.name;
        for (int number = 2; !m_isDone; ++number) {
            const auto taken = m_writer.findRun(name);
            if (!taken && taken.error().code != Errc::NotFound)
                return taken.error();
            Status done;
            if (!taken)
                done = storeRest(name);
            else if (isAlike(taken->second))
                done = compareWith(taken->first, name);
            if (!done)
                return done.error();
            name = m_batch.run.name + " (" + std::to_string(number) + ")";
        }
        return std::move(m_summaries);
    }

private:
    void noteKnown(const std::string &run)
    {
        ImportSummary summary = summaryOf(m_batch);
        summary.alreadyImported = true;
        summary.run = run;
        m_summaries.push_back(std::move(summary));
    }

    /// Finds a run of any name with exactly these records, as after an import of the same records
    /// from a rewritten file. New dialogues go into that run.
    Status findCopy()
    {
        const auto probe = probeOf(m_batch, m_progress.stop());
        if (!probe)
            return probe.error();
        if (!*probe)
            return {};
        const auto names = m_writer.runsHolding(m_batch.run.origin, m_batch.run.suite, **probe);
        if (!names)
            return names.error();
        for (const std::string &name : *names) {
            const auto run = m_writer.findRun(name);
            if (!run)
                return run.error();
            if (!isAlike(run->second) || run->second.precision != m_batch.run.precision
                || run->second.environment.json != m_batch.run.environment.json)
                continue;
            auto compared = updateWith(run->first);
            if (!compared)
                return compared.error();
            auto &[stored, update] = *compared;
            if (!update.hasSameRecords())
                continue;
            m_isDone = true;
            if (!update.isCopy())
                return updateRun(run->first, name, stored, update);
            noteKnown(name);
            return {};
        }
        return {};
    }

    Result<std::pair<RecordedKeys, BatchUpdate>> updateWith(RunId run)
    {
        auto stored = m_writer.recordedKeys(run);
        if (!stored)
            return std::move(stored).error();
        auto update = updateOf(
            *stored, rest(), [this](std::int64_t id) { return m_writer.text(id); },
            m_progress.stop());
        if (!update)
            return std::move(update).error();
        return std::pair(std::move(*stored), std::move(*update));
    }

    bool isAlike(const Run &run) const
    {
        return run.origin == m_batch.run.origin
            && run.environment.deviceName == m_batch.run.environment.deviceName;
    }

    /// Returns the records that are not stored yet.
    const RecordBatch &rest() const { return m_isPart ? m_part : m_batch; }

    Status compareWith(RunId run, const std::string &name)
    {
        auto compared = updateWith(run);
        if (!compared)
            return compared.error();
        auto &[stored, update] = *compared;
        if (!update.isSameSource())
            return {};
        RecordBatch changed = std::move(update.changed);
        if (Status updated = updateRun(run, name, stored, update); !updated)
            return updated;
        m_isDone = update.differs == 0;
        takeRest(std::move(changed), name, update.addsNothing());
        return {};
    }

    /// Keeps only the changed records for storing.
    void takeRest(RecordBatch changed, const std::string &holder, bool keepsFiles)
    {
        if (m_isDone)
            return;
        if (keepsFiles)
            changed.files = rest().files;
        changed.format = m_batch.format;
        changed.source = m_batch.source;
        changed.digest = m_batch.digest;
        changed.run = m_batch.run;
        changed.tasks = m_batch.tasks;
        changed.methods = m_batch.methods;
        changed.records = recordCount(changed);
        changed.notes = {"\"" + holder + "\" has these records with other content; both are kept"};
        m_part = std::move(changed);
        m_isPart = true;
    }

    Status updateRun(RunId run, const std::string &name, const RecordedKeys &stored,
                     BatchUpdate &update)
    {
        RecordBatch &added = update.added;
        added.run.name = name;
        added.source = m_batch.source;
        added.tasks = m_batch.tasks;
        added.methods = m_batch.methods;
        added.skipped = rest().skipped;
        added.records = recordCount(added);
        if (!update.addsNothing())
            added.files = filesOfUpdate(stored, rest());
        ImportSummary summary = summaryOf(added);
        addNote(update.same, {"record", "stored already"}, summary.notes);
        addNote(update.differs, {"record", "different from the stored one, kept in another run"},
                summary.notes);
        addNote(update.otherDialogues,
                {"dialogue",
                 "different from the stored one, which is kept; the new one is in the "
                 "source's files"},
                summary.notes);
        addNote(update.absent, {"stored record", "no longer in the source, kept"}, summary.notes);
        summary.alreadyImported = update.isCopy();
        summary.updated = !summary.alreadyImported;
        m_summaries.push_back(std::move(summary));
        return update.addsNothing() ? Status()
                                    : BatchImport(m_writer, added, m_progress).addTo(run);
    }

    /// Stores the remaining records as a run of its own.
    Status storeRest(const std::string &name)
    {
        m_isDone = true;
        if (name == m_batch.run.name) // avoids a copy
            return storeRun(m_batch);
        if (!m_isPart) {
            m_part = m_batch;
            m_part.notes.push_back("another run has the name \"" + m_batch.run.name + "\"");
        }
        m_part.run.name = name;
        return storeRun(m_part);
    }

    Status storeRun(const RecordBatch &batch)
    {
        m_summaries.push_back(summaryOf(batch));
        return BatchImport(m_writer, batch, m_progress).run();
    }

    StoreWriter &m_writer;
    const RecordBatch &m_batch;
    ImportProgress &m_progress;
    RecordBatch m_part; ///< a part of the batch, if `m_isPart`
    bool m_isPart = false;
    bool m_isDone = false;
    std::vector<ImportSummary> m_summaries;
};

} // namespace

Result<std::vector<ImportSummary>> importBatches(StoreWriter &writer,
                                                 std::span<const RecordBatch> batches,
                                                 const ImportControl &control)
{
    std::vector<ImportSummary> summaries;
    ImportProgress progress(control, batches);
    const Status stored = writer.transaction([&]() -> Status {
        for (const RecordBatch &batch : batches) {
            auto ofBatch = OneImport(writer, batch, progress).store();
            if (!ofBatch && ofBatch.error().code == Errc::Cancelled)
                return ImportProgress::cancelled(batch);
            if (!ofBatch)
                return std::move(ofBatch).error();
            std::move(ofBatch->begin(), ofBatch->end(), std::back_inserter(summaries));
        }
        return {};
    });
    if (!stored)
        return stored.error();
    return summaries;
}

} // namespace loupe
