// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/runs/importjob.h"

#include "ui/text/words.h"

namespace loupe::ui {

ImportJob::ImportJob(Importer importer, std::filesystem::path source, std::filesystem::path store,
                     QObject *parent)
    : Job(parent)
    , m_importer(std::move(importer))
    , m_source(std::move(source))
    , m_store(std::move(store))
{
    m_timer.setInterval(changeIntervalMs);
    connect(&m_timer, &QTimer::timeout, this, &Job::changed);
}

ImportJob::~ImportJob()
{
    m_thread.request_stop();
}

void ImportJob::start()
{
    m_isRunning = true;
    startClock();
    m_timer.start();
    m_thread = std::jthread([this](const std::stop_token &stop) {
        const auto progress = [this](int done, int total) {
            m_done = done;
            m_total = total;
        };
        const auto outcome = m_importer(m_source, m_store, progress, stop);
        QMetaObject::invokeMethod(
            this, [this, outcome] { finish(outcome); }, Qt::QueuedConnection);
    });
}

void ImportJob::cancel()
{
    m_thread.request_stop();
}

void ImportJob::finish(const Result<std::vector<ImportSummary>> &outcome)
{
    m_timer.stop();
    m_outcome = outcome;
    m_isRunning = false;
    emit finished();
}

QString importText(const std::vector<ImportSummary> &summaries)
{
    int runs = 0;
    int evaluations = 0;
    int golden = 0;
    int dialogues = 0;
    std::vector<JsonProblem> leftOut;
    for (const ImportSummary &summary : summaries) {
        leftOut.insert(leftOut.end(), summary.skipped.begin(), summary.skipped.end());
        if (summary.alreadyImported)
            continue;
        ++runs;
        evaluations += summary.evaluations;
        golden += summary.golden;
        dialogues += summary.dialogues;
    }
    QString rest;
    if (!leftOut.empty())
        rest = ImportJob::tr("; %1 rejected, the first: %2: %3")
                   .arg(countText(static_cast<int>(leftOut.size())),
                        lineText(leftOut.front().where), lineText(leftOut.front().message));
    if (runs == 0)
        return ImportJob::tr("These records are in the store already") + rest;
    QString text = ImportJob::tr("Imported %1 in %2")
                       .arg(counted(evaluations, ImportJob::tr("%1 evaluation"),
                                    ImportJob::tr("%1 evaluations")),
                            counted(runs, ImportJob::tr("%1 run"), ImportJob::tr("%1 runs")));
    if (golden > 0)
        text += ImportJob::tr(", and %1")
                    .arg(counted(golden, ImportJob::tr("%1 reference time"),
                                 ImportJob::tr("%1 reference times")));
    if (dialogues > 0)
        text += ImportJob::tr(", with %1")
                    .arg(counted(dialogues, ImportJob::tr("%1 conversation"),
                                 ImportJob::tr("%1 conversations")));
    return text + rest;
}

QString ImportJob::title() const
{
    return tr("Import of %1").arg(pathText(m_source.filename()));
}

QString ImportJob::progressText() const
{
    if (m_total > 0)
        return tr("importing %1/%2").arg(countText(m_done), countText(m_total));
    return tr("importing…");
}

} // namespace loupe::ui
