// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/charts/chartview.h"

#include "ui/style/theme.h"
#include "ui/text/words.h"
#include "ui/widgets/charts/chartbrush.h"
#include "ui/widgets/charts/chartroom.h"

#include <QAccessible>
#include <QAccessibleEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QResizeEvent>
#include <QToolTip>

#include <algorithm>
#include <cmath>
#include <utility>

using namespace Qt::StringLiterals;

namespace loupe::ui {

ChartView::ChartView(const Theme &theme, QWidget *parent) : QWidget(parent), m_theme(theme)
{
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setAccessibleName(tr("Chart"));
    connect(&theme, &Theme::changed, this, &ChartView::layOut);
}

ChartView::~ChartView() = default;

void ChartView::setChart(Chart chart)
{
    // The cursor stays while results arrive, because marks keep their index while their number is
    // the same.
    const std::size_t before = marks().size();
    m_pages.setChart(std::move(chart));
    layOut();
    if (marks().size() != before)
        m_cursor.reset();
    m_isPicked = false;
    setBrush(m_brush);
    announce();
    emit pageChanged();
}

void ChartView::setPage(int page)
{
    if (m_pages.setPage(page))
        showPage();
}

void ChartView::setLimits(const ChartLimits &limits)
{
    if (limits == m_pages.limits())
        return;
    m_pages.setLimits(limits);
    showPage();
}

std::optional<ChartLimits> ChartView::limitsOfPicked() const
{
    if (m_shown.empty())
        return std::nullopt;
    return limitsAround(m_painter, m_shown);
}

void ChartView::showPage()
{
    m_cursor.reset();
    layOut();
    setBrush(m_brush);
    announce();
    emit pageChanged();
}

void ChartView::layOut()
{
    const int before = m_pages.pages();
    const double legend = legendRoom(m_pages.whole(), m_theme);
    m_pages.fit({static_cast<double>(width()), height() - legend},
                minPanelSize(m_pages.whole(), m_theme),
                wholeTextPanelSize(m_pages.whole(), m_theme));
    ChartStyle style = screenStyle(m_theme);
    style.columns = m_pages.columns();
    style.sharesX = false; // The bottom may be outside the view.
    m_painter = ChartPainter(m_pages.shown(), std::move(style), QRectF(rect()));
    limitHeight();
    forgetPicture();
    if (m_pages.pages() != before)
        emit pageChanged();
}

void ChartView::limitHeight()
{
    if (m_minUnits > 0) {
        setMinimumHeight(m_theme.unit() * m_minUnits);
        return;
    }
    const HeightRange heights = comfortableHeights(m_pages, width(), m_theme);
    setMinimumHeight(heights.least);
    setMaximumHeight(heights.most);
}

void ChartView::forgetPicture()
{
    m_picture = {};
    update();
}

void ChartView::setBrush(const std::vector<RowId> &ids)
{
    m_brush = ids;
    // If this chart has none of the marks selected elsewhere, it dims none.
    m_shown = ids.empty() ? std::vector<double>() : sharesOf(ids, marks());
    m_isPicked = m_isPicked && !ids.empty();
    forgetPicture();
}

QString ChartView::cursorText() const
{
    return m_cursor && *m_cursor < marks().size() ? toQt(marks()[*m_cursor].mark->text) : QString();
}

QString ChartView::cutTextAt(const QPointF &position) const
{
    for (const PlacedPanel &each : m_painter.layout().panels) {
        if (each.frame.contains(position) && position.y() < each.plot.top())
            return each.cutText();
    }
    return {};
}

void ChartView::setCursorMark(std::optional<std::size_t> mark)
{
    if (mark != m_cursor)
        m_isPicked = false;
    m_cursor = mark;
    announce();
    update();
}

void ChartView::announce()
{
    QString name = toQt(chart().title);
    if (!cursorText().isEmpty()) {
        const std::string &panel = chart().panels[marks()[*m_cursor].panel].title;
        if (!panel.empty())
            name += u", "_s + toQt(panel);
        name += u": "_s + cursorText();
    }
    setAccessibleName(name.isEmpty() ? tr("Chart") : name);
    setAccessibleDescription(toQt(chart().definition));
    QAccessibleEvent event(this, QAccessible::NameChanged);
    QAccessible::updateAccessibility(&event);
}

void ChartView::step(CursorStep step)
{
    if (const auto mark = steppedMark(marks(), m_cursor, step))
        setCursorMark(mark);
}

void ChartView::pick(const std::vector<std::size_t> &picked, const QString &text, bool isAdded)
{
    const std::vector<RowId> ids
        = evaluationsOf(marks(), picked, isAdded ? m_brush : std::vector<RowId>());
    emit brushed(ids, text);
    m_isPicked = !ids.empty();
}

void ChartView::pickMark(std::size_t mark, bool isAdded)
{
    setCursorMark(mark);
    const std::string &panel = chart().panels[marks()[mark].panel].title;
    const QString text = toQt(marks()[mark].mark->text);
    pick({mark}, panel.empty() ? text : toQt(panel) + u", "_s + text, isAdded);
}

void ChartView::pickAlong(const QPolygonF &path, bool isAdded)
{
    const auto panel = path.isEmpty() ? std::nullopt : m_painter.panelAt(path.front());
    if (!panel)
        return;
    const std::vector<std::size_t> picked = marksAlong(m_painter, path);
    QString text = counted(static_cast<std::int64_t>(picked.size()), tr("1 mark"), tr("%1 marks"));
    const std::string &title = chart().panels[*panel].title;
    if (!title.empty())
        text += tr(" of %1").arg(toQt(title));
    pick(picked, text, isAdded);
}

bool ChartView::isOnReference(const QPointF &position) const
{
    const auto panel = m_painter.panelAt(position);
    if (!m_isReferenceDraggable || !panel || !chart().panels[*panel].x.reference)
        return false;
    const PlacedPanel &placed = m_painter.layout().panels[*panel];
    return std::abs(placed.xOf(*chart().panels[*panel].x.reference) - position.x())
        <= m_theme.unit() * 0.75;
}

void ChartView::drawOverlay(QPainter &painter) const
{
    painter.setRenderHint(QPainter::Antialiasing);
    const QColor accent = m_theme.color(Token::Accent);
    QColor tint = accent;
    tint.setAlphaF(0.15F);
    painter.setPen(QPen(accent, 1));
    if (m_drag == Drag::Range || m_drag == Drag::Lasso) {
        painter.setBrush(tint);
        if (m_drag == Drag::Range)
            painter.drawRect(draggedRange(m_painter, m_path));
        else
            painter.drawPolygon(m_path);
    }
    if (m_drag == Drag::Reference && !m_path.isEmpty()) {
        if (const auto panel = m_painter.panelAt(m_path.front())) {
            const QRectF plot = m_painter.layout().panels[*panel].plot;
            const double x = std::clamp(m_path.back().x(), plot.left(), plot.right());
            painter.setPen(QPen(accent, 2));
            painter.drawLine(QPointF(x, plot.top()), QPointF(x, plot.bottom()));
        }
    }
    if (!hasFocus() || !m_cursor || *m_cursor >= marks().size())
        return;
    QRectF box = marks()[*m_cursor].box;
    const double least = m_theme.unit();
    box.adjust(-2, -2, 2, 2);
    const double wider = std::max(0.0, least - box.width()) / 2;
    const double taller = std::max(0.0, least - box.height()) / 2;
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(accent, m_theme.lineWidth() + 1));
    painter.drawRoundedRect(box.adjusted(-wider, -taller, wider, taller), 2, 2);
}

void ChartView::paintEvent(QPaintEvent * /*event*/)
{
    const double ratio = devicePixelRatioF();
    const QSize pixels(qCeil(width() * ratio), qCeil(height() * ratio));
    if (m_picture.size() != pixels) {
        m_picture = QPixmap(pixels);
        m_picture.setDevicePixelRatio(ratio);
        m_picture.fill(m_theme.color(Token::Panel));
        QPainter painter(&m_picture);
        m_painter.paint(painter, m_shown);
    }
    QPainter painter(this);
    painter.drawPixmap(QPointF(0, 0), m_picture);
    drawOverlay(painter);
}

void ChartView::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    // While it is hidden, a scroll area does not follow the heights of another chart, and its last
    // row of panels would end below the visible part.
    updateGeometry();
}

void ChartView::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    const std::size_t before = marks().size();
    const auto held = heldPanel();
    layOut();
    // The current panel stays visible if fewer panels fit.
    const bool isTurned = held && m_pages.turnTo(*held);
    if (isTurned)
        showPage();
    else if (marks().size() != before) // other panels are displayed now
        m_cursor.reset();
    setBrush(m_brush);
}

std::optional<std::size_t> ChartView::heldPanel() const
{
    if (m_cursor && *m_cursor < marks().size())
        return m_pages.first() + marks()[*m_cursor].panel;
    for (std::size_t i = 0; i < marks().size() && i < m_shown.size(); ++i) {
        if (m_shown[i] > 0.0)
            return m_pages.first() + marks()[i].panel;
    }
    return std::nullopt;
}

void ChartView::mousePressEvent(QMouseEvent *event)
{
    if (event->button() != Qt::LeftButton) {
        QWidget::mousePressEvent(event);
        return;
    }
    m_path = QPolygonF{event->position()};
    m_drag = isOnReference(event->position()) ? Drag::Reference : Drag::Pressed;
}

void ChartView::mouseMoveEvent(QMouseEvent *event)
{
    if (m_drag == Drag::None) {
        setCursor(isOnReference(event->position()) ? Qt::SplitHCursor : Qt::ArrowCursor);
        const auto mark = m_painter.markAt(event->position());
        QToolTip::showText(event->globalPosition().toPoint(),
                           mark ? toQt(marks()[*mark].mark->text) : cutTextAt(event->position()),
                           this);
        return;
    }
    m_path.append(event->position());
    const QPointF apart = event->position() - m_path.front();
    const auto panel = m_painter.panelAt(m_path.front());
    if (m_drag == Drag::Pressed && apart.manhattanLength() > m_theme.unit() && panel) {
        m_drag = isPickedByLasso(chart().panels[*panel]) ? Drag::Lasso : Drag::Range;
    }
    update();
}

void ChartView::mouseReleaseEvent(QMouseEvent *event)
{
    if (event->button() != Qt::LeftButton)
        return;
    const Drag drag = std::exchange(m_drag, Drag::None);
    const QPolygonF path = std::exchange(m_path, {});
    const bool isAdded = event->modifiers().testFlag(Qt::ControlModifier);
    if (drag == Drag::Reference) {
        if (const auto panel = m_painter.panelAt(path.front()))
            emit referenceMoved(m_painter.layout().panels[*panel].xAt(event->position().x()));
    } else if (drag == Drag::Range || drag == Drag::Lasso) {
        pickAlong(path, isAdded);
    } else if (drag == Drag::Pressed) {
        if (const auto mark = m_painter.markAt(event->position()))
            pickMark(*mark, isAdded);
        else
            pick({}, {}, isAdded);
    }
    update();
}

void ChartView::mouseDoubleClickEvent(QMouseEvent *event)
{
    m_drag = Drag::None; // The release is no second click.
    const auto mark = m_painter.markAt(event->position());
    if (!mark)
        setLimits({});
    else if (!marks()[*mark].mark->members.empty()) // selected by the first click
        emit filterRequested();
}

void ChartView::keyPressEvent(QKeyEvent *event)
{
    const bool isAdded = event->modifiers().testFlag(Qt::ControlModifier);
    switch (event->key()) {
    case Qt::Key_Left:
        step(CursorStep::Left);
        break;
    case Qt::Key_Right:
        step(CursorStep::Right);
        break;
    case Qt::Key_Up:
        step(CursorStep::Up);
        break;
    case Qt::Key_Down:
        step(CursorStep::Down);
        break;
    case Qt::Key_Home:
        step(CursorStep::First);
        break;
    case Qt::Key_End:
        step(CursorStep::Last);
        break;
    case Qt::Key_PageDown:
        setPage(m_pages.page() + 1);
        break;
    case Qt::Key_PageUp:
        setPage(m_pages.page() - 1);
        break;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (m_isPicked || (!m_cursor && !m_brush.empty()))
            emit filterRequested();
        else if (m_cursor)
            pickMark(*m_cursor, isAdded);
        break;
    case Qt::Key_Space:
        if (m_cursor)
            pickMark(*m_cursor, isAdded);
        break;
    default:
        QWidget::keyPressEvent(event);
        return;
    }
    if (m_cursor) {
        const QPoint at = mapToGlobal(marks()[*m_cursor].box.bottomRight().toPoint());
        QToolTip::showText(at, cursorText(), this);
    }
}

void ChartView::focusInEvent(QFocusEvent *event)
{
    QWidget::focusInEvent(event);
    update();
}

void ChartView::focusOutEvent(QFocusEvent *event)
{
    QWidget::focusOutEvent(event);
    update();
}

} // namespace loupe::ui
