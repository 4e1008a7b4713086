// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/window/topbar.h"

#include "core/model/saved/filteredit.h"
#include "ui/shell/runs/runmarking.h"
#include "ui/shell/session/commandregistry.h"
#include "ui/shell/session/storesession.h"
#include "ui/shell/window/linecompleter.h"
#include "ui/shell/window/viewsbutton.h"
#include "ui/style/theme.h"
#include "ui/text/words.h"
#include "ui/widgets/input/filterline.h"
#include "ui/widgets/input/termchips.h"
#include "ui/widgets/layout/parts.h"

#include <QAction>
#include <QBoxLayout>
#include <QPushButton>
#include <QToolButton>

using namespace Qt::StringLiterals;

namespace loupe::ui {

TopBar::TopBar(const Workbench &bench, QWidget *parent)
    : QFrame(parent)
    , m_bench(bench)
    , m_name(makeHeading(bench.theme))
    , m_about(new ElidedLabel)
    , m_readOnly(new QLabel(tr("read-only")))
    , m_baseline(makeButton({}))
    , m_filter(new FilterLine(
          bench.theme,
          [&session = bench.session](const QString &t) { return session.setFilter(t); }))
    , m_chips(new TermChips(bench.theme))
    , m_views(new ViewsButton(bench))
{
    setProperty("look", u"bar"_s);
    buildLayout();
    connect(&bench.session, &StoreSession::runsChanged, this, &TopBar::update);
    connect(&bench.marking, &RunMarking::changed, this, &TopBar::sayBaseline);
    connect(m_baseline, &QPushButton::clicked, bench.commands.action(u"page.runs"_s),
            &QAction::trigger);
    connect(&bench.session, &StoreSession::filterChanged, this, &TopBar::filterChanged);
    new LineCompleter(*m_filter, bench.session);
    connect(m_chips, &TermChips::removeRequested, this, [this](std::size_t place) {
        const Filter left = withoutTerm(m_bench.session.filter(), place);
        const Status applied = m_bench.session.setFilter(exactQt(text(left)));
        Q_ASSERT(applied);
    });
    update();
    sayBaseline();
}

void TopBar::buildLayout()
{
    const int unit = m_bench.theme.unit();
    m_about->setProperty("tone", u"dim"_s);
    auto *create = new QPushButton(tr("New run…"));
    create->setProperty("look", u"primary"_s);
    create->setAccessibleName(tr("New run"));
    const auto sayKeys
        = [this, create] { create->setToolTip(m_bench.commands.toolTip(u"run.new"_s)); };
    sayKeys();
    connect(&m_bench.commands, &CommandRegistry::shortcutsChanged, create, sayKeys);
    connect(create, &QPushButton::clicked, m_bench.commands.action(u"run.new"_s),
            &QAction::trigger);
    auto *row = makeRow(unit * 3 / 2);
    m_readOnly->setProperty("tone", u"error"_s);
    m_readOnly->setToolTip(tr("The store cannot be written, so notes, marks and views are not "
                              "saved. “Save a copy…” in the menu File makes one that can."));
    row->addWidget(m_name);
    row->addWidget(m_readOnly);
    row->addWidget(m_about, 2);
    row->addWidget(m_filter, 5);
    row->addStretch(1);
    row->addWidget(m_baseline);
    row->addWidget(create);
    auto *terms = makeRow(unit);
    for (const QString &id : {u"filter.back"_s, u"filter.forward"_s}) {
        QAction *action = m_bench.commands.action(id);
        auto *button = new QToolButton;
        button->setProperty("look", u"round"_s);
        button->setText(id == "filter.back"_L1 ? u"←"_s : u"→"_s);
        button->setAccessibleName(action->text().remove(u'&'));
        const auto update = [this, button, action, id] {
            button->setEnabled(action->isEnabled());
            button->setToolTip(m_bench.commands.toolTip(id));
        };
        update();
        connect(action, &QAction::changed, button, update);
        connect(button, &QToolButton::clicked, action, &QAction::trigger);
        terms->addWidget(button);
    }
    terms->addWidget(m_chips, 1);
    terms->addWidget(m_views);
    auto *column = makeColumn(unit / 2, this);
    column->setContentsMargins(unit * 3 / 2, unit, unit * 3 / 2, unit / 2);
    column->addLayout(row);
    column->addLayout(terms);
}

void TopBar::filterChanged()
{
    m_filter->setApplied(m_bench.session.filterText());
    m_chips->setFilter(m_bench.session.filter());
}

void TopBar::update()
{
    const StoreSession &session = m_bench.session;
    m_filter->setEnabled(session.isOpen());
    m_readOnly->setVisible(session.isOpen() && m_bench.services.isReadOnly
                           && m_bench.services.isReadOnly(session.file()));
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

void TopBar::sayBaseline()
{
    const QString name = toQt(m_bench.marking.baselineName());
    m_baseline->setVisible(!name.isEmpty());
    constexpr int longest = 22;
    const QString shown = name.size() > longest ? name.left(longest - 1) + u'…' : name;
    m_baseline->setText(u"★ "_s + QString(shown).replace(u'&', u"&&"_s));
    m_baseline->setAccessibleName(tr("Baseline run: %1").arg(name));
    m_baseline->setToolTip(
        tr("The run that others are compared with: %1. Shows the page Runs.").arg(name));
}

} // namespace loupe::ui
