// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/shell/session/selection.h"
#include "ui/shell/session/storesession.h"

#include <QFrame>

class QCheckBox;
class QLabel;
class QStackedWidget;

namespace loupe::ui {

class ElidedLabel;
class FilterLine;
class Theme;

/// The right side of a window that is split: pages of its own on the same store. Linked, it has the
/// left side's filter and selection and shows the same evaluation; free, it has its own.
class SplitSide final : public QFrame
{
    Q_OBJECT
public:
    /// The session and the selection of the left side must outlive this.
    SplitSide(const StoreOpener &opener, StoreSession &left, Selection &leftSelection,
              const Theme &theme, QWidget *parent = nullptr);

    StoreSession &session() { return m_session; }
    Selection &selection() { return m_selection; }
    FilterLine *filterLine() const { return m_filter; }
    QCheckBox *linkBox() const { return m_link; }

    void setPages(QStackedWidget *pages);
    /// What stands in the heading.
    void setPageName(const QString &name);
    bool isLinked() const;
    /// Linked again, it takes what the left side has.
    void setLinked(bool linked);
    /// Opens the left side's store here too, where that is another one.
    void follow();

signals:
    void closeRequested();
    void linkChanged(bool linked);

private:
    void connectAll();
    void takeFilter();
    void takeSelection();

    StoreSession &m_left;
    Selection &m_leftSelection;
    StoreSession m_session;
    Selection m_selection;
    ElidedLabel *m_name;
    QCheckBox *m_link;
    FilterLine *m_filter;
};

} // namespace loupe::ui
