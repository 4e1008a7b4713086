// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/counted.h"
#include "ui/pages/trajectories/askingpanel.h"
#include "ui/pages/trajectories/trajectoriespage.h"
#include "ui/widgets/tables/resulttable.h"

#include <QTabWidget>

#include "tests/ui/uitest.h"
#include "tests/ui/windowfixture.h"

namespace tst_askingpanel {

using namespace Qt::StringLiterals;

using namespace loupe;
using namespace loupe::ui;

namespace {

QString digits(std::int64_t count)
{
    return QString::fromStdString(groupedDigits(count));
}

/// An agent on two tasks over two rounds: a is wrong, then correct; b has no program in either.
struct Fixture : test::WindowFixture {
    explicit Fixture() : WindowFixture(0)
    {
        using enum Verdict;
        const auto add = [this](const char *task, int round, Verdict verdict, const char *method) {
            store->addRow(test::resultAt(task, method, round, verdict));
        };
        add("Math/a", 0, WrongValue, "agent");
        add("Math/a", 1, Correct, "agent");
        add("Math/b", 0, EmptySubmission, "agent");
        add("Math/b", 1, EmptySubmission, "agent");
        add("Math/a", 1, Correct, "agent, confirmed");
        add("Math/b", 0, WrongValue, "agent, confirmed");
    }

    void ask()
    {
        std::vector<AskedDialogue> asked;
        for (const char *task : {"Math/a", "Math/b"}) {
            AskedDialogue &one = asked.emplace_back();
            one.run = "first";
            one.suite = "native";
            one.task = task;
            one.method = "agent";
            one.hasResult = true;
            for (int round = 0; round < 2; ++round) {
                const bool isFound = asked.size() == 1;
                one.requests.push_back(
                    {round,
                     "answered",
                     true,
                     true,
                     isFound ? ExtractionOutcome::Code : ExtractionOutcome::NoCode,
                     1000,
                     50,
                     {}});
            }
        }
        store->setAsked(std::move(asked));
    }

    TrajectoriesPage *openPage()
    {
        if (!open())
            return nullptr;
        window->showPage(MainWindow::Trajectories);
        return settle() ? window->page<TrajectoriesPage>() : nullptr;
    }
};

} // namespace

class TestAskingPanel final : public QObject
{
    Q_OBJECT
private slots:
    void showsCostOfRequests()
    {
        Fixture fixture;
        fixture.ask();
        const TrajectoriesPage *page = fixture.openPage();
        QVERIFY(page);
        QCOMPARE(page->reasons()->count(), 3);
        const AskingPanel &panel = *page->askingPanel();
        QCOMPARE(
            panel.perSuccess(),
            u"Per task solved: %1 tokens, dollars not recorded, 4 requests"_s.arg(digits(4200)));
        QCOMPARE(
            panel.sum(),
            u"1 of 2 tasks solved, 1 correct with fresh inputs; %1 tokens in 4 requests."_s.arg(
                digits(4200)));
        const QAbstractItemModel &answers = *panel.answers()->model();
        QCOMPARE(answers.rowCount(), 5);
        QCOMPARE(answers.index(0, 0).data().toString(), u"program found"_s);
        QCOMPARE(answers.index(0, 1).data().toString(), u"2 (50.0 %)"_s);
        QCOMPARE(answers.index(4, 0).data().toString(), u"no code"_s);
        QCOMPARE(answers.index(4, 3).data().toString(), digits(2100));
        // Results confirmed with fresh inputs have no rounds to choose.
        QCOMPARE(page->heading(), u"agent on native, rounds 0–1"_s);
        QCOMPARE(page->model()->rowCount(), 2);
    }

    void hidesTheTabWithoutConversations()
    {
        Fixture fixture;
        const TrajectoriesPage *page = fixture.openPage();
        QVERIFY(page);
        QCOMPARE(page->reasons()->count(), 2);
        QVERIFY(page->askingPanel()->isHidden());
    }
};

} // namespace tst_askingpanel

LOUPE_UI_TEST(askingpanel, tst_askingpanel::TestAskingPanel)
#include "tst_askingpanel.moc"
