// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/generation/loop/generationsetup.h"
#include "ui/shell/runs/runline.h"
#include "ui/shell/runs/runmarking.h"
#include "ui/shell/session/commandregistry.h"
#include "ui/shell/session/filterhistory.h"
#include "ui/shell/session/job.h"
#include "ui/shell/session/selection.h"
#include "ui/shell/session/services.h"
#include "ui/shell/session/storesession.h"
#include "ui/shell/session/workbench.h"
#include "ui/shell/window/lastsession.h"
#include "ui/shell/window/pagecounts.h"
#include "ui/shell/window/windowpages.h"

#include <QMainWindow>
#include <QPointer>
#include <QTimer>

#include <array>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <vector>

class QMenu;
class QMessageBox;
class QSplitter;

namespace loupe::ui {

class CommandPalette;
class DetailTabs;
class DiffView;
class DoctorDialog;
class FilterLine;
class HelpDialog;
class ImportDialog;
class ImportJob;
class KernelFrame;
class NewRunDialog;
class OfferBar;
class ResultTable;
class RoundStrip;
class RunJob;
class RunNotice;
class ScopeHeader;
class ScopedPopulation;
class SideBar;
class SourceSearch;
class SplitSide;
class StatusArea;
class Theme;
class TopBar;

/// Main window: top bar, side bar, pages, status bar. It owns the session and the jobs, and stops
/// them before it closes.
class MainWindow final : public QMainWindow, public PageNames
{
    Q_OBJECT
public:
    /// `theme` must outlive the window.
    MainWindow(Services services, Theme &theme, QWidget *parent = nullptr);
    ~MainWindow() override;

    void openStore(const std::filesystem::path &file);
    /// Starts a run and follows the store that it writes. Returns null if isPlaceOfLostStore().
    std::shared_ptr<RunJob> startRun(const RunRequest &request);
    /// Starts a run whose candidates a model writes.
    std::shared_ptr<RunJob> startGeneration(const GenerationRequest &request);
    /// Starts a run whose candidates an agent's command submits.
    std::shared_ptr<RunJob> startAgents(const AgentRunRequest &request);
    /// Leaves the open store and shows the page Start.
    void closeStore();
    /// Writes the evaluations that match the filter into a CSV file on a worker thread.
    void exportResults(const std::filesystem::path &target);
    /// Imports each source into the store, and opens it if one was stored. Returns null if
    /// isPlaceOfLostStore().
    std::shared_ptr<ImportJob> importRecords(std::vector<std::filesystem::path> sources,
                                             const std::filesystem::path &store);
    /// Shows the dialog for imports with these sources added to its list.
    void showImport(const std::vector<std::filesystem::path> &sources);
    /// Adds the references of a suite's checkout to the open store.
    void attachReferences(const std::filesystem::path &checkout);
    /// Writes the data of the open store into one file on a worker thread. If the store is gone,
    /// opens the copy and moves queued annotations to it.
    void saveCopy(const std::filesystem::path &target);
    /// Restores the store, page and filter of the last session.
    void restoreSession();
    LastSession presentSession() const;
    void showPage(PageIndex page);
    PageIndex currentPage() const;
    /// Opens or closes a second page at the right. Commands and page() apply to the side with the
    /// keyboard focus.
    void setSplit(bool split);
    bool isSplit() const;
    SplitSide *rightSide() const { return m_right; }
    void activateSide(std::size_t side);
    /// Returns the tables of the left side whose columns are remembered, by page and name.
    std::map<QString, ResultTable *> namedTables() const;
    /// Returns true while any visible widget waits for a worker.
    bool isLoading() const;

    Theme &theme() const { return m_theme; }
    StoreSession &session() { return m_session; }
    Selection &selection() { return m_selection; }
    JobList &jobs() { return m_jobs; }
    CommandRegistry &commands() { return *m_commands; }
    RunMarking &marking() { return m_marking; }
    /// Returns the page of that class on the side with the focus; null during construction.
    template <typename Wanted>
    Wanted *page() const
    {
        return pages().page<Wanted>();
    }
    RunLine &runs() { return m_runs; }
    OfferBar *offerBar() const { return m_offer; }
    TopBar *topBar() const { return m_topBar; }
    StatusArea *statusArea() const { return m_status; }
    /// Returns the scope header of the side with the focus.
    ScopeHeader *scopeHeader() const { return m_scopes[m_present]; }
    /// Returns the present form for a new run, which may be hidden.
    NewRunDialog *newRunDialog();
    CommandPalette *commandPalette();
    DoctorDialog *doctorDialog();
    /// Returns null until it was opened.
    SourceSearch *sourceSearch() const;
    ImportDialog *importDialog();

protected:
    void closeEvent(QCloseEvent *event) override;
    bool event(QEvent *event) override;
    void dragEnterEvent(QDragEnterEvent *event) override;
    void dropEvent(QDropEvent *event) override;

private:
    void addCommands();
    void addFileCommands();
    void addExchangeCommands();
    void addTextSizeCommands();
    void addEditCommands();
    void addFindCommands();
    void addPageCommands();
    void addFilterCommands();
    void addRunCommands();
    void addResultCommands();
    void addTriageCommands();
    void addDifferenceCommands();
    void addKernelCommands();
    /// Opens the dialog that finds words in all sources.
    void showSourceSearch();
    /// Return the parts of the shown page, or null.
    DiffView *shownDiff() const;
    KernelFrame *shownFrame() const;
    bool isKernelFilled() const;
    void addViewCommands();
    void addSplitCommands();
    void makeRightSide();
    StoreSession &presentStore();
    Selection &presentSelection();
    /// Returns the filter line of the right side if it is unlinked and has the focus; null for the
    /// window's own.
    FilterLine *presentFilterLine() const;
    void addQueueCommands();
    void buildMenus();
    void buildLayout();
    void connectAll();
    void connectPages(const WindowPages &side);

    const WindowPages &pages() const { return m_sides[m_present]; }
    /// Returns the sides that have pages.
    std::span<const WindowPages> sides() const;
    /// Returns null during construction.
    Page *shownPage() const { return pages().shown(); }
    /// Returns the tabs of the current page's evaluation, or null.
    DetailTabs *problemTabs() const;
    /// Returns the strip of rounds of the current page, or null.
    RoundStrip *shownRounds() const;
    void chooseStore();
    void chooseExport();
    void openWindow();
    /// Sets the text size of all windows of this process, and saves it.
    void setTextPercent(int percent);
    void chooseReferences();
    void runDemo();
    void showPalette();
    void showHelp();
    void showAbout();
    NewRunDialog *makeRunDialog();
    /// Replaces the form for a new run by one with defaults for the open store.
    NewRunDialog *freshRunDialog();
    void showNewRun();
    /// Returns true if a model or an agent writes the kernels of the run on the page Queue.
    bool hasRequests() const;
    /// Shows the requests of that run in a dialog.
    void showRequests();
    /// Returns the target of new runs while this store is open, or no store if it is empty.
    std::filesystem::path defaultStore(const std::filesystem::path &opened) const;
    RunRequest defaultRequest() const;
    GenerationRequest defaultGeneration() const;
    void startJob(const std::shared_ptr<RunJob> &job);
    void followRun(const std::shared_ptr<RunJob> &job);
    void runEnded(const RunJob &job);
    /// Evaluates items with infrastructure errors again, in the same run if its candidates are
    /// known.
    void retryInfraErrors();
    enum class WhenUnfinished { Offer, ShowButtons };
    /// Checks if the open store has an unfinished run that can be resumed. The bar offers it if
    /// `then` is Offer.
    void lookForUnfinished(WhenUnfinished then);
    bool canResume() const;
    /// Asks before running jobs are stopped and the window is closed.
    void askToStop();
    /// Names the running job with its progress, or the number of them.
    QString runningText() const;
    /// Offers to save a copy or discard the marks that keep the window from closing.
    void askAboutMarks();
    void resumeUnfinished();
    void showDoctor();
    /// Evaluates stored candidates again, as a separate run in the same store.
    void rerun(std::vector<RowId> evaluations);
    QString openingText() const;
    /// Shows news of a store, which stay when exactly that store is opened next.
    void sayOf(const std::filesystem::path &store, const QString &message);
    void storeLeft();
    void storeOpened();
    void storeClosed();
    void storeFailed(const QString &message);
    /// Shows that the open store was deleted or replaced, and offers to save a copy of the open
    /// data.
    void presenceChanged();
    /// Returns true, with a message, if `store` is the open one and was deleted or replaced. Runs
    /// and imports would otherwise create a new store in its place.
    bool isPlaceOfLostStore(const std::filesystem::path &store);
    void chooseCopy();
    void copySaved(const std::filesystem::path &target, const Status &status);
    void withdrawOffer();
    /// Offers to update the file if it is a store of an older version.
    void offerUpdate(const std::filesystem::path &file);
    void lookForForeignObjects();
    void showForeignObjects();
    void updateStore(const std::filesystem::path &file);
    /// Shows an offer on the bar, in place of the present one.
    void offer(const QString &sentence, const QString &action, std::function<void()> accept);
    void fillRecent(QMenu &menu);
    void applySession();
    void remember(const std::filesystem::path &file);
    void filterChanged();
    void walkFilters(int step);
    void showResultsOf(const Filter &filter);
    /// Shows errors of stores that were left, and closes the window once the queue is empty.
    void followQueue(const WriteQueue &queue);
    /// Returns the queues of annotations that may not be stored yet.
    std::vector<WriteQueue *> queues();
    int waitingEvents();
    void closeIfDone();
    void updateCounts();
    /// Reads the counts of hidden pages in the background.
    void countPages();
    void showCounts(const PageCounts &counts);
    /// Shows the scope of the side with the focus, or of the other one if only its page counts.
    void showScope();
    /// Shows the menu Triage while it applies to the page of the side with the focus.
    void showMenus();
    /// Returns true if the page of that side depends on the scope.
    bool countsScope(std::size_t side) const;
    /// Reads the population of a side again while its page counts, regardless of the focus.
    void followPopulation(std::size_t side, ScopedPopulation &population);
    void updateStatus();
    void restoreState();
    void saveState();
    /// Saves the store, page, filter, scope and columns, so that a killed window opens with them
    /// again.
    void saveSession();
    void saveColumns();
    void restoreColumns();

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
    std::array<WindowPages, 2> m_sides;      ///< left and right side; the right one may be missing
    std::array<ScopeHeader *, 2> m_scopes{}; ///< of these sides
    std::size_t m_present = 0;               ///< index of the side with the focus
    SplitSide *m_right = nullptr;            ///< exists once the window was split
    QSplitter *m_across = nullptr;
    SideBar *m_side = nullptr;
    TopBar *m_topBar = nullptr;
    StatusArea *m_status = nullptr;
    OfferBar *m_offer = nullptr;
    QMenu *m_triageMenu = nullptr;
    std::unique_ptr<RunNotice> m_notice;
    QPointer<NewRunDialog> m_newRun;
    QPointer<HelpDialog> m_help;
    QPointer<CommandPalette> m_palette;
    QPointer<DoctorDialog> m_doctor;
    QPointer<SourceSearch> m_sourceSearch;
    QPointer<ImportDialog> m_import;
    /// Unfinished work of the open store, at most one of them.
    struct Unfinished {
        std::optional<UnfinishedRun> run;
        std::optional<GenerationRequest> generation;
        std::optional<AgentRunRequest> agents;
    };
    static Result<Unfinished> findUnfinished(const UnfinishedFinder &findRun,
                                             const UnfinishedGenerationFinder &findGenerations,
                                             const UnfinishedAgentsFinder &findAgents,
                                             const std::filesystem::path &store);
    void offerUnfinished();
    Unfinished m_unfinished;
    QPointer<QMessageBox> m_stopQuestion;
    LatestJob<Result<Unfinished>> m_findingUnfinished;
    LatestJob<std::optional<int>> m_findingVersion;
    LatestJob<Result<std::vector<std::string>>> m_attaching;
    LatestJob<Status> m_exporting;
    QTimer m_saveLater;  ///< starts saveSession()
    QTimer m_countLater; ///< starts countPages()
    LatestJob<Result<PageCounts>> m_countingPages;
    LatestJob<Result<std::vector<std::string>>> m_findingForeign;
    QStringList m_foreignObjects;    ///< of the open store, one sentence each
    std::function<void()> m_offered; ///< action of the bar's accept button
    std::filesystem::path m_opening;
    std::filesystem::path m_openedBefore;
    std::filesystem::path m_saidOf; ///< store of the status line's message
    LastSession m_restoring;        ///< its store is being opened
    bool m_isClosing = false;
    bool m_givesMarksUp = false;
    bool m_copyTakesMarks = false; ///< the copy being saved gets the marks that wait
};

} // namespace loupe::ui
