// SPDX-License-Identifier: GPL-3.0-or-later
// Builds the widgets of the page Results.
#include "ui/models/resulttablemodel.h"
#include "ui/pages/detail/candidateview.h"
#include "ui/pages/frame/facetpanel.h"
#include "ui/pages/frame/kernelframe.h"
#include "ui/pages/results/resultspage.h"
#include "ui/shell/session/selection.h"
#include "ui/style/theme.h"
#include "ui/widgets/emptystate.h"
#include "ui/widgets/parts.h"
#include "ui/widgets/resulttable.h"
#include "ui/widgets/verdictcolumns.h"

#include <QBoxLayout>
#include <QCheckBox>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QSplitter>
#include <QStackedLayout>

using namespace Qt::StringLiterals;

namespace loupe::ui {

ResultsPage::ResultsPage(const Workbench &bench, QWidget *parent)
    : Page(bench, parent)
    , m_model(new ResultTableModel(this))
    , m_table(new ResultTable(bench.theme))
    , m_detail(new CandidateView(bench, CandidateView::Use::Detail))
    , m_facets(new FacetPanel(bench))
    , m_across(new QSplitter(Qt::Horizontal))
    , m_heading(makeHeading(bench.theme))
    , m_note(new ElidedLabel)
    , m_every(new QCheckBox(tr("Show all attempts")))
    , m_chip(new QFrame)
    , m_chipText(new QLabel)
    , m_stack(new QStackedLayout)
    , m_empty(new EmptyState(bench.theme))
{
    buildLayout();
    connectAll();
    sayEmpty();
}

void ResultsPage::buildLayout()
{
    const int unit = m_bench.theme.unit();
    m_table->setModel(m_model);
    m_table->setObjectName(u"resultTable"_s);
    m_table->setAccessibleName(tr("Results"));
    fitResultColumns(*m_table, m_bench.theme);
    m_table->horizontalHeader()->setSectionsClickable(true);
    m_table->horizontalHeader()->setSortIndicatorShown(true);
    m_table->horizontalHeader()->setSortIndicatorClearable(true);
    m_table->horizontalHeader()->setSortIndicator(-1, Qt::AscendingOrder);
    m_note->setProperty("tone", u"dim"_s);
    m_every->setAccessibleName(m_every->text());
    m_every->setToolTip(tr("Lists all results that match the filter, also those outside the scope "
                           "and other attempts. They are dimmed, with a reason."));

    m_chip->setProperty("look", u"chip"_s);
    auto *chipRow = new QHBoxLayout(m_chip);
    chipRow->setContentsMargins(unit, unit / 4, unit / 2, unit / 4);
    auto *all = new QPushButton(tr("Show all (Esc)"));
    all->setProperty("look", u"link"_s);
    all->setAccessibleName(tr("Clear the chart selection"));
    connect(all, &QPushButton::clicked, &m_bench.selection, &Selection::clear);
    chipRow->addWidget(m_chipText);
    chipRow->addWidget(all);
    m_chip->hide();

    auto *headPart = new QWidget;
    auto *head = new QHBoxLayout(headPart);
    head->setContentsMargins(0, 0, 0, 0);
    head->setSpacing(unit * 3 / 2);
    head->addWidget(m_heading);
    head->addWidget(m_note, 1);
    head->addWidget(m_every);
    head->addWidget(m_chip);
    auto *panel = makePanel();
    auto *inside = new QWidget;
    inside->setLayout(m_stack);
    m_stack->addWidget(m_table);
    m_stack->addWidget(m_empty);
    panel->layout()->addWidget(inside);
    m_across->addWidget(m_facets);
    m_across->addWidget(panel);
    m_across->setStretchFactor(0, 0);
    m_across->setStretchFactor(1, 1);
    m_across->setHandleWidth(unit * 3 / 2);
    m_across->setChildrenCollapsible(false);
    m_across->setSizes({unit * 26, unit * 120});
    m_detail->hide();
    m_splitter = new KernelFrame(m_across, m_detail, m_bench.theme);
    m_splitter->hideWhenFilled(headPart);
    m_splitter->setSizes({unit * 50, unit * 110});
    auto *page = new QVBoxLayout(this);
    page->setContentsMargins(unit * 3 / 2, unit * 3 / 2, unit * 3 / 2, unit * 3 / 2);
    page->setSpacing(unit);
    page->addWidget(headPart);
    page->addWidget(m_splitter, 1);
}

} // namespace loupe::ui
