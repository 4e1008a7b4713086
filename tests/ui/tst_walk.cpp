// SPDX-License-Identifier: GPL-3.0-or-later
// Follows resources/help/walk.md on a real store with the keyboard only. Goes from the start page
// to the commonest causes of failure, explains one, and adds a note that survives a restart and a
// merge. Also opens a store of an older version, which the window migrates.
#include "app/kernelloupe/realservices.h"
#include "core/store/file/storefile.h"
#include "core/store/merge/mergestores.h"
#include "core/store/sqlite/sqlite.h"
#include "core/store/write/storewriter.h"
#include "ui/models/causemodel.h"
#include "ui/pages/detail/candidateview.h"
#include "ui/pages/detail/detailtabs.h"
#include "ui/pages/detail/judgementpanel.h"
#include "ui/pages/results/resultspage.h"
#include "ui/pages/start/startpage.h"
#include "ui/pages/triage/triagepage.h"
#include "ui/shell/marks/triagemarks.h"
#include "ui/shell/window/mainwindow.h"
#include "ui/shell/window/windowstate.h"
#include "ui/shell/window/windowstores.h"
#include "ui/style/theme.h"
#include "ui/text/words.h"
#include "ui/widgets/layout/offerbar.h"
#include "ui/widgets/tables/resulttable.h"

#include <QApplication>
#include <QFile>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTest>

#include <array>

#include "tests/ui/desk.h"
#include "tests/ui/patience.h"
#include "tests/ui/uitest.h"

namespace tst_walk {

using namespace loupe;
using namespace loupe::ui;
using namespace Qt::StringLiterals;

namespace {

constexpr int longEnough = 60'000; ///< enough for a busy machine

struct Cause {
    const char *message;
    int failures;
};

/// The five commonest causes cover 28 of 30 failures.
constexpr std::array<Cause, 6> causes{{{"undefined name alpha", 9},
                                       {"undefined name beta", 7},
                                       {"undefined name gamma", 5},
                                       {"undefined name delta", 4},
                                       {"undefined name epsilon", 3},
                                       {"undefined name zeta", 2}}};

/// Fills the store with failures of a run, and one correct, timed evaluation.
void fill(const std::filesystem::path &file, const std::string &name)
{
    const auto writer = StoreWriter::open(file);
    QVERIFY(writer);
    Task task;
    task.suite = "native";
    task.category = "Math";
    task.hash = "h";
    Method method;
    method.name = "model";
    const auto methodId = (*writer)->addMethod(method);
    QVERIFY(methodId);
    Run run;
    run.uuid = "uuid-of-" + name;
    run.name = name;
    run.suite = "native";
    run.origin = "engine";
    run.environment = {"Test CPU", "cpu", "{}"};
    const auto runId = (*writer)->beginRun(run);
    QVERIFY(runId);
    int tasks = 0;
    const auto record = [&](Evaluation each) {
        task.name = "Math/add_" + std::to_string(++tasks);
        const auto taskId = (*writer)->addTask(task);
        QVERIFY(taskId);
        each.candidate.task = task.name;
        each.candidate.method = method.name;
        each.candidate.source = "// " + std::to_string(tasks) + "\n";
        QVERIFY((*writer)->record(*runId, *taskId, *methodId, each));
    };
    for (const Cause &cause : causes) {
        for (int i = 0; i < cause.failures; ++i) {
            Evaluation failed;
            failed.verdict = failed.strictVerdict = Verdict::CompileError;
            failed.message = cause.message;
            record(failed);
        }
    }
    Evaluation right;
    right.verdict = right.strictVerdict = Verdict::Correct;
    right.speedup = 2.0;
    right.candidateMs = 1.5;
    right.baselineMs = 3.0;
    right.timings = {{"candidate", "engine_wall", "case", {1.25, 1.5, 1.75}, {1, 1, 1}, 0.0}};
    record(right);
}

/// The window and its parts for annotations.
struct Desk : test::Desk {
    using test::Desk::Desk;
    TriagePage &triage() { return *window.page<TriagePage>(); }
    JudgementPanel &judgement() { return *triage().view()->judgement(); }
};

} // namespace

class TestWalk final : public QObject
{
    Q_OBJECT

    QTemporaryDir m_folder;
    Services m_services;

    std::filesystem::path path(const QString &name) const
    {
        return toPath(m_folder.filePath(name));
    }

private slots:
    void init()
    {
        m_services = app::realServices(false);
        m_services.findUnfinished = {}; // no search for unfinished runs
        m_services.person = "ada";
        m_services.settingsFile = path(u"window.ini"_s);
    }

    void walksFromTheStartPageToASavedNote()
    {
        const auto store = path(u"mine.kloupe"_s);
        fill(store, "mine");
        WindowState(m_services.settingsFile).addRecent(pathText(store));
        {
            Desk desk(m_services);
            QVERIFY(desk.isReady());
            QCOMPARE(desk.window.currentPage(), MainWindow::Start);
            QVERIFY(desk.tabTo(u"Open "_s + pathText(store)));
            desk.press(Qt::Key_Space);
            QTRY_VERIFY_WITH_TIMEOUT(desk.window.session().isOpen(), longEnough);
            QVERIFY(desk.settle());

            // The five commonest causes, in order.
            desk.press(Qt::Key_7, Qt::ControlModifier);
            QCOMPARE(desk.window.currentPage(), MainWindow::Triage);
            QVERIFY(desk.settle());
            QCOMPARE(desk.triage().heading(), u"30 failures of 31 task × method pairs, 6 causes"_s);
            const CauseModel &model = *desk.triage().causeModel();
            for (int i = 0; i < 5; ++i) {
                const Cause &cause = causes.at(static_cast<std::size_t>(i));
                QCOMPARE(model.index(i, CauseModel::TitleColumn).data().toString(),
                         QString::fromUtf8(cause.message));
                QCOMPARE(model.index(i, CauseModel::CountColumn).data().toInt(), cause.failures);
            }

            // Explains one, with a tag and a note.
            desk.press(Qt::Key_1, Qt::AltModifier);
            QTRY_COMPARE_WITH_TIMEOUT(model.rows()[0].reviewed, causes[0].failures, longEnough);
            desk.press(Qt::Key_T);
            QTRY_VERIFY_WITH_TIMEOUT(desk.judgement().tagLine()->hasFocus(), longEnough);
            desk.type(u"no-alpha"_s);
            desk.press(Qt::Key_Return);
            desk.press(Qt::Key_Escape);
            desk.press(Qt::Key_N);
            QTRY_VERIFY_WITH_TIMEOUT(desk.judgement().noteEdit()->hasFocus(), longEnough);
            desk.type(u"alpha is never *declared*"_s);
            desk.press(Qt::Key_Return, Qt::ControlModifier);
            QTRY_VERIFY_WITH_TIMEOUT(
                desk.judgement().notesShown().contains(u"alpha is never declared"_s), longEnough);
            QTRY_VERIFY_WITH_TIMEOUT(desk.triage().marks()->queue().waitingCount() == 0,
                                     longEnough);
            desk.window.close();
        }
        // Another window, as after a restart.
        {
            Desk desk(m_services);
            desk.window.stores().restoreSession();
            QTRY_VERIFY_WITH_TIMEOUT(desk.window.session().isOpen(), longEnough);
            QVERIFY(desk.settle());
            QCOMPARE(desk.window.currentPage(), MainWindow::Triage);
            QCOMPARE(desk.triage().causeModel()->rows()[0].reviewed, causes[0].failures);
            QTRY_VERIFY_WITH_TIMEOUT(
                desk.judgement().notesShown().contains(u"alpha is never declared"_s), longEnough);
            QCOMPARE(desk.judgement().tagsShown(), u"tags: no-alpha"_s);
        }
        // Merged with a colleague's store.
        const auto theirs = path(u"theirs.kloupe"_s);
        const auto both = path(u"both.kloupe"_s);
        fill(theirs, "theirs");
        const std::array stores{store, theirs};
        QVERIFY(mergeStores(stores, both));
        Desk desk(m_services);
        desk.window.openStore(both);
        QTRY_VERIFY_WITH_TIMEOUT(desk.window.session().isOpen(), longEnough);
        QVERIFY(desk.window.session().setFilter(u"tag:no-alpha triage:explained"_s));
        desk.window.showPage(MainWindow::Triage);
        QVERIFY(desk.settle());
        QCOMPARE(desk.triage().heading(), u"1 failure of 1 task × method pair, 1 cause"_s);
        QTRY_VERIFY_WITH_TIMEOUT(
            desk.judgement().notesShown().contains(u"alpha is never declared"_s), longEnough);
    }

    void figureOpensItsSamplesAndCommand()
    {
        const auto store = path(u"timed.kloupe"_s);
        fill(store, "timed");
        Desk desk(m_services);
        QVERIFY(desk.isReady());
        desk.window.openStore(store);
        QTRY_VERIFY_WITH_TIMEOUT(desk.window.session().isOpen(), longEnough);
        QVERIFY(desk.window.session().setFilter(u"status:correct"_s));
        desk.window.showPage(MainWindow::Results);
        QVERIFY(desk.settle());
        desk.window.page<ResultsPage>()->takeFocus();
        desk.press(Qt::Key_J);
        desk.press(Qt::Key_Return);
        QVERIFY(desk.settle());
        DetailTabs *tabs = desk.window.page<ResultsPage>()->detail()->tabs();
        tabs->setCurrentIndex(DetailTabs::OriginTab);
        const auto *text = tabs->currentWidget()->findChild<QPlainTextEdit *>();
        QVERIFY(text != nullptr);
        QVERIFY2(text->toPlainText().contains(u"1.25  1.5  1.75"_s),
                 qPrintable(text->toPlainText()));
        QVERIFY(text->toPlainText().contains(u"kloupe rerun 31 --same-seeds --store FILE"_s));
    }

    void anOlderStoreIsBroughtUpToDate()
    {
        const auto store = path(u"old.kloupe"_s);
        {
            QFile tables(QStringLiteral(LOUPE_SOURCE_DIR) + u"/tests/core/store/store-v9.sql"_s);
            QVERIFY(tables.open(QIODevice::ReadOnly));
            const auto database = Database::open(store, Database::Mode::Create);
            QVERIFY(database);
            QVERIFY(
                (*database)->execute("PRAGMA application_id = " + std::to_string(storeApplicationId)
                                     + "; PRAGMA user_version = 9"));
            QVERIFY((*database)->execute(tables.readAll().toStdString()));
        }
        Desk desk(m_services);
        QVERIFY(desk.isReady());
        desk.window.openStore(store);
        QTRY_VERIFY_WITH_TIMEOUT(!desk.window.offerBar()->isHidden(), longEnough);
        QVERIFY(desk.window.offerBar()->sentence().contains(u"version 9"_s));
        QVERIFY(desk.window.page<StartPage>()->problem().contains(u"older version 9"_s));
        QVERIFY(!desk.window.session().isOpen());
        QVERIFY(!std::filesystem::exists(path(u"old.kloupe.v9-backup"_s)));
        QVERIFY(desk.tabTo(desk.window.offerBar()->acceptButton()->accessibleName()));
        desk.press(Qt::Key_Space);
        QTRY_VERIFY_WITH_TIMEOUT(desk.window.session().isOpen(), longEnough);
        QVERIFY(std::filesystem::exists(path(u"old.kloupe.v9-backup"_s)));
        QVERIFY(desk.window.offerBar()->isHidden());
        QVERIFY(desk.window.page<StartPage>()->problem().isEmpty());
    }
};

} // namespace tst_walk

LOUPE_UI_TEST(walk, tst_walk::TestWalk)
#include "tst_walk.moc"
