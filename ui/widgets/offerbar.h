// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>

class QPushButton;

namespace loupe::ui {

class ElidedLabel;
class Theme;

/// A line across the window with a sentence, the one thing that is offered, and a way to say no. It
/// is hidden while there is nothing to offer, and covers nothing.
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
