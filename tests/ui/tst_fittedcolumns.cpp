// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/delegates/celldelegate.h"
#include "ui/models/cell.h"
#include "ui/models/roles.h"
#include "ui/style/theme.h"
#include "ui/widgets/tables/columnmemory.h"
#include "ui/widgets/tables/fittedcolumns.h"
#include "ui/widgets/tables/resulttable.h"

#include <QAbstractTableModel>
#include <QFontMetrics>
#include <QHeaderView>
#include <QPainter>
#include <QScopeGuard>
#include <QScrollBar>
#include <QSignalSpy>
#include <QStandardItemModel>
#include <QTest>

#include <algorithm>
#include <memory>
#include <set>

#include "tests/ui/uitest.h"

namespace tst_fittedcolumns {

using namespace loupe::ui;
using namespace Qt::StringLiterals;

namespace {

/// Visible table with a short text, a long text and a number.
struct Fixture {
    Fixture() : table(theme)
    {
        model.setHorizontalHeaderLabels({u"Name"_s, u"Cause"_s, u"All"_s});
        model.appendRow({cell(u"short name"_s), cell(QString(90, u'm')),
                         cell(u"1 004 400"_s, CellKind::Number)});
        table.setModel(&model);
        columns = new FittedColumns(table, theme, 1);
        columns->set();
        table.resize(900, 200);
        table.show();
    }
    bool show() { return QTest::qWaitForWindowExposed(&table); }
    int content(int column) const
    {
        const QAbstractItemView &hints = table;
        return hints.sizeHintForColumn(column);
    }

    Theme theme;
    QStandardItemModel model;
    ResultTable table;
    FittedColumns *columns = nullptr;
};

/// Table of many rows that records which ones were read since its last reset.
struct ReadRows : QAbstractTableModel {
    int rowCount(const QModelIndex &parent = {}) const override
    {
        return parent.isValid() ? 0 : rows;
    }
    int columnCount(const QModelIndex &parent = {}) const override
    {
        return parent.isValid() ? 0 : 3;
    }
    QVariant data(const QModelIndex &index, int role) const override
    {
        read.insert(index.row());
        return role == Qt::DisplayRole ? QVariant(u"text"_s) : QVariant();
    }
    void reset(int count)
    {
        beginResetModel();
        rows = count;
        read.clear();
        endResetModel();
    }
    int rows = 50'000;
    mutable std::set<int> read;
};

} // namespace

class TestFittedColumns final : public QObject
{
    Q_OBJECT
private slots:
    void hiddenColumnsGiveTheirRoomToOthers()
    {
        Fixture f;
        QVERIFY(f.show());
        const int before = f.table.columnWidth(1);
        const int room = f.table.columnWidth(0);
        f.table.columnMemory().setHidden(0, true);
        QCOMPARE(f.table.columnWidth(1), before + room);
        f.table.columnMemory().setHidden(0, false);
        QCOMPARE(f.table.columnWidth(1), before);
    }

    void longTextFillsTheRemainingWidth()
    {
        Fixture f;
        QVERIFY(f.show());
        QVERIFY(f.table.columnWidth(0) >= f.content(0));
        QVERIFY(f.table.columnWidth(2) >= f.content(2));
        QVERIFY(f.table.columnWidth(1) < f.content(1));
        QCOMPARE(f.table.horizontalHeader()->length(), f.table.viewport()->width());
        QVERIFY(!f.table.horizontalScrollBar()->isVisible());
    }

    // The scroll position is that of the former rows while the new ones are measured.
    void measuresOnlyTheFirstRowsOfAShorterModel()
    {
        Fixture f;
        QVERIFY(f.show());
        ReadRows model;
        f.table.setModel(&model);
        f.columns->set();
        f.table.scrollToBottom();
        QVERIFY(f.table.verticalScrollBar()->value() > 0);
        model.reset(40'000);
        QVERIFY2(model.read.size() < 1000, qPrintable(QString::number(model.read.size())));
    }

    void aWideTableShowsEverything()
    {
        Fixture f;
        QVERIFY(f.show());
        f.table.resize(2400, 200);
        for (int column = 0; column < 3; ++column)
            QVERIFY(f.table.columnWidth(column) >= f.content(column));
    }

    void aNumberKeepsItsWidthInANarrowTable()
    {
        Fixture f;
        QVERIFY(f.show());
        f.table.resize(120, 200);
        QVERIFY(f.table.columnWidth(2) >= f.content(2));
        QTRY_VERIFY(f.table.horizontalScrollBar()->isVisible()); // the last resort
    }

    void widensForLongerNumbers()
    {
        Fixture f;
        QVERIFY(f.show());
        f.model.item(0, 2)->setText(u"1 004 400 000 000"_s);
        QVERIFY(f.table.columnWidth(2) >= f.content(2));
    }

    void aVerdictKeepsItsWidthInANarrowTable()
    {
        Fixture f;
        f.model.item(0, 0)->setText(u"unwritten output"_s);
        f.model.item(0, 0)->setData(static_cast<int>(loupe::Verdict::Unwritten), VerdictRole);
        f.columns->set();
        QVERIFY(f.show());
        f.table.resize(120, 200);
        QVERIFY(f.table.columnWidth(0) >= f.content(0));
    }

    void titlesAreWholeWithLargeText_data()
    {
        QTest::addColumn<int>("percent");
        for (const int percent : {80, 100, 125, 150, 200})
            QTest::addRow("%d %%", percent) << percent;
    }
    void titlesAreWholeWithLargeText()
    {
        QFETCH(int, percent);
        Theme theme;
        theme.choose(ThemeChoice::Light);
        theme.setTextPercent(percent);
        const auto normal = qScopeGuard([&theme] { theme.setTextPercent(100); });
        QStandardItemModel model;
        const QStringList titles{u"Reviewed"_s, u"judged"_s, u"All"_s, u"Mark"_s};
        model.setHorizontalHeaderLabels(titles);
        QList<QStandardItem *> row;
        for (int column = 0; column < titles.size(); ++column) {
            row.append(cell(u"0"_s, CellKind::Number));
            if (column < 3)
                model.horizontalHeaderItem(column)->setTextAlignment(Qt::AlignRight);
        }
        model.appendRow(row);
        ResultTable table(theme);
        table.setModel(&model);
        (new FittedColumns(table, theme, FittedColumns::noColumn))->set();
        table.resize(1600, 200);
        table.show();
        QVERIFY(QTest::qWaitForWindowExposed(&table));
        QHeaderView &header = *table.horizontalHeader();
        const auto ink = [&](int column) {
            constexpr int border = 3; // below the titles
            const QRect section(header.sectionViewportPosition(column), 0,
                                header.sectionSize(column), header.height() - border);
            const QImage image = header.viewport()->grab(section).toImage();
            int out = 0;
            for (int y = 0; y < image.height(); ++y) {
                for (int x = 0; x < image.width(); ++x)
                    out += image.pixelColor(x, y).lightness() < 200 ? 1 : 0;
            }
            return out;
        };
        for (int column = 0; column < titles.size(); ++column) {
            const int fitted = ink(column);
            header.resizeSection(column, header.sectionSize(column) + 100);
            QVERIFY2(fitted > 0 && fitted == ink(column), qPrintable(titles[column]));
        }
    }

    void keepsWidthsOfTheUser()
    {
        Fixture f;
        QVERIFY(f.show());
        QHeaderView &header = *f.table.horizontalHeader();
        const int border = f.table.columnWidth(0) - 1;
        const QPoint from(border, header.height() / 2);
        QTest::mousePress(header.viewport(), Qt::LeftButton, {}, from);
        QTest::mouseMove(header.viewport(), from + QPoint(20, 0));
        QTest::mouseMove(header.viewport(), from + QPoint(60, 0));
        QTest::mouseRelease(header.viewport(), Qt::LeftButton, {}, from + QPoint(60, 0));
        const int set = f.table.columnWidth(0);
        QVERIFY(set > border + 40);
        f.table.resize(1000, 200);
        QCOMPARE(f.table.columnWidth(0), set);
        Fixture next;
        next.table.columnMemory().restore(f.table.columnMemory().state());
        QCOMPARE(next.table.columnWidth(0), set);
    }

    void allNamesOfAColumnAreElidedEqually()
    {
        Fixture f;
        QStandardItem *name = f.model.item(0, 0);
        name->setText(u"demo-a"_s);
        name->setData(u"a"_s, ShortNameRole);
        name->setData(u"demo-longest"_s, LongestNameRole);
        const QFontMetrics metrics(f.theme.uiFont());
        const QModelIndex index = f.model.index(0, 0);
        const int whole = metrics.horizontalAdvance(u"demo-longest"_s);
        QCOMPARE(shownName(index, metrics, whole), u"demo-a"_s);
        QCOMPARE(shownName(index, metrics, whole - 1), u"a"_s);
    }

    void aTaskKeepsItsNameAndNumber()
    {
        const Theme theme;
        const QFontMetrics metrics(theme.codeFont());
        const auto shown = [&](const QString &task, const QString &room) {
            return elidedPath(task, metrics, metrics.horizontalAdvance(room));
        };
        const QString task = u"MatrixMultiply/batched"_s;
        QCOMPARE(shown(task, task), task);
        QCOMPARE(shown(task, u"Matrix…/batched"_s), u"Matrix…/batched"_s);
        QVERIFY(shown(task, u"M…/bat…"_s).startsWith(u"M…/ba"_s));
        const QString numbered = u"level1/61_conv_transposed_3D"_s;
        QVERIFY(shown(numbered, u"level1/61_conv_tr…"_s).startsWith(u"level1/61_conv_"_s));
        QVERIFY(shown(numbered, u"l…/61_con…"_s).startsWith(u"l…/61_"_s));
        const QString code = u"x = a / b; // half"_s; // no path
        QVERIFY(shown(code, u"x = a / …"_s).startsWith(u"x = a"_s));
    }

    void neverElidesNumbers()
    {
        const QString number = u"1 004 400"_s;
        const QFontMetrics metrics((QFont()));
        const auto inkColumns = [&](int width) {
            QImage image(200, 40, QImage::Format_RGB32);
            image.fill(Qt::white);
            QPainter painter(&image);
            drawTabular(painter, QRectF(100, 0, width, 40), number);
            painter.end();
            int first = image.width();
            int last = -1;
            for (int x = 0; x < image.width(); ++x) {
                for (int y = 0; y < image.height(); ++y) {
                    if (image.pixelColor(x, y).lightness() < 200) {
                        first = std::min(first, x);
                        last = std::max(last, x);
                    }
                }
            }
            return std::pair(first, last);
        };
        const int narrow = metrics.horizontalAdvance(number) * 2 / 3;
        const auto [first, last] = inkColumns(narrow);
        QVERIFY(first >= 99);
        QVERIFY(last <= 100 + narrow);
        QVERIFY(last - first > narrow * 3 / 4); // all digits, not an ellipsis at the right
    }

    void aLinkOpensWithOneClick()
    {
        Fixture f;
        f.table.setLinks([](const QModelIndex &index) { return index.column() == 2; });
        QVERIFY(f.show());
        QSignalSpy clicked(&f.table, &ResultTable::linkClicked);
        const auto middle
            = [&](int column) { return f.table.visualRect(f.model.index(0, column)).center(); };
        QTest::mouseClick(f.table.viewport(), Qt::LeftButton, {}, middle(0));
        QCOMPARE(clicked.size(), 0);
        QTest::mouseMove(f.table.viewport(), middle(2));
        QTRY_COMPARE(f.table.viewport()->cursor().shape(), Qt::PointingHandCursor);
        QTest::mouseClick(f.table.viewport(), Qt::LeftButton, {}, middle(2));
        QCOMPARE(clicked.size(), 1);
        QCOMPARE(clicked.front().front().toModelIndex(), f.model.index(0, 2));
        QTest::mouseMove(f.table.viewport(), middle(0));
        QTRY_COMPARE(f.table.viewport()->cursor().shape(), Qt::ArrowCursor);
    }
};

} // namespace tst_fittedcolumns

LOUPE_UI_TEST(fittedcolumns, tst_fittedcolumns::TestFittedColumns)
#include "tst_fittedcolumns.moc"
