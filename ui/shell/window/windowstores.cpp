// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/window/windowstores.h"

#include "core/base/files.h"
#include "core/base/printabletext.h"
#include "core/report/tables/exporttables.h"
#include "core/store/file/storefile.h"
#include "ui/dialogs/importdialog.h"
#include "ui/pages/results/resultspage.h"
#include "ui/pages/start/startpage.h"
#include "ui/shell/runs/importjob.h"
#include "ui/shell/runs/updatejob.h"
#include "ui/shell/session/commandregistry.h"
#include "ui/shell/session/filterhistory.h"
#include "ui/shell/session/scopedpopulation.h"
#include "ui/shell/session/selection.h"
#include "ui/shell/session/storesession.h"
#include "ui/shell/session/writequeue.h"
#include "ui/shell/window/pagecounter.h"
#include "ui/shell/window/statusarea.h"
#include "ui/shell/window/windowmemory.h"
#include "ui/shell/window/windowpanes.h"
#include "ui/text/words.h"
#include "ui/widgets/input/filechooser.h"
#include "ui/widgets/layout/offerbar.h"

#include <QDir>
#include <QFileInfo>
#include <QMenu>
#include <QMessageBox>
#include <QWidget>

#include <optional>
#include <string>
#include <system_error>
#include <utility>

using namespace Qt::StringLiterals;

namespace loupe::ui {

namespace {

/// Copies the demo to the user's file, which stays as it is if it exists.
Status makeDemo(const std::function<Status(const std::filesystem::path &)> &copy,
                const std::filesystem::path &file)
{
    std::error_code failed;
    if (std::filesystem::exists(file, failed))
        return {}; // the copy of an earlier visit, with the user's marks
    const std::string folder = file.parent_path().string();
    const std::string hint = "free space, or check the permissions of " + folder;
    if (std::filesystem::create_directories(folder, failed); failed)
        return Error{Errc::Io, "the folder of the demo cannot be made: " + failed.message(), folder,
                     hint};
    const Status copied = copy(file);
    if (copied || std::filesystem::exists(file, failed))
        return {}; // another window may have copied it meanwhile
    Error error = copied.error();
    if (error.code == Errc::Io)
        error.hint = hint; // the user did not choose the folder
    return error;
}

} // namespace

WindowStores::WindowStores(QWidget &window, const Workbench &bench, WindowPanes &panes,
                           StatusArea &status, OfferBar &offer, WindowMemory &memory,
                           FilterHistory &history)
    : m_window(window)
    , m_bench(bench)
    , m_panes(panes)
    , m_status(status)
    , m_offer(offer)
    , m_memory(memory)
    , m_history(history)
{
}

void WindowStores::connectSession()
{
    const StoreSession &session = m_bench.session;
    connect(&session, &StoreSession::opening, this, [this] {
        if (!m_bench.session.isOpen() && m_status.message().isEmpty())
            m_status.say(openingText());
    });
    connect(&session, &StoreSession::leaving, this, &WindowStores::storeLeft);
    connect(&session, &StoreSession::opened, this, &WindowStores::storeOpened);
    connect(&session, &StoreSession::closed, this, &WindowStores::storeClosed);
    connect(&session, &StoreSession::failed, this, &WindowStores::storeFailed);
    connect(&session, &StoreSession::presenceChanged, this, &WindowStores::presenceChanged);
    connect(&session, &StoreSession::copied, this, &WindowStores::copySaved);
    connect(&session, &StoreSession::reopening, this, [this] {
        m_status.say(tr("Another program deleted the log of the open store. The store was "
                        "reopened; your marks are kept."));
    });
    connect(&m_panes, &WindowPanes::storeRequested, this, &WindowStores::openStore);
}

void WindowStores::openStore(const std::filesystem::path &file)
{
    forgetDemo();
    open(file);
}

void WindowStores::open(const std::filesystem::path &file)
{
    m_opening = file;
    m_bench.session.open(file);
}

void WindowStores::restoreSession()
{
    const LastSession last = WindowState(m_bench.services.settingsFile).lastSession();
    if (last.store.isEmpty())
        return;
    if (!QFileInfo::exists(last.store)) {
        m_status.say(tr("The store of the last session was not found: %1").arg(last.store));
        return;
    }
    m_restoring = last;
    openStore(toPath(last.store));
}

void WindowStores::chooseStore()
{
    const QString file
        = chooseFile(&m_window, tr("Open a store"), {}, tr("Stores (*.kloupe);;All files (*)"));
    if (!file.isEmpty())
        openStore(toPath(file));
}

std::filesystem::path WindowStores::demoFile() const
{
    return m_bench.services.dataFolder / "recorded-demo.kloupe";
}

void WindowStores::openDemo(std::function<void()> shown)
{
    m_demoShown = std::move(shown);
    if (m_copyingDemo.isRunning())
        return;
    m_copyingDemo.start([copy = m_bench.services.copyDemo, file = demoFile()](
                            const std::stop_token &) { return makeDemo(copy, file); },
                        [this](const Status &copied) {
                            if (copied) {
                                open(demoFile());
                            } else {
                                m_opening = demoFile();
                                storeFailed(errorText(copied.error()));
                            }
                        });
}

void WindowStores::forgetDemo()
{
    m_copyingDemo.cancel();
    m_demoShown = {};
}

void WindowStores::demoOpened(bool isOther)
{
    if (isOther && m_status.message().isEmpty())
        m_status.say(tr("The times of the demo runs were measured on another machine (%1)")
                         .arg(StartPage::demoMachine()));
    if (!m_demoShown)
        return;
    if (m_panes.currentPage() == WindowPanes::Start)
        m_panes.showPage(WindowPanes::Overview);
    std::exchange(m_demoShown, {})();
}

void WindowStores::openWindow()
{
    const Status opened = m_bench.services.openWindow(m_bench.session.file());
    if (!opened)
        m_status.say(errorText(opened.error()));
}

void WindowStores::closeStore()
{
    // Hidden pages start no reads, so that none delivers after the store is closed.
    m_panes.setSplit(false);
    m_panes.showPage(WindowPanes::Start);
    forgetDemo();
    m_opening.clear();
    m_bench.session.close();
}

QString WindowStores::openingText() const
{
    return tr("Opening %1…").arg(pathText(m_opening.filename()));
}

void WindowStores::sayOf(const std::filesystem::path &store, const QString &message)
{
    m_saidOf = store;
    m_status.say(message);
}

void WindowStores::storeLeft()
{
    m_memory.saveOfStore();
    if (std::exchange(m_saidOf, {}) != m_opening)
        m_status.say({}); // news of the store that is left
    m_bench.selection.clear();
    m_bench.selection.setCurrent({});
    const Status cleared = m_bench.session.setFilter({});
    Q_ASSERT(cleared);
    m_history.clear();
    m_findingForeign.cancel();
    m_foreignObjects.clear();
    m_offer.withdraw();
    m_panes.counter().clear();
    emit left();
}

void WindowStores::storeOpened()
{
    if (m_bench.services.followStore && m_bench.session.identity())
        m_bench.services.followStore(m_bench.session.file(), *m_bench.session.identity());
    const bool isOther = m_bench.session.file() != m_openedBefore;
    const std::filesystem::path before = std::exchange(m_openedBefore, m_bench.session.file());
    if (isOther)
        emit replaced(before, m_openedBefore);
    if (m_import)
        m_import->setOpenStore(m_bench.session.file());
    if (m_status.message() == openingText())
        m_status.say({});
    m_panes.page<StartPage>()->setProblem({});
    m_window.setWindowTitle(
        tr("%1 – KernelLoupe").arg(pathText(m_bench.session.file().filename())));
    if (isOther) {
        m_memory.restoreColumns();
        m_memory.restoreScope();
        if (m_panes.currentPage() == WindowPanes::Start)
            m_panes.showPage(WindowPanes::Overview);
        emit otherOpened();
        lookForForeignObjects();
    }
    m_memory.apply(std::exchange(m_restoring, {}));
    m_panes.showScope();
    m_memory.remember(m_bench.session.file());
    m_memory.saveSession();
    m_bench.session.population().want(); // for the counts of pages, whichever is displayed
    m_panes.counter().update();
    if (m_bench.session.file() == demoFile())
        demoOpened(isOther);
}

void WindowStores::storeClosed()
{
    const std::filesystem::path before = std::exchange(m_openedBefore, {});
    emit replaced(before, {});
    if (m_import)
        m_import->setOpenStore({});
    m_window.setWindowTitle(tr("KernelLoupe"));
    m_status.say({}); // news of the store that was left
    m_memory.forgetSession();
    m_bench.commands.refresh();
}

void WindowStores::storeFailed(const QString &message)
{
    m_restoring = {};
    m_demoShown = {};
    if (m_status.message() == openingText())
        m_status.say({});
    m_panes.page<StartPage>()->setProblem(message);
    m_panes.showPage(WindowPanes::Start);
    offerUpdate(m_opening);
}

void WindowStores::presenceChanged()
{
    const QString name = pathText(m_bench.session.file().filename());
    switch (m_bench.session.presence()) {
    case StorePresence::Present:
        m_offer.withdraw();
        return;
    case StorePresence::Removed:
        m_offer.offer(
            tr("%1 was deleted or renamed. The open data is complete, but marks are no longer "
               "saved. Save a copy, or restore the file.")
                .arg(name),
            tr("Save a copy…"), [this] { chooseCopy(); });
        return;
    case StorePresence::Replaced:
        m_offer.offer(
            tr("%1 was replaced by another file. The window still shows the old store; marks are "
               "no longer saved.")
                .arg(name),
            tr("Save a copy…"), [this] { chooseCopy(); });
        return;
    case StorePresence::LogRemoved:
        return; // the session opens the store again and reports it
    }
}

bool WindowStores::isPlaceOfLostStore(const std::filesystem::path &store)
{
    if (!m_bench.session.isOpen() || store != m_bench.session.file())
        return false;
    m_bench.session.poll();
    if (m_bench.session.presence() != StorePresence::Removed
        && m_bench.session.presence() != StorePresence::Replaced)
        return false;
    presenceChanged();
    return true;
}

void WindowStores::chooseCopyWithMarks()
{
    m_copyTakesMarks = true;
    chooseCopy();
}

void WindowStores::chooseCopy()
{
    const QString file = chooseTarget(&m_window, tr("Save a copy of the store"),
                                      pathText(m_bench.session.file()), tr("Stores (*.kloupe)"));
    if (file.isEmpty()) {
        m_copyTakesMarks = false;
        presenceChanged(); // keeps the offer
    } else {
        saveCopy(toPath(file));
    }
}

void WindowStores::saveCopy(const std::filesystem::path &target)
{
    m_status.say(tr("Saving a copy…"));
    m_bench.session.saveCopy(target);
}

void WindowStores::copySaved(const std::filesystem::path &target, const Status &status)
{
    const bool takesMarks = std::exchange(m_copyTakesMarks, false);
    if (!status) {
        m_status.say(tr("The copy was not saved: %1").arg(errorText(status.error())));
        presenceChanged();
        return;
    }
    sayOf(target, tr("A copy was saved as %1").arg(pathText(target)));
    if (m_bench.session.presence() == StorePresence::Present && !takesMarks)
        return;
    // Queued annotations move to the copy, which the user continues with.
    for (WriteQueue *queue : m_panes.queues())
        queue->moveTo(m_bench.session.file(), target);
    openStore(target);
}

void WindowStores::offerUpdate(const std::filesystem::path &file)
{
    m_findingVersion.start(
        [file](const std::stop_token &) { return olderVersion(file); },
        [this, file](std::optional<int> version) {
            if (!version)
                return;
            m_offer.offer(
                tr("%1 was written by an older KernelLoupe, as version %2. Bringing it up to "
                   "date first saves a copy in the same folder, named …v%2-backup.")
                    .arg(pathText(file.filename()), QString::number(*version)),
                tr("Bring up to date"), [this, file] { updateStore(file); });
        });
}

void WindowStores::updateStore(const std::filesystem::path &file)
{
    auto job = std::make_shared<UpdateJob>(file);
    connect(job.get(), &Job::finished, this, [this, raw = job.get()] {
        const Status &outcome = *raw->outcome();
        if (outcome) {
            m_status.say(tr("%1 is up to date").arg(pathText(raw->store().filename())));
            openStore(raw->store());
        } else if (outcome.error().code == Errc::Cancelled) {
            m_status.say(tr("The update was stopped; the store is unchanged"));
            offerUpdate(raw->store());
        } else {
            m_panes.page<StartPage>()->setProblem(errorText(outcome.error()));
            m_panes.showPage(WindowPanes::Start);
        }
    });
    job->start();
    m_bench.jobs.add(std::move(job));
}

void WindowStores::lookForForeignObjects()
{
    m_foreignObjects.clear();
    m_findingForeign.start(
        [file = m_bench.session.file()](const std::stop_token &) { return foreignSchema(file); },
        [this](const Result<std::vector<std::string>> &found) {
            // Readers of the store report it if it cannot be read.
            if (!found || found->empty())
                return;
            for (const std::string &each : *found)
                m_foreignObjects.append(toQt(printableText(each)));
            m_offer.offer(
                counted(static_cast<std::int64_t>(found->size()),
                        tr("%2 has %1 database object that KernelLoupe did not create. The "
                           "results shown may be altered, and nothing is saved."),
                        tr("%2 has %1 database objects that KernelLoupe did not create. The "
                           "results shown may be altered, and nothing is saved."))
                    .arg(pathText(m_bench.session.file().filename())),
                tr("Show them"), [this] { showForeignObjects(); });
        });
}

void WindowStores::showForeignObjects()
{
    auto *box = new QMessageBox(&m_window);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setTextFormat(Qt::PlainText);
    box->setIcon(QMessageBox::Warning);
    box->setWindowTitle(tr("Objects that KernelLoupe did not create"));
    box->setText(m_foreignObjects.join(u'\n'));
    box->setInformativeText(
        tr("Import the records into a new store, or ask the author of this one."));
    box->open();
}

void WindowStores::chooseReferences()
{
    const QString folder = chooseFolder(&m_window, tr("Folder of the suite's checkout"));
    if (!folder.isEmpty())
        attachReferences(toPath(folder));
}

void WindowStores::attachReferences(const std::filesystem::path &checkout)
{
    const std::filesystem::path store = m_bench.session.file();
    m_status.say(tr("Reading the suite…"));
    m_attaching.start([attach = m_bench.services.attachReferences, store,
                       checkout](const std::stop_token &) { return attach(store, checkout); },
                      [this, store](const Result<std::vector<std::string>> &attached) {
                          if (!attached) {
                              m_status.say(errorText(attached.error()));
                              return;
                          }
                          QStringList sentences;
                          for (const std::string &sentence : *attached)
                              sentences.append(lineText(sentence));
                          m_status.say(sentences.join(u"; "_s));
                          if (m_bench.session.file() == store)
                              m_bench.session.poll();
                      });
}

void WindowStores::chooseExport()
{
    const QString file
        = chooseTarget(&m_window, tr("Export results"), {}, tr("Comma-separated values (*.csv)"));
    if (!file.isEmpty())
        exportResults(toPath(file));
}

void WindowStores::exportResults(const std::filesystem::path &target)
{
    m_status.say(tr("Exporting…"));
    m_exporting.start(
        [pool = m_panes.presentStore().pool(), list = m_panes.page<ResultsPage>()->listing(),
         target](const std::stop_token &stop) -> Status {
            std::string csv;
            const auto rows = pool->with([&](StoreReader &reader) -> Result<std::size_t> {
                const auto listing = list(reader, stop);
                if (!listing)
                    return listing.error();
                return exportEvaluations(
                    reader, *listing, "csv", [&csv](const std::string &part) { csv += part; },
                    stop);
            });
            return rows ? writeFileAtomic(target, csv) : Status(rows.error());
        },
        [this, target](const Status &written) {
            m_status.say(written ? tr("The results were exported to %1").arg(pathText(target))
                                 : errorText(written.error()));
        });
}

ImportDialog *WindowStores::importDialog()
{
    if (m_import)
        return m_import;
    m_import = new ImportDialog(m_bench.theme,
                                {m_bench.services.recogniseRecords, m_bench.services.openStore,
                                 m_bench.services.dataFolder},
                                &m_window);
    if (m_bench.session.isOpen())
        m_import->setOpenStore(m_bench.session.file());
    connect(m_import, &ImportDialog::importRequested, this, [this] {
        if (auto job = importRecords(m_import->sources(), m_import->store()))
            m_import->follow(std::move(job));
    });
    return m_import;
}

void WindowStores::showImport(const std::vector<std::filesystem::path> &sources)
{
    ImportDialog *dialog = importDialog();
    if (!dialog->isVisible())
        dialog->begin();
    dialog->add(sources);
    dialog->show();
    dialog->raise();
    dialog->activateWindow();
}

std::shared_ptr<ImportJob> WindowStores::importRecords(std::vector<std::filesystem::path> sources,
                                                       const std::filesystem::path &store)
{
    if (isPlaceOfLostStore(store))
        return nullptr;
    auto job
        = std::make_shared<ImportJob>(m_bench.services.importRecords, std::move(sources), store);
    connect(job.get(), &Job::finished, this, [this, raw = job.get()] {
        if (!raw->hasStored()) {
            m_status.say(importText(*raw));
            return;
        }
        sayOf(raw->store(), importText(*raw));
        if (m_bench.session.isOpen() && m_bench.session.file() == raw->store())
            m_bench.session.poll();
        else
            openStore(raw->store());
    });
    job->start();
    m_bench.jobs.add(job);
    return job;
}

void WindowStores::takeFiles(const std::vector<std::filesystem::path> &files)
{
    if (files.size() == 1 && files.front().extension() == ".kloupe")
        openStore(files.front());
    else if (!m_bench.services.importRecords)
        m_status.say(tr("%1 cannot be imported in this build").arg(pathText(files.front())));
    else
        showImport(files);
}

void WindowStores::fillRecent(QMenu &menu)
{
    menu.clear();
    const QStringList files = WindowState(m_bench.services.settingsFile).recent();
    for (const QString &file : files) {
        QAction *action = menu.addAction(QDir::toNativeSeparators(file));
        action->setEnabled(QFileInfo::exists(file));
        connect(action, &QAction::triggered, this, [this, file] { openStore(toPath(file)); });
    }
    if (files.isEmpty())
        menu.addAction(tr("No store has been opened yet"))->setEnabled(false);
}

} // namespace loupe::ui
