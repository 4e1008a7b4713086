// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/newrundialog.h"
#include "ui/dialogs/planview.h"
#include "ui/dialogs/pythonform.h"
#include "ui/dialogs/runform.h"
#include "ui/dialogs/runprogressview.h"
#include "ui/models/resulttablemodel.h"
#include "ui/pages/resultspage.h"
#include "ui/shell/mainwindow.h"
#include "ui/shell/runjob.h"
#include "ui/shell/statusarea.h"
#include "ui/style/theme.h"

#include <QElapsedTimer>
#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

#include "tests/ui/fakeengine.h"

using namespace loupe;
using namespace loupe::ui;
using namespace Qt::StringLiterals;

namespace {

RunRequest completeRequest()
{
    RunRequest request;
    request.suite = "tasks";
    request.candidates = {"tasks/demo"};
    request.store = "fake.kloupe";
    request.taskFilter = "category:Math";
    request.jobs = 3;
    request.timing.enabled = false;
    return request;
}

} // namespace

class TestNewRun final : public QObject
{
    Q_OBJECT

    std::shared_ptr<test::FakeStore> m_store;
    std::unique_ptr<test::FakeEngine> m_engine;
    Theme m_theme;

private slots:
    void init()
    {
        m_theme.choose(ThemeChoice::Light);
        m_store = test::FakeStore::make();
        m_engine = std::make_unique<test::FakeEngine>(m_store);
    }

    void whatIsMissingIsSaid()
    {
        NewRunDialog dialog(m_theme, m_engine->launcher(), {});
        dialog.show();
        QVERIFY(!dialog.startButton()->isEnabled());
        QVERIFY(!dialog.form()->missing().isEmpty());
        RunRequest request = completeRequest();
        request.candidates.clear();
        dialog.setRequest(request);
        QVERIFY(dialog.form()->missing().contains(u"candidates"_s));
        QVERIFY(!dialog.isPlanning());
    }

    void theFormGivesBackItsRequest()
    {
        RunForm form(m_theme, {});
        RunRequest request = completeRequest();
        request.method = "renamed";
        request.name = "tonight";
        request.place = "ssh:node";
        request.resume = true;
        request.limits.callSeconds = 3; // no field: must survive
        form.setRequest(request);
        const RunRequest back = form.request();
        QCOMPARE(back.suite, request.suite);
        QCOMPARE(back.candidates, request.candidates);
        QCOMPARE(back.method, request.method);
        QCOMPARE(back.taskFilter, request.taskFilter);
        QCOMPARE(back.name, request.name);
        QCOMPARE(back.place, request.place);
        QCOMPARE(back.resume, true);
        QCOMPARE(back.jobs, 3);
        QCOMPARE(back.timing.enabled, false);
        QCOMPARE(back.limits.callSeconds, 3.0);
    }

    void thePlanSaysHowLongItMayTake()
    {
        PlanView view(m_theme);
        PlanSummary plan;
        plan.items = 4;
        plan.tasks = 2;
        plan.estimate = RunEstimate{120, 60, 300, 3, 2, std::int64_t{8} << 30};
        view.showPlan(plan);
        const auto says = [&view](const QString &text) {
            const auto labels = view.findChildren<QLabel *>();
            return std::any_of(labels.begin(), labels.end(),
                               [&](const QLabel *each) { return each->text().contains(text); });
        };
        QVERIFY(says(u"four of five cases"_s));
        QVERIFY(says(u"3 of 4"_s));
        QVERIFY(says(u"8 GiB"_s));
        plan.estimate = RunEstimate{};
        view.showPlan(plan);
        QVERIFY(says(u"not known"_s));
    }

    void whatOnlyABenchmarkInPythonNeeds()
    {
        NewRunDialog dialog(m_theme, m_engine->launcher(), {{"mine"}, {"triton", "pallas"}});
        dialog.show();
        dialog.setRequest(completeRequest());
        QTRY_VERIFY(dialog.startButton()->isEnabled());
        QVERIFY(!dialog.form()->pythonForm()->isShown());
        RunRequest request = completeRequest();
        request.suite = "python";
        request.samples = 2;
        request.python.interpreter = "/opt/venv/bin/python3";
        request.python.platform = "pallas";
        request.python.device = "cuda:7"; // not in the list: must survive
        request.python.judgedBy = JudgedBy::Strict;
        request.python.mode = ProtocolMode::AsIntended;
        dialog.setRequest(request);
        QTRY_VERIFY(dialog.form()->pythonForm()->isShown());
        const RunRequest back = dialog.form()->request();
        QCOMPARE(back.samples, 2);
        QCOMPARE(back.python.interpreter, request.python.interpreter);
        QCOMPARE(back.python.platform, request.python.platform);
        QCOMPARE(back.python.device, request.python.device);
        QCOMPARE(back.python.judgedBy, request.python.judgedBy);
        QCOMPARE(back.python.mode, request.python.mode);
    }

    void thePlanComesBeforeTheRun()
    {
        NewRunDialog dialog(m_theme, m_engine->launcher(), {});
        dialog.show();
        dialog.setRequest(completeRequest());
        QTRY_VERIFY(dialog.startButton()->isEnabled());
        QCOMPARE(dialog.planView()->heading(), u"6 evaluations of 3 tasks"_s);
        RunRequest broken = completeRequest();
        broken.suite = "broken";
        dialog.setRequest(broken);
        QTRY_COMPARE(dialog.planView()->heading(), u"This run cannot start"_s);
        QVERIFY(!dialog.startButton()->isEnabled());
        QSignalSpy started(&dialog, &NewRunDialog::startRequested);
        dialog.setRequest(completeRequest());
        QTRY_VERIFY(dialog.startButton()->isEnabled());
        QTest::keyClick(dialog.startButton(), Qt::Key_Space);
        QCOMPARE(started.count(), 1);
    }

    void progressIsFollowedToTheEnd()
    {
        NewRunDialog dialog(m_theme, m_engine->launcher(), {});
        dialog.show();
        const auto job = std::make_shared<RunJob>(m_engine->launcher(), completeRequest());
        QSignalSpy changed(job.get(), &Job::changed);
        job->start();
        dialog.follow(job);
        m_engine->step(2);
        QTRY_COMPARE(job->done(), 2);
        QCOMPARE(dialog.progressView()->heading(), u"2 of 6 evaluated"_s);
        QVERIFY(dialog.cancelButton()->isVisible());
        QCOMPARE(job->progress().counts[static_cast<std::size_t>(Outcome::Wrong)], 2);
        QTRY_COMPARE(job->progress().current.size(), std::size_t{1});
        m_engine->step(4);
        QTRY_VERIFY(!job->isRunning());
        QCOMPARE(dialog.progressView()->heading(), u"Finished: 6 of 6 evaluated"_s);
        QVERIFY(!dialog.cancelButton()->isVisible());
        QCOMPARE((*job->outcome())->evaluated, 6);
    }

    void cancelAnswersWithinASecondWhileTheEngineHangs()
    {
        NewRunDialog dialog(m_theme, m_engine->launcher(), {});
        dialog.show();
        const auto job = std::make_shared<RunJob>(m_engine->launcher(), completeRequest());
        job->start();
        dialog.follow(job);
        m_engine->step(1);
        QTRY_COMPARE(job->done(), 1); // and now it hangs in the second
        QElapsedTimer clock;
        clock.start();
        QTest::mouseClick(dialog.cancelButton(), Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(!job->isRunning(), 5000);
        QVERIFY2(clock.elapsed() < 1000, qPrintable(QString::number(clock.elapsed())));
        QVERIFY((*job->outcome())->cancelled);
        QCOMPARE(dialog.progressView()->heading(), u"Cancelled: 1 of 6 evaluated"_s);
    }

    void aThousandEventsASecondRepaintTenTimes()
    {
        RunJob job(
            [](const RunRequest &, RunObserver &observer, const std::stop_token &) {
                observer.planned({"busy", "native", 1, 20000, 0, {}});
                for (int i = 1; i <= 20000; ++i) {
                    observer.logged("line");
                    observer.itemFinished({{}, {i}, Verdict::Correct, "", {}}, i, 20000);
                }
                return Result<RunOutcome>(RunOutcome{});
            },
            completeRequest());
        QSignalSpy changed(&job, &Job::changed);
        QSignalSpy finished(&job, &Job::finished);
        QElapsedTimer clock;
        clock.start();
        job.start();
        QVERIFY(finished.wait(60000));
        QVERIFY(changed.count() <= 2 + clock.elapsed() / 100);
        QCOMPARE(job.done(), 20000);
        QCOMPARE(job.progress().logged, std::size_t{20000});
        QVERIFY(job.progress().log.size() < 1000);
    }

    void resultsAppearWhileTheRunGoesOn()
    {
        const QTemporaryDir folder;
        Services services;
        services.openStore = m_store->opener();
        services.launch = m_engine->launcher();
        services.dataFolder = folder.path().toStdString();
        m_store->addRun("first");
        MainWindow window(services, m_theme);
        window.show();
        window.openStore("fake.kloupe");
        QTRY_VERIFY(window.session().isOpen());
        const auto job = window.startRun(completeRequest());
        window.showPage(MainWindow::Results);
        m_engine->step(3);
        QTRY_COMPARE(window.resultsPage()->model()->rowCount(), 3);
        QVERIFY(job->isRunning());
        QVERIFY(window.statusArea()->cancelButton()->isVisible());
        m_engine->step(3);
        QTRY_COMPARE(window.resultsPage()->model()->rowCount(), 6);
        QTRY_VERIFY(!job->isRunning());
        QTRY_VERIFY(!window.statusArea()->cancelButton()->isVisible());
        QVERIFY(window.statusArea()->message().contains(u"Run finished"_s));
    }
};

QTEST_MAIN(TestNewRun)
#include "tst_newrun.moc"
