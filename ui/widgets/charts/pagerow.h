// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QLabel;
class QPushButton;

namespace loupe::ui {

class ChartView;
class Theme;

/// Row below a chart with more panels than fit: their number, and buttons to reach them. Hidden if
/// all panels fit.
class PageRow final : public QWidget
{
    Q_OBJECT
public:
    PageRow(ChartView &view, const Theme &theme, QWidget *parent = nullptr);

    QPushButton *before() const { return m_before; }
    QPushButton *next() const { return m_next; }

private:
    void follow();

    ChartView &m_view;
    QLabel *m_text;
    QPushButton *m_before;
    QPushButton *m_next;
};

} // namespace loupe::ui
