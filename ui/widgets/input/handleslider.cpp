// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/input/handleslider.h"

#include "ui/style/theme.h"

#include <QAccessible>
#include <QAccessibleEvent>
#include <QFontMetricsF>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>
#include <utility>

using namespace Qt::StringLiterals;

namespace loupe::ui {

namespace {

constexpr double trackUnits = 11;
constexpr double gapUnits = 1;

} // namespace

HandleSlider::HandleSlider(const QString &name, std::vector<Reach> handles, Words words,
                           const Theme &theme, QWidget *parent)
    : QWidget(parent)
    , m_theme(theme)
    , m_name(name)
    , m_handles(std::move(handles))
    , m_words(std::move(words))
{
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(name);
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    setToolTip(m_handles.size() > 1
                   ? tr("%1: drag a handle, or use ← and →; Space switches to the other").arg(name)
                   : tr("%1: drag the handle, or use ← and →").arg(name));
    announce();
    connect(&theme, &Theme::changed, this, [this] {
        updateGeometry();
        update();
    });
}

std::vector<int> HandleSlider::values() const
{
    std::vector<int> out;
    out.reserve(m_handles.size());
    for (const Reach &handle : m_handles)
        out.push_back(handle.value);
    return out;
}

void HandleSlider::setValue(std::size_t handle, int value)
{
    Reach &moved = m_handles[handle];
    const int within = std::clamp(value, moved.least, moved.most);
    if (within == moved.value)
        return;
    moved.value = within;
    announce();
    update();
    emit changed();
}

void HandleSlider::announce()
{
    setAccessibleDescription(words());
    QAccessibleEvent event(this, QAccessible::DescriptionChanged);
    QAccessible::updateAccessibility(&event);
}

double HandleSlider::nameWidth() const
{
    return QFontMetricsF(m_theme.uiFont()).horizontalAdvance(m_name);
}

double HandleSlider::wordsWidth() const
{
    // Uses the longest text, so that nothing moves while a handle is dragged.
    const QFontMetricsF metrics(m_theme.uiFont());
    std::vector<int> farthest;
    std::vector<int> present = values();
    for (const Reach &handle : m_handles)
        farthest.push_back(m_handles.size() > 1 && farthest.empty() ? handle.least : handle.most);
    return std::max(metrics.horizontalAdvance(m_words(farthest)),
                    metrics.horizontalAdvance(m_words(present)));
}

QSize HandleSlider::sizeHint() const
{
    const double unit = m_theme.unit();
    const double wide = nameWidth() + wordsWidth() + unit * (trackUnits + 2 * gapUnits);
    return {static_cast<int>(std::ceil(wide)), static_cast<int>(unit * 4)};
}

QRectF HandleSlider::track() const
{
    const double unit = m_theme.unit();
    const double handle = unit * 0.7;
    return QRectF(nameWidth() + unit * gapUnits + handle, height() / 2.0,
                  unit * trackUnits - 2 * handle, 0);
}

QPointF HandleSlider::handleCentre(std::size_t handle) const
{
    const double range = m_handles.back().most - m_handles.front().least;
    const double share = (m_handles[handle].value - m_handles.front().least) / range;
    return {track().left() + share * track().width(), track().top()};
}

int HandleSlider::valueAt(double x) const
{
    const double share = (x - track().left()) / track().width();
    const double range = m_handles.back().most - m_handles.front().least;
    return m_handles.front().least + static_cast<int>(std::lround(share * range));
}

void HandleSlider::paintEvent(QPaintEvent * /*event*/)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const double unit = m_theme.unit();
    painter.setFont(m_theme.uiFont());
    painter.setPen(m_theme.color(Token::Dim));
    painter.drawText(QRectF(0, 0, nameWidth() + unit, height()), Qt::AlignVCenter, m_name);
    painter.setPen(m_theme.color(Token::Text));
    const double right = track().right() + unit * (0.7 + gapUnits);
    painter.drawText(QRectF(right, 0, width() - right, height()), Qt::AlignVCenter, words());
    const QColor accent = m_theme.color(Token::Accent);
    const double thick = unit * 0.4;
    painter.setPen(QPen(m_theme.color(Token::Neutral), thick, Qt::SolidLine, Qt::RoundCap));
    painter.drawLine(track().topLeft(), track().topRight());
    painter.setPen(QPen(accent, thick, Qt::SolidLine, Qt::RoundCap));
    if (m_handles.size() > 1)
        painter.drawLine(handleCentre(0), handleCentre(m_handles.size() - 1));
    for (std::size_t i = 0; i < m_handles.size(); ++i) {
        const bool isHeld = hasFocus() && i == m_current;
        painter.setPen(QPen(accent, isHeld ? 3 : 2));
        painter.setBrush(isHeld ? accent : m_theme.color(Token::Panel));
        painter.drawEllipse(handleCentre(i), unit * 0.65, unit * 0.65);
    }
}

void HandleSlider::mousePressEvent(QMouseEvent *event)
{
    if (event->button() != Qt::LeftButton)
        return;
    const auto distance = [&](std::size_t handle) {
        return std::abs(handleCentre(handle).x() - event->position().x());
    };
    for (std::size_t i = 0; i < m_handles.size(); ++i) {
        if (distance(i) < distance(m_current))
            m_current = i;
    }
    m_isDragged = true;
    setValue(m_current, valueAt(event->position().x()));
    update();
}

void HandleSlider::mouseMoveEvent(QMouseEvent *event)
{
    if (m_isDragged)
        setValue(m_current, valueAt(event->position().x()));
}

void HandleSlider::mouseReleaseEvent(QMouseEvent *event)
{
    if (m_isDragged && event->button() == Qt::LeftButton)
        setValue(m_current, valueAt(event->position().x()));
    m_isDragged = false;
}

void HandleSlider::keyPressEvent(QKeyEvent *event)
{
    const Reach &held = m_handles[m_current];
    switch (event->key()) {
    case Qt::Key_Left:
    case Qt::Key_Down:
        setValue(m_current, held.value - 1);
        break;
    case Qt::Key_Right:
    case Qt::Key_Up:
        setValue(m_current, held.value + 1);
        break;
    case Qt::Key_Home:
        setValue(m_current, held.least);
        break;
    case Qt::Key_End:
        setValue(m_current, held.most);
        break;
    case Qt::Key_Space:
        m_current = (m_current + 1) % m_handles.size();
        update();
        break;
    default:
        QWidget::keyPressEvent(event);
    }
}

} // namespace loupe::ui
