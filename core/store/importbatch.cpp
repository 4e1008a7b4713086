// SPDX-License-Identifier: Apache-2.0
#include "core/store/importbatch.h"

#include "core/base/clock.h"

#include <map>

namespace loupe {

namespace {

/// Stores one batch within a transaction that the caller holds.
class BatchImport
{
public:
    BatchImport(StoreWriter &writer, const RecordBatch &batch, const ImportControl &control)
        : m_writer(writer)
        , m_batch(batch)
        , m_control(control)
    {
    }

    Status run()
    {
        if (Status added = addNames(); !added)
            return added;
        const auto run = m_writer.beginRun(m_batch.run);
        if (!run)
            return run.error();
        for (const Evaluation &evaluation : m_batch.evaluations) {
            const auto stored = m_writer.record(*run, m_tasks[evaluation.candidate.task],
                                                m_methods[evaluation.candidate.method], evaluation);
            if (!stored)
                return stored.error();
            if (Status going = advance(); !going)
                return going;
        }
        for (const Transition &transition : m_batch.transitions) {
            Status stored = m_writer.recordTransition(*run, m_tasks[transition.task],
                                                      m_methods[transition.method], transition);
            if (!stored)
                return stored;
            if (Status going = advance(); !going)
                return going;
        }
        return m_writer.setRunState(*run, "finished", isoTime(systemClock().wallNow()));
    }

private:
    Status addNames()
    {
        for (const Task &task : m_batch.tasks) {
            const auto id = m_writer.addTask(task);
            if (!id)
                return id.error();
            m_tasks[task.name] = *id;
        }
        for (const Method &method : m_batch.methods) {
            const auto id = m_writer.addMethod(method);
            if (!id)
                return id.error();
            m_methods[method.name] = *id;
        }
        return {};
    }

    Status advance()
    {
        ++m_done;
        if (m_control.progress)
            m_control.progress(
                m_done, static_cast<int>(m_batch.evaluations.size() + m_batch.transitions.size()));
        if (m_control.stop.stop_requested())
            return Error{Errc::Cancelled,
                         "the import was cancelled; nothing was stored",
                         m_batch.source,
                         {},
                         {}};
        return {};
    }

    StoreWriter &m_writer;
    const RecordBatch &m_batch;
    const ImportControl &m_control;
    std::map<std::string, TaskId> m_tasks;
    std::map<std::string, MethodId> m_methods;
    int m_done = 0;
};

} // namespace

Result<ImportSummary> importBatch(StoreWriter &writer, const RecordBatch &batch,
                                  const ImportControl &control)
{
    ImportSummary summary;
    summary.run = batch.run.name;
    summary.records = batch.records;
    summary.tasks = static_cast<int>(batch.tasks.size());
    summary.evaluations = static_cast<int>(batch.evaluations.size());
    summary.transitions = static_cast<int>(batch.transitions.size());
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
    const Status stored
        = writer.transaction([&] { return BatchImport(writer, batch, control).run(); });
    if (!stored)
        return stored.error();
    return summary;
}

} // namespace loupe
