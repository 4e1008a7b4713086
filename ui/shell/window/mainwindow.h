// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/shell/runs/runline.h"
#include "ui/shell/runs/runmarking.h"
#include "ui/shell/session/commandregistry.h"
#include "ui/shell/session/filterhistory.h"
#include "ui/shell/session/job.h"
#include "ui/shell/session/selection.h"
#include "ui/shell/session/services.h"
#include "ui/shell/session/storesession.h"
#include "ui/shell/session/workbench.h"
#include "ui/shell/window/windowpanes.h"

#include <QMainWindow>

#include <filesystem>
#include <memory>

namespace loupe::ui {

class CloseGuard;
class CommandPalette;
class OfferBar;
class RunJob;
class SourceSearch;
class StatusArea;
class Theme;
class TopBar;
class TourBar;
class WindowCommands;
class WindowMemory;
class WindowRuns;
class WindowStores;
class WindowTour;

/// Main window: top bar, side bar, pages, status bar. It owns what its pages share, and the
/// controllers of its parts.
class MainWindow final : public QMainWindow, public PageNames
{
    Q_OBJECT
public:
    /// `theme` must outlive the window.
    MainWindow(Services services, Theme &theme, QWidget *parent = nullptr);
    ~MainWindow() override;

    /// Shortcuts to functions of the controllers.
    void openStore(const std::filesystem::path &file);
    std::shared_ptr<RunJob> startRun(const RunRequest &request);
    void showPage(PageIndex page) { m_panes->showPage(page); }
    PageIndex currentPage() const { return m_panes->currentPage(); }
    bool isLoading() const { return m_panes->isLoading(); }
    template <typename Wanted>
    Wanted *page() const
    {
        return m_panes->page<Wanted>();
    }

    WindowPanes &panes() const { return *m_panes; }
    WindowStores &stores() const { return *m_stores; }
    WindowRuns &runControl() const { return *m_runControl; }
    Theme &theme() const { return m_theme; }
    StoreSession &session() { return m_session; }
    Selection &selection() { return m_selection; }
    JobList &jobs() { return m_jobs; }
    RunLine &runs() { return m_runs; }
    RunMarking &marking() { return m_marking; }
    CommandRegistry &commands() { return *m_commands; }
    CommandPalette *commandPalette();
    /// Returns null until it was opened.
    SourceSearch *sourceSearch() const;
    OfferBar *offerBar() const { return m_offer; }
    TourBar *tourBar() const { return m_tourBar; }
    TopBar *topBar() const { return m_topBar; }
    StatusArea *statusArea() const { return m_status; }

protected:
    void closeEvent(QCloseEvent *event) override;
    bool event(QEvent *event) override;
    void dragEnterEvent(QDragEnterEvent *event) override;
    void dropEvent(QDropEvent *event) override;

private:
    void makeControllers();
    void buildLayout();
    void connectAll();
    void filterChanged();
    void updateStatus();
    /// Restores the default sizes of window, panes and columns.
    void resetLayout();

    const Services m_services;
    Theme &m_theme;
    StoreSession m_session;
    Selection m_selection;
    FilterHistory m_history;
    JobList m_jobs;
    RunLine m_runs;
    CommandRegistry *m_commands;
    RunMarking m_marking;
    const Workbench m_bench;
    TopBar *m_topBar = nullptr;
    OfferBar *m_offer = nullptr;
    TourBar *m_tourBar = nullptr;
    StatusArea *m_status = nullptr;
    // Each uses those above it.
    std::unique_ptr<WindowPanes> m_panes;
    std::unique_ptr<WindowMemory> m_memory;
    std::unique_ptr<WindowStores> m_stores;
    std::unique_ptr<WindowRuns> m_runControl;
    std::unique_ptr<WindowTour> m_tour;
    std::unique_ptr<WindowCommands> m_windowCommands;
    std::unique_ptr<CloseGuard> m_closeGuard;
};

} // namespace loupe::ui
