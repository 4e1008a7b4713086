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

/// The store's name, what is in it, the filter line, the way to a new run; below, the filter's
/// terms, the filters before and after it, and the named ones.
class TopBar final : public QFrame
{
    Q_OBJECT
public:
    explicit TopBar(const Workbench &bench, QWidget *parent = nullptr);
    FilterLine *filterLine() const { return m_filter; }
    TermChips *chips() const { return m_chips; }
    ViewsButton *views() const { return m_views; }
    /// Names the run that others are compared with; not there while no run is it.
    QPushButton *baselineButton() const { return m_baseline; }

private:
    void update();
    void buildLayout();
    void filterChanged();
    void sayBaseline();
    void complete(const QString &text, std::size_t cursor);

    const Workbench m_bench;
    QLabel *m_name;
    ElidedLabel *m_about;
    QPushButton *m_baseline;
    FilterLine *m_filter;
    TermChips *m_chips;
    ViewsButton *m_views;
    LatestJob<Result<FilterCompletion>> m_completing;
};

} // namespace loupe::ui
