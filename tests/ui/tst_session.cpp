// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/population/scope.h"
#include "core/report/figures/scopejson.h"
#include "core/store/write/storewriter.h"
#include "ui/dialogs/importdialog.h"
#include "ui/models/importlistmodel.h"
#include "ui/pages/overview/overviewpage.h"
#include "ui/pages/triage/triagepage.h"
#include "ui/shell/window/statusarea.h"
#include "ui/shell/window/topbar.h"
#include "ui/shell/window/windowstate.h"
#include "ui/shell/window/windowstores.h"
#include "ui/text/words.h"
#include "ui/widgets/input/filterline.h"
#include "ui/widgets/layout/emptystate.h"
#include "ui/widgets/layout/offerbar.h"
#include "ui/widgets/tables/columnmemory.h"

#include <QDragEnterEvent>
#include <QDropEvent>
#include <QFile>
#include <QHeaderView>
#include <QLabel>
#include <QMenu>
#include <QMenuBar>
#include <QMimeData>
#include <QTest>

#include <future>

#include <sqlite3.h>

#include "tests/ui/patience.h"
#include "tests/ui/uitest.h"
#include "tests/ui/windowfixture.h"

namespace tst_session {

using namespace loupe;
using namespace loupe::ui;
using namespace Qt::StringLiterals;

namespace {

/// Window, and a file that stands in for its store.
struct Fixture : test::WindowFixture {
    Fixture() : WindowFixture(30)
    {
        QFile stored(file);
        if (!stored.open(QIODevice::WriteOnly))
            qFatal("the folder for the test cannot be written");
    }

    bool openFile()
    {
        QSignalSpy opened(&window->session(), &StoreSession::opened);
        window->openStore(file.toStdString());
        return opened.wait(loupe::test::patience) && settle();
    }
    bool restore()
    {
        QSignalSpy opened(&window->session(), &StoreSession::opened);
        window->stores().restoreSession();
        return opened.wait(loupe::test::patience) && settle();
    }
    /// Drags and drops the files onto the window. Returns false if it does not accept them.
    bool drop(const QStringList &files) const
    {
        QMimeData data;
        QList<QUrl> urls;
        for (const QString &each : files)
            urls.append(QUrl::fromLocalFile(each));
        data.setUrls(urls);
        QDragEnterEvent enter({50, 50}, Qt::CopyAction, &data, Qt::LeftButton, {});
        enter.setAccepted(false);
        QCoreApplication::sendEvent(window.get(), &enter);
        if (!enter.isAccepted())
            return false;
        QDropEvent dropped({50, 50}, Qt::CopyAction, &data, Qt::LeftButton, {});
        QCoreApplication::sendEvent(window.get(), &dropped);
        return true;
    }
    QMenu *menu(const QString &name) const
    {
        for (QMenu *each : window->menuBar()->findChildren<QMenu *>()) {
            if (each->accessibleName() == name)
                return each;
        }
        return nullptr;
    }

    QString file = folder.filePath(u"some.kloupe"_s);
};

/// Drags the right border of a column and returns its new width.
int widened(const QHeaderView &header, int column)
{
    const int border = header.sectionViewportPosition(column) + header.sectionSize(column) - 1;
    const QPoint from(border, header.height() / 2);
    QTest::mousePress(header.viewport(), Qt::LeftButton, {}, from);
    QTest::mouseMove(header.viewport(), from + QPoint(20, 0));
    QTest::mouseMove(header.viewport(), from + QPoint(60, 0));
    QTest::mouseRelease(header.viewport(), Qt::LeftButton, {}, from + QPoint(60, 0));
    return header.sectionSize(column);
}

/// Hides a column as the menu of the titles does.
void hideColumn(ResultTable &table, const QString &title)
{
    for (QAction *each : table.columnMenu()->actions()) {
        if (each->text() == title)
            each->trigger();
    }
}

} // namespace

class TestSession final : public QObject
{
    Q_OBJECT
private slots:
    void nextWindowRestoresTheState()
    {
        Fixture f;
        QVERIFY(f.openFile());
        QVERIFY(f.window->session().setFilter(u"status:wrong category:Math"_s));
        f.window->showPage(MainWindow::Results);
        QVERIFY(f.settle());
        const int width = widened(*f.table().horizontalHeader(), ResultTableModel::MethodColumn);
        f.table().horizontalHeader()->moveSection(ResultTableModel::MessageColumn, 1);
        hideColumn(f.table(), u"Sample"_s);
        f.table().horizontalHeader()->setSortIndicator(ResultTableModel::SpeedupColumn,
                                                       Qt::DescendingOrder);
        f.window->showPage(MainWindow::Distributions);
        f.window->resize(1111, 777);
        f.window->close();
        f.show();
        QVERIFY(!f.window->session().isOpen()); // only on request
        QVERIFY(f.restore());
        QCOMPARE(f.window->session().file().string(), f.file.toStdString());
        QCOMPARE(f.window->session().filterText(), u"status:wrong category:Math"_s);
        QCOMPARE(f.window->topBar()->filterLine()->text(), u"status:wrong category:Math"_s);
        QCOMPARE(f.window->currentPage(), MainWindow::Distributions);
        QCOMPARE(f.window->size(), QSize(1111, 777));
        const QHeaderView &header = *f.table().horizontalHeader();
        QCOMPARE(header.sectionSize(ResultTableModel::MethodColumn), width);
        QCOMPARE(header.visualIndex(ResultTableModel::MessageColumn), 1);
        QVERIFY(header.isSectionHidden(ResultTableModel::SampleColumn));
        QCOMPARE(header.sortIndicatorSection(), int(ResultTableModel::SpeedupColumn));
        QCOMPARE(header.sortIndicatorOrder(), Qt::DescendingOrder);
        // The rows follow the arrow.
        f.window->showPage(MainWindow::Results);
        QVERIFY(f.window->session().setFilter({}));
        QVERIFY(f.settle());
        const auto speedup = [&](int row) {
            const QString text
                = f.model().index(row, ResultTableModel::SpeedupColumn).data().toString();
            return QString(text).remove(u'×').toDouble();
        };
        QVERIFY(speedup(0) >= speedup(1));
        QVERIFY(speedup(0) > 0);
        // Another store begins without a filter and a sort, but with these columns.
        QSignalSpy opened(&f.window->session(), &StoreSession::opened);
        f.window->openStore("another.kloupe");
        QVERIFY(opened.wait(loupe::test::patience));
        QVERIFY(f.window->session().filterText().isEmpty());
        QCOMPARE(header.sortIndicatorSection(), -1);
        QCOMPARE(header.sectionSize(ResultTableModel::MethodColumn), width);
        QVERIFY(header.isSectionHidden(ResultTableModel::SampleColumn));
    }

    void theLayoutCanBeReset()
    {
        Fixture f;
        QVERIFY(f.openFile());
        f.window->showPage(MainWindow::Results);
        QVERIFY(f.settle());
        const QHeaderView &header = *f.table().horizontalHeader();
        const int before = header.sectionSize(ResultTableModel::MethodColumn);
        QVERIFY(widened(header, ResultTableModel::MethodColumn) > before);
        hideColumn(f.table(), u"Sample"_s);
        f.window->commands().action(u"view.resetLayout"_s)->trigger();
        QCOMPARE(header.sectionSize(ResultTableModel::MethodColumn), before);
        QVERIFY(!header.isSectionHidden(ResultTableModel::SampleColumn));
        QVERIFY(f.table().columnMemory().state().isEmpty());
    }

    void aKilledWindowOpensWithTheSameStore()
    {
        Fixture f;
        QVERIFY(f.openFile());
        f.window->showPage(MainWindow::Queue);
        QVERIFY(f.window->session().setFilter(u"status:wrong"_s));
        const auto killed = std::move(f.window); // never closed
        const WindowState state(f.services.settingsFile);
        QTRY_COMPARE(state.lastSession().filter, u"status:wrong"_s);
        f.show();
        QVERIFY(f.restore());
        QCOMPARE(f.window->session().file().string(), f.file.toStdString());
        QCOMPARE(f.window->session().filterText(), u"status:wrong"_s);
        QCOMPARE(f.window->currentPage(), MainWindow::Queue);
    }

    void messagesOfAStoreEndWithIt()
    {
        Fixture f;
        QVERIFY(f.openFile());
        f.window->statusArea()->say(u"news of this store"_s);
        const QSignalSpy opened(&f.window->session(), &StoreSession::opened);
        f.window->openStore(f.file.toStdString()); // reading it again keeps them
        QTRY_COMPARE(opened.count(), 1);
        QCOMPARE(f.window->statusArea()->message(), u"news of this store"_s);
        f.window->openStore("another.kloupe");
        QTRY_COMPARE(opened.count(), 2);
        QVERIFY(f.window->statusArea()->message().isEmpty());
    }

    void headerMarksReadOnlyStores()
    {
        Fixture f;
        f.services.isReadOnly
            = [](const std::filesystem::path &store) { return store == "frozen.kloupe"; };
        f.show();
        QVERIFY(f.openFile());
        QVERIFY(!f.window->topBar()->readOnlyLabel()->isVisible());
        f.window->openStore("frozen.kloupe");
        QTRY_VERIFY(f.window->topBar()->readOnlyLabel()->isVisible());
    }

    void showsThatAStoreOpens()
    {
        Fixture f;
        std::promise<void> gate;
        const std::shared_future<void> opens(gate.get_future());
        f.services.openStore
            = [opens, open = f.store->opener()](const std::filesystem::path &file) {
                  opens.wait();
                  return open(file);
              };
        f.show();
        f.window->showPage(MainWindow::Overview);
        const auto *empty = f.window->page<OverviewPage>()->findChild<EmptyState *>();
        QVERIFY(empty != nullptr);
        QCOMPARE(empty->what(), u"No store is open."_s);
        f.window->openStore(f.file.toStdString());
        QCOMPARE(empty->what(), u"Opening the store…"_s);
        f.window->showPage(MainWindow::Triage); // a page that is shown meanwhile says so, too
        const auto *other = f.window->page<TriagePage>()->findChild<EmptyState *>();
        QCOMPARE(other->what(), u"Opening the store…"_s);
        QCOMPARE(other->button()->text(), u"Stop"_s);
        other->button()->click();
        QVERIFY(!f.window->session().isOpening());
        QCOMPARE(empty->what(), u"No store is open."_s);
        f.window->openStore(f.file.toStdString());
        gate.set_value();
        QTRY_VERIFY(f.window->session().isOpen());
        f.window->showPage(MainWindow::Overview);
        QVERIFY(f.settle());
        QVERIFY(empty->what() != u"No store is open."_s);
    }

    void reportsAMissingStore()
    {
        Fixture f;
        QVERIFY(f.openFile());
        f.window->close();
        QVERIFY(QFile::remove(f.file));
        f.show();
        f.window->stores().restoreSession();
        QVERIFY(f.window->statusArea()->message().contains(u"some.kloupe"_s));
        QCOMPARE(f.window->currentPage(), MainWindow::Start);
        QVERIFY(!f.window->session().isOpening());
    }

    void nextStoreStartsWithACleanState()
    {
        Fixture f;
        QVERIFY(f.openFile());
        QVERIFY(f.window->session().setFilter(u"status:wrong"_s));
        QVERIFY(f.settle());
        f.table().selectRow(0);
        f.window->selection().set({RowId{2}}, u"one"_s);
        QSignalSpy opened(&f.window->session(), &StoreSession::opened);
        f.window->openStore("another.kloupe");
        QVERIFY(opened.wait());
        QVERIFY(f.window->session().filterText().isEmpty());
        QVERIFY(f.window->selection().isEmpty());
        QVERIFY(!f.window->selection().current());
    }

    void eachStoreKeepsItsScope()
    {
        Fixture f;
        QVERIFY(f.openFile());
        Scope scope;
        scope.joinBaselines = false;
        f.window->session().setScope(scope);
        QSignalSpy opened(&f.window->session(), &StoreSession::opened);
        f.window->openStore("another.kloupe");
        QVERIFY(opened.wait());
        QVERIFY(f.window->session().scope() == Scope());
        QVERIFY(f.openFile());
        QVERIFY(f.window->session().scope() == scope);
        QVERIFY(f.window->session().filterText().isEmpty());
    }

    void scopeOfAnEarlierStoreAtThisPathIsLeftOut()
    {
        Fixture f;
        Scope scope;
        scope.joinBaselines = false;
        WindowState state(f.services.settingsFile);
        state.addRecent(f.file);
        state.saveScope(f.file.toStdString(), exactQt(savedText(scope))); // of no known run
        QVERIFY(f.openFile());
        QVERIFY(f.window->session().scope() == Scope());
    }

    void reportsADeletedStoreAndOpensItsCopy()
    {
        Fixture f;
        QVERIFY(f.openFile());
        f.store->presence = StorePresence::Removed;
        f.window->session().poll();
        const auto *bar = f.window->findChild<OfferBar *>();
        QVERIFY(bar && bar->isVisible());
        QVERIFY2(bar->sentence().contains(u"some.kloupe was deleted"_s),
                 qPrintable(bar->sentence()));
        QSignalSpy opened(&f.window->session(), &StoreSession::opened);
        f.window->stores().saveCopy("copy.kloupe");
        QVERIFY(opened.wait());
        QCOMPARE(f.store->copies, std::vector<std::filesystem::path>{"copy.kloupe"});
        QCOMPARE(f.window->session().file().string(), "copy.kloupe");
    }

    void doesNotImportIntoADeletedStore()
    {
        Fixture f;
        QVERIFY(f.openFile());
        f.store->presence = StorePresence::Removed;
        QVERIFY(!f.window->stores().importRecords({std::filesystem::path("records.jsonl")},
                                                  f.file.toStdString()));
        QVERIFY(f.window->jobs().jobs().empty());
        QVERIFY(f.window->findChild<OfferBar *>()->isVisible());
    }

    void doesNotRunIntoADeletedStore()
    {
        Fixture f;
        QVERIFY(f.openFile());
        f.store->presence = StorePresence::Removed;
        RunRequest request;
        request.store = f.file.toStdString();
        QVERIFY(!f.window->startRun(request));
        QVERIFY(f.window->jobs().jobs().empty());
        QVERIFY(f.window->findChild<OfferBar *>()->isVisible());
    }

    void reportsForeignSqlInAStore()
    {
        Fixture f;
        const QString file = f.folder.filePath(u"theirs.kloupe"_s);
        QVERIFY(StoreWriter::open(file.toStdString()));
        sqlite3 *database = nullptr;
        QCOMPARE(sqlite3_open(file.toUtf8().constData(), &database), SQLITE_OK);
        QCOMPARE(
            sqlite3_exec(database, "CREATE VIEW theirs AS SELECT 1", nullptr, nullptr, nullptr),
            SQLITE_OK);
        QCOMPARE(sqlite3_close(database), SQLITE_OK);
        f.window->openStore(file.toStdString());
        const auto *bar = f.window->findChild<OfferBar *>();
        QTRY_VERIFY_WITH_TIMEOUT(bar->isVisible(), loupe::test::patience);
        QString said;
        for (const QLabel *each : bar->findChildren<QLabel *>())
            said += each->text();
        QVERIFY2(said.contains(u"theirs.kloupe has 1 database object"_s), qPrintable(said));
        QVERIFY(f.openFile()); // a store without them
        QTRY_VERIFY_WITH_TIMEOUT(!bar->isVisible(), loupe::test::patience);
    }

    void restoresNothingWithoutASession()
    {
        Fixture f;
        f.window->stores().restoreSession();
        QVERIFY(!f.window->session().isOpening());
        QVERIFY(f.window->statusArea()->message().isEmpty());
    }

    void recentStoresAreInTheMenu()
    {
        Fixture f;
        QMenu *recent = f.menu(u"Recent stores"_s);
        QVERIFY(recent);
        emit recent->aboutToShow();
        QCOMPARE(recent->actions().size(), 1);
        QVERIFY(!recent->actions().front()->isEnabled()); // "none" entry
        QVERIFY(f.open());
        QVERIFY(f.openFile());
        emit recent->aboutToShow();
        QCOMPARE(recent->actions().size(), 2);
        QVERIFY(recent->actions()[0]->text().endsWith(u"some.kloupe"_s));
        QVERIFY(recent->actions()[0]->isEnabled());
        QVERIFY(!recent->actions()[1]->isEnabled()); // fake.kloupe is not a file
        QSignalSpy opened(&f.window->session(), &StoreSession::opened);
        recent->actions()[0]->trigger();
        QVERIFY(opened.wait(loupe::test::patience));
    }

    void storesAndRecordsAreDropped()
    {
        Fixture f;
        QSignalSpy opened(&f.window->session(), &StoreSession::opened);
        QVERIFY(f.drop({f.file}));
        QVERIFY(opened.wait(loupe::test::patience));
        QCOMPARE(f.window->session().file().string(), f.file.toStdString());
        // Anything else is listed, and the open store is not changed without confirmation.
        QVERIFY(f.drop({u"/some/eval_results.json"_s}));
        const ImportDialog &dialog = *f.window->stores().importDialog();
        QVERIFY(dialog.isVisible());
        QCOMPARE(dialog.model()->rowCount(), 1);
        QVERIFY(f.drop({u"/some/train.log"_s, u"/some/folder"_s, f.file}));
        QCOMPARE(dialog.model()->rowCount(), 4);
        QVERIFY(f.window->jobs().jobs().empty());
        QVERIFY(!f.drop({})); // for example text
    }
};

} // namespace tst_session

LOUPE_UI_TEST(session, tst_session::TestSession)
#include "tst_session.moc"
