// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/resulttable.h"

#include "ui/delegates/celldelegate.h"
#include "ui/style/theme.h"

#include <QEvent>
#include <QFontMetrics>
#include <QHeaderView>
#include <QItemSelectionModel>
#include <QKeyEvent>
#include <QMouseEvent>

#include <algorithm>
#include <utility>

namespace loupe::ui {

ResultTable::ResultTable(const Theme &theme, QWidget *parent)
    : QTableView(parent)
    , m_theme(theme)
    , m_delegate(new CellDelegate(theme, this))
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
    connect(this, &QTableView::doubleClicked, this, &ResultTable::openRequested);
    connect(&theme, &Theme::changed, viewport(), qOverload<>(&QWidget::update));
}

void ResultTable::setStale(bool stale)
{
    m_delegate->setStale(stale);
    viewport()->update();
}

void ResultTable::setColumnCharacters(const std::vector<int> &characters)
{
    const int character = QFontMetrics(m_theme.uiFont()).averageCharWidth();
    for (std::size_t i = 0; i < characters.size(); ++i) {
        const auto column = static_cast<int>(i);
        const int wanted = characters[i] * character + 2 * m_theme.unit();
        // A title is never elided, regardless of the text size.
        setColumnWidth(column, std::max(wanted, horizontalHeader()->sectionSizeHint(column)));
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
            setColumnWidth(column, std::max(columnWidth(column), header.sectionSizeHint(column)));
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
    const bool opens = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter
        || event->key() == Qt::Key_Space;
    if (plain && opens && currentIndex().isValid()) {
        emit openRequested(currentIndex());
        return;
    }
    QTableView::keyPressEvent(event);
}

} // namespace loupe::ui
