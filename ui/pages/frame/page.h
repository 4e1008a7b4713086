// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/shell/session/workbench.h"

#include <QWidget>

#include <cstdint>
#include <optional>

namespace loupe::ui {

class DetailTabs;
class RoundStrip;

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

    // What commands of the window mean on this page. Where they mean nothing here, they are off.

    /// What a person did last on this page, to be taken back or done again.
    virtual bool canUndo() const { return false; }
    virtual void undo() { }
    virtual bool canRedo() const { return false; }
    virtual void redo() { }
    /// There is something to mark with a word; focusTag() puts the keyboard where it is written.
    virtual bool canTag() const { return false; }
    virtual void focusTag() { }
    /// Sources are compared here; a step of 1 goes to their next difference, -1 to the last.
    virtual bool hasDifferences() const { return false; }
    virtual void walkDifferences(int /*step*/) { }
    /// A chart is here whose numbers can be shown instead.
    virtual bool hasTable() const { return false; }
    virtual bool showsTable() const { return false; }
    virtual void toggleTable() { }
    /// Of the evaluation that is shown, or null.
    virtual DetailTabs *problemTabs() const { return nullptr; }
    /// The rounds that can be walked, or null.
    virtual RoundStrip *rounds() const { return nullptr; }

signals:
    /// The number beside the page's name in the side bar; none where there is nothing to count.
    void countChanged(std::optional<std::int64_t> count);
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
