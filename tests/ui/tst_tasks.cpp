// SPDX-License-Identifier: GPL-3.0-or-later
// Nine tasks of a new user, in the window with the real store and engine, by mouse and keyboard.
// Each prints its clicks and keys, which must not become more, and its seconds, which are only
// printed.
#include "app/kernelloupe/realservices.h"
#include "ui/dialogs/figuredialog.h"
#include "ui/dialogs/importdialog.h"
#include "ui/dialogs/newrundialog.h"
#include "ui/dialogs/shortcutsdialog.h"
#include "ui/models/scoreboardmodel.h"
#include "ui/models/sidematrixmodel.h"
#include "ui/pages/compare/comparepage.h"
#include "ui/pages/compare/sidesview.h"
#include "ui/pages/detail/candidateview.h"
#include "ui/pages/distributions/distributionspage.h"
#include "ui/pages/figures/figurespage.h"
#include "ui/pages/frame/kernelframe.h"
#include "ui/pages/overview/overviewpage.h"
#include "ui/pages/queue/queuepage.h"
#include "ui/pages/results/resultspage.h"
#include "ui/pages/sql/sqlpage.h"
#include "ui/pages/start/startpage.h"
#include "ui/pages/trajectories/trajectoriespage.h"
#include "ui/shell/runs/runjob.h"
#include "ui/shell/session/storesession.h"
#include "ui/shell/window/mainwindow.h"
#include "ui/shell/window/windowpages.h"
#include "ui/style/theme.h"
#include "ui/widgets/charts/chartview.h"
#include "ui/widgets/tables/resulttable.h"

#include <QAbstractButton>
#include <QApplication>
#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QFileDialog>
#include <QKeySequenceEdit>
#include <QLineEdit>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <memory>

#include "tests/ui/patience.h"
#include "tests/ui/samplekernels.h"
#include "tests/ui/uitest.h"

namespace tst_tasks {

using namespace loupe;
using namespace loupe::ui;
using namespace Qt::StringLiterals;

namespace {

void writeText(const QString &path, const QByteArray &text)
{
    QDir().mkpath(QFileInfo(path).path());
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size())
        qFatal("a file of the test could not be written");
}

/// Returns KernelBench's results of six problems, of which one is wrong and one does not compile.
QByteArray kernelBench(int wrong, int unbuilt)
{
    QStringList problems;
    for (int i = 1; i <= 6; ++i) {
        const bool isBuilt = i != unbuilt;
        const bool isRight = isBuilt && i != wrong;
        problems.append(uR"("%1": [{"sample_id": 0, "compiled": %2, "correctness": %3,
                "metadata": {"hardware": "NVIDIA Made Up 9"%4}, "runtime": %5,
                "runtime_stats": {}, "ref_runtime": %1.0}])"_s.arg(
            QString::number(i), isBuilt ? u"true"_s : u"false"_s, isRight ? u"true"_s : u"false"_s,
            isBuilt ? QString() : uR"(, "compilation_error": "name 'blocks' is not defined")"_s,
            isRight ? u"2.0"_s : u"-1.0"_s));
    }
    return (u"{"_s + problems.join(u", "_s) + u"}"_s).toUtf8();
}

/// Returns a state of a transition in KernelBench-X's corpus: a speedup, or 0 for a wrong result.
QString corpusState(double speedup)
{
    const bool isTimed = speedup > 0;
    const auto orNull
        = [isTimed](double value) { return isTimed ? QString::number(value) : u"null"_s; };
    return uR"({"call_ok": true, "exe_ok": %1, "perf_ok": %1, "dtype": "%2", "runtime_ms": %3,
        "gbs": %4, "tflops": %4, "speedup": %5, "maintainability": %6, "error": ""})"_s.arg(
        isTimed ? u"true"_s : u"false"_s, isTimed ? u"float32"_s : QString(), orNull(10 / speedup),
        orNull(0.5), orNull(speedup), isTimed ? u"61.5"_s : uR"("N/A")"_s);
}

/// Returns a line of KernelBench-X's corpus: what a round changed.
QByteArray corpusLine(int round, const QString &kind, double before, double after)
{
    const auto code = [](double speedup) {
        return u"# %1\\n%2\\nimport torch\\ntest_results = {}\\n"_s.arg(speedup).arg(
            QString(146, u'#'));
    };
    QString line = uR"({"task_id": "Math/add.py", "transition": "round_%1_to_round_%2",
        "from_round": "round_%1", "to_round": "round_%2", "kind": "%3", "before": %4, "after": %5,
        "before_code_present": true, "after_code_present": true, "before_code": "%6",
        "after_code": "%7", "unified_diff": "--- a\n+++ b\n", "diff_stats": {"lines_a": 4,
        "lines_b": 4, "similarity_ratio": 0.5, "opcodes_len": 3}, "llm_fields": {}, "notes": ""})"_s
                       .arg(QString::number(round), QString::number(round + 1), kind,
                            corpusState(before), corpusState(after), code(before), code(after));
    line.replace(u'\n', u' ');
    return line.toUtf8() + '\n';
}

constexpr int longEnough = 300'000; ///< for what compiles kernels

/// Mouse and keyboard of a user, who sees what is clicked.
class Hand
{
public:
    explicit Hand(const char *task) : m_task(task) { m_time.start(); }

    /// Clicks the middle of the widget, or a place in it. Returns false if the user could not do
    /// that, because it is hidden, disabled or covered.
    bool click(QWidget *target, const QPoint &at = {}, bool isDouble = false)
    {
        if (target == nullptr || !target->isVisible() || !target->isEnabled())
            return false;
        const QPoint place = at.isNull() ? target->rect().center() : at;
        const QWidget *hit = target->window()->childAt(target->mapTo(target->window(), place));
        if (hit == nullptr || (hit != target && !target->isAncestorOf(hit)))
            return false;
        QTest::mouseClick(target, Qt::LeftButton, {}, place);
        if (isDouble)
            QTest::mouseDClick(target, Qt::LeftButton, {}, place);
        m_clicks += isDouble ? 2 : 1;
        return true;
    }
    bool click(ResultTable *table, int row, int column, bool isDouble = false)
    {
        const QRect cell = table->visualRect(table->model()->index(row, column));
        return cell.isValid() && click(table->viewport(), cell.center(), isDouble);
    }
    void press(QWidget *target, Qt::Key key, Qt::KeyboardModifiers modifiers = {})
    {
        ++m_keys;
        QTest::keyClick(target, key, modifiers);
    }
    void type(QWidget *target, const QString &text)
    {
        ++m_texts;
        QTest::keyClicks(target, text);
    }
    /// Does this as soon as a modal dialog is open, which blocks the code that opened it.
    void inDialog(std::function<void(QWidget *dialog)> act)
    {
        auto *timer = new QTimer(&m_timers);
        QObject::connect(timer, &QTimer::timeout, timer, [timer, act = std::move(act)] {
            QWidget *dialog = QApplication::activeModalWidget();
            if (dialog == nullptr || !dialog->isVisible())
                return;
            if (!dialog->isActiveWindow()) {
                dialog->activateWindow(); // as a window manager does
                return;
            }
            timer->stop();
            act(dialog);
        });
        timer->start(20);
    }
    /// Enters the path in the dialog for files that opens next.
    void chooses(const QString &path)
    {
        inDialog([this, path](QWidget *dialog) {
            auto *line = dialog->findChild<QLineEdit *>(u"fileNameEdit"_s);
            if (line == nullptr)
                return;
            ++m_texts;
            line->setText(path); // Letter by letter, a completer would list the folder.
            press(line, Qt::Key_Return);
        });
    }
    /// Prints what the task took. Returns false if it took more clicks or keys.
    bool isDone(int maxClicks, int maxKeys) const
    {
        qInfo("%s: %d clicks, %d keys, %d texts, %.1f s", m_task, m_clicks, m_keys, m_texts,
              static_cast<double>(m_time.elapsed()) / 1000);
        return m_clicks <= maxClicks && m_keys <= maxKeys;
    }

private:
    const char *m_task;
    QElapsedTimer m_time;
    QObject m_timers;
    int m_clicks = 0;
    int m_keys = 0;
    int m_texts = 0;
};

/// Window of a user who starts the program for the first time.
struct FirstWindow {
    FirstWindow()
    {
        services.dataFolder = folder.path().toStdString();
        services.settingsFile = folder.filePath(u"window.ini"_s).toStdString();
        theme.choose(ThemeChoice::Light);
        window = std::make_unique<MainWindow>(services, theme);
        window->resize(1280, 720);
        window->show();
    }
    /// Activates the window as a window manager does.
    bool isActive() const
    {
        window->activateWindow();
        return QTest::qWaitForWindowActive(window.get(), test::patience);
    }
    bool settle() const
    {
        return QTest::qWaitFor([this] { return !window->isLoading(); }, test::patience);
    }
    template <typename PageClass>
    PageClass &page() const
    {
        return *window->page<PageClass>();
    }
    /// Returns the visible button with this text, or null.
    static QAbstractButton *button(const QWidget &in, const QString &text)
    {
        for (auto *each : in.findChildren<QAbstractButton *>()) {
            if (each->isVisible() && each->text().remove(u'&') == text)
                return each;
        }
        return nullptr;
    }
    QAbstractButton *pageButton(MainWindow::PageIndex page) const
    {
        const PageEntry &entry = allPages()[static_cast<std::size_t>(page)];
        return button(*window, window->commands().action(entry.command)->text().remove(u'&'));
    }
    /// Imports these records into a store, which opens, as preparation of a task.
    bool openRecords(const QString &records)
    {
        const std::filesystem::path store = folder.filePath(u"s.kloupe"_s).toStdString();
        if (!services.importRecords(records.toStdString(), store, [](auto, auto) {}, {}))
            return false;
        window->openStore(store);
        return QTest::qWaitFor([this] { return window->session().isOpen(); }, test::patience)
            && settle();
    }
    bool fills() const { return page<ResultsPage>().kernelFrame()->isFilled(); }

    QTemporaryDir folder;
    Services services = app::realServices(false);
    Theme theme;
    std::unique_ptr<MainWindow> window;
};

} // namespace

class TestTasks final : public QObject
{
    Q_OBJECT

    QTemporaryDir m_records;

    QString runs() const { return m_records.filePath(u"runs"_s); }
    QString corpus() const { return m_records.filePath(u"corpus.jsonl"_s); }

private slots:
    void initTestCase()
    {
        writeText(runs() + u"/first_l1/eval_results.json"_s, kernelBench(3, 4));
        writeText(runs() + u"/second_l1/eval_results.json"_s, kernelBench(5, 2));
        writeText(corpus(),
                  corpusLine(0, u"exe_fail_to_pass,perf_ok_newly"_s, 0, 0.5)
                      + corpusLine(1, u"speedup_increase"_s, 0.5, 0.75));
    }

    void recordsAreImported()
    {
        FirstWindow f;
        QVERIFY(f.isActive());
        Hand hand("import");
        QVERIFY(hand.click(f.button(*f.window, u"Import…"_s)));
        const auto *dialog = f.window->findChild<ImportDialog *>();
        QVERIFY(dialog != nullptr && dialog->isVisible());
        hand.chooses(runs());
        QVERIFY(hand.click(f.button(*dialog, u"Add folder…"_s)));
        QTRY_VERIFY(!dialog->isReading() && dialog->importButton()->isEnabled());
        QVERIFY2(dialog->detail().contains(u"6 records"_s), qPrintable(dialog->detail()));
        QVERIFY(hand.click(dialog->importButton()));
        // The dialog is gone, and the results are there.
        QTRY_VERIFY(!dialog->isVisible() && f.window->session().isOpen());
        QVERIFY(f.settle());
        QCOMPARE(f.window->currentPage(), MainWindow::Overview);
        QTRY_COMPARE(f.page<OverviewPage>().scoreModel()->rowCount(), 2);
        QVERIFY(hand.isDone(3, 1));
    }

    void theCauseOfAFailureIsFound()
    {
        FirstWindow f;
        QVERIFY(f.isActive());
        QVERIFY(f.openRecords(runs()));
        ResultTable *causes = f.page<OverviewPage>().causes();
        QTRY_VERIFY(causes->isVisible() && causes->model()->rowCount() > 0);
        Hand hand("find the cause");
        QVERIFY(hand.click(causes, 0, 0));
        QVERIFY(f.settle());
        QCOMPARE(f.window->currentPage(), MainWindow::Results);
        ResultTable *table = f.page<ResultsPage>().table();
        QTRY_VERIFY(table->model()->rowCount() > 0);
        QVERIFY(hand.click(table, 0, 0, true));
        QVERIFY(f.fills());
        QVERIFY(f.settle());
        QVERIFY(f.page<ResultsPage>().kernel());
        QVERIFY(hand.isDone(3, 0));
    }

    void aBarOfAHistogramLeadsToAKernel()
    {
        FirstWindow f;
        QVERIFY(f.isActive());
        QVERIFY(f.openRecords(corpus()));
        Hand hand("histogram to kernel");
        QVERIFY(hand.click(f.pageButton(MainWindow::Distributions)));
        QVERIFY(f.settle());
        DistributionsPage &page = f.page<DistributionsPage>();
        QTRY_VERIFY(page.view()->isVisible() && !page.view()->marks().empty());
        const auto &marks = page.view()->marks();
        const auto bar = std::ranges::find_if(
            marks, [](const PlacedMark &mark) { return mark.box.height() >= 4; });
        QVERIFY(bar != marks.end());
        QVERIFY(hand.click(page.view(), bar->box.center().toPoint()));
        QTRY_VERIFY(page.pickedTable()->model()->rowCount() > 0);
        QVERIFY(hand.click(page.pickedTable(), 0, 0, true));
        QVERIFY(f.settle());
        QCOMPARE(f.window->currentPage(), MainWindow::Results);
        QVERIFY(f.fills());
        QVERIFY(f.page<ResultsPage>().detail()->current());
        QVERIFY(hand.isDone(4, 0));
        // Esc returns to the list.
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Escape);
        QVERIFY(!f.fills());
    }

    void aTrajectoryIsFollowed()
    {
        FirstWindow f;
        QVERIFY(f.isActive());
        QVERIFY(f.openRecords(corpus()));
        Hand hand("trajectory");
        QVERIFY(hand.click(f.pageButton(MainWindow::Trajectories)));
        QVERIFY(f.settle());
        TrajectoriesPage &page = f.page<TrajectoriesPage>();
        QTRY_COMPARE(page.table()->model()->rowCount(), 1);
        QTRY_VERIFY(page.kernel());
        const RowId last = page.kernel();
        hand.press(QApplication::focusWidget(), Qt::Key_Left);
        QTRY_VERIFY(page.kernel() && page.kernel() != last);
        QVERIFY(f.settle());
        QVERIFY(hand.isDone(1, 1));
    }

    void aFigureIsMadeAndExported()
    {
        FirstWindow f;
        QVERIFY(f.isActive());
        QVERIFY(f.openRecords(runs()));
        Hand hand("figure");
        QTRY_VERIFY(f.button(*f.window, u"Make figure…"_s) != nullptr);
        QVERIFY(hand.click(f.button(*f.window, u"Make figure…"_s)));
        FiguresPage &page = f.page<FiguresPage>();
        auto *dialog = page.findChild<FigureDialog *>();
        QVERIFY(dialog != nullptr);
        QTRY_VERIFY(dialog->saveButton()->isEnabled()); // it has a name
        QVERIFY(hand.click(dialog->saveButton()));
        QTRY_VERIFY(page.exportButton()->isEnabled());
        QVERIFY(f.settle());
        hand.chooses(f.folder.path());
        QVERIFY(hand.click(page.exportButton()));
        QTRY_VERIFY2(QFile::exists(f.folder.filePath(u"correct-by-method.pdf"_s)),
                     qPrintable(page.said()));
        QVERIFY(hand.isDone(3, 1));
    }

    void aNewFigureHasANameAndTheScope()
    {
        FirstWindow f;
        QVERIFY(f.isActive());
        QVERIFY(f.openRecords(runs()));
        Scope scope;
        scope.includeWithheld = true;
        f.window->session().setScope(scope);
        f.window->showPage(MainWindow::Figures);
        QVERIFY(f.settle());
        Hand hand("new figure");
        FiguresPage &page = f.page<FiguresPage>();
        QVERIFY(hand.click(f.button(page, u"New figure…"_s)));
        const auto *dialog = page.findChild<FigureDialog *>();
        QVERIFY(dialog != nullptr);
        QCOMPARE(dialog->spec().name, std::string("speedup-histogram"));
        QVERIFY(dialog->spec().chart.scope == scope);
        QTRY_VERIFY(dialog->saveButton()->isEnabled());
        QVERIFY(hand.click(dialog->saveButton()));
        QTRY_COMPARE(page.entries().size(), std::size_t(1));
        QVERIFY(hand.click(f.button(page, u"New figure…"_s)));
        const auto dialogs = page.findChildren<FigureDialog *>();
        QCOMPARE(dialogs.back()->spec().name, std::string("speedup-histogram-2"));
    }

    void aRunIsStoppedAndResumed()
    {
        const QString kernels = m_records.filePath(u"mine"_s);
        writeText(kernels + u"/Activation/leaky_relu.cpp"_s, test::copyingKernel);
        for (const QString &task : {u"gelu"_s, u"silu"_s, u"softmax"_s})
            writeText(kernels + u"/Activation/"_s + task + u".cpp"_s, test::hangingKernel);
        FirstWindow f;
        QVERIFY(f.isActive());
        Hand hand("run with stop and resume");
        QVERIFY(hand.click(f.button(f.page<StartPage>(), u"New run…"_s)));
        const auto *dialog = f.window->findChild<NewRunDialog *>();
        QVERIFY(dialog != nullptr && dialog->isVisible());
        hand.chooses(kernels);
        QVERIFY(hand.click(f.button(*dialog, u"Add folder…"_s)));
        QTRY_VERIFY_WITH_TIMEOUT(dialog->startButton()->isEnabled(), longEnough);
        QVERIFY(hand.click(dialog->startButton()));
        QCOMPARE(f.window->currentPage(), MainWindow::Queue);
        QueuePage &queue = f.page<QueuePage>();
        QTRY_VERIFY(queue.run() != nullptr);
        const RunJob *first = queue.run();
        // The wrong kernel ends at once, while the others hang.
        QTRY_VERIFY_WITH_TIMEOUT(first->done() >= 1 || !first->isRunning(), longEnough);
        QVERIFY(first->isRunning());
        QVERIFY(hand.click(f.button(queue, u"Stop run"_s)));
        QTRY_VERIFY_WITH_TIMEOUT(!first->isRunning(), longEnough);
        const int done = first->done();
        QVERIFY(done < 4);
        QTRY_VERIFY(f.button(queue, u"Resume the unfinished run"_s) != nullptr);
        QVERIFY(hand.click(f.button(queue, u"Resume the unfinished run"_s)));
        QTRY_VERIFY(queue.run() != first);
        QTRY_VERIFY_WITH_TIMEOUT(queue.run()->progress().plan.has_value(), longEnough);
        QCOMPARE(queue.run()->progress().plan->items, 4);
        QCOMPARE(queue.run()->progress().plan->alreadyDone, done);
        QVERIFY(hand.isDone(5, 1));
        f.window->commands().action(u"run.cancel"_s)->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(!queue.run()->isRunning(), longEnough);
    }

    void twoMethodsAreCompared()
    {
        FirstWindow f;
        QVERIFY(f.isActive());
        QVERIFY(f.openRecords(runs()));
        Hand hand("compare");
        QVERIFY(hand.click(f.pageButton(MainWindow::Compare)));
        QVERIFY(f.settle());
        SidesView *view = f.page<ComparePage>().findChild<SidesView *>();
        QVERIFY(view != nullptr);
        QTRY_VERIFY(view->matrixTable()->isVisible());
        const QModelIndex broken = view->matrix()->indexOf({Outcome::Correct, Outcome::Wrong});
        QVERIFY(broken.isValid());
        QVERIFY(hand.click(view->matrixTable(), broken.row(), broken.column(), true));
        QVERIFY(f.settle());
        QCOMPARE(f.window->currentPage(), MainWindow::Results);
        QTRY_VERIFY(f.page<ResultsPage>().table()->model()->rowCount() > 0);
        QVERIFY(hand.isDone(3, 0));
    }

    void aStatementIsRun()
    {
        FirstWindow f;
        QVERIFY(f.isActive());
        QVERIFY(f.openRecords(runs()));
        Hand hand("SQL");
        QVERIFY(hand.click(f.pageButton(MainWindow::Sql)));
        QVERIFY(f.settle());
        SqlPage &page = f.page<SqlPage>();
        QVERIFY(hand.click(f.button(page, u"Run"_s)));
        QTRY_VERIFY(page.answerTable()->model()->rowCount() > 0);
        QVERIFY(page.answerTable()->hasFocus());
        QVERIFY(hand.isDone(2, 0));
    }

    void aKeyIsChanged()
    {
        FirstWindow f;
        QVERIFY(f.isActive());
        Hand hand("keys");
        bool isSeen = false;
        hand.inDialog([&](QWidget *dialog) {
            isSeen = qobject_cast<ShortcutsDialog *>(dialog) != nullptr;
            auto *keys = dialog->findChild<QKeySequenceEdit *>();
            if (isSeen && keys != nullptr) {
                hand.type(QApplication::focusWidget(), u"Go: Overview"_s);
                hand.click(keys);
                hand.press(keys, Qt::Key_F12, Qt::ControlModifier);
                hand.click(f.button(*dialog, u"Assign"_s));
            }
            hand.press(dialog, Qt::Key_Escape);
        });
        hand.press(f.window.get(), Qt::Key_Question);
        QVERIFY(isSeen);
        QVERIFY(f.isActive());
        QTest::keyClick(f.window.get(), Qt::Key_F12, Qt::ControlModifier);
        QCOMPARE(f.window->currentPage(), MainWindow::Overview);
        QVERIFY(hand.isDone(2, 3));
    }
};

} // namespace tst_tasks

LOUPE_UI_TEST(tasks, tst_tasks::TestTasks)
#include "tst_tasks.moc"
