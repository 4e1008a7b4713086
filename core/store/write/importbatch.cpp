// SPDX-License-Identifier: Apache-2.0
#include "core/store/write/importbatch.h"

#include "core/base/clock.h"
#include "core/store/file/storefile.h"
#include "core/store/write/batchupdate.h"

#include <optional>
#include <string>
#include <system_error>

#include <unistd.h>

namespace loupe {

namespace {

template <typename Item>
int size(const std::vector<Item> &items)
{
    return static_cast<int>(items.size());
}

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
        if (Status stored = addDialogues(*run); !stored)
            return stored;
        if (Status stored = m_writer.recordAll(*run, m_batch.evaluations, m_names,
                                               [this] { return m_progress.advance(m_batch); });
            !stored)
            return stored;
        if (Status stored = addRest(*run); !stored)
            return stored;
        return m_writer.setRunState(*run, "finished", isoTime(systemClock().wallNow()));
    }

    /// Into a run that holds other records of the same source.
    Status addTo(RunId run)
    {
        if (Status added = addNames(); !added)
            return added;
        if (Status stored = addDialogues(run); !stored)
            return stored;
        for (const Evaluation &evaluation : m_batch.evaluations) {
            const auto stored
                = m_writer.record(run, m_names.tasks[evaluation.candidate.task],
                                  m_names.methods[evaluation.candidate.method], evaluation);
            if (!stored)
                return stored.error();
            if (Status going = m_progress.advance(m_batch); !going)
                return going;
        }
        return addRest(run);
    }

private:
    /// Before the evaluations: their candidates name requests.
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

    Status addRest(RunId run)
    {
        Status stored;
        for (const Transition &transition : m_batch.transitions) {
            stored = m_writer.recordTransition(run, m_names.tasks[transition.task],
                                               m_names.methods[transition.method], transition);
            if (!stored)
                return stored;
            if (Status going = m_progress.advance(m_batch); !going)
                return going;
        }
        for (const GoldenRecord &golden : m_batch.golden) {
            stored = m_writer.recordGolden(run, m_names.tasks[golden.task], golden);
            if (!stored)
                return stored;
            if (Status going = m_progress.advance(m_batch); !going)
                return going;
        }
        return m_writer.keepFiles(run, m_batch.files);
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
    Progress &m_progress;
    StoredNames m_names;
};

ImportSummary summaryOf(const RecordBatch &batch)
{
    ImportSummary summary;
    summary.run = batch.run.name;
    summary.records = batch.records;
    summary.tasks = size(batch.tasks);
    summary.evaluations = size(batch.evaluations);
    summary.transitions = size(batch.transitions);
    summary.golden = size(batch.golden);
    summary.dialogues = size(batch.dialogues);
    summary.notes = batch.notes;
    summary.skipped = batch.skipped;
    return summary;
}

/// The files as they are kept beside those of earlier readings of the same names.
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

/// Of the samples that have none yet. Requests are named after what was read, and this reading
/// names those of a stored dialogue anew: it stays as it is.
std::vector<Dialogue> dialoguesOfUpdate(const RecordedKeys &stored, const RecordBatch &batch)
{
    std::vector<Dialogue> out;
    for (const Dialogue &dialogue : batch.dialogues) {
        if (!stored.dialogues.contains({dialogue.task, dialogue.method, dialogue.sample}))
            out.push_back(dialogue);
    }
    return out;
}

Result<ImportSummary> updateRun(StoreWriter &writer, RunId run, const RecordedKeys &stored,
                                const RecordBatch &batch, BatchUpdate update, Progress &progress)
{
    RecordBatch &added = update.added;
    added.run.name = batch.run.name;
    added.source = batch.source;
    added.tasks = batch.tasks;
    added.methods = batch.methods;
    added.skipped = batch.skipped;
    added.records = size(added);
    if (!update.isEmpty()) {
        added.files = filesOfUpdate(stored, batch);
        added.dialogues = dialoguesOfUpdate(stored, batch);
    }
    ImportSummary summary = summaryOf(added);
    const auto note = [&](std::size_t count, const char *text) {
        if (count > 0)
            summary.notes.push_back(std::to_string(count) + text);
    };
    note(update.same, " records are stored already");
    note(update.changed,
         " records say something else than the stored ones, which stand; import "
         "the source under another name to have both");
    note(update.absent, " stored records are not in the source any more; they stay");
    summary.alreadyImported = update.isEmpty() && update.changed == 0 && update.absent == 0;
    summary.updated = !summary.alreadyImported;
    if (update.isEmpty())
        return summary;
    BatchImport import(writer, added, progress);
    if (const Status done = import.addTo(run); !done)
        return done.error();
    return summary;
}

Result<ImportSummary> importOne(StoreWriter &writer, const RecordBatch &batch, Progress &progress)
{
    const auto known = writer.runWithUuid(batch.run.uuid);
    if (!known)
        return known.error();
    if (*known) {
        ImportSummary summary = summaryOf(batch);
        summary.alreadyImported = true;
        summary.run = **known;
        return summary;
    }
    RecordBatch named; // a copy is made only where the name is taken
    const RecordBatch *own = &batch;
    for (int number = 2;; ++number) {
        const auto taken = writer.findRun(own->run.name);
        if (!taken && taken.error().code == Errc::NotFound)
            break;
        if (!taken)
            return taken.error();
        const Run &run = taken->second;
        if (run.origin == batch.run.origin
            && run.environment.deviceName == batch.run.environment.deviceName) {
            const auto stored = writer.recordedKeys(taken->first);
            if (!stored)
                return stored.error();
            BatchUpdate update = updateOf(*stored, *own);
            if (update.isSameSource())
                return updateRun(writer, taken->first, *stored, *own, std::move(update), progress);
        }
        if (own == &batch)
            named = batch;
        own = &named;
        named.run.name = batch.run.name + " (" + std::to_string(number) + ")";
    }
    if (own == &named)
        named.notes.push_back("another run has the name \"" + batch.run.name + "\"");
    if (const Status stored = BatchImport(writer, *own, progress).run(); !stored)
        return stored.error();
    return summaryOf(*own);
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
