// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "ui/async/latestjob.h"
#include "ui/shell/session/workbench.h"
#include "ui/shell/window/windowstate.h"

#include <QObject>
#include <QPointer>
#include <QStringList>

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

class QMenu;
class QWidget;

namespace loupe::ui {

class FilterHistory;
class ImportDialog;
class ImportJob;
class OfferBar;
class StatusArea;
class WindowMemory;
class WindowPanes;

/// Opens, closes, copies and updates the stores of a window, and moves data into and out of the
/// open one.
class WindowStores final : public QObject
{
    Q_OBJECT
public:
    /// All must outlive this.
    WindowStores(QWidget &window, const Workbench &bench, WindowPanes &panes, StatusArea &status,
                 OfferBar &offer, WindowMemory &memory, FilterHistory &history);

    /// Follows the session. Called once the pages exist, so that they follow it first.
    void connectSession();

    /// Opens a store, and gives up a demo that is still to be opened.
    void openStore(const std::filesystem::path &file);
    void chooseStore();
    /// Opens the user's copy of the recorded demo, which is made first if there is none, and calls
    /// `shown` when it is displayed. Another call meanwhile only replaces `shown`.
    void openDemo(std::function<void()> shown);
    /// Opens the store that is open in another window.
    void openWindow();
    /// Leaves the open store and shows the page Start.
    void closeStore();
    /// Restores the store, page and filter of the last session.
    void restoreSession();
    /// Returns the store that was opened last; empty after it was closed.
    const std::filesystem::path &openedBefore() const { return m_openedBefore; }
    /// Fills the menu of recent stores.
    void fillRecent(QMenu &menu);

    /// Returns true, with a message, if `store` is the open one and was deleted or replaced. Runs
    /// and imports would otherwise create a new store in its place.
    bool isPlaceOfLostStore(const std::filesystem::path &store);
    /// Returns true if the open store has database objects that KernelLoupe did not create.
    bool hasForeignObjects() const { return !m_foreignObjects.isEmpty(); }
    /// Shows that a store cannot be opened or created.
    void storeFailed(const QString &message);

    void chooseCopy();
    /// Saves a copy that gets the marks that wait.
    void chooseCopyWithMarks();
    /// Writes the data of the open store into one file on a worker thread. If the store is gone,
    /// opens the copy and moves queued annotations to it.
    void saveCopy(const std::filesystem::path &target);

    void chooseReferences();
    /// Adds the references of a suite's checkout to the open store.
    void attachReferences(const std::filesystem::path &checkout);
    void chooseExport();
    /// Writes what the page Results lists, on the side with the focus, into a CSV file on a worker
    /// thread.
    void exportResults(const std::filesystem::path &target);
    ImportDialog *importDialog();
    /// Shows the dialog for imports with these sources added to its list.
    void showImport(const std::vector<std::filesystem::path> &sources);
    /// Imports each source into the store, and opens it if one was stored. Returns null if
    /// isPlaceOfLostStore().
    std::shared_ptr<ImportJob> importRecords(std::vector<std::filesystem::path> sources,
                                             const std::filesystem::path &store);
    /// Opens a store, or shows other files in the dialog for imports.
    void takeFiles(const std::vector<std::filesystem::path> &files);

signals:
    /// The open store was left; another one may follow.
    void left();
    /// Another store was opened than before, or none is open any more; either may be empty.
    void replaced(const std::filesystem::path &before, const std::filesystem::path &now);
    /// Another store was opened than before, and is shown.
    void otherOpened();

private:
    std::filesystem::path demoFile() const;
    void open(const std::filesystem::path &file);
    /// Gives up openDemo(), because another store is wanted.
    void forgetDemo();
    /// Says that the times of the demo are not of this machine, unless the demo was open before or
    /// another message is displayed. Goes on with openDemo().
    void demoOpened(bool isOther);
    QString openingText() const;
    /// Shows news of a store, which stay when exactly that store is opened next.
    void sayOf(const std::filesystem::path &store, const QString &message);
    void storeLeft();
    void storeOpened();
    void storeClosed();
    /// Shows that the open store was deleted or replaced, and offers to save a copy of the open
    /// data.
    void presenceChanged();
    void copySaved(const std::filesystem::path &target, const Status &status);
    /// Offers to update the file if it is a store of an older version.
    void offerUpdate(const std::filesystem::path &file);
    void updateStore(const std::filesystem::path &file);
    /// Warns about foreign views and triggers. They run in every program that opens the store, and
    /// can falsify what it shows.
    void lookForForeignObjects();
    void showForeignObjects();

    QWidget &m_window;
    const Workbench m_bench;
    WindowPanes &m_panes;
    StatusArea &m_status;
    OfferBar &m_offer;
    WindowMemory &m_memory;
    FilterHistory &m_history;
    QPointer<ImportDialog> m_import;
    LatestJob<std::optional<int>> m_findingVersion;
    LatestJob<Result<std::vector<std::string>>> m_attaching;
    LatestJob<Status> m_exporting;
    LatestJob<Status> m_copyingDemo;
    std::function<void()> m_demoShown; ///< of openDemo(), while the demo is being opened
    LatestJob<Result<std::vector<std::string>>> m_findingForeign;
    QStringList m_foreignObjects; ///< of the open store, one sentence each
    std::filesystem::path m_opening;
    std::filesystem::path m_openedBefore;
    std::filesystem::path m_saidOf; ///< store of the status line's message
    LastSession m_restoring;        ///< its store is being opened
    bool m_copyTakesMarks = false;  ///< the copy being saved gets the marks that wait
};

} // namespace loupe::ui
