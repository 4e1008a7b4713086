// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/storesession.h"

#include "core/model/recordedname.h"
#include "ui/text/words.h"

#include <QStringList>

namespace loupe::ui {

namespace {
constexpr int pollMilliseconds = 400;
}

StoreSession::StoreSession(StoreOpener opener, QObject *parent)
    : QObject(parent)
    , m_opener(std::move(opener))
{
    m_timer.setInterval(pollMilliseconds);
    connect(&m_timer, &QTimer::timeout, this, &StoreSession::poll);
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
    auto runs = readRuns(**reader);
    if (!runs)
        return runs.error();
    return Opened{std::make_shared<ReaderPool>(opener, file),
                  std::shared_ptr<StoreReader>(std::move(*reader)), std::move(*runs)};
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
            m_loadingRuns.cancel();
            m_file = file;
            m_pool = result->pool;
            m_rows = result->rows;
            m_runs = result->runs;
            m_version = m_rows->dataVersion();
            m_timer.start();
            emit opened();
            emit runsChanged();
        });
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

void StoreSession::poll()
{
    if (!m_rows)
        return;
    const std::int64_t version = m_rows->dataVersion();
    if (version != m_version) {
        m_version = version;
        m_runsAreStale = true;
        emit dataChanged();
    }
    // A slow read is not restarted by each commit, or it would never end.
    if (m_runsAreStale && !m_loadingRuns.isRunning())
        loadRuns();
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
