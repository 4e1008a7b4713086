// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/compare/namedpanel.h"

#include "ui/style/theme.h"
#include "ui/widgets/layout/parts.h"

using namespace Qt::StringLiterals;

namespace loupe::ui {

NamedPanel::NamedPanel(const Theme &theme, const QString &name, QWidget *inside)
    : m_name(new QLabel(name))
    , m_about(new ElidedLabel)
    , m_head(makeRow(theme.unit()))
{
    const int unit = theme.unit();
    setProperty("look", u"panel"_s);
    m_name->setFont(theme.headingFont());
    m_name->setTextFormat(Qt::PlainText);
    m_about->setProperty("tone", u"dim"_s);
    m_about->setTextFormat(Qt::PlainText);
    m_head->setContentsMargins(unit * 3 / 2, unit, unit, unit / 2);
    m_head->addWidget(m_name);
    m_head->addWidget(m_about, 1);
    auto *column = makeColumn(0, this);
    column->setContentsMargins(1, 1, 1, unit);
    column->addLayout(m_head);
    column->addWidget(inside, 1);
}

void NamedPanel::setAbout(const QString &about)
{
    m_about->setText(about);
    m_about->setToolTip(about);
}

} // namespace loupe::ui
