// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/figures/figureexportjob.h"

#include "core/base/clock.h"
#include "core/base/files.h"
#include "core/report/figures/figurechanges.h"
#include "ui/figures/figureexport.h"

#include <chrono>
#include <system_error>
#include <utility>

namespace loupe::ui {

namespace {

Result<FileState> compareFile(const std::filesystem::path &file, const std::string &bytes)
{
    const auto present = readFile(file);
    if (present)
        return *present == bytes ? FileState::Fresh : FileState::OutOfDate;
    if (present.error().code == Errc::NotFound)
        return FileState::Missing;
    return present.error();
}

} // namespace

std::filesystem::path figurePath(const std::filesystem::path &folder, const StoredFigure &figure,
                                 const std::string &format)
{
    return folder / (figure.name + "." + format);
}

Result<FileState> stateOfFile(const PaperFigure &figure, const std::filesystem::path &file)
{
    const auto bytes = figureFile(figure, formatOf(file));
    if (!bytes)
        return bytes.error();
    return compareFile(file, bytes->toStdString());
}

Result<FileState> updateFile(const PaperFigure &figure, const std::filesystem::path &file)
{
    const auto drawn = figureFile(figure, formatOf(file));
    if (!drawn)
        return drawn.error();
    const std::string bytes = drawn->toStdString();
    auto before = compareFile(file, bytes);
    if (!before || *before == FileState::Fresh)
        return before;
    if (const Status written = writeFileAtomic(file, bytes); !written)
        return written.error();
    return before;
}

FigureExportJob::FigureExportJob(Plan plan, QObject *parent) : Job(parent), m_plan(std::move(plan))
{
}

FigureExportJob::~FigureExportJob()
{
    m_thread.request_stop();
}

void FigureExportJob::start()
{
    m_isRunning = true;
    startClock();
    m_thread = std::jthread([this](const std::stop_token &stop) {
        QMetaObject::invokeMethod(
            this, [this, outcome = write(stop)] { finish(outcome); }, Qt::QueuedConnection);
    });
}

FigureExportJob::Outcome FigureExportJob::write(const std::stop_token &stop)
{
    Outcome out;
    std::error_code failed;
    std::filesystem::create_directories(m_plan.folder, failed);
    if (failed) {
        out.problems.push_back(
            {Errc::Io, "the folder cannot be made", m_plan.folder.string(), {}, failed.message()});
        return out;
    }
    auto announced = std::chrono::steady_clock::now();
    for (const Item &item : m_plan.items) {
        if (writeItem(item, stop, out)) {
            const bool isKnown = stateOf(item.stored, item.now) == FigureState::Current;
            StoredFigure exported = item.stored;
            exported.dataHash = item.now.dataHash;
            exported.numbers = item.now.numbers;
            exported.exportedAt = isoTime(systemClock().wallNow());
            const Status kept = isKnown ? Status() : m_plan.record(m_plan.store, exported);
            if (!kept)
                out.problems.push_back(kept.error());
        }
        if (stop.stop_requested()) {
            out.isCancelled = m_done < total();
            return out;
        }
        const auto now = std::chrono::steady_clock::now();
        if (now - announced < std::chrono::milliseconds(changeIntervalMs))
            continue;
        announced = now;
        QMetaObject::invokeMethod(this, &Job::changed, Qt::QueuedConnection);
    }
    return out;
}

bool FigureExportJob::writeItem(const Item &item, const std::stop_token &stop, Outcome &outcome)
{
    // Other programs may have stored names that leave the folder.
    if (!isFigureName(item.stored.name)) {
        outcome.problems.push_back({Errc::InvalidInput,
                                    "the name of the figure is not a file name",
                                    item.stored.name,
                                    "edit the figure",
                                    {}});
        m_done += static_cast<int>(m_plan.formats.size());
        return false;
    }
    bool isWhole = true;
    for (const std::string &format : m_plan.formats) {
        if (stop.stop_requested())
            return false;
        const auto before = updateFile(item.now, figurePath(m_plan.folder, item.stored, format));
        ++m_done;
        if (!before) {
            outcome.problems.push_back(before.error());
            isWhole = false;
        } else if (*before == FileState::Fresh) {
            ++outcome.fresh;
        } else {
            ++outcome.written;
        }
    }
    return isWhole;
}

void FigureExportJob::finish(Outcome outcome)
{
    m_outcome = std::move(outcome);
    m_isRunning = false;
    emit finished();
}

QString FigureExportJob::title() const
{
    return tr("Export of figures");
}

QString FigureExportJob::progressText() const
{
    return tr("file %1 of %2").arg(m_done.load()).arg(total());
}

} // namespace loupe::ui
