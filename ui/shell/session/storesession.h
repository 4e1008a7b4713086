// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/population/scope.h"
#include "core/model/filter.h"
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

/// The runs of a store, which of them hold demonstration data, and the named filters.
struct RunList {
    std::vector<RunSummary> runs;
    std::set<std::string> demoRuns;
    std::vector<SavedView> views;
};

class ScopedPopulation;

/// The open store, the filter and the scope that every page shows it through, and word of changes
/// that other programs or our engine make to it. All reading that may take time happens on workers.
class StoreSession final : public QObject
{
    Q_OBJECT
public:
    explicit StoreSession(StoreOpener opener, QObject *parent = nullptr);
    ~StoreSession() override;

    /// Opens in the background; opened() or failed() follows. The present store stays until then.
    void open(const std::filesystem::path &file);
    bool isOpen() const { return m_pool != nullptr; }
    bool isOpening() const { return m_opening.isRunning(); }
    /// True while the runs are being read again.
    bool isLoading() const { return m_opening.isRunning() || m_loadingRuns.isRunning(); }
    const std::filesystem::path &file() const { return m_file; }

    /// Readers for workers; null while no store is open.
    std::shared_ptr<ReaderPool> pool() const { return m_pool; }
    /// Pages of rows for tables; to be used on the GUI thread only.
    std::shared_ptr<RowSource> rows() const;
    const RunList &runList() const { return m_runs; }
    std::int64_t evaluations() const;
    QStringList devices() const;

    const Filter &filter() const { return m_filter; }
    QString filterText() const { return m_filterText; }
    /// Takes the filter if it is valid; otherwise changes nothing and returns why.
    Status setFilter(const QString &text);
    /// Both in one step; changes nothing where the filter is not valid.
    Status setView(const QString &filter, const Scope &scope);

    /// Which results count, and how: one for all pages. Another store begins with the usual one.
    const Scope &scope() const { return m_scope; }
    void setScope(const Scope &scope);
    /// What the filter and the scope make of the store.
    ScopedPopulation &population() const { return *m_population; }

    /// Looks at once whether the store changed, instead of at the next tick.
    void poll();

    /// The file that is open; nothing where the store has none.
    std::optional<StoreIdentity> identity() const { return m_identity; }
    /// What became of the store's file since it was opened.
    StorePresence presence() const { return m_presence; }
    /// Writes what is still open into `target`, off the GUI thread; copied() follows.
    void saveCopy(const std::filesystem::path &target);

signals:
    /// Another store takes this one's place, and opened() follows: what is shown, counted, chosen
    /// and selected of this one holds no more.
    void leaving();
    void opened();
    void failed(const QString &message);
    void runsChanged();
    void filterChanged();
    void scopeChanged();
    /// Somebody committed to the store.
    void dataChanged();
    /// presence() is another one.
    void presenceChanged();
    /// Another program deleted the store's write-ahead log: it is opened again, and opened() or
    /// failed() follows.
    void reopening();
    void copied(const std::filesystem::path &target, const loupe::Status &status);

private:
    /// The rows for tables, which hold on to it longer than the session to the reader behind it.
    class Rows;
    struct Opened {
        std::shared_ptr<ReaderPool> pool;
        std::optional<StoreIdentity> identity;
        std::shared_ptr<StoreReader> rows;
        /// For a copy: a deleted file can be read by those alone who had it open.
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
