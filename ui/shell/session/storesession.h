// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/population/scope.h"
#include "core/model/saved/filter.h"
#include "core/store/read/storereader.h"
#include "ui/async/latestjob.h"
#include "ui/async/readerpool.h"

#include <QObject>
#include <QString>
#include <QTimer>

#include <filesystem>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace loupe::ui {

/// Runs of a store, those with demonstration data, and the named filters.
struct RunList {
    std::vector<RunSummary> runs;
    std::set<std::string> demoRuns;
    std::vector<SavedView> views;
};

class ScopedPopulation;

/// Open store with the filter and scope of all pages, and notifications of changes by any program.
/// Slow reads run on worker threads.
class StoreSession final : public QObject
{
    Q_OBJECT
public:
    explicit StoreSession(StoreOpener opener, QObject *parent = nullptr);
    ~StoreSession() override;

    /// Opens a store in the background; opened() or failed() follows. The present store stays until
    /// then.
    void open(const std::filesystem::path &file);
    /// Gives up opening the first store; failed() follows. Does nothing once a store is open.
    void stopOpening();
    /// Leaves the open store; leaving() and closed() follow. Does nothing without one.
    void close();
    bool isOpen() const { return m_pool != nullptr; }
    bool isOpening() const { return m_opening.isRunning(); }
    /// Returns true while the store is being opened or its runs are being read.
    bool isLoading() const { return m_opening.isRunning() || m_loadingRuns.isRunning(); }
    const std::filesystem::path &file() const { return m_file; }

    /// Returns the readers for workers; null while no store is open.
    std::shared_ptr<ReaderPool> pool() const { return m_pool; }
    /// Returns the pages of rows for tables; for the GUI thread only.
    std::shared_ptr<RowSource> rows() const;
    const RunList &runList() const { return m_runs; }
    std::int64_t evaluations() const;
    QStringList devices() const;

    const Filter &filter() const { return m_filter; }
    QString filterText() const { return m_filterText; }
    /// Sets the filter if it is valid, otherwise changes nothing and returns the error.
    Status setFilter(const QString &text);
    /// Sets both in one step; changes nothing if the filter is invalid.
    Status setView(const QString &filter, const Scope &scope);

    /// Returns the rules by which results count, shared by all pages. A store opens with the
    /// default; a window then restores the store's own.
    const Scope &scope() const { return m_scope; }
    void setScope(const Scope &scope);
    /// Returns the population of filter and scope.
    ScopedPopulation &population() const { return *m_population; }

    /// Checks for changes now instead of at the next tick.
    void poll();

    /// Returns the identity of the open file; nothing if the store has none.
    std::optional<StoreIdentity> identity() const { return m_identity; }
    /// Returns the state of the store's file since it was opened.
    StorePresence presence() const { return m_presence; }
    /// Writes the open data into `target` on a worker thread; copied() follows.
    void saveCopy(const std::filesystem::path &target);

signals:
    /// Emitted when open() began to open a store.
    void opening();
    /// Emitted before this store is closed or replaced; closed() or opened() follows. All data and
    /// selections of this store become invalid.
    void leaving();
    void opened();
    /// Emitted after close(): no store is open.
    void closed();
    void failed(const QString &message);
    void runsChanged();
    void filterChanged();
    void scopeChanged();
    /// Emitted after a commit to the store by any program.
    void dataChanged();
    /// Emitted when presence() changed.
    void presenceChanged();
    /// Emitted when another program deleted the store's write-ahead log. The store is opened again;
    /// opened() or failed() follows.
    void reopening();
    void copied(const std::filesystem::path &target, const loupe::Status &status);

private:
    /// Source of table rows. Tables may keep it longer than the session keeps its reader.
    class Rows;
    struct Opened {
        std::shared_ptr<ReaderPool> pool;
        std::optional<StoreIdentity> identity;
        std::shared_ptr<StoreReader> rows;
        /// Reader for copies, because a deleted file is readable only through open handles.
        std::shared_ptr<StoreReader> keeper;
        RunList runs;
    };
    static Result<Opened> openStore(const StoreOpener &opener, const std::filesystem::path &file);
    static Result<RunList> readRuns(StoreReader &reader);
    void loadRuns();
    void take(const Opened &opened, const std::filesystem::path &file);
    void look();
    void reopen();

    StoreOpener m_opener;
    std::filesystem::path m_file;
    std::shared_ptr<ReaderPool> m_pool;
    std::shared_ptr<Rows> m_rows;
    std::shared_ptr<StoreReader> m_keeper;
    std::optional<StoreIdentity> m_identity;
    StorePresence m_presence = StorePresence::Present;
    RunList m_runs;
    Filter m_filter;
    QString m_filterText;
    Scope m_scope;
    std::unique_ptr<ScopedPopulation> m_population;
    std::int64_t m_version = 0;
    bool m_runsAreStale = false;
    QTimer m_timer;
    LatestJob<Result<Opened>> m_opening;
    LatestJob<Result<RunList>> m_loadingRuns;
    LatestJob<Status> m_copying;
};

} // namespace loupe::ui
