// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/distributions/distributionspage.h"

#include "core/analysis/charts/chartbuilder.h"
#include "core/analysis/population/describingfilter.h"
#include "core/analysis/rows/grouping.h"
#include "ui/models/resulttablemodel.h"
#include "ui/models/texttablemodel.h"
#include "ui/pages/detail/tagline.h"
#include "ui/pages/frame/chartcontrols.h"
#include "ui/pages/frame/chartsource.h"
#include "ui/shell/session/commandregistry.h"
#include "ui/shell/session/scopedpopulation.h"
#include "ui/shell/session/storesession.h"
#include "ui/style/theme.h"
#include "ui/text/windowwords.h"
#include "ui/text/words.h"
#include "ui/widgets/charts/chartmenu.h"
#include "ui/widgets/charts/chartview.h"
#include "ui/widgets/charts/pagerow.h"
#include "ui/widgets/layout/emptystate.h"
#include "ui/widgets/layout/parts.h"
#include "ui/widgets/tables/fittedcolumns.h"
#include "ui/widgets/tables/resulttable.h"

#include <QBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>

#include <algorithm>
#include <initializer_list>
#include <utility>

using namespace Qt::StringLiterals;

namespace loupe::ui {

namespace {

/// Returns the hint of an error as a sentence.
QString hintSentence(const Error &error)
{
    const QString hint = capitalized(inWindowWords(toQt(error.hint)));
    return hint.isEmpty() || hint.endsWith(u'.') ? hint : hint + u'.';
}

} // namespace

DistributionsPage::DistributionsPage(const Workbench &bench, QWidget *parent)
    : Page(bench, parent)
    , m_heading(makeHeading(bench.theme))
    , m_count(new ElidedLabel)
    , m_makeFigure(makeButton(tr("Make figure…")))
    , m_controls(new ChartControls(bench.theme))
    , m_stack(new QStackedWidget)
    , m_view(new ChartView(bench.theme))
    , m_chartTable(new ResultTable(bench.theme))
    , m_chartModel(new TextTableModel(this))
    , m_empty(new EmptyState(bench.theme))
    , m_definition(makeCaption(bench.theme))
    , m_parts(makeSplitter(Qt::Vertical, bench.theme))
    , m_picked(nullptr)
    , m_pickedText(new ElidedLabel)
    , m_tag(new TagLine(bench))
    , m_showPicked(makeButton(tr("Show in Results")))
    , m_clearPicked(makeButton(tr("Clear")))
    , m_table(new ResultTable(bench.theme))
    , m_model(new ResultTableModel(this))
{
    new ChartMenu(*m_view);
    buildLayout();
    connectAll();
    sayEmpty({});
}

void DistributionsPage::connectAll()
{
    const StoreSession &session = m_bench.session;
    connect(&session, &StoreSession::leaving, this, [this] {
        m_drawing.cancel();
        m_model->setIds({});
        m_rows.reset();
        sayEmpty({});
    });
    connect(&session, &StoreSession::opened, this, [this] {
        m_model->setSource(m_bench.session.rows());
        m_rows.reset();
        invalidate();
    });
    connect(&session, &StoreSession::closed, this, [this] { sayEmpty({}); });
    connect(&session, &StoreSession::filterChanged, this, &DistributionsPage::invalidate);
    connect(&session, &StoreSession::scopeChanged, this, &DistributionsPage::invalidate);
    connect(&session, &StoreSession::dataChanged, this, [this] {
        m_rows.reset();
        m_drawing.storeChanged();
    });
    connect(&session.population(), &ScopedPopulation::changed, this, [this] {
        listPicked();
        if (std::exchange(m_waitsToFilter, false))
            filterByPicked();
    });
    connect(m_controls, &ChartControls::changed, this, &DistributionsPage::invalidate);
    connect(m_makeFigure, &QPushButton::clicked, this,
            [this] { emit figureRequested(figureSpec()); });
    connect(m_view, &ChartView::referenceMoved, m_controls, &ChartControls::setThreshold);
    connect(m_view, &ChartView::filterRequested, this, &DistributionsPage::filterByPicked);
    connectBrush(*m_view, this, m_bench.selection);
    connectNumbers(*m_chartTable, *m_view);
    connect(&m_bench.selection, &Selection::changed, this, &DistributionsPage::followSelection);
    connect(m_tag, &TagLine::tagRequested, this, &DistributionsPage::tagRequested);
    connect(m_tag, &TagLine::finished, this, [this] { m_view->setFocus(); });
    connect(m_showPicked, &QPushButton::clicked, this, &DistributionsPage::showPicked);
    connect(m_clearPicked, &QPushButton::clicked, &m_bench.selection, &Selection::clear);
}

void DistributionsPage::buildLayout()
{
    const int unit = m_bench.theme.unit();
    m_count->setProperty("tone", u"dim"_s);
    m_definition->setWordWrap(true);
    m_definition->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_definition->setAccessibleName(tr("Definition"));
    auto *head = makeRow(unit * 3 / 2);
    head->addWidget(m_heading);
    head->addWidget(m_count, 1);
    head->addWidget(m_makeFigure);
    m_picked = makePickedPanel();
    m_parts->addWidget(makeChartPart());
    m_parts->addWidget(m_picked);
    m_parts->setStretchFactor(0, 1);
    m_parts->setStretchFactor(1, 0);
    m_parts->setSizes({unit * 30, m_bench.theme.compactRowHeight() * 7}); // the chart gets the rest
    auto *page = makeColumn(unit, this, unit * 3 / 2);
    page->addLayout(head);
    page->addWidget(m_controls);
    page->addWidget(m_parts, 1);
}

QWidget *DistributionsPage::makeChartPart()
{
    m_stack->addWidget(makeChartPanel());
    m_stack->addWidget(makePanelAround(m_chartTable));
    m_stack->addWidget(m_empty);
    auto *part = new QWidget;
    part->setMinimumHeight(m_bench.theme.unit() * 34); // A splitter ignores how text is wrapped.
    auto *column = makeColumn(m_bench.theme.unit(), part);
    column->addWidget(m_stack, 1);
    column->addWidget(m_definition);
    return part;
}

QWidget *DistributionsPage::makeChartPanel()
{
    m_chartTable->setModel(m_chartModel);
    m_chartTable->setAccessibleName(tr("Data of the chart"));
    QScrollArea *scroll = makeScrolled(m_view);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setMinimumHeight(m_bench.theme.unit() * 22); // otherwise the page scrolls
    QFrame *panel = makePanelAround(scroll);
    panel->layout()->addWidget(new PageRow(*m_view, m_bench.theme));
    connect(m_view, &ChartView::pageChanged, this, [this] {
        if (showsTable())
            fillTable();
    });
    return panel;
}

QFrame *DistributionsPage::makePickedPanel()
{
    const int unit = m_bench.theme.unit();
    auto *panel = makePanel();
    m_table->setModel(m_model);
    m_table->setAccessibleName(tr("Selected results"));
    m_table->setObjectName(u"selectedTable"_s);
    connect(m_table, &ResultTable::openRequested, this, [this](const QModelIndex &index) {
        if (const RowId id = m_model->idAt(index.row()))
            emit kernelRequested(id);
    });
    (new FittedColumns(*m_table, m_bench.theme, FittedColumns::noColumn))
        ->set({{20, 0}, {}, {16, 0}});
    // Of few stores, and Results has it. A header that stretches its last column, as before the
    // line above, keeps a gap in the place of a hidden one.
    m_table->setColumnHidden(ResultTableModel::MinSpeedupColumn, true);
    m_table->setEmptyText(tr("Click or drag in the chart: the selected results are listed here"));
    auto *head = makeRow(unit);
    head->setContentsMargins(unit, unit / 2, unit, unit / 2);
    head->addWidget(m_pickedText, 1);
    head->addWidget(m_tag);
    head->addWidget(m_showPicked);
    head->addWidget(m_clearPicked);
    auto *column = qobject_cast<QVBoxLayout *>(panel->layout());
    column->addLayout(head);
    column->addWidget(m_table, 1);
    return panel;
}

void DistributionsPage::reload()
{
    if (!m_bench.session.isOpen())
        return;
    const ChartRequest request = presentRequest();
    const RowsKey key{m_bench.session.filterText(), request.soundTasksOnly, chartScope(request),
                      drawsObservations(request.kind), drawsShapes(request)};
    if (!(key == m_rowsKey))
        m_rows.reset();
    m_rowsKey = key;
    m_drawing.start(
        [request, rows = m_rows, source = chartSource(m_bench.session, request)](
            const std::stop_token &stop) -> Result<Drawing> {
            auto kept = rows;
            if (!kept) {
                auto read = readRows(source, request, stop);
                if (!read)
                    return std::make_shared<const Built>(Built{nullptr, read.error()});
                kept = std::make_shared<const ChartRows>(std::move(*read));
            }
            return std::make_shared<const Built>(Built{kept, buildChart(*kept, request, stop)});
        },
        [this](const Result<Drawing> &drawing) { showBuilt(**drawing); });
}

ChartRequest DistributionsPage::presentRequest() const
{
    ChartRequest out = m_controls->request();
    out.scope = m_bench.session.scope();
    out.withoutWithheld = out.withoutWithheld && !out.scope->includeWithheld;
    return out;
}

void DistributionsPage::showBuilt(const Built &built)
{
    if (!m_drawing.isOutdated())
        m_rows = built.rows;
    if (!built.chart) {
        if (built.chart.error().code != Errc::Cancelled)
            sayEmpty(built.chart.error());
        return;
    }
    const ChartRequest request = m_controls->request();
    m_heading->setText(toQt(built.chart->title));
    m_count->setText(
        drawsObservations(request.kind)
            ? counted(built.chart->n, tr("1 attempt"), tr("%1 attempts"))
            : counted(built.chart->n, tr("1 task × method pair"), tr("%1 task × method pairs")));
    if (built.rows && std::ranges::none_of(built.rows->rows, [](const MetricRow &row) {
            return usableSpeedup(row).has_value();
        }))
        m_count->setText(m_count->text() + u" · "_s + tr("no speedups: only outcomes are drawn"));
    m_definition->setText(toQt(built.chart->definition));
    m_view->setReferenceDraggable(request.kind == ChartKind::FastPCurve);
    const bool isTable = showsTable();
    m_view->setChart(*built.chart);
    m_stack->setCurrentIndex(isTable ? 1 : 0);
    if (isTable)
        fillTable();
    m_controls->show();
    m_makeFigure->setVisible(bool(m_bench.services.saveFigure));
    m_definition->show();
    followSelection();
}

void DistributionsPage::sayEmpty(const Error &why)
{
    m_stack->setCurrentWidget(m_empty);
    m_heading->setText(m_rows ? toQt(facts(m_controls->request().kind).label)
                              : tr("Distributions"));
    m_count->clear();
    m_definition->hide();
    m_makeFigure->hide();
    const bool hasRows = m_rows && !m_rows->rows.empty();
    m_controls->setVisible(m_rows != nullptr);
    if (!m_bench.session.isOpen())
        m_empty->sayNoStore(m_bench.session, tr("Open one to see how fast its kernels are."),
                            m_bench.commands.action(u"store.open"_s));
    else if (hasRows || (m_rows && m_rows->unsound > 0))
        m_empty->say(tr("No data for this chart: %1.").arg(inWindowWords(toQt(why.message))),
                     hintSentence(why), nullptr);
    else if (!m_bench.session.filterText().isEmpty())
        m_empty->say(tr("No results match the filter."),
                     tr("No result matches %1").arg(m_bench.session.filterText()),
                     m_bench.commands.action(u"filter.clear"_s));
    else if (!m_rows && !why.message.empty())
        m_empty->say(tr("The results could not be read."), errorText(why), nullptr);
    else
        m_empty->say(tr("This store has no results yet."),
                     tr("Charts appear as soon as the first evaluation ends."),
                     m_bench.commands.action(u"run.new"_s));
    followSelection();
}

FigureSpec DistributionsPage::figureSpec() const
{
    FigureSpec spec;
    spec.chart = presentRequest();
    spec.chart.limits = m_view->pages().limits();
    spec.name
        = std::string(facts(spec.chart.kind).id) + "-" + std::string(name(spec.chart.groupBy));
    spec.filter = toCore(m_bench.session.filterText());
    return spec;
}

void DistributionsPage::fillTable()
{
    showNumbers(m_view->chart(), *m_chartTable, *m_chartModel);
}

void DistributionsPage::toggleTable()
{
    if (m_stack->currentWidget() == m_empty)
        return;
    if (showsTable()) {
        m_stack->setCurrentIndex(0);
    } else {
        fillTable();
        m_stack->setCurrentIndex(1);
    }
    takeFocus();
    emit statusChanged();
}

void DistributionsPage::filterByPicked()
{
    if (m_bench.selection.isEmpty())
        return;
    ScopedPopulation &population = m_bench.session.population();
    population.want();
    m_waitsToFilter = population.isRunning();
    if (m_waitsToFilter)
        return; // changed() calls this again
    const auto cells = population.value();
    const auto filter = cells
        ? describingFilter(m_bench.session.filter(), *cells, m_bench.selection.ids())
        : std::nullopt;
    if (!filter) {
        showPicked();
        return;
    }
    m_bench.selection.clear();
    if (const Status set = m_bench.session.setFilter(exactQt(text(*filter))); !set) {
        m_pickedText->setText(errorText(set.error()));
        return;
    }
    showPicked();
}

void DistributionsPage::showPicked()
{
    m_bench.commands.action(u"page.results"_s)->trigger();
}

void DistributionsPage::focusTag()
{
    if (const QString problem = m_tag->begin(); !problem.isEmpty())
        m_pickedText->setText(problem);
}

void DistributionsPage::followSelection()
{
    const Selection &selection = m_bench.selection;
    m_view->setBrush(selection.ids());
    m_model->setIds(selection.ids());
    m_model->setAllBrushed(true);
    listPicked();
    const bool isAny = !selection.isEmpty();
    m_pickedText->setText(isAny ? selection.description() : tr("Nothing is selected"));
    for (QWidget *each : std::initializer_list<QWidget *>{m_tag, m_showPicked, m_clearPicked})
        each->setEnabled(isAny);
    // The list keeps its space without a selection: a chart must not shrink under the pointer.
    m_picked->setVisible(isAny || m_stack->currentWidget() != m_empty);
    // A layout in little height closes the list, and the splitter would not open it again.
    if (isAny && m_parts->sizes().last() == 0) {
        const int list = m_bench.theme.compactRowHeight() * 7;
        m_parts->setSizes({std::max(1, m_parts->height() - list), list});
    }
    emit statusChanged();
}

void DistributionsPage::listPicked()
{
    m_listing.cancel();
    if (m_bench.selection.isEmpty())
        return;
    ScopedPopulation &population = m_bench.session.population();
    population.want(); // changed() calls this again
    auto known = population.value();
    if (!known || known->scope() != m_bench.session.scope()) {
        // No speedups are shown meanwhile, because the recorded ones may be over another baseline.
        m_model->setSpeedups(std::make_shared<const ListedSpeedups>(std::span<const MetricRow>()));
        return;
    }
    m_listing.start([known = std::move(known), ids = m_bench.selection.ids()](
                        const std::stop_token &) { return listedSpeedups(*known, ids); },
                    [this](const std::shared_ptr<const ListedSpeedups> &speedups) {
                        m_model->setSpeedups(speedups);
                    });
}

QString DistributionsPage::keys() const
{
    if (!m_bench.selection.isEmpty())
        return m_bench.selection.description()
            + tr(" · Enter = filter, in Results · T = tag · Ctrl+3 = only show · Esc = clear");
    if (m_view->pages().pages() > 1)
        return tr("click, drag, or arrow keys and Space, to select results · PgUp, PgDn = other "
                  "panels · Shift+T = table");
    return tr("click, drag, or arrow keys and Space, to select results · Shift+T = table");
}

void DistributionsPage::takeFocus()
{
    if (showsTable())
        m_chartTable->setFocus();
    else
        m_view->setFocus();
}

} // namespace loupe::ui
