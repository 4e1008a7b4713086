// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QBoxLayout>
#include <QFrame>
#include <QLabel>
#include <QString>

namespace loupe::ui {

class ElidedLabel;
class Theme;

/// Panel with a title, followed by a description.
class NamedPanel final : public QFrame
{
    Q_OBJECT
public:
    NamedPanel(const Theme &theme, const QString &name, QWidget *inside);

    void setName(const QString &name) { m_name->setText(name); }
    /// Sets the description, which is elided to fit.
    void setAbout(const QString &about);
    /// Adds a widget at the right end of the title row.
    void addToHead(QWidget *widget) { m_head->addWidget(widget); }

private:
    QLabel *m_name;
    ElidedLabel *m_about;
    QBoxLayout *m_head;
};

} // namespace loupe::ui
