// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/compare/sidebutton.h"

#include "ui/text/words.h"
#include "ui/widgets/input/choicebutton.h"

#include <QAction>
#include <QInputDialog>
#include <QMenu>

using namespace Qt::StringLiterals;

namespace loupe::ui {

namespace {

constexpr std::size_t maxValues = 200; ///< limit of a readable menu

/// Escapes ampersands, which would mark mnemonics.
QString menuText(const std::string &text)
{
    return lineText(text).replace(u'&', u"&&"_s);
}

} // namespace

QString kindText(SideKind kind)
{
    switch (kind) {
    case SideKind::Method:
        return SideButton::tr("method");
    case SideKind::Run:
        return SideButton::tr("run");
    case SideKind::Device:
        return SideButton::tr("device");
    case SideKind::Round:
        return SideButton::tr("round");
    case SideKind::Baseline:
        return SideButton::tr("baseline");
    case SideKind::Filter:
        break;
    }
    return SideButton::tr("filter");
}

SideButton::SideButton(const QString &letter, const Theme &theme, QObject *parent)
    : QObject(parent)
    , m_letter(letter)
    , m_button(new ChoiceButton(letter, theme))
{
    auto *menu = new QMenu(m_button);
    m_button->setMenu(menu);
    m_button->setMinimumWidth(14 * theme.unit()); // The page has no more space with large text.
    m_button->setMaximumWidth(30 * theme.unit());
    connect(menu, &QMenu::aboutToShow, this, [this, menu] { fill(*menu); });
}

void SideButton::setSide(const ComparedSide &side, const QString &name, bool isNotable)
{
    m_side = side;
    m_button->setCaption(tr("%1 · %2").arg(m_letter, kindText(side.kind)));
    m_button->setValue(name, tr("Side %1: %2").arg(m_letter, lineText(side.value)), isNotable);
}

void SideButton::fill(QMenu &menu)
{
    menu.clear();
    for (const SideKind kind : allSideKinds) {
        const auto &values = m_offers.choices.of(kind);
        if (values.empty())
            continue;
        QMenu *more = menu.addMenu(kindText(kind));
        more->menuAction()->setCheckable(true);
        more->menuAction()->setChecked(kind == m_side.kind);
        fillKind(*more, kind);
    }
    if (!m_offers.views.empty()) {
        QMenu *views = menu.addMenu(tr("saved view"));
        addViews(*views);
    }
    connect(menu.addAction(tr("filter…")), &QAction::triggered, this, &SideButton::askForFilter);
}

void SideButton::fillKind(QMenu &menu, SideKind kind)
{
    const auto &values = m_offers.choices.of(kind);
    for (std::size_t i = 0; i < std::min(values.size(), maxValues); ++i) {
        const ComparedSide side = sideOf(kind, values[i].value);
        QAction *action
            = menu.addAction(tr("%1   (%2)").arg(menuText(side.label), countText(values[i].cells)));
        action->setCheckable(true);
        action->setChecked(side == m_side);
        connect(action, &QAction::triggered, this, [this, side] { emit chosen(side); });
    }
    if (values.size() > maxValues)
        menu.addAction(tr("%1 more; narrow the filter").arg(values.size() - maxValues))
            ->setEnabled(false);
}

void SideButton::addViews(QMenu &menu)
{
    for (const SavedView &view : m_offers.views) {
        const ComparedSide side{SideKind::Filter, view.filter, view.name};
        QAction *action = menu.addAction(menuText(view.name));
        action->setToolTip(lineText(view.filter));
        connect(action, &QAction::triggered, this, [this, side] { emit chosen(side); });
    }
}

void SideButton::askForFilter()
{
    bool isTaken = false;
    const QString text = QInputDialog::getText(
        m_button, tr("Side %1").arg(m_letter),
        tr("Results of this side, as in the filter line: method:codex level:2"), QLineEdit::Normal,
        m_side.kind == SideKind::Filter ? exactQt(m_side.value) : QString(), &isTaken);
    if (!isTaken || text.trimmed().isEmpty())
        return;
    const auto filter = parseFilter(toCore(text));
    emit chosen(filter ? sideOf(*filter)
                       : ComparedSide{SideKind::Filter, toCore(text), toCore(text)});
}

} // namespace loupe::ui
