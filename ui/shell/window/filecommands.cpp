// SPDX-License-Identifier: GPL-3.0-or-later
// Commands of the menu File: stores, windows, import and export.
#include "core/base/files.h"
#include "core/report/tables/exporttables.h"
#include "core/store/read/resultlisting.h"
#include "ui/dialogs/importdialog.h"
#include "ui/dialogs/newrundialog.h"
#include "ui/shell/window/mainwindow.h"
#include "ui/shell/window/statusarea.h"
#include "ui/shell/window/windowstate.h"
#include "ui/text/words.h"
#include "ui/widgets/filechooser.h"

#include <string>
#include <utility>

using namespace Qt::StringLiterals;

namespace loupe::ui {

void MainWindow::addFileCommands()
{
    const QString file = tr("&File");
    const auto isOpen = [this] { return m_session.isOpen(); };
    const QString needsStore = tr("no store is open");
    m_commands->add({u"store.open"_s,
                     file,
                     tr("&Open store…"),
                     {QKeySequence::Open},
                     [this] { chooseStore(); },
                     {},
                     {},
                     tr("Shows the results in a store")});
    m_commands->add({u"window.new"_s,
                     file,
                     tr("&New window"),
                     {QKeySequence(u"Ctrl+Shift+N"_s)},
                     [this] { openWindow(); },
                     [this] { return bool(m_services.openWindow); },
                     {},
                     tr("Opens a second window on the same store; both follow each other's marks"),
                     tr("not available in this build")});
    addExchangeCommands();
    m_commands->add({u"store.copy"_s,
                     file,
                     tr("&Save a copy…"),
                     {},
                     [this] { chooseCopy(); },
                     isOpen,
                     {},
                     tr("Writes the open store to a new file"),
                     needsStore});
    m_commands->add({u"store.close"_s,
                     file,
                     tr("&Close store"),
                     {QKeySequence(u"Ctrl+W"_s)},
                     [this] { closeStore(); },
                     [this] { return m_session.isOpen() && m_jobs.running() == 0; },
                     {},
                     tr("Leaves the store and shows the page Start"),
                     tr("no store is open, or something is running")});
    m_commands->add({u"app.quit"_s,
                     file,
                     tr("&Quit"),
                     {QKeySequence(u"Ctrl+Q"_s)},
                     [this] { close(); },
                     {},
                     {},
                     tr("Closes; asks first while something is running")});
}

void MainWindow::addExchangeCommands()
{
    const QString file = tr("&File");
    m_commands->add({u"store.import"_s,
                     file,
                     tr("&Import…"),
                     {QKeySequence(u"Ctrl+I"_s)},
                     [this] { showImport({}); },
                     [this] { return bool(m_services.importRecords); },
                     {},
                     tr("Reads results of other tools into a store: files, folders, archives"),
                     tr("not available in this build")});
    m_commands->add({u"store.attach"_s,
                     file,
                     tr("&Add references…"),
                     {},
                     [this] { chooseReferences(); },
                     [this] { return m_services.attachReferences && m_session.isOpen(); },
                     {},
                     tr("Adds the references of a suite's checkout to recorded tasks"),
                     tr("no store is open")});
    m_commands->add({u"store.export"_s,
                     file,
                     tr("&Export results…"),
                     {QKeySequence(u"Ctrl+E"_s)},
                     [this] { chooseExport(); },
                     [this] { return m_session.isOpen(); },
                     {},
                     tr("Writes every attempt that matches the filter as CSV"),
                     tr("no store is open")});
}

void MainWindow::openWindow()
{
    const Status opened = m_services.openWindow(m_session.file());
    if (!opened)
        m_status->say(errorText(opened.error()));
}

void MainWindow::closeStore()
{
    // Hidden pages start no reads, so that none delivers after the store is closed.
    setSplit(false);
    showPage(Start);
    m_opening.clear();
    m_session.close();
}

void MainWindow::storeClosed()
{
    const std::filesystem::path left = std::exchange(m_openedBefore, {});
    if (m_newRun)
        m_newRun->replaceStore(defaultStore(left), defaultStore({}));
    if (m_import)
        m_import->setOpenStore({});
    setWindowTitle(tr("KernelLoupe"));
    m_status->say({}); // news of the store that was left
    m_saveLater.stop();
    WindowState(m_services.settingsFile).saveSession(presentSession());
    m_commands->refresh();
}

void MainWindow::chooseExport()
{
    const QString file
        = chooseTarget(this, tr("Export results"), {}, tr("Comma-separated values (*.csv)"));
    if (!file.isEmpty())
        exportResults(toPath(file));
}

void MainWindow::exportResults(const std::filesystem::path &target)
{
    m_status->say(tr("Exporting…"));
    m_exporting.start(
        [pool = m_session.pool(), filter = m_session.filter(), scope = m_session.listedScope(),
         target](const std::stop_token &stop) -> Status {
            std::string csv;
            const auto rows = pool->with([&](StoreReader &reader) -> Result<std::size_t> {
                auto read = scopedRows(reader, filter, scope, stop, RowCosts::Skip);
                if (!read)
                    return std::move(read).error();
                const auto listing
                    = listResults(reader, filter, {scope, *std::move(read)}, {}, stop);
                if (!listing)
                    return listing.error();
                return exportEvaluations(
                    reader, *listing, "csv", [&csv](const std::string &part) { csv += part; },
                    stop);
            });
            return rows ? writeFileAtomic(target, csv) : Status(rows.error());
        },
        [this, target](const Status &written) {
            m_status->say(written ? tr("The results were exported to %1").arg(pathText(target))
                                  : errorText(written.error()));
        });
}

} // namespace loupe::ui
