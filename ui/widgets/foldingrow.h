// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QBoxLayout;

namespace loupe::ui {

/// Two parts beside each other, the second at the right edge; where both do not fit, as with large
/// text, the second stands below the first.
class FoldingRow final : public QWidget
{
    Q_OBJECT
public:
    FoldingRow(QWidget *first, QWidget *second, int spacing, QWidget *parent = nullptr);

    bool isFolded() const;
    /// Wide enough for the wider part alone.
    QSize minimumSizeHint() const override;

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    int partWidth(int part) const;
    void fold();

    QWidget *m_second;
    QBoxLayout *m_line;
};

} // namespace loupe::ui
