// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/generation/agents/agentrun.h"

#include <QWidget>

class QLabel;

namespace loupe::ui {

class Theme;

/// View of the tasks that an agent would get, and its limits.
class AgentOutlook final : public QWidget
{
    Q_OBJECT
public:
    explicit AgentOutlook(const Theme &theme, QWidget *parent = nullptr);

    void showTasks(const AgentRunRequest &request, const Result<std::vector<std::string>> &tasks);
    /// Shows a sentence instead.
    void showNote(const QString &note);

    QString heading() const;
    QString note() const;

private:
    QLabel *m_heading;
    QLabel *m_note;
};

} // namespace loupe::ui
