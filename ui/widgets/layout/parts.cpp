// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/layout/parts.h"

#include "ui/style/theme.h"

#include <QAction>
#include <QBoxLayout>
#include <QPainter>
#include <QPushButton>
#include <QScrollArea>
#include <QSpinBox>
#include <QStyle>
#include <QToolButton>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace loupe::ui {

QFrame *makePanel(QWidget *parent)
{
    auto *panel = new QFrame(parent);
    panel->setProperty("look", QStringLiteral("panel"));
    makeColumn(0, panel, 1); // width of the frame's line
    return panel;
}

QFrame *makePanelAround(QWidget *inside)
{
    QFrame *panel = makePanel();
    panel->layout()->addWidget(inside);
    return panel;
}

QSpinBox *makeCount(int most, const QString &name)
{
    auto *box = new QSpinBox;
    box->setRange(1, most);
    box->setButtonSymbols(QAbstractSpinBox::NoButtons);
    box->setAccessibleName(name);
    return box;
}

QPushButton *makeButton(const QString &text)
{
    auto *button = new QPushButton(text);
    button->setAccessibleName(QString(text).remove(u'&'));
    button->setAutoDefault(false);
    return button;
}

QToolButton *makeRoundButton(const QString &sign, const QString &name)
{
    auto *button = new QToolButton;
    button->setProperty("look", u"round"_s);
    button->setText(sign);
    button->setAccessibleName(name);
    button->setToolTip(name);
    button->setFocusPolicy(Qt::TabFocus);
    return button;
}

QToolButton *makePassingButton(QAction *action)
{
    auto *button = new QToolButton;
    button->setDefaultAction(action);
    button->setProperty("look", u"button"_s);
    button->setAccessibleName(action->text().remove(u'&'));
    button->setFocusPolicy(Qt::StrongFocus);
    button->setVisible(false);
    QObject::connect(action, &QAction::changed, button,
                     [button, action] { button->setVisible(action->isEnabled()); });
    return button;
}

QLabel *makeHeading(const Theme &theme, const QString &text)
{
    auto *heading = new QLabel(text);
    heading->setFont(theme.headingFont());
    return heading;
}

QLabel *makeDim(const QString &text)
{
    auto *dim = new QLabel(text);
    dim->setProperty("tone", QStringLiteral("dim"));
    return dim;
}

QLabel *makeCaption(const Theme &theme, const QString &text)
{
    auto *caption = makeDim(text);
    caption->setFont(theme.captionFont());
    return caption;
}

void setTone(QLabel &label, bool isError)
{
    label.setProperty("tone", isError ? u"error"_s : u"dim"_s);
    label.style()->polish(&label);
}

QScrollArea *makeScrolled(QWidget *inside)
{
    auto *scroll = new QScrollArea;
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setFocusPolicy(Qt::NoFocus);
    scroll->setWidget(inside);
    return scroll;
}

QVBoxLayout *makeColumn(int spacing, QWidget *inside, int margin)
{
    auto *column = new QVBoxLayout(inside);
    column->setContentsMargins(margin, margin, margin, margin);
    column->setSpacing(spacing);
    return column;
}

QHBoxLayout *makeRow(int spacing, QWidget *inside, int margin)
{
    auto *row = new QHBoxLayout(inside);
    row->setContentsMargins(margin, margin, margin, margin);
    row->setSpacing(spacing);
    return row;
}

namespace {

/// Follows the layout of its parent.
class TextHeight final : public QObject
{
public:
    explicit TextHeight(QWidget *part) : QObject(part) { part->installEventFilter(this); }

protected:
    bool eventFilter(QObject *watched, QEvent *event) override
    {
        const bool isLaidOut
            = event->type() == QEvent::Resize || event->type() == QEvent::LayoutRequest;
        auto *part = qobject_cast<QWidget *>(watched);
        if (isLaidOut && part != nullptr && part->layout() != nullptr)
            part->setMinimumHeight(
                std::max(0, part->layout()->totalMinimumHeightForWidth(part->width())));
        return QObject::eventFilter(watched, event);
    }
};

} // namespace

void keepTextHeight(QWidget *part)
{
    new TextHeight(part); // the part owns it
}

ElidedLabel::ElidedLabel(const QString &text, QWidget *parent) : QLabel(text, parent)
{
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
}

QSize ElidedLabel::minimumSizeHint() const
{
    return {fontMetrics().horizontalAdvance(QChar(0x2026)), fontMetrics().height()};
}

QSize ElidedLabel::sizeHint() const
{
    return {fontMetrics().horizontalAdvance(text()) + 2 + std::max(indent(), 0),
            fontMetrics().height()};
}

void ElidedLabel::paintEvent(QPaintEvent * /*event*/)
{
    QPainter painter(this);
    const QRect room = rect().adjusted(std::max(indent(), 0), 0, 0, 0);
    const QString shown = fontMetrics().elidedText(text(), Qt::ElideRight, room.width());
    style()->drawItemText(&painter, room, static_cast<int>(alignment()), palette(), isEnabled(),
                          shown, foregroundRole());
    setToolTip(shown == text() ? QString() : text());
}

} // namespace loupe::ui
