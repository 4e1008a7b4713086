// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/runspage.h"

#include "ui/models/runtablemodel.h"
#include "ui/shell/commandregistry.h"
#include "ui/shell/storesession.h"
#include "ui/style/theme.h"
#include "ui/text/words.h"
#include "ui/widgets/emptystate.h"
#include "ui/widgets/parts.h"
#include "ui/widgets/resulttable.h"

#include <QBoxLayout>
#include <QStackedLayout>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace loupe::ui {

RunsPage::RunsPage(const Workbench &bench, QWidget *parent)
    : Page(bench, parent)
    , m_model(new RunTableModel(this))
    , m_table(new ResultTable(bench.theme))
    , m_heading(makeHeading(bench.theme))
    , m_note(new ElidedLabel)
    , m_stack(new QStackedLayout)
    , m_empty(new EmptyState(bench.theme))
{
    const int unit = bench.theme.unit();
    m_table->setModel(m_model);
    m_table->setAccessibleName(tr("Runs"));
    m_table->setObjectName(u"runTable"_s);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setColumnCharacters({34, 13, 18, 9, 10, 7, 6, 8, 21, 11, 15});
    m_note->setProperty("tone", u"dim"_s);
    auto *head = makeRow(unit * 3 / 2);
    head->addWidget(m_heading);
    head->addWidget(m_note, 1);
    auto *panel = makePanel();
    auto *inside = new QWidget;
    inside->setLayout(m_stack);
    m_stack->addWidget(m_table);
    m_stack->addWidget(m_empty);
    panel->layout()->addWidget(inside);
    auto *page = new QVBoxLayout(this);
    page->setContentsMargins(unit * 3 / 2, unit * 3 / 2, unit * 3 / 2, unit * 3 / 2);
    page->setSpacing(unit);
    page->addLayout(head);
    page->addWidget(panel, 1);
    connect(&bench.session, &StoreSession::runsChanged, this, &RunsPage::update);
    connect(m_table, &ResultTable::openRequested, this, [this](const QModelIndex &index) {
        const auto &runs = m_model->runs();
        emit resultsRequested(toQt(runs[static_cast<std::size_t>(index.row())].run.name));
    });
    update();
}

void RunsPage::update()
{
    const RunList &list = m_bench.session.runList();
    m_model->setRuns(list.runs, list.demoRuns);
    m_heading->setText(
        counted(static_cast<std::int64_t>(list.runs.size()), tr("%1 run"), tr("%1 runs")));
    m_note->setText(tr("%1 evaluations · unknown, skipped and infra errors are never counted as "
                       "failures")
                        .arg(countText(m_bench.session.evaluations())));
    m_note->setVisible(!list.runs.empty());
    if (!m_bench.session.isOpen())
        m_empty->say(tr("No store is open."), tr("A store holds runs and their results."),
                     m_bench.commands.action(u"store.open"_s));
    else
        m_empty->say(tr("This store has no runs yet."),
                     tr("Evaluate kernels, or import a corpus, to fill it."),
                     m_bench.commands.action(u"run.new"_s));
    m_stack->setCurrentIndex(list.runs.empty() ? 1 : 0);
}

QString RunsPage::keys() const
{
    return tr("J/K next run · Enter shows its results");
}

void RunsPage::takeFocus()
{
    m_table->setFocus();
    if (!m_table->selectionModel()->hasSelection() && m_model->rowCount() > 0)
        m_table->selectRow(std::max(0, m_table->currentIndex().row()));
}

} // namespace loupe::ui
