// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/shell/session/workbench.h"
#include "ui/shell/window/windowpages.h"

#include <QObject>

namespace loupe::ui {

class WindowPanes;
class WindowRuns;

/// Commands of the menu Run: new runs, marks of runs, and the items of the run on the page Queue.
class RunCommands final : public QObject, private PageNames
{
    Q_OBJECT
public:
    /// All must outlive this.
    RunCommands(const Workbench &bench, WindowPanes &panes, WindowRuns &runs);

    void add();

private:
    void addStartCommands();
    void addMarkCommands();
    void addQueueCommands();
    void addItemCommands();

    const Workbench m_bench;
    CommandRegistry &m_commands;
    WindowPanes &m_panes;
    WindowRuns &m_runs;
};

} // namespace loupe::ui
