// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/distributions/cohortcharts.h"

#include "core/analysis/charts/chartbuilder.h"
#include "core/analysis/rows/grouping.h"
#include "core/report/figures/charttable.h"
#include "ui/models/texttablemodel.h"
#include "ui/pages/detail/tagline.h"
#include "ui/pages/frame/page.h"
#include "ui/shell/session/commandregistry.h"
#include "ui/shell/session/selection.h"
#include "ui/shell/session/storesession.h"
#include "ui/style/theme.h"
#include "ui/text/words.h"
#include "ui/widgets/charts/chartmenu.h"
#include "ui/widgets/charts/chartview.h"
#include "ui/widgets/charts/pagerow.h"
#include "ui/widgets/input/choicebox.h"
#include "ui/widgets/layout/parts.h"
#include "ui/widgets/tables/resulttable.h"

#include <QBoxLayout>
#include <QLabel>
#include <QPushButton>

#include <utility>

using namespace Qt::StringLiterals;

namespace loupe::ui {

CohortCharts::CohortCharts(const Workbench &bench, QWidget *parent)
    : QWidget(parent)
    , m_bench(bench)
    , m_kind(new ChoiceBox(bench.theme))
    , m_group(new ChoiceBox(bench.theme))
    , m_tag(new TagLine(bench))
    , m_makeFigure(makeButton(tr("Make figure…")))
    , m_chart(new ChartView(bench.theme))
    , m_table(new ResultTable(bench.theme))
    , m_model(new TextTableModel(this))
    , m_definition(makeCaption(bench.theme))
{
    new ChartMenu(*m_chart);
    buildLayout();
    connectAll();
    followSelection();
}

void CohortCharts::buildLayout()
{
    const int unit = m_bench.theme.unit();
    m_kind->setAccessibleName(tr("Chart"));
    m_kind->addItem(tr("Outcome by round"), static_cast<int>(ChartKind::RoundFlow));
    m_kind->addItem(tr("Still unsolved by round"), static_cast<int>(ChartKind::RoundSurvival));
    m_kind->addItem(tr("Rates and speedup by round"), static_cast<int>(ChartKind::RoundRates));
    m_kind->addItem(tr("Best speedup so far"), static_cast<int>(ChartKind::BestSoFar));
    m_kind->addItem(tr("Why the mean changed"), static_cast<int>(ChartKind::RoundChange));
    m_group->setAccessibleName(tr("A line for each"));
    for (const auto &[text, groupBy] :
         {std::pair(tr("all together"), GroupBy::All), std::pair(tr("by method"), GroupBy::Method),
          std::pair(tr("by category"), GroupBy::Category), std::pair(tr("by run"), GroupBy::Run)})
        m_group->addItem(text, static_cast<int>(groupBy));
    m_chart->setFitted(11);
    m_chart->setAccessibleName(tr("Chart of the cohort"));
    m_definition->setWordWrap(true);
    m_definition->setTextFormat(Qt::PlainText);
    m_table->setModel(m_model);
    m_table->setAccessibleName(tr("Data of the chart"));
    auto *bar = makeRow(unit);
    bar->addWidget(m_kind);
    bar->addWidget(m_group);
    bar->addStretch(1);
    bar->addWidget(m_tag);
    bar->addWidget(m_makeFigure);
    m_stack = new QStackedLayout;
    m_stack->addWidget(m_chart);
    m_stack->addWidget(m_table);
    auto *column = makeColumn(unit / 2, this, unit);
    column->addLayout(bar);
    column->addLayout(m_stack, 1);
    column->addWidget(new PageRow(*m_chart, m_bench.theme));
    column->addWidget(m_definition);
}

void CohortCharts::showDefinition(bool isShown)
{
    m_showsDefinition = isShown;
    m_definition->setVisible(m_showsDefinition || m_hasProblem);
}

/// Shows a text below the chart. Problems have no other place, so they are shown in any height.
void CohortCharts::say(const QString &text, bool isProblem)
{
    m_definition->setText(text);
    m_hasProblem = isProblem;
    showDefinition(m_showsDefinition);
}

void CohortCharts::connectAll()
{
    connect(m_kind, &QComboBox::currentIndexChanged, this, &CohortCharts::drawChart);
    connect(m_group, &QComboBox::currentIndexChanged, this, &CohortCharts::drawChart);
    connect(&m_bench.selection, &Selection::changed, this, &CohortCharts::followSelection);
    connectBrush(*m_chart, this, m_bench.selection);
    connect(m_chart, &ChartView::filterRequested, this,
            [this] { m_bench.commands.action(u"selection.filter"_s)->trigger(); });
    connect(m_makeFigure, &QPushButton::clicked, this,
            [this] { emit figureRequested(figureSpec()); });
    connect(m_tag, &TagLine::tagRequested, this, &CohortCharts::tagRequested);
    connect(m_tag, &TagLine::finished, this, [this] { m_stack->currentWidget()->setFocus(); });
}

void CohortCharts::setStudy(std::shared_ptr<const RoundStudy> study, const QString &problem)
{
    m_study = std::move(study);
    if (m_study) {
        drawChart();
        return;
    }
    m_drawing.cancel();
    m_chart->setChart({});
    m_makeFigure->setEnabled(false);
    fillTable();
    say(problem, !problem.isEmpty());
}

ChartRequest CohortCharts::request() const
{
    ChartRequest out;
    out.kind = static_cast<ChartKind>(m_kind->currentData().toInt());
    // A chart without groups ignores a grouping chosen for another one.
    out.groupBy = facts(out.kind).grouping == ChartGrouping::None
        ? GroupBy::All
        : static_cast<GroupBy>(m_group->currentData().toInt());
    return out;
}

void CohortCharts::drawChart()
{
    const ChartRequest wanted = request();
    m_group->setVisible(facts(wanted.kind).grouping != ChartGrouping::None);
    if (!m_study)
        return;
    m_drawing.start([study = m_study, wanted](
                        const std::stop_token &stop) { return buildChart(*study, wanted, stop); },
                    [this](const Result<Chart> &chart) { showChart(chart); });
}

void CohortCharts::showChart(const Result<Chart> &chart)
{
    m_chart->setChart(chart ? *chart : Chart());
    m_chart->setBrush(m_bench.selection.ids());
    m_makeFigure->setEnabled(bool(chart));
    m_makeFigure->setVisible(bool(m_bench.services.saveFigure));
    fillTable();
    say(chart ? toQt(chart->definition) : errorText(chart.error()), !chart);
    m_kind->setToolTip(m_definition->text());
}

FigureSpec CohortCharts::figureSpec() const
{
    FigureSpec spec;
    spec.chart = request();
    spec.name
        = std::string(facts(spec.chart.kind).id) + "-" + std::string(name(spec.chart.groupBy));
    spec.filter = toCore(m_bench.session.filterText());
    return spec;
}

void CohortCharts::fillTable()
{
    m_model->setTable(showsTable() ? toTable(chartTable(m_chart->chart())) : Table());
    m_table->setColumnCharacters(
        std::vector<int>(static_cast<std::size_t>(m_model->columnCount()), 12));
}

void CohortCharts::toggleTable()
{
    m_stack->setCurrentIndex(showsTable() ? 0 : 1);
    fillTable();
    m_stack->currentWidget()->setFocus();
}

void CohortCharts::focusTag()
{
    if (const QString problem = m_tag->begin(); !problem.isEmpty())
        say(problem, true);
}

void CohortCharts::followSelection()
{
    m_chart->setBrush(m_bench.selection.ids());
    m_tag->setVisible(!m_bench.selection.isEmpty());
}

} // namespace loupe::ui
