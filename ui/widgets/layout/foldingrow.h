// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QBoxLayout>
#include <QWidget>

namespace loupe::ui {

/// Two widgets side by side, the second at the right edge. If they do not fit, the second moves
/// below the first.
class FoldingRow final : public QWidget
{
    Q_OBJECT
public:
    FoldingRow(QWidget *first, QWidget *second, int spacing, QWidget *parent = nullptr);

    bool isFolded() const { return m_line->direction() == QBoxLayout::TopToBottom; }
    /// Returns a width that fits the wider widget alone.
    QSize minimumSizeHint() const override;
    /// Returns a width that fits both side by side, also while they are folded.
    QSize sizeHint() const override;

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    int partWidth(int part) const;
    void fold();

    QWidget *m_second;
    QBoxLayout *m_line;
};

} // namespace loupe::ui
