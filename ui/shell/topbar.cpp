// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/topbar.h"

#include "ui/shell/commandregistry.h"
#include "ui/shell/storesession.h"
#include "ui/style/theme.h"
#include "ui/text/words.h"
#include "ui/widgets/filterline.h"
#include "ui/widgets/parts.h"

#include <QAction>
#include <QBoxLayout>
#include <QPushButton>

using namespace Qt::StringLiterals;

namespace loupe::ui {

TopBar::TopBar(const Workbench &bench, QWidget *parent)
    : QFrame(parent)
    , m_bench(bench)
    , m_name(makeHeading(bench.theme))
    , m_about(new ElidedLabel)
    , m_filter(new FilterLine(bench.theme, [&session = bench.session](const QString &t) {
        return session.setFilter(t);
    }))
{
    const int unit = bench.theme.unit();
    setProperty("look", u"bar"_s);
    m_about->setProperty("tone", u"dim"_s);
    auto *create = new QPushButton(tr("New run…"));
    create->setProperty("look", u"primary"_s);
    create->setAccessibleName(tr("New run"));
    const auto sayKeys
        = [this, create] { create->setToolTip(m_bench.commands.toolTip(u"run.new"_s)); };
    sayKeys();
    connect(&bench.commands, &CommandRegistry::shortcutsChanged, create, sayKeys);
    connect(create, &QPushButton::clicked, bench.commands.action(u"run.new"_s), &QAction::trigger);
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(unit * 3 / 2, unit, unit * 3 / 2, unit);
    row->setSpacing(unit * 3 / 2);
    row->addWidget(m_name);
    row->addWidget(m_about, 2);
    row->addWidget(m_filter, 5);
    row->addStretch(1);
    row->addWidget(create);
    connect(&bench.session, &StoreSession::runsChanged, this, &TopBar::update);
    connect(&bench.session, &StoreSession::filterChanged, this,
            [this] { m_filter->setApplied(m_bench.session.filterText()); });
    update();
}

void TopBar::update()
{
    const StoreSession &session = m_bench.session;
    m_filter->setEnabled(session.isOpen());
    if (!session.isOpen()) {
        m_name->setText(tr("No store"));
        m_about->setText({});
        return;
    }
    m_name->setText(pathText(session.file().filename()));
    m_name->setToolTip(pathText(session.file()));
    QStringList about{counted(static_cast<std::int64_t>(session.runList().runs.size()),
                              tr("%1 run"), tr("%1 runs"))};
    const QStringList devices = session.devices();
    if (devices.size() > 2)
        about.append(tr("%1 devices").arg(devices.size()));
    else
        about.append(devices);
    m_about->setText(about.join(u" · "_s));
}

} // namespace loupe::ui
