// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/shell/session/workbench.h"

#include <QWidget>

namespace loupe::ui {

/// One page of the window. A hidden page computes nothing: it is marked stale and loads when it is
/// shown.
class Page : public QWidget
{
    Q_OBJECT
public:
    explicit Page(const Workbench &bench, QWidget *parent = nullptr);

    /// Work for what is on the page has not been delivered yet.
    virtual bool isLoading() const { return m_isStale && isVisible(); }
    /// What the status bar says about keys while this page is shown.
    virtual QString keys() const { return {}; }
    /// Puts the keyboard on the page's main thing.
    virtual void takeFocus() { setFocus(); }

signals:
    /// keys() or what it depends on changed.
    void statusChanged();

protected:
    /// Looks up what the page shows, in the background.
    virtual void reload() { }
    /// What is shown is out of date: reloads now or when the page is next shown.
    void invalidate();
    void showEvent(QShowEvent *event) override;

    const Workbench m_bench;

private:
    bool m_isStale = true;
};

} // namespace loupe::ui
