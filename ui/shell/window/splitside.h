// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/shell/session/selection.h"
#include "ui/shell/session/storesession.h"
#include "ui/widgets/layout/parts.h"

#include <QCheckBox>
#include <QFrame>

class QLabel;
class QStackedWidget;

namespace loupe::ui {

class FilterLine;
class Theme;

/// Right side of a split window, with its own pages on the same store. If linked, it shares filter,
/// selection and evaluation with the left side.
class SplitSide final : public QFrame
{
    Q_OBJECT
public:
    /// Session and selection of the left side must outlive this.
    SplitSide(const StoreOpener &opener, StoreSession &left, Selection &leftSelection,
              const Theme &theme, QWidget *parent = nullptr);

    StoreSession &session() { return m_session; }
    Selection &selection() { return m_selection; }
    FilterLine *filterLine() const { return m_filter; }

    void setPages(QStackedWidget *pages);
    /// Sets the text of the heading.
    void setPageName(const QString &name) { m_name->setText(name); }
    bool isLinked() const { return m_link->isChecked(); }
    /// Linking copies the state of the left side.
    void setLinked(bool linked) { m_link->setChecked(linked); }
    /// Opens the left side's store here if it is another one.
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
