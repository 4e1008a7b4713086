// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/async/latestjob.h"
#include "ui/models/resulttablemodel.h"
#include "ui/models/roles.h"
#include "ui/models/runtablemodel.h"
#include "ui/pages/detail/detailtabs.h"
#include "ui/text/windowwords.h"
#include "ui/text/words.h"

#include <QAbstractItemModelTester>
#include <QTest>

#include <cmath>
#include <numeric>
#include <thread>

#include "tests/ui/fakestore.h"
#include "tests/ui/uitest.h"

namespace tst_models {

using namespace loupe;
using namespace loupe::ui;
using namespace Qt::StringLiterals;

namespace {

std::vector<RowId> idsFrom(std::int64_t first, std::int64_t count)
{
    std::vector<RowId> out;
    for (std::int64_t i = 0; i < count; ++i)
        out.push_back({first + i});
    return out;
}

std::shared_ptr<StoreReader> readerOf(const std::shared_ptr<test::FakeStore> &store)
{
    auto reader = store->opener()("any");
    return std::shared_ptr<StoreReader>(std::move(*reader));
}

} // namespace

class TestModels final : public QObject
{
    Q_OBJECT
private slots:
    void escapesForeignText()
    {
        const std::string hostile = "a\x1b[2J\u202e\nb";
        QCOMPARE(toQt(hostile), u"a␛[2J⟨U+202E⟩\nb"_s);
        QCOMPARE(toQt(Name(hostile)), u"a␛[2J⟨U+202E⟩␊b"_s);
        QCOMPARE(pathText(hostile), u"a␛[2J⟨U+202E⟩␊b"_s);
        QCOMPARE(toCore(exactQt(hostile)), hostile);
        QCOMPARE(toPath(exactPath(hostile)), std::filesystem::path(hostile));
    }
    void messagesUseLabelsOfTheWindow()
    {
        Error error{Errc::InvalidInput, "the run exists", "s.kloupe", {}, {}};
        error.hint = "continue it with --resume, or start another one with --name";
        const QString text = errorText(error);
        QVERIFY2(text.contains(u"“Resume the unfinished run”"_s) && text.contains(u"“Run name”"_s),
                 qPrintable(text));
        QVERIFY(!text.contains(u"--"_s));
        QCOMPARE(inWindowWords(u"give --platform cpu for them"_s),
                 u"give “Platform” cpu for them"_s);
        QCOMPARE(inWindowWords(u"no suite (kloupe suites add FOLDER gives a suite a name)"_s),
                 u"no suite (choose its folder with “Browse…”)"_s);
        QCOMPARE(inWindowWords(u"leave --resume out"_s),
                 u"leave “Resume the run of this name” out"_s);
        const QString other = u"--names and --no-sandbox have no field"_s;
        QCOMPARE(inWindowWords(other), other);
    }
    void resultModelPassesTheModelTester()
    {
        const auto store = test::FakeStore::make();
        store->addRows(400);
        ResultTableModel model;
        const QAbstractItemModelTester tester(
            &model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setSource(readerOf(store));
        model.setIds(idsFrom(1, 300));
        QVERIFY(model.insertNewIds(idsFrom(1, 400)));
        QCOMPARE(model.rowCount(), 400);
        model.setAllBrushed(true);
        model.setIds({});
        model.setIds(idsFrom(1, 1));
        QCOMPARE(model.index(0, ResultTableModel::TaskColumn).data().toString(), u"Math/task_0"_s);
        QCOMPARE(model.index(0, ResultTableModel::VerdictColumn).data().toString(), u"correct"_s);
        QCOMPARE(model.index(0, ResultTableModel::SpeedupColumn).data().toString(), u"0.50×"_s);
    }

    void minSpeedupNamesItsShape()
    {
        const auto store = test::FakeStore::make();
        store->addRows(1);
        ResultRow row;
        row.minSpeedup = 0.83;
        row.minSpeedupShape = "dim=4096";
        store->addRow(row);
        ResultTableModel model;
        model.setSource(readerOf(store));
        model.setIds(idsFrom(1, 2));
        QVERIFY(model.index(0, ResultTableModel::MinSpeedupColumn).data().toString().isEmpty());
        QCOMPARE(model.index(1, ResultTableModel::MinSpeedupColumn).data().toString(),
                 u"0.83× (dim=4096)"_s);
    }

    void onlyVisiblePagesAreFetchedOfAMillionRows()
    {
        const auto store = test::FakeStore::make();
        store->addRows(1000);
        ResultTableModel model;
        model.setSource(readerOf(store));
        auto ids = idsFrom(1, 1'000'000);
        std::reverse(ids.begin(), ids.end());
        model.setIds(std::move(ids));
        QCOMPARE(store->fetches.load(), 0);
        for (int row = 999'900; row < 999'940; ++row)
            QVERIFY(model.index(row, ResultTableModel::TaskColumn).data().isValid());
        QVERIFY2(store->fetches <= 2, qPrintable(QString::number(store->fetches)));
    }

    void newRowsAreInsertedWhereTheyBelong()
    {
        const auto store = test::FakeStore::make();
        store->addRows(10);
        ResultTableModel model;
        const QAbstractItemModelTester tester(
            &model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setSource(readerOf(store));
        model.setIds({{2}, {4}, {6}});
        const QPersistentModelIndex six(model.index(2, 0));
        QVERIFY(model.insertNewIds({{1}, {2}, {3}, {4}, {5}, {6}, {7}}));
        QCOMPARE(six.row(), 5);
        QCOMPARE(model.ids(), idsFrom(1, 7));
        QCOMPARE(model.index(6, ResultTableModel::TaskColumn).data().toString(), u"Math/task_6"_s);
        // A changed order or a missing row is not an insertion.
        QVERIFY(!model.insertNewIds({{2}, {1}, {3}, {4}, {5}, {6}, {7}}));
        QVERIFY(!model.insertNewIds({{1}, {2}}));
        QCOMPARE(model.rowCount(), 7);
    }

    void deletedRowsLeaveOthersInPlace()
    {
        const auto store = test::FakeStore::make();
        store->addRows(3);
        ResultTableModel model;
        model.setSource(readerOf(store));
        model.setIds({{99}, {2}, {3}}); // 99 was deleted meanwhile
        QVERIFY(!model.index(0, ResultTableModel::TaskColumn).data().isValid());
        QCOMPARE(model.index(1, ResultTableModel::TaskColumn).data().toString(), u"Math/task_1"_s);
    }

    void runModelPassesTheModelTester()
    {
        RunTableModel model;
        const QAbstractItemModelTester tester(
            &model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        RunSummary first;
        first.id = {1};
        first.run.name = "first";
        RunSummary second;
        second.id = {2};
        second.run.name = "second";
        model.setRuns({first}, {});
        const QPersistentModelIndex kept(model.index(0, 0));
        model.setRuns({first, second}, {"second"});
        QVERIFY(kept.isValid());
        QVERIFY(
            model.index(1, RunTableModel::OriginColumn).data().toString().contains(u"demo data"_s));
        model.setRuns({second}, {});
        QCOMPARE(model.rowCount(), 1);
    }

    void devicesOfRunsAreDistinguishable()
    {
        RunSummary first;
        first.id = {1};
        first.run.name = "first";
        first.run.environment.deviceName = "NVIDIA GeForce RTX 3090 (recorded)";
        RunSummary second;
        second.id = {2};
        second.run.name = "second";
        second.run.environment.deviceName = "NVIDIA GeForce RTX 5090 (recorded)";
        RunTableModel model;
        model.setRuns({first, second}, {});
        const QModelIndex device = model.index(1, RunTableModel::DeviceColumn);
        QCOMPARE(device.data().toString(), u"NVIDIA GeForce RTX 5090 (recorded)"_s);
        QCOMPARE(device.data(ShortNameRole).toString(), u"5090"_s);
    }

    void onlyTheLatestJobDelivers()
    {
        std::vector<int> delivered;
        {
            LatestJob<int> job;
            for (int i = 0; i < 20; ++i)
                job.start([i](const std::stop_token &) { return i; },
                          [&](int value) { delivered.push_back(value); });
            QVERIFY(job.isRunning());
            QTRY_COMPARE(delivered, std::vector<int>{19});
            QVERIFY(!job.isRunning());
        }
        auto job = std::make_unique<LatestJob<int>>();
        job->start(
            [](const std::stop_token &stop) {
                while (!stop.stop_requested())
                    std::this_thread::yield();
                return 1;
            },
            [&](int value) { delivered.push_back(value); });
        job.reset(); // destroying the view during work: no delivery, no crash
        QThreadPool::globalInstance()->waitForDone();
        QCoreApplication::processEvents();
        QCOMPARE(delivered, std::vector<int>{19});
    }

    void valuesAreWrittenTheSameWayEverywhere()
    {
        QCOMPARE(speedupText(1.4239), u"1.42×"_s);
        QCOMPARE(speedupText(0.0312), u"0.031×"_s);
        QCOMPARE(speedupText(std::nullopt), u"–"_s);
        QCOMPARE(intervalText(1.40, 1.44), u"1.40–1.44"_s);
        QCOMPARE(millisecondsText(0.1184), u"0.118"_s);
        QCOMPARE(millisecondsText(1234.4), u"1234"_s);
        QCOMPARE(valueText(std::nan("")), u"NaN"_s);
        QCOMPARE(valueText(-INFINITY), u"−∞"_s);
        QCOMPARE(valueText(-0.25), u"−0.2500"_s);
        QCOMPARE(countText(1234567), u"1\u202F234\u202F567"_s);
        QCOMPARE(durationText(130), u"2 min 10 s"_s);
        QCOMPARE(durationText(1800), u"30 min"_s);
        QCOMPARE(durationText(3600), u"1 h"_s);
        QCOMPARE(durationText(3660), u"1 h 1 min"_s);
        QCOMPARE(verdictText(Verdict::CompileError), u"■ compile error"_s);
    }

    void aRecordIsIndentedWithoutChangingItsTokens()
    {
        const QString record = u"{\"a\":[1,2],\"b\":\"x, {\\\"y\\\"}: z\"}"_s;
        const QString shown = indentedJson(record);
        QVERIFY(shown.contains(u"\n  \"a\": ["_s));
        QVERIFY(shown.contains(u"\"x, {\\\"y\\\"}: z\""_s));
        QString squeezed = shown;
        squeezed.remove(u'\n').remove(u' ');
        QCOMPARE(squeezed, QString(record).remove(u' '));
    }
};

} // namespace tst_models

LOUPE_UI_TEST(models, tst_models::TestModels)
#include "tst_models.moc"
