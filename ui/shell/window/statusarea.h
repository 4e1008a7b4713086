// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/shell/session/workbench.h"

#include <QStatusBar>

class QLabel;
class QProgressBar;
class QPushButton;

namespace loupe::ui {

class ElidedLabel;

/// Selection and its keys at the left; jobs with progress and a way to stop them, and help, at the
/// right.
class StatusArea final : public QStatusBar
{
    Q_OBJECT
public:
    explicit StatusArea(const Workbench &bench, QWidget *parent = nullptr);

    void setKeys(const QString &text);
    /// A sentence about something that just ended; stays until the next.
    void say(const QString &message);
    QString message() const;
    QPushButton *cancelButton() const { return m_cancel; }

signals:
    /// A person clicked on the job's text.
    void jobRequested();

private:
    void updateJobs();

    const Workbench m_bench;
    ElidedLabel *m_keys;
    ElidedLabel *m_message;
    QPushButton *m_job;
    QProgressBar *m_progress;
    QPushButton *m_cancel;
};

} // namespace loupe::ui
