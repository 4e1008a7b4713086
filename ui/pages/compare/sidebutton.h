// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/comparison/sidechoices.h"
#include "core/model/saved/savedview.h"

#include <QObject>
#include <QString>

#include <vector>

class QMenu;

namespace loupe::ui {

class ChoiceButton;
class Theme;

/// Available choices for A or B.
struct SideOffers {
    SideChoices choices;
    std::vector<SavedView> views;
};

/// Drop-down of A or B: its kind, then its value.
class SideButton final : public QObject
{
    Q_OBJECT
public:
    /// `letter` is "A" or "B". The button has no parent until it is added to a layout.
    SideButton(const QString &letter, const Theme &theme, QObject *parent = nullptr);

    void setOffers(SideOffers offers) { m_offers = std::move(offers); }
    void setSide(const ComparedSide &side, const QString &name, bool isNotable);
    ChoiceButton *button() const { return m_button; }
    /// Acts like a choice of the user in the menu.
    void choose(const ComparedSide &side) { emit chosen(side); }

signals:
    void chosen(const loupe::ComparedSide &side);

private:
    void fill(QMenu &menu);
    void fillKind(QMenu &menu, SideKind kind);
    void addViews(QMenu &menu);
    void askForFilter();

    QString m_letter;
    ChoiceButton *m_button;
    SideOffers m_offers;
    ComparedSide m_side;
};

/// Returns a label such as "method" or "saved view or filter".
QString kindText(SideKind kind);

} // namespace loupe::ui
