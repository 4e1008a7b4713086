// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/record/evaluation.h"

#include <QFrame>
#include <QLabel>

#include <vector>

class QStackedWidget;

namespace loupe::ui {

class ChoiceBox;
class ElidedLabel;
class ErrorHistogram;
class MismatchView;
class Theme;

/// Errors of one output of a trial: map and histogram, and next to them the pattern and numbers.
/// Wide and low, for a place below the code.
class MismatchPanel final : public QFrame
{
    Q_OBJECT
public:
    explicit MismatchPanel(const Theme &theme, QWidget *parent = nullptr);

    void show(const Evaluation &evaluation);
    MismatchView *view() const { return m_view; }
    ErrorHistogram *errors() const { return m_errors; }
    /// Returns false if no output of any trial differs; emptyText() says why.
    bool hasMismatch() const { return !m_entries.empty(); }
    QString emptyText() const { return m_empty->text(); }
    QString patternText() const { return m_pattern->text(); }
    QString numbersText() const { return m_numbers->text(); }

private:
    struct Entry {
        Trial trial; ///< without its outputs
        OutputComparison output;
    };
    QWidget *makeWords();
    void showEntry(int index);
    void sayCell();
    void sayError();

    const Theme &m_theme;
    std::vector<Entry> m_entries;
    QLabel *m_about;
    ChoiceBox *m_trial;
    ChoiceBox *m_tile;
    MismatchView *m_view;
    ErrorHistogram *m_errors;
    ElidedLabel *m_cell;
    ElidedLabel *m_error;
    QLabel *m_pattern;
    QLabel *m_numbers;
    QLabel *m_empty;
    QStackedWidget *m_stack;
    QStackedWidget *m_picture;
};

} // namespace loupe::ui
