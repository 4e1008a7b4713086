// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/shell/session/job.h"
#include "ui/shell/session/runlauncher.h"

#include <QTimer>

#include <atomic>
#include <filesystem>
#include <optional>
#include <thread>

namespace loupe::ui {

/// Imports a file of records into a store on a separate thread.
class ImportJob final : public Job
{
    Q_OBJECT
public:
    ImportJob(Importer importer, std::filesystem::path source, std::filesystem::path store,
              QObject *parent = nullptr);
    ~ImportJob() override;

    void start();
    const std::filesystem::path &store() const { return m_store; }
    const std::optional<Result<std::vector<ImportSummary>>> &outcome() const { return m_outcome; }

    QString title() const override;
    QString progressText() const override;
    int done() const override { return m_done; }
    int total() const override { return m_total; }
    bool isRunning() const override { return m_isRunning; }
    void cancel() override;

private:
    void finish(const Result<std::vector<ImportSummary>> &outcome);

    Importer m_importer;
    std::filesystem::path m_source;
    std::filesystem::path m_store;
    std::optional<Result<std::vector<ImportSummary>>> m_outcome;
    std::atomic<int> m_done = 0;
    std::atomic<int> m_total = 0;
    bool m_isRunning = false;
    QTimer m_timer;
    std::jthread m_thread; // last: joined before the members that it uses are destroyed
};

/// Returns a summary of an import in one line.
QString importText(const std::vector<ImportSummary> &summaries);

} // namespace loupe::ui
