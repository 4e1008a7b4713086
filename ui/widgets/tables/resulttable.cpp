// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/tables/resulttable.h"

#include "core/report/tables/datatable.h"
#include "ui/delegates/celldelegate.h"
#include "ui/models/roles.h"
#include "ui/style/theme.h"
#include "ui/text/words.h"
#include "ui/widgets/tables/columnfit.h"
#include "ui/widgets/tables/columnmemory.h"

#include <QClipboard>
#include <QContextMenuEvent>
#include <QEvent>
#include <QFontMetrics>
#include <QGuiApplication>
#include <QHeaderView>
#include <QItemSelectionModel>
#include <QKeyEvent>
#include <QMenu>
#include <QMetaMethod>
#include <QMouseEvent>
#include <QPainter>
#include <QPersistentModelIndex>
#include <QToolTip>

#include <algorithm>
#include <string>
#include <utility>

using namespace Qt::StringLiterals;

namespace loupe::ui {

ResultTable::ResultTable(const Theme &theme, QWidget *parent)
    : QTableView(parent)
    , m_theme(theme)
    , m_delegate(new CellDelegate(theme, this))
    , m_columns(new ColumnMemory(*this))
    , m_unit(theme.unit())
{
    setItemDelegate(m_delegate);
    setSelectionBehavior(SelectRows);
    setSelectionMode(ExtendedSelection);
    setShowGrid(false);
    setWordWrap(false);
    setTabKeyNavigation(false);
    setCornerButtonEnabled(false);
    setFrameShape(NoFrame);
    setHorizontalScrollMode(ScrollPerPixel);
    verticalHeader()->setVisible(false);
    verticalHeader()->setSectionResizeMode(QHeaderView::Fixed); // otherwise each row would be
                                                                // measured
    verticalHeader()->setMinimumSectionSize(theme.compactRowHeight());
    verticalHeader()->setDefaultSectionSize(theme.compactRowHeight());
    horizontalHeader()->installEventFilter(this);
    horizontalHeader()->setHighlightSections(false);
    horizontalHeader()->setStretchLastSection(true);
    horizontalHeader()->setSectionsMovable(true);
    horizontalHeader()->setMinimumSectionSize(theme.unit() * 4);
    horizontalHeader()->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(horizontalHeader(), &QWidget::customContextMenuRequested, this,
            [this](const QPoint &place) {
                columnMenu()->popup(horizontalHeader()->mapToGlobal(place));
            });
    connect(this, &QTableView::doubleClicked, this, &ResultTable::openRequested);
    connect(&theme, &Theme::changed, viewport(), qOverload<>(&QWidget::update));
    connect(&theme, &Theme::changed, this, &ResultTable::followTextSize);
}

void ResultTable::setModel(QAbstractItemModel *model)
{
    QTableView::setModel(model);
    m_columns->follow(model);
}

void ResultTable::followTextSize()
{
    if (m_theme.unit() == m_unit)
        return;
    const int rowHeight = verticalHeader()->defaultSectionSize() * m_theme.unit() / m_unit;
    verticalHeader()->setMinimumSectionSize(m_theme.compactRowHeight());
    verticalHeader()->setDefaultSectionSize(rowHeight);
    const QHeaderView &header = *horizontalHeader();
    for (int column = 0; column < header.count(); ++column) {
        if (!header.isSectionHidden(column))
            m_columns->fitWidth(column, columnWidth(column) * m_theme.unit() / m_unit);
    }
    m_unit = m_theme.unit();
}

void ResultTable::setStale(bool stale)
{
    m_delegate->setStale(stale);
    viewport()->update();
}

void ResultTable::setEmptyText(const QString &text)
{
    m_emptyText = text;
    viewport()->update();
}

void ResultTable::paintEvent(QPaintEvent *event)
{
    QTableView::paintEvent(event);
    if (model() != nullptr && model()->rowCount() > 0)
        return;
    const int margin = m_theme.unit();
    QPainter painter(viewport());
    painter.setPen(m_theme.color(Token::Dim));
    painter.drawText(viewport()->rect().adjusted(margin, margin, -margin, -margin),
                     Qt::AlignCenter | Qt::TextWordWrap, m_emptyText);
}

void ResultTable::setColumnCharacters(const std::vector<int> &characters)
{
    const int character = characterWidth(QFontMetrics(m_theme.uiFont()));
    for (std::size_t i = 0; i < characters.size(); ++i) {
        const auto column = static_cast<int>(i);
        const int wanted = characters[i] * character + 2 * m_theme.unit();
        // A title is never elided, regardless of the text size.
        m_columns->fitWidth(column, std::max(wanted, titleWidth(*horizontalHeader(), column)));
    }
}

bool ResultTable::eventFilter(QObject *watched, QEvent *event)
{
    // Titles need more space if the style sheet is applied after the columns.
    if (watched == horizontalHeader() && event->type() == QEvent::StyleChange && model() != nullptr)
        widenToTitles();
    return QTableView::eventFilter(watched, event);
}

void ResultTable::widenToTitles()
{
    QHeaderView &header = *horizontalHeader();
    const bool isSorted = header.isSortIndicatorShown();
    header.setSortIndicatorShown(false); // Qt would reserve its space in each column.
    for (int column = 0; column < header.count(); ++column) {
        if (!header.isSectionHidden(column))
            setColumnWidth(column, std::max(columnWidth(column), titleWidth(header, column)));
    }
    header.setSortIndicatorShown(isSorted);
}

void ResultTable::setLinks(std::function<bool(const QModelIndex &)> leads)
{
    m_leads = std::move(leads);
    setMouseTracking(true);
}

bool ResultTable::isLink(const QModelIndex &index) const
{
    return m_leads && index.isValid() && m_leads(index);
}

void ResultTable::mouseMoveEvent(QMouseEvent *event)
{
    QTableView::mouseMoveEvent(event);
    if (isLink(indexAt(event->position().toPoint())))
        viewport()->setCursor(Qt::PointingHandCursor);
    else
        viewport()->unsetCursor();
}

void ResultTable::mousePressEvent(QMouseEvent *event)
{
    const bool isPlain = event->button() == Qt::LeftButton && event->modifiers() == Qt::NoModifier;
    const QModelIndex index = indexAt(event->position().toPoint());
    m_pressed = isPlain && isLink(index) ? index : QModelIndex();
    QTableView::mousePressEvent(event);
}

void ResultTable::mouseReleaseEvent(QMouseEvent *event)
{
    QTableView::mouseReleaseEvent(event);
    const QPoint position = event->position().toPoint();
    const QModelIndex pressed = std::exchange(m_pressed, QPersistentModelIndex());
    if (event->button() == Qt::LeftButton && pressed.isValid() && indexAt(position) == pressed)
        emit linkClicked(pressed, position - visualRect(pressed).topLeft());
}

std::vector<int> ResultTable::shownColumns() const
{
    const QHeaderView &header = *horizontalHeader();
    std::vector<int> out;
    for (int place = 0; place < header.count(); ++place) {
        if (!header.isSectionHidden(header.logicalIndex(place)))
            out.push_back(header.logicalIndex(place));
    }
    return out;
}

void ResultTable::setRowCopy(std::function<void()> copy)
{
    m_copy = std::move(copy);
}

void ResultTable::copyRows()
{
    if (m_copy) {
        m_copy();
        return;
    }
    if (model() == nullptr)
        return;
    std::vector<std::pair<int, int>> ranges; // selected rows, first and last
    qsizetype count = 0;
    for (const QItemSelectionRange &each : selectionModel()->selection()) {
        ranges.emplace_back(each.top(), each.bottom());
        count += each.height();
    }
    if (count > maxCopiedRows) {
        QToolTip::showText(mapToGlobal(rect().center()),
                           tr("%1 rows are too many to copy. Select at most %2.")
                               .arg(countText(count), countText(maxCopiedRows)),
                           this);
        return;
    }
    std::sort(ranges.begin(), ranges.end());
    const std::vector<int> columns = shownColumns();
    DataRow cells;
    for (const int column : columns)
        cells.emplace_back(
            toCore(model()->headerData(column, Qt::Horizontal, Qt::DisplayRole).toString()));
    std::string text = tsvLine(cells);
    int next = 0; // Ranges of cells may share rows.
    for (const auto &[first, last] : ranges) {
        for (int row = std::max(first, next); row <= last; ++row) {
            cells.clear();
            for (const int column : columns)
                cells.emplace_back(toCore(model()->index(row, column).data().toString()));
            text += tsvLine(cells);
        }
        next = std::max(next, last + 1);
    }
    if (!ranges.empty())
        QGuiApplication::clipboard()->setText(toQt(text));
}

QMenu *ResultTable::rowMenu(const QModelIndex &index)
{
    auto *menu = new QMenu(this);
    const QPersistentModelIndex cell(index);
    if (isSignalConnected(QMetaMethod::fromSignal(&ResultTable::openRequested))) {
        connect(menu->addAction(tr("&Open")), &QAction::triggered, this,
                [this, cell] { emit openRequested(cell); });
        menu->addSeparator();
    }
    connect(menu->addAction(tr("&Copy cell")), &QAction::triggered, this,
            [cell] { QGuiApplication::clipboard()->setText(cell.data().toString()); });
    QAction *rows = menu->addAction(tr("Copy &rows"));
    rows->setShortcut(QKeySequence::Copy);
    rows->setShortcutContext(Qt::WidgetShortcut); // The table handles the keys itself.
    connect(rows, &QAction::triggered, this, &ResultTable::copyRows);
    if (selectionMode() != SingleSelection) {
        QAction *all = menu->addAction(tr("Select &all"));
        all->setShortcut(QKeySequence::SelectAll);
        all->setShortcutContext(Qt::WidgetShortcut);
        connect(all, &QAction::triggered, this, &QTableView::selectAll);
    }
    const QStringList term = index.data(FilterRole).toStringList();
    if (term.size() == 2) {
        menu->addSeparator();
        const QString shown = fontMetrics().elidedText(term[1], Qt::ElideMiddle,
                                                       characterWidth(fontMetrics()) * 32);
        connect(menu->addAction(
                    tr("&Filter by %1: %2").arg(term[0], QString(shown).replace(u"&"_s, u"&&"_s))),
                &QAction::triggered, this,
                [this, term] { emit filterRequested(term[0], term[1]); });
    }
    return menu;
}

QMenu *ResultTable::columnMenu()
{
    auto *menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    const std::vector<int> shown = shownColumns();
    const QHeaderView &header = *horizontalHeader();
    for (int place = 0; place < header.count(); ++place) {
        const int column = header.logicalIndex(place);
        const QString title
            = model()->headerData(column, Qt::Horizontal, Qt::DisplayRole).toString();
        if (title.isEmpty())
            continue;
        QAction *action = menu->addAction(QString(title).replace(u"&"_s, u"&&"_s));
        const bool isShown = !isColumnHidden(column);
        action->setCheckable(true);
        action->setChecked(isShown);
        action->setEnabled(!isShown || shown.size() > 1); // One column stays.
        connect(action, &QAction::toggled, this,
                [this, column](bool shows) { m_columns->setHidden(column, !shows); });
    }
    return menu;
}

void ResultTable::contextMenuEvent(QContextMenuEvent *event)
{
    const bool isByKey = event->reason() == QContextMenuEvent::Keyboard;
    const QModelIndex index = isByKey ? currentIndex() : indexAt(event->pos());
    if (!index.isValid())
        return;
    QMenu *menu = rowMenu(index);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->popup(isByKey ? viewport()->mapToGlobal(visualRect(index).bottomLeft())
                        : event->globalPos());
}

void ResultTable::keyPressEvent(QKeyEvent *event)
{
    const bool plain = event->modifiers() == Qt::NoModifier;
    if (plain && (event->key() == Qt::Key_J || event->key() == Qt::Key_K)) {
        const auto action = event->key() == Qt::Key_J ? MoveDown : MoveUp;
        const QModelIndex next = moveCursor(action, Qt::NoModifier);
        if (next.isValid())
            selectionModel()->setCurrentIndex(
                next, QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
        return;
    }
    if (event->matches(QKeySequence::Copy)) {
        copyRows();
        return;
    }
    const bool opens = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter
        || event->key() == Qt::Key_Space;
    if (plain && opens && currentIndex().isValid()) {
        emit openRequested(currentIndex());
        return;
    }
    QTableView::keyPressEvent(event);
}

} // namespace loupe::ui
