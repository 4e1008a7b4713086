// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/generation/loop/generationoutcome.h"
#include "ui/dialogs/baselinefields.h"
#include "ui/dialogs/newrundialog.h"
#include "ui/dialogs/planview.h"
#include "ui/dialogs/precisionfields.h"
#include "ui/dialogs/presetbar.h"
#include "ui/dialogs/pythonform.h"
#include "ui/dialogs/runform.h"
#include "ui/dialogs/runprogressview.h"
#include "ui/dialogs/shapesfield.h"
#include "ui/models/resulttablemodel.h"
#include "ui/pages/results/resultspage.h"
#include "ui/shell/runs/runjob.h"
#include "ui/shell/window/mainwindow.h"
#include "ui/shell/window/statusarea.h"
#include "ui/shell/window/windowruns.h"
#include "ui/style/theme.h"
#include "ui/text/words.h"
#include "ui/widgets/input/choicebox.h"
#include "ui/widgets/input/furtherchoices.h"
#include "ui/widgets/layout/screenfit.h"

#include <QAction>
#include <QComboBox>
#include <QElapsedTimer>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QScopeGuard>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <map>
#include <mutex>
#include <vector>

#include "tests/ui/choose.h"
#include "tests/ui/fakeengine.h"
#include "tests/ui/uitest.h"

namespace tst_newrun {

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

/// In-memory presets; "broken" cannot be read.
struct FakeShelf {
    std::mutex mutex;
    std::map<std::string, RunRequest> kept;

    PresetShelf shelf()
    {
        PresetShelf out;
        out.names = [this](const std::filesystem::path &) -> Result<std::vector<std::string>> {
            const std::lock_guard lock(mutex);
            std::vector<std::string> names;
            for (const auto &[name, request] : kept)
                names.push_back(name);
            return names;
        };
        out.load = [this](const std::string &name, const RunRequest &given) -> Result<RunRequest> {
            const std::lock_guard lock(mutex);
            if (kept.count(name) == 0)
                return Error{Errc::InvalidInput, "this is no run preset", name};
            RunRequest request = kept.at(name);
            request.store = given.store;
            request.name = given.name;
            return request;
        };
        out.keep = [this](const RunRequest &request, const std::string &name) -> Status {
            const std::lock_guard lock(mutex);
            kept[name] = request;
            return {};
        };
        out.write = [](const RunRequest &, const std::string &,
                       const std::filesystem::path &file) -> Status {
            return Error{Errc::Io, "the disk is full", file.string()};
        };
        out.remove = [this](const std::filesystem::path &, const std::string &name) -> Status {
            const std::lock_guard lock(mutex);
            kept.erase(name);
            return {};
        };
        return out;
    }
};

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

    void namesMissingInput()
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

    void formRoundTripsTheRequest()
    {
        RunForm form(m_theme, {});
        RunRequest request = completeRequest();
        request.method = "renamed";
        request.name = "tonight";
        request.place = "ssh:node";
        request.resume = true;
        request.limits.callSeconds = 3; // has no field, but must survive
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

    void planShowsItsEstimate()
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
        QVERIFY(says(u"80 % range"_s));
        QVERIFY(says(u"3 of 4"_s));
        QVERIFY(says(u"8 GiB"_s));
        plan.estimate = RunEstimate{};
        view.showPlan(plan);
        QVERIFY(says(u"No time estimate yet"_s));
    }

    void showsPythonSettingsOnlyForPythonBenchmarks()
    {
        NewRunDialog dialog(m_theme, m_engine->launcher(),
                            {RunChoices{{"mine"}, {"triton", "pallas"}}, {}, {}});
        dialog.show();
        dialog.setRequest(completeRequest());
        QTRY_VERIFY(dialog.startButton()->isEnabled());
        QVERIFY(!dialog.form()->pythonForm()->isShown());
        RunRequest request = completeRequest();
        request.suite = "python";
        request.samples = 2;
        request.python.interpreter = "/opt/venv/bin/python3";
        request.python.platform = "pallas";
        request.python.device = "cuda:7"; // not in the list, but must survive
        request.python.judgedBy = JudgedBy::Strict;
        request.python.mode = ProtocolMode::AsIntended;
        request.python.baseline = BaselineForm::Compile;
        request.python.furtherBaselines = {BaselineForm::CudaGraph, BaselineForm::Eager};
        request.python.backward = true;
        request.python.shapes = R"({"level1/1":[{"dim":4}]})"; // of a preset
        dialog.setRequest(request);
        QTRY_VERIFY(dialog.form()->pythonForm()->isShown());
        const RunRequest back = dialog.form()->request();
        QCOMPARE(back.samples, 2);
        QCOMPARE(back.python.interpreter, request.python.interpreter);
        QCOMPARE(back.python.platform, request.python.platform);
        QCOMPARE(back.python.device, request.python.device);
        QCOMPARE(back.python.judgedBy, request.python.judgedBy);
        QCOMPARE(back.python.mode, request.python.mode);
        QVERIFY(back.python.backward);
        QCOMPARE(back.python.shapes, request.python.shapes);
        QCOMPARE(back.python.baseline, request.python.baseline);
        QVERIFY(back.python.furtherBaselines == request.python.furtherBaselines);
    }

    void shapesAreReadFromAFile()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath(u"shapes.json"_s);
        const auto write = [&](const QByteArray &text) {
            QFile file(path);
            return file.open(QIODevice::WriteOnly) && file.write(text) == text.size();
        };
        ShapesField field(m_theme);
        QSignalSpy changed(&field, &ShapesField::changed);
        QVERIFY(write("{ \"level1/1\": [{\"dim\": 4}] }"));
        field.line()->setText(path);
        QCOMPARE(changed.count(), 1);
        QCOMPARE(field.problem(), QString());
        PythonRequest request;
        field.fill(request);
        QCOMPARE(request.shapes, std::string(R"({"level1/1":[{"dim":4}]})"));
        QCOMPARE(request.shapesFile, toPath(path));
        QVERIFY(write("{\"level1/1\": []}"));
        field.setRequest(request);
        QVERIFY2(field.problem().contains(u"at least one shape"_s), qPrintable(field.problem()));
        field.fill(request);
        QVERIFY(request.shapes.empty());
        field.line()->setText(folder.filePath(u"none.json"_s));
        QVERIFY(field.problem().contains(u"none.json"_s));
        field.line()->clear();
        QCOMPARE(field.problem(), QString());
        field.fill(request);
        QVERIFY(request.shapes.empty() && request.shapesFile.empty());
    }

    void aRunWaitsForReadableShapes()
    {
        NewRunDialog dialog(m_theme, m_engine->launcher(), {});
        dialog.show();
        RunRequest request = completeRequest();
        request.suite = "python";
        dialog.setRequest(request);
        QTRY_VERIFY(dialog.startButton()->isEnabled());
        QLineEdit *line = dialog.form()->pythonForm()->shapes()->line();
        line->setText(u"/none/shapes.json"_s);
        QVERIFY(!dialog.startButton()->isEnabled());
        QVERIFY(dialog.form()->missing().contains(u"/none/shapes.json"_s));
        line->clear();
        QTRY_VERIFY(dialog.startButton()->isEnabled());
    }

    void severalBaselinesAreChosenInAMenu()
    {
        BaselineFields fields(m_theme);
        PythonRequest request;
        fields.setRequest(request);
        QSignalSpy changed(&fields, &BaselineFields::changed);
        const QList<QAction *> actions = fields.further()->menu()->actions();
        const auto actionOf = [&](const QString &text) {
            return *std::ranges::find(actions, text, &QAction::text);
        };
        QVERIFY2(!actionOf(u"eager"_s)->isEnabled(), "it is the run's own");
        actionOf(u"compile"_s)->trigger();
        actionOf(u"cuda-graph"_s)->trigger();
        QCOMPARE(changed.count(), 2);
        fields.fill(request);
        QCOMPARE(request.baseline, BaselineForm::Eager);
        QVERIFY(request.furtherBaselines
                == (std::vector{BaselineForm::Compile, BaselineForm::CudaGraph}));
        QCOMPARE(fields.further()->text(), u"Also compile and 1 more ▾"_s);
        fields.own()->setCurrentText(u"compile"_s);
        actionOf(u"cuda-graph"_s)->trigger(); // takes it back
        fields.fill(request);
        QCOMPARE(request.baseline, BaselineForm::Compile);
        QVERIFY2(request.furtherBaselines.empty(), "none is chosen twice");
    }

    void severalPrecisionsAreChosenInAMenu()
    {
        PrecisionFields fields(m_theme);
        PythonRequest request;
        fields.setRequest(request);
        QSignalSpy changed(&fields, &PrecisionFields::changed);
        QVERIFY2(!fields.further()->isEnabled(), "the submissions state all of them");
        fields.first()->setCurrentText(u"float32"_s);
        QVERIFY(fields.further()->isEnabled());
        const QList<QAction *> actions = fields.further()->menu()->actions();
        const auto actionOf = [&](const QString &text) {
            return *std::ranges::find(actions, text, &QAction::text);
        };
        QVERIFY(!actionOf(u"float32"_s)->isEnabled());
        actionOf(u"bfloat16"_s)->trigger();
        QCOMPARE(changed.count(), 2);
        fields.fill(request);
        const std::vector both{RunPrecision::Float32, RunPrecision::BFloat16};
        QVERIFY(request.precisions == both);
        QCOMPARE(fields.further()->text(), u"Also bfloat16 ▾"_s);
        fields.first()->setCurrentIndex(0);
        fields.fill(request);
        QVERIFY2(request.precisions.empty(), "the submissions state them again");
        request.precisions = both;
        fields.setRequest(request);
        QCOMPARE(fields.first()->currentText(), u"float32"_s);
        QCOMPARE(fields.further()->text(), u"Also bfloat16 ▾"_s);
        QVERIFY(fields.note()->isHidden());
        fields.offerOne();
        fields.setRequest(request);
        QVERIFY2(!fields.note()->isHidden(), "one of two is left out");
        QVERIFY(fields.note()->text().contains(u"2 precisions"_s));
        fields.fill(request);
        QVERIFY2(request.precisions == std::vector{RunPrecision::Float32}, "a prompt asks for one");
        fields.setRequest(request);
        QVERIFY(fields.note()->isHidden());
    }

    void severalPrecisionsAreRequestedAndPlanned()
    {
        RunRequest planned;
        std::mutex mutex;
        NewRunDialog dialog(m_theme,
                            [&](const RunRequest &request, RunObserver &observer,
                                const std::stop_token & /*stop*/) -> Result<RunOutcome> {
                                const std::lock_guard lock(mutex);
                                planned = request;
                                PlanSummary plan{"", "KernelBench", 3, 6, 0, {}, false};
                                plan.precisions = {"float32", "bfloat16"};
                                observer.planned(plan);
                                return RunOutcome{};
                            },
                            {});
        dialog.show();
        RunRequest request = completeRequest();
        request.python.precisions = {RunPrecision::Float32, RunPrecision::BFloat16};
        dialog.setRequest(request);
        QTRY_VERIFY(dialog.startButton()->isEnabled());
        const std::lock_guard lock(mutex);
        QVERIFY(planned.python.precisions == request.python.precisions);
        QVERIFY(std::ranges::any_of(dialog.findChildren<QLabel *>(), [](const QLabel *label) {
            return label->text().contains(
                u"Each candidate in float32, bfloat16; a run for each precision."_s);
        }));
        PrecisionFields *fields = dialog.form()->pythonForm()->precisions();
        QVERIFY(fields->isVisible());
        QCOMPARE(fields->further()->text(), u"Also bfloat16 ▾"_s);
    }

    void presetsAreKeptChosenAndRemoved()
    {
        FakeShelf memory;
        NewRunDialog dialog(m_theme, m_engine->launcher(), {{}, memory.shelf(), {}});
        dialog.show();
        PresetBar &bar = *dialog.presetBar();
        dialog.setRequest(completeRequest());
        bar.keepAs(u"nightly"_s);
        QTRY_COMPARE(bar.names(), QStringList{u"nightly"_s});
        QCOMPARE(bar.chosen(), u"nightly"_s);
        RunRequest other = completeRequest();
        other.taskFilter = "softmax";
        other.name = "tonight";
        dialog.setRequest(other);
        bar.keepAs(u"copy"_s); // a clone only has another name
        QTRY_COMPARE(bar.names().size(), 2);
        auto *choice = bar.findChild<QComboBox *>();
        choice->setCurrentIndex(2);
        emit choice->activated(2);
        QTRY_COMPARE(dialog.form()->request().taskFilter, std::string("category:Math"));
        QCOMPARE(dialog.form()->request().name, std::string("tonight"));
        QTRY_VERIFY(dialog.startButton()->isEnabled());
        QCOMPARE(bar.chosen(), u"nightly"_s);
        bar.remove(u"nightly"_s);
        QTRY_COMPARE(bar.names(), QStringList{u"copy"_s});
        QVERIFY(bar.chosen().isEmpty());
        bar.load(u"/none/broken.json"_s);
        QTRY_VERIFY(bar.note().contains(u"no run preset"_s));
        bar.exportTo(u"/full/p.json"_s);
        QTRY_VERIFY(bar.note().contains(u"disk is full"_s));
    }

    void aBaselineOfAnotherDeviceIsMarked()
    {
        PlanView view(m_theme);
        PlanSummary plan;
        plan.items = 4;
        plan.tasks = 2;
        plan.baseline = BaselineCheck{"yesterday", {{"device", "RTX 5090", "NVIDIA H200"}}};
        view.showPlan(plan);
        const auto labels = view.findChildren<QLabel *>();
        const auto marked = std::find_if(labels.begin(), labels.end(), [](const QLabel *each) {
            return each->text().contains(u"“yesterday” differs from this run"_s);
        });
        QVERIFY(marked != labels.end());
        QVERIFY((*marked)->text().contains(u"device: baseline run RTX 5090, here NVIDIA H200"_s));
        QCOMPARE((*marked)->property("tone").toString(), u"error"_s);
        QVERIFY(!(*marked)->isHidden());
        plan.baseline.reset();
        view.showPlan(plan);
        QVERIFY((*marked)->isHidden());
    }

    void offersDevicesAndInterpretersOfThisMachine()
    {
        const auto find = [] {
            return LaunchChoices{{"/opt/venv/bin/python3"}, {{"cpu", "EPYC"}, {"cuda:0", "H200"}}};
        };
        NewRunDialog dialog(m_theme, m_engine->launcher(), {{}, {}, find});
        RunRequest request = completeRequest();
        request.python.device = "cuda:7"; // chosen before, must survive
        dialog.setRequest(request);
        const auto offers = [&dialog](const QString &text) {
            const auto boxes = dialog.form()->findChildren<QComboBox *>();
            return std::any_of(boxes.begin(), boxes.end(), [&](const QComboBox *box) {
                return box->findText(text, Qt::MatchContains) >= 0;
            });
        };
        QTRY_VERIFY(offers(u"cuda:0 – H200"_s));
        QCOMPARE(dialog.form()->request().python.device, request.python.device);
        QSignalSpy asked(&dialog, &NewRunDialog::doctorRequested);
        const auto buttons = dialog.findChildren<QPushButton *>();
        const auto doctor = std::find_if(buttons.begin(), buttons.end(), [](QPushButton *each) {
            return each->accessibleName().startsWith(u"Doctor"_s);
        });
        QVERIFY(doctor != buttons.end());
        (*doctor)->click();
        QCOMPARE(asked.count(), 1);
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

    void cancelAnswersWhileTheEngineHangs()
    {
        NewRunDialog dialog(m_theme, m_engine->launcher(), {});
        dialog.show();
        const auto job = std::make_shared<RunJob>(m_engine->launcher(), completeRequest());
        job->start();
        dialog.follow(job);
        m_engine->step(1);
        QTRY_COMPARE(job->done(), 1); // the second item hangs now
        QTest::mouseClick(dialog.cancelButton(), Qt::LeftButton);
        QTRY_VERIFY(!job->isRunning()); // without another step of the engine
        QVERIFY((*job->outcome())->cancelled);
        QCOMPARE(dialog.progressView()->heading(), u"Stopped: 1 of 6 evaluated"_s);
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

    void newRunResetsTheFormForTheOpenStore()
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
        QAction &newRun = *window.commands().action(u"run.new"_s);
        newRun.trigger();
        NewRunDialog *first = window.runControl().newRunDialog();
        QVERIFY(first->isVisible());
        QVERIFY(!first->goesOnNote()->isVisible()); // there is no run
        QCOMPARE(first->form()->request().store, std::filesystem::path("fake.kloupe"));
        first->setRequest(completeRequest());
        QTRY_VERIFY(first->startButton()->isEnabled());
        first->startButton()->click();
        QVERIFY(!first->isVisible());
        QCOMPARE(window.currentPage(), MainWindow::Queue);
        QTRY_VERIFY(window.runs().current() != nullptr);
        newRun.trigger(); // while the first one runs
        const NewRunDialog *second = window.runControl().newRunDialog();
        QVERIFY(second->isVisible());
        QVERIFY(second->form()->isVisible());
        QVERIFY(second->form()->isEnabled());
        QVERIFY(second->form()->request().candidates.empty());
        QVERIFY(second->form()->request().taskFilter.empty());
        window.openStore("other.kloupe");
        QTRY_COMPARE(window.session().file(), std::filesystem::path("other.kloupe"));
        QCOMPARE(second->form()->request().store, std::filesystem::path("other.kloupe"));
        window.runControl().newRunDialog()->close();
        newRun.trigger();
        NewRunDialog *third = window.runControl().newRunDialog();
        QCOMPARE(third->form()->request().store, std::filesystem::path("other.kloupe"));
        QVERIFY(test::choose(*third->templates(), u"Repeat the last run"_s));
        QCOMPARE(third->form()->request().candidates, completeRequest().candidates);
        QCOMPARE(third->form()->request().taskFilter, completeRequest().taskFilter);
        QCOMPARE(third->form()->request().store, std::filesystem::path("other.kloupe"));
        window.jobs().cancelAll();
        QTRY_COMPARE(window.jobs().running(), 0);
    }

    void theDemoKernelsFillTheForm()
    {
        NewRunServices services;
        services.nativeSuite = "tasks";
        NewRunDialog dialog(m_theme, m_engine->launcher(), services);
        dialog.show();
        RunRequest request;
        request.store = "fake.kloupe";
        dialog.setRequest(request);
        QVERIFY(!dialog.startButton()->isEnabled());
        QVERIFY(test::choose(*dialog.templates(), u"Try the demo kernels"_s));
        QTRY_VERIFY(dialog.startButton()->isEnabled());
        QCOMPARE(dialog.form()->request().suite, std::filesystem::path("tasks"));
        QCOMPARE(dialog.form()->request().candidates.front(), std::filesystem::path("tasks/demo"));
        QCOMPARE(dialog.form()->request().store, std::filesystem::path("fake.kloupe"));
        QVERIFY(test::choose(*dialog.templates(), u"My own kernels on the native suite"_s));
        QVERIFY(dialog.form()->request().candidates.empty());
        QCOMPARE(dialog.form()->request().store, std::filesystem::path("fake.kloupe"));
    }

    void aTemplateOfASuiteNamesTheCheckoutToChoose()
    {
        NewRunServices services;
        services.nativeSuite = "tasks";
        services.choices.suites = {"kernelbench"};
        NewRunDialog dialog(m_theme, m_engine->launcher(), services);
        dialog.show();
        QVERIFY(test::choose(*dialog.templates(), u"Judge a folder of KernelBench kernels"_s));
        QCOMPARE(dialog.form()->request().suite, std::filesystem::path("kernelbench"));
        QCOMPARE(dialog.form()->request().layout, std::string("kernelbench"));
        QVERIFY(dialog.form()->pythonForm()->isShown());
        QVERIFY(test::choose(*dialog.templates(), u"Judge a folder of KernelBench-X kernels"_s));
        QVERIFY(dialog.form()->request().suite.empty()); // no checkout of it is known
        QCOMPARE(dialog.form()->missing(), u"Choose a checkout of KernelBench-X."_s);
    }

    void theTemplateFollowsTheSourceOfTheCandidates()
    {
        NewRunServices services;
        services.generation.launch = [](const GenerationRequest &, GenerationBoard &, RunObserver &,
                                        const std::stop_token &) -> Result<GenerationOutcome> {
            return Error{Errc::InvalidInput, "not used"};
        };
        NewRunDialog dialog(m_theme, m_engine->launcher(), services);
        QCOMPARE(dialog.templates()->currentIndex(), 0);
        dialog.setSource(NewRunDialog::Source::Model);
        QCOMPARE(dialog.templates()->currentText(), u"Generate with a model"_s);
        QVERIFY(test::choose(*dialog.templates(), u"My own kernels on the native suite"_s));
        QCOMPARE(dialog.source(), NewRunDialog::Source::Folders);
        QCOMPARE(dialog.templates()->currentText(), u"My own kernels on the native suite"_s);
    }

    void startIsVisibleWithLargeText()
    {
        m_theme.setTextPercent(150);
        const auto normal = qScopeGuard([this] { m_theme.setTextPercent(100); });
        NewRunDialog dialog(m_theme, m_engine->launcher(), {});
        dialog.setRequest(completeRequest());
        dialog.show();
        const QRect screen(0, 0, 1280, 720);
        dialog.move(600, 500);
        ScreenFit::fit(dialog, screen);
        QVERIFY2(dialog.width() <= screen.width() && dialog.height() <= screen.height(),
                 qPrintable(u"%1 × %2"_s.arg(dialog.width()).arg(dialog.height())));
        const QPushButton &start = *dialog.startButton();
        const QRect place(start.mapTo(&dialog, QPoint()), start.size());
        QVERIFY(start.isVisible() && dialog.rect().contains(place));
    }

    void theFormIsAboveThePlanInANarrowDialog()
    {
        NewRunDialog dialog(m_theme, m_engine->launcher(), {});
        const auto *form = dialog.form();
        const auto *plan = dialog.findChild<PlanView *>();
        const auto topOf
            = [&dialog](const QWidget *of) { return of->mapTo(&dialog, QPoint()).y(); };
        const int unit = m_theme.unit();
        dialog.resize(170 * unit, 90 * unit);
        dialog.show();
        QTRY_VERIFY(topOf(plan) < topOf(form) + form->height());
        dialog.resize(90 * unit, 90 * unit);
        QTRY_VERIFY(topOf(plan) >= topOf(form) + form->height());
        dialog.resize(170 * unit, 90 * unit);
        QTRY_VERIFY(topOf(plan) < topOf(form) + form->height());
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
        QTRY_COMPARE(window.page<ResultsPage>()->model()->rowCount(), 3);
        QVERIFY(job->isRunning());
        QVERIFY(window.statusArea()->cancelButton()->isVisible());
        m_engine->step(3);
        QTRY_COMPARE(window.page<ResultsPage>()->model()->rowCount(), 6);
        QTRY_VERIFY(!job->isRunning());
        QTRY_VERIFY(!window.statusArea()->cancelButton()->isVisible());
        QVERIFY(window.statusArea()->message().contains(u"Run finished"_s));
    }
};

} // namespace tst_newrun

LOUPE_UI_TEST(newrun, tst_newrun::TestNewRun)
#include "tst_newrun.moc"
