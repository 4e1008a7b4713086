// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/window/scopeheader.h"

#include "ui/pages/frame/mixturebar.h"
#include "ui/pages/frame/scopebar.h"
#include "ui/shell/session/scopedpopulation.h"
#include "ui/shell/session/storesession.h"
#include "ui/style/theme.h"
#include "ui/widgets/layout/parts.h"

#include <QBoxLayout>

using namespace Qt::StringLiterals;

namespace loupe::ui {

ScopeHeader::ScopeHeader(const Workbench &bench, QWidget *parent)
    : QFrame(parent)
    , m_bench(bench)
    , m_bar(new ScopeBar(bench))
    , m_mixture(new MixtureBar(bench))
{
    const int unit = bench.theme.unit();
    auto *around = new QFrame;
    around->setProperty("look", u"bar"_s);
    auto *row = new QHBoxLayout(around);
    row->setContentsMargins(unit * 3 / 2, unit * 7 / 8, unit * 3 / 2, unit * 7 / 8);
    row->addWidget(m_bar);
    auto *column = makeColumn(0, this);
    column->addWidget(around);
    column->addWidget(m_mixture);
    hide();
}

bool ScopeHeader::isLoading() const
{
    return isVisible() && m_bench.session.population().isRunning();
}

} // namespace loupe::ui
