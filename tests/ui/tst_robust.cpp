// SPDX-License-Identifier: GPL-3.0-or-later
// Tests random sequences of marks, undo and redo: the store must hold what is left of them. Also
// tests that the window can be closed during any activity.
#include "ui/pages/audit/auditpage.h"
#include "ui/pages/runs/runspage.h"
#include "ui/pages/sql/sqlpage.h"
#include "ui/pages/triage/triagepage.h"
#include "ui/shell/runs/runjob.h"
#include "ui/shell/window/topbar.h"
#include "ui/shell/window/viewsbutton.h"
#include "ui/shell/window/windowstores.h"
#include "ui/text/words.h"
#include "ui/widgets/source/sqledit.h"

#include <QLineEdit>
#include <QThreadPool>

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <random>

#include "tests/ui/patience.h"
#include "tests/ui/uitest.h"
#include "tests/ui/windowfixture.h"

namespace tst_robust {

using namespace loupe;
using namespace loupe::ui;
using namespace Qt::StringLiterals;

namespace {

/// Window on three runs and nine rows; rows 1, 4 and 7 are suspected.
struct Fixture : test::WindowFixture {
    Fixture() : WindowFixture(9)
    {
        store->addRun("second");
        store->addRun("third");
        for (const std::int64_t id : {1, 4, 7})
            store->addFinding(
                {id},
                {"outlying_speedup", RuleLayer::Record, FindingSeverity::Suspicion, "seen", 0});
        services.annotate
            = [this](const std::filesystem::path &, std::span<const Annotation> events) -> Status {
            return store->annotate(events);
        };
        services.review
            = [this](const std::filesystem::path &, std::span<const Review> reviews) -> Status {
            for (const Review &review : reviews)
                store->review(review);
            return {};
        };
        services.markRuns
            = [this](const std::filesystem::path &, std::span<const RunMark> events) -> Status {
            return store->markRuns(events);
        };
        services.person = "ada";
        show();
    }

    /// Opens every page once, so that each has read the store.
    bool openAll()
    {
        if (!open())
            return false;
        for (const auto page : {MainWindow::Triage, MainWindow::Runs, MainWindow::Audit}) {
            window->showPage(page);
            if (!settle())
                return false;
        }
        return true;
    }
    bool isStored() const
    {
        return QTest::qWaitFor(
                   [this] {
                       return window->page<TriagePage>()->marks()->queue().waitingCount() == 0
                           && window->page<AuditPage>()->queue().waitingCount() == 0
                           && window->marking().queue().waitingCount() == 0;
                   },
                   loupe::test::patience)
            && settle();
    }
    /// Describes the marks in the store.
    QStringList told() const
    {
        QStringList out;
        for (std::int64_t id = 1; id <= 9; ++id) {
            std::vector<Annotation> events;
            for (const Annotation &event : store->annotations()) {
                if (event.evaluation.value == id)
                    events.push_back(event);
            }
            const Judgement now = judgementFrom(events);
            QString line = QString::number(id) + u' ' + toQt(stateName(now.state));
            for (const std::string &tag : now.tags)
                line += u" #"_s + toQt(tag);
            for (const Judgement::Note &note : now.notes)
                line += u" \""_s + toQt(note.text) + u'"';
            ReviewDecision decision = ReviewDecision::Reopened; // default without a review
            for (const Review &review : store->reviews()) {
                if (review.evaluation.value == id)
                    decision = review.decision;
            }
            out.append(line + u' ' + toQt(decisionName(decision)));
        }
        const RunMarks marks = store->runMarks();
        for (const RunId run : marks.pinned)
            out.append(u"pinned %1"_s.arg(run.value));
        out.append(u"baseline %1"_s.arg(marks.baseline.value_or(RunId{}).value));
        return out;
    }

    void decide(int row, ReviewDecision decision, int number) const
    {
        AuditPage &page = *window->page<AuditPage>();
        page.table()->selectRow(row);
        page.reasonEdit()->setText(u"reason %1"_s.arg(number));
        page.decide(decision);
    }
};

/// Actions of one page that can be undone and redone.
struct Steps {
    std::vector<std::function<void(Fixture &)>> done;
    std::vector<std::function<void(Fixture &)>> undone;
};

std::function<void(Fixture &)> someMark(std::mt19937 &random)
{
    const RowId id{static_cast<std::int64_t>(random() % 9) + 1};
    const auto number = static_cast<int>(random() % 4);
    const auto what = random() % 4;
    return [=](Fixture &f) {
        TriageMarks &marks = *f.window->page<TriagePage>()->marks();
        const std::string word = "word" + std::to_string(number);
        if (what == 0)
            marks.mark({id}, AnnotationKind::State,
                       std::string(stateName(allTriageStates()[static_cast<std::size_t>(number)])));
        else if (what == 1)
            marks.mark({id, RowId{9}}, AnnotationKind::Tag, word);
        else if (what == 2)
            marks.mark({id}, AnnotationKind::Untag, word);
        else
            marks.mark({id}, AnnotationKind::Note, word);
    };
}

std::function<void(Fixture &)> someRunMark(std::mt19937 &random)
{
    const RunId run{static_cast<std::int64_t>(random() % 3) + 1};
    const bool isPin = random() % 2 == 0;
    return [=](Fixture &f) {
        if (isPin)
            f.window->marking().togglePin(run);
        else
            f.window->marking().toggleBaseline(run);
    };
}

std::function<void(Fixture &)> someDecision(std::mt19937 &random)
{
    const auto row = static_cast<int>(random() % 3);
    const auto number = static_cast<int>(random() % 100);
    const auto decision = random() % 2 == 0 ? ReviewDecision::Cleared : ReviewDecision::Confirmed;
    return [=](Fixture &f) { f.decide(row, decision, number); };
}

/// Task that runs until it gets a stop request or is released.
struct Slow {
    void run(const std::stop_token &stop)
    {
        isRunning = true;
        std::unique_lock lock(mutex);
        changed.wait(lock, stop, [this] { return isLetGo; });
        hasEnded = true;
    }
    void letGo()
    {
        const std::lock_guard lock(mutex);
        isLetGo = true;
        changed.notify_all();
    }
    std::atomic<bool> isRunning = false;
    std::atomic<bool> hasEnded = false;
    bool isLetGo = false;
    std::mutex mutex;
    std::condition_variable_any changed;
};

} // namespace

class TestRobust final : public QObject
{
    Q_OBJECT
private slots:
    void randomUndoAndRedoReachesTheExpectedState_data()
    {
        QTest::addColumn<unsigned>("seed");
        for (const unsigned seed : {1U, 2U, 3U})
            QTest::addRow("seed %u", seed) << seed;
    }
    void randomUndoAndRedoReachesTheExpectedState()
    {
        QFETCH(const unsigned, seed);
        std::mt19937 random(seed);
        Fixture f;
        QVERIFY(f.openAll());
        std::array<Steps, 3> pages; // Triage, Runs, Audit
        for (int step = 0; step < 120; ++step) {
            const auto which = random() % 3;
            Steps &page = pages.at(which);
            const auto what = random() % 4;
            if (what == 0 && !page.done.empty()) {
                if (which == 0)
                    f.window->page<TriagePage>()->marks()->undo();
                else if (which == 1)
                    f.window->marking().undo();
                else
                    f.window->page<AuditPage>()->undo();
                if (which < 2) // decisions cannot be redone
                    page.undone.push_back(page.done.back());
                page.done.pop_back();
            } else if (what == 1 && !page.undone.empty()) {
                if (which == 0)
                    f.window->page<TriagePage>()->marks()->redo();
                else
                    f.window->marking().redo();
                page.done.push_back(page.undone.back());
                page.undone.pop_back();
            } else if (what >= 2) {
                const auto act = which == 0 ? someMark(random)
                    : which == 1            ? someRunMark(random)
                                            : someDecision(random);
                act(f);
                page.done.push_back(act);
                page.undone.clear();
            }
            if (random() % 8 == 0) // occasionally rereads the store in between
                QVERIFY(f.isStored());
        }
        QVERIFY(f.isStored());
        Fixture replayed;
        QVERIFY(replayed.openAll());
        for (const Steps &page : pages) {
            for (const auto &act : page.done)
                act(replayed);
        }
        QVERIFY(replayed.isStored());
        QCOMPARE(f.told(), replayed.told());
        for (const Steps &page : pages)
            QVERIFY(!page.done.empty());
        // After undoing everything, the store must look untouched.
        while (f.window->page<TriagePage>()->marks()->canUndo())
            f.window->page<TriagePage>()->marks()->undo();
        while (f.window->marking().canUndo())
            f.window->marking().undo();
        while (f.window->page<AuditPage>()->canUndo())
            f.window->page<AuditPage>()->undo();
        QVERIFY(f.isStored());
        const Fixture untouched;
        QCOMPARE(f.told(), untouched.told());
    }

    void windowClosesDuringAnyJob_data()
    {
        QTest::addColumn<QString>("job");
        for (const char *job : {"run", "rerun", "import", "audit", "query", "rows", "view"})
            QTest::addRow("%s", job) << QString::fromLatin1(job);
    }
    void windowClosesDuringAnyJob()
    {
        QFETCH(const QString, job);
        Slow slow;
        Fixture f;
        std::atomic<int> imported = 0;
        f.services.importRecords
            = [&](const std::filesystem::path &, const std::filesystem::path &,
                  const ImportProgress &progress,
                  const std::stop_token &stop) -> Result<std::vector<ImportSummary>> {
            progress(1, 2);
            slow.run(stop);
            if (stop.stop_requested())
                return Error{Errc::Cancelled, "cancelled"};
            ++imported; // all of it at the end
            return std::vector<ImportSummary>();
        };
        f.services.prepareRerun = [](const std::filesystem::path &file, std::span<const RowId>) {
            RunRequest request;
            request.store = file;
            return Result<RunRequest>(request);
        };
        f.services.auditRecords
            = [&](const std::filesystem::path &, const std::stop_token &) -> Result<AuditSummary> {
            slow.run({});
            return AuditSummary{};
        };
        f.services.querySql
            = [&](const std::filesystem::path &, const std::string &, const SqlLimits &,
                  const std::stop_token &stop) -> Result<SqlAnswer> {
            slow.run(stop);
            return Error{Errc::Cancelled, "cancelled"};
        };
        f.services.saveView = [&](const std::filesystem::path &, const SavedView &view) {
            slow.run({});
            return f.store->saveView(view);
        };
        f.show();
        QVERIFY(f.openAll());
        MainWindow &window = *f.window;
        if (job == "run"_L1) {
            RunRequest request;
            request.store = "fake.kloupe";
            const auto run = window.startRun(request);
            QTRY_VERIFY(run->progress().plan.has_value());
        } else if (job == "rerun"_L1) {
            window.showPage(MainWindow::Triage);
            QTRY_VERIFY(window.page<TriagePage>()->hasCandidate());
            window.commands().refresh();
            window.commands().action(u"triage.rerun"_s)->trigger();
            QTRY_COMPARE(window.jobs().running(), 1);
        } else if (job == "import"_L1) {
            window.stores().importRecords({std::filesystem::path("records.jsonl")}, "fake.kloupe");
            QTRY_VERIFY(slow.isRunning);
        } else if (job == "audit"_L1) {
            window.page<AuditPage>()->auditRecords();
            QTRY_VERIFY(slow.isRunning);
        } else if (job == "query"_L1) {
            window.showPage(MainWindow::Sql);
            window.page<SqlPage>()->edit()->setText(u"SELECT 1"_s);
            window.page<SqlPage>()->run();
            QTRY_VERIFY(slow.isRunning);
        } else if (job == "rows"_L1) {
            f.store->duringIds = [&slow](const std::stop_token &stop) { slow.run(stop); };
            window.showPage(MainWindow::Results);
            QVERIFY(window.session().setFilter(u"category:Math"_s));
            QTRY_VERIFY(slow.isRunning);
        } else {
            QVERIFY(window.session().setFilter(u"category:Math"_s));
            window.topBar()->views()->save(u"mine"_s);
            QTRY_VERIFY(slow.isRunning);
        }
        window.close();
        const bool asks = window.jobs().running() > 0;
        QCOMPARE(test::answerStopQuestion(window, test::StopAnswer::Stop), asks);
        QTRY_VERIFY(!window.isVisible());
        f.window.reset();
        QCOMPARE(imported, 0); // a stopped import leaves nothing
        slow.letGo();          // a task that ignores the stop completes
        QVERIFY(QThreadPool::globalInstance()->waitForDone(loupe::test::patience));
        QCoreApplication::processEvents();
        if (job == "view"_L1)
            QVERIFY(slow.hasEnded);
        f.store->duringIds = {};
    }
};

} // namespace tst_robust

LOUPE_UI_TEST(robust, tst_robust::TestRobust)
#include "tst_robust.moc"
