// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "ui/shell/session/job.h"

#include <filesystem>
#include <optional>
#include <thread>

namespace loupe::ui {

/// Updates a store of an older version on a separate thread.
class UpdateJob final : public Job
{
    Q_OBJECT
public:
    explicit UpdateJob(std::filesystem::path store, QObject *parent = nullptr);
    ~UpdateJob() override;

    void start();
    const std::filesystem::path &store() const { return m_store; }
    /// Set once it has finished.
    const std::optional<Status> &outcome() const { return m_outcome; }

    QString title() const override;
    QString progressText() const override;
    int done() const override { return 0; }
    int total() const override { return 0; }
    bool isRunning() const override { return m_isRunning; }
    void cancel() override;

private:
    void finish(const Status &outcome);

    std::filesystem::path m_store;
    std::optional<Status> m_outcome;
    bool m_isRunning = false;
    std::jthread m_thread; // last: joined before the members that it uses are destroyed
};

} // namespace loupe::ui
