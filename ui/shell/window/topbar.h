// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/read/filtercompletion.h"
#include "ui/async/latestjob.h"
#include "ui/shell/session/workbench.h"

#include <QFrame>

class QLabel;
class QPushButton;

namespace loupe::ui {

class ElidedLabel;
class FilterLine;
class TermChips;
class ViewsButton;

/// Top bar with the store's name and content, the filter line, and the button for a new run. Below
/// are the filter's terms, its history, and the named filters.
class TopBar final : public QFrame
{
    Q_OBJECT
public:
    explicit TopBar(const Workbench &bench, QWidget *parent = nullptr);
    FilterLine *filterLine() const { return m_filter; }
    TermChips *chips() const { return m_chips; }
    ViewsButton *views() const { return m_views; }
    /// Returns the label that marks a store which cannot be written.
    QLabel *readOnlyLabel() const { return m_readOnly; }
    /// Returns the button with the baseline's name, hidden without a baseline.
    QPushButton *baselineButton() const { return m_baseline; }

private:
    void update();
    void buildLayout();
    void filterChanged();
    void sayBaseline();

    const Workbench m_bench;
    QLabel *m_name;
    ElidedLabel *m_about;
    QLabel *m_readOnly;
    QPushButton *m_baseline;
    FilterLine *m_filter;
    TermChips *m_chips;
    ViewsButton *m_views;
};

} // namespace loupe::ui
