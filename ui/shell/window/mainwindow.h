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
#include "ui/shell/window/windowpages.h"

#include <QMainWindow>
#include <QPointer>

#include <array>
#include <filesystem>
#include <functional>
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
class DoctorDialog;
class FilterLine;
class HelpDialog;
class NewRunDialog;
class OfferBar;
class RoundStrip;
class RunJob;
class RunNotice;
class ScopeHeader;
class ScopedPopulation;
class SideBar;
class SplitSide;
class StatusArea;
class Theme;
class TopBar;

/// The one window: top bar, side bar, pages, status bar. Owns the session and the jobs; closing it
/// stops what is running first.
class MainWindow final : public QMainWindow, public PageNames
{
    Q_OBJECT
public:
    /// `theme` must outlive the window.
    MainWindow(Services services, Theme &theme, QWidget *parent = nullptr);
    ~MainWindow() override;

    void openStore(const std::filesystem::path &file);
    /// Begins to evaluate and to follow the store that the run writes; null: isPlaceOfLostStore().
    std::shared_ptr<RunJob> startRun(const RunRequest &request);
    /// The same with candidates that a model is asked for.
    std::shared_ptr<RunJob> startGeneration(const GenerationRequest &request);
    /// The same with candidates that a command of the user's hands in.
    std::shared_ptr<RunJob> startAgents(const AgentRunRequest &request);
    void importRecords(const std::filesystem::path &source, const std::filesystem::path &store);
    /// Writes what the open store holds into one file, off the GUI thread. Of a store that is gone
    /// the copy is opened, and what was marked meanwhile goes into it.
    void saveCopy(const std::filesystem::path &target);
    /// Opens what was open when the last window was closed, on its page and through its filter.
    void restoreSession();
    LastSession presentSession() const;
    void showPage(PageIndex page);
    PageIndex currentPage() const;
    /// A second page at the right. Commands act on the side that has the keyboard, and pages are
    /// those of that side.
    void setSplit(bool split);
    bool isSplit() const;
    SplitSide *rightSide() const { return m_right; }
    void activateSide(std::size_t side);
    /// Nothing that is visible waits for a worker.
    bool isLoading() const;

    Theme &theme() const { return m_theme; }
    StoreSession &session() { return m_session; }
    Selection &selection() { return m_selection; }
    JobList &jobs() { return m_jobs; }
    CommandRegistry &commands() { return *m_commands; }
    RunMarking &marking() { return m_marking; }
    /// The page of that class at the side that has the keyboard; null while the window is made.
    template <typename Wanted>
    Wanted *page() const
    {
        return pages().page<Wanted>();
    }
    RunLine &runs() { return m_runs; }
    OfferBar *offerBar() const { return m_offer; }
    TopBar *topBar() const { return m_topBar; }
    StatusArea *statusArea() const { return m_status; }
    /// Of the side that has the keyboard.
    ScopeHeader *scopeHeader() const { return m_scopes[m_present]; }
    NewRunDialog *newRunDialog();
    CommandPalette *commandPalette();
    DoctorDialog *doctorDialog();

protected:
    void closeEvent(QCloseEvent *event) override;
    bool event(QEvent *event) override;
    void dragEnterEvent(QDragEnterEvent *event) override;
    void dropEvent(QDropEvent *event) override;

private:
    void addCommands();
    void addPageCommands();
    void addFilterCommands();
    void addRunCommands();
    void addResultCommands();
    void addTriageCommands();
    void addDifferenceCommands();
    void addViewCommands();
    void addSplitCommands();
    void makeRightSide();
    StoreSession &presentStore();
    Selection &presentSelection();
    /// Of the right side, where that is free and has the keyboard; null: the window's own.
    FilterLine *presentFilterLine() const;
    void addQueueCommands();
    void buildMenus();
    void buildLayout();
    void connectAll();
    void connectPages(const WindowPages &side);

    const WindowPages &pages() const { return m_sides[m_present]; }
    /// The sides that have pages.
    std::span<const WindowPages> sides() const;
    /// Null while the window is made.
    Page *shownPage() const { return pages().shown(); }
    /// Of the evaluation that the current page shows, or null.
    DetailTabs *problemTabs() const;
    /// The rounds that the current page walks, or null.
    RoundStrip *shownRounds() const;
    void chooseStore();
    void chooseImport();
    /// Asks whether records that were dropped shall go into the open store.
    void askAndImport(const std::filesystem::path &source);
    void runDemo();
    void showPalette();
    void showHelp();
    void showAbout();
    void showNewRun();
    RunRequest defaultRequest() const;
    GenerationRequest defaultGeneration() const;
    void startJob(const std::shared_ptr<RunJob> &job);
    void followRun(const std::shared_ptr<RunJob> &job);
    void runEnded(const RunJob &job);
    /// What ended in an infra error, once more: in the same run where its candidates are known.
    void retryInfraErrors();
    enum class WhenUnfinished { Offer, ShowButtons };
    /// Looks whether the open store's last run did not finish: then it can be resumed, and the bar
    /// offers it if it shall.
    void lookForUnfinished(WhenUnfinished then);
    bool canResume() const;
    /// Asks before what is running is stopped and the window closed.
    void askToStop();
    void resumeUnfinished();
    void showDoctor();
    /// Evaluates stored candidates again, as a run of its own in the same store.
    void rerun(std::vector<RowId> evaluations);
    void storeLeft();
    void storeOpened();
    void storeFailed(const QString &message);
    /// Says that the open store was deleted or replaced, and offers to save what is still open.
    void presenceChanged();
    /// Whether `store` is the open one that was deleted or replaced, which is then said: runs and
    /// imports make a store where there is none, and it must not stand in for the lost one.
    bool isPlaceOfLostStore(const std::filesystem::path &store);
    void chooseCopy();
    void copySaved(const std::filesystem::path &target, const Status &status);
    void withdrawOffer();
    /// Offers to bring the file up to date, if it is a store of an older version.
    void offerUpdate(const std::filesystem::path &file);
    void lookForForeignObjects();
    void showForeignObjects();
    void updateStore(const std::filesystem::path &file);
    /// Puts one thing on the bar, in place of what it offers now.
    void offer(const QString &sentence, const QString &action, std::function<void()> accept);
    void fillRecent(QMenu &menu);
    void applySession();
    void remember(const std::filesystem::path &file);
    void filterChanged();
    void walkFilters(int step);
    void showResultsOf(const Filter &filter);
    /// What people said in this window and is not in a store yet.
    std::vector<WriteQueue *> queues();
    int waitingEvents();
    void closeIfDone();
    void updateCounts();
    /// The scope of the side that has the keyboard, or of the other one where only its page counts.
    void showScope();
    /// Whether the page of that side is about what the scope counts.
    bool countsScope(std::size_t side) const;
    /// The population of a side is read again while its page counts, whichever side has the
    /// keyboard.
    void followPopulation(std::size_t side, ScopedPopulation &population);
    void updateStatus();
    void restoreState();
    void saveState();

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
    std::array<WindowPages, 2> m_sides;      ///< the left one; the right one, once there is one
    std::array<ScopeHeader *, 2> m_scopes{}; ///< of these sides
    std::size_t m_present = 0;               ///< the side that has the keyboard
    SplitSide *m_right = nullptr;            ///< there once the window was split
    QSplitter *m_across = nullptr;
    SideBar *m_side = nullptr;
    TopBar *m_topBar = nullptr;
    StatusArea *m_status = nullptr;
    OfferBar *m_offer = nullptr;
    std::unique_ptr<RunNotice> m_notice;
    QPointer<NewRunDialog> m_newRun;
    QPointer<HelpDialog> m_help;
    QPointer<CommandPalette> m_palette;
    QPointer<DoctorDialog> m_doctor;
    /// What of the open store did not finish: at most one of them.
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
    LatestJob<Result<std::vector<std::string>>> m_findingForeign;
    QStringList m_foreignObjects;    ///< of the open store, a sentence each
    std::function<void()> m_offered; ///< what the bar does when it is told yes
    std::filesystem::path m_opening;
    std::filesystem::path m_openedBefore;
    LastSession m_restoring; ///< its store is being opened
    bool m_isClosing = false;
    bool m_givesMarksUp = false;
};

} // namespace loupe::ui
