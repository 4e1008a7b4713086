// SPDX-License-Identifier: GPL-3.0-or-later
// Builds the widgets of the page Trajectories.
#include "ui/models/texttablemodel.h"
#include "ui/pages/distributions/cohortcharts.h"
#include "ui/pages/frame/kernelframe.h"
#include "ui/pages/frame/pageframe.h"
#include "ui/pages/trajectories/askingpanel.h"
#include "ui/pages/trajectories/trajectoriespage.h"
#include "ui/pages/trajectories/trajectoryview.h"
#include "ui/style/theme.h"
#include "ui/widgets/choicebox.h"
#include "ui/widgets/emptystate.h"
#include "ui/widgets/parts.h"
#include "ui/widgets/resulttable.h"

#include <QBoxLayout>
#include <QHeaderView>
#include <QPushButton>
#include <QSplitter>
#include <QStackedLayout>
#include <QTabWidget>

using namespace Qt::StringLiterals;

namespace loupe::ui {

TrajectoriesPage::TrajectoriesPage(const Workbench &bench, QWidget *parent)
    : Page(bench, parent)
    , m_model(new StoryModel(this))
    , m_groupModel(new TextTableModel(this))
    , m_table(new ResultTable(bench.theme))
    , m_groups(new ResultTable(bench.theme))
    , m_heading(makeHeading(bench.theme))
    , m_note(new ElidedLabel)
    , m_choice(new ChoiceBox(bench.theme))
    , m_cohort(new ChoiceBox(bench.theme))
    , m_toResults(makeButton(tr("Show in Results")))
    , m_charts(new CohortCharts(bench))
    , m_step(new ChoiceBox(bench.theme))
    , m_question(makeHeading(bench.theme))
    , m_answer(new QLabel)
    , m_parted(makeCaption(bench.theme))
    , m_groupNote(makeCaption(bench.theme))
    , m_asking(new AskingPanel(bench.theme, this))
    , m_reasons(new QTabWidget)
    , m_view(new TrajectoryView(bench))
    , m_empty(new EmptyState(bench.theme))
{
    buildLayout();
    connectAll();
    say();
}

void TrajectoriesPage::buildLayout()
{
    const int unit = m_bench.theme.unit();
    QWidget *why = makeWhy();
    m_parts = makeSplitter(Qt::Vertical, m_bench.theme);
    m_parts->addWidget(makeReasons(why));
    m_parts->addWidget(makeStrips());
    m_parts->setStretchFactor(1, 1);
    m_parts->setSizes({unit * 44, unit * 44});
    for (QWidget *part : {static_cast<QWidget *>(m_charts), why})
        part->installEventFilter(this);
    auto *drawer = new QWidget;
    auto *column = new QVBoxLayout(drawer);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(unit);
    column->addWidget(makeHead());
    column->addWidget(m_parts, 1);
    m_frame = new KernelFrame(drawer, m_view, m_bench.theme);
    m_frame->setSizes({unit * 72, unit * 88});
    m_stack = fillPage(this, m_frame, m_empty, m_bench.theme);
}

QWidget *TrajectoriesPage::makeHead()
{
    const int unit = m_bench.theme.unit();
    m_note->setProperty("tone", u"dim"_s);
    m_cohort->setAccessibleName(tr("Trajectories shown"));
    m_cohort->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_cohort->setMinimumContentsLength(12);
    m_choice->setAccessibleName(tr("Which method and conditions"));
    m_choice->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_choice->setMinimumContentsLength(12);
    m_choice->hide();
    auto *head = new QWidget;
    auto *column = new QVBoxLayout(head);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(unit / 2);
    column->addWidget(m_heading);
    column->addWidget(m_note);
    auto *row = makeRow(unit);
    row->addWidget(m_choice, 1);
    row->addWidget(m_cohort, 1);
    row->addStretch(1);
    row->addWidget(m_toResults);
    column->addLayout(row);
    return head;
}

QWidget *TrajectoriesPage::makeWhy()
{
    const int unit = m_bench.theme.unit();
    m_step->setAccessibleName(tr("Step between rounds"));
    m_groups->setModel(m_groupModel);
    m_groups->setAccessibleName(tr("Kernels of the step by outcome"));
    m_groups->setSelectionMode(QAbstractItemView::SingleSelection);
    m_groups->setMinimumHeight(m_bench.theme.compactRowHeight() * 4);
    m_groups->setMaximumHeight(m_bench.theme.compactRowHeight() * 5);
    for (QLabel *label : {m_question, m_answer, m_parted, m_groupNote}) {
        label->setWordWrap(true);
        label->setTextFormat(Qt::PlainText);
    }
    auto *bar = makeRow(unit);
    bar->addWidget(m_question, 1);
    bar->addWidget(m_step, 0, Qt::AlignTop);
    auto *panel = new QWidget;
    auto *column = new QVBoxLayout(panel);
    column->setContentsMargins(unit * 3 / 2, unit, unit * 3 / 2, unit);
    column->setSpacing(unit);
    column->addLayout(bar);
    column->addWidget(m_answer);
    column->addWidget(m_parted);
    column->addWidget(m_groups);
    column->addWidget(m_groupNote);
    column->addStretch(1);
    return panel;
}

QWidget *TrajectoriesPage::makeReasons(QWidget *why)
{
    m_asking->hide();
    m_reasons->setAccessibleName(tr("Chart, change of the mean, and cost"));
    m_reasons->setDocumentMode(true);
    m_reasons->addTab(m_charts, tr("Chart"));
    m_reasons->addTab(why, tr("Why the mean moved"));
    return makePanelAround(m_reasons);
}

void TrajectoriesPage::showAsking()
{
    const int place = m_reasons->indexOf(m_asking);
    if (m_study.asking) {
        m_asking->setSummary(*m_study.asking);
        if (place < 0)
            m_reasons->addTab(m_asking, tr("Cost and answers"));
    } else if (place >= 0) {
        m_reasons->removeTab(place);
        m_asking->setParent(this);
        m_asking->hide();
    }
}

QWidget *TrajectoriesPage::makeStrips()
{
    m_table->setModel(m_model);
    m_table->setAccessibleName(tr("Trajectories"));
    m_table->setObjectName(u"trajectoryTable"_s);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    QHeaderView *header = m_table->horizontalHeader();
    header->setStretchLastSection(false);
    header->setSectionsMovable(false); // Rounds stay in order.
    header->setSectionsClickable(true);
    header->setSortIndicatorShown(true);
    header->setSortIndicatorClearable(true);
    header->setSortIndicator(-1, Qt::AscendingOrder); // The initial order belongs to no column.
    auto *signs = makeCaption(
        m_bench.theme, tr("= identical code · ↓ worse than the round before · ◌ suspicious"));
    signs->setContentsMargins(m_bench.theme.unit(), m_bench.theme.unit() / 2, 0,
                              m_bench.theme.unit() / 2);
    auto *panel = makePanelAround(m_table);
    panel->layout()->addWidget(signs);
    return panel;
}

} // namespace loupe::ui
