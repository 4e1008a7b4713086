// SPDX-License-Identifier: GPL-3.0-or-later
// Tests the page Roofline: what is drawn, what is left out, and where its marks and numbers lead.
#include "ui/models/rooflinemodels.h"
#include "ui/pages/detail/candidateview.h"
#include "ui/pages/results/resultspage.h"
#include "ui/pages/roofline/ceilingsrow.h"
#include "ui/pages/roofline/rooflinepage.h"
#include "ui/shell/session/selection.h"
#include "ui/shell/session/storesession.h"
#include "ui/text/words.h"
#include "ui/widgets/charts/chartview.h"
#include "ui/widgets/layout/emptystate.h"
#include "ui/widgets/layout/parts.h"
#include "ui/widgets/tables/resulttable.h"

#include <QCheckBox>
#include <QComboBox>
#include <QCoreApplication>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "tests/ui/patience.h"
#include "tests/ui/uitest.h"
#include "tests/ui/windowfixture.h"

namespace tst_roofline {

using namespace loupe;
using namespace loupe::ui;
using namespace Qt::StringLiterals;

namespace {

using Ids = std::vector<RowId>;

/// Returns a work of 1e9 bytes on a device of 10 TFLOP/s and 2 TB/s.
WorkRecord workOf(std::optional<double> flops)
{
    WorkRecord work;
    work.flops = flops;
    work.bytes = 1e9;
    work.peakName = "float32";
    work.peakFlops = 1e13;
    work.bandwidth = 2e12;
    return work;
}

/// Window on five pairs of task and method, of which three can be drawn:
/// 1: half of its ceiling; 2: 80 % of it; 3: above it; 4: failed; 5: unknown operations.
struct Fixture : loupe::test::WindowFixture {
    Fixture() : WindowFixture(0)
    {
        add("a", "alpha", "Math", Verdict::Correct);
        add("b", "alpha", "Fusion", Verdict::Correct);
        add("a", "beta", "Math", Verdict::Correct);
        add("b", "beta", "Fusion", Verdict::CompileError);
        add("c", "alpha", "Math", Verdict::Correct);
        store->setWork({1}, {workOf(4e9), 1.0, 2.0});
        store->setWork({2}, {workOf(4e10), 5.0, 4.0});
        store->setWork({3}, {workOf(4e9), 0.4, 2.0});
        store->setWork({5}, {workOf({}), 1.0, 2.0});
    }

    void add(const char *task, const char *method, const char *category, Verdict verdict) const
    {
        ResultRow row;
        row.run = "first";
        row.suite = "native";
        row.task = task;
        row.method = method;
        row.category = category;
        row.device = "gpu";
        row.verdict = verdict;
        row.strictVerdict = verdict;
        store->addRow(row);
    }

    bool openPage() { return openThenShow(MainWindow::Roofline); }

    RooflinePage &page() const { return *window->page<RooflinePage>(); }
    ChartView &view() const { return *page().view(); }

    /// Returns the results of the drawn dots.
    Ids drawn() const
    {
        Ids out;
        for (const PlacedMark &mark : view().marks()) {
            if (mark.kind == MarkKind::Dot)
                out.insert(out.end(), mark.mark->members.begin(), mark.mark->members.end());
        }
        std::ranges::sort(out);
        return out;
    }

    /// Returns the index of the dot of one result.
    std::optional<std::size_t> dotOf(RowId id) const
    {
        for (std::size_t i = 0; i < view().marks().size(); ++i) {
            const PlacedMark &mark = view().marks()[i];
            if (mark.kind == MarkKind::Dot && mark.mark->members == Ids{id})
                return i;
        }
        return std::nullopt;
    }

    /// Waits until Results lists exactly these under a filter that a person can read.
    bool leadsTo(const Ids &ids) const
    {
        const bool isShown = QTest::qWaitFor(
            [&] {
                Ids listed = model().ids();
                std::ranges::sort(listed);
                return window->currentPage() == MainWindow::Results && listed == ids
                    && !window->session().filterText().isEmpty();
            },
            loupe::test::patience);
        return isShown && !window->session().filterText().contains(u"id:"_s);
    }

    bool showsKernel(RowId id) const
    {
        const CandidateView &detail = *window->page<ResultsPage>()->detail();
        return QTest::qWaitFor([&] { return detail.isVisible() && detail.current() == id; },
                               loupe::test::patience);
    }
};

} // namespace

class TestRoofline final : public QObject
{
    Q_OBJECT
private slots:
    void tableShowsSharesOfGroups()
    {
        RooflineGroupModel model;
        RooflineGroup group;
        group.name = "Math";
        group.ids = {{1}, {2}, {3}};
        group.known = 2;
        group.median = 0.65;
        group.best = 0.8;
        group.memoryBound = 1;
        group.above = 1;
        RooflineGroup unmeasured;
        unmeasured.name = "Fusion";
        unmeasured.ids = {{4}};
        model.setGroups({group, unmeasured}, u"Category"_s);
        QCOMPARE(model.rowCount(), 2);
        QCOMPARE(model.headerData(0, Qt::Horizontal, Qt::DisplayRole).toString(), u"Category"_s);
        const auto text
            = [&model](int row, int column) { return model.index(row, column).data().toString(); };
        QCOMPARE(text(0, RooflineGroupModel::NameColumn), u"Math"_s);
        QCOMPARE(text(0, RooflineGroupModel::DrawnColumn), u"3"_s);
        QCOMPARE(text(0, RooflineGroupModel::MedianColumn), shareText(0.65));
        QCOMPARE(text(0, RooflineGroupModel::BestColumn), shareText(0.8));
        QCOMPARE(text(0, RooflineGroupModel::MemoryColumn), u"1"_s);
        QCOMPARE(text(0, RooflineGroupModel::AboveColumn), u"1"_s);
        QCOMPARE(text(1, RooflineGroupModel::MedianColumn), u"–"_s);
        QVERIFY(model.index(0, RooflineGroupModel::MedianColumn)
                    .data(Qt::ToolTipRole)
                    .toString()
                    .contains(u"2 of 3"_s));
        QCOMPARE(model.group(1).ids, Ids{{4}});
    }

    void tableCountsReasons()
    {
        RooflineNoteModel model;
        model.setNotes({{"not timed", {{1}, {7}}}});
        QCOMPARE(model.rowCount(), 1);
        QCOMPARE(model.index(0, RooflineNoteModel::ReasonColumn).data().toString(), u"not timed"_s);
        QCOMPARE(model.index(0, RooflineNoteModel::ResultsColumn).data().toString(), u"2"_s);
        model.setNotes({});
        QCOMPARE(model.rowCount(), 0);
    }

    void kernelsAreDrawnBelowTheirCeilings()
    {
        Fixture f;
        QVERIFY(f.openPage());
        QVERIFY(f.view().isVisible());
        QCOMPARE(f.view().chart().panels.size(), std::size_t{1});
        QCOMPARE(f.view().chart().panels.front().title, std::string("gpu"));
        QCOMPARE(f.drawn(), (Ids{{1}, {2}, {3}}));
        QCOMPARE(f.page().countLabel()->text(), u"3 of 5 task × method pairs drawn"_s);
        const auto dot = f.dotOf({1});
        QVERIFY(dot);
        const QString text = toQt(f.view().marks()[*dot].mark->text);
        for (const auto &part : {u"a, alpha"_s, u"4 TFLOP/s"_s, u"50.0 % of its ceiling"_s})
            QVERIFY2(text.contains(part), qPrintable(text));
        const QAbstractItemModel &groups = *f.page().groupTable()->model();
        QCOMPARE(groups.rowCount(), 2); // Fusion, Math
        QCOMPARE(groups.index(1, RooflineGroupModel::MedianColumn).data().toString(),
                 shareText(0.5));
        QCOMPARE(groups.index(1, RooflineGroupModel::AboveColumn).data().toString(), u"1"_s);
        const QAbstractItemModel &notes = *f.page().noteTable()->model();
        QCOMPARE(notes.rowCount(), 2);
        QCOMPARE(notes.index(0, 0).data().toString(), u"not correct"_s);
        QCOMPARE(notes.index(1, 0).data().toString(), u"without known operations (bytes only)"_s);
    }

    void aClickSelectsAndADoubleClickOpens()
    {
        Fixture f;
        QVERIFY(f.openPage());
        QTRY_VERIFY(f.dotOf({1}));
        const QPoint at = f.view().marks()[*f.dotOf({1})].box.center().toPoint();
        QTest::mouseClick(&f.view(), Qt::LeftButton, {}, at);
        QCOMPARE(f.window->selection().ids(), Ids{{1}});
        QCOMPARE(f.window->currentPage(), MainWindow::Roofline);
        QTest::mouseDClick(&f.view(), Qt::LeftButton, {}, at);
        QVERIFY2(f.leadsTo({{1}}), qPrintable(f.window->session().filterText()));
        QVERIFY(f.showsKernel({1}));
        QVERIFY(f.window->selection().isEmpty());
    }

    void aBarOfTheSharesSelectsItsKernels()
    {
        Fixture f;
        QVERIFY(f.openPage());
        ChartView &shares = *f.page().sharesView();
        QTRY_VERIFY(shares.isVisible());
        QCoreApplication::processEvents(); // lays out the new panel
        QCOMPARE(shares.chart().panels.size(), std::size_t{1});
        QCOMPARE(shares.marks().size(), std::size_t{3}); // 50 %, 80 % and above
        const auto bar = std::ranges::find_if(
            shares.marks(), [](const PlacedMark &mark) { return mark.mark->members == Ids{{2}}; });
        QVERIFY(bar != shares.marks().end());
        QCOMPARE(toQt(bar->mark->text), u"Fusion, 80 to 85 % of the ceiling: 1 evaluation"_s);
        const QPoint at = bar->box.center().toPoint();
        QTest::mouseClick(&shares, Qt::LeftButton, {}, at);
        QCOMPARE(f.window->selection().ids(), Ids{{2}});
        QCOMPARE(f.window->currentPage(), MainWindow::Roofline);
        QTest::mouseDClick(&shares, Qt::LeftButton, {}, at);
        QVERIFY2(f.leadsTo({{2}}), qPrintable(f.window->session().filterText()));
    }

    void enterOpensTheSelectedKernel()
    {
        Fixture f;
        QVERIFY(f.openPage());
        QTRY_VERIFY(f.dotOf({2}));
        f.view().pickMark(*f.dotOf({2}));
        QTest::keyClick(&f.view(), Qt::Key_Return);
        QVERIFY2(f.leadsTo({{2}}), qPrintable(f.window->session().filterText()));
        QVERIFY(f.showsKernel({2}));
    }

    void groupOpensItsKernels()
    {
        Fixture f;
        QVERIFY(f.openPage());
        ResultTable *groups = f.page().groupTable();
        groups->selectRow(1);
        QTest::keyClick(groups, Qt::Key_Return);
        // Only the task tells them from 5, which is not drawn.
        QVERIFY2(f.leadsTo({{1}, {3}}), qPrintable(f.window->session().filterText()));
    }

    void reasonOpensItsResults()
    {
        Fixture f;
        QVERIFY(f.openPage());
        ResultTable *notes = f.page().noteTable();
        const QModelIndex count = notes->model()->index(0, RooflineNoteModel::ResultsColumn);
        QTest::mouseClick(notes->viewport(), Qt::LeftButton, {}, notes->visualRect(count).center());
        QVERIFY2(f.leadsTo({{4}}), qPrintable(f.window->session().filterText()));
    }

    void coloursAndSharesFollowTheGroups()
    {
        Fixture f;
        QVERIFY(f.openPage());
        QComboBox *box = f.page().groupBox();
        box->setCurrentIndex(box->findText(u"Method"_s));
        QVERIFY(f.settle());
        const QAbstractItemModel &groups = *f.page().groupTable()->model();
        QCOMPARE(groups.index(0, 0).data().toString(), u"alpha"_s);
        QCOMPARE(groups.index(1, 0).data().toString(), u"beta"_s);
        QCOMPARE(groups.headerData(0, Qt::Horizontal, Qt::DisplayRole).toString(), u"Method"_s);
        QCOMPARE(f.view().chart().legend.size(), std::size_t{2});
        QCOMPARE(f.page().figureSpec().name, std::string("roofline-method"));
    }

    void referencesAreDrawnOnRequest()
    {
        Fixture f;
        QVERIFY(f.openPage());
        QCOMPARE(f.view().chart().panels.front().dots.size(), std::size_t{3});
        f.page().referencesBox()->click();
        QVERIFY(f.settle());
        // 1 and 3 share the time of the reference.
        QCOMPARE(f.view().chart().panels.front().dots.size(), std::size_t{5});
        const FigureSpec spec = f.page().figureSpec();
        QCOMPARE(spec.chart.kind, ChartKind::Roofline);
        QCOMPARE(spec.chart.rooflineDots, RooflineDots::WithReferences);
        QVERIFY(spec.chart.scope);
        QVERIFY(isFigureName(spec.name));
    }

    void followsTheFilter()
    {
        Fixture f;
        QVERIFY(f.openPage());
        QVERIFY(f.window->session().setFilter(u"method:beta"_s));
        QVERIFY(f.settle());
        QCOMPARE(f.drawn(), Ids{{3}});
        QCOMPARE(f.page().countLabel()->text(), u"1 of 2 task × method pairs drawn"_s);
        QCOMPARE(f.page().figureSpec().filter, std::string("method:beta"));
    }

    void theTableHasARowForEachMark()
    {
        Fixture f;
        QVERIFY(f.openPage());
        f.page().toggleTable();
        QVERIFY(f.page().showsTable());
        const auto tables = f.page().findChildren<ResultTable *>();
        const auto table = std::ranges::find_if(tables, [](const ResultTable *each) {
            return each->accessibleName() == u"Data of the chart"_s;
        });
        QVERIFY(table != tables.end());
        QVERIFY((*table)->isVisible());
        QCOMPARE(static_cast<std::size_t>((*table)->model()->rowCount()), f.view().marks().size());
        f.page().toggleTable();
        QVERIFY(!f.page().showsTable());
    }

    void emptyPageSuggestsAnAction()
    {
        loupe::test::WindowFixture f(30);
        f.window->showPage(MainWindow::Roofline);
        RooflinePage &page = *f.window->page<RooflinePage>();
        QCOMPARE(page.emptyState()->what(), u"No store is open."_s);
        QVERIFY(f.openThenShow(MainWindow::Roofline));
        QVERIFY(page.emptyState()->isVisible());
        QVERIFY(!page.sharesView()->isVisible());
        QCOMPARE(page.emptyState()->what(), u"No result has a place below a roofline."_s);
        QVERIFY(page.noteTable()->isVisible());
        QCOMPARE(page.noteTable()->model()->index(0, 0).data().toString(), u"not correct"_s);
        QVERIFY(f.window->session().setFilter(u"method:nobody"_s));
        QVERIFY(f.settle());
        QCOMPARE(page.emptyState()->what(), u"No results match the filter."_s);
        QVERIFY(!page.noteTable()->isVisible());
        QTest::mouseClick(page.emptyState()->button(), Qt::LeftButton);
        QVERIFY(f.settle());
        QVERIFY(f.window->session().filterText().isEmpty());
    }

    void oneClickCalibratesTheDevice()
    {
        loupe::test::WindowFixture f(3);
        std::optional<DeviceCeilings> stored; // as if in a file
        f.services.findChoices = [] { return LaunchChoices{{}, {{"cpu", "a processor"}}}; };
        f.services.storedCeilings = [&stored](const std::string &) {
            return Result<std::optional<DeviceCeilings>>(stored);
        };
        f.services.measureCeilings = [&stored](const std::string &device,
                                               const std::stop_token &) -> Result<DeviceCeilings> {
            DeviceCeilings out;
            out.device = device;
            out.takenAt = "2026-11-21T07:30:00Z";
            out.rates = {rateFrom("copy", {5e9}, "told"), rateFrom("float32", {2e12}, "told")};
            stored = out;
            return out;
        };
        f.show();
        QVERIFY(f.openThenShow(MainWindow::Roofline));
        const CeilingsRow *ceilings = f.window->page<RooflinePage>()->ceilings();
        QVERIFY(ceilings->isVisible()); // although nothing is drawn yet
        QTRY_COMPARE(ceilings->text()->text(), u"Ceilings of this machine · cpu: not measured"_s);
        QTRY_VERIFY(ceilings->button()->isEnabled());
        QTest::mouseClick(ceilings->button(), Qt::LeftButton);
        QTRY_VERIFY(ceilings->text()->text().contains(
            u"cpu: 5.0 GB/s of memory, 2.00 TFLOP/s in float32"_s));
        QTRY_VERIFY(ceilings->button()->isEnabled());
    }
};

} // namespace tst_roofline

LOUPE_UI_TEST(roofline, tst_roofline::TestRoofline)
#include "tst_roofline.moc"
