// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>
#include <QLabel>

class QPushButton;

namespace loupe::ui {

class Theme;

/// Bar at the bottom of the window with one step of a tour and the buttons Back, Continue and
/// Leave. It covers nothing and blocks nothing: the window can be used meanwhile.
class TourBar final : public QFrame
{
    Q_OBJECT
public:
    explicit TourBar(const Theme &theme, QWidget *parent = nullptr);

    struct Step {
        QString title;
        QString text;   ///< one or two sentences
        int number = 1; ///< from 1 on
        int count = 1;  ///< of all steps
    };
    /// Shows a step. Back is disabled at the first one, and Continue becomes Finish at the last
    /// one.
    void showStep(const Step &step);
    QString title() const { return m_title->text(); }
    QString text() const { return m_text->text(); }
    QPushButton *backButton() const { return m_back; }
    QPushButton *nextButton() const { return m_next; }

signals:
    void backRequested();
    void nextRequested();
    void endRequested();

private:
    QLabel *m_place;
    QLabel *m_title;
    QLabel *m_text;
    QPushButton *m_back;
    QPushButton *m_next;
    QPushButton *m_end;
};

} // namespace loupe::ui
