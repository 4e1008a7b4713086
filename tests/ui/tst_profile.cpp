// SPDX-License-Identifier: GPL-3.0-or-later
// Hardware counters and compute-sanitizer for one kernel, from the window.
#include "ui/pages/detail/candidateview.h"
#include "ui/pages/detail/detailtabs.h"
#include "ui/pages/detail/profilebar.h"
#include "ui/shell/runs/runjob.h"
#include "ui/shell/runs/runline.h"
#include "ui/shell/session/commandregistry.h"
#include "ui/shell/session/job.h"
#include "ui/text/windowwords.h"
#include "ui/text/words.h"

#include <QAbstractItemModel>
#include <QAction>
#include <QMenu>
#include <QPushButton>
#include <QTest>
#include <QToolButton>

#include <memory>

#include "tests/ui/patience.h"
#include "tests/ui/uitest.h"
#include "tests/ui/windowfixture.h"

namespace tst_profile {

using namespace loupe;
using namespace loupe::ui;
using namespace Qt::StringLiterals;

namespace {

/// Window with the first kernel of three open on Results.
struct Fixture : test::WindowFixture {
    explicit Fixture(const std::string &deviceKind) : WindowFixture(3)
    {
        store->setDeviceKind(deviceKind);
        services.profileKernel = engine.profiler();
        services.examineMachine = [] { return std::vector<DoctorSection>(); };
        show();
    }

    bool openKernel()
    {
        if (!open())
            return false;
        table().selectRow(0);
        window->page<ResultsPage>()->toggleDetail();
        return settle();
    }
    CandidateView &view() const { return *window->page<ResultsPage>()->candidate(); }
    ProfileBar &bar() const { return *view().profile(); }
    QAction &command(const QString &id) const
    {
        window->commands().refresh();
        return *window->commands().action(id);
    }
    bool isIdle() const
    {
        return QTest::qWaitFor([this] { return window->jobs().running() == 0; },
                               loupe::test::patience)
            && settle();
    }
};

} // namespace

class TestProfile final : public QObject
{
    Q_OBJECT
private slots:
    void countersAppearInTheTabDevice()
    {
        Fixture f("cuda");
        QVERIFY(f.openKernel());
        DetailTabs &tabs = *f.view().tabs();
        QVERIFY(!tabs.isTabEnabled(DetailTabs::DeviceTab));
        QVERIFY(f.bar().isHidden());
        f.command(u"kernel.counters"_s).trigger();
        QVERIFY(f.bar().sentence().contains(u"reading hardware counters…"_s));
        QCOMPARE(f.bar().actionButton()->text(), u"Stop"_s);
        QCOMPARE(f.window->jobs().running(), 1);
        f.engine.step(1);
        QVERIFY(f.isIdle());
        QCOMPARE(f.bar().sentence(), u"Hardware counters of 1 launch"_s);
        QVERIFY(!f.bar().actionButton()->isVisible());
        QCOMPARE(tabs.currentIndex(), int(DetailTabs::DeviceTab));
        const QAbstractItemModel &rows = *tabs.device();
        QCOMPARE(rows.rowCount(), 1);
        QCOMPARE(rows.index(0, 1).data().toString(), u"counted_kernel"_s);
        constexpr int occupancyColumn = 11;
        QCOMPARE(rows.index(0, occupancyColumn).data().toString(), shareText(0.5));
        f.bar().closeButton()->click();
        QVERIFY(f.bar().isHidden());
    }

    void aToolWithoutFindingsIsInTheTabProblems()
    {
        Fixture f("cuda");
        QVERIFY(f.openKernel());
        QVERIFY(!f.view().profileButton()->isHidden());
        QAction *races = nullptr;
        for (QAction *each : f.view().profileButton()->menu()->actions()) {
            if (each->text().contains(u"racecheck"_s))
                races = each;
        }
        QVERIFY(races != nullptr);
        races->trigger();
        f.engine.step(1);
        QVERIFY(f.isIdle());
        DetailTabs &tabs = *f.view().tabs();
        QCOMPARE(tabs.currentIndex(), int(DetailTabs::DiagnosticsTab));
        QCOMPARE(tabs.tabText(DetailTabs::DiagnosticsTab), u"Problems"_s); // none is counted
        QVERIFY(tabs.diagnostics()->index(0, 2).data().toString().startsWith(
            u"racecheck: no findings"_s));
        QVERIFY(f.bar().sentence().startsWith(u"racecheck: no findings"_s));
    }

    void stopStoresNothing()
    {
        Fixture f("cuda");
        QVERIFY(f.openKernel());
        f.command(u"kernel.memcheck"_s).trigger();
        f.command(u"kernel.initcheck"_s).trigger(); // shows the one that runs
        QVERIFY(f.bar().sentence().contains(u"memcheck"_s));
        QCOMPARE(f.window->jobs().running(), 1);
        f.bar().actionButton()->click();
        QVERIFY(f.isIdle());
        QVERIFY(f.bar().sentence().contains(u"nothing was stored"_s));
        QVERIFY(!f.view().tabs()->isTabEnabled(DetailTabs::DiagnosticsTab));
        QVERIFY(f.command(u"kernel.memcheck"_s).isEnabled());
    }

    void aFinishedProfileWaitsForTheStore()
    {
        Fixture f("cuda");
        f.engine.storeError = Error{Errc::Busy, "the store is open for writing in process 4711"};
        QVERIFY(f.openKernel());
        f.command(u"kernel.counters"_s).trigger();
        f.engine.step(1);
        QTRY_VERIFY(f.bar().sentence().contains(u"waits to be stored"_s));
        QVERIFY(f.bar().sentence().contains(u"process 4711"_s));
        QCOMPARE(f.bar().actionButton()->text(), u"Stop"_s);
        QVERIFY(f.bar().actionButton()->isVisible());
        QCOMPARE(f.window->jobs().running(), 1);
        f.engine.step(1);
        QVERIFY(f.isIdle());
        QCOMPARE(f.bar().sentence(), u"Hardware counters of 1 launch"_s);
        QVERIFY(f.view().tabs()->isTabEnabled(DetailTabs::DeviceTab));
    }

    void aWaitingProfileCanBeStopped()
    {
        Fixture f("cuda");
        f.engine.storeError = Error{Errc::Io, "the disk is full"};
        QVERIFY(f.openKernel());
        f.command(u"kernel.counters"_s).trigger();
        f.engine.step(1);
        QTRY_VERIFY(f.bar().sentence().contains(u"the disk is full"_s));
        f.bar().actionButton()->click();
        QVERIFY(f.isIdle());
        QVERIFY(f.bar().sentence().contains(u"nothing was stored"_s));
        QVERIFY(!f.view().tabs()->isTabEnabled(DetailTabs::DeviceTab));
    }

    void aRunWaitsWhileAProfileMeasures()
    {
        Fixture f("cuda");
        f.engine.items = 1;
        QVERIFY(f.openKernel());
        f.command(u"kernel.counters"_s).trigger();
        RunRequest request;
        request.store = "fake.kloupe";
        const auto job = std::make_shared<RunJob>(f.services.launch, request);
        f.window->runs().add(job);
        f.window->jobs().add(job);
        QVERIFY(job->isWaiting());
        QCOMPARE(job->progressText(), u"waiting for another job"_s);
        f.engine.step(1); // for the profile; a run that had started would take it, too
        QTRY_VERIFY(!job->isWaiting());
        QVERIFY(f.isIdle());
        QVERIFY(*job->outcome());
        QCOMPARE(f.bar().sentence(), u"Hardware counters of 1 launch"_s);
    }

    void aRunWaitsUntilAProfileIsStored()
    {
        Fixture f("cuda");
        f.engine.items = 1;
        f.engine.storeError = Error{Errc::Busy, "the store is open for writing in process 4711"};
        QVERIFY(f.openKernel());
        f.command(u"kernel.counters"_s).trigger();
        f.engine.step(1);
        QTRY_VERIFY(f.bar().sentence().contains(u"waits to be stored"_s));
        RunRequest request;
        request.store = "fake.kloupe";
        const auto job = std::make_shared<RunJob>(f.services.launch, request);
        f.window->runs().add(job);
        f.window->jobs().add(job);
        QVERIFY(job->isWaiting());
        f.engine.step(1); // for the profile; a run that had started would take it, too
        QTRY_VERIFY(!job->isWaiting());
        QVERIFY(f.isIdle());
        QVERIFY(*job->outcome());
        QCOMPARE(f.bar().sentence(), u"Hardware counters of 1 launch"_s);
    }

    void aMissingToolLeadsToTheDoctor()
    {
        Fixture f("cuda");
        f.engine.profileError = Error{.code = Errc::Environment,
                                      .message = "there is no compute-sanitizer",
                                      .hint = "install it, or try --no-sandbox with a candidate "
                                              "you trust"};
        QVERIFY(f.openKernel());
        f.command(u"kernel.memcheck"_s).trigger();
        f.engine.step(1);
        QVERIFY(f.isIdle());
        QVERIFY(f.bar().sentence().contains(u"there is no compute-sanitizer"_s));
        QVERIFY2(!f.bar().sentence().contains(u"--"_s), qPrintable(f.bar().sentence()));
        QVERIFY(f.bar().actionButton()->isVisible());
        QCOMPARE(f.bar().actionButton()->text(), u"Doctor…"_s);
    }

    void aKernelOfAProcessorIsExplained()
    {
        Fixture f("cpu");
        QVERIFY(f.openKernel());
        QVERIFY(f.view().profileButton()->isHidden());
        f.command(u"kernel.counters"_s).trigger();
        QCOMPARE(f.window->jobs().running(), 0);
        QVERIFY(f.bar().sentence().contains(u"ran on a processor"_s));
        QVERIFY(f.bar().sentence().contains(u"choose an evaluation that ran on a GPU"_s));
        QVERIFY(!f.bar().actionButton()->isVisible());
    }

    void aReadOnlyStoreIsNotProfiled()
    {
        Fixture f("cuda");
        f.services.isReadOnly = [](const std::filesystem::path &) { return true; };
        f.show();
        QVERIFY(f.openKernel());
        f.command(u"kernel.counters"_s).trigger();
        QCOMPARE(f.window->jobs().running(), 0);
        QVERIFY(f.bar().sentence().contains(u"read-only"_s));
        QCOMPARE(f.bar().actionButton()->text(), u"Save a copy…"_s);
    }

    void theResultOfAnotherKernelIsOffered()
    {
        Fixture f("cuda");
        QVERIFY(f.openKernel());
        const RowId first = f.view().current();
        f.command(u"kernel.counters"_s).trigger();
        f.table().selectRow(1);
        QVERIFY(f.settle());
        QVERIFY(f.view().current() != first);
        QVERIFY(!f.bar().isHidden()); // the job goes on
        f.engine.step(1);
        QVERIFY(f.isIdle());
        QCOMPARE(f.bar().actionButton()->text(), u"Show"_s);
        f.bar().actionButton()->click();
        QTRY_COMPARE(f.view().current(), first);
        QVERIFY(f.settle());
        QVERIFY(f.view().tabs()->isTabEnabled(DetailTabs::DeviceTab));
    }

    void commandsNeedAKernel()
    {
        Fixture f("cuda");
        QVERIFY(f.open());
        QVERIFY(!f.command(u"kernel.counters"_s).isEnabled());
        QVERIFY(f.openKernel());
        QVERIFY(f.command(u"kernel.counters"_s).isEnabled());
    }

    void remediesNameButtons()
    {
        for (const char *hint :
             {"kloupe doctor --gpu says what is permitted; within the sandbox the driver may not "
              "see an administrator: try --no-sandbox with a candidate you trust, or run ncu --csv "
              "yourself and kloupe import ncu",
              "kloupe doctor --gpu says what is here",
              "try --no-sandbox with a candidate you trust",
              "evaluate the candidate with kloupe rerun --suite first",
              "run it again with kloupe run and check its result"}) {
            const QString text = inWindowWords(QString::fromUtf8(hint));
            QVERIFY2(!text.contains(u"--"_s) && !text.contains(u"kloupe"_s), qPrintable(text));
        }
    }
};

} // namespace tst_profile

LOUPE_UI_TEST(profile, tst_profile::TestProfile)
#include "tst_profile.moc"
