// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/facetmodel.h"
#include "ui/pages/frame/facetpanel.h"

#include <QAbstractItemModelTester>
#include <QTest>

#include "tests/ui/uitest.h"
#include "tests/ui/windowfixture.h"

namespace tst_facets {

using namespace loupe;
using namespace loupe::ui;
using namespace Qt::StringLiterals;

namespace {

Filter parsed(const std::string &words)
{
    return *parseFilter(words);
}

/// Window on a store with one third of its rows correct, one third wrong, and one third not built.
struct Fixture : test::WindowFixture {
    explicit Fixture(int rows) : WindowFixture(rows) { }

    FacetPanel &panel() const { return *window->page<ResultsPage>()->facets(); }
    FacetModel &counts() const { return *panel().model(); }
    int rowOf(const std::string &field, const std::string &value) const
    {
        return counts().rowOf(field, value);
    }
    QString countOf(const std::string &field, const std::string &value) const
    {
        return counts().index(rowOf(field, value), FacetModel::CountColumn).data().toString();
    }
    bool filterBecomes(const QString &filter) const
    {
        return window->session().filterText() == filter && settle();
    }
};

} // namespace

class TestFacets final : public QObject
{
    Q_OBJECT
private slots:
    void valuesAreCountedUnderTheOtherTerms()
    {
        Fixture f(30);
        QVERIFY(f.open());
        QCOMPARE(f.countOf("status", "wrong"), u"10"_s);
        QCOMPARE(f.countOf("category", "Math"), u"15"_s);
        QCOMPARE(f.countOf("method", "tester"), u"30"_s);
        QCOMPARE(f.countOf("round", "0"), u"30"_s);
        QCOMPARE(f.countOf("level", "none"), u"30"_s);
        f.panel().toggle(f.rowOf("status", "wrong"));
        QVERIFY(f.filterBecomes(u"status:wrong"_s));
        QCOMPARE(f.countOf("category", "Math"), u"5"_s);
        QCOMPARE(f.countOf("status", "correct"), u"10"_s); // still listed, to be chosen as well
        QCOMPARE(f.model().rowCount(), 10);
        f.panel().toggle(f.rowOf("status", "correct"));
        QVERIFY(f.filterBecomes(u"status:wrong,correct"_s));
        QCOMPARE(f.model().rowCount(), 20);
        f.panel().toggle(f.rowOf("status", "wrong"));
        QVERIFY(f.filterBecomes(u"status:correct"_s));
        f.panel().leaveOut(f.rowOf("category", "Fusion"));
        QVERIFY(f.filterBecomes(u"status:correct -category:Fusion"_s));
        QCOMPARE(f.countOf("status", "wrong"), u"5"_s);
        QCOMPARE(f.countOf("category", "Fusion"), u"5"_s);
    }

    void clicksAndKeysAreEquivalent()
    {
        Fixture f(30);
        QVERIFY(f.open());
        ResultTable &table = *f.panel().table();
        const auto clickAt = [&](int row, Qt::KeyboardModifiers modifiers) {
            const QModelIndex index = f.counts().index(row, 0);
            table.scrollTo(index);
            QTest::mouseClick(table.viewport(), Qt::LeftButton, modifiers,
                              table.visualRect(index).center());
        };
        clickAt(f.rowOf("status", "wrong"), {});
        QVERIFY(f.filterBecomes(u"status:wrong"_s));
        clickAt(f.rowOf("status", "wrong"), {});
        QVERIFY(f.filterBecomes({}));
        clickAt(0, {}); // a heading
        QVERIFY(f.filterBecomes({}));
        table.setFocus();
        table.selectRow(f.rowOf("category", "Math"));
        QTest::keyClick(&table, Qt::Key_Return);
        QVERIFY(f.filterBecomes(u"category:Math"_s));
        QCOMPARE(table.currentIndex().row(), f.rowOf("category", "Math")); // the position stays
        QTest::keyClick(&table, Qt::Key_Minus);
        QVERIFY(f.filterBecomes(u"-category:Math"_s));
        QTest::keyClick(&table, Qt::Key_Space);
        QVERIFY(f.filterBecomes({}));
    }

    void emptyStatesNameMissingData()
    {
        Fixture f(0);
        f.window->showPage(MainWindow::Results);
        QVERIFY(f.panel().emptyText().contains(u"No store"_s));
        QVERIFY(f.open());
        QVERIFY(f.panel().emptyText().contains(u"no results to count"_s));
        f.store->addRows(3);
        f.window->session().poll();
        QTRY_VERIFY(f.panel().emptyText().isEmpty());
        QVERIFY(f.window->session().setFilter(u"there_is_no_such_word"_s));
        QVERIFY(f.settle());
        QVERIFY(f.panel().emptyText().contains(u"No results match"_s));
    }

    void aHiddenPanelCountsNothing()
    {
        Fixture f(30);
        QVERIFY(f.open());
        f.window->commands().refresh();
        f.window->commands().action(u"facets.toggle"_s)->trigger();
        QVERIFY(f.panel().isHidden());
        f.store->addRows(30);
        f.window->session().poll();
        QVERIFY(f.settle());
        QCOMPARE(f.countOf("method", "tester"), u"30"_s);
        f.window->commands().action(u"facets.toggle"_s)->trigger();
        QTRY_COMPARE(f.countOf("method", "tester"), u"60"_s);
        f.window->page<ResultsPage>()->toggleFacets();
        f.window->close();
        f.show();
        QVERIFY(f.panel().isHidden()); // as before
    }

    void valuesOfAFieldAreDistinguishable()
    {
        FacetModel model;
        model.setGroups({{"device",
                          {{"NVIDIA GeForce RTX 3090 (recorded)", 3},
                           {"NVIDIA GeForce RTX 5090 (recorded)", 2}}},
                         {"status", {{"correct", 5}}}},
                        Filter());
        const auto shortName = [&](const std::string &field, const std::string &value) {
            return model.index(model.rowOf(field, value), 0).data(ShortNameRole).toString();
        };
        QCOMPARE(shortName("device", "NVIDIA GeForce RTX 3090 (recorded)"), u"3090"_s);
        QCOMPARE(shortName("device", "NVIDIA GeForce RTX 5090 (recorded)"), u"5090"_s);
        QCOMPARE(shortName("status", "correct"), u"correct"_s);
        QVERIFY(!model.index(0, 0).data(ShortNameRole).isValid()); // a heading
    }

    void marksOfLongValuesStay()
    {
        FacetModel model;
        model.setGroups(
            {{"method",
              {{"a-rather-long-method-alpha", 3},
               {"a-rather-long-method-beta", 2},
               {"another", 1}}}},
            parsed("method:a-rather-long-method-alpha -method:a-rather-long-method-beta"));
        const auto shortName = [&](const std::string &value) {
            return model.index(model.rowOf("method", value), 0).data(ShortNameRole).toString();
        };
        QVERIFY(shortName("a-rather-long-method-alpha").startsWith(u"✓ "_s));
        QVERIFY(shortName("a-rather-long-method-beta").startsWith(u"− "_s));
        constexpr int fitting = 16;
        QVERIFY(shortName("a-rather-long-method-alpha").size() <= fitting);
        QCOMPARE(shortName("another"), u"another"_s);
    }

    void modelPassesTheModelTester()
    {
        FacetModel model;
        const QAbstractItemModelTester tester(
            &model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        std::vector<FacetCount> many;
        for (int i = 0; i < 14; ++i)
            many.push_back({"m" + std::to_string(i), 100 - i});
        model.setGroups({{"status", {{"wrong", 3}, {"no_build", 2}, {"", 1}}},
                         {"method", many},
                         {"device", {}}},
                        parsed("status:failed -method:m13"));
        // Two headings; wrong, no build, none, failed; ten methods, the excluded one, and the
        // number of others.
        QCOMPARE(model.rowCount(), 2 + 4 + 12);
        QCOMPARE(model.index(model.rowOf("status", "no_build"), 0).data().toString(),
                 u"no build"_s);
        QCOMPARE(model.index(model.rowOf("status", "failed"), 0).data().toString(), u"✓ failed"_s);
        QCOMPARE(
            model.index(model.rowOf("status", "failed"), FacetModel::CountColumn).data().toString(),
            QString()); // a group of statuses has no count
        QCOMPARE(model.index(model.rowOf("method", "m13"), 0).data().toString(), u"− m13"_s);
        QCOMPARE(
            model.index(model.rowOf("method", "m13"), FacetModel::CountColumn).data().toString(),
            u"87"_s);
        QVERIFY(
            model.index(model.rowCount() - 1, 0).data().toString().startsWith(u"Show 3 more"_s));
        QVERIFY(!model.flags(model.index(0, 0)).testFlag(Qt::ItemIsSelectable));
        QCOMPARE(model.rowOf("method", "m10"), -1);
        model.setGroups({}, Filter());
        QCOMPARE(model.rowCount(), 0);
    }
};

} // namespace tst_facets

LOUPE_UI_TEST(facets, tst_facets::TestFacets)
#include "tst_facets.moc"
