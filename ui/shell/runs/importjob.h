// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/shell/session/job.h"
#include "ui/shell/session/runlauncher.h"

#include <QTimer>

#include <atomic>
#include <filesystem>
#include <thread>
#include <vector>

namespace loupe::ui {

/// Result of one source of an import.
struct ImportedSource {
    std::filesystem::path source;
    Result<std::vector<ImportSummary>> outcome;
};

/// Imports files, folders and archives into a store, one after the other on a separate thread. Each
/// source is stored whole or not at all. A refused one does not affect those after it.
class ImportJob final : public Job
{
    Q_OBJECT
public:
    ImportJob(Importer importer, std::vector<std::filesystem::path> sources,
              std::filesystem::path store, QObject *parent = nullptr);

    void start();
    const std::filesystem::path &store() const { return m_store; }
    const std::vector<std::filesystem::path> &sources() const { return m_sources; }
    /// Returns the results so far, in the order of the sources. A cancelled job has none of the
    /// sources after the one that it stopped at.
    const std::vector<ImportedSource> &outcomes() const { return m_outcomes; }
    /// Returns true if at least one source was stored, or was in the store already.
    bool hasStored() const;
    bool isCancelled() const { return m_isCancelled; }

    QString title() const override;
    QString progressText() const override;
    /// Returns the progress of a single source in records or files, of several in sources.
    int done() const override { return m_sources.size() == 1 ? m_done.load() : m_at.load(); }
    int total() const override;
    bool isRunning() const override { return m_isRunning; }
    void cancel() override;
    /// Returns the progress of the present source: "importing 31/60".
    QString sourceProgress() const;
    /// Returns the index of the present source.
    int present() const { return m_at; }

signals:
    /// Emitted after each source.
    void sourceEnded();

private:
    /// Runs on the separate thread.
    void importAll(const std::stop_token &stop);
    void take(ImportedSource ended);
    void finish();

    Importer m_importer;
    const std::vector<std::filesystem::path> m_sources;
    const std::filesystem::path m_store;
    std::vector<ImportedSource> m_outcomes;
    std::atomic<int> m_at = 0;
    std::atomic<int> m_done = 0;
    std::atomic<int> m_total = 0;
    bool m_isRunning = false;
    bool m_isCancelled = false;
    QTimer m_timer;
    std::jthread m_thread; // last: joined before the members that it uses are destroyed
};

/// Returns a summary of an import in one line: imported, already stored, refused with the reason.
QString importText(const ImportJob &job);

} // namespace loupe::ui
