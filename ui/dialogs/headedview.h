// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>
#include <QWidget>

class QVBoxLayout;

namespace loupe::ui {

class Theme;

/// View with a heading and a note in a column. Derived classes add the rest of the column.
class HeadedView : public QWidget
{
    Q_OBJECT
public:
    QString heading() const { return m_heading->text(); }
    QString note() const { return m_note->text(); }

protected:
    /// `about` names the note for screen readers.
    HeadedView(const Theme &theme, const QString &about, QWidget *parent);

    void say(const QString &heading, const QString &note, bool isError = false);
    QVBoxLayout *column() const { return m_column; }
    /// Adds a widget between heading and note. Screen readers go by the order of children.
    void insertBelowHeading(QWidget *widget);

private:
    QLabel *m_heading;
    QLabel *m_note;
    QVBoxLayout *m_column;
};

} // namespace loupe::ui
