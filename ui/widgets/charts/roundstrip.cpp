// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/charts/roundstrip.h"

#include "ui/style/outcomeshape.h"
#include "ui/style/theme.h"
#include "ui/text/words.h"
#include "ui/widgets/layout/parts.h"

#include <QBoxLayout>
#include <QEvent>
#include <QKeyEvent>
#include <QPainter>
#include <QScrollArea>
#include <QToolButton>

#include <algorithm>
#include <utility>

using namespace Qt::StringLiterals;

namespace loupe::ui {

namespace {

QIcon shapeIcon(const Theme &theme, Outcome outcome, double ratio)
{
    const int side = theme.unit() * 3 / 2;
    QPixmap pixmap(QSize(side, side) * ratio);
    pixmap.setDevicePixelRatio(ratio);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    paintOutcomeShape(painter, QRectF(1, 1, side - 2, side - 2), outcome, theme);
    return QIcon(pixmap);
}

/// Area that is as wide as its rounds, where there is space.
class RoundArea final : public QScrollArea
{
public:
    /// QScrollArea keeps the size that its widget had at first.
    QSize sizeHint() const override
    {
        const int most = fontMetrics().height() * 36; // as QScrollArea limits it
        return {std::min(widget()->sizeHint().width(), most), height()};
    }

protected:
    /// QScrollArea filters the events of its widget, but keeps its own size when that changes.
    bool eventFilter(QObject *watched, QEvent *event) override
    {
        if (watched == widget() && event->type() == QEvent::LayoutRequest)
            updateGeometry();
        return QScrollArea::eventFilter(watched, event);
    }
};

} // namespace

RoundStrip::RoundStrip(const Theme &theme, QWidget *parent)
    : QWidget(parent)
    , m_theme(theme)
    , m_row(new QHBoxLayout(this))
    , m_previous(makeRoundButton(u"‹"_s, tr("Previous round ([)")))
    , m_next(makeRoundButton(u"›"_s, tr("Next round (])")))
{
    m_row->setContentsMargins(0, 0, 0, 0);
    m_row->setSpacing(theme.unit() / 2);
    m_row->addWidget(m_previous);
    m_row->addWidget(m_next);
    m_previous->installEventFilter(this);
    m_next->installEventFilter(this);
    connect(m_previous, &QToolButton::clicked, this, [this] { walk(-1); });
    connect(m_next, &QToolButton::clicked, this, [this] { walk(1); });
    connect(&theme, &Theme::changed, this, &RoundStrip::rebuild);
    setAccessibleName(tr("Rounds of this trajectory"));
    hide();
}

void RoundStrip::setRounds(std::vector<ResultRow> rounds, RowId current, const NamedRounds &named)
{
    m_rounds = std::move(rounds);
    m_named = named;
    const auto it = std::find_if(m_rounds.begin(), m_rounds.end(),
                                 [&](const ResultRow &row) { return row.id == current; });
    m_current = it == m_rounds.end() ? -1 : static_cast<int>(it - m_rounds.begin());
    rebuild();
    setVisible(m_rounds.size() > 1);
}

bool RoundStrip::canWalk(int step) const
{
    const int target = m_current + step;
    return m_current >= 0 && target >= 0 && target < static_cast<int>(m_rounds.size());
}

void RoundStrip::walk(int step)
{
    if (!canWalk(step))
        return;
    const int target = m_current + step;
    emit roundRequested(m_rounds[static_cast<std::size_t>(target)].id);
}

QToolButton *RoundStrip::button(std::size_t place) const
{
    return place < m_buttons.size() ? m_buttons[place] : nullptr;
}

QString RoundStrip::namesOf(int round) const
{
    QStringList names;
    if (m_named.firstCorrect == round)
        names.append(tr("first correct"));
    if (m_named.best == round)
        names.append(tr("best"));
    return names.join(u", "_s);
}

QToolButton *RoundStrip::makeRound(const ResultRow &row, bool isCurrent)
{
    QString text = row.speedup ? speedupText(row.speedup) : u"–"_s;
    QString about = tr("Round %1: %2").arg(row.round).arg(label(row.verdict));
    if (const QString names = namesOf(row.round); !names.isEmpty()) {
        text += u' ' + names;
        about += u", "_s + names;
    }
    auto *button = makeRoundButton(text, about);
    button->setIcon(shapeIcon(m_theme, outcomeOf(row.verdict), devicePixelRatioF()));
    button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    button->setCheckable(true);
    button->setChecked(isCurrent);
    button->installEventFilter(this);
    // Screen readers toggle the button without a click.
    connect(button, &QToolButton::toggled, this, [this, id = row.id] { emit roundRequested(id); });
    return button;
}

/// Left and Right would otherwise move the focus among the buttons.
bool RoundStrip::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() != QEvent::KeyPress)
        return QWidget::eventFilter(watched, event);
    const int key = static_cast<QKeyEvent *>(event)->key();
    if (key != Qt::Key_Left && key != Qt::Key_Right)
        return QWidget::eventFilter(watched, event);
    walk(key == Qt::Key_Left ? -1 : 1);
    return true;
}

void RoundStrip::rebuild()
{
    const bool hadFocus
        = std::ranges::any_of(m_buttons, [](const QToolButton *each) { return each->hasFocus(); });
    for (QToolButton *button : m_buttons) {
        button->hide(); // Hidden now but deleted later, because its click may be in progress.
        button->deleteLater();
    }
    m_buttons.clear();
    QWidget *before = m_previous; // Tab reaches new widgets last, after the whole window.
    for (std::size_t i = 0; i < m_rounds.size(); ++i) {
        QToolButton *button = makeRound(m_rounds[i], static_cast<int>(i) == m_current);
        m_row->insertWidget(static_cast<int>(i) + 1, button);
        setTabOrder(std::exchange(before, button), button);
        m_buttons.push_back(button);
    }
    if (hadFocus && m_current >= 0) {
        QToolButton *current = m_buttons[static_cast<std::size_t>(m_current)];
        current->show(); // The layout shows it later, and a hidden one gets no focus.
        current->setFocus();
    }
    m_previous->setEnabled(canWalk(-1));
    m_next->setEnabled(canWalk(1));
}

QScrollArea *makeRoundArea(RoundStrip *strip, const Theme &theme)
{
    auto *inside = new QWidget;
    auto *row = new QHBoxLayout(inside);
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(strip);
    row->addStretch(1);
    auto *area = new RoundArea;
    area->setWidget(inside);
    inside->setAutoFillBackground(false); // setWidget() enabled it.
    area->setWidgetResizable(true);
    area->setFrameShape(QFrame::NoFrame);
    area->setFocusPolicy(Qt::NoFocus);
    area->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    area->viewport()->setAutoFillBackground(false);
    area->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    area->setFixedHeight(theme.unit() * 7 / 2); // also without rounds, so that nothing moves
    return area;
}

} // namespace loupe::ui
