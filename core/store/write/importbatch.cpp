// SPDX-License-Identifier: Apache-2.0
#include "core/store/write/importbatch.h"

#include "core/base/clock.h"
#include "core/base/sharedtext.h"
#include "core/records/reading/batchbuilder.h"
#include "core/store/file/storefile.h"
#include "core/store/write/batchupdate.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

#include <unistd.h>

namespace loupe {

namespace fs = std::filesystem;

namespace {

/// Returns the number of evaluations, transitions and golden records.
int recordCount(const RecordBatch &batch)
{
    return static_cast<int>(batch.allEvaluations().size() + batch.transitions.size()
                            + batch.golden.size());
}

/// Reports the progress of an import of all batches, and stops it on request.
class ImportProgress
{
public:
    ImportProgress(const ImportControl &control, std::span<const RecordBatch> batches)
        : m_control(control)
    {
        for (const RecordBatch &batch : batches)
            m_total += recordCount(batch);
    }

    /// Must be called after each record of the batch. Fails with Cancelled after a stop request.
    Status advance(const RecordBatch &batch)
    {
        ++m_done;
        if (m_control.progress)
            m_control.progress(m_done, m_total);
        return m_control.stop.stop_requested() ? Status(cancelled(batch)) : Status();
    }

    const std::stop_token &stop() const { return m_control.stop; }

    static Error cancelled(const RecordBatch &batch)
    {
        return {Errc::Cancelled, "the import was cancelled; nothing was stored", batch.source};
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
    BatchImport(StoreWriter &writer, const RecordBatch &batch, ImportProgress &progress)
        : m_writer(writer)
        , m_batch(batch)
        , m_progress(progress)
    {
    }

    /// Stores the batch as a run of its own.
    Status run()
    {
        if (Status added = addNames(); !added)
            return added;
        const auto run = m_writer.beginRun(m_batch.run);
        if (!run)
            return run.error();
        if (Status stored = addDialogues(*run); !stored)
            return stored;
        if (Status stored
            = m_writer.recordAll(*run, m_batch.allEvaluations(m_progress.stop()), m_names,
                                 [this] { return m_progress.advance(m_batch); });
            !stored)
            return stored;
        if (Status stored = addRest(*run); !stored)
            return stored;
        return m_writer.setRunState(*run, "finished", isoTime(systemClock().wallNow()));
    }

    /// Stores the batch into a run with other records of the same source.
    Status addTo(RunId run)
    {
        if (Status added = addNames(); !added)
            return added;
        if (Status stored = addDialogues(run); !stored)
            return stored;
        const Status stored
            = m_batch.allEvaluations().forEach([&](const Evaluation &evaluation) -> Status {
                  const auto id
                      = m_writer.record(run, m_names.tasks[evaluation.candidate.task],
                                        m_names.methods[evaluation.candidate.method], evaluation);
                  return id ? m_progress.advance(m_batch) : Status(id.error());
              });
        return stored ? addRest(run) : stored;
    }

private:
    /// Runs before the evaluations are stored, because their candidates refer to requests.
    Status addDialogues(RunId run)
    {
        for (const Dialogue &dialogue : m_batch.dialogues) {
            const auto stored = m_writer.recordDialogue(run, m_names.tasks[dialogue.task],
                                                        m_names.methods[dialogue.method], dialogue);
            if (!stored)
                return stored.error();
        }
        return {};
    }

    template <typename Record, typename Store>
    Status addAll(const std::vector<Record> &records, const Store &store)
    {
        if (records.empty())
            return {};
        ReadingWindow window(records.front().originalRecord); // of the file of all records
        for (const Record &each : records) {
            if (Status stored = store(each); !stored)
                return stored;
            if (Status going = m_progress.advance(m_batch); !going)
                return going;
            window.advance(each.originalRecord.size());
        }
        return {};
    }

    Status addRest(RunId run)
    {
        Status stored = addAll(m_batch.transitions, [&](const Transition &transition) {
            return m_writer.recordTransition(run, m_names.tasks[transition.task],
                                             m_names.methods[transition.method], transition);
        });
        if (stored)
            stored = addAll(m_batch.golden, [&](const GoldenRecord &golden) {
                return m_writer.recordGolden(run, m_names.tasks[golden.task], golden);
            });
        return stored ? m_writer.keepFiles(run, m_batch.files) : stored;
    }

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
    ImportProgress &m_progress;
    StoredNames m_names;
};

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

constexpr std::string_view importingSuffix = ".importing-";
constexpr std::string_view decimalDigits = "0123456789";

/// Returns the length of the prefix of `name` that names an unfinished store of `store`; 0 if there
/// is none.
std::size_t unfinishedNameLength(std::string_view name, const std::string &store)
{
    const std::string prefix = store + std::string(importingSuffix);
    if (!name.starts_with(prefix))
        return 0;
    const std::size_t end
        = std::min(name.find_first_not_of(decimalDigits, prefix.size()), name.size());
    if (end == prefix.size())
        return 0;
    constexpr std::string_view suffixes[]
        = {"", "-wal", "-shm", "-journal", ".lock", ".new", ".new-wal", ".new-shm", ".new-journal"};
    const std::string_view suffix = name.substr(end);
    return std::find(std::begin(suffixes), std::end(suffixes), suffix) == std::end(suffixes) ? 0
                                                                                             : end;
}

/// Store that an import is writing. Its file has a temporary name ("X.importing-4711"), and gets
/// its own with giveName() when it is complete. Otherwise the destructor removes it.
class UnfinishedImport
{
public:
    /// Fails if the folder is not writable.
    static Result<UnfinishedImport> begin(const fs::path &target)
    {
        if (Status fresh = checkNoOldLog(target); !fresh)
            return fresh.error(); // before the import, which may take long
        fs::path path = target;
        path += importingSuffix;
        path += std::to_string(getpid());
        auto lock = WriterLock::take(path);
        if (!lock)
            return std::move(lock).error();
        removeStoreFiles(path);
        return UnfinishedImport(std::move(path), std::move(*lock));
    }

    UnfinishedImport(UnfinishedImport &&other) noexcept
        : m_path(std::exchange(other.m_path, {}))
        , m_lock(std::move(other.m_lock))
    {
    }

    UnfinishedImport &operator=(UnfinishedImport &&) = delete;

    ~UnfinishedImport()
    {
        if (!m_path.empty())
            removeStoreFiles(m_path);
    }

    const fs::path &path() const { return m_path; }

    /// Renames the complete, closed store to `target`. Fails with Io if that file exists.
    Status giveName(const fs::path &target)
    {
        if (Status finished = finishNewStore(m_path); !finished)
            return finished;
        return placeNewStore(m_path, target);
    }

private:
    UnfinishedImport(fs::path path, WriterLock lock)
        : m_path(std::move(path))
        , m_lock(std::move(lock))
    {
    }

    fs::path m_path;   ///< empty after a move
    WriterLock m_lock; ///< shows other programs that the import is running
};

void removeImportLeftovers(const fs::path &store)
{
    for (const fs::path &file : importLeftovers(store).files) {
        std::error_code ignored;
        fs::remove(file, ignored);
    }
}

using MaybeSummaries = std::optional<std::vector<ImportSummary>>;

/// Replaces the path of the unfinished store in an error by that of the requested store.
Error errorOfTarget(Error error, const fs::path &unfinished, const fs::path &target)
{
    if (error.where.starts_with(unfinished.string()))
        error.where = target.string();
    return error;
}

/// Returns nullopt if another program created the store meanwhile; nothing is stored then.
Result<MaybeSummaries> importIntoNewStore(const fs::path &file,
                                          std::span<const RecordBatch> batches,
                                          const ImportControl &control)
{
    auto unfinished = UnfinishedImport::begin(file);
    if (!unfinished)
        return unfinished.error();
    auto summaries = [&]() -> Result<std::vector<ImportSummary>> {
        const auto writer = openNewStoreWriter(unfinished->path());
        if (!writer)
            return writer.error();
        return importBatches(**writer, batches, control);
    }();
    if (!summaries)
        return errorOfTarget(std::move(summaries).error(), unfinished->path(), file);
    const Status placed = unfinished->giveName(file);
    if (placed)
        return MaybeSummaries(std::move(*summaries));
    std::error_code failed;
    if (fs::exists(file, failed))
        return MaybeSummaries();
    return errorOfTarget(placed.error(), unfinished->path(), file);
}

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

Result<std::vector<ImportSummary>> importIntoStore(const fs::path &file,
                                                   std::span<const RecordBatch> batches,
                                                   const ImportControl &control,
                                                   const StoreOpening &open)
{
    removeImportLeftovers(file);
    if (std::error_code failed; !fs::exists(file, failed)) {
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

ImportLeftovers importLeftovers(const fs::path &store)
{
    ImportLeftovers found;
    std::error_code failed;
    const fs::path folder = store.has_parent_path() ? store.parent_path() : fs::path(".");
    for (const auto &entry : fs::directory_iterator(folder, failed)) {
        const std::string name = entry.path().filename().string();
        const std::size_t length = unfinishedNameLength(name, store.filename().string());
        std::error_code ignored;
        if (length == 0 || !entry.is_regular_file(ignored)
            || WriterLock::isHeld(folder / name.substr(0, length)))
            continue;
        const std::uintmax_t bytes = entry.file_size(ignored);
        found.bytes += ignored ? 0 : bytes;
        found.files.push_back(folder / name);
    }
    std::sort(found.files.begin(), found.files.end());
    return found;
}

} // namespace loupe
