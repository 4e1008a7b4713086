// SPDX-License-Identifier: GPL-3.0-or-later
// Builds the widgets of the page Triage.
#include "ui/models/causemodel.h"
#include "ui/pages/detail/candidateview.h"
#include "ui/pages/frame/kernelframe.h"
#include "ui/pages/frame/pageframe.h"
#include "ui/pages/triage/triagepage.h"
#include "ui/shell/marks/triagemarks.h"
#include "ui/style/theme.h"
#include "ui/widgets/emptystate.h"
#include "ui/widgets/fittedcolumns.h"
#include "ui/widgets/parts.h"
#include "ui/widgets/resulttable.h"

#include <QBoxLayout>
#include <QLabel>
#include <QSplitter>
#include <QStackedLayout>

using namespace Qt::StringLiterals;

namespace loupe::ui {

TriagePage::TriagePage(const Workbench &bench, QWidget *parent)
    : Page(bench, parent)
    , m_marks(new TriageMarks(bench.services.annotate, bench.services.person, this))
    , m_causeModel(new CauseModel(this))
    , m_candidateModel(new CandidateModel(this))
    , m_causeTable(new ResultTable(bench.theme))
    , m_candidateTable(new ResultTable(bench.theme))
    , m_view(new CandidateView(bench, CandidateView::Use::Review))
    , m_heading(makeHeading(bench.theme))
    , m_note(new ElidedLabel)
    , m_methods(makeDim())
    , m_empty(new EmptyState(bench.theme))
{
    const int unit = bench.theme.unit();
    m_splitter = new KernelFrame(makeLists(), m_view, bench.theme);
    m_splitter->setSizes({unit * 46, unit * 114});
    m_stack = fillPage(this, m_splitter, m_empty, bench.theme);
    connectAll();
    say();
}

TriagePage::~TriagePage() = default;

QWidget *TriagePage::makeLists()
{
    const int unit = m_bench.theme.unit();
    m_causeTable->setModel(m_causeModel);
    m_causeTable->setAccessibleName(tr("Causes of failure"));
    m_causeTable->setObjectName(u"causeTable"_s);
    m_causeTable->setSelectionMode(QAbstractItemView::SingleSelection);
    m_candidateTable->setModel(m_candidateModel);
    m_candidateTable->setAccessibleName(tr("Failures of this cause"));
    m_candidateTable->setObjectName(u"failureTable"_s);
    m_candidateTable->setSelectionMode(QAbstractItemView::ExtendedSelection);
    (new FittedColumns(*m_candidateTable, m_bench.theme, CandidateModel::TaskColumn))->set();
    (new FittedColumns(*m_causeTable, m_bench.theme, CauseModel::TitleColumn))->set();
    m_note->setProperty("tone", u"dim"_s);
    m_methods->setWordWrap(true);
    m_methods->setTextFormat(Qt::PlainText);
    auto *lists = new QSplitter(Qt::Vertical);
    lists->setHandleWidth(unit * 3 / 2);
    lists->setChildrenCollapsible(false);
    lists->addWidget(makePanelAround(m_causeTable));
    lists->addWidget(makePanelAround(m_candidateTable));
    auto *left = new QWidget;
    auto *column = new QVBoxLayout(left);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(unit / 2);
    column->addWidget(m_heading);
    column->addWidget(m_note);
    column->addWidget(lists, 1);
    column->addWidget(m_methods);
    return left;
}

} // namespace loupe::ui
