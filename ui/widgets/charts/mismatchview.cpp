// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/charts/mismatchview.h"

#include "ui/style/theme.h"
#include "ui/text/words.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>
#include <vector>

using namespace Qt::StringLiterals;

namespace loupe::ui {

namespace {

/// Returns origin + k · step for all integers k >= 0 between `from` and `to`.
std::vector<double> gridLines(double origin, double step, double from, double to)
{
    std::vector<double> lines;
    const auto first = static_cast<int>(std::max(0.0, std::ceil((from - origin) / step)));
    const auto last = static_cast<int>(std::floor((to - origin) / step));
    for (int line = first; line <= last; ++line)
        lines.push_back(origin + line * step);
    return lines;
}

constexpr double maxZoom = 64;
constexpr QPoint noCell{-1, -1};

QString rangeText(std::int64_t begin, std::int64_t end)
{
    return end - begin <= 1 ? countText(begin) : countText(begin) + u'–' + countText(end - 1);
}

} // namespace

MismatchView::MismatchView(const Theme &theme, QWidget *parent) : QWidget(parent), m_theme(theme)
{
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("Where the output differs"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    connect(&theme, &Theme::changed, this, [this] {
        makeImage();
        update();
    });
}

void MismatchView::setMap(const MismatchMap &map, const std::vector<std::int64_t> &shape)
{
    m_map = map;
    m_tensorColumns = shape.empty() ? 1 : shape.back();
    m_tensorRows = 1;
    for (std::size_t axis = 0; axis + 1 < shape.size(); ++axis)
        m_tensorRows *= shape[axis];
    m_zoom = 1;
    m_centre = QPointF(map.columns / 2.0, map.rows / 2.0);
    makeImage();
    setCell(noCell);
    update();
}

void MismatchView::makeImage()
{
    m_image = QImage(m_map.columns, m_map.rows, QImage::Format_RGB32);
    const QColor none = m_theme.color(Token::CodeBackground);
    const QColor all = m_theme.color(Token::Wrong);
    constexpr double faintest = 0.25; // A single wrong element in a cell must be visible.
    const auto mixed = [&](int from, int to, double share) {
        return static_cast<int>(std::lround(from + (to - from) * share));
    };
    for (int row = 0; row < m_map.rows; ++row) {
        for (int column = 0; column < m_map.columns; ++column) {
            const std::size_t at
                = static_cast<std::size_t>(row) * static_cast<std::size_t>(m_map.columns)
                + static_cast<std::size_t>(column);
            const int share = m_map.share[at];
            const double strength = share == 0 ? 0.0 : faintest + (1 - faintest) * share / 255.0;
            m_image.setPixelColor(column, row,
                                  QColor(mixed(none.red(), all.red(), strength),
                                         mixed(none.green(), all.green(), strength),
                                         mixed(none.blue(), all.blue(), strength)));
        }
    }
}

void MismatchView::setTile(int elements)
{
    m_tile = elements;
    update();
}

void MismatchView::zoom(double factor)
{
    m_zoom = std::clamp(m_zoom * factor, 1.0, maxZoom);
    if (m_cell != noCell)
        m_centre = QPointF(m_cell) + QPointF(0.5, 0.5);
    update();
}

QRectF MismatchView::shownCells() const
{
    const QSizeF size(m_map.columns / m_zoom, m_map.rows / m_zoom);
    const double left
        = std::clamp(m_centre.x() - size.width() / 2, 0.0, m_map.columns - size.width());
    const double top
        = std::clamp(m_centre.y() - size.height() / 2, 0.0, m_map.rows - size.height());
    return {QPointF(left, top), size};
}

QRectF MismatchView::target() const
{
    // Uses the tensor's aspect ratio, within limits that keep it visible.
    const double rows = std::max<double>(1, static_cast<double>(m_tensorRows));
    const double columns = std::max<double>(1, static_cast<double>(m_tensorColumns));
    const double form = std::clamp(columns / rows, 0.4, 3.0);
    QSizeF size(width() - 2.0, height() - 2.0);
    if (size.width() / size.height() > form)
        size.setWidth(size.height() * form);
    else
        size.setHeight(size.width() / form);
    return {QPointF(1, 1), size};
}

QRectF MismatchView::onScreen(const QRectF &cells) const
{
    const QRectF shown = shownCells();
    const QRectF box = target();
    const double x = box.width() / shown.width();
    const double y = box.height() / shown.height();
    return {box.left() + (cells.left() - shown.left()) * x,
            box.top() + (cells.top() - shown.top()) * y, cells.width() * x, cells.height() * y};
}

QPoint MismatchView::cellAt(QPointF place) const
{
    const QRectF box = target();
    if (isEmpty() || !box.contains(place))
        return noCell;
    const QRectF shown = shownCells();
    const double x = shown.left() + (place.x() - box.left()) / box.width() * shown.width();
    const double y = shown.top() + (place.y() - box.top()) / box.height() * shown.height();
    return {std::min(m_map.columns - 1, static_cast<int>(x)),
            std::min(m_map.rows - 1, static_cast<int>(y))};
}

void MismatchView::setCell(QPoint cell)
{
    if (cell != noCell)
        cell = {std::clamp(cell.x(), 0, std::max(0, m_map.columns - 1)),
                std::clamp(cell.y(), 0, std::max(0, m_map.rows - 1))};
    if (cell == m_cell)
        return;
    m_cell = cell;
    setAccessibleDescription(cellText());
    update();
    emit cellChanged();
}

QString MismatchView::cellText() const
{
    if (m_cell == noCell || isEmpty())
        return {};
    const std::int64_t row = m_cell.y() * m_map.cellRows;
    const std::int64_t column = m_cell.x() * m_map.cellColumns;
    const std::size_t at
        = static_cast<std::size_t>(m_cell.y()) * static_cast<std::size_t>(m_map.columns)
        + static_cast<std::size_t>(m_cell.x());
    const int share = m_map.share[at];
    const QString what = share == 0 ? tr("none differs")
        : share == 255              ? tr("all differ")
                                    : tr("about %1 differ").arg(shareText(share / 255.0));
    return tr("rows %1, columns %2: %3")
        .arg(rangeText(row, std::min(row + m_map.cellRows, m_tensorRows)),
             rangeText(column, std::min(column + m_map.cellColumns, m_tensorColumns)), what);
}

QSize MismatchView::sizeHint() const
{
    return {m_theme.unit() * 40, m_theme.unit() * 20};
}

QSize MismatchView::minimumSizeHint() const
{
    return {m_theme.unit() * 12, m_theme.unit() * 8};
}

void MismatchView::paintTiles(QPainter &painter) const
{
    if (m_tile <= 0)
        return;
    const QRectF box = target();
    QColor line = m_theme.color(Token::Dim);
    constexpr int faint = 150;
    line.setAlpha(faint);
    painter.setPen(line);
    const QRectF one = onScreen(QRectF(0, 0, 1, 1));
    const double stepX = one.width() * m_tile / static_cast<double>(m_map.cellColumns);
    const double stepY = one.height() * m_tile / static_cast<double>(m_map.cellRows);
    constexpr double closest = 4; // denser lines would hide the picture
    if (stepX >= closest) {
        for (const double x : gridLines(one.left(), stepX, box.left(), box.right()))
            painter.drawLine(QPointF(x, box.top()), QPointF(x, box.bottom()));
    }
    if (stepY >= closest) {
        for (const double y : gridLines(one.top(), stepY, box.top(), box.bottom()))
            painter.drawLine(QPointF(box.left(), y), QPointF(box.right(), y));
    }
}

void MismatchView::paintEvent(QPaintEvent * /*event*/)
{
    if (isEmpty())
        return;
    QPainter painter(this);
    const QRectF box = target();
    painter.drawImage(box, m_image, shownCells());
    painter.save();
    painter.setClipRect(box);
    paintTiles(painter);
    if (m_cell != noCell) {
        painter.setPen(QPen(m_theme.color(Token::Accent), 2));
        painter.drawRect(onScreen(QRectF(m_cell.x(), m_cell.y(), 1, 1)));
    }
    painter.restore();
    painter.setPen(m_theme.color(hasFocus() ? Token::Accent : Token::Line));
    painter.drawRect(box);
}

void MismatchView::mouseMoveEvent(QMouseEvent *event)
{
    setCell(cellAt(event->position()));
}

void MismatchView::leaveEvent(QEvent * /*event*/)
{
    if (!hasFocus())
        setCell(noCell);
}

void MismatchView::wheelEvent(QWheelEvent *event)
{
    constexpr double notch = 120;
    zoom(std::pow(1.25, event->angleDelta().y() / notch));
    event->accept();
}

void MismatchView::keyPressEvent(QKeyEvent *event)
{
    const auto move = [this](int x, int y) {
        setCell(m_cell == noCell ? QPoint(0, 0) : m_cell + QPoint(x, y));
        if (!shownCells().contains(QRectF(m_cell, QSizeF(1, 1)))) {
            m_centre = QPointF(m_cell) + QPointF(0.5, 0.5);
            update();
        }
    };
    switch (event->key()) {
    case Qt::Key_Left:
        return move(-1, 0);
    case Qt::Key_Right:
        return move(1, 0);
    case Qt::Key_Up:
        return move(0, -1);
    case Qt::Key_Down:
        return move(0, 1);
    case Qt::Key_Plus:
        return zoom(1.5);
    case Qt::Key_Minus:
        return zoom(1 / 1.5);
    default:
        QWidget::keyPressEvent(event);
    }
}

} // namespace loupe::ui
