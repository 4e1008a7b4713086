// SPDX-License-Identifier: GPL-3.0-or-later
// Tests starting an agent from the window: fields, preview, progress, and continuing. Uses a fake
// agent, and a shell script in the sandbox.
#include "app/kernelloupe/realservices.h"
#include "ui/dialogs/agentfields.h"
#include "ui/dialogs/agentform.h"
#include "ui/dialogs/agentoutlook.h"
#include "ui/dialogs/newrundialog.h"
#include "ui/dialogs/runprogressview.h"
#include "ui/dialogs/taskfields.h"
#include "ui/shell/runs/agentjob.h"
#include "ui/shell/window/mainwindow.h"
#include "ui/shell/window/windowruns.h"
#include "ui/style/theme.h"
#include "ui/widgets/layout/offerbar.h"

#include <QCheckBox>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTemporaryDir>
#include <QTest>

#include <condition_variable>
#include <mutex>

#include "tests/ui/fakestore.h"
#include "tests/ui/uitest.h"

namespace tst_agents {

using namespace loupe;
using namespace loupe::ui;
using namespace Qt::StringLiterals;

namespace {

constexpr int longEnough = 300'000;

AgentRunRequest requestOf()
{
    AgentRunRequest request;
    request.run.suite = "tasks";
    request.run.store = "fake.kloupe";
    request.run.taskFilter = "category:Math";
    request.method = "mine";
    request.command.argv = {"python3", "/opt/my agent/main.py", "say \"hi\"", "-v"};
    request.command.environment = {"A_KEY", "ANOTHER"};
    request.command.readOnly = {"/opt/my agent", "/data"};
    request.limits.verdicts = 7;
    request.limits.seconds = 90;
    request.limits.dollars = 2.5;
    request.atOnce = 3;
    return request;
}

/// Returns a fake with two tasks, which submits one correct program and then waits for a stop.
AgentServices fakeAgents()
{
    AgentServices out;
    out.tasks = [](const AgentRunRequest &request) -> Result<std::vector<std::string>> {
        if (request.run.suite == "broken")
            return Error{Errc::InvalidInput, "no such suite", "broken"};
        return std::vector<std::string>{"Math/one", "Math/two"};
    };
    out.launch = [](const AgentRunRequest &, RunObserver &observer,
                    const std::stop_token &stop) -> Result<AgentRunOutcome> {
        observer.planned({"native: mine", "native", 1, 1, 0, {}});
        observer.itemFinished({{"Math/one", "Math", "mine", 0, 0}, {1}, Verdict::Correct, "", {}},
                              1, 1);
        observer.logged("Math/one: the agent works");
        std::mutex own;
        std::condition_variable_any stopped;
        std::unique_lock lock(own);
        stopped.wait(lock, stop, [] { return false; });
        AgentRunOutcome outcome;
        outcome.run = "native: mine";
        outcome.isInterrupted = true;
        return outcome;
    };
    return out;
}

NewRunServices fakeServices()
{
    NewRunServices out;
    out.agents = fakeAgents();
    return out;
}

} // namespace

class TestAgents final : public QObject
{
    Q_OBJECT

    QTemporaryDir m_folder;
    Theme m_theme;

private slots:
    void initTestCase() { m_theme.choose(ThemeChoice::Light); }

    void formRoundTripsTheRequest()
    {
        AgentForm form(m_theme, {});
        AgentRunRequest request = requestOf();
        request.run.jobs = 3; // has no field, but must survive
        request.command.hasNetwork = true;
        request.run.resume = true;
        form.setRequest(request);
        QCOMPARE(form.missing(), QString());
        const AgentRunRequest back = form.request();
        QCOMPARE(back.command.argv, request.command.argv);
        QCOMPARE(back.command.environment, request.command.environment);
        QCOMPARE(back.command.readOnly, request.command.readOnly);
        QVERIFY(back.command.hasNetwork);
        QCOMPARE(back.method, request.method);
        QCOMPARE(back.limits.verdicts, 7);
        QCOMPARE(back.limits.seconds, 90.0);
        QCOMPARE(back.limits.dollars, std::optional(2.5));
        QCOMPARE(back.atOnce, 3);
        QCOMPARE(back.run.suite, request.run.suite);
        QCOMPARE(back.run.taskFilter, request.run.taskFilter);
        QCOMPARE(back.run.store, request.run.store);
        QCOMPARE(back.run.jobs, 3);
        QVERIFY(back.run.resume);
    }

    void namesMissingInput()
    {
        AgentForm form(m_theme, {});
        QVERIFY(form.missing().contains(u"store"_s));
        AgentRunRequest request;
        request.run.store = "fake.kloupe";
        form.setRequest(request);
        QVERIFY(form.missing().contains(u"command"_s));
        form.agent()->command()->setText(u"/bin/true"_s);
        QVERIFY(form.missing().contains(u"method"_s));
        form.agent()->method()->setText(u"mine"_s);
        QCOMPARE(form.missing(), QString());
        QVERIFY(!form.request().limits.dollars); // no limit was set
        QCOMPARE(form.request().limits.verdicts, AgentLimits().verdicts);
    }

    void previewComesBeforeTheAgent()
    {
        NewRunDialog dialog(m_theme, {}, fakeServices());
        dialog.show();
        dialog.setAgents(requestOf());
        QCOMPARE(dialog.source(), NewRunDialog::Source::Agent);
        QVERIFY(!dialog.startButton()->isEnabled());
        QTRY_VERIFY(dialog.startButton()->isEnabled());
        AgentOutlook &outlook = *dialog.agentOutlook();
        QVERIFY(outlook.isVisible());
        QCOMPARE(outlook.heading(), u"2 tasks, each in a folder of its own"_s);
        QVERIFY(outlook.note().contains(u"Math/one, Math/two"_s));
        QVERIFY(outlook.note().contains(u"7 verdicts"_s));
        QVERIFY(outlook.note().contains(u"$2.50"_s));
        QVERIFY(outlook.note().contains(u"Network access: no"_s));
        QVERIFY(outlook.note().contains(u"fake.kloupe.agents"_s));
        QSignalSpy agents(&dialog, &NewRunDialog::agentsRequested);
        const QSignalSpy started(&dialog, &NewRunDialog::startRequested);
        QTest::mouseClick(dialog.startButton(), Qt::LeftButton);
        QCOMPARE(agents.count(), 1);
        QCOMPARE(started.count(), 0);
        QCOMPARE(agents.at(0).at(0).value<AgentRunRequest>().method, std::string("mine"));
        AgentRunRequest broken = requestOf();
        broken.run.suite = "broken";
        dialog.setAgents(broken);
        QTRY_VERIFY(outlook.note().contains(u"no such suite"_s));
        QVERIFY(!dialog.startButton()->isEnabled());
    }

    void followsCancelsAndResumes()
    {
        NewRunDialog dialog(m_theme, {}, fakeServices());
        dialog.show();
        dialog.setAgents(requestOf());
        const auto job = std::make_shared<AgentJob>(fakeAgents().launch, requestOf());
        job->start();
        dialog.follow(job);
        QTRY_COMPARE(dialog.progressView()->heading(), u"The agent works: 1 program judged"_s);
        QVERIFY(!dialog.goOnButton()->isVisible());
        QTest::mouseClick(dialog.cancelButton(), Qt::LeftButton);
        QTRY_VERIFY(!job->isRunning());
        QVERIFY((*job->outcome())->cancelled);
        QVERIFY(dialog.goOnButton()->isVisible());
        QSignalSpy agents(&dialog, &NewRunDialog::agentsRequested);
        QTest::mouseClick(dialog.goOnButton(), Qt::LeftButton);
        QCOMPARE(agents.count(), 1);
        const auto again = agents.at(0).at(0).value<AgentRunRequest>();
        QVERIFY(again.run.resume);
        QCOMPARE(again.run.name, std::string("native: mine"));
    }

    void offersUnfinishedRuns()
    {
        const auto store = test::FakeStore::make();
        store->addRun("first");
        Services window;
        window.openStore = store->opener();
        window.agents = fakeAgents();
        window.agents.findUnfinished
            = [](const std::filesystem::path &) -> Result<std::vector<AgentRunRequest>> {
            AgentRunRequest left = requestOf();
            left.run.name = "last night";
            left.run.resume = true;
            return std::vector{left};
        };
        window.findUnfinished
            = [](const std::filesystem::path &) -> Result<std::optional<UnfinishedRun>> {
            return Error{Errc::InvalidInput, "its candidates came from stored evaluations"};
        };
        MainWindow main(window, m_theme);
        main.show();
        main.openStore("fake.kloupe");
        QTRY_VERIFY(main.offerBar()->isVisible());
        QCOMPARE(main.offerBar()->sentence(),
                 u"“last night” did not finish. Its results are kept and are not evaluated "
                 "again."_s);
        main.offerBar()->acceptButton()->click();
        NewRunDialog &dialog = *main.runControl().newRunDialog();
        QVERIFY(dialog.isVisible());
        QCOMPARE(dialog.source(), NewRunDialog::Source::Agent);
        QVERIFY(dialog.agentForm()->tasks()->resume()->isChecked());
        QVERIFY(dialog.agentForm()->agent()->command()->text().contains(u"main.py"_s));
        QTRY_VERIFY(dialog.startButton()->isEnabled());
        QCOMPARE(main.jobs().running(), 0); // it costs money, so nothing starts by itself
        QSignalSpy agents(&dialog, &NewRunDialog::agentsRequested);
        dialog.startButton()->click();
        QCOMPARE(agents.count(), 1);
        const auto again = agents.at(0).at(0).value<AgentRunRequest>();
        QVERIFY(again.run.resume);
        QCOMPARE(again.run.name, std::string("last night"));
        QCOMPARE(again.command.argv, requestOf().command.argv);
        main.jobs().cancelAll();
        QTRY_COMPARE(main.jobs().running(), 0);
    }

    void aScriptOfTheShellIsAnAgent()
    {
        const Services real = app::realServices(false);
        MainWindow window(real, m_theme);
        window.show();
        NewRunDialog &dialog = *window.runControl().newRunDialog();
        dialog.show();
        const std::string programs = LOUPE_SOURCE_DIR "/tasks/demo/refine/Reduce/argmax";
        AgentRunRequest request;
        request.run.suite = real.taskFolder;
        request.run.store = m_folder.filePath(u"agents.kloupe"_s).toStdString();
        request.run.taskFilter = "task:Reduce/argmax";
        request.run.timing.enabled = false;
        request.run.controls = false;
        request.method = "shell";
        request.command.readOnly = {programs};
        request.command.argv
            = {"/bin/sh", "-c",
               "read hello; read task; for i in 1 2; do cp " + programs
                   + "/round_$i.cpp k$i.cpp; "
                     "echo \"{\\\"kind\\\":\\\"candidate\\\",\\\"id\\\":\\\"$i\\\","
                     "\\\"file\\\":\\\"k$i.cpp\\\"}\"; read verdict; done"};
        dialog.setAgents(request);
        QTRY_VERIFY2(dialog.startButton()->isEnabled(), qPrintable(dialog.agentOutlook()->note()));
        QCOMPARE(dialog.agentOutlook()->heading(), u"1 task, in a folder of its own"_s);
        dialog.startButton()->click();
        auto *job = qobject_cast<AgentJob *>(window.runs().current());
        QVERIFY(job != nullptr);
        const QSignalSpy finished(job, &Job::finished);
        QTRY_COMPARE_WITH_TIMEOUT(finished.count(), 1, longEnough);
        QVERIFY2(bool(*job->outcome()),
                 *job->outcome() ? "" : (*job->outcome()).error().text().c_str());
        const auto ended = job->ended();
        QVERIFY(ended);
        QCOMPARE(ended->tasks.size(), std::size_t{1});
        QCOMPARE(ended->tasks[0].spent.verdicts, 2);
        QCOMPARE(job->done(), 2);
        QVERIFY(!job->canGoOn());
        QVERIFY(!dialog.goOnButton()->isVisible());
        QVERIFY(real.agents.findUnfinished(request.run.store)->empty());
        QTRY_VERIFY(window.session().isOpen());
    }
};

} // namespace tst_agents

LOUPE_UI_TEST(agents, tst_agents::TestAgents)
#include "tst_agents.moc"
