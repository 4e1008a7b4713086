// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/shell/session/workbench.h"
#include "ui/shell/window/windowpages.h"

#include <QObject>
#include <QPointer>

class QWidget;

namespace loupe::ui {

class CandidateView;
class DiffView;
class KernelFrame;
class RoundStrip;
class SourceSearch;
class WindowPanes;
class WindowRuns;

/// Commands for results, kernels and their sources, and for failures on the page Triage.
class ResultCommands final : public QObject, private PageNames
{
    Q_OBJECT
public:
    /// All must outlive this.
    ResultCommands(QWidget &window, const Workbench &bench, WindowPanes &panes, WindowRuns &runs);

    /// Each adds the commands of one menu or part of it.
    void addFindCommands();
    void addResultCommands();
    void addTriageCommands();
    void addKernelCommands();
    /// Returns the dialog that finds words in all sources; null until it was opened.
    SourceSearch *sourceSearch() const;

private:
    void addDetailCommands();
    void addDifferenceCommands();
    void addProfileCommands();
    void showSourceSearch();
    /// Return the parts of the shown page, or null.
    CandidateView *shownCandidate() const;
    RoundStrip *shownRounds() const;
    DiffView *shownDiff() const;
    KernelFrame *shownFrame() const;
    bool isKernelFilled() const;

    QWidget &m_window;
    const Workbench m_bench;
    CommandRegistry &m_commands;
    WindowPanes &m_panes;
    WindowRuns &m_runs;
    QPointer<SourceSearch> m_sourceSearch;
};

} // namespace loupe::ui
