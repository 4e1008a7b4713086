// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/shell/session/workbench.h"
#include "ui/widgets/layout/parts.h"

#include <QStatusBar>

class QLabel;
class QProgressBar;
class QPushButton;

namespace loupe::ui {

/// Status bar with the selection and keys at the left, and jobs with progress and cancel button,
/// and help, at the right.
class StatusArea final : public QStatusBar
{
    Q_OBJECT
public:
    explicit StatusArea(const Workbench &bench, QWidget *parent = nullptr);

    void setKeys(const QString &text) { m_keys->setText(text); }
    /// Shows a sentence about an event until the next one.
    void say(const QString &message);
    QString message() const { return m_message->text(); }
    QPushButton *cancelButton() const { return m_cancel; }

signals:
    /// Emitted when the job's text is clicked.
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
