// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/sql/sqlpage.h"
#include "ui/shell/window/mainwindow.h"
#include "ui/style/theme.h"
#include "ui/widgets/source/sqledit.h"
#include "ui/widgets/tables/resulttable.h"

#include <QClipboard>
#include <QComboBox>
#include <QFile>
#include <QGuiApplication>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTest>

#include <atomic>
#include <mutex>
#include <thread>

#include "tests/ui/patience.h"
#include "tests/ui/uitest.h"
#include "tests/ui/windowfixture.h"

namespace tst_sql {

using namespace loupe;
using namespace loupe::ui;
using namespace Qt::StringLiterals;

namespace {

/// Window whose store answers every statement with the maximum number of rows, and with one more if
/// it contains "all". "bad" is refused with a position, and "slow" never ends by itself.
struct Fixture : test::StoreWindow {
    Fixture()
    {
        store->addRun("first");
        store->addRows(3);
        services.readSchema = [](const std::filesystem::path &) {
            const std::vector<SchemaTable> tables{{"v_evaluation", true, {"run", "task"}},
                                                  {"run", false, {"id"}}};
            return Result<std::vector<SchemaTable>>(tables);
        };
        services.querySql
            = [this](const std::filesystem::path &, const std::string &sql, const SqlLimits &limits,
                     const std::stop_token &stop) { return answer(sql, limits, stop); };
        show();
        window->activateWindow();
    }

    Result<SqlAnswer> answer(const std::string &sql, const SqlLimits &limits,
                             const std::stop_token &stop)
    {
        if (const auto bad = sql.find("bad"); bad != std::string::npos)
            return Error{Errc::InvalidInput, "no such column: bad",
                         "character " + std::to_string(bad + 1)};
        while (sql.find("slow") != std::string::npos && !stop.stop_requested()) {
            isRunning = true;
            std::this_thread::yield();
        }
        if (stop.stop_requested())
            return Error{Errc::Cancelled, "cancelled"};
        SqlAnswer out{{"task", "speedup"}, {}, sql.find("all") != std::string::npos};
        const std::size_t rows = out.isCutOff ? limits.rows : 2;
        for (std::size_t i = 0; i < rows; ++i)
            out.rows.push_back({std::string("task\t") + std::to_string(i), 1.0 / 3});
        return out;
    }

    ~Fixture() { window.reset(); } // its jobs use this

    bool open() const { return openAt(MainWindow::Sql); }
    bool ask(const QString &sql) const
    {
        page().edit()->setText(sql);
        page().run();
        return settle();
    }
    SqlPage &page() const { return *window->page<SqlPage>(); }
    int rows() const { return page().answerTable()->model()->rowCount(); }

    std::atomic<bool> isRunning = false;
};

} // namespace

class TestSql final : public QObject
{
    Q_OBJECT
private slots:
    void explainsAMissingStore()
    {
        Fixture f;
        f.window->showPage(MainWindow::Sql);
        QVERIFY(!f.page().edit()->isVisible());
        QVERIFY(!f.page().runButton()->isEnabled());
    }

    void aStatementIsTypedAndRunByKeys()
    {
        Fixture f;
        QVERIFY(f.open());
        f.page().edit()->setText({});
        f.page().edit()->setFocus();
        QTest::keyClicks(f.page().edit(), u"select u, t, n, 1"_s); // shortcuts of other pages, too
        QCOMPARE(f.page().edit()->text(), u"select u, t, n, 1"_s);
        QTest::keyClick(f.page().edit(), Qt::Key_Return, Qt::ControlModifier);
        QVERIFY(f.settle());
        QCOMPARE(f.rows(), 2);
        QVERIFY2(f.page().status().startsWith(u"2 rows"_s), qPrintable(f.page().status()));
        QCOMPARE(f.page().answerTable()->model()->index(0, 1).data().toString(), u"0.3333"_s);
    }

    void reportsTruncatedRows()
    {
        Fixture f;
        QVERIFY(f.open());
        QVERIFY(f.ask(u"select all"_s));
        QCOMPARE(f.rows(), 1000);
        QVERIFY(f.page().status().startsWith(u"Only the first"_s));
        f.page().limitBox()->setCurrentIndex(1);
        QVERIFY(f.ask(u"select all"_s));
        QCOMPARE(f.rows(), 10'000);
    }

    void anErrorIsShownAtItsPlace()
    {
        Fixture f;
        QVERIFY(f.open());
        QVERIFY(f.ask(u"select 'ü',\n  bad"_s));
        QVERIFY(f.page().status().contains(u"no such column"_s));
        int line = 0;
        int column = 0;
        f.page().edit()->getCursorPosition(&line, &column);
        QCOMPARE(line, 1);
        QCOMPARE(column, 2);
        QVERIFY(f.ask(u"select 1"_s));
        QVERIFY(!f.page().status().contains(u"no such column"_s));
    }

    void aLongQueryIsCancelled()
    {
        Fixture f;
        QVERIFY(f.open());
        f.page().edit()->setText(u"slow"_s);
        f.page().run();
        QTRY_VERIFY(f.isRunning.load());
        QVERIFY(f.page().cancelButton()->isEnabled());
        f.page().cancelButton()->click();
        QVERIFY(!f.window->isLoading());
        QVERIFY(f.page().status().startsWith(u"Stopped"_s));
        QThreadPool::globalInstance()->waitForDone();
        f.page().edit()->setText(u"slow"_s); // a closing window does not wait for it
        f.page().run();
        f.window.reset();
        QThreadPool::globalInstance()->waitForDone();
    }

    void answersAreCopiedAndExportedInFullPrecision()
    {
        Fixture f;
        const QTemporaryDir folder;
        QVERIFY(f.open());
        QVERIFY(f.ask(u"select 1"_s));
        f.page().answerTable()->clearSelection();
        f.page().copy();
        QCOMPARE(QGuiApplication::clipboard()->text(),
                 u"task 0\t0.3333333333333333\ntask 1\t0.3333333333333333\n"_s);
        f.page().answerTable()->selectRow(1);
        f.page().copy();
        QCOMPARE(QGuiApplication::clipboard()->text(), u"task 1\t0.3333333333333333\n"_s);
        const QString file = folder.filePath(u"answer.csv"_s);
        f.page().exportTo(file.toStdString());
        QFile written(file);
        QVERIFY(written.open(QIODevice::ReadOnly));
        QVERIFY(written.readAll().startsWith("task,speedup\r\n"));
        f.page().exportTo("/nowhere/answer.csv");
        QVERIFY2(f.page().status().contains(u"/nowhere"_s), qPrintable(f.page().status()));
    }

    void theSchemaWritesNames()
    {
        Fixture f;
        QVERIFY(f.open());
        QCOMPARE(f.page().nameTable()->model()->rowCount(), 2);
        QCOMPARE(f.page().columnTable()->model()->rowCount(), 2);
        f.page().edit()->setText({});
        f.page().nameTable()->selectRow(1);
        QCOMPARE(f.page().columnTable()->model()->rowCount(), 1);
        QTest::keyClick(f.page().nameTable(), Qt::Key_Return);
        QCOMPARE(f.page().edit()->text(), u"run"_s);
    }
};

} // namespace tst_sql

LOUPE_UI_TEST(sql, tst_sql::TestSql)
#include "tst_sql.moc"
