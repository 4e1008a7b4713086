// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>
#include <QString>

class QBoxLayout;
class QLabel;

namespace loupe::ui {

class ElidedLabel;
class Theme;

/// A panel with its name at the top and, behind it, what it is of.
class NamedPanel final : public QFrame
{
    Q_OBJECT
public:
    NamedPanel(const Theme &theme, const QString &name, QWidget *inside);

    void setName(const QString &name);
    /// Shortened to the room there is.
    void setAbout(const QString &about);
    /// Behind the name, at the right end.
    void addToHead(QWidget *widget);

private:
    QLabel *m_name;
    ElidedLabel *m_about;
    QBoxLayout *m_head;
};

} // namespace loupe::ui
