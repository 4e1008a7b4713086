// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/generation/agents/agentrun.h"

#include <QWidget>

class QLabel;

namespace loupe::ui {

class Theme;

/// Which tasks an agent would get, and what it may spend on them.
class AgentOutlook final : public QWidget
{
    Q_OBJECT
public:
    explicit AgentOutlook(const Theme &theme, QWidget *parent = nullptr);

    void showTasks(const AgentRunRequest &request, const Result<std::vector<std::string>> &tasks);
    /// A sentence in place of them.
    void showNote(const QString &note);

    QString heading() const;
    QString note() const;

private:
    QLabel *m_heading;
    QLabel *m_note;
};

} // namespace loupe::ui
