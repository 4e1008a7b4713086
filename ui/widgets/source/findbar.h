// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>
#include <QLineEdit>
#include <QWidget>

namespace loupe::ui {

class Theme;

/// Line for words to find in a source, with the number of places and buttons to walk them.
class FindBar final : public QWidget
{
    Q_OBJECT
public:
    explicit FindBar(const Theme &theme, QWidget *parent = nullptr);

    /// Shows the bar with these words, or with the last ones if there are none.
    void open(const QString &words);
    QString words() const { return m_line->text(); }
    /// Shows "3 of 12"; `current` counts from 0 and is -1 before the first step.
    void setCount(int current, int total);
    QString countShown() const { return m_count->text(); }
    QLineEdit *line() const { return m_line; }

signals:
    void wordsChanged();
    /// Emitted to go to the next (+1) or previous (-1) place.
    void stepRequested(int step);
    void closed();

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void close();

    QLineEdit *m_line;
    QLabel *m_count;
};

} // namespace loupe::ui
