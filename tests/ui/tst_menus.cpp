// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/runs/runjob.h"
#include "ui/shell/session/selection.h"
#include "ui/shell/window/statusarea.h"
#include "ui/shell/window/windowstate.h"
#include "ui/shell/window/windowstores.h"
#include "ui/text/words.h"
#include "ui/widgets/layout/emptystate.h"

#include <QAction>
#include <QApplication>
#include <QFile>
#include <QLabel>
#include <QMenu>
#include <QMenuBar>

#include <optional>
#include <utility>

#include "tests/ui/uitest.h"
#include "tests/ui/windowfixture.h"

namespace tst_menus {

using namespace loupe;
using namespace loupe::ui;
using namespace Qt::StringLiterals;

namespace {

struct Fixture : test::WindowFixture {
    using WindowFixture::WindowFixture;

    QAction &action(const QString &id) const { return *window->commands().action(id); }
    QMenu *menu(const QString &name) const
    {
        for (QMenu *each : window->menuBar()->findChildren<QMenu *>()) {
            if (each->accessibleName() == name)
                return each;
        }
        return nullptr;
    }
    /// Returns the texts of a menu without mnemonics; "-" is a separator.
    QStringList entries(const QString &name) const
    {
        QStringList out;
        for (const QAction *each : menu(name)->actions())
            out.append(each->isSeparator() ? u"-"_s : each->text().remove(u'&'));
        return out;
    }
    /// Returns the column of speedups of the page Results, as texts.
    QStringList shownSpeedups() const
    {
        QStringList out;
        for (int row = 0; row < model().rowCount(); ++row)
            out.append(model().index(row, ResultTableModel::SpeedupColumn).data().toString());
        return out;
    }
    /// Exports the results into a new file, and returns the same texts of its speedups.
    QStringList exportedSpeedups(const QString &name) const
    {
        const QString path = folder.filePath(name);
        window->stores().exportResults(path.toStdString());
        const auto isWritten = [&] { return window->statusArea()->message().contains(name); };
        if (!QTest::qWaitFor(isWritten, 60'000))
            return {u"no export"_s};
        QFile written(path);
        if (!written.open(QIODevice::ReadOnly))
            return {u"no file"_s};
        QStringList lines = QString::fromUtf8(written.readAll()).trimmed().split(u'\n');
        const auto column = lines.takeFirst().split(u',').indexOf(u"speedup"_s);
        QStringList out;
        for (const QString &line : std::as_const(lines)) {
            const QString cell = line.split(u',').value(column);
            out.append(speedupText(cell.isEmpty() ? std::optional<double>() : cell.toDouble()));
        }
        return out;
    }
    QString shownEmptyText() const
    {
        const auto all = window->page<ResultsPage>()->findChildren<EmptyState *>();
        return all.isEmpty() ? QString() : all.front()->what();
    }
};

} // namespace

class TestMenus final : public QObject
{
    Q_OBJECT
private slots:
    void theMenuFileHasItsSections()
    {
        const Fixture f(0);
        QCOMPARE(
            f.entries(u"File"_s),
            (QStringList{u"Open store…"_s, u"Recent stores"_s, u"Open the demo"_s, u"New window"_s,
                         u"-"_s, u"Import…"_s, u"Add references…"_s, u"Export results…"_s, u"-"_s,
                         u"Save a copy…"_s, u"-"_s, u"Close store"_s, u"-"_s, u"Quit"_s}));
        QCOMPARE(f.entries(u"Text size"_s),
                 (QStringList{u"Larger text"_s, u"Smaller text"_s, u"Normal text size"_s}));
    }

    void theMenuTriageIsThereOnTriage()
    {
        Fixture f(30);
        QVERIFY(f.open());
        const QAction &triage = *f.menu(u"Triage"_s)->menuAction();
        QVERIFY(!triage.isVisible());
        f.window->showPage(MainWindow::Triage);
        QVERIFY(triage.isVisible());
        f.window->showPage(MainWindow::Results);
        QVERIFY(!triage.isVisible());
        QVERIFY(f.entries(u"Triage"_s).size() < 12);
        QCOMPARE(f.entries(u"Whole cause"_s).size(), 5);
    }

    void keysOfAHiddenMenuStillWork()
    {
        Fixture f(30);
        QVERIFY(f.open());
        f.window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(f.window.get()));
        bool pressed = false;
        connect(&f.action(u"split.toggle"_s), &QAction::triggered, this, [&] { pressed = true; });
        f.menu(u"View"_s)->menuAction()->setVisible(false);
        QTest::keyClick(f.window.get(), Qt::Key_Backslash, Qt::ControlModifier);
        QTRY_VERIFY(pressed);
    }

    void textSizeChangesAtOnceAndIsRemembered()
    {
        Fixture f(30);
        QVERIFY(f.open());
        const double before = QApplication::font().pointSizeF();
        const int row = f.table().rowHeight(0);
        auto *heading = f.window->page<ResultsPage>()->findChild<QLabel *>();
        const auto sized = [](const QLabel *each) { return each->testAttribute(Qt::WA_SetFont); };
        for (QLabel *each : f.window->page<ResultsPage>()->findChildren<QLabel *>()) {
            if (sized(each))
                heading = each;
        }
        QVERIFY(heading != nullptr && sized(heading));
        const double title = heading->font().pointSizeF();
        for (int i = 0; i < 4; ++i)
            f.action(u"text.larger"_s).trigger();
        QCOMPARE(f.theme.textPercent(), 175);
        QCOMPARE(QApplication::font().pointSizeF(), before * 1.75);
        QVERIFY(qAbs(heading->font().pointSizeF() - title * 1.75) < 0.05);
        QVERIFY(f.table().rowHeight(0) > row);
        QCOMPARE(WindowState(f.services.settingsFile).textPercent(), 175);
        f.action(u"text.larger"_s).trigger();
        QVERIFY(!f.action(u"text.larger"_s).isEnabled());
        f.action(u"text.smaller"_s).trigger();
        QCOMPARE(f.theme.textPercent(), 175);
        f.action(u"text.normal"_s).trigger();
        QCOMPARE(f.theme.textPercent(), 100);
        QCOMPARE(QApplication::font().pointSizeF(), before);
        QVERIFY(qAbs(heading->font().pointSizeF() - title) < 0.05);
        QCOMPARE(f.table().rowHeight(0), row);
        QVERIFY(!f.action(u"text.normal"_s).isEnabled());
        QCOMPARE(WindowState(f.services.settingsFile).textPercent(), 100);
    }

    void aNewWindowGetsTheStore()
    {
        Fixture f(30);
        QVERIFY(!f.action(u"window.new"_s).isEnabled()); // nothing can start one here
        std::vector<std::filesystem::path> started;
        f.services.openWindow = [&started](const std::filesystem::path &store) -> Status {
            started.push_back(store);
            if (store.empty())
                return Error{Errc::Environment, "it could not be started"};
            return {};
        };
        f.show();
        f.action(u"window.new"_s).trigger();
        QVERIFY(f.window->statusArea()->message().contains(u"could not be started"_s));
        QVERIFY(f.open());
        f.action(u"window.new"_s).trigger();
        QCOMPARE(started.size(), std::size_t{2});
        QCOMPARE(started.back().string(), std::string("fake.kloupe"));
    }

    void aStoreIsClosed()
    {
        Fixture f(30);
        QVERIFY(!f.action(u"store.close"_s).isEnabled());
        QVERIFY(f.open());
        QVERIFY(f.window->session().setFilter(u"status:wrong"_s));
        QVERIFY(f.settle());
        QVERIFY(f.model().rowCount() > 0);
        f.action(u"store.close"_s).trigger();
        QVERIFY(!f.window->session().isOpen());
        QCOMPARE(f.window->currentPage(), MainWindow::Start);
        QCOMPARE(f.window->windowTitle(), u"KernelLoupe"_s);
        QVERIFY(f.window->session().filterText().isEmpty());
        QCOMPARE(f.model().rowCount(), 0);
        QVERIFY(!f.action(u"store.close"_s).isEnabled());
        QVERIFY(!f.action(u"store.export"_s).isEnabled());
        QVERIFY(WindowState(f.services.settingsFile).lastSession().store.isEmpty());
        for (std::size_t page = 0; page < allPages().size(); ++page) {
            f.window->showPage(static_cast<MainWindow::PageIndex>(page));
            QVERIFY(f.settle());
        }
        QCOMPARE(f.shownEmptyText(), u"No store is open."_s);
        f.window->showPage(MainWindow::Results);
        QVERIFY(f.open()); // and opened again
        QVERIFY(f.model().rowCount() > 0);
    }

    void aStoreInUseIsNotClosed()
    {
        Fixture f(9);
        QVERIFY(f.open());
        RunRequest request;
        request.store = "fake.kloupe";
        const auto job = f.window->startRun(request);
        QTRY_VERIFY(job->isRunning());
        QVERIFY(!f.action(u"store.close"_s).isEnabled());
        f.window->close();
        QVERIFY(test::answerStopQuestion(*f.window, test::StopAnswer::Stop));
        QTRY_VERIFY(!f.window->isVisible());
    }

    void theFilteredResultsAreExported()
    {
        Fixture f(30);
        QVERIFY(f.open());
        QVERIFY(f.window->session().setFilter(u"status:wrong"_s));
        QVERIFY(f.settle());
        const QString file = f.folder.filePath(u"wrong.csv"_s);
        f.window->stores().exportResults(file.toStdString());
        QTRY_VERIFY(f.window->statusArea()->message().contains(u"wrong.csv"_s));
        QFile written(file);
        QVERIFY(written.open(QIODevice::ReadOnly));
        const QList<QByteArray> lines = written.readAll().trimmed().split('\n');
        QCOMPARE(lines.size(), f.model().rowCount() + 1); // with the heading
        QVERIFY(lines.front().contains("task"));
        f.window->stores().exportResults(
            f.folder.filePath(u"no such folder/x.csv"_s).toStdString());
        QTRY_VERIFY(!f.window->statusArea()->message().contains(u"wrong.csv"_s)
                    && !f.window->statusArea()->message().contains(u"Exporting"_s));
    }

    void theExportIsTheListOfResults()
    {
        Fixture f(3);
        // One kernel, timed over two baselines: one task × method pair, two results.
        for (const auto &[baseline, speedup] :
             {std::pair{"eager", 2.0}, std::pair{"compile", 3.0}}) {
            ResultRow row;
            row.task = "Math/two";
            row.method = "two";
            row.run = "first";
            row.verdict = Verdict::Correct;
            row.candidateMs = 1.0;
            row.baselineMs = speedup;
            row.speedup = speedup;
            row.baseline = baseline;
            f.store->addRow(row);
        }
        QVERIFY(f.open());
        QVERIFY(f.settle());
        QCOMPARE(f.exportedSpeedups(u"pairs.csv"_s), f.shownSpeedups());
        f.window->page<ResultsPage>()->setShowsEvery(true);
        QVERIFY(f.settle());
        QCOMPARE(f.model().rowCount(), 5);
        QVERIFY(f.shownSpeedups().contains(speedupText(2.0)));
        QVERIFY(f.shownSpeedups().contains(speedupText(3.0)));
        QCOMPARE(f.exportedSpeedups(u"all.csv"_s), f.shownSpeedups());
        f.window->page<ResultsPage>()->setSort({SortKey::Speedup, true});
        QVERIFY(f.settle());
        QCOMPARE(f.exportedSpeedups(u"sorted.csv"_s), f.shownSpeedups());
        f.window->selection().set({{5}}, u"one"_s);
        QVERIFY(f.settle());
        QCOMPARE(f.model().rowCount(), 1);
        QCOMPARE(f.exportedSpeedups(u"one.csv"_s), f.shownSpeedups());
    }

    void findGoesToTheFilterInAList()
    {
        Fixture f(30);
        QVERIFY(f.open());
        f.window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(f.window.get()));
        f.action(u"kernel.find"_s).trigger();
        QVERIFY(QApplication::focusWidget() != nullptr);
        QCOMPARE(QApplication::focusWidget()->accessibleName(), u"Filter"_s);
        QVERIFY(!f.action(u"kernel.findNext"_s).isEnabled());
    }

    void quittingNamesTheRun()
    {
        Fixture f(9);
        QVERIFY(f.open());
        RunRequest request;
        request.store = "fake.kloupe";
        request.name = "nightly";
        const auto job = f.window->startRun(request);
        QTRY_VERIFY(job->progress().plan.has_value());
        f.window->close();
        const auto *question = f.window->findChild<QMessageBox *>(u"stopQuestion"_s);
        QVERIFY(question != nullptr);
        QVERIFY2(question->text().startsWith(u"“nightly” is at "_s), qPrintable(question->text()));
        QVERIFY(test::answerStopQuestion(*f.window, test::StopAnswer::Stop));
        QTRY_VERIFY(!f.window->isVisible());
    }
};

} // namespace tst_menus

LOUPE_UI_TEST(menus, tst_menus::TestMenus)
#include "tst_menus.moc"
