// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/runs/importjob.h"

#include "ui/text/words.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace loupe::ui {

ImportJob::ImportJob(Importer importer, std::vector<std::filesystem::path> sources,
                     std::filesystem::path store, QObject *parent)
    : Job(parent)
    , m_importer(std::move(importer))
    , m_sources(std::move(sources))
    , m_store(std::move(store))
{
    m_timer.setInterval(changeIntervalMs);
    connect(&m_timer, &QTimer::timeout, this, &Job::changed);
}

void ImportJob::start()
{
    m_isRunning = true;
    startClock();
    m_timer.start();
    m_thread = std::jthread([this](const std::stop_token &stop) { importAll(stop); });
}

void ImportJob::importAll(const std::stop_token &stop)
{
    const auto progress = [this](int done, int total) {
        m_done = done;
        m_total = total;
    };
    for (std::size_t i = 0; i < m_sources.size() && !stop.stop_requested(); ++i) {
        m_at = static_cast<int>(i);
        progress(0, 0);
        ImportedSource ended{m_sources[i], m_importer(m_sources[i], m_store, progress, stop)};
        QMetaObject::invokeMethod(
            this, [this, ended = std::move(ended)] { take(ended); }, Qt::QueuedConnection);
    }
    QMetaObject::invokeMethod(this, &ImportJob::finish, Qt::QueuedConnection);
}

void ImportJob::cancel()
{
    m_isCancelled = true;
    m_thread.request_stop();
}

void ImportJob::take(ImportedSource ended)
{
    m_outcomes.push_back(std::move(ended));
    emit sourceEnded();
}

void ImportJob::finish()
{
    m_timer.stop();
    m_isRunning = false;
    emit finished();
}

bool ImportJob::hasStored() const
{
    return std::ranges::any_of(m_outcomes,
                               [](const ImportedSource &each) { return bool(each.outcome); });
}

namespace {

/// Counts of an import.
struct ImportCounts {
    int runs = 0;
    int knownRuns = 0;
    int evaluations = 0;
    int golden = 0;
    int dialogues = 0;
    std::vector<JsonProblem> leftOut;

    void add(const ImportSummary &summary)
    {
        leftOut.insert(leftOut.end(), summary.skipped.begin(), summary.skipped.end());
        if (summary.alreadyImported) {
            ++knownRuns;
            return;
        }
        ++runs;
        evaluations += summary.evaluations;
        golden += summary.golden;
        dialogues += summary.dialogues;
    }
};

QString importedText(const ImportCounts &counts)
{
    QString text
        = ImportJob::tr("Imported %1 in %2")
              .arg(counted(counts.evaluations, ImportJob::tr("%1 evaluation"),
                           ImportJob::tr("%1 evaluations")),
                   counted(counts.runs, ImportJob::tr("%1 run"), ImportJob::tr("%1 runs")));
    if (counts.golden > 0)
        text += ImportJob::tr(", and %1")
                    .arg(counted(counts.golden, ImportJob::tr("%1 reference time"),
                                 ImportJob::tr("%1 reference times")));
    if (counts.dialogues > 0)
        text += ImportJob::tr(", with %1")
                    .arg(counted(counts.dialogues, ImportJob::tr("%1 conversation"),
                                 ImportJob::tr("%1 conversations")));
    return text;
}

} // namespace

QString importText(const ImportJob &job)
{
    ImportCounts counts;
    std::vector<Error> refused;
    for (const ImportedSource &each : job.outcomes()) {
        if (each.outcome) {
            for (const ImportSummary &summary : *each.outcome)
                counts.add(summary);
        } else if (each.outcome.error().code != Errc::Cancelled) {
            refused.push_back(each.outcome.error());
        }
    }
    QStringList parts;
    parts.append(counts.runs > 0 ? importedText(counts) : ImportJob::tr("Nothing was imported"));
    if (counts.knownRuns > 0)
        parts.append(counted(counts.knownRuns, ImportJob::tr("%1 run was in the store already"),
                             ImportJob::tr("%1 runs were in the store already")));
    if (!counts.leftOut.empty())
        parts.append(ImportJob::tr("%1 left out, the first: %2: %3")
                         .arg(countText(static_cast<int>(counts.leftOut.size())),
                              lineText(counts.leftOut.front().where),
                              lineText(counts.leftOut.front().message)));
    if (refused.size() > 1)
        parts.append(
            ImportJob::tr("%1 items were refused, the first: %2")
                .arg(countText(static_cast<int>(refused.size())), errorText(refused.front())));
    else if (!refused.empty())
        parts.append(ImportJob::tr("refused: %1").arg(errorText(refused.front())));
    const QString text = parts.join(u"; "_s);
    return job.isCancelled() ? ImportJob::tr("Stopped. %1").arg(text) : text;
}

QString ImportJob::title() const
{
    if (m_sources.size() == 1)
        return tr("Import of %1").arg(pathText(m_sources.front().filename()));
    return tr("Import of %1 items").arg(countText(static_cast<int>(m_sources.size())));
}

int ImportJob::total() const
{
    return m_sources.size() == 1 ? m_total.load() : static_cast<int>(m_sources.size());
}

QString ImportJob::sourceProgress() const
{
    if (m_total > 0)
        return tr("importing %1/%2").arg(countText(m_done), countText(m_total));
    return tr("importing…");
}

QString ImportJob::progressText() const
{
    if (m_sources.size() == 1)
        return sourceProgress();
    return tr("item %1 of %2: %3")
        .arg(countText(m_at + 1), countText(static_cast<int>(m_sources.size())), sourceProgress());
}

} // namespace loupe::ui
