// SPDX-License-Identifier: GPL-3.0-or-later
// Opens stores in the main window, by menu or from the last session.
#include "core/report/figures/savedscope.h"
#include "ui/dialogs/importdialog.h"
#include "ui/dialogs/newrundialog.h"
#include "ui/pages/frame/page.h"
#include "ui/pages/start/startpage.h"
#include "ui/shell/session/scopedpopulation.h"
#include "ui/shell/window/mainwindow.h"
#include "ui/shell/window/sidebar.h"
#include "ui/shell/window/splitside.h"
#include "ui/shell/window/statusarea.h"
#include "ui/shell/window/windowstate.h"
#include "ui/text/words.h"
#include "ui/widgets/filechooser.h"

#include <QDir>
#include <QFileInfo>
#include <QMenu>
#include <QStackedWidget>

#include <utility>

using namespace Qt::StringLiterals;

namespace loupe::ui {

void MainWindow::openStore(const std::filesystem::path &file)
{
    m_opening = file;
    m_session.open(file);
}

QString MainWindow::openingText() const
{
    return tr("Opening %1…").arg(pathText(m_opening.filename()));
}

void MainWindow::sayOf(const std::filesystem::path &store, const QString &message)
{
    m_saidOf = store;
    m_status->say(message);
}

void MainWindow::storeLeft()
{
    saveColumns();
    if (std::exchange(m_saidOf, {}) != m_opening)
        m_status->say({}); // news of the store that is left
    m_selection.clear();
    m_selection.setCurrent({});
    const Status cleared = m_session.setFilter({});
    Q_ASSERT(cleared);
    m_history.clear();
    m_findingUnfinished.cancel();
    m_findingForeign.cancel();
    m_foreignObjects.clear();
    m_unfinished = {};
    withdrawOffer();
    m_countingPages.cancel();
    for (int page = 0; page < static_cast<int>(allPages().size()); ++page)
        m_side->setCount(page, std::nullopt);
}

void MainWindow::storeOpened()
{
    if (m_services.followStore && m_session.identity())
        m_services.followStore(m_session.file(), *m_session.identity());
    const bool isOther = m_session.file() != m_openedBefore;
    if (isOther && m_newRun)
        m_newRun->replaceStore(defaultStore(m_openedBefore), m_session.file());
    m_openedBefore = m_session.file();
    if (m_import)
        m_import->setOpenStore(m_session.file());
    if (m_status->message() == openingText())
        m_status->say({});
    page<StartPage>()->setProblem({});
    setWindowTitle(tr("%1 – KernelLoupe").arg(pathText(m_session.file().filename())));
    if (isOther) {
        restoreColumns();
        if (currentPage() == Start)
            showPage(Overview);
        lookForUnfinished(WhenUnfinished::Offer);
        lookForForeignObjects();
    }
    applySession();
    showScope();
    remember(m_session.file());
    saveSession();
    m_session.population().want(); // for the counts of pages, whichever is displayed
    updateCounts();
}

void MainWindow::presenceChanged()
{
    const QString name = pathText(m_session.file().filename());
    switch (m_session.presence()) {
    case StorePresence::Present:
        withdrawOffer();
        return;
    case StorePresence::Removed:
        offer(tr("%1 was deleted or renamed. The open data is complete, but marks are no longer "
                 "saved. Save a copy, or restore the file.")
                  .arg(name),
              tr("Save a copy…"), [this] { chooseCopy(); });
        return;
    case StorePresence::Replaced:
        offer(tr("%1 was replaced by another file. The window still shows the old store; marks are "
                 "no longer saved.")
                  .arg(name),
              tr("Save a copy…"), [this] { chooseCopy(); });
        return;
    case StorePresence::LogRemoved:
        return; // the session opens the store again and reports it
    }
}

void MainWindow::chooseCopy()
{
    const QString file = chooseTarget(this, tr("Save a copy of the store"),
                                      pathText(m_session.file()), tr("Stores (*.kloupe)"));
    if (file.isEmpty()) {
        m_copyTakesMarks = false;
        presenceChanged(); // keeps the offer
    } else {
        saveCopy(toPath(file));
    }
}

void MainWindow::saveCopy(const std::filesystem::path &target)
{
    m_status->say(tr("Saving a copy…"));
    m_session.saveCopy(target);
}

void MainWindow::copySaved(const std::filesystem::path &target, const Status &status)
{
    const bool takesMarks = std::exchange(m_copyTakesMarks, false);
    if (!status) {
        m_status->say(tr("The copy was not saved: %1").arg(errorText(status.error())));
        presenceChanged();
        return;
    }
    sayOf(target, tr("A copy was saved as %1").arg(pathText(target)));
    if (m_session.presence() == StorePresence::Present && !takesMarks)
        return;
    // Queued annotations move to the copy, which the user continues with.
    for (WriteQueue *queue : queues())
        queue->moveTo(m_session.file(), target);
    openStore(target);
}

void MainWindow::restoreSession()
{
    const LastSession last = WindowState(m_services.settingsFile).lastSession();
    if (last.store.isEmpty())
        return;
    if (!QFileInfo::exists(last.store)) {
        m_status->say(tr("The store of the last session was not found: %1").arg(last.store));
        return;
    }
    m_restoring = last;
    openStore(toPath(last.store));
}

LastSession MainWindow::presentSession() const
{
    LastSession session;
    if (m_session.isOpen())
        session.store = exactPath(std::filesystem::absolute(m_session.file()));
    const auto shown = [](const WindowPages &side) {
        return QString::fromLatin1(side.stack()->currentWidget()->metaObject()->className());
    };
    session.page = shown(m_sides.front());
    session.filter = m_session.filterText();
    session.scope = exactQt(savedText(m_session.scope()));
    if (isSplit()) {
        session.rightPage = shown(m_sides.back());
        session.isLinked = m_right->isLinked();
        session.rightFilter = m_right->session().filterText();
    }
    return session;
}

void MainWindow::applySession()
{
    const LastSession last = std::exchange(m_restoring, {});
    if (last.store.isEmpty() || toPath(last.store) != m_session.file())
        return;
    const Result<Scope> scope
        = last.scope.isEmpty() ? Result<Scope>(Scope()) : scopeFromSaved(toCore(last.scope));
    if (const Status applied = m_session.setView(last.filter, scope ? *scope : Scope()); !applied)
        m_status->say(tr("The last filter is no longer valid: %1").arg(errorText(applied.error())));
    m_history.clear();
    m_history.visit({m_session.filterText(), m_session.scope()}, false);
    const auto show = [this](const QString &name) {
        const std::vector<Page *> &all = pages().all();
        for (std::size_t i = 0; i < all.size(); ++i) {
            if (name == QLatin1StringView(all[i]->metaObject()->className()))
                showPage(static_cast<PageIndex>(i));
        }
    };
    show(last.page);
    if (last.rightPage.isEmpty())
        return;
    setSplit(true);
    show(last.rightPage);
    m_right->setLinked(last.isLinked);
    if (!last.isLinked)
        static_cast<void>(m_right->session().setFilter(last.rightFilter));
    activateSide(0);
    shownPage()->takeFocus();
}

void MainWindow::fillRecent(QMenu &menu)
{
    menu.clear();
    const QStringList files = WindowState(m_services.settingsFile).recent();
    for (const QString &file : files) {
        QAction *action = menu.addAction(QDir::toNativeSeparators(file));
        action->setEnabled(QFileInfo::exists(file));
        connect(action, &QAction::triggered, this, [this, file] { openStore(toPath(file)); });
    }
    if (files.isEmpty())
        menu.addAction(tr("No store has been opened yet"))->setEnabled(false);
}

void MainWindow::storeFailed(const QString &message)
{
    m_restoring = {};
    if (m_status->message() == openingText())
        m_status->say({});
    page<StartPage>()->setProblem(message);
    showPage(Start);
    offerUpdate(m_opening);
}

void MainWindow::remember(const std::filesystem::path &file)
{
    WindowState state(m_services.settingsFile);
    const QStringList files = state.addRecent(exactPath(std::filesystem::absolute(file)));
    for (const WindowPages &side : sides())
        side.page<StartPage>()->setRecent(files);
}

void MainWindow::chooseStore()
{
    const QString file
        = chooseFile(this, tr("Open a store"), {}, tr("Stores (*.kloupe);;All files (*)"));
    if (!file.isEmpty())
        openStore(toPath(file));
}

void MainWindow::chooseReferences()
{
    const QString folder = chooseFolder(this, tr("Folder of the suite's checkout"));
    if (!folder.isEmpty())
        attachReferences(toPath(folder));
}

void MainWindow::attachReferences(const std::filesystem::path &checkout)
{
    const std::filesystem::path store = m_session.file();
    m_status->say(tr("Reading the suite…"));
    m_attaching.start([attach = m_services.attachReferences, store,
                       checkout](const std::stop_token &) { return attach(store, checkout); },
                      [this, store](const Result<std::vector<std::string>> &attached) {
                          if (!attached) {
                              m_status->say(errorText(attached.error()));
                              return;
                          }
                          QStringList sentences;
                          for (const std::string &sentence : *attached)
                              sentences.append(lineText(sentence));
                          m_status->say(sentences.join(u"; "_s));
                          if (m_session.file() == store)
                              m_session.poll();
                      });
}

bool MainWindow::isPlaceOfLostStore(const std::filesystem::path &store)
{
    if (!m_session.isOpen() || store != m_session.file())
        return false;
    m_session.poll();
    if (m_session.presence() != StorePresence::Removed
        && m_session.presence() != StorePresence::Replaced)
        return false;
    presenceChanged();
    return true;
}

} // namespace loupe::ui
