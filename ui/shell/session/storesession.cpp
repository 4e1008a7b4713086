// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/session/storesession.h"

#include "core/model/record/recordedname.h"
#include "ui/shell/session/scopedpopulation.h"
#include "ui/text/words.h"

#include <QStringList>

#include <chrono>
#include <future>
#include <thread>

namespace loupe::ui {

namespace {
constexpr int pollMilliseconds = 400;
constexpr std::chrono::milliseconds logPause(50);
constexpr int maxLogPauses = 100;

/// Waits until other connections of this process to the deleted log are closed, e.g. those of the
/// right side.
void awaitClosedLog(const std::filesystem::path &file, const std::stop_token &stop)
{
    for (int i = 0; i < maxLogPauses && holdsRemovedLog(file) && !stop.stop_requested(); ++i)
        std::this_thread::sleep_for(logPause);
}
} // namespace

class StoreSession::Rows final : public RowSource
{
public:
    explicit Rows(std::shared_ptr<StoreReader> reader) : m_reader(std::move(reader)) { }

    std::vector<ResultRow> fetch(std::span<const RowId> ids) override
    {
        return m_reader ? m_reader->fetch(ids) : std::vector<ResultRow>();
    }
    StoreReader *reader() const { return m_reader.get(); }
    void close() { m_reader.reset(); }

private:
    std::shared_ptr<StoreReader> m_reader;
};

StoreSession::StoreSession(StoreOpener opener, QObject *parent)
    : QObject(parent)
    , m_opener(std::move(opener))
    , m_population(std::make_unique<ScopedPopulation>([this] {
        return PopulationSource{m_pool, m_filter, m_scope};
    }))
{
    ScopedPopulation *population = m_population.get();
    connect(this, &StoreSession::leaving, population, &ScopedPopulation::forget);
    for (const auto signal :
         {&StoreSession::opened, &StoreSession::filterChanged, &StoreSession::scopeChanged})
        connect(this, signal, population, &ScopedPopulation::invalidate);
    connect(this, &StoreSession::dataChanged, population, &ScopedPopulation::dataChanged);
    m_timer.setInterval(pollMilliseconds);
    connect(&m_timer, &QTimer::timeout, this, &StoreSession::poll);
}

StoreSession::~StoreSession() = default;

std::shared_ptr<RowSource> StoreSession::rows() const
{
    return m_rows;
}

Result<RunList> StoreSession::readRuns(StoreReader &reader)
{
    auto runs = reader.runs();
    if (!runs)
        return runs.error();
    const auto demo = parseFilter("demo:yes");
    if (!demo)
        return demo.error();
    const auto facet = reader.facet("run", *demo);
    if (!facet)
        return facet.error();
    auto views = reader.savedViews();
    if (!views)
        return std::move(views).error();
    RunList list{std::move(*runs), {}, std::move(*views)};
    for (const FacetCount &each : *facet)
        list.demoRuns.insert(each.value);
    return list;
}

Result<StoreSession::Opened> StoreSession::openStore(const StoreOpener &opener,
                                                     const std::filesystem::path &file)
{
    auto reader = opener(file);
    if (!reader)
        return reader.error();
    const auto identity = (*reader)->identity();
    const auto pool = std::make_shared<ReaderPool>(opener, file, identity);
    // The first population waits for these connections, so they open while the runs are read.
    auto opened = std::async(std::launch::async, [&] {
        auto keeper = opener(file);
        pool->openFirst();
        return keeper;
    });
    auto runs = readRuns(**reader);
    auto keeper = opened.get();
    if (!runs)
        return runs.error();
    if (!keeper)
        return keeper.error();
    if ((*keeper)->identity() != identity)
        return Error{Errc::Busy, "the store was replaced while it was being opened", file.string(),
                     "open it again"};
    return Opened{pool, identity, std::shared_ptr<StoreReader>(std::move(*reader)),
                  std::shared_ptr<StoreReader>(std::move(*keeper)), std::move(*runs)};
}

void StoreSession::open(const std::filesystem::path &file)
{
    m_opening.start(
        [opener = m_opener, file](const std::stop_token &) { return openStore(opener, file); },
        [this, file](const Result<Opened> &result) {
            if (!result) {
                emit failed(errorText(result.error()));
                return;
            }
            take(*result, file);
        });
    emit opening();
}

void StoreSession::stopOpening()
{
    if (!m_opening.isRunning() || isOpen())
        return;
    m_opening.cancel();
    emit failed(tr("Opening the store was stopped."));
}

void StoreSession::close()
{
    if (!isOpen())
        return;
    emit leaving();
    m_opening.cancel();
    m_loadingRuns.cancel();
    m_copying.cancel();
    m_timer.stop();
    m_file.clear();
    m_pool.reset();
    m_rows->close(); // Tables may keep it longer.
    m_rows.reset();
    m_keeper.reset();
    m_identity.reset();
    m_presence = StorePresence::Present;
    m_runs = {};
    m_runsAreStale = false;
    m_scope = {};
    emit closed();
    emit runsChanged();
}

void StoreSession::take(const Opened &opened, const std::filesystem::path &file)
{
    const bool isAnother = m_file != file || m_identity != opened.identity;
    if (!m_file.empty() && isAnother)
        emit leaving();
    if (isAnother)
        m_scope = {};
    m_loadingRuns.cancel();
    m_copying.cancel();
    m_file = file;
    m_pool = opened.pool;
    m_rows = std::make_shared<Rows>(opened.rows);
    m_keeper = opened.keeper;
    m_identity = opened.identity;
    m_runs = opened.runs;
    m_version = opened.rows->dataVersion();
    m_timer.start();
    const bool wasGone = m_presence != StorePresence::Present;
    m_presence = StorePresence::Present;
    emit this->opened();
    emit runsChanged();
    if (wasGone)
        emit presenceChanged();
}

std::int64_t StoreSession::evaluations() const
{
    std::int64_t sum = 0;
    for (const RunSummary &run : m_runs.runs)
        sum += run.evaluations;
    return sum;
}

QStringList StoreSession::devices() const
{
    QStringList names;
    for (const RunSummary &run : m_runs.runs) {
        const QString device = toQt(run.run.environment.deviceName);
        if (isRecordedName(run.run.environment.deviceName) && !names.contains(device))
            names.append(device);
    }
    return names;
}

Status StoreSession::setFilter(const QString &text)
{
    auto filter = parseFilter(toCore(text));
    if (!filter)
        return filter.error();
    const QString plain = text.trimmed();
    if (plain == m_filterText)
        return {};
    m_filter = std::move(*filter);
    m_filterText = plain;
    emit filterChanged();
    return {};
}

Status StoreSession::setView(const QString &filter, const Scope &scope)
{
    if (auto parsed = parseFilter(toCore(filter)); !parsed)
        return parsed.error();
    const bool isOther = scope != m_scope;
    m_scope = scope; // listeners of filterChanged() see both
    Status applied = setFilter(filter);
    if (isOther)
        emit scopeChanged();
    return applied;
}

void StoreSession::setScope(const Scope &scope)
{
    if (scope == m_scope)
        return;
    m_scope = scope;
    emit scopeChanged();
}

void StoreSession::poll()
{
    if (!m_rows || m_rows->reader() == nullptr)
        return;
    look();
    if (m_rows->reader() == nullptr)
        return; // it is being opened again
    const std::int64_t version = m_rows->reader()->dataVersion();
    if (version != m_version) {
        m_version = version;
        m_runsAreStale = true;
        emit dataChanged();
    }
    // A slow read is not restarted by each commit, because it would never finish.
    if (m_runsAreStale && !m_loadingRuns.isRunning())
        loadRuns();
}

void StoreSession::look()
{
    const StorePresence now = m_rows->reader()->presence();
    if (now == StorePresence::LogRemoved) {
        reopen();
        return;
    }
    if (now == m_presence)
        return;
    m_presence = now;
    emit presenceChanged();
}

void StoreSession::reopen()
{
    // SQLite shares one index of the log among all connections of a process. A new connection would
    // use the deleted log while any old one is open.
    m_loadingRuns.cancel();
    m_copying.cancel();
    m_rows->close();
    m_keeper.reset();
    emit reopening();
    m_opening.start(
        [opener = m_opener, file = m_file, pool = m_pool](const std::stop_token &stop) {
            pool->close();
            awaitClosedLog(file, stop);
            return openStore(opener, file);
        },
        [this, file = m_file](const Result<Opened> &result) {
            if (result)
                take(*result, file);
            else
                emit failed(errorText(result.error()));
        });
}

void StoreSession::saveCopy(const std::filesystem::path &target)
{
    if (!m_keeper || m_copying.isRunning())
        return;
    m_copying.start(
        [keeper = m_keeper, target](const std::stop_token &) { return keeper->copyTo(target); },
        [this, target](const Status &status) { emit copied(target, status); });
}

void StoreSession::loadRuns()
{
    m_runsAreStale = false;
    m_loadingRuns.start([pool = m_pool](const std::stop_token &) { return pool->with(readRuns); },
                        [this](const Result<RunList> &result) {
                            if (!result)
                                return; // the next change tries again
                            m_runs = *result;
                            emit runsChanged();
                        });
}

} // namespace loupe::ui
