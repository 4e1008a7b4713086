// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/shell/commandregistry.h"
#include "ui/shell/filterhistory.h"
#include "ui/shell/job.h"
#include "ui/shell/selection.h"
#include "ui/shell/services.h"
#include "ui/shell/storesession.h"
#include "ui/shell/windowstate.h"
#include "ui/shell/workbench.h"

#include <QMainWindow>
#include <QPointer>

#include <filesystem>
#include <memory>
#include <vector>

class QMenu;
class QStackedWidget;

namespace loupe::ui {

class CommandPalette;
class AuditPage;
class ComparePage;
class DetailTabs;
class DistributionsPage;
class FiguresPage;
class HelpDialog;
class NewRunDialog;
class Page;
class ResultsPage;
class RoundStrip;
class RunJob;
class RunsPage;
class SideBar;
class SqlPage;
class StartPage;
class StatusArea;
class Theme;
class TopBar;
class TrajectoriesPage;
class TriagePage;

/// The one window: top bar, side bar, pages, status bar. Owns the session and the jobs; closing it
/// stops what is running first.
class MainWindow final : public QMainWindow
{
    Q_OBJECT
public:
    enum PageIndex {
        Start,
        Runs,
        Results,
        Triage,
        Compare,
        Distributions,
        Trajectories,
        Audit,
        Figures,
        Sql
    };

    /// `theme` must outlive the window.
    MainWindow(Services services, Theme &theme, QWidget *parent = nullptr);
    ~MainWindow() override;

    void openStore(const std::filesystem::path &file);
    /// Begins to evaluate and to follow the store that the run writes.
    std::shared_ptr<RunJob> startRun(const RunRequest &request);
    void importRecords(const std::filesystem::path &source, const std::filesystem::path &store);
    /// Opens what was open when the last window was closed, on its page and through its filter.
    void restoreSession();
    LastSession presentSession() const;
    void showPage(PageIndex page);
    PageIndex currentPage() const;
    /// Nothing that is visible waits for a worker.
    bool isLoading() const;

    Theme &theme() const { return m_theme; }
    StoreSession &session() { return m_session; }
    Selection &selection() { return m_selection; }
    JobList &jobs() { return m_jobs; }
    CommandRegistry &commands() { return *m_commands; }
    StartPage *startPage() const { return m_startPage; }
    RunsPage *runsPage() const { return m_runsPage; }
    ResultsPage *resultsPage() const { return m_resultsPage; }
    TriagePage *triagePage() const { return m_triagePage; }
    ComparePage *comparePage() const { return m_comparePage; }
    DistributionsPage *distributionsPage() const { return m_distributionsPage; }
    TrajectoriesPage *trajectoriesPage() const { return m_trajectoriesPage; }
    AuditPage *auditPage() const { return m_auditPage; }
    SqlPage *sqlPage() const { return m_sqlPage; }
    FiguresPage *figuresPage() const { return m_figuresPage; }
    TopBar *topBar() const { return m_topBar; }
    StatusArea *statusArea() const { return m_status; }
    NewRunDialog *newRunDialog();
    CommandPalette *commandPalette();

protected:
    void closeEvent(QCloseEvent *event) override;
    bool event(QEvent *event) override;
    void dragEnterEvent(QDragEnterEvent *event) override;
    void dropEvent(QDropEvent *event) override;

private:
    void addCommands();
    void addPageCommands();
    void addFilterCommands();
    void addResultCommands();
    void addTriageCommands();
    void addDifferenceCommands();
    void addViewCommands();
    void buildMenus();
    void buildLayout();
    void connectAll();

    /// Of the evaluation that the current page shows, or null.
    DetailTabs *problemTabs() const;
    /// The rounds that the current page walks, or null.
    RoundStrip *shownRounds() const;
    void chooseStore();
    void chooseImport();
    void runDemo();
    void showPalette();
    void showHelp();
    void showAbout();
    void showNewRun();
    RunRequest defaultRequest() const;
    void startJob(const std::shared_ptr<RunJob> &job);
    void followRun(const std::shared_ptr<RunJob> &job);
    /// Evaluates stored candidates again, as a run of its own in the same store.
    void rerun(std::vector<RowId> evaluations);
    void storeOpened();
    void storeFailed(const QString &message);
    void fillRecent(QMenu &menu);
    void applySession();
    void remember(const std::filesystem::path &file);
    void filterChanged();
    void walkFilters(int step);
    void updateCounts();
    void updateStatus();
    void restoreState();
    void saveState() const;

    const Services m_services;
    Theme &m_theme;
    StoreSession m_session;
    Selection m_selection;
    FilterHistory m_history;
    JobList m_jobs;
    CommandRegistry *m_commands;
    const Workbench m_bench;
    StartPage *m_startPage = nullptr;
    RunsPage *m_runsPage = nullptr;
    ResultsPage *m_resultsPage = nullptr;
    TriagePage *m_triagePage = nullptr;
    ComparePage *m_comparePage = nullptr;
    DistributionsPage *m_distributionsPage = nullptr;
    TrajectoriesPage *m_trajectoriesPage = nullptr;
    AuditPage *m_auditPage = nullptr;
    SqlPage *m_sqlPage = nullptr;
    FiguresPage *m_figuresPage = nullptr;
    std::vector<Page *> m_pages;
    QStackedWidget *m_stack = nullptr;
    SideBar *m_side = nullptr;
    TopBar *m_topBar = nullptr;
    StatusArea *m_status = nullptr;
    QPointer<NewRunDialog> m_newRun;
    QPointer<HelpDialog> m_help;
    QPointer<CommandPalette> m_palette;
    std::filesystem::path m_openedBefore;
    LastSession m_restoring; ///< its store is being opened
    bool m_isClosing = false;
    bool m_givesMarksUp = false;
};

} // namespace loupe::ui
