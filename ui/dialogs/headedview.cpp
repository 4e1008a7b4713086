// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/headedview.h"

#include "ui/style/theme.h"
#include "ui/widgets/layout/parts.h"

#include <QBoxLayout>

namespace loupe::ui {

HeadedView::HeadedView(const Theme &theme, const QString &about, QWidget *parent)
    : QWidget(parent)
    , m_heading(makeHeading(theme))
    , m_note(makeDim())
    , m_column(makeColumn(theme.unit(), this))
{
    m_heading->setWordWrap(true);
    m_note->setWordWrap(true);
    m_note->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_note->setAccessibleName(about);
    m_column->addWidget(m_heading);
    m_column->addWidget(m_note);
}

void HeadedView::say(const QString &heading, const QString &note, bool isError)
{
    m_heading->setText(heading);
    m_note->setText(note);
    setTone(*m_note, isError);
}

void HeadedView::insertBelowHeading(QWidget *widget)
{
    m_column->insertWidget(1, widget);
    widget->stackUnder(m_note);
}

} // namespace loupe::ui
