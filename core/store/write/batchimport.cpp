// SPDX-License-Identifier: Apache-2.0
#include "core/store/write/batchimport.h"

#include "core/base/clock.h"
#include "core/base/sharedtext.h"

namespace loupe {

int recordCount(const RecordBatch &batch)
{
    return static_cast<int>(batch.allEvaluations().size() + batch.transitions.size()
                            + batch.golden.size());
}

ImportProgress::ImportProgress(const ImportControl &control, std::span<const RecordBatch> batches)
    : m_control(control)
{
    for (const RecordBatch &batch : batches)
        m_total += recordCount(batch);
}

Status ImportProgress::advance(const RecordBatch &batch)
{
    ++m_done;
    if (m_control.progress)
        m_control.progress(m_done, m_total);
    return m_control.stop.stop_requested() ? Status(cancelled(batch)) : Status();
}

Error ImportProgress::cancelled(const RecordBatch &batch)
{
    return {Errc::Cancelled, "the import was cancelled; nothing was stored", batch.source};
}

Status BatchImport::run()
{
    if (Status added = addNames(); !added)
        return added;
    const auto run = m_writer.beginRun(m_batch.run);
    if (!run)
        return run.error();
    if (Status stored = addDialogues(*run); !stored)
        return stored;
    if (Status stored = m_writer.recordAll(*run, m_batch.allEvaluations(m_progress.stop()), m_names,
                                           [this] { return m_progress.advance(m_batch); });
        !stored)
        return stored;
    if (Status stored = addRest(*run); !stored)
        return stored;
    return m_writer.setRunState(*run, "finished", isoTime(systemClock().wallNow()));
}

Status BatchImport::addTo(RunId run)
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

/// Runs before the evaluations are stored, because their candidates refer to requests.
Status BatchImport::addDialogues(RunId run)
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
Status BatchImport::addAll(const std::vector<Record> &records, const Store &store)
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

Status BatchImport::addRest(RunId run)
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

Status BatchImport::addNames()
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

} // namespace loupe
