// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/saved/filter.h"
#include "ui/delegates/celldelegate.h"
#include "ui/models/resulttablemodel.h"
#include "ui/models/texttablemodel.h"
#include "ui/style/applicationidentity.h"
#include "ui/style/chartcolors.h"
#include "ui/style/outcomeshape.h"
#include "ui/style/theme.h"
#include "ui/widgets/charts/roundstrip.h"
#include "ui/widgets/input/filterline.h"
#include "ui/widgets/layout/foldingrow.h"
#include "ui/widgets/layout/parts.h"
#include "ui/widgets/source/codeview.h"
#include "ui/widgets/tables/columnfit.h"
#include "ui/widgets/tables/columnmemory.h"
#include "ui/widgets/tables/resulttable.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QMenu>
#include <QPainter>
#include <QScrollArea>
#include <QSignalSpy>
#include <QSpinBox>
#include <QStandardItemModel>
#include <QStyle>
#include <QStyleOptionHeader>
#include <QTest>
#include <QToolButton>

#include <array>
#include <cmath>
#include <cstdlib>
#include <set>

#include "tests/ui/patience.h"
#include "tests/ui/uitest.h"

namespace tst_widgets {

using namespace loupe;
using namespace loupe::ui;
using namespace Qt::StringLiterals;

namespace {

double luminance(const QColor &color)
{
    const auto channel = [](double value) {
        return value <= 0.03928 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4);
    };
    return 0.2126 * channel(color.redF()) + 0.7152 * channel(color.greenF())
        + 0.0722 * channel(color.blueF());
}

/// Returns the contrast of two colours as defined in WCAG 2.1.
double contrast(const QColor &a, const QColor &b)
{
    const auto [low, high] = std::minmax({luminance(a), luminance(b)});
    return (high + 0.05) / (low + 0.05);
}

QImage shapeOf(Outcome outcome, const Theme &theme)
{
    QImage image(24, 24, QImage::Format_ARGB32);
    image.fill(Qt::transparent);
    QPainter painter(&image);
    paintOutcomeShape(painter, QRectF(2, 2, 20, 20), outcome, theme);
    painter.end();
    return image.convertToFormat(QImage::Format_Alpha8); // shape only, without colour
}

} // namespace

class TestWidgets final : public QObject
{
    Q_OBJECT

    Theme m_theme;

    static void addThemes()
    {
        QTest::addColumn<ThemeChoice>("choice");
        for (const ThemeChoice choice : {ThemeChoice::Light, ThemeChoice::Dark,
                                         ThemeChoice::Contrast, ThemeChoice::ContrastLight})
            QTest::newRow(qPrintable(name(choice))) << choice;
    }

    /// Returns true if text has the contrast of WCAG 2.1's level AA.
    bool isReadable(const QColor &word, Token ground) const
    {
        return contrast(word, m_theme.color(ground)) >= 4.5;
    }

    QString shownPair(const QColor &word, Token ground) const
    {
        const QColor paper = m_theme.color(ground);
        return u"%1 on %2 has %3"_s.arg(word.name(), paper.name())
            .arg(contrast(word, paper), 0, 'f', 2);
    }

private slots:
    void init() { m_theme.choose(ThemeChoice::Light); }

    void rowFoldsIfItsPartsDoNotFit()
    {
        const auto part = [](int width) {
            auto *widget = new QWidget;
            widget->setMinimumSize(width, 20);
            return widget;
        };
        FoldingRow row(part(200), part(100), 8);
        QCOMPARE(row.minimumSizeHint().width(), 200);
        row.resize(400, 60);
        row.show();
        QTRY_VERIFY(!row.isFolded());
        row.resize(250, 60);
        QTRY_VERIFY(row.isFolded());
        QVERIFY(row.minimumSizeHint().height() >= 48);
        row.resize(400, 60);
        QTRY_VERIFY(!row.isFolded());
    }

    void emptyTableExplainsItself()
    {
        TextTableModel model;
        Table content;
        content.columns = {{"File", false}};
        model.setTable(content);
        ResultTable table(m_theme);
        table.setModel(&model);
        table.resize(400, 200);
        table.show();
        QVERIFY(QTest::qWaitForWindowExposed(&table, loupe::test::patience));
        const auto picture = [&] { return table.viewport()->grab().toImage(); };
        const QImage blank = picture();
        table.setEmptyText(u"No files: choose a format"_s);
        QVERIFY(picture() != blank);
        content.rows.push_back({"a.pdf"});
        model.setTable(content);
        const QImage withRow = picture();
        QVERIFY(withRow != blank);
        table.setEmptyText({});
        QCOMPARE(picture(), withRow);
    }

    void selectedRowsAreCopiedWithTheirTitles()
    {
        TextTableModel model;
        model.setTable({{},
                        {{"Task", false}, {"Hidden", false}, {"Speedup", true}},
                        {{"a\tb", "x", "1.5×"}, {"c", "y", "2×"}, {"d", "z", "3×"}}});
        ResultTable table(m_theme);
        table.setModel(&model);
        table.setColumnHidden(1, true);
        table.horizontalHeader()->moveSection(2, 0);
        table.show();
        QTest::keyClick(&table, Qt::Key_A, Qt::ControlModifier);
        QCOMPARE(table.selectionModel()->selectedRows().size(), 3);
        QTest::keyClick(&table, Qt::Key_C, Qt::ControlModifier);
        QStringList lines = QGuiApplication::clipboard()->text().split(u'\n');
        lines.replaceInStrings(u"\r"_s, QString());
        QCOMPARE(lines.value(0), u"Speedup\tTask"_s);
        QCOMPARE(lines.value(1).count(u'\t'), 1);
        QCOMPARE(lines.value(2), u"2×\tc"_s);
        QCOMPARE(lines.value(3), u"3×\td"_s);
        table.selectionModel()->select(
            model.index(2, 0), QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
        table.copyRows();
        QVERIFY(QGuiApplication::clipboard()->text().startsWith(u"Speedup\tTask"_s));
        QVERIFY(!QGuiApplication::clipboard()->text().contains(u"2×"_s));
    }

    void aPageMayCopyMoreThanTheText()
    {
        ResultTable table(m_theme);
        int copies = 0;
        table.setRowCopy([&] { ++copies; });
        QTest::keyClick(&table, Qt::Key_C, Qt::ControlModifier);
        QCOMPARE(copies, 1);
    }

    void rowsAndTitlesHaveMenus()
    {
        TextTableModel model;
        model.setTable({{}, {{"Task", false}, {"Speedup", true}}, {{"a", "1.5×"}}});
        ResultTable table(m_theme);
        table.setModel(&model);
        const auto textsOf = [](const QMenu *menu) {
            QStringList out;
            for (const QAction *action : menu->actions()) {
                if (!action->isSeparator())
                    out.append(action->text().remove(u'&'));
            }
            return out;
        };
        const QModelIndex cell = model.index(0, 1);
        QCOMPARE(textsOf(table.rowMenu(cell)),
                 (QStringList{u"Copy cell"_s, u"Copy rows"_s, u"Select all"_s}));
        QSignalSpy opened(&table, &ResultTable::openRequested);
        QMenu *menu = table.rowMenu(cell);
        QCOMPARE(textsOf(menu).first(), u"Open"_s);
        menu->actions().first()->trigger();
        QCOMPARE(opened.size(), 1);
        QCOMPARE(opened[0][0].toModelIndex(), cell);
        menu->actions()[2]->trigger();
        QCOMPARE(QGuiApplication::clipboard()->text(), u"1.5×"_s);

        QMenu *columns = table.columnMenu();
        QCOMPARE(textsOf(columns), (QStringList{u"Task"_s, u"Speedup"_s}));
        columns->actions()[0]->trigger();
        QVERIFY(table.isColumnHidden(0));
        const QMenu *one = table.columnMenu();
        QVERIFY2(!one->actions()[1]->isEnabled(), "the last column stays");
        one->actions()[0]->trigger();
        QVERIFY(!table.isColumnHidden(0));
    }

    void sortArrowIsNextToTheTitle()
    {
        QStandardItemModel model(1, 2);
        model.setHorizontalHeaderLabels({u"Task"_s, u"Speedup"_s});
        ResultTable table(m_theme);
        table.setModel(&model);
        table.show();
        QHeaderView *header = table.horizontalHeader();
        QStyleOptionHeader option;
        option.initFrom(header);
        option.orientation = Qt::Horizontal;
        option.rect = QRect(0, 0, header->sectionSizeHint(1), header->height());
        option.text = u"Speedup"_s;
        option.sortIndicator = QStyleOptionHeader::SortDown;
        const QStyle *style = header->style();
        const QRect arrow = style->subElementRect(QStyle::SE_HeaderArrow, &option, header);
        const QRect title = style->subElementRect(QStyle::SE_HeaderLabel, &option, header);
        QVERIFY(!arrow.isEmpty() && option.rect.contains(arrow));
        QVERIFY(!arrow.intersects(title));
    }

    void fittedColumnsShowTheirTitlesWhole()
    {
        QStandardItemModel model(1, 3);
        model.setHorizontalHeaderLabels({u"Round"_s, u"A, ms"_s, u"Candidate ms"_s});
        ResultTable table(m_theme);
        table.setModel(&model);
        table.show();
        QHeaderView *header = table.horizontalHeader();
        QFont bold = header->font();
        bold.setWeight(QFont::DemiBold);
        for (const bool isSortable : {false, true}) {
            header->setSortIndicatorShown(isSortable);
            for (int column = 0; column < model.columnCount(); ++column) {
                QStyleOptionHeader option;
                option.initFrom(header);
                option.orientation = Qt::Horizontal;
                option.rect = QRect(0, 0, titleWidth(*header, column), header->height());
                const QRect room
                    = header->style()->subElementRect(QStyle::SE_HeaderLabel, &option, header);
                const QString title = model.headerData(column, Qt::Horizontal).toString();
                QVERIFY2(room.width() >= QFontMetrics(bold).horizontalAdvance(title),
                         qPrintable(title));
            }
        }
    }

    void choicesOfColumnsBelongToTitles()
    {
        QStandardItemModel model(1, 3);
        model.setHorizontalHeaderLabels({u"Task"_s, u"round 0"_s, u"Best"_s});
        ResultTable table(m_theme);
        table.setModel(&model);
        table.horizontalHeader()->setSortIndicatorShown(true);
        table.horizontalHeader()->setSortIndicator(-1, Qt::AscendingOrder);
        QSignalSpy changed(&table.columnMemory(), &ColumnMemory::changed);
        table.columnMemory().setHidden(1, true);
        table.horizontalHeader()->setSortIndicator(2, Qt::DescendingOrder);
        QCOMPARE(changed.size(), 2);
        const QVariantMap state = table.columnMemory().state();

        // Another table gets its columns later, and one more of them.
        QStandardItemModel more;
        ResultTable other(m_theme);
        other.setModel(&more);
        other.horizontalHeader()->setSortIndicatorShown(true);
        other.horizontalHeader()->setSortIndicator(-1, Qt::AscendingOrder);
        other.columnMemory().restore(state);
        QCOMPARE(other.columnMemory().state(), state);
        more.setColumnCount(4);
        more.setHorizontalHeaderLabels({u"Task"_s, u"round 0"_s, u"round 1"_s, u"Best"_s});
        QVERIFY(other.isColumnHidden(1));
        QVERIFY(!other.isColumnHidden(2));
        QCOMPARE(other.horizontalHeader()->sortIndicatorSection(), 3);
        QCOMPARE(other.horizontalHeader()->sortIndicatorOrder(), Qt::DescendingOrder);
        other.columnMemory().restore({});
        QVERIFY(!other.isColumnHidden(1));
        QCOMPARE(other.horizontalHeader()->sortIndicatorSection(), -1);
        QVERIFY(other.columnMemory().state().isEmpty());
    }

    void speedupsSortTheLargestFirst()
    {
        ResultTableModel model;
        const auto first = [&](int column) {
            return model.headerData(column, Qt::Horizontal, Qt::InitialSortOrderRole);
        };
        QCOMPARE(first(ResultTableModel::SpeedupColumn), QVariant(int(Qt::DescendingOrder)));
        QVERIFY(!first(ResultTableModel::CandidateColumn).isValid());
        ResultTable table(m_theme);
        table.setModel(&model);
        table.resize(2000, 200);
        QHeaderView *header = table.horizontalHeader();
        header->setSectionsClickable(true);
        header->setSortIndicatorShown(true);
        table.show();
        const auto click = [&](int column) {
            QTest::mouseClick(header->viewport(), Qt::LeftButton, {},
                              {header->sectionViewportPosition(column) + 20, header->height() / 2});
            return header->sortIndicatorOrder();
        };
        QCOMPARE(click(ResultTableModel::SpeedupColumn), Qt::DescendingOrder);
        QCOMPARE(click(ResultTableModel::TaskColumn), Qt::AscendingOrder);
    }

    void spinBoxesHaveArrowsInEveryTheme()
    {
        for (const ThemeChoice choice : {ThemeChoice::Light, ThemeChoice::Dark,
                                         ThemeChoice::Contrast, ThemeChoice::ContrastLight}) {
            m_theme.choose(choice);
            QSpinBox box;
            box.setRange(0, 9);
            box.setValue(5);
            box.resize(140, box.sizeHint().height());
            const QImage image = box.grab().toImage();
            const qreal scale = image.devicePixelRatio();
            const int paper = m_theme.color(Token::Panel).lightness();
            const int ink = m_theme.color(Token::Text).lightness();
            // A triangle has rows of several widths, a bracket does not.
            std::array<std::set<int>, 2> widths; // of the upper and the lower half
            for (int y = 3; y < image.height() - 3; ++y) {
                int inked = 0;
                for (int x = static_cast<int>(110 * scale); x < image.width() - 3; ++x)
                    inked += 2 * std::abs(image.pixelColor(x, y).lightness() - paper)
                            > std::abs(ink - paper)
                        ? 1
                        : 0;
                if (inked > 0)
                    widths.at(y < image.height() / 2 ? 0 : 1).insert(inked);
            }
            QVERIFY2(widths[0].size() >= 2, qPrintable(name(choice)));
            QVERIFY2(widths[1].size() >= 2, qPrintable(name(choice)));
        }
    }

    void textIsReadableInEveryTheme_data() { addThemes(); }
    void textIsReadableInEveryTheme()
    {
        QFETCH(ThemeChoice, choice);
        m_theme.choose(choice);
        QCOMPARE(themeChoiceFromName(name(choice)), std::optional(choice));
        const QString sheet = styleSheet(m_theme);
        QVERIFY2(!sheet.contains(u'@'), "a token of the style sheet was not replaced");
        const std::vector rows{Token::Background, Token::Panel, Token::CodeBackground,
                               m_theme.selectionGround(), Token::Brushed};
        // Words in the colour of text, of an outcome and of a comparison are in rows.
        std::vector<QColor> words;
        for (const Token token : {Token::Text, Token::Dim, Token::Accent, Token::Faster,
                                  Token::Slower, Token::AmberText})
            words.push_back(m_theme.color(token));
        for (const Outcome outcome : allOutcomes())
            words.push_back(m_theme.color(outcome));
        for (const Token row : rows) {
            if (row == m_theme.selectionGround() && !m_theme.hasTints())
                continue; // The text is inverted, see below.
            for (const QColor &word : words)
                QVERIFY2(isReadable(word, row), qPrintable(shownPair(word, row)));
        }
        const std::vector<std::pair<Token, Token>> others{
            {m_theme.selectionText(), m_theme.selectionGround()},
            {Token::Panel, Token::Accent}, // the primary button
            {Token::Text, Token::AmberGround},
            {Token::Dim, Token::AmberGround},
            {Token::AmberText, Token::AmberGround},
            {Token::Text, Token::Share1},
            {Token::Text, Token::Share2},
            {Token::Text, Token::Share3},
            {m_theme.textOnShare(4), Token::Share4},
            {m_theme.textOnShare(5), Token::Share5}};
        for (const auto &[word, ground] : others)
            QVERIFY2(isReadable(m_theme.color(word), ground),
                     qPrintable(shownPair(m_theme.color(word), ground)));
        // Colours of source code.
        for (const Token ground : {Token::Added, Token::Removed}) {
            for (const Token word : {Token::Text, Token::Dim, Token::Accent, Token::Correct,
                                     Token::NoBuild, Token::Timeout})
                QVERIFY2(isReadable(m_theme.color(word), ground),
                         qPrintable(shownPair(m_theme.color(word), ground)));
        }
    }

    void shapesAreVisibleInEveryTheme_data() { addThemes(); }
    void shapesAreVisibleInEveryTheme()
    {
        QFETCH(ThemeChoice, choice);
        m_theme.choose(choice);
        constexpr double visible = 3.0; // WCAG 2.1 for graphics and frames of the focus
        std::vector<QColor> shapes;
        for (const Token token :
             {Token::Accent, Token::Correct, Token::Neutral, Token::Faster, Token::Slower})
            shapes.push_back(m_theme.color(token));
        for (const Outcome outcome : allOutcomes())
            shapes.push_back(m_theme.color(outcome));
        for (const Token ground : {Token::Background, Token::Panel, Token::Track}) {
            for (const QColor &shape : shapes)
                QVERIFY2(contrast(shape, m_theme.color(ground)) >= visible,
                         qPrintable(shownPair(shape, ground)));
        }
        for (int series = 0; series < seriesColors; ++series)
            QVERIFY2(contrast(seriesColor(m_theme, series), m_theme.color(Token::Panel)) >= visible,
                     qPrintable(shownPair(seriesColor(m_theme, series), Token::Panel)));
    }

    void highContrastIsHigh_data()
    {
        QTest::addColumn<ThemeChoice>("choice");
        QTest::newRow("light on black") << ThemeChoice::Contrast;
        QTest::newRow("black on white") << ThemeChoice::ContrastLight;
    }
    void highContrastIsHigh()
    {
        QFETCH(ThemeChoice, choice);
        m_theme.choose(choice);
        QCOMPARE(m_theme.isDark(), choice == ThemeChoice::Contrast);
        QCOMPARE(m_theme.lineWidth(), 2);
        QVERIFY(styleSheet(m_theme).contains(u"2px solid"_s));
        // WCAG 2.1's enhanced level (AAA) requires 7 on every background of text.
        for (const Token paper : {Token::Background, Token::Panel, Token::CodeBackground,
                                  Token::AccentTint, Token::Brushed, Token::Added, Token::Removed})
            QVERIFY2(contrast(m_theme.color(Token::Text), m_theme.color(paper)) >= 7.0,
                     qPrintable(m_theme.color(paper).name()));
        for (const Token token :
             {Token::Dim, Token::Line, Token::Accent, Token::Correct, Token::Wrong, Token::NoBuild,
              Token::Crash, Token::Timeout, Token::Neutral, Token::Faster, Token::Slower})
            QVERIFY2(contrast(m_theme.color(token), m_theme.color(Token::Panel)) >= 7.0,
                     qPrintable(m_theme.color(token).name()));
    }

    void outcomesHaveDistinctShapes()
    {
        std::set<QByteArray> seen;
        for (const Outcome outcome : allOutcomes()) {
            const QImage shape = shapeOf(outcome, m_theme);
            const QByteArray bytes(reinterpret_cast<const char *>(shape.constBits()),
                                   shape.sizeInBytes());
            QVERIFY2(seen.insert(bytes).second, "two outcomes look the same without colour");
        }
    }

    void numbersThatAreTooWideAreDrawnNarrower()
    {
        const auto inkOf = [](const QString &text, int width) {
            QImage image(200, 20, QImage::Format_ARGB32);
            image.fill(Qt::white);
            QPainter painter(&image);
            drawTabular(painter, QRectF(0, 0, width, 20), text);
            painter.end();
            return image;
        };
        for (const int width : {12, 100})
            QVERIFY(inkOf(u"18420"_s, width) != inkOf(u"73109"_s, width));
        const QImage narrow = inkOf(u"18420"_s, 12);
        const QImage empty = inkOf({}, 12);
        QVERIFY(narrow != empty);
        QCOMPARE(narrow.copy(14, 0, 186, 20), empty.copy(14, 0, 186, 20)); // nothing beside the box
    }

    void filterLineReportsErrorsAtTheirCharacter()
    {
        QWidget window;
        window.resize(900, 300);
        QString applied;
        auto *line = new FilterLine(
            m_theme,
            [&](const QString &text) -> Status {
                const auto filter = parseFilter(text.toStdString());
                if (!filter)
                    return filter.error();
                applied = text;
                return {};
            },
            &window);
        line->setGeometry(10, 10, 800, 30);
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window, loupe::test::patience));
        QSignalSpy confirmed(line, &FilterLine::confirmed);
        line->setFocus();
        QTest::keyClicks(line, u"status:wrong"_s);
        QTRY_COMPARE(applied, u"status:wrong"_s); // while typing, after a pause
        QTest::keyClicks(line, u" colour:red"_s);
        QTest::keyClick(line, Qt::Key_Return);
        QVERIFY2(line->errorMessage().contains(u"colour"_s), qPrintable(line->errorMessage()));
        QCOMPARE(confirmed.count(), 0);
        QCOMPARE(applied, u"status:wrong"_s);
        auto *callout = window.findChild<QFrame *>(u"filterCallout"_s);
        QVERIFY(callout && callout->isVisible());
        const int expected = line->x() + line->fontMetrics().horizontalAdvance(u"status:wrong "_s);
        QVERIFY2(std::abs(callout->x() - expected) < 30, qPrintable(QString::number(callout->x())));
        QVERIFY(callout->y() >= line->geometry().bottom());
        QTest::keyClick(line, Qt::Key_Escape);
        QCOMPARE(line->text(), u"status:wrong"_s);
        QVERIFY(line->errorMessage().isEmpty());
        QCOMPARE(confirmed.count(), 1);
    }

    void reportsAMissingSource()
    {
        CodeView view(m_theme);
        view.resize(300, 200);
        view.setSource({}, u"cpp"_s);
        view.setInstead(u"no source was recorded"_s);
        view.show();
        QVERIFY(QTest::qWaitForWindowExposed(&view, loupe::test::patience));
        QCOMPARE(view.accessibleDescription(), u"no source was recorded"_s);
        const QImage said = view.grab().toImage();
        view.setInstead(u"no words"_s);
        QVERIFY(view.grab().toImage() != said);
        view.setInstead({});
        QVERIFY(view.accessibleDescription().isEmpty());
    }

    void goesToALineAndFindsText()
    {
        CodeView view(m_theme);
        view.setSource(QString(200, u'\n') + u"Loop or loop"_s, u"cpp"_s);
        view.goTo(150, 1);
        int line = 0;
        int column = 0;
        view.getCursorPosition(&line, &column);
        QCOMPARE(line, 149);
        QCOMPARE(view.markFound(u"LOOP"_s), (std::vector<int>{200, 208}));
        view.selectFound(208, u"loop"_s);
        QCOMPARE(view.selectedText(), u"loop"_s);
        QVERIFY(view.markFound(u"none"_s).empty());
        QVERIFY(view.markFound({}).empty());
    }

    void desktopIdentifiesTheApplication()
    {
        setApplicationIdentity();
        QCOMPARE(QGuiApplication::desktopFileName(), applicationId());
        const QIcon icon = QApplication::windowIcon();
        for (const int size : {16, 32, 256}) {
            const QImage image = icon.pixmap(QSize(size, size)).toImage();
            QCOMPARE(image.width(), size);
            QCOMPARE(image.pixelColor(0, 0).alpha(), 0); // the corner is round
            std::set<QRgb> colors;
            for (int x = 0; x < size; ++x)
                colors.insert(image.pixel(x, size * 67 / 128)); // through the middle of the lens
            QVERIFY2(colors.size() > 3, qPrintable(QString::number(size)));
        }
    }

    void roundsAreWalked()
    {
        RoundStrip strip(m_theme);
        std::vector<ResultRow> rows(3);
        for (int i = 0; i < 3; ++i) {
            rows[static_cast<std::size_t>(i)].id = {i + 1};
            rows[static_cast<std::size_t>(i)].round = i;
        }
        strip.setRounds(rows, {2});
        QSignalSpy requested(&strip, &RoundStrip::roundRequested);
        QVERIFY(strip.canWalk(-1) && strip.canWalk(1));
        strip.walk(1);
        QCOMPARE(requested.takeFirst().front().value<RowId>(), RowId{3});
        strip.setRounds(rows, {3});
        QVERIFY(!strip.canWalk(1));
        strip.setRounds({rows.front()}, {1});
        QVERIFY(strip.isHidden());
    }

    void theAreaOfRoundsGrowsWithThem()
    {
        QWidget window;
        auto *row = new QHBoxLayout(&window);
        row->addWidget(new ElidedLabel(u"a message"_s), 1);
        auto *strip = new RoundStrip(m_theme);
        QScrollArea *area = makeRoundArea(strip, m_theme);
        row->addWidget(area);
        window.resize(900, 60);
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window, loupe::test::patience));
        std::vector<ResultRow> rows(4);
        for (int i = 0; i < 4; ++i) {
            rows[static_cast<std::size_t>(i)].id = {i + 1};
            rows[static_cast<std::size_t>(i)].round = i;
        }
        strip->setRounds(rows, {2}, {.firstCorrect = 1, .best = 2});
        QTRY_VERIFY(strip->button(3)->isVisible());
        QTRY_VERIFY(area->viewport()->width() >= strip->sizeHint().width());
    }

    void roundsAreNamedOnTheirButtons()
    {
        RoundStrip strip(m_theme);
        std::vector<ResultRow> rows(3);
        for (int i = 0; i < 3; ++i) {
            rows[static_cast<std::size_t>(i)].id = {i + 1};
            rows[static_cast<std::size_t>(i)].round = 2 * i; // rounds may be missing
        }
        rows[1].speedup = 1.5;
        strip.setRounds(rows, {2}, {.firstCorrect = 2, .best = 4});
        QCOMPARE(strip.button(0)->text(), u"–"_s);
        QCOMPARE(strip.button(1)->text(), u"1.50× first correct"_s);
        QCOMPARE(strip.button(2)->text(), u"– best"_s);
        QVERIFY(strip.button(2)->toolTip().endsWith(u"best"_s));
        strip.setRounds(rows, {2}, {.firstCorrect = 2, .best = 2});
        QCOMPARE(strip.button(1)->text(), u"1.50× first correct, best"_s);
        strip.setRounds(rows, {2});
        QCOMPARE(strip.button(1)->text(), u"1.50×"_s);
        QSignalSpy requested(&strip, &RoundStrip::roundRequested);
        QTest::keyClick(strip.button(1), Qt::Key_Right);
        QCOMPARE(requested.takeFirst().front().value<RowId>(), RowId{3});
        QTest::keyClick(strip.button(1), Qt::Key_Left);
        QCOMPARE(requested.takeFirst().front().value<RowId>(), RowId{1});
    }

    void cudaInStringsOfPythonIsHighlighted()
    {
        CodeView view(m_theme);
        const QString source = u"größe = 1\nsource = '''\n__global__ void k();\n'''\nint(2)\n"_s;
        view.setSource(source, u"python"_s);
        const auto placeOf = [&](const QString &text) {
            return static_cast<int>(source.left(source.indexOf(text)).toUtf8().size());
        };
        QVERIFY(view.isEmbedded(placeOf(u"__global__"_s), CodePart::Keyword));
        QVERIFY(!view.isEmbedded(placeOf(u"__global__"_s), CodePart::Plain));
        QVERIFY(view.isEmbedded(placeOf(u" k();"_s), CodePart::Plain));
        QVERIFY(!view.isEmbedded(placeOf(u"int(2)"_s), CodePart::Keyword)); // of Python
        QCOMPARE(view.lines(), 6);
        view.setSource(source, u"cpp"_s);
        QVERIFY(!view.isEmbedded(placeOf(u"__global__"_s), CodePart::Keyword));
        view.setSource(QString(source).remove(u"__global__"_s), u"python"_s);
        QVERIFY(!view.isEmbedded(placeOf(u"__global__"_s), CodePart::Keyword));
    }
};

} // namespace tst_widgets

LOUPE_UI_TEST(widgets, tst_widgets::TestWidgets)
#include "tst_widgets.moc"
