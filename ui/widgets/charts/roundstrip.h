// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/rows/storedvalues.h"

#include <QWidget>

#include <optional>
#include <vector>

class QHBoxLayout;
class QScrollArea;
class QToolButton;

namespace loupe::ui {

class Theme;

/// Rounds of a trajectory that are named on their buttons.
struct NamedRounds {
    std::optional<int> firstCorrect;
    std::optional<int> best;
};

/// Rounds of one trajectory in a row: shape and speedup of each, the displayed one marked, with
/// buttons to move. ← and → move while a button has the focus.
class RoundStrip final : public QWidget
{
    Q_OBJECT
public:
    explicit RoundStrip(const Theme &theme, QWidget *parent = nullptr);

    /// Sets the rows of one trajectory by round; `current` is the displayed one. Hidden for a
    /// single round.
    void setRounds(std::vector<ResultRow> rounds, RowId current, const NamedRounds &named = {});
    /// Returns the button of a round by its place; null if there is none.
    QToolButton *button(std::size_t place) const;
    /// Requests the round before (-1) or after (+1) the displayed one, if there is one.
    void walk(int step);
    bool canWalk(int step) const;

signals:
    void roundRequested(loupe::RowId id);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    QString namesOf(int round) const;
    void rebuild();
    QToolButton *makeRound(const ResultRow &row, bool isCurrent);

    const Theme &m_theme;
    std::vector<ResultRow> m_rounds;
    NamedRounds m_named;
    int m_current = -1;
    QHBoxLayout *m_row;
    QToolButton *m_previous;
    QToolButton *m_next;
    std::vector<QToolButton *> m_buttons;
};

/// Creates an area around the strip that scrolls, because a hundred rounds must not widen the
/// window.
QScrollArea *makeRoundArea(RoundStrip *strip, const Theme &theme);

} // namespace loupe::ui
