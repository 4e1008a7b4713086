// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>

class QPushButton;

namespace loupe::ui {

class ElidedLabel;
class Theme;

/// Bar across the window with a sentence, one offered action, and a button to decline. Hidden
/// without an offer.
class OfferBar final : public QFrame
{
    Q_OBJECT
public:
    explicit OfferBar(const Theme &theme, QWidget *parent = nullptr);

    void offer(const QString &sentence, const QString &action);
    void withdraw() { hide(); }
    QString sentence() const;
    QPushButton *acceptButton() const { return m_accept; }
    QPushButton *declineButton() const { return m_decline; }

signals:
    void accepted();

private:
    ElidedLabel *m_sentence;
    QPushButton *m_accept;
    QPushButton *m_decline;
};

} // namespace loupe::ui
