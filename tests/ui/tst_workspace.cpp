// SPDX-License-Identifier: GPL-3.0-or-later
// Kernels on Results, Triage and Trajectories: space for code, choice and order of panes, searches,
// tabs, and marks.
#include "core/analysis/failures/sanitizerreport.h"
#include "core/model/record/sourcefiles.h"
#include "ui/models/candidatemodel.h"
#include "ui/models/sourcehitmodel.h"
#include "ui/models/storymodel.h"
#include "ui/pages/detail/candidateview.h"
#include "ui/pages/detail/detailtabs.h"
#include "ui/pages/detail/filetree.h"
#include "ui/pages/detail/generatedcodepanel.h"
#include "ui/pages/detail/judgementpanel.h"
#include "ui/pages/detail/sourcefilesview.h"
#include "ui/pages/detail/sourcesearch.h"
#include "ui/pages/frame/kernelframe.h"
#include "ui/pages/trajectories/trajectoriespage.h"
#include "ui/pages/trajectories/trajectoryview.h"
#include "ui/pages/triage/triagepage.h"
#include "ui/shell/session/commandregistry.h"
#include "ui/widgets/charts/roundstrip.h"
#include "ui/widgets/input/choicebox.h"
#include "ui/widgets/source/codeview.h"
#include "ui/widgets/source/diffpane.h"
#include "ui/widgets/source/diffview.h"
#include "ui/widgets/source/findbar.h"

#include <QCheckBox>
#include <QFontMetrics>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QSplitter>
#include <QTabBar>
#include <QTextStream>
#include <QThreadPool>
#include <QToolButton>
#include <QTreeWidgetItemIterator>

#include <atomic>
#include <map>
#include <thread>

#include "tests/ui/patience.h"
#include "tests/ui/uitest.h"
#include "tests/ui/windowfixture.h"

namespace tst_workspace {

using namespace loupe;
using namespace loupe::ui;
using namespace Qt::StringLiterals;

namespace {

constexpr int neededLines = 22;

/// Window on two methods: one with failures of several kinds, one with four rounds at a task.
struct Fixture : test::WindowFixture {
    Fixture() : WindowFixture(0)
    {
        using enum Verdict;
        addRow("Math/broken", "tester", 0, CompileError);
        addRow("Math/wrong", "tester", 0, WrongValue);
        addRow("Math/right", "tester", 0, Correct);
        for (int round = 0; round < 4; ++round)
            addRow("Math/refined", "agent", round, round == 3 ? Correct : WrongValue);
        services.annotate
            = [this](const std::filesystem::path &, std::span<const Annotation> events) {
                  return store->annotate(events);
              };
        services.person = "ada";
        show();
        window->activateWindow();
    }

    void addRow(const std::string &task, const std::string &method, int round, Verdict verdict)
    {
        ResultRow row = test::resultAt(task, method, round, verdict);
        row.message = task + " failed";
        store->addRow(row);
    }

    bool openPage(MainWindow::PageIndex page, QSize size)
    {
        window->resize(size);
        if (!open())
            return false;
        window->showPage(page);
        if (!settle())
            return false;
        shown = page == MainWindow::Results ? static_cast<Page *>(window->page<ResultsPage>())
            : page == MainWindow::Triage    ? static_cast<Page *>(window->page<TriagePage>())
                                            : window->page<TrajectoriesPage>();
        if (page == MainWindow::Results) {
            table().selectRow(0);
            window->page<ResultsPage>()->toggleDetail();
        }
        return settle();
    }
    ResultTable *list() const
    {
        if (auto *triage = qobject_cast<TriagePage *>(shown))
            return triage->candidateTable();
        if (auto *trajectories = qobject_cast<TrajectoriesPage *>(shown))
            return trajectories->table();
        return &table();
    }
    void press(const QString &command) const
    {
        window->commands().refresh();
        QAction *action = window->commands().action(command);
        QVERIFY2(action->isEnabled(), qPrintable(command));
        action->trigger();
    }

    Page *shown = nullptr;
};

/// Returns the places of all visible widgets below `root`, without those inside `except`.
std::map<QWidget *, QRect> placesIn(QWidget *root, const QWidget *except)
{
    std::map<QWidget *, QRect> out;
    for (QWidget *each : root->findChildren<QWidget *>()) {
        if (each->isVisible() && !except->isAncestorOf(each))
            out.emplace(each, QRect(each->mapTo(root, QPoint()), each->size()));
    }
    return out;
}

/// Returns the widgets with another place, and those that appeared, by class.
QString moved(const std::map<QWidget *, QRect> &before, const std::map<QWidget *, QRect> &after)
{
    QString out;
    for (const auto &[widget, place] : after) {
        const auto found = before.find(widget);
        if (found != before.end() && found->second == place)
            continue;
        QTextStream(&out) << widget->metaObject()->className() << ' ' << widget->accessibleName()
                          << ' ' << place.x() << ',' << place.y() << ' ' << place.width() << 'x'
                          << place.height();
        if (found != before.end()) {
            const QRect &earlier = found->second;
            QTextStream(&out) << " after " << earlier.x() << ',' << earlier.y() << ' '
                              << earlier.width() << 'x' << earlier.height();
        }
        out += u"; "_s;
    }
    return out;
}

EvaluationDetail detailOf(Verdict verdict)
{
    EvaluationDetail out;
    out.row.id = RowId{1};
    out.row.verdict = verdict;
    out.evaluation.verdict = verdict;
    return out;
}

/// Returns an evaluation with the PTX of two kernels; no disassembler was found.
EvaluationDetail withGeneratedCode()
{
    EvaluationDetail out = detailOf(Verdict::Correct);
    out.evaluation.candidate.fileName = "a.py";
    const std::string ptx = ".file 1 \"candidate.py\"\n"
                            ".loc 1 3 1\n"
                            "add.f32 %f1, %f1, %f1;\n"
                            "mul.f32 %f1, %f1, %f1;\n"
                            ".loc 1 4 1\n"
                            "ret;\n";
    out.evaluation.generatedCode = {{"add", "ptx", ptx, 12, 16, 512, ""},
                                    {"add", "sass", "", 12, 16, 512, "nvdisasm was not found"},
                                    {"mul", "ptx", "ret;\n", {}, {}, {}, ""},
                                    {"", "llir", "define void @add()\n", {}, {}, {}, ""}};
    return out;
}

/// Returns a submission of three files; the last line of the second is `line`.
std::string folderOf(const std::string &line)
{
    return joinedFiles({{"model_new.py", "import a\n"},
                        {"kernels/a.cu", "a\nb\n" + line + "\n"},
                        {"new.h", "n\n"}});
}

/// Returns "name mark" of each folder and file, from top to bottom.
QStringList linesOfTree(FileTree &files)
{
    QStringList out;
    for (QTreeWidgetItemIterator each(&files); *each != nullptr; ++each)
        out.append(
            u"%1 %2"_s.arg((*each)->text(FileTree::NameColumn), (*each)->text(FileTree::MarkColumn))
                .trimmed());
    return out;
}

DiffSource sourceOf(const QByteArray &text)
{
    return {u"title"_s, {}, u"nothing"_s, text, u"cpp"_s};
}

} // namespace

class TestWorkspace final : public QObject
{
    Q_OBJECT
private:
    static void addPages()
    {
        QTest::addColumn<int>("page");
        QTest::addColumn<QSize>("size");
        for (const auto &[name, page] :
             {std::pair("results", MainWindow::Results), std::pair("triage", MainWindow::Triage),
              std::pair("trajectories", MainWindow::Trajectories)}) {
            QTest::addRow("%s at 1280", name) << static_cast<int>(page) << QSize(1280, 720);
            QTest::addRow("%s at 1440", name) << static_cast<int>(page) << QSize(1440, 900);
        }
    }

private slots:
    void codeTakesMostOfThePage_data() { addPages(); }
    void codeTakesMostOfThePage()
    {
        QFETCH(int, page);
        QFETCH(QSize, size);
        Fixture f;
        QVERIFY(f.openPage(static_cast<MainWindow::PageIndex>(page), size));
        QCOMPARE(f.window->size(), size);
        const DiffView &diff = *f.shown->diff();
        QVERIFY(f.list()->isVisible());
        constexpr double share = 0.6;
        QVERIFY2(diff.height() >= share * f.shown->height(),
                 qPrintable(u"%1 of %2 px"_s.arg(diff.height()).arg(f.shown->height())));
        QVERIFY2(f.shown->diff()->pane(1)->linesOnScreen() >= neededLines,
                 qPrintable(QString::number(f.shown->diff()->pane(1)->linesOnScreen())));
    }

    void enterFillsThePageAndEscapeReturns_data() { addPages(); }
    void enterFillsThePageAndEscapeReturns()
    {
        QFETCH(int, page);
        QFETCH(QSize, size);
        Fixture f;
        QVERIFY(f.openPage(static_cast<MainWindow::PageIndex>(page), size));
        QWidget *kernel = f.shown->diff();
        const int narrow = kernel->width();
        f.list()->setFocus();
        QTest::keyClick(f.list(), Qt::Key_Return);
        QVERIFY(f.shown->kernelFrame()->isFilled());
        QVERIFY(!f.list()->isVisible());
        QTRY_VERIFY(kernel->width() > narrow);
        const int lines = f.shown->diff()->pane(1)->linesOnScreen();
        QVERIFY2(lines >= neededLines, qPrintable(QString::number(lines)));
        QTRY_VERIFY(f.shown->diff()->isAncestorOf(QApplication::focusWidget()));
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Escape);
        QTRY_VERIFY(!f.shown->kernelFrame()->isFilled());
        QVERIFY(f.list()->isVisible());
        QTRY_VERIFY(f.list()->hasFocus());
    }

    void escapeReturnsToTheList()
    {
        Fixture f;
        QVERIFY(f.openPage(MainWindow::Results, {1440, 900}));
        auto *results = f.window->page<ResultsPage>();
        results->closeDetail();
        QTest::keyClick(&f.table(), Qt::Key_Return);
        QVERIFY(results->detail()->isVisible());
        QVERIFY(!f.table().isVisible());
        f.press(u"kernel.leave"_s);
        QVERIFY(results->detail()->isHidden());
        QVERIFY(f.table().isVisible());
        f.window->commands().refresh();
        QVERIFY(!f.window->commands().action(u"kernel.list"_s)->isEnabled());
    }

    void aKernelOpenedFromTheListAloneKeepsItsWidth()
    {
        Fixture f;
        QVERIFY(f.openPage(MainWindow::Results, {1440, 900}));
        auto *results = f.window->page<ResultsPage>();
        KernelFrame *frame = f.shown->kernelFrame();
        frame->setSizes({500, frame->width() - 500 - frame->handleWidth()});
        const QList<int> chosen = frame->sizes();
        results->closeDetail();
        QCoreApplication::processEvents();
        QTest::keyClick(&f.table(), Qt::Key_Return);
        QVERIFY(frame->isFilled());
        f.press(u"kernel.leave"_s);
        QVERIFY(results->detail()->isHidden());
        f.press(u"detail.toggle"_s);
        QVERIFY(results->detail()->isVisible());
        QTRY_COMPARE(frame->sizes(), chosen);
    }

    void anotherKernelInAFilledPageIsLeftToTheListAlone()
    {
        Fixture f;
        QVERIFY(f.openPage(MainWindow::Results, {1440, 900}));
        auto *results = f.window->page<ResultsPage>();
        results->closeDetail();
        QTest::keyClick(&f.table(), Qt::Key_Return);
        QVERIFY(f.shown->kernelFrame()->isFilled());
        results->fillWith({2}); // as from a chart
        QVERIFY(f.shown->kernelFrame()->isFilled());
        f.press(u"kernel.leave"_s);
        QVERIFY(results->detail()->isHidden());
        QVERIFY(f.table().isVisible());
    }

    void theDrawerKeepsItsWidth()
    {
        Fixture f;
        QVERIFY(f.openPage(MainWindow::Triage, {1440, 900}));
        KernelFrame *frame = f.shown->kernelFrame();
        frame->setSizes({400, frame->width() - 400 - frame->handleWidth()});
        const QList<int> chosen = frame->sizes();
        f.press(u"kernel.list"_s);
        QVERIFY(frame->isFilled());
        f.press(u"kernel.list"_s);
        QVERIFY(!frame->isFilled());
        QCOMPARE(frame->sizes(), chosen);
        f.window->close();
        f.show();
        QVERIFY(f.openPage(MainWindow::Triage, {1440, 900}));
        QCOMPARE(f.shown->kernelFrame()->sizes(), chosen);
    }

    void referenceIsOnTheLeftAndCandidateOnTheRight()
    {
        Fixture f;
        for (const auto page : {MainWindow::Results, MainWindow::Triage}) {
            QVERIFY(f.openPage(page, {1440, 900}));
            const DiffView &diff = *f.shown->diff();
            QCOMPARE(diff.paneCount(), 2);
            QCOMPARE(diff.pane(0)->accessibleName(), u"Source: Reference"_s);
            QVERIFY(diff.pane(1)->accessibleName().startsWith(u"Source: Candidate"_s));
            QVERIFY(diff.pane(0)->mapTo(&diff, QPoint()).x()
                    < diff.pane(1)->mapTo(&diff, QPoint()).x());
        }
    }

    void earlierRoundIsOnTheLeft()
    {
        Fixture f;
        QVERIFY(f.openPage(MainWindow::Trajectories, {1440, 900}));
        auto *page = f.window->page<TrajectoriesPage>();
        QCOMPARE(page->view()->current(), RowId{7}); // the last round
        const DiffView &diff = *page->diff();
        QVERIFY(diff.pane(0)->accessibleName().startsWith(u"Source: round 2"_s));
        QVERIFY(diff.pane(1)->accessibleName().startsWith(u"Source: round 3"_s));
    }

    void allRoundsOfATrajectoryAreVisible()
    {
        Fixture f;
        QVERIFY(f.openPage(MainWindow::Trajectories, {1440, 900}));
        const auto *page = f.window->page<TrajectoriesPage>();
        const ResultTable &table = *page->table();
        const int last = StoryModel::FirstRoundColumn + page->model()->roundColumns() - 1;
        QCOMPARE(page->model()->roundColumns(), 4);
        const int end = table.columnViewportPosition(last) + table.columnWidth(last);
        QVERIFY2(end <= table.viewport()->width(),
                 qPrintable(u"%1 of %2 px"_s.arg(end).arg(table.viewport()->width())));
    }

    void speedupsOfManyRoundsAreWhole()
    {
        Fixture f;
        for (int round = 4; round < 9; ++round)
            f.addRow("Math/refined", "agent", round, Verdict::Correct);
        QVERIFY(f.openPage(MainWindow::Trajectories, {1440, 900}));
        const auto *page = f.window->page<TrajectoriesPage>();
        QCOMPARE(page->model()->roundColumns(), 9);
        const int needed = QFontMetrics(f.theme.uiFont()).horizontalAdvance(u"↓ 12.19×"_s)
            + 4 * f.theme.unit(); // margins and the shape of the outcome
        QVERIFY(page->table()->columnWidth(StoryModel::FirstRoundColumn) >= needed);
    }

    void theTabWithTheMessageIsChosen()
    {
        const Theme theme;
        DetailTabs tabs(theme);
        EvaluationDetail broken = detailOf(Verdict::CompileError);
        broken.evaluation.buildLog = "ld: cannot find -lcuda";
        tabs.show(broken, {});
        QCOMPARE(tabs.currentIndex(), int(DetailTabs::LogTab));
        broken.evaluation.diagnostics = {{Severity::Error, "candidate.cpp", 3, 1, "no type", true}};
        tabs.show(broken, {});
        QCOMPARE(tabs.currentIndex(), int(DetailTabs::DiagnosticsTab));
        EvaluationDetail wrong = detailOf(Verdict::WrongValue);
        wrong.evaluation.diagnostics
            = {{Severity::Warning, "candidate.cpp", 3, 1, "unused", false}};
        OutputComparison output;
        output.output = "out";
        output.elements = 10;
        output.mismatched = 2;
        wrong.evaluation.trials = {{0, "odd", "1f", Verdict::WrongValue, "", {output}}};
        tabs.show(wrong, {});
        QCOMPARE(tabs.currentIndex(), int(DetailTabs::MismatchTab));
    }

    void emptyTabsAreDisabledWithAReason()
    {
        const Theme theme;
        DetailTabs tabs(theme);
        tabs.show(detailOf(Verdict::Correct), {});
        for (int tab = 0; tab < tabs.count(); ++tab) {
            QCOMPARE(tabs.isTabEnabled(tab), tab == DetailTabs::OriginTab);
            QVERIFY2(!tabs.tabToolTip(tab).isEmpty(), qPrintable(tabs.tabText(tab)));
        }
        QCOMPARE(tabs.currentIndex(), int(DetailTabs::OriginTab));
    }

    void generatedCodeIsShownByKernelAndKind()
    {
        const Theme theme;
        DetailTabs tabs(theme);
        tabs.show(withGeneratedCode(), {});
        QVERIFY(tabs.isTabEnabled(DetailTabs::CodeTab));
        const GeneratedCodePanel &panel = *tabs.generatedCode();
        QCOMPARE(panel.kernelBox()->count(), 3);
        QCOMPARE(panel.kindBox()->count(), 3); // its own two, and that of all kernels
        QVERIFY(panel.view()->text().startsWith(u".file"_s));
        QCOMPARE(panel.usageText(), u"12 registers · 16 bytes local (spills) · 512 bytes shared"_s);
        panel.kindBox()->setCurrentIndex(1);
        QCOMPARE(panel.kindBox()->currentText(), u"SASS"_s);
        QVERIFY(panel.view()->text().isEmpty());
        QVERIFY(panel.usageText().endsWith(u"nvdisasm was not found"_s));
        panel.kernelBox()->setCurrentIndex(1);
        QCOMPARE(panel.kindBox()->count(), 2);
        QCOMPARE(panel.view()->text(), u"ret;\n"_s);
        QVERIFY(panel.usageText().isEmpty());
        tabs.clear();
        QVERIFY(!tabs.isTabEnabled(DetailTabs::CodeTab));
        QVERIFY(panel.view()->text().isEmpty());
    }

    void samplesAreBesideTheirLines()
    {
        const Theme theme;
        DetailTabs tabs(theme);
        EvaluationDetail detail = withGeneratedCode();
        GeneratedCode &machineCode = detail.evaluation.generatedCode[1];
        machineCode.note.clear();
        machineCode.text = "\t.section\t.text.add,\"ax\",@progbits\n"
                           "\t//## File \"/w/candidate.py\", line 4\n"
                           "        /*0000*/                   NOP;\n"
                           "        /*0010*/                   EXIT;\n";
        CounterProfile profile;
        profile.samples = {{"add", "1", 0, "barrier", 3}, {"add", "1", 16, "selected", 1}};
        detail.counters = {profile};
        tabs.show(detail, {});
        const GeneratedCodePanel &panel = *tabs.generatedCode();
        constexpr int noteMargin = 2;
        QCOMPARE(panel.view()->marginWidth(noteMargin), 0); // PTX has none
        panel.kindBox()->setCurrentIndex(1);
        QVERIFY(panel.usageText().startsWith(u"samples: 100.0 % barrier"_s));
        QCOMPARE(panel.view()->lineNote(3), u"75.0 % barrier"_s);
        QCOMPARE(panel.view()->lineNote(4), u"25.0 % selected"_s);
        QVERIFY(panel.view()->lineNote(1).isEmpty());
        QVERIFY(panel.view()->marginWidth(noteMargin) > 0);
        const QMap<int, QString> expected{{4, u"100.0 % barrier"_s}};
        QCOMPARE(panel.sourceNotes(), expected);

        SourceFilesView view(theme);
        view.setSources({sourceOf("a\nb\nc\nd\n")}, 0);
        view.setLineNotes(panel.sourceNotes());
        QTRY_VERIFY(!view.diff()->isLoading());
        QCOMPARE(view.diff()->pane(0)->lineNote(4), u"100.0 % barrier  4"_s);
        QCOMPARE(view.diff()->pane(0)->lineNote(3), u"3"_s);
        tabs.clear();
        QVERIFY(panel.sourceNotes().isEmpty());
    }

    void whatComputeSanitizerFoundIsAProblemAtItsLine()
    {
        const Theme theme;
        DetailTabs tabs(theme);
        EvaluationDetail detail = withGeneratedCode();
        detail.evaluation.diagnostics = {{Severity::Error, "a.py", 2, 0, "first", true}};
        CounterProfile profile;
        profile.source = sanitizerSource;
        profile.tool = "memcheck";
        // As in NVIDIA's manual of compute-sanitizer, "Understanding Memcheck Errors".
        profile.original = "========= COMPUTE-SANITIZER\n"
                           "========= Invalid __global__ write of size 4 bytes\n"
                           "=========     at unaligned_kernel()+0x160 in candidate.py:4\n"
                           "=========     by thread (0,0,0) in block (0,0,0)\n"
                           "=========     Address 0x7f6510c00001 is misaligned\n"
                           "========= ERROR SUMMARY: 1 error\n";
        detail.counters = {profile};
        tabs.show(detail, {});
        QVERIFY(tabs.isTabEnabled(DetailTabs::DiagnosticsTab));
        QAbstractItemModel &rows = *tabs.diagnostics();
        QCOMPARE(rows.rowCount(), 2);
        QCOMPARE(rows.index(1, 1).data().toString(), u"candidate.py:4"_s);
        QVERIFY(rows.index(1, 2).data().toString().startsWith(
            u"memcheck: Invalid __global__ write of size 4 bytes"_s));
        QCOMPARE(tabs.problems().size(), std::size_t{2});
        QCOMPARE(tabs.problems().back().line, 4);
        const QSignalSpy places(&tabs, &DetailTabs::placeRequested);
        emit tabs.diagnosticsTable()->clicked(rows.index(1, 0));
        QCOMPARE(places.count(), 1);
        QCOMPARE(places.first(), (QList<QVariant>{4, 0}));
        tabs.clear();
        QVERIFY(tabs.problems().empty());
    }

    void missingGeneratedCodeIsExplained()
    {
        const Theme theme;
        DetailTabs tabs(theme);
        EvaluationDetail detail = detailOf(Verdict::Correct);
        const auto reason = [&] {
            tabs.show(detail, {});
            return tabs.tabToolTip(DetailTabs::CodeTab);
        };
        const QString unknown = reason();
        detail.run.environment.deviceKind = "cpu";
        QVERIFY(reason().contains(u"processor"_s));
        detail.run.origin = "import:kernelbench";
        QVERIFY(reason().startsWith(u"Imported"_s));
        QVERIFY(!unknown.contains(u"processor"_s) && !unknown.contains(u"Imported"_s));
    }

    void linesOfSourceAndGeneratedCodeAreLinked()
    {
        const Theme theme;
        DetailTabs tabs(theme);
        tabs.show(withGeneratedCode(), {});
        GeneratedCodePanel &panel = *tabs.generatedCode();
        panel.showSourceLine(3);
        QCOMPARE(panel.markedLines(), (QList<int>{3, 4}));
        QVERIFY(panel.view()->markersAtLine(2) != 0 && panel.view()->markersAtLine(4) == 0U);
        const QSignalSpy places(&tabs, &DetailTabs::placeRequested);
        emit panel.view()->cursorPositionChanged(3, 0); // marked: the caret follows the mark
        emit panel.view()->cursorPositionChanged(4, 0); // a directive
        QCOMPARE(places.count(), 0);
        emit panel.view()->cursorPositionChanged(5, 0);
        QCOMPARE(places.count(), 1);
        QCOMPARE(places.first(), (QList<QVariant>{4, 0}));
        QCOMPARE(panel.markedLines(), QList<int>{6});
        QVERIFY(panel.view()->markersAtLine(2) == 0U);
        panel.showSourceLine(90);
        QVERIFY(panel.markedLines().isEmpty());
    }

    void caretShowsTheLineOfTheWholeSource()
    {
        const Theme theme;
        SourceFilesView view(theme);
        view.setSources({sourceOf(QByteArray::fromStdString(folderOf("c")))}, 0);
        QTRY_VERIFY(!view.diff()->isLoading());
        view.files()->choosePath(u"kernels/a.cu"_s);
        QTRY_VERIFY(!view.diff()->isLoading());
        const QSignalSpy lines(&view, &SourceFilesView::lineChosen);
        emit view.diff()->pane(0)->cursorPositionChanged(2, 0);
        QVERIFY(!lines.isEmpty());
        const auto files = splitFiles(folderOf("c"));
        QCOMPARE(lines.last().first().toInt(), files->at(1).firstLine + 2);
    }

    void theTabBarHasNoArrows_data()
    {
        QTest::addColumn<QSize>("size");
        QTest::newRow("1280") << QSize(1280, 720);
        QTest::newRow("1440") << QSize(1440, 900);
    }
    void theTabBarHasNoArrows()
    {
        QFETCH(QSize, size);
        Fixture f;
        QVERIFY(f.openPage(MainWindow::Triage, size));
        const QTabBar *bar = f.window->page<TriagePage>()->view()->tabs()->tabBar();
        for (const QToolButton *arrow : bar->findChildren<QToolButton *>())
            QVERIFY(!arrow->isVisible());
        QVERIFY(bar->tabRect(bar->count() - 1).right() <= bar->width());
        for (int tab = 0; tab < bar->count(); ++tab) // no title is cut
            QVERIFY2(bar->tabRect(tab).width()
                         >= bar->fontMetrics().horizontalAdvance(bar->tabText(tab)),
                     qPrintable(bar->tabText(tab)));
    }

    void markingMovesNothing_data()
    {
        QTest::addColumn<bool>("isFilled");
        QTest::newRow("notes in a tab") << false;
        QTest::newRow("notes in a column") << true;
    }
    void markingMovesNothing()
    {
        QFETCH(bool, isFilled);
        Fixture f;
        f.services.person = "a person with a remarkably long name";
        f.show();
        QVERIFY(f.openPage(MainWindow::Triage, {1440, 900}));
        TriagePage &page = *f.window->page<TriagePage>();
        JudgementPanel *notes = page.view()->judgement();
        if (isFilled)
            f.press(u"kernel.list"_s);
        QTRY_COMPARE(page.view()->tabs()->indexOf(notes) < 0, isFilled);
        QCoreApplication::processEvents();
        const auto before = placesIn(f.window.get(), notes);
        const QRect column(notes->mapTo(f.window.get(), QPoint()), notes->size());
        f.press(u"triage.suspicious"_s);
        QTRY_COMPARE(page.candidateModel()->state(page.view()->current()), TriageState::Suspicious);
        page.addTag(u"a-tag-that-is-longer-than-the-column-of-the-notes-could-ever-be"_s);
        page.addNote(QString(400, u'n'));
        QTRY_VERIFY(!notes->notesShown().startsWith(u"No notes"_s));
        QTRY_VERIFY(notes->tagsShown().contains(u"a-tag"_s));
        QCoreApplication::processEvents();
        const QString others = moved(before, placesIn(f.window.get(), notes));
        QVERIFY2(others.isEmpty(), qPrintable(others));
        QCOMPARE(QRect(notes->mapTo(f.window.get(), QPoint()), notes->size()), column);
    }

    void tagsAndNotesOpenTheirTab()
    {
        Fixture f;
        QVERIFY(f.openPage(MainWindow::Triage, {1280, 720}));
        CandidateView *view = f.window->page<TriagePage>()->view();
        QVERIFY(!view->judgement()->isVisible());
        f.press(u"triage.tag"_s);
        QTRY_VERIFY(view->judgement()->tagLine()->hasFocus());
        view->tabs()->setCurrentIndex(DetailTabs::OriginTab);
        f.press(u"triage.note"_s);
        QTRY_VERIFY(view->judgement()->noteEdit()->hasFocus());
    }

    void generatedCodeHasHalfOfTheHeight()
    {
        Fixture f;
        QVERIFY(f.openPage(MainWindow::Triage, {1280, 720}));
        CandidateView *view = f.window->page<TriagePage>()->view();
        view->tabs()->setCurrentIndex(DetailTabs::OriginTab);
        const QList<int> before = view->splitter()->sizes();
        view->tabs()->setCurrentIndex(DetailTabs::CodeTab);
        const QList<int> half = view->splitter()->sizes();
        QVERIFY2(half[1] > before[1], qPrintable(QString::number(half[1])));
        QVERIFY(qAbs(half[1] - half[0]) <= 1);
        view->tabs()->setCurrentIndex(DetailTabs::OriginTab);
        QCOMPARE(view->splitter()->sizes(), before);
    }

    void wordsAreFoundInAllPanes()
    {
        Fixture f;
        QVERIFY(f.openPage(MainWindow::Triage, {1440, 900}));
        DiffView *diff = f.shown->diff();
        QSignalSpy shown(diff, &DiffView::shown);
        diff->setSources(
            {sourceOf("int row;\nint Row = row;\n"), sourceOf("int row;\nreturn 0;\n")}, 1);
        QVERIFY(shown.wait(loupe::test::patience));
        f.press(u"kernel.find"_s);
        QTRY_VERIFY(diff->findBar()->line()->hasFocus());
        QTest::keyClicks(diff->findBar()->line(), u"row"_s);
        QCOMPARE(diff->findBar()->countShown(), u"4 places"_s);
        QTest::keyClick(diff->findBar()->line(), Qt::Key_Return);
        QCOMPARE(diff->findBar()->countShown(), u"1 of 4"_s);
        QCOMPARE(diff->pane(0)->selectedText(), u"row"_s);
        QTest::keyClick(diff->findBar()->line(), Qt::Key_Return);
        QCOMPARE(diff->pane(1)->selectedText(), u"row"_s);
        QTest::keyClick(diff->findBar()->line(), Qt::Key_Return, Qt::ShiftModifier);
        QTest::keyClick(diff->findBar()->line(), Qt::Key_Return, Qt::ShiftModifier);
        QCOMPARE(diff->findBar()->countShown(), u"4 of 4"_s);
        QCOMPARE(diff->pane(0)->currentRow(), 1);
        QTest::keyClick(diff->findBar()->line(), Qt::Key_Escape);
        QVERIFY(!diff->findBar()->isVisible());
        QTRY_VERIFY(diff->pane(1)->hasFocus());
    }

    void wordsAreFoundInTheSourcesOfAllAttempts()
    {
        Fixture f;
        f.store->setSource(RowId{1},
                           std::string(4, '\n') + "float NEEDLE;" + std::string(60, '\n'));
        f.store->setSource(RowId{2}, "a needle\nno\nneedle again");
        f.store->setSource(RowId{5}, "needle");
        f.store->setSource(RowId{7}, "a needle");
        QVERIFY(f.openPage(MainWindow::Trajectories, {1440, 900}));
        QCOMPARE(f.shown->kernel(), RowId{7});
        f.press(u"kernel.findEverywhere"_s);
        SourceSearch *search = f.window->sourceSearch();
        QVERIFY(!search->searchButton()->isEnabled());
        QTest::keyClicks(search->line(), u"needle"_s);
        QTest::keyClick(search->line(), Qt::Key_Return);
        QTRY_COMPARE(search->state(), u"5 lines"_s);
        QStringList found;
        for (const SourceHit &hit : search->model()->rows())
            found.append(u"%1:%2"_s.arg(hit.row.id.value).arg(hit.line));
        // Those of the displayed kernel's task come first.
        QCOMPARE(found, QStringList({u"5:1"_s, u"7:1"_s, u"1:5"_s, u"2:1"_s, u"2:3"_s}));
        search->table()->selectRow(2);
        QTest::keyClick(search->table(), Qt::Key_Return);
        QCOMPARE(f.window->currentPage(), MainWindow::Results);
        const CandidateView &view = *f.window->page<ResultsPage>()->detail();
        QTRY_COMPARE(view.current(), RowId{1});
        QVERIFY(f.settle());
        const DiffPane &pane = *view.diff()->pane(1);
        QCOMPARE(pane.lineOfRow(pane.currentRow()), 5); // not that of its first error
        QVERIFY(search->isVisible());
        search->caseBox()->setChecked(true);
        search->searchButton()->click();
        QTRY_COMPARE(search->state(), u"4 lines"_s);
        search->line()->setText(u"nowhere"_s);
        search->searchButton()->click();
        QTRY_COMPARE(search->state(), u"Not found in 7 attempts."_s);
        QCOMPARE(search->model()->rowCount(), 0);
    }

    void aSearchInAllSourcesCanBeCancelled()
    {
        std::atomic<bool> isReading = false;
        std::atomic<bool> mayEnd = false;
        Fixture f;
        f.store->duringSources = [&] {
            isReading = true;
            while (!mayEnd)
                std::this_thread::yield();
        };
        QVERIFY(f.openPage(MainWindow::Results, {1440, 900}));
        f.press(u"kernel.findEverywhere"_s);
        SourceSearch *search = f.window->sourceSearch();
        QVERIFY(!search->cancelButton()->isEnabled());
        search->line()->setText(u"include"_s);
        search->searchButton()->click();
        const bool hasBegun
            = QTest::qWaitFor([&] { return isReading.load(); }, loupe::test::patience);
        const bool canCancel = search->cancelButton()->isEnabled();
        search->cancelButton()->click();
        mayEnd = true; // before any check can return
        QVERIFY(hasBegun);
        QVERIFY(canCancel);
        QVERIFY(!search->isRunning());
        QCOMPARE(search->state(), u"Stopped."_s);
        QThreadPool::globalInstance()->waitForDone();
        QCoreApplication::processEvents();
        QCOMPARE(search->model()->rowCount(), 0);
        QCOMPARE(search->state(), u"Stopped."_s);
        search->searchButton()->click();
        QTRY_COMPARE(search->state(), u"7 lines"_s);
    }

    void foundLinesNameTheirFile()
    {
        SourceHit single;
        single.line = 7;
        single.fileLine = 7;
        SourceHit ofSeveral = single;
        ofSeveral.path = "kernels/a.cu";
        ofSeveral.fileLine = 2;
        SourceHitModel model;
        model.setHits({single, ofSeveral});
        constexpr int lineColumn = 3;
        QCOMPARE(model.index(0, lineColumn).data().toString(), u"7"_s);
        QCOMPARE(model.index(1, lineColumn).data().toString(), u"kernels/a.cu:2"_s);
    }

    void theLeftSideCanBeAnotherSource()
    {
        Fixture f;
        f.store->setSource(RowId{5}, "a\nb\nx\n");
        f.store->setSource(RowId{7}, "a\nb\ny\n");
        QVERIFY(f.openPage(MainWindow::Results, {1440, 900}));
        auto *results = f.window->page<ResultsPage>();
        results->show(RowId{5}); // round 1 of 4
        QVERIFY(f.settle());
        const DiffView &diff = *results->diff();
        ChoiceBox *box = results->detail()->leftBox();
        const auto names = [&] {
            return QStringList{diff.pane(0)->accessibleName(), diff.pane(1)->accessibleName()};
        };
        const auto choose = [&](const QString &text) {
            box->setCurrentIndex(box->findText(text, Qt::MatchStartsWith));
            return f.settle();
        };
        QCOMPARE(box->currentText(), u"Reference"_s);
        QCOMPARE(names().front(), u"Source: Reference"_s);
        QVERIFY(choose(u"Nearest correct"_s));
        QVERIFY2(names().front().startsWith(u"Source: round 3"_s), qPrintable(names().front()));
        QVERIFY2(names().back().startsWith(u"Source: Candidate"_s), qPrintable(names().back()));
        QCOMPARE(diff.differences(), 1);
        QVERIFY(choose(u"Round before"_s));
        QVERIFY2(names().front().startsWith(u"Source: round 0"_s), qPrintable(names().front()));
        QVERIFY(choose(u"round 2"_s)); // a later round belongs at the right
        QVERIFY2(names().front().startsWith(u"Source: Candidate"_s), qPrintable(names().front()));
        QVERIFY2(names().back().startsWith(u"Source: round 2"_s), qPrintable(names().back()));
        results->show(RowId{3}); // the only correct kernel of its task
        QVERIFY(f.settle());
        QCOMPARE(box->currentText(), u"Reference"_s);
        QCOMPARE(box->findText(u"Round before"_s), -1);
        QVERIFY(choose(u"Nearest correct"_s));
        QCOMPARE(names().front(), u"Source: Nearest correct"_s);
        QVERIFY(diff.pane(0)->accessibleDescription().startsWith(u"no correct candidate"_s));
    }

    void filesOfASubmissionAreComparedOneByOne()
    {
        Fixture f;
        f.store->setSource(RowId{5}, folderOf("x"));
        f.store->setSource(
            RowId{7},
            joinedFiles(
                {{"model_new.py", "import a\n"}, {"kernels/a.cu", "a\nb\ny\n"}, {"old.h", "o\n"}}));
        QVERIFY(f.openPage(MainWindow::Results, {1440, 900}));
        auto *results = f.window->page<ResultsPage>();
        results->show(RowId{5});
        QVERIFY(f.settle());
        CandidateView &detail = *results->detail();
        const DiffView &diff = *results->diff();
        FileTree &files = *detail.sources()->files();
        QVERIFY(files.isVisible());
        QVERIFY(files.isColumnHidden(FileTree::MarkColumn)); // the reference is no folder
        QCOMPARE(files.chosenPath(), u"model_new.py"_s);
        detail.leftBox()->setCurrentIndex(detail.leftBox()->findText(u"Nearest correct"_s));
        QVERIFY(f.settle());
        QCOMPARE(linesOfTree(files),
                 (QStringList{u"model_new.py"_s, u"kernels ≠"_s, u"a.cu ≠"_s, u"new.h +"_s,
                              u"old.h −"_s}));
        QCOMPARE(files.chosenPath(), u"kernels/a.cu"_s); // the first that differs
        QCOMPARE(files.currentItem()->text(FileTree::LinesColumn), u"3"_s);
        QCOMPARE(diff.differences(), 1);
        files.choosePath(u"model_new.py"_s);
        QVERIFY(f.settle());
        QCOMPARE(diff.differences(), 0);
        files.choosePath(u"old.h"_s);
        QVERIFY(f.settle());
        QVERIFY(diff.pane(1)->accessibleDescription().startsWith(u"no file old.h"_s));

        constexpr int lineOfB = 7; // of the joined text: the second line of the second file
        detail.load(RowId{5}, lineOfB);
        QVERIFY(f.settle());
        QCOMPARE(files.chosenPath(), u"kernels/a.cu"_s);
        const DiffPane *own = diff.pane(diff.paneCount() - 1);
        QCOMPARE(own->lineOfRow(own->currentRow()), 2);
        results->show(RowId{3}); // of a single file
        QVERIFY(f.settle());
        QVERIFY(files.isHidden());
    }

    void aFolderOfASingleFileNeedsNoTree()
    {
        const Theme theme;
        SourceFilesView view(theme);
        QSignalSpy shown(view.diff(), &DiffView::shown);
        view.setSources({sourceOf(QByteArray::fromStdString(joinedFiles({{"a.py", "x\n"}})))}, 0);
        QVERIFY(shown.wait(loupe::test::patience));
        QVERIFY(view.files()->isHidden());
        QCOMPARE(view.diff()->pane(0)->rowCount(), 1); // without the line with its name
    }

    void keysMoveInAndFoldTheFileTree()
    {
        Fixture f;
        f.store->setSource(RowId{5}, folderOf("x"));
        QVERIFY(f.openPage(MainWindow::Results, {1440, 900}));
        f.window->page<ResultsPage>()->show(RowId{5});
        QVERIFY(f.settle());
        FileTree &files = *f.window->page<ResultsPage>()->detail()->sources()->files();
        const QTreeWidgetItem *folder = files.topLevelItem(1);
        const auto press = [&](Qt::Key key) { QTest::keyClick(&files, key); };
        files.setFocus();
        press(Qt::Key_Down);
        QCOMPARE(files.currentItem(), folder);
        QCOMPARE(files.chosenPath(), u"model_new.py"_s); // a folder has nothing to show
        QVERIFY(folder->isExpanded());
        press(Qt::Key_Left);
        QVERIFY(!folder->isExpanded());
        press(Qt::Key_Down);
        QCOMPARE(files.chosenPath(), u"new.h"_s);
        QVERIFY(f.settle());
        f.window->page<ResultsPage>()->detail()->load(RowId{5});
        QVERIFY(f.settle());
        QVERIFY(!files.topLevelItem(1)->isExpanded()); // stays folded
        QCOMPARE(files.chosenPath(), u"new.h"_s);      // as the user chose
        press(Qt::Key_Return);
        QTRY_VERIFY(f.shown->diff()->isAncestorOf(QApplication::focusWidget()));
    }

    void filesAreComparedOneByOneOnTrajectories()
    {
        Fixture f;
        f.store->setSource(RowId{6}, folderOf("x"));
        f.store->setSource(RowId{7}, folderOf("y"));
        QVERIFY(f.openPage(MainWindow::Trajectories, {1440, 900}));
        TrajectoryView &view = *f.window->page<TrajectoriesPage>()->view();
        QCOMPARE(view.current(), RowId{7});
        FileTree &files = *view.sources()->files();
        QVERIFY(files.isVisible());
        QCOMPARE(linesOfTree(files),
                 (QStringList{u"model_new.py"_s, u"kernels ≠"_s, u"a.cu ≠"_s, u"new.h"_s}));
        QCOMPARE(files.chosenPath(), u"kernels/a.cu"_s);
        QCOMPARE(view.diff()->differences(), 1);
        QVERIFY2(view.difference().contains(u"1 difference"_s), qPrintable(view.difference()));
        files.choosePath(u"new.h"_s);
        QVERIFY(f.settle());
        QCOMPARE(view.diff()->differences(), 0);
        QVERIFY2(!view.difference().contains(u"difference,"_s), qPrintable(view.difference()));
    }

    void roundsOfATrajectoryAreNamed()
    {
        Fixture f;
        QVERIFY(f.openPage(MainWindow::Trajectories, {1440, 900}));
        const RoundStrip &rounds = *f.window->page<TrajectoriesPage>()->view()->rounds();
        QVERIFY(!rounds.button(2)->text().contains(u"correct"_s));
        QVERIFY(rounds.button(3)->text().endsWith(u"first correct"_s));
        rounds.button(3)->setFocus();
        QTest::keyClick(rounds.button(3), Qt::Key_Left);
        QTRY_COMPARE(f.window->page<TrajectoriesPage>()->view()->current(), RowId{6});
        QTRY_VERIFY(rounds.button(2)->hasFocus());
        QTest::keyClick(rounds.button(2), Qt::Key_Right);
        QTRY_COMPARE(f.window->page<TrajectoriesPage>()->view()->current(), RowId{7});
    }

    void aLineOfTheFoldedTestsIsUnfolded()
    {
        const Theme theme;
        DiffView diff(theme);
        QSignalSpy shown(&diff, &DiffView::shown);
        const QByteArray code = "code\n" + QByteArray(120, '#') + "\ntest\n";
        diff.setSources({sourceOf("code\n"), sourceOf(code)}, 1);
        diff.goToLine(9); // beyond the end
        QVERIFY(shown.wait(loupe::test::patience));
        QVERIFY(!diff.showsTests());
        diff.goToLine(3);
        QVERIFY(shown.wait(loupe::test::patience));
        QVERIFY(diff.showsTests());
        QCOMPARE(diff.pane(1)->lineOfRow(diff.pane(1)->currentRow()), 3);
    }

    void differentSourcesAreShownWithoutMarks()
    {
        const Theme theme;
        DiffView diff(theme);
        QSignalSpy shown(&diff, &DiffView::shown);
        const QByteArray left = "a\n\nb\n\nc\n\nd\n\ne\n";
        diff.setSources({sourceOf(left), sourceOf("a\n\nb\n\nx\n\ny\n\nz\n")}, 1); // 40 %
        QVERIFY(shown.wait(loupe::test::patience));
        QVERIFY(!diff.showsDifferences());
        QCOMPARE(diff.differences(), 0);
        QCOMPARE(diff.pane(0)->rowCount(), diff.pane(1)->rowCount());
        diff.setMode(DiffView::Mode::Differences);
        QVERIFY(shown.wait(loupe::test::patience));
        QVERIFY(diff.showsDifferences());
        QVERIFY(diff.differences() > 0);
        diff.setSources({sourceOf(left), sourceOf("a\n\nb\n\nc\n\ny\n\nz\n")}, 1); // 60 %
        QVERIFY(shown.wait(loupe::test::patience));
        QVERIFY(diff.showsDifferences());
        diff.setMode(DiffView::Mode::Plain);
        QVERIFY(shown.wait(loupe::test::patience));
        QVERIFY(!diff.showsDifferences());
    }

    void panesScrollTogetherByDefault()
    {
        const Theme theme;
        DiffView diff(theme);
        diff.resize(900, 300);
        diff.show();
        QSignalSpy shown(&diff, &DiffView::shown);
        diff.setSources({sourceOf(QByteArray("left\n").repeated(40)),
                         sourceOf(QByteArray("right\n").repeated(200))},
                        1);
        QVERIFY(shown.wait(loupe::test::patience));
        diff.pane(1)->setFirstVisibleLine(120); // beyond the end of the shorter source
        QTRY_COMPARE(diff.pane(0)->firstVisibleLine(), 120);
        diff.setSynchronised(false);
        diff.pane(1)->setFirstVisibleLine(10);
        QCoreApplication::processEvents();
        QCOMPARE(diff.pane(0)->firstVisibleLine(), 120);
    }
};

} // namespace tst_workspace

LOUPE_UI_TEST(workspace, tst_workspace::TestWorkspace)
#include "tst_workspace.moc"
