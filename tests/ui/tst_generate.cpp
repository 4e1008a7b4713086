// SPDX-License-Identifier: GPL-3.0-or-later
// Tests generation from the window: fields, review, progress, and continuing. Uses a fake
// generation, and a real one with the demo's cassette.
#include "app/kernelloupe/realservices.h"
#include "core/base/json.h"
#include "core/engine/contract/runcontrol.h"
#include "core/generation/loop/unfinishedgeneration.h"
#include "ui/dialogs/generationform.h"
#include "ui/dialogs/generationprogressview.h"
#include "ui/dialogs/generationreview.h"
#include "ui/dialogs/hintdialog.h"
#include "ui/dialogs/modelfields.h"
#include "ui/dialogs/newrundialog.h"
#include "ui/dialogs/roundfields.h"
#include "ui/dialogs/taskfields.h"
#include "ui/models/generationmodels.h"
#include "ui/shell/runs/generationjob.h"
#include "ui/shell/window/mainwindow.h"
#include "ui/shell/window/windowruns.h"
#include "ui/style/theme.h"
#include "ui/widgets/input/choicebox.h"
#include "ui/widgets/layout/offerbar.h"
#include "ui/widgets/tables/columnfit.h"
#include "ui/widgets/tables/resulttable.h"

#include <QAbstractItemModelTester>
#include <QCheckBox>
#include <QComboBox>
#include <QFile>
#include <QHeaderView>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <condition_variable>
#include <mutex>

#include "tests/ui/choose.h"
#include "tests/ui/fakestore.h"
#include "tests/ui/uitest.h"

namespace tst_generate {

using namespace loupe;
using namespace loupe::ui;
using namespace Qt::StringLiterals;

namespace {

constexpr int longEnough = 300'000;

Profile profileOf(const Json &more = Json::object())
{
    Json json{{"format", 1},
              {"name", "way"},
              {"endpoint", {{"url", "https://host.test/v1"}, {"key", "env:A_KEY"}, {"lanes", 2}}},
              {"model", "m"},
              {"strategy", {{"kind", "serial"}, {"samples", 2}, {"rounds", 3}}},
              {"budget", {{"requests", 40}}}};
    json.update(more);
    const auto profile = parseProfile(json.dump(), "/profiles/way.json");
    return profile ? *profile : Profile();
}

GenerationRequest requestOf()
{
    GenerationRequest request;
    request.profile = profileOf();
    request.run.suite = "tasks";
    request.run.store = "fake.kloupe";
    request.run.taskFilter = "category:Math";
    return request;
}

/// Previews two tasks, makes one request, and then waits for a stop.
struct FakeGeneration {
    std::mutex mutex;
    std::vector<GenerationRequest> left; ///< unfinished ones

    GenerationServices services()
    {
        GenerationServices out;
        out.preview = [](const GenerationRequest &request) -> Result<GenerationPreview> {
            if (request.run.suite == "broken")
                return Error{Errc::InvalidInput, "no such name", "cpu.start:3"};
            GenerationPreview preview;
            preview.prompt = "cpu.start";
            preview.prompts = {{"Math/one", "Write one."}, {"Math/two", "Write two."}};
            preview.outlook.run = "native: way";
            preview.outlook.mayAskAgain = true;
            preview.outlook.most = {12, 3000, 6000, {}};
            preview.key = "env:A_KEY";
            preview.isKeyMissing = true;
            return preview;
        };
        out.launch
            = [](const GenerationRequest &request, GenerationBoard &board, RunObserver &observer,
                 const std::stop_token &stop) -> Result<GenerationOutcome> {
            GenerationSetup setup;
            setup.run = "native: way";
            setup.method.name = "way";
            setup.tasks.resize(1);
            setup.tasks[0].task.name = "Math/one";
            setup.origin.strategy = *readStrategy(request.profile);
            board.begin(setup, request.profile, DialogueBook(setup.origin));
            board.enter(GenerationPhase::Asking);
            board.ask({"a", {"Math/one", 0, 0, "start", 1}, "{}"}, "Write one.");
            AskEvent sent;
            sent.kind = AskEvent::Kind::Sent;
            sent.ask = "a";
            sent.reserved = {1, 200, 400, {}};
            board.hear(sent);
            observer.logged("asked");
            std::mutex own;
            std::condition_variable_any stopped;
            std::unique_lock lock(own);
            stopped.wait(lock, stop, [] { return false; });
            GenerationOutcome outcome;
            outcome.run = setup.run;
            outcome.end = AskingEnd::Stopped;
            return outcome;
        };
        out.findUnfinished = [this](const std::filesystem::path &) {
            const std::lock_guard lock(mutex);
            return Result<std::vector<GenerationRequest>>(left);
        };
        return out;
    }
};

} // namespace

class TestGenerate final : public QObject
{
    Q_OBJECT

    QTemporaryDir m_folder;
    Theme m_theme;
    FakeGeneration m_fake;

    QString write(const QString &name, const std::string &text)
    {
        const QString path = m_folder.filePath(name);
        QFile file(path);
        if (!file.open(QIODevice::WriteOnly)
            || file.write(text.data(), static_cast<qint64>(text.size())) < 0)
            qFatal("the file could not be written");
        return path;
    }

    NewRunServices services()
    {
        NewRunServices out;
        out.choices.platforms = {"triton"};
        out.generation = m_fake.services();
        return out;
    }

private slots:
    void initTestCase() { m_theme.choose(ThemeChoice::Light); }
    void init() { m_fake.left.clear(); }

    void lanesAndRoundsAreTables()
    {
        AskLaneModel lanes;
        const QAbstractItemModelTester laneTester(
            &lanes, QAbstractItemModelTester::FailureReportingMode::QtTest);
        lanes.show({{}, {true, "Math/one", 1, 2, "fix", RoundState::Waiting, 12, 0}});
        QCOMPARE(lanes.rowCount(), 2);
        QCOMPARE(lanes.index(0, AskLaneModel::StateColumn).data().toString(), u"idle"_s);
        QCOMPARE(lanes.index(1, AskLaneModel::LaneColumn).data().toString(), u"2"_s);
        QCOMPARE(lanes.index(1, AskLaneModel::StateColumn).data().toString(), u"retries in 12 s"_s);
        lanes.show({{}});
        QCOMPARE(lanes.rowCount(), 1);

        SampleRoundModel samples;
        const QAbstractItemModelTester sampleTester(
            &samples, QAbstractItemModelTester::FailureReportingMode::QtTest);
        SampleProgress one{"Math/one", 0, {{RoundState::Asking, Verdict::NotRecorded, {}}, {}}};
        samples.show({one});
        QCOMPARE(samples.columnCount(), SampleRoundModel::FirstRoundColumn + 2);
        const QModelIndex first = samples.index(0, SampleRoundModel::FirstRoundColumn);
        QCOMPARE(first.data().toString(), u"asking…"_s);
        QVERIFY(!first.data(VerdictRole).isValid());
        const QSignalSpy reset(&samples, &QAbstractItemModel::modelReset);
        one.rounds[0] = {RoundState::Judged, Verdict::Correct, 1.5};
        one.rounds[1] = {RoundState::Judged, Verdict::WrongValue, {}};
        samples.show({one});
        QCOMPARE(reset.count(), 0); // the selection stays
        QCOMPARE(samples.index(0, 2).data().toString(), u"1.50×"_s);
        QCOMPARE(samples.index(0, 3).data().toString(), u"wrong value"_s);
        QCOMPARE(samples.index(0, 3).data(VerdictRole).toInt(),
                 static_cast<int>(Verdict::WrongValue));
        samples.show({});
        QCOMPARE(samples.rowCount(), 0);
    }

    void formRoundTripsTheRequest()
    {
        GenerationForm form(m_theme, {});
        GenerationRequest request = requestOf();
        request.run.resume = true;
        request.run.name = "tonight";
        request.run.jobs = 3; // has no field, but must survive
        request.run.python.platform = "cuda";
        request.replay = "c.jsonl";
        form.setRequest(request);
        QCOMPARE(form.missing(), QString());
        const auto back = form.request();
        QVERIFY2(bool(back), back ? "" : back.error().text().c_str());
        QCOMPARE(Json::parse(back->profile.text), Json::parse(request.profile.text));
        QCOMPARE(back->profile.source, request.profile.source);
        QCOMPARE(back->run.suite, request.run.suite);
        QCOMPARE(back->run.taskFilter, request.run.taskFilter);
        QCOMPARE(back->run.name, request.run.name);
        QCOMPARE(back->run.python.platform, request.run.python.platform);
        QCOMPARE(back->run.jobs, 3);
        QVERIFY(back->run.resume);
        QCOMPARE(back->replay, request.replay);
    }

    void gradientsAndShapesAreAsked()
    {
        GenerationForm form(m_theme, {});
        form.setRequest(requestOf());
        const auto named = [&form](const auto &widgets, const QString &name) {
            const auto found = std::ranges::find(widgets, name, &QWidget::accessibleName);
            return found == widgets.end() ? nullptr : *found;
        };
        QCheckBox *gradients = named(form.findChildren<QCheckBox *>(), u"Gradients"_s);
        QLineEdit *shapes = named(form.findChildren<QLineEdit *>(), u"Shapes"_s);
        QVERIFY(gradients != nullptr && !gradients->isHidden());
        QVERIFY(shapes != nullptr && !shapes->isHidden());
        gradients->setChecked(true);
        shapes->setText(u"{\"level1/1\": [{\"dim\": 4}]}"_s);
        QCOMPARE(form.missing(), QString());
        const auto request = form.request();
        QVERIFY(request);
        QVERIFY(request->run.python.backward);
        QCOMPARE(request->run.python.shapes, std::string(R"({"level1/1":[{"dim":4}]})"));
        shapes->setText(u"/none/shapes.json"_s);
        QVERIFY2(form.missing().contains(u"/none/shapes.json"_s), qPrintable(form.missing()));
    }

    void formChangesUpdateTheProfile()
    {
        GenerationForm form(m_theme, {});
        form.setRequest(requestOf());
        form.rounds()->samples()->setValue(5);
        QVERIFY(form.rounds()->rounds()->isEnabled());
        QCOMPARE(readStrategy(form.request()->profile)->samples, 5);
        form.rounds()->strategy()->setCurrentIndex(0);
        QVERIFY(!form.rounds()->rounds()->isEnabled());
        QCOMPARE(readStrategy(form.request()->profile)->kind, Strategy::Kind::Independent);
        QVERIFY(!readStrategy(form.request()->profile)->published);
        form.rounds()->prompts()->setCurrentIndex(1);
        QVERIFY(readStrategy(form.request()->profile)->published);
        form.rounds()->prompts()->setCurrentIndex(0);
        form.rounds()->dollars()->setText(u"lots"_s);
        QVERIFY(form.missing().contains(u"budget"_s));
        form.rounds()->dollars()->setText(u"2.50"_s);
        QCOMPARE(form.missing(), QString());
        const auto priceless = form.request();
        QVERIFY(!priceless);
        QVERIFY(priceless.error().text().find("prices") != std::string::npos);
    }

    void strategiesOverAllSamplesAreChosen()
    {
        GenerationForm form(m_theme, {});
        GenerationRequest request = requestOf();
        request.profile = profileOf(
            {{"strategy",
              {{"kind", "evolve"}, {"islands", 2}, {"children", 3}, {"rounds", 4}, {"seed", 5}}}});
        form.setRequest(request);
        const auto back = form.request();
        QVERIFY2(bool(back), back ? "" : back.error().text().c_str());
        QCOMPARE(Json::parse(back->profile.text), Json::parse(request.profile.text));
        RoundFields &rounds = *form.rounds();
        QCOMPARE(rounds.samples()->value(), 6);
        QVERIFY(!rounds.samples()->isEnabled());
        rounds.islands()->setValue(3);
        QCOMPARE(rounds.samples()->value(), 9);
        QCOMPARE(readStrategy(form.request()->profile)->samples, 9);
        QCOMPARE(readStrategy(form.request()->profile)->seed, std::optional<std::int64_t>(5));
        const auto choose = [&](Strategy::Kind kind) {
            rounds.strategy()->setCurrentIndex(rounds.strategy()->findData(static_cast<int>(kind)));
        };
        choose(Strategy::Kind::Beam);
        rounds.width()->setValue(4);
        const auto beam = readStrategy(form.request()->profile);
        QVERIFY2(bool(beam), beam ? "" : beam.error().text().c_str());
        QCOMPARE(beam->kind, Strategy::Kind::Beam);
        QCOMPARE(beam->samples, 12);
        QVERIFY(rounds.islands()->isHidden());
        choose(Strategy::Kind::Serial);
        QVERIFY(rounds.samples()->isEnabled());
        rounds.samples()->setValue(2);
        const auto serial = readStrategy(form.request()->profile);
        QVERIFY2(bool(serial), serial ? "" : serial.error().text().c_str());
        QCOMPARE(serial->samples, 2);
        QCOMPARE(serial->rounds, 4);
    }

    void hintIsOneRequestForAProgram()
    {
        Services services;
        services.person = "Ada";
        std::optional<HintRequest> asked;
        services.generation.launch
            = [&asked](const GenerationRequest &request, GenerationBoard &, RunObserver &,
                       const std::stop_token &) -> Result<GenerationOutcome> {
            asked = request.hint;
            GenerationOutcome out;
            out.evaluated = RunOutcome();
            return out;
        };
        QWidget window;
        std::shared_ptr<RunJob> started;
        askWithHint(m_theme, services, "s.kloupe", RowId{7}, &window,
                    [&started](const std::shared_ptr<RunJob> &job) { started = job; });
        auto *dialog = window.findChild<HintDialog *>();
        QVERIFY(dialog);
        QCOMPARE(dialog->person()->text(), u"Ada"_s);
        QVERIFY(!dialog->askButton()->isEnabled());
        dialog->hint()->setPlainText(u"Mind the tail."_s);
        dialog->person()->clear();
        QVERIFY(!dialog->askButton()->isEnabled());
        dialog->person()->setText(u"Eve"_s);
        dialog->askButton()->click();
        QVERIFY(started);
        QSignalSpy ended(started.get(), &Job::finished);
        started->start();
        QVERIFY(ended.count() > 0 || ended.wait(longEnough));
        QVERIFY(asked);
        QCOMPARE(asked->evaluation, RowId{7});
        QCOMPARE(asked->hint, std::string("Mind the tail."));
        QCOMPARE(asked->person, std::string("Eve"));
    }

    void aProfileFillsTheFields()
    {
        GenerationForm form(m_theme, {});
        GenerationRequest empty;
        empty.run.store = "fake.kloupe";
        form.setRequest(empty);
        QVERIFY(!form.missing().isEmpty());
        form.loadProfile(write(u"way.json"_s, profileOf().text));
        QTRY_VERIFY(!form.isLoading());
        QCOMPARE(form.missing(), QString());
        QCOMPARE(form.rounds()->rounds()->value(), 3);
        QCOMPARE(form.request()->profile.endpoint.key.name, std::string("A_KEY"));
        form.loadProfile(write(u"broken.json"_s, R"({"format": 1, "colour": "red"})"));
        QTRY_VERIFY(!form.isLoading());
        QVERIFY2(form.missing().contains(u"broken.json"_s), qPrintable(form.missing()));
        QVERIFY(form.missing().contains(u"colour"_s));
        form.loadProfile(m_folder.filePath(u"way.json"_s));
        QTRY_COMPARE(form.missing(), QString());
    }

    void reviewComesBeforeTheRequest()
    {
        NewRunDialog dialog(m_theme, {}, services());
        dialog.show();
        QCOMPARE(dialog.source(), NewRunDialog::Source::Folders);
        dialog.setGeneration(requestOf());
        QCOMPARE(dialog.source(), NewRunDialog::Source::Model);
        QVERIFY(!dialog.startButton()->isEnabled());
        QTRY_VERIFY(dialog.startButton()->isEnabled());
        GenerationReview &review = *dialog.review();
        QVERIFY(review.isVisible());
        QCOMPARE(review.heading(), u"At most 12 requests for 2 tasks"_s);
        QVERIFY(review.note().contains(u"env:A_KEY"_s));
        QVERIFY(review.note().contains(u"not set"_s));
        QVERIFY(review.note().contains(u"cost unknown"_s));
        QVERIFY(review.note().contains(u"requested again"_s));
        QCOMPARE(review.prompt(), u"Write one."_s);
        review.tasks()->setCurrentIndex(1);
        QCOMPARE(review.prompt(), u"Write two."_s);
        const QSignalSpy asked(&dialog, &NewRunDialog::generationRequested);
        const QSignalSpy started(&dialog, &NewRunDialog::startRequested);
        QTest::mouseClick(dialog.startButton(), Qt::LeftButton);
        QCOMPARE(asked.count(), 1);
        QCOMPARE(started.count(), 0);
        GenerationRequest broken = requestOf();
        broken.run.suite = "broken";
        dialog.setGeneration(broken);
        QTRY_COMPARE(review.heading(), u"These requests cannot be sent"_s);
        QVERIFY(review.note().contains(u"cpu.start:3"_s));
        QVERIFY(!dialog.startButton()->isEnabled());
        dialog.setSource(NewRunDialog::Source::Folders);
        QVERIFY(!review.isVisible());
    }

    void recordedAnswersFillTheForm()
    {
        RecordedAnswers recorded;
        recorded.profile = write(u"demo.json"_s, profileOf().text).toStdString();
        recorded.answers = "/demo/dialogue.jsonl";
        recorded.tasks = "task:Math/one,Math/two";
        NewRunServices asked = services();
        asked.recorded = recorded;
        asked.nativeSuite = "tasks";
        NewRunDialog dialog(m_theme, {}, asked);
        dialog.show();
        RunRequest run;
        run.store = "fake.kloupe";
        dialog.setRequest(run);
        QVERIFY(test::choose(*dialog.templates(), u"Try with recorded answers"_s));
        QCOMPARE(dialog.source(), NewRunDialog::Source::Model);
        QTRY_VERIFY(dialog.startButton()->isEnabled());
        const auto filled = dialog.generationForm()->request();
        QVERIFY(bool(filled));
        QCOMPARE(filled->replay, recorded.answers);
        QCOMPARE(filled->run.taskFilter, recorded.tasks);
        QCOMPARE(filled->run.store, std::filesystem::path("fake.kloupe"));
        QCOMPARE(filled->profile.name, std::string("way"));
        const NewRunDialog without(m_theme, {}, services()); // none are installed
        QCOMPARE(without.templates()->findText(u"Try with recorded answers"_s), -1);
    }

    void reviewCountsTasksWithAnswers()
    {
        GenerationReview review(m_theme);
        GenerationPreview preview;
        preview.prompts = {{"Math/one", {}}, {"Math/two", {}}, {"Math/three", {}}};
        preview.isReplay = true;
        preview.recordedTasks = 2;
        review.showPreview(preview);
        QVERIFY2(review.note().contains(u"2 of 3 tasks have recorded answers"_s),
                 qPrintable(review.note()));
        preview.recordedTasks = 3;
        review.showPreview(preview);
        QVERIFY(review.note().contains(u"All 3 tasks have recorded answers"_s));
    }

    void onlyTaskNamesAreElided()
    {
        SampleRoundModel model;
        ResultTable table(m_theme);
        table.setModel(&model);
        auto *fit = new ColumnFit(&table, SampleRoundModel::TaskColumn, 16);
        table.resize(900, 300);
        table.show();
        model.show({{"MatrixMultiply/matmul_transposed_b",
                     0,
                     {{RoundState::Judged, Verdict::MissingSymbol, {}},
                      {RoundState::Judged, Verdict::Correct, 12.25},
                      {RoundState::Answering, Verdict::NotRecorded, {}}}}});
        fit->update();
        const QAbstractItemView &hints = table;
        const auto isCut = [&](int column) {
            return table.columnWidth(column) < hints.sizeHintForColumn(column);
        };
        for (int column = 0; column < model.columnCount(); ++column)
            QVERIFY2(!isCut(column), qPrintable(QString::number(column)));
        QCOMPARE(table.horizontalHeader()->length(), table.viewport()->width());
        table.resize(300, 300);
        for (int column = 0; column < model.columnCount(); ++column)
            QCOMPARE(isCut(column), column == SampleRoundModel::TaskColumn);
        QVERIFY(table.columnWidth(SampleRoundModel::TaskColumn)
                >= 16 * characterWidth(table.fontMetrics()));
        QCOMPARE(model.index(0, 0).data(Qt::ToolTipRole).toString(),
                 u"MatrixMultiply/matmul_transposed_b"_s);
    }

    void followsCancelsAndResumes()
    {
        NewRunDialog dialog(m_theme, {}, services());
        dialog.show();
        dialog.setGeneration(requestOf());
        const auto job = std::make_shared<GenerationJob>(m_fake.services().launch, requestOf());
        job->start();
        dialog.follow(job);
        GenerationProgressView &view = *dialog.generationView();
        QTRY_COMPARE(view.heading(), u"1 of at most 6 requested, 0 answered, 0 evaluated"_s);
        QVERIFY(view.isVisible());
        QVERIFY(!dialog.generationForm()->isVisible());
        QVERIFY(view.spending().contains(u"reserved for open requests: 1 request"_s));
        QCOMPARE(view.lanes()->model()->rowCount(), 2);
        QCOMPARE(view.lanes()->model()->index(0, AskLaneModel::TaskColumn).data().toString(),
                 u"Math/one"_s);
        QCOMPARE(view.samples()->model()->rowCount(), 2);
        QTRY_COMPARE(view.lanes()->viewport()->height(), // exactly its rows fit
                     2 * view.lanes()->verticalHeader()->defaultSectionSize());
        QVERIFY(view.conversation().contains(u"Write one."_s));
        QCOMPARE(job->total(), 6);
        view.samples()->selectRow(1);
        QCOMPARE(view.conversation(), QString()); // that sample has no messages yet
        QVERIFY(!dialog.goOnButton()->isVisible());
        QTest::mouseClick(dialog.cancelButton(), Qt::LeftButton);
        QTRY_VERIFY(!job->isRunning());
        QVERIFY((*job->outcome())->cancelled);
        QVERIFY(view.heading().startsWith(u"Stopped"_s));
        QVERIFY(view.note().contains(u"all answers are kept"_s));
        QVERIFY(!view.lanes()->isVisible()); // idle, all of them
        QVERIFY(dialog.goOnButton()->isVisible());
        QSignalSpy asked(&dialog, &NewRunDialog::generationRequested);
        QTest::mouseClick(dialog.goOnButton(), Qt::LeftButton);
        QCOMPARE(asked.count(), 1);
        const auto again = asked.at(0).at(0).value<GenerationRequest>();
        QVERIFY(again.run.resume);
        QCOMPARE(again.run.name, std::string("native: way"));
    }

    void itemsOfALaterWaveAreSteered()
    {
        const auto itemAt = [](int sample) {
            return ItemInfo{"Math/one", "Math", "way", sample, 0};
        };
        RunJob job(
            [itemAt](const RunRequest &request, RunObserver &observer,
                     const std::stop_token &stop) -> Result<RunOutcome> {
                RunControl &control = *request.control;
                observer.planned({"waves", "native", 1, 3, 0, {}});
                observer.queued({itemAt(0)});
                control.begin(1);
                control.done(control.take()->item);
                observer.itemFinished({itemAt(0), {1}, Verdict::Correct, "", {}}, 1, 3);
                control.begin(2);
                observer.queued({itemAt(1), itemAt(2)});
                std::mutex own;
                std::condition_variable_any stopped;
                std::unique_lock lock(own);
                stopped.wait(lock, stop, [] { return false; });
                return RunOutcome();
            },
            {});
        job.start();
        QTRY_COMPARE(job.items().size(), std::size_t{3});
        QCOMPARE(job.line(), (std::vector<std::size_t>{1, 2}));
        const std::vector<std::size_t> last{2};
        job.moveToFront(last);
        QCOMPARE(job.line(), (std::vector<std::size_t>{2, 1}));
        const std::vector<std::size_t> ended{0};
        job.cancelItems(ended); // belongs to an earlier queue, so it matches no item
        QCOMPARE(job.line(), (std::vector<std::size_t>{2, 1}));
        job.cancelItems(last);
        QCOMPARE(job.line(), std::vector<std::size_t>{1});
        job.cancel();
        QTRY_VERIFY(!job.isRunning());
    }

    void offersUnfinishedRuns()
    {
        const auto store = test::FakeStore::make();
        store->addRun("first");
        GenerationRequest left = requestOf();
        left.run.name = "last night";
        left.run.resume = true;
        m_fake.left = {left};
        Services window;
        window.openStore = store->opener();
        window.generation = m_fake.services();
        window.findUnfinished
            = [](const std::filesystem::path &) -> Result<std::optional<UnfinishedRun>> {
            return Error{Errc::InvalidInput, "its candidates came from stored evaluations"};
        };
        MainWindow main(window, m_theme);
        main.show();
        main.openStore("fake.kloupe");
        QTRY_VERIFY(main.offerBar()->isVisible());
        QVERIFY(main.offerBar()->sentence().contains(u"last night"_s));
        main.offerBar()->acceptButton()->click();
        QVERIFY(main.runControl().newRunDialog()->isVisible());
        QCOMPARE(main.runControl().newRunDialog()->source(), NewRunDialog::Source::Model);
        QVERIFY(main.runControl().newRunDialog()->generationForm()->tasks()->resume()->isChecked());
        QTRY_VERIFY(main.runControl().newRunDialog()->startButton()->isEnabled());
        QCOMPARE(main.jobs().running(), 0); // it costs money, so nothing starts by itself
    }

    void listsGenerationsEndedByBudgetWithoutOffer()
    {
        const auto store = test::FakeStore::make();
        store->addRun("first");
        GenerationRequest left = requestOf();
        left.run.name = "spent";
        left.hasSpentBudget = true;
        m_fake.left = {left};
        Services window;
        window.openStore = store->opener();
        window.generation = m_fake.services();
        MainWindow main(window, m_theme);
        main.show();
        main.openStore("fake.kloupe");
        QTRY_VERIFY(main.commands().action(u"run.resume"_s)->isEnabled());
        QVERIFY(!main.offerBar()->isVisible());
    }

    void theDemosCassetteIsReplayed()
    {
        const Services real = app::realServices(false);
        QVERIFY(!real.taskFolder.empty());
        MainWindow window(real, m_theme);
        window.show();
        NewRunDialog &dialog = *window.runControl().newRunDialog();
        dialog.show();
        const std::filesystem::path demo = LOUPE_SOURCE_DIR "/resources/demo";
        GenerationRequest request;
        request.run.suite = real.taskFolder;
        request.run.store = m_folder.filePath(u"demo.kloupe"_s).toStdString();
        request.run.taskFilter = "task:Reduce/argmax";
        request.run.timing.enabled = false;
        request.run.controls = false;
        request.replay = demo / "dialogue.jsonl";
        dialog.setGeneration(request);
        dialog.generationForm()->loadProfile(QString::fromStdString(demo / "dialogue.json"));
        QTRY_VERIFY2(dialog.startButton()->isEnabled(), qPrintable(dialog.review()->note()));
        QCOMPARE(dialog.review()->heading(), u"At most 4 requests for 1 task"_s);
        QVERIFY(dialog.review()->prompt().contains(u"loupe_kernel"_s));
        dialog.startButton()->click();
        auto *job = qobject_cast<GenerationJob *>(window.runs().current());
        QVERIFY(job != nullptr);
        QVERIFY(!dialog.isVisible());
        QCOMPARE(window.currentPage(), MainWindow::Queue);
        window.commands().action(u"run.requests"_s)->trigger();
        const NewRunDialog *requests = nullptr;
        for (const NewRunDialog *each : window.findChildren<NewRunDialog *>())
            requests = each->isVisible() ? each : requests;
        QVERIFY(requests != nullptr);
        const QSignalSpy finished(job, &Job::finished);
        QTRY_COMPARE_WITH_TIMEOUT(finished.count(), 1, longEnough);
        GenerationProgressView &view = *requests->generationView();
        QVERIFY2(bool(*job->outcome()), qPrintable(view.note()));
        QCOMPARE(view.heading(), u"Finished: 4 of at most 4 requested, 4 answered, 4 evaluated"_s);
        QVERIFY(view.conversation().contains(u"answered, round 3"_s));
        QVERIFY(!requests->goOnButton()->isVisible());
        QTRY_VERIFY(window.session().isOpen());
        QCOMPARE(job->items().size(), std::size_t{5}); // four rounds and one repetition
        QVERIFY(unfinishedGenerations(request.run.store)->empty());
        // A second request of the same is refused with an explanation.
        dialog.setGeneration(job->generation());
        QTRY_COMPARE(dialog.review()->heading(), u"These requests cannot be sent"_s);
        QVERIFY(dialog.review()->note().contains(u"already exists"_s));
    }
};

} // namespace tst_generate

LOUPE_UI_TEST(generate, tst_generate::TestGenerate)
#include "tst_generate.moc"
