// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/heldrows.h"
#include "ui/models/pagedrows.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>

#include "tests/ui/fakestore.h"
#include "tests/ui/uitest.h"

namespace tst_columnmodel {

using namespace loupe;
using namespace loupe::ui;
using namespace Qt::StringLiterals;

namespace {

struct Fruit {
    QString name;
    int count = 0;
    bool isRipe = true;
};

/// Table of fruit with names and counts.
class FruitModel final : public HeldRows<Fruit>
{
public:
    enum Column { NameColumn, CountColumn };

    FruitModel()
    {
        Columns columns{
            {u"Fruit"_s,
             CellKind::Code,
             [](const Fruit &each) { return each.name; },
             {{KindRole,
               [](const Fruit &each) { return each.isRipe ? QVariant() : asData(CellKind::Dim); }},
              {Qt::AccessibleTextRole,
               [](const Fruit &each) { return QString(u"a "_s + each.name); }}}},
            {u"Count"_s,
             CellKind::Number,
             [](const Fruit &each) { return QString::number(each.count); },
             {{SortRole,
               [](const Fruit &each) { return asData(std::optional<double>(each.count)); }}}},
        };
        columns[CountColumn].help = u"On the table"_s;
        setColumns(std::move(columns),
                   {{RowIdRole, [](const Fruit &each) { return each.count * 100; }},
                    {Qt::AccessibleTextRole, [](const Fruit &) { return u"fruit"_s; }}});
    }

    using HeldRows::replaceRows;
    using HeldRows::updateRows;
};

/// Results by id and task.
class TaskModel final : public PagedRows
{
public:
    TaskModel()
    {
        setColumns({{u"Id"_s, CellKind::Number,
                     [](const PagedRow &row) { return QString::number(row.id.value); }},
                    {u"Task"_s, CellKind::Text, ofResult([](const ResultRow &row) {
                         return QString::fromStdString(row.task);
                     })}});
    }
};

int alignment(Qt::AlignmentFlag side)
{
    return static_cast<int>(side | Qt::AlignVCenter);
}

} // namespace

class TestColumnModel final : public QObject
{
    Q_OBJECT
private slots:
    void columnsAreDefinedOnce()
    {
        FruitModel model;
        model.replaceRows({{u"pear"_s, 3}});
        const QModelIndex count = model.index(0, FruitModel::CountColumn);
        for (const int role : {int(Qt::DisplayRole), int(Qt::ToolTipRole)})
            QCOMPARE(count.data(role).toString(), u"3"_s);
        QCOMPARE(count.data(KindRole).toInt(), static_cast<int>(CellKind::Number));
        QCOMPARE(count.data(SortRole).toDouble(), 3.0);
        QCOMPARE(count.data(Qt::TextAlignmentRole).toInt(), alignment(Qt::AlignRight));
        QVERIFY(!count.data(VerdictRole).isValid());
        QVERIFY(!model.index(0, FruitModel::NameColumn).data(SortRole).isValid());
    }

    void columnOverridesRowOverridesDefault()
    {
        FruitModel model;
        model.replaceRows({{u"pear"_s, 3}, {u"plum"_s, 4, false}});
        const QModelIndex pear = model.index(0, FruitModel::NameColumn);
        const QModelIndex plum = model.index(1, FruitModel::NameColumn);
        QCOMPARE(pear.data(Qt::AccessibleTextRole).toString(), u"a pear"_s);
        QCOMPARE(model.index(0, FruitModel::CountColumn).data(Qt::AccessibleTextRole).toString(),
                 u"fruit"_s);
        QCOMPARE(plum.data(RowIdRole).toInt(), 400);
        // An empty answer falls back to the column's value.
        QCOMPARE(pear.data(KindRole).toInt(), static_cast<int>(CellKind::Code));
        QCOMPARE(plum.data(KindRole).toInt(), static_cast<int>(CellKind::Dim));
        QCOMPARE(plum.data(Qt::TextAlignmentRole).toInt(), alignment(Qt::AlignLeft));
    }

    void headingsHaveNameSideAndHelp()
    {
        const FruitModel model;
        const auto heading
            = [&](int column, int role) { return model.headerData(column, Qt::Horizontal, role); };
        QCOMPARE(heading(FruitModel::NameColumn, Qt::DisplayRole).toString(), u"Fruit"_s);
        QVERIFY(!heading(FruitModel::NameColumn, Qt::ToolTipRole).isValid());
        QCOMPARE(heading(FruitModel::NameColumn, Qt::TextAlignmentRole).toInt(),
                 alignment(Qt::AlignLeft));
        QCOMPARE(heading(FruitModel::CountColumn, Qt::ToolTipRole).toString(), u"On the table"_s);
        QCOMPARE(heading(FruitModel::CountColumn, Qt::TextAlignmentRole).toInt(),
                 alignment(Qt::AlignRight));
        QVERIFY(!heading(-1, Qt::DisplayRole).isValid());
        QVERIFY(!heading(2, Qt::DisplayRole).isValid());
        QVERIFY(!model.headerData(0, Qt::Vertical, Qt::DisplayRole).isValid());
    }

    void rowsThatStayKeepTheirPlace()
    {
        FruitModel model;
        const QAbstractItemModelTester tester(
            &model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        const QSignalSpy resets(&model, &QAbstractItemModel::modelReset);
        const QSignalSpy changes(&model, &QAbstractItemModel::dataChanged);
        model.updateRows({{u"pear"_s, 3}});
        QCOMPARE(changes.count(), 0); // there was no row before
        const QPersistentModelIndex pear(model.index(0, FruitModel::CountColumn));
        model.updateRows({{u"pear"_s, 2}, {u"plum"_s, 4}});
        QVERIFY(pear.isValid());
        QCOMPARE(pear.data().toString(), u"2"_s);
        QCOMPARE(changes.count(), 1);
        QCOMPARE(changes.back().at(1).toModelIndex(), model.index(0, FruitModel::CountColumn));
        model.updateRows({{u"pear"_s, 1}});
        QVERIFY(pear.isValid());
        QCOMPARE(model.rowCount(), 1);
        model.updateRows({});
        QVERIFY(!pear.isValid());
        QCOMPARE(resets.count(), 0);
        model.replaceRows({{u"plum"_s, 4}});
        QCOMPARE(resets.count(), 1);
    }

    void aTableHasNoRowsBelowItsCells()
    {
        FruitModel model;
        model.replaceRows({{u"pear"_s, 3}});
        QCOMPARE(model.rowCount(model.index(0, 0)), 0);
        QCOMPARE(model.columnCount(model.index(0, 0)), 0);
        QCOMPARE(model.columnCount(), 2);
    }

    void knownDataNeedsNoRead()
    {
        const auto store = test::FakeStore::make();
        store->addRows(3);
        TaskModel model;
        const QAbstractItemModelTester tester(
            &model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        auto reader = store->opener()("any");
        model.setIds({{3}, {99}});
        QCOMPARE(model.index(0, 0).data().toString(), u"3"_s);
        QVERIFY(!model.index(0, 1).data().isValid()); // no source yet
        model.setSource(std::shared_ptr<StoreReader>(std::move(*reader)));
        QCOMPARE(model.rowCount(), 0);
        model.setIds({{3}, {99}}); // 99 is no longer in the store
        const int before = store->fetches;
        QCOMPARE(model.index(1, 0).data().toString(), u"99"_s);
        QCOMPARE(model.index(0, 1).data(KindRole).toInt(), static_cast<int>(CellKind::Text));
        QCOMPARE(store->fetches.load(), before);
        QCOMPARE(model.index(0, 1).data().toString(), u"Math/task_2"_s);
        QVERIFY(!model.index(1, 1).data().isValid());
        QCOMPARE(model.rowOf({99}), 1);
        QCOMPARE(model.rowOf({1}), -1);
        QVERIFY(!model.idAt(2));
    }
};

} // namespace tst_columnmodel

LOUPE_UI_TEST(columnmodel, tst_columnmodel::TestColumnModel)
#include "tst_columnmodel.moc"
