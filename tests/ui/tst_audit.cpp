// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/suspicionmodel.h"
#include "ui/pages/audit/auditpage.h"
#include "ui/pages/results/resultspage.h"
#include "ui/shell/window/mainwindow.h"
#include "ui/shell/window/sidebar.h"
#include "ui/style/theme.h"
#include "ui/widgets/tables/resulttable.h"

#include <QAbstractItemModelTester>
#include <QCheckBox>
#include <QComboBox>
#include <QLineEdit>
#include <QPushButton>
#include <QScopeGuard>
#include <QSignalSpy>
#include <QTest>

#include <atomic>

#include "tests/ui/patience.h"
#include "tests/ui/uitest.h"
#include "tests/ui/windowfixture.h"

namespace tst_audit {

using namespace loupe;
using namespace loupe::ui;
using namespace Qt::StringLiterals;

namespace {

Finding finding(const char *rule, FindingSeverity severity)
{
    return {rule, RuleLayer::Record, severity, std::string("seen by ") + rule, 0};
}

/// Window on the page Audit of a store with nine rows. Row 1 is suspected by two rules, row 4 has a
/// proof, and row 7 has a note.
struct Fixture : test::StoreWindow {
    explicit Fixture(bool isSuspicious = true)
    {
        store->addRun("first");
        store->addRows(9);
        if (isSuspicious)
            addFindings();
        services.review
            = [this](const std::filesystem::path &file, std::span<const Review> reviews) -> Status {
            if (isBusy)
                return Error{Errc::Busy, "another program writes the store"};
            if (file == refusing)
                return Error{Errc::InvalidInput, "there is no such result"};
            for (const Review &review : reviews)
                store->review(review);
            return {};
        };
        services.auditRecords = [this](const std::filesystem::path &,
                                       const std::stop_token &) -> Result<AuditSummary> {
            ++audits;
            AuditSummary out{4, 2, "no Python", preview, {}};
            out.keep = [this] {
                ++saved;
                addFindings();
                return Status();
            };
            return out;
        };
        services.person = "ada";
        show();
    }

    AuditPreview preview; ///< of the next audit
    std::atomic<int> audits = 0;
    std::atomic<int> saved = 0; ///< audits

    /// Makes the next audit flag one result.
    void previewOne()
    {
        FlaggedResult flagged;
        flagged.task = "Math/a";
        flagged.method = "tester";
        flagged.isCorrect = true;
        flagged.finding = finding("timer_tampering", FindingSeverity::Proof);
        flagged.sourceLine = "time.time = lambda: 0";
        preview = {{flagged}, 1, 0, 1};
    }
    void addFindings()
    {
        store->addFinding({1}, finding("outlying_speedup", FindingSeverity::Suspicion));
        store->addFinding({1}, finding("flaky_outcome", FindingSeverity::Suspicion));
        store->addFinding({4}, finding("impossible_time", FindingSeverity::Proof));
        store->addFinding({7}, finding("noise_increase", FindingSeverity::Note));
    }
    ~Fixture() { window.reset(); } // its jobs use this

    bool open(const char *file = "fake.kloupe") { return openAt(MainWindow::Audit, file); }
    /// Returns the pages in the side bar with their counts.
    QStringList inSideBar() const
    {
        QStringList out;
        for (const QPushButton *button :
             window->findChild<SideBar *>()->findChildren<QPushButton *>())
            out.append(button->accessibleName());
        return out;
    }
    AuditPage &page() const { return *window->page<AuditPage>(); }
    QString cell(int row, int column) const
    {
        return page().table()->model()->index(row, column).data().toString();
    }
    /// Returns the last line of the headline numbers: "2 of 3 timed" and so on.
    QString counted(int column) const
    {
        const QAbstractItemModel *effect = page().effectTable()->model();
        return effect->index(effect->rowCount() - 1, column).data().toString();
    }

    std::atomic<bool> isBusy = false;
    std::string refusing; ///< store whose decisions are rejected
};

constexpr int flaggedColumn = 4;

} // namespace

class TestAudit final : public QObject
{
    Q_OBJECT
private slots:
    void suspicionModelPassesTheModelTester()
    {
        auto overview = std::make_shared<AuditOverview>();
        SuspiciousResult result;
        result.row.id = {5};
        result.findings
            = {finding("a", FindingSeverity::Note), finding("b", FindingSeverity::Suspicion),
               finding("c", FindingSeverity::Proof)};
        overview->results = {result, result};
        overview->results[1].row.id = {6};
        overview->results[1].review
            = Review{{6}, ReviewDecision::Cleared, "ada", "read", "2026-11-21T07:30:00Z"};
        SuspicionModel model;
        const QAbstractItemModelTester tester(
            &model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setOverview(overview);
        QCOMPARE(model.rowCount(), 4);
        QCOMPARE(model.rowOf({6}, "c"), 3);
        QCOMPARE(model.index(3, SuspicionModel::DecisionColumn).data().toString(),
                 u"cleared by ada"_s);
        model.setFilter("b", true);
        QCOMPARE(model.rowCount(), 1);
        model.setOverview(nullptr);
        QCOMPARE(model.rowCount(), 0);
    }

    void emptyPageOffersAnAudit()
    {
        Fixture f(false);
        QVERIFY(!f.page().table()->isVisibleTo(f.window.get()));
        QVERIFY(f.open());
        QVERIFY(!f.page().table()->isVisible());
        f.page().auditRecords();
        QVERIFY(f.settle());
        QTRY_VERIFY(f.page().table()->isVisible());
        QCOMPARE(f.page().heading(), u"2 attempts with findings"_s);
        QVERIFY2(f.page().status().contains(u"4 findings. Not inspected: 2"_s),
                 qPrintable(f.page().status()));
    }

    void auditPreviewsFlags()
    {
        Fixture f(false);
        f.previewOne();
        QVERIFY(f.open());
        f.page().auditRecords();
        QTRY_VERIFY2(f.page().status().startsWith(u"This would flag 1 result of 1 method"_s),
                     qPrintable(f.page().status()));
        QVERIFY(f.page().evidence().contains(u"time.time = lambda: 0"_s));
        QVERIFY(f.settle());
        QVERIFY2(!f.page().table()->isVisible(), "nothing is flagged yet");
        f.page().discardAudit();
        QVERIFY(f.settle());
        QVERIFY(!f.page().table()->isVisible());
        f.page().auditRecords();
        QTRY_VERIFY(f.page().status().startsWith(u"This would flag"_s));
        f.page().auditRecords(); // the button is "Flag these results" by now
        QTRY_VERIFY(f.page().table()->isVisible());
    }

    void dropsAnAuditOfAClosedStore()
    {
        Fixture f(false);
        f.previewOne();
        QVERIFY(f.open());
        f.page().auditRecords();
        QTRY_VERIFY(f.page().status().startsWith(u"This would flag"_s));
        QVERIFY(f.open("other.kloupe"));
        QVERIFY2(f.page().status().isEmpty(), qPrintable(f.page().status()));
        for (const QPushButton *button : f.page().findChildren<QPushButton *>())
            QVERIFY(button->text() != u"Flag these results"_s);
        f.page().auditRecords(); // audits the other store
        QTRY_VERIFY(f.page().status().startsWith(u"This would flag"_s));
        QCOMPARE(f.audits, 2);
        QCOMPARE(f.saved, 0);
    }

    void countsUnvisitedPages()
    {
        Fixture f;
        QVERIFY(f.store->saveFigure({}));
        QSignalSpy opened(&f.window->session(), &StoreSession::opened);
        f.window->openStore("fake.kloupe");
        QVERIFY(opened.wait(loupe::test::patience));
        QVERIFY(f.settle());
        QCOMPARE(f.window->currentPage(), MainWindow::Overview);
        const QStringList before = f.inSideBar();
        QVERIFY2(before.contains(u"Triage, 6"_s), qPrintable(before.join(u" · "_s)));
        QVERIFY(before.contains(u"Audit, 2"_s));
        QVERIFY(before.contains(u"Figures, 1"_s));
        // Each page shows the same number.
        for (const auto page : {MainWindow::Triage, MainWindow::Audit, MainWindow::Figures}) {
            f.window->showPage(page);
            QVERIFY(f.settle());
            QCOMPARE(f.inSideBar(), before);
        }
        f.window->showPage(MainWindow::Overview);
        QVERIFY(f.window->session().setFilter(u"task:Math/task_1"_s));
        QVERIFY(f.settle());
        QVERIFY(f.inSideBar().contains(u"Triage, 1"_s));
    }

    void evidenceStatesProofAndLimits()
    {
        Fixture f;
        QVERIFY(f.open());
        QCOMPARE(f.page().table()->model()->rowCount(), 3); // a note is not a suspicion
        f.page().table()->selectRow(0);
        QVERIFY(f.page().evidence().contains(u"seen by outlying_speedup"_s));
        QVERIFY(f.page().evidence().contains(u"Shows: "_s));
        QVERIFY(f.page().evidence().contains(u"Cannot show: "_s));
        QCOMPARE(f.page().ruleBox()->count(), 4);
        f.page().ruleBox()->setCurrentIndex(f.page().ruleBox()->findData(u"impossible_time"_s));
        QCOMPARE(f.page().table()->model()->rowCount(), 1);
        QCOMPARE(f.cell(0, SuspicionModel::SeverityColumn), u"proof"_s);
    }

    void decisionAndUndoUpdateHeadlineNumbers()
    {
        Fixture f;
        QVERIFY(f.open());
        QCOMPARE(f.counted(flaggedColumn), u"2"_s); // the suspected and the proven one
        f.page().table()->selectRow(0);
        f.page().decide(ReviewDecision::Cleared);
        QVERIFY(f.page().status().contains(u"Enter a reason"_s));
        QVERIFY(f.store->reviews().empty());
        f.page().reasonEdit()->setText(u"read the source"_s);
        f.page().decide(ReviewDecision::Cleared);
        QTRY_COMPARE(f.counted(flaggedColumn), u"1"_s);
        QVERIFY(f.settle());
        QCOMPARE(f.cell(0, SuspicionModel::CountsColumn), u"counts"_s);
        QCOMPARE(f.cell(0, SuspicionModel::DecisionColumn), u"cleared by ada"_s);
        QCOMPARE(f.store->reviews().size(), 1U); // one for both findings of the result
        QCOMPARE(f.store->reviews().front().reason, "read the source");
        f.page().onlyUnreviewed()->setChecked(true);
        QCOMPARE(f.page().table()->model()->rowCount(), 1);
        f.page().onlyUnreviewed()->setChecked(false);
        f.window->commands().refresh();
        f.window->commands().action(u"triage.undo"_s)->trigger();
        QTRY_COMPARE(f.counted(flaggedColumn), u"2"_s);
        QVERIFY(f.settle());
        QVERIFY(!f.page().canUndo());
        QCOMPARE(f.store->reviews().back().decision, ReviewDecision::Reopened);
    }

    void provenResultsStayExcluded()
    {
        Fixture f;
        QVERIFY(f.open());
        f.page().table()->selectRow(2);
        f.page().reasonEdit()->setText(u"looks fine"_s);
        f.page().decide(ReviewDecision::Cleared);
        QTRY_COMPARE(f.cell(2, SuspicionModel::DecisionColumn), u"cleared by ada"_s);
        QVERIFY(f.cell(2, SuspicionModel::CountsColumn).endsWith(u"flagged"_s));
        QCOMPARE(f.counted(flaggedColumn), u"2"_s);
    }

    void aDecisionWaitsWhileTheStoreIsBusy()
    {
        Fixture f;
        QVERIFY(f.open());
        f.isBusy = true;
        f.page().queue().setRetryMilliseconds(20);
        f.page().reasonEdit()->setText(u"read it"_s);
        f.page().decide(ReviewDecision::Cleared);
        QTRY_VERIFY(f.page().status().contains(u"another program writes"_s));
        QVERIFY(f.page().status().startsWith(u"1 decision is not saved yet"_s));
        QVERIFY(!f.page().evidence().contains(u"cleared by ada"_s)); // it is not made yet
        QCOMPARE(f.store->reviews().size(), 0U);
        // A second decision on the same result and its undo are stored later.
        f.page().reasonEdit()->setText(u"after all"_s);
        f.page().decide(ReviewDecision::Confirmed);
        f.page().undo();
        f.isBusy = false;
        QTRY_COMPARE(f.store->reviews().size(), 3U);
        QVERIFY(f.settle());
        const std::vector<Review> reviews = f.store->reviews();
        QCOMPARE(reviews[0].decision, ReviewDecision::Cleared);
        QCOMPARE(reviews[1].decision, ReviewDecision::Confirmed);
        QCOMPARE(reviews[2].decision, ReviewDecision::Cleared);
        QCOMPARE(f.page().queue().waitingCount(), 0);
    }

    void failureOfAClosedStoreKeepsDecisions()
    {
        Fixture f;
        f.refusing = "left.kloupe";
        QVERIFY(f.open("left.kloupe"));
        f.isBusy = true;
        f.page().queue().setRetryMilliseconds(20);
        f.page().reasonEdit()->setText(u"read it"_s);
        f.page().decide(ReviewDecision::Cleared);
        QVERIFY(QTest::qWaitFor([&] { return !f.page().queue().problem().isEmpty(); },
                                loupe::test::patience));
        QVERIFY(f.open("fake.kloupe"));
        f.page().table()->selectRow(0);
        f.page().reasonEdit()->setText(u"read it"_s);
        f.page().decide(ReviewDecision::Cleared);
        f.isBusy = false;
        QTRY_COMPARE(f.page().queue().waitingCount(), 0);
        QVERIFY(f.page().canUndo());
        QVERIFY2(f.page().status().startsWith(u"1 result"_s), qPrintable(f.page().status()));
    }

    void closingTheWindowWaitsForADecision()
    {
        Fixture f;
        QVERIFY(f.open());
        f.isBusy = true;
        f.page().queue().setRetryMilliseconds(20);
        f.page().reasonEdit()->setText(u"read it"_s);
        f.page().decide(ReviewDecision::Cleared);
        QTRY_VERIFY(!f.page().queue().problem().isEmpty());
        f.window->close();
        QVERIFY(f.window->isVisible());
        f.isBusy = false;
        QTRY_VERIFY(!f.window->isVisible());
        QCOMPARE(f.store->reviews().size(), 1U);
    }

    void listsFindingsOfTheScope()
    {
        Fixture f;
        ResultRow row; // like row 1, but with a proof and in another suite
        row.run = "first";
        row.suite = "another suite";
        row.task = "Math/task_0";
        row.method = "tester";
        row.verdict = Verdict::Correct;
        f.store->addRow(row);
        f.store->addFinding({10}, finding("impossible_time", FindingSeverity::Proof));
        QVERIFY(f.open());
        QCOMPARE(f.page().heading(), u"2 attempts with findings"_s);
        Scope scope;
        scope.rules[GroupBy::Suite] = {ConditionRule::Kind::Only, "another suite"};
        f.window->session().setScope(scope);
        QVERIFY(f.settle());
        QCOMPARE(f.page().heading(), u"1 attempt with findings"_s);
        QCOMPARE(f.page().table()->model()->rowCount(), 1);
    }

    void headlineNumbersHaveTheirHeightAfterTheTextGrew()
    {
        Fixture f;
        const int before = f.page().effectTable()->minimumHeight();
        QCOMPARE(before, 5 * f.theme.compactRowHeight());
        const auto normal = qScopeGuard([&f] { f.theme.setTextPercent(100); });
        f.theme.setTextPercent(150);
        QVERIFY(f.page().effectTable()->minimumHeight() > before);
        QCOMPARE(f.page().effectTable()->minimumHeight(), 5 * f.theme.compactRowHeight());
    }

    void selectedResultsAreShownInResults()
    {
        Fixture f;
        QVERIFY(f.open());
        f.page().table()->selectAll();
        f.page().resultsButton()->click();
        QCOMPARE(f.window->currentPage(), MainWindow::Results);
        QVERIFY(f.settle());
        QCOMPARE(f.window->page<ResultsPage>()->table()->model()->rowCount(), 2);
    }
};

} // namespace tst_audit

LOUPE_UI_TEST(audit, tst_audit::TestAudit)
#include "tst_audit.moc"
