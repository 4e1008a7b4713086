// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/frame/pagestudy.h"

#include <QTest>
#include <QThreadPool>

#include <latch>
#include <memory>
#include <semaphore>
#include <vector>

#include "tests/ui/fakestore.h"
#include "tests/ui/uitest.h"

namespace tst_pagestudy {

using namespace loupe;
using namespace loupe::ui;

namespace {

/// Gate that blocks a read until the test opens it.
struct Gate {
    std::counting_semaphore<> entered{0};
    std::latch open{1};
};

std::shared_ptr<ReaderPool> poolOf(const std::shared_ptr<test::FakeStore> &store)
{
    return std::make_shared<ReaderPool>(store->opener(), "any", std::nullopt);
}

/// Returns a read that counts the results once the gate is open.
PageStudy<int>::Read countBehind(const std::shared_ptr<Gate> &gate)
{
    return [gate](StoreReader &reader, const std::stop_token &) -> Result<int> {
        gate->entered.release();
        gate->open.wait();
        auto ids = reader.ids({}, {}, {});
        if (!ids)
            return ids.error();
        return static_cast<int>(ids->size());
    };
}

} // namespace

class TestPageStudy final : public QObject
{
    Q_OBJECT
private slots:
    void initTestCase()
    {
        QThreadPool::globalInstance()->setMaxThreadCount(4); // one is blocked while another works
    }

    void onlyTheLatestRequestDelivers()
    {
        const auto store = test::FakeStore::make();
        const auto pool = poolOf(store);
        const auto gate = std::make_shared<Gate>();
        std::vector<int> delivered;
        PageStudy<int> study;
        study.read(pool, countBehind(gate), [&](const Result<int> &) { delivered.push_back(-1); });
        gate->entered.acquire();
        study.read(
            pool, [](StoreReader &, const std::stop_token &) -> Result<int> { return 2; },
            [&](const Result<int> &result) { delivered.push_back(*result); });
        QVERIFY(study.isRunning());
        QTRY_COMPARE(delivered, std::vector<int>{2});
        gate->open.count_down(); // the first answer arrives after it was superseded
        QThreadPool::globalInstance()->waitForDone();
        QCoreApplication::processEvents();
        QCOMPARE(delivered, std::vector<int>{2});
        QVERIFY(!study.isRunning());
    }

    void rereadsAStoreThatChangedMeanwhile()
    {
        const auto store = test::FakeStore::make();
        const auto pool = poolOf(store);
        const auto gate = std::make_shared<Gate>();
        std::vector<int> delivered;
        std::vector<bool> outdated;
        int again = 0;
        std::unique_ptr<PageStudy<int>> study;
        const auto read = [&] {
            study->read(pool, countBehind(gate), [&](const Result<int> &result) {
                delivered.push_back(*result);
                outdated.push_back(study->isOutdated());
            });
        };
        study = std::make_unique<PageStudy<int>>([&] {
            ++again;
            store->addRows(1);
            read();
        });
        read();
        gate->entered.acquire();
        for (int i = 0; i < 3; ++i)
            study->storeChanged();
        QCOMPARE(again, 0); // a running study is not restarted
        gate->open.count_down();
        QTRY_COMPARE(delivered.size(), std::size_t(2));
        QCOMPARE(delivered, (std::vector<int>{0, 1}));
        QCOMPARE(outdated, (std::vector<bool>{true, false}));
        QCOMPARE(again, 1);
        study->storeChanged(); // no study is running: starts at once
        QCOMPARE(again, 2);
        QTRY_COMPARE(delivered.size(), std::size_t(3));
    }

    void aCancelledStudyDeliversNothingAndIsNotRepeated()
    {
        const auto pool = poolOf(test::FakeStore::make());
        const auto gate = std::make_shared<Gate>();
        int calls = 0;
        PageStudy<int> study([&] { ++calls; });
        study.read(pool, countBehind(gate), [&](const Result<int> &) { ++calls; });
        gate->entered.acquire();
        study.storeChanged();
        QVERIFY(study.isOutdated());
        study.cancel();
        QVERIFY(!study.isRunning() && !study.isOutdated());
        gate->open.count_down();
        QThreadPool::globalInstance()->waitForDone();
        QCoreApplication::processEvents();
        QCOMPARE(calls, 0);
    }

    void reportsFailuresUnlessCancelled()
    {
        const auto closed = poolOf(test::FakeStore::make());
        closed->close();
        QString problem = QStringLiteral("before");
        bool isDelivered = false;
        PageStudy<int> study;
        const auto deliver = [&](const Result<int> &result) {
            problem = problemOf(result);
            isDelivered = true;
        };
        const auto one = [](StoreReader &, const std::stop_token &) -> Result<int> { return 1; };
        study.read(closed, one, deliver);
        QTRY_VERIFY(isDelivered);
        QCOMPARE(problem, QString());
        isDelivered = false;
        study.read(std::make_shared<ReaderPool>(test::FakeStore::make()->opener(), "missing",
                                                std::nullopt),
                   one, deliver);
        QTRY_VERIFY(isDelivered);
        QVERIFY(!problem.isEmpty());
        isDelivered = false;
        study.start([](const std::stop_token &) -> Result<int> { return 7; }, deliver);
        QTRY_VERIFY(isDelivered);
        QCOMPARE(problem, QString());
    }
};

} // namespace tst_pagestudy

LOUPE_UI_TEST(pagestudy, tst_pagestudy::TestPageStudy)
#include "tst_pagestudy.moc"
