// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/window/sidebar.h"

#include "ui/delegates/celldelegate.h"
#include "ui/style/theme.h"
#include "ui/text/words.h"
#include "ui/widgets/layout/parts.h"

#include <QAction>
#include <QBoxLayout>
#include <QFont>
#include <QFontMetrics>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QScopedValueRollback>
#include <QSignalBlocker>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace loupe::ui {

namespace {

constexpr int leastUnits = 20; ///< width without long counts

/// Button with a page's name at the left and its count at the right.
class NavigationButton final : public QPushButton
{
public:
    NavigationButton(const QString &text, const Theme &theme) : QPushButton(text), m_theme(theme)
    {
        setProperty("look", u"nav"_s);
        setCheckable(true);
        setAutoExclusive(true);
    }

    /// Returns the width in which name and count stand apart.
    int neededWidth() const
    {
        QFont chosen = font();
        chosen.setWeight(QFont::DemiBold); // as the style sheet draws the current page
        const QFontMetrics metrics(chosen);
        const int margins = 4 * m_theme.unit();
        const int gap = m_count.isEmpty() ? 0 : m_theme.unit();
        return margins + metrics.horizontalAdvance(text()) + gap
            + metrics.horizontalAdvance(m_count);
    }

    void setCount(const QString &count)
    {
        m_count = count;
        setAccessibleName(count.isEmpty() ? text() : SideBar::tr("%1, %2").arg(text(), count));
        update();
    }

    /// Returns true while a mouse or a key presses the button. A screen reader checks it directly.
    bool isBeingPressed() const { return m_isBeingPressed; }

protected:
    void nextCheckState() override
    {
        const QScopedValueRollback pressing(m_isBeingPressed, true);
        QPushButton::nextCheckState();
    }

    void paintEvent(QPaintEvent *event) override
    {
        QPushButton::paintEvent(event);
        QPainter painter(this);
        painter.setPen(m_theme.color(isChecked() ? Token::Accent : Token::Dim));
        drawTabular(painter, QRectF(rect()).adjusted(0, 0, -2 * m_theme.unit(), 0), m_count);
    }

private:
    const Theme &m_theme;
    QString m_count;
    bool m_isBeingPressed = false;
};

} // namespace

SideBar::SideBar(const Theme &theme, QWidget *parent)
    : QFrame(parent)
    , m_theme(theme)
    , m_column(new QVBoxLayout(this))
{
    const int unit = theme.unit();
    setProperty("look", u"side"_s);
    setFixedWidth(unit * leastUnits);
    setAccessibleName(tr("Pages"));
    m_column->setContentsMargins(0, unit * 2, 0, unit);
    m_column->setSpacing(0);
    m_column->addStretch(1);
    connect(&theme, &Theme::changed, this, &SideBar::fitWidth);
}

void SideBar::addSection(const QString &name)
{
    const int unit = m_theme.unit();
    auto *section = new QLabel(name);
    section->setProperty("tone", u"section"_s);
    section->setFont(m_theme.captionFont());
    section->setIndent(unit * 2);
    section->setContentsMargins(0, m_buttons.empty() ? 0 : unit, 0, unit / 2);
    m_column->insertWidget(m_column->count() - 1, section);
}

void SideBar::addPage(QAction *action)
{
    auto *button = new NavigationButton(action->text().remove(u'&'), m_theme);
    button->setAccessibleName(button->text());
    const auto sayKeys = [button, action] {
        const QString keys = action->shortcut().toString(QKeySequence::NativeText);
        button->setToolTip(keys.isEmpty() ? button->text()
                                          : tr("%1 (%2)").arg(button->text(), keys));
    };
    sayKeys();
    connect(action, &QAction::changed, button, sayKeys);
    connect(button, &QPushButton::clicked, action, &QAction::trigger);
    connect(button, &QPushButton::toggled, action, [button, action](bool isChecked) {
        if (isChecked && !button->isBeingPressed())
            action->trigger();
    });
    m_column->insertWidget(m_column->count() - 1, button);
    m_buttons.push_back(button);
}

void SideBar::setCurrent(int page)
{
    QPushButton *button = m_buttons[static_cast<std::size_t>(page)];
    const QSignalBlocker quiet(button); // The page is shown already.
    button->setChecked(true);
}

void SideBar::setCount(int page, std::optional<std::int64_t> count)
{
    auto *button = static_cast<NavigationButton *>(m_buttons[static_cast<std::size_t>(page)]);
    button->setCount(count ? countText(*count) : QString());
    fitWidth();
}

void SideBar::fitWidth()
{
    int width = m_theme.unit() * leastUnits;
    for (const QPushButton *each : m_buttons)
        width = std::max(width, static_cast<const NavigationButton *>(each)->neededWidth());
    setFixedWidth(width);
}

} // namespace loupe::ui
