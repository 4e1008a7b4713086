// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/text/textalignment.h"

#include <QList>
#include <QWidget>

namespace loupe::ui {

class Theme;

/// Overview of a comparison in a narrow column: differences, diagnostics, and the visible part. A
/// click goes there.
class DiffRuler final : public QWidget
{
    Q_OBJECT
public:
    explicit DiffRuler(const Theme &theme, QWidget *parent = nullptr);

    void setContent(int rows, std::vector<AlignedPanes::Block> differences, QList<int> problems);
    /// Sets the visible rows, starting at `first`.
    void setVisibleRows(int first, int count);
    QSize sizeHint() const override;

signals:
    void rowRequested(int row);

protected:
    void paintEvent(QPaintEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;

private:
    void request(const QMouseEvent &event);
    QRectF boxOf(int begin, int end) const;

    const Theme &m_theme;
    int m_rows = 0;
    int m_first = 0;
    int m_visible = 0;
    std::vector<AlignedPanes::Block> m_differences;
    QList<int> m_problems;
};

} // namespace loupe::ui
