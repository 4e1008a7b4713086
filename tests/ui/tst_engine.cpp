// SPDX-License-Identifier: GPL-3.0-or-later
// Tests the windows with the real store and the real engine.
#include "app/kernelloupe/realservices.h"
#include "core/engine/machine/programs.h"
#include "core/engine/request/runpreset.h"
#include "ui/dialogs/importdialog.h"
#include "ui/dialogs/newrundialog.h"
#include "ui/dialogs/planview.h"
#include "ui/dialogs/presetbar.h"
#include "ui/dialogs/runform.h"
#include "ui/models/importlistmodel.h"
#include "ui/models/resulttablemodel.h"
#include "ui/pages/results/resultspage.h"
#include "ui/shell/runs/runjob.h"
#include "ui/shell/window/mainwindow.h"
#include "ui/shell/window/statusarea.h"
#include "ui/shell/window/windowstores.h"
#include "ui/style/theme.h"

#include <QDir>
#include <QFile>
#include <QLineEdit>
#include <QProcess>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTest>

#include "tests/ui/samplekernels.h"
#include "tests/ui/uitest.h"

namespace tst_engine {

using namespace loupe;
using namespace loupe::ui;
using namespace Qt::StringLiterals;

namespace {

constexpr int longEnough = 120'000;

void writeText(const QString &path, const char *text)
{
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(text) < 0)
        qFatal("a file of the test could not be written");
}

} // namespace

class TestEngine final : public QObject
{
    Q_OBJECT

    QTemporaryDir m_folder;
    Theme m_theme;
    Services m_services;

    RunRequest requestFor(const QString &name, const char *source)
    {
        const QString folder = m_folder.filePath(name + u"/Activation"_s);
        QDir().mkpath(folder);
        QFile file(folder + u"/leaky_relu.cpp"_s);
        if (!file.open(QIODevice::WriteOnly) || file.write(source) < 0)
            qFatal("the candidate could not be written");
        RunRequest request;
        request.suite = m_services.taskFolder;
        request.candidates = {m_folder.filePath(name).toStdString()};
        request.store = m_folder.filePath(name + u".kloupe"_s).toStdString();
        request.limits.callSeconds = 600; // only a cancel ends the hanging one in time
        request.limits.cpuSeconds = 600;
        request.timing.enabled = false;
        return request;
    }

private slots:
    void initTestCase()
    {
        m_theme.choose(ThemeChoice::Light);
        m_services = app::realServices(false);
        m_services.dataFolder = m_folder.path().toStdString();
        QVERIFY(!m_services.taskFolder.empty());
    }

    void aRunCreatesItsStoreAndItsResultsAppear()
    {
        MainWindow window(m_services, m_theme);
        window.show();
        const auto job = window.startRun(requestFor(u"copying"_s, test::copyingKernel));
        QTRY_VERIFY_WITH_TIMEOUT(!job->isRunning(), longEnough);
        QVERIFY2(bool(*job->outcome()), qPrintable(window.statusArea()->message()));
        QCOMPARE(job->progress().toCheck, 1); // the task's controls came first
        QCOMPARE(job->progress().checked, 1);
        QTRY_VERIFY_WITH_TIMEOUT(window.session().isOpen(), longEnough);
        window.showPage(MainWindow::Results);
        ResultTableModel *model = window.page<ResultsPage>()->model();
        QTRY_COMPARE_WITH_TIMEOUT(model->rowCount(), 1, longEnough);
        QCOMPARE(model->index(0, ResultTableModel::TaskColumn).data().toString(),
                 u"Activation/leaky_relu"_s);
        const auto verdict = static_cast<Verdict>(
            model->index(0, ResultTableModel::VerdictColumn).data(VerdictRole).toInt());
        QCOMPARE(outcomeOf(verdict), Outcome::Wrong);
    }

    void aHangingCandidateIsCancelled()
    {
        MainWindow window(m_services, m_theme);
        window.show();
        const auto job = window.startRun(requestFor(u"hanging"_s, test::hangingKernel));
        const auto isRunningIt = [&job] {
            const RunProgress &progress = job->progress();
            return !progress.currentStage.empty() && progress.currentStage.front() >= Stage::Run;
        };
        QTRY_VERIFY_WITH_TIMEOUT(isRunningIt(), longEnough);
        window.commands().action(u"run.cancel"_s)->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(!job->isRunning(), longEnough);
        QVERIFY(bool(*job->outcome()) && (*job->outcome())->cancelled);
    }

    void aPresetOfTheDialogIsTheSameRunOnTheCommandLine()
    {
        RunRequest request = requestFor(u"kept"_s, test::copyingKernel);
        request.taskFilter = "category:Activation -softmax";
        request.jobs = 2;
        request.limits.callSeconds = 7;
        NewRunDialog dialog(m_theme, m_services.launch,
                            {m_services.choices, m_services.presets, {}});
        dialog.setRequest(request);
        dialog.presetBar()->keepAs(u"nightly"_s);
        QTRY_COMPARE_WITH_TIMEOUT(dialog.presetBar()->names(), QStringList{u"nightly"_s},
                                  longEnough);
        // `kloupe run … --save-preset` and the dialog must write the same text for the same
        // options.
        const auto kept = findPreset("nightly", request.store);
        QVERIFY(kept);
        const auto asked = presetOf(request, "nightly");
        QVERIFY(asked);
        QCOMPARE(toJson(*kept).dump(), toJson(*asked).dump());
        QTRY_VERIFY_WITH_TIMEOUT(dialog.startButton()->isEnabled(), longEnough);
        QProcess kloupe;
        const QString bin = QString::fromStdString(findPrograms()->host.parent_path().string());
        kloupe.start(bin + u"/kloupe"_s,
                     {u"run"_s, u"--preset"_s, u"nightly"_s, u"--store"_s,
                      QString::fromStdString(request.store.string()), u"--dry-run"_s, u"--json"_s});
        QVERIFY(kloupe.waitForFinished(longEnough));
        QCOMPARE(kloupe.exitCode(), 0);
        const auto plan = parseJson(kloupe.readAllStandardOutput().toStdString(), "kloupe");
        QVERIFY(plan);
        QCOMPARE(dialog.planView()->heading(),
                 u"%1 evaluation of %2 task"_s.arg(plan->at("evaluations").get<int>())
                     .arg(plan->at("tasks").get<int>()));
        // An exported file must give another dialog the same run.
        const QString file = m_folder.filePath(u"nightly.json"_s);
        dialog.presetBar()->exportTo(file);
        QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(file), longEnough);
        NewRunDialog other(m_theme, m_services.launch,
                           {m_services.choices, m_services.presets, {}});
        other.presetBar()->load(file);
        QTRY_COMPARE_WITH_TIMEOUT(other.form()->request().jobs, 2, longEnough);
        const auto again = presetOf(other.form()->request(), "nightly");
        QVERIFY(again);
        QCOMPARE(toJson(*again).dump(), toJson(*asked).dump());
    }

    void importFillsAStoreOrReportsAnError()
    {
        const QString broken = m_folder.filePath(u"broken.jsonl"_s);
        writeText(broken, "{\"no\": \"record\"}\n");
        MainWindow window(m_services, m_theme);
        const QString store = m_folder.filePath(u"import.kloupe"_s);
        window.stores().importRecords({broken.toStdString()}, store.toStdString());
        QTRY_COMPARE_WITH_TIMEOUT(window.jobs().running(), 0, longEnough);
        QVERIFY(window.statusArea()->message().startsWith(u"Nothing was imported; refused: "_s));
        QVERIFY(!QFile::exists(store));
    }

    void importsRecognisedSourcesAndKeepsTheRest()
    {
        QVERIFY(QDir(m_folder.path()).mkdir(u"gpt_l1"_s));
        const QString results = m_folder.filePath(u"gpt_l1/eval_results.json"_s);
        writeText(results,
                  R"({"1": [{"sample_id": 0, "compiled": true, "correctness": true,)"
                  R"( "runtime": 2.0}]})");
        const QString log = m_folder.filePath(u"train.log"_s);
        writeText(log, "epoch 1\n");
        MainWindow window(m_services, m_theme);
        window.stores().showImport({results.toStdString(), log.toStdString()});
        ImportDialog &dialog = *window.stores().importDialog();
        const ImportListModel &list = *dialog.model();
        QTRY_VERIFY_WITH_TIMEOUT(!dialog.isReading(), longEnough);
        const auto cell
            = [&list](int row, int column) { return list.index(row, column).data().toString(); };
        QCOMPARE(cell(0, ImportListModel::FormatColumn), u"kernelbench"_s);
        QCOMPARE(cell(0, ImportListModel::StateColumn), u"new"_s);
        QCOMPARE(cell(1, ImportListModel::StateColumn), u"the file is of no known format"_s);
        dialog.fileLine()->setText(m_folder.filePath(u"chosen"_s));
        QTRY_VERIFY_WITH_TIMEOUT(!dialog.isReading(), longEnough);
        dialog.importButton()->click();
        QTRY_COMPARE_WITH_TIMEOUT(dialog.summary(), u"Imported 1 evaluation in 1 run"_s,
                                  longEnough);
        QCOMPARE(list.rowCount(), 1); // the log
        const std::string store = m_folder.filePath(u"chosen.kloupe"_s).toStdString();
        QTRY_COMPARE_WITH_TIMEOUT(window.session().file().string(), store, longEnough);
        // Now it is the open store, and the same records are known.
        dialog.add({results.toStdString()});
        QTRY_COMPARE_WITH_TIMEOUT(cell(1, ImportListModel::StateColumn), u"already in the store"_s,
                                  longEnough);
        QCOMPARE(dialog.store().string(), store);
    }
};

} // namespace tst_engine

LOUPE_UI_TEST(engine, tst_engine::TestEngine)
#include "tst_engine.moc"
