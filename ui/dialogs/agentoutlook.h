// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/generation/agents/agentrun.h"
#include "ui/dialogs/headedview.h"

namespace loupe::ui {

/// View of the tasks that an agent would get, and its limits.
class AgentOutlook final : public HeadedView
{
    Q_OBJECT
public:
    explicit AgentOutlook(const Theme &theme, QWidget *parent = nullptr);

    void showTasks(const AgentRunRequest &request, const Result<std::vector<std::string>> &tasks);
    /// Shows a sentence instead.
    void showNote(const QString &note);
};

} // namespace loupe::ui
