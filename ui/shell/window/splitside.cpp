// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/window/splitside.h"

#include "ui/shell/window/linecompleter.h"
#include "ui/style/theme.h"
#include "ui/widgets/input/filterline.h"

#include <QBoxLayout>
#include <QScrollArea>
#include <QStackedWidget>
#include <QToolButton>

using namespace Qt::StringLiterals;

namespace loupe::ui {

namespace {

/// Copies one selection to another; does nothing if they are equal.
void copySelection(const Selection &from, Selection &to)
{
    if (from.ids() == to.ids() && from.description() == to.description())
        return;
    if (from.isEmpty())
        to.clear();
    else
        to.set(from.ids(), from.description());
}

} // namespace

SplitSide::SplitSide(const StoreOpener &opener, StoreSession &left, Selection &leftSelection,
                     const Theme &theme, QWidget *parent)
    : QFrame(parent)
    , m_left(left)
    , m_leftSelection(leftSelection)
    , m_session(opener)
    , m_name(new ElidedLabel)
    , m_link(new QCheckBox(tr("Linked")))
    , m_filter(
          new FilterLine(theme, [this](const QString &text) { return m_session.setFilter(text); }))
{
    const int unit = theme.unit();
    m_name->setFont(theme.headingFont());
    m_link->setChecked(true);
    m_link->setAccessibleName(tr("Linked to the left side"));
    m_link->setToolTip(
        tr("Linked: uses the left side's filter, selection and result. Free: uses its own."));
    m_filter->setAccessibleName(tr("Filter of the right side"));
    m_filter->setEnabled(false);
    new LineCompleter(*m_filter, m_session);
    auto *shut = makeRoundButton(u"×"_s, tr("Close the right side"));
    connect(shut, &QToolButton::clicked, this, &SplitSide::closeRequested);
    auto *head = makeRow(unit);
    head->setContentsMargins(unit * 3 / 2, unit, unit, 0);
    head->addWidget(m_name, 1);
    head->addWidget(m_filter, 3);
    head->addWidget(m_link);
    head->addWidget(shut);
    auto *column = makeColumn(0, this);
    column->addLayout(head);
    connectAll();
}

void SplitSide::connectAll()
{
    connect(&m_left, &StoreSession::opened, this, &SplitSide::follow);
    connect(&m_left, &StoreSession::closed, &m_session, &StoreSession::close);
    connect(&m_left, &StoreSession::filterChanged, this, &SplitSide::takeFilter);
    connect(&m_left, &StoreSession::scopeChanged, this,
            [this] { m_session.setScope(m_left.scope()); }); // The window has one scope.
    connect(&m_session, &StoreSession::opened, this,
            [this] { m_session.setScope(m_left.scope()); });
    connect(&m_session, &StoreSession::scopeChanged, this,
            [this] { m_left.setScope(m_session.scope()); });
    connect(&m_leftSelection, &Selection::changed, this, &SplitSide::takeSelection);
    connect(&m_session, &StoreSession::leaving, this, [this] {
        if (isLinked())
            return; // The left side already has the next store.
        static_cast<void>(m_session.setFilter({}));
        m_selection.clear();
        m_selection.setCurrent({});
    });
    connect(&m_session, &StoreSession::filterChanged, this, [this] {
        m_filter->setApplied(m_session.filterText());
        if (isLinked())
            static_cast<void>(m_left.setFilter(m_session.filterText()));
    });
    connect(&m_selection, &Selection::changed, this, [this] {
        if (isLinked())
            copySelection(m_selection, m_leftSelection);
    });
    connect(&m_selection, &Selection::currentChanged, this, [this](RowId id) {
        if (isLinked())
            m_leftSelection.setCurrent(id);
    });
    connect(&m_leftSelection, &Selection::currentChanged, this, [this](RowId id) {
        if (isLinked())
            m_selection.setCurrent(id);
    });
    connect(m_link, &QCheckBox::toggled, this, [this](bool linked) {
        m_filter->setEnabled(!linked);
        takeFilter();
        takeSelection();
        emit linkChanged(linked);
    });
}

void SplitSide::setPages(QStackedWidget *pages)
{
    qobject_cast<QVBoxLayout *>(layout())->addWidget(makeScrolled(pages), 1);
}

void SplitSide::follow()
{
    if (!m_left.isOpen())
        return;
    m_session.open(m_left.file());
    takeFilter();
    takeSelection();
}

void SplitSide::takeFilter()
{
    if (!isLinked())
        return;
    const Status applied = m_session.setFilter(m_left.filterText());
    Q_ASSERT(applied);
}

void SplitSide::takeSelection()
{
    if (isLinked())
        copySelection(m_leftSelection, m_selection);
}

} // namespace loupe::ui
