// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/shell/workbench.h"

#include <QFrame>

class QLabel;
class QPushButton;

namespace loupe::ui {

class ElidedLabel;
class FilterLine;

/// The store's name, what is in it, the filter line and the way to a new run.
class TopBar final : public QFrame
{
    Q_OBJECT
public:
    explicit TopBar(const Workbench &bench, QWidget *parent = nullptr);
    FilterLine *filterLine() const { return m_filter; }

private:
    void update();

    const Workbench m_bench;
    QLabel *m_name;
    ElidedLabel *m_about;
    FilterLine *m_filter;
};

} // namespace loupe::ui
