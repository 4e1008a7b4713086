// SPDX-License-Identifier: GPL-3.0-or-later
// Builds the widgets of the comparison of runs.
#include "ui/models/comparedpairmodel.h"
#include "ui/models/comparedrunmodel.h"
#include "ui/models/texttablemodel.h"
#include "ui/pages/compare/runcomparisonview.h"
#include "ui/pages/frame/pageframe.h"
#include "ui/style/theme.h"
#include "ui/widgets/choicebox.h"
#include "ui/widgets/emptystate.h"
#include "ui/widgets/fittedcolumns.h"
#include "ui/widgets/parts.h"
#include "ui/widgets/resulttable.h"

#include <QBoxLayout>
#include <QCheckBox>
#include <QHeaderView>
#include <QPushButton>
#include <QSplitter>
#include <QStackedLayout>
#include <QTabWidget>

using namespace Qt::StringLiterals;

namespace loupe::ui {

namespace {

constexpr int minNameCharacters = 24; ///< of run names

/// Returns a stack of `content` and a message for its absence.
QStackedLayout *makeComparedStack(QWidget *content, QWidget *empty)
{
    auto *stack = new QStackedLayout;
    stack->addWidget(content);
    stack->addWidget(empty);
    return stack;
}

} // namespace

RunComparisonView::RunComparisonView(const Workbench &bench, QWidget *parent)
    : Page(bench, parent)
    , m_runModel(new ComparedRunModel(this))
    , m_matrixModel(new TransitionModel(this))
    , m_pairModel(new ComparedPairModel(this))
    , m_figureModel(new TextTableModel(this))
    , m_settingModel(new TextTableModel(this))
    , m_runTable(new ResultTable(bench.theme))
    , m_matrixTable(new ResultTable(bench.theme))
    , m_pairTable(new ResultTable(bench.theme))
    , m_figureTable(new ResultTable(bench.theme))
    , m_settingTable(new ResultTable(bench.theme))
    , m_heading(new ElidedLabel)
    , m_definition(makeCaption(bench.theme))
    , m_matrixNote(makeCaption(bench.theme))
    , m_baseline(new ChoiceBox(bench.theme))
    , m_show(new ChoiceBox(bench.theme))
    , m_toResults(makeButton({}))
    , m_onlyDifferences(new QCheckBox(tr("Only differences")))
    , m_tabs(new QTabWidget)
    , m_reason(new QLabel)
    , m_anyway(makeButton(tr("Compare anyway")))
    , m_noFigures(new EmptyState(bench.theme))
    , m_noPairs(new EmptyState(bench.theme))
    , m_empty(new EmptyState(bench.theme))
{
    buildLayout();
    connectAll();
    pickRows();
    say();
}

void RunComparisonView::buildLayout()
{
    const int unit = m_bench.theme.unit();
    m_tabs->setAccessibleName(tr("Tasks and configuration"));
    m_tabs->setDocumentMode(true);
    m_tabs->addTab(makePairs(), tr("Tasks"));
    m_tabs->addTab(makeSettings(), tr("Configuration"));
    auto *parts = makeSplitter(Qt::Vertical, m_bench.theme);
    parts->addWidget(makeSummary());
    parts->addWidget(makePanelAround(m_tabs));
    parts->setStretchFactor(1, 1);
    parts->setSizes({unit * 38, unit * 50});
    auto *content = new QWidget;
    auto *column = new QVBoxLayout(content);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(unit);
    column->addWidget(makeHead());
    column->addWidget(makeRefusal());
    column->addWidget(parts, 1);
    m_stack = fillPage(this, content, m_empty, m_bench.theme);
    layout()->setContentsMargins(0, 0, 0, 0); // The enclosing page has margins.
}

QWidget *RunComparisonView::makeHead()
{
    const int unit = m_bench.theme.unit();
    m_heading->setFont(m_bench.theme.headingFont());
    m_definition->setWordWrap(true);
    m_definition->setTextFormat(Qt::PlainText);
    m_baseline->setAccessibleName(tr("Baseline run"));
    m_baseline->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_baseline->setMinimumContentsLength(36); // Run names are long.
    auto *label = makeDim(tr("Baseline run"));
    label->setBuddy(m_baseline);
    auto *top = makeRow(unit * 3 / 2);
    top->addWidget(m_heading, 1);
    top->addWidget(label);
    top->addWidget(m_baseline);
    auto *head = new QWidget;
    auto *column = new QVBoxLayout(head);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(unit / 2);
    column->addLayout(top);
    column->addWidget(m_definition);
    return head;
}

QWidget *RunComparisonView::makeSummary()
{
    const int unit = m_bench.theme.unit();
    m_runTable->setModel(m_runModel);
    m_runTable->setAccessibleName(tr("Compared runs"));
    (new FittedColumns(*m_runTable, m_bench.theme, ComparedRunModel::NameColumn))
        ->set({{minNameCharacters, 0}});
    m_figureTable->setModel(m_figureModel);
    m_figureTable->setAccessibleName(tr("Figures of both runs"));
    m_figureTable->setSelectionMode(QAbstractItemView::SingleSelection);
    m_figureTable->setMinimumHeight(m_bench.theme.compactRowHeight() * 11
                                    / 2); // four rows and the header
    m_matrixTable->setModel(m_matrixModel);
    for (ResultTable *table : {m_figureTable, m_matrixTable})
        (new FittedColumns(*table, m_bench.theme, FittedColumns::noColumn))->set();
    m_matrixTable->setLinks(
        [this](const QModelIndex &index) { return m_matrixModel->cellAt(index).has_value(); });
    m_matrixTable->setAccessibleName(tr("How attempts ended in both runs"));
    m_matrixTable->setSelectionBehavior(QAbstractItemView::SelectItems);
    m_matrixTable->setSelectionMode(QAbstractItemView::SingleSelection);
    m_matrixNote->setWordWrap(true);
    m_matrixNote->setTextFormat(Qt::PlainText);
    m_matrixNote->setContentsMargins(unit, unit / 2, unit, unit / 2);
    auto *figures = new QWidget;
    auto *column = new QVBoxLayout(figures);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_figureTable, 5);
    column->addWidget(m_matrixTable, 6);
    column->addWidget(m_matrixNote);
    m_figureStack = makeComparedStack(figures, m_noFigures);
    auto *numbers = makePanel();
    qobject_cast<QVBoxLayout *>(numbers->layout())->addLayout(m_figureStack);
    auto *summary = makeSplitter(Qt::Horizontal, m_bench.theme);
    summary->addWidget(makePanelAround(m_runTable));
    summary->addWidget(numbers);
    summary->setSizes({unit * 79, unit * 76});
    return summary;
}

QWidget *RunComparisonView::makePairs()
{
    const int unit = m_bench.theme.unit();
    m_show->setAccessibleName(tr("Which attempts are shown"));
    m_show->setMinimumContentsLength(30);
    m_pairTable->setModel(m_pairModel);
    m_pairTable->setAccessibleName(tr("Attempts in both runs"));
    m_pairTable->setEmptyText(tr("No attempt changed in this way"));
    m_pairTable->setObjectName(u"pairTable"_s);
    (new FittedColumns(*m_pairTable, m_bench.theme, FittedColumns::noColumn))
        ->set({{24, 0}, {}, {}, {16, 0}}); // task and change
    QHeaderView *header = m_pairTable->horizontalHeader();
    header->setSectionsClickable(true);
    header->setSortIndicatorShown(true);
    header->setSortIndicatorClearable(true);
    header->setSortIndicator(-1, Qt::AscendingOrder);
    auto *bar = makeRow(unit);
    bar->setContentsMargins(unit, unit / 2, unit, unit / 2);
    bar->addWidget(m_show);
    bar->addStretch(1);
    bar->addWidget(m_toResults);
    auto *pairs = new QWidget;
    auto *column = new QVBoxLayout(pairs);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addLayout(bar);
    m_pairStack = makeComparedStack(m_pairTable, m_noPairs);
    column->addLayout(m_pairStack, 1);
    return pairs;
}

QWidget *RunComparisonView::makeSettings()
{
    const int unit = m_bench.theme.unit();
    m_onlyDifferences->setChecked(true);
    m_onlyDifferences->setAccessibleName(m_onlyDifferences->text());
    m_settingTable->setModel(m_settingModel);
    (new FittedColumns(*m_settingTable, m_bench.theme, FittedColumns::noColumn))->set();
    m_settingTable->setAccessibleName(tr("Settings of the runs"));
    m_settingTable->setEmptyText(tr("No setting differs"));
    auto *bar = makeRow(unit);
    bar->setContentsMargins(unit, unit / 2, unit, unit / 2);
    bar->addWidget(m_onlyDifferences);
    bar->addStretch(1);
    auto *settings = new QWidget;
    auto *column = new QVBoxLayout(settings);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addLayout(bar);
    column->addWidget(m_settingTable, 1);
    return settings;
}

QFrame *RunComparisonView::makeRefusal()
{
    const int unit = m_bench.theme.unit();
    m_reason->setWordWrap(true);
    m_reason->setTextFormat(Qt::PlainText);
    m_refused = new QFrame;
    m_refused->setProperty("look", u"message"_s);
    m_refused->setAccessibleName(tr("Why the runs are not compared"));
    auto *row = new QHBoxLayout(m_refused);
    row->setContentsMargins(unit, unit, unit, unit);
    row->addWidget(m_reason, 1);
    row->addWidget(m_anyway, 0, Qt::AlignTop);
    return m_refused;
}

} // namespace loupe::ui
