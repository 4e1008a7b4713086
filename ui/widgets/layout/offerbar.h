// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/widgets/layout/parts.h"

#include <QFrame>

#include <functional>

class QPushButton;

namespace loupe::ui {

class Theme;

/// Bar across the window with a sentence, one offered action, and a button to decline. Hidden
/// without an offer.
class OfferBar final : public QFrame
{
    Q_OBJECT
public:
    explicit OfferBar(const Theme &theme, QWidget *parent = nullptr);

    /// Shows an offer in place of the present one. Accepting hides the bar and calls `accept`.
    void offer(const QString &sentence, const QString &action, std::function<void()> accept);
    void withdraw();
    QString sentence() const { return m_sentence->text(); }
    QPushButton *acceptButton() const { return m_accept; }
    QPushButton *declineButton() const { return m_decline; }

private:
    ElidedLabel *m_sentence;
    QPushButton *m_accept;
    QPushButton *m_decline;
    std::function<void()> m_onAccept; ///< of the present offer
};

} // namespace loupe::ui
