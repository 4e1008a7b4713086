// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/roofline/rooflinepage.h"

#include "core/analysis/charts/rooflineshares.h"
#include "core/analysis/metrics/rooflinestudy.h"
#include "core/analysis/rows/grouping.h"
#include "ui/models/rooflinemodels.h"
#include "ui/models/texttablemodel.h"
#include "ui/pages/compare/namedpanel.h"
#include "ui/pages/frame/chartsource.h"
#include "ui/pages/roofline/ceilingsrow.h"
#include "ui/shell/session/commandregistry.h"
#include "ui/shell/session/selection.h"
#include "ui/shell/session/storesession.h"
#include "ui/style/theme.h"
#include "ui/text/words.h"
#include "ui/widgets/charts/chartmenu.h"
#include "ui/widgets/charts/chartview.h"
#include "ui/widgets/charts/pagerow.h"
#include "ui/widgets/input/choicebox.h"
#include "ui/widgets/layout/emptystate.h"
#include "ui/widgets/layout/parts.h"
#include "ui/widgets/tables/fittedcolumns.h"
#include "ui/widgets/tables/resulttable.h"

#include <QBoxLayout>
#include <QCheckBox>
#include <QPushButton>

#include <cstddef>
#include <initializer_list>
#include <stop_token>
#include <string>

using namespace Qt::StringLiterals;

namespace loupe::ui {

/// Content of the page Roofline.
struct RooflineContent {
    std::size_t results = 0; ///< in the population
    std::size_t placed = 0;
    std::vector<RooflineGroup> groups;
    std::vector<RooflineNote> notes;
    Chart shares;        ///< how many reached which share; without panels if none is known
    Result<Chart> chart; ///< or the reason why nothing can be drawn
};

namespace {

/// Blocks; fails with Cancelled soon after `stop` is requested.
Result<std::shared_ptr<const RooflineContent>>
readRoofline(const ChartSource &source, const ChartRequest &request, const std::stop_token &stop)
{
    const auto rows = readRows(source, request, stop);
    if (!rows)
        return rows.error();
    const RooflineStudy study = rooflineStudy(rows->rows);
    auto chart = buildChart(*rows, request, stop);
    if (!chart && chart.error().code == Errc::Cancelled)
        return std::move(chart).error();
    return std::make_shared<const RooflineContent>(RooflineContent{
        rows->rows.size(), study.placed.size(), rooflineGroups(*rows, request),
        rooflineNotes(rows->rows, study), rooflineShareChart(*rows, request), std::move(chart)});
}

} // namespace

RooflinePage::RooflinePage(const Workbench &bench, QWidget *parent)
    : Page(bench, parent)
    , m_count(new ElidedLabel)
    , m_group(new ChoiceBox(bench.theme))
    , m_references(new QCheckBox(tr("References")))
    , m_makeFigure(makeButton(tr("Make figure…")))
    , m_parts(makeSplitter(Qt::Horizontal, bench.theme))
    , m_stack(new QStackedWidget)
    , m_view(new ChartView(bench.theme))
    , m_shares(new ChartView(bench.theme))
    , m_sharesPart(nullptr)
    , m_chartTable(new ResultTable(bench.theme))
    , m_chartModel(new TextTableModel(this))
    , m_empty(new EmptyState(bench.theme))
    , m_definition(makeCaption(bench.theme))
    , m_ceilings(new CeilingsRow(bench))
    , m_tables(nullptr)
    , m_groupTable(new ResultTable(bench.theme))
    , m_groups(new RooflineGroupModel(this))
    , m_noteTable(new ResultTable(bench.theme))
    , m_notes(new RooflineNoteModel(this))
{
    new ChartMenu(*m_view);
    addGroups();
    buildLayout();
    connectAll();
    clear();
}

void RooflinePage::addGroups()
{
    const auto group = [this](const QString &text, GroupBy groupBy) {
        m_group->addItem(text, static_cast<int>(groupBy));
    };
    group(tr("Category"), GroupBy::Category);
    group(tr("Method"), GroupBy::Method);
    group(tr("Level"), GroupBy::Level);
    group(tr("Suite"), GroupBy::Suite);
    group(tr("Round"), GroupBy::Round);
    group(tr("Run"), GroupBy::Run);
    group(tr("Device"), GroupBy::Device);
    m_group->setAccessibleName(tr("Colours by"));
    m_group->setToolTip(tr("Groups of the colours and of the shares"));
    m_references->setAccessibleName(m_references->text());
    m_references->setToolTip(tr("Also draws the times of the references, hollow and grey"));
}

void RooflinePage::buildLayout()
{
    const int unit = m_bench.theme.unit();
    m_count->setProperty("tone", u"dim"_s);
    auto *head = makeRow(unit * 3 / 2);
    head->addWidget(makeHeading(m_bench.theme, tr("Roofline")));
    head->addWidget(m_count, 1);
    head->addWidget(m_group);
    head->addWidget(m_references);
    head->addWidget(m_makeFigure);
    m_tables = makeTables();
    m_parts->addWidget(makeChartPart());
    m_parts->addWidget(m_tables);
    m_parts->setStretchFactor(0, 5);
    m_parts->setStretchFactor(1, 2);
    m_parts->setSizes({unit * 94, unit * 46});
    auto *page = makeColumn(unit, this, unit * 3 / 2);
    page->addLayout(head);
    page->addWidget(m_parts, 1);
}

QWidget *RooflinePage::makeChartPart()
{
    m_chartTable->setModel(m_chartModel);
    m_chartTable->setAccessibleName(tr("Data of the chart"));
    m_view->setFitted();
    m_definition->setWordWrap(true);
    m_definition->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_definition->setAccessibleName(tr("Definition"));
    QFrame *panel = makePanelAround(m_view);
    panel->layout()->addWidget(new PageRow(*m_view, m_bench.theme));
    m_stack->addWidget(panel);
    m_stack->addWidget(makePanelAround(m_chartTable));
    m_stack->addWidget(m_empty);
    auto *part = new QWidget;
    auto *column = makeColumn(m_bench.theme.unit(), part);
    m_shares->setFitted();
    m_sharesPart = makePanelAround(m_shares);
    m_sharesPart->layout()->addWidget(new PageRow(*m_shares, m_bench.theme));
    column->addWidget(m_stack, 3);
    column->addWidget(m_sharesPart, 1);
    column->addWidget(m_definition);
    column->addWidget(m_ceilings);
    return part;
}

QWidget *RooflinePage::makeTables()
{
    m_groupTable->setModel(m_groups);
    m_groupTable->setAccessibleName(tr("Share of the ceiling"));
    m_groupTable->setObjectName(u"groupTable"_s);
    m_groupTable->setEmptyText(tr("No result is drawn"));
    (new FittedColumns(*m_groupTable, m_bench.theme, RooflineGroupModel::NameColumn))->set();
    m_noteTable->setModel(m_notes);
    m_noteTable->setAccessibleName(tr("Without a dot or a ceiling"));
    m_noteTable->setObjectName(u"noteTable"_s);
    m_noteTable->setEmptyText(tr("All results have both"));
    (new FittedColumns(*m_noteTable, m_bench.theme, RooflineNoteModel::ReasonColumn))->set();
    auto *part = new QWidget;
    auto *column = makeColumn(m_bench.theme.unit(), part);
    column->addWidget(new NamedPanel(m_bench.theme, tr("Share of the ceiling"), m_groupTable), 3);
    column->addWidget(new NamedPanel(m_bench.theme, tr("Without a dot or a ceiling"), m_noteTable),
                      2);
    return part;
}

void RooflinePage::connectAll()
{
    const StoreSession &session = m_bench.session;
    connect(&session, &StoreSession::leaving, this, [this] {
        m_reading.cancel();
        clear();
    });
    connect(&session, &StoreSession::opened, this, &RooflinePage::invalidate);
    connect(&session, &StoreSession::closed, this, &RooflinePage::clear);
    connect(&session, &StoreSession::filterChanged, this, &RooflinePage::invalidate);
    connect(&session, &StoreSession::scopeChanged, this, &RooflinePage::invalidate);
    connect(&session, &StoreSession::dataChanged, this, [this] { m_reading.storeChanged(); });
    connect(m_group, &QComboBox::currentIndexChanged, this, &RooflinePage::invalidate);
    connect(m_references, &QCheckBox::toggled, this, &RooflinePage::invalidate);
    connect(m_makeFigure, &QPushButton::clicked, this,
            [this] { emit figureRequested(figureSpec()); });
    connectChart(*m_view);
    connectChart(*m_shares);
    connect(m_view, &ChartView::pageChanged, this, [this] {
        if (showsTable())
            fillTable();
    });
    connectNumbers(*m_chartTable, *m_view);
    connect(&m_bench.selection, &Selection::changed, this, &RooflinePage::followSelection);
    connect(m_groupTable, &ResultTable::openRequested, this, [this](const QModelIndex &index) {
        const RooflineGroup &group = m_groups->group(index.row());
        openResults(group.ids, lineText(group.name));
    });
    connect(m_noteTable, &ResultTable::openRequested, this, [this](const QModelIndex &index) {
        const RooflineNote &note = m_notes->note(index.row());
        openResults(note.ids, lineText(note.text));
    });
    for (ResultTable *table : {m_groupTable, m_noteTable}) {
        table->setLinks([](const QModelIndex &) { return true; });
        connect(table, &ResultTable::linkClicked, table, &ResultTable::openRequested);
    }
}

void RooflinePage::connectChart(const ChartView &view)
{
    connectBrush(view, this, m_bench.selection);
    connect(&view, &ChartView::filterRequested, this, &RooflinePage::openSelection);
}

ChartRequest RooflinePage::request() const
{
    ChartRequest out;
    out.kind = ChartKind::Roofline;
    out.groupBy = static_cast<GroupBy>(m_group->currentData().toInt());
    if (m_references->isChecked())
        out.rooflineDots = RooflineDots::WithReferences;
    out.scope = m_bench.session.scope();
    out.withoutWithheld = !out.scope->includeWithheld;
    return out;
}

void RooflinePage::reload()
{
    if (!m_bench.session.isOpen())
        return;
    const ChartRequest wanted = request();
    m_reading.start([source = chartSource(m_bench.session, wanted), wanted](
                        const std::stop_token &stop) { return readRoofline(source, wanted, stop); },
                    [this](const Result<Content> &content) {
                        if (content)
                            showContent(**content);
                        else if (content.error().code != Errc::Cancelled)
                            sayUnread(content.error());
                    });
}

void RooflinePage::showContent(const RooflineContent &content)
{
    showTables(content);
    m_ceilings->setVisible(bool(m_bench.services.measureCeilings));
    if (!content.chart) {
        sayEmpty(toQt(content.chart.error().hint));
        return;
    }
    m_count->setText(tr("%1 of %2 drawn")
                         .arg(countText(content.placed),
                              counted(content.results, tr("1 task × method pair"),
                                      tr("%1 task × method pairs"))));
    m_definition->setText(toQt(content.chart->definition));
    m_definition->show();
    m_makeFigure->setVisible(bool(m_bench.services.saveFigure));
    const bool isTable = showsTable();
    m_view->setChart(*content.chart);
    m_stack->setCurrentIndex(isTable ? 1 : 0);
    if (isTable)
        fillTable();
    m_shares->setChart(content.shares);
    m_sharesPart->setVisible(!content.shares.panels.empty());
    followSelection();
}

void RooflinePage::showTables(const RooflineContent &content)
{
    const bool hasResults = content.results > 0;
    m_groups->setGroups(content.groups, m_group->currentText());
    m_notes->setNotes(content.notes);
    m_tables->setVisible(hasResults);
    m_group->setVisible(hasResults);
    m_references->setVisible(hasResults);
}

void RooflinePage::sayEmpty(const QString &leftOut)
{
    hideChart();
    if (!m_tables->isHidden())
        m_empty->say(tr("No result has a place below a roofline."),
                     tr("%1. It takes correct, timed results of tasks whose operations and bytes "
                        "are known: calibrate the device, then run such tasks on it.")
                         .arg(leftOut),
                     nullptr);
    else if (!m_bench.session.filterText().isEmpty())
        m_empty->say(tr("No results match the filter."),
                     tr("No result matches %1").arg(m_bench.session.filterText()),
                     m_bench.commands.action(u"filter.clear"_s));
    else
        m_empty->say(tr("This store has no results yet."),
                     tr("Kernels appear as soon as the first evaluation ends."),
                     m_bench.commands.action(u"run.new"_s));
    followSelection();
}

void RooflinePage::sayUnread(const Error &why)
{
    hideChart();
    m_tables->hide();
    m_empty->say(tr("The results could not be read."), errorText(why), nullptr);
    followSelection();
}

void RooflinePage::hideChart()
{
    m_sharesPart->hide();
    m_shares->setChart({});
    m_stack->setCurrentWidget(m_empty);
    m_count->clear();
    m_definition->hide();
    m_makeFigure->hide();
}

void RooflinePage::clear()
{
    hideChart();
    m_groups->setGroups({}, m_group->currentText());
    m_notes->setNotes({});
    for (QWidget *each :
         std::initializer_list<QWidget *>{m_tables, m_group, m_references, m_ceilings})
        each->hide();
    m_view->setChart({});
    m_empty->sayNoStore(m_bench.session,
                        tr("Open one to see how close its kernels come to what the device can do."),
                        m_bench.commands.action(u"store.open"_s));
    emit statusChanged();
}

FigureSpec RooflinePage::figureSpec() const
{
    FigureSpec spec;
    spec.chart = request();
    spec.chart.limits = m_view->pages().limits();
    spec.name = "roofline-" + std::string(name(spec.chart.groupBy));
    spec.filter = toCore(m_bench.session.filterText());
    return spec;
}

void RooflinePage::fillTable()
{
    showNumbers(m_view->chart(), *m_chartTable, *m_chartModel);
}

void RooflinePage::toggleTable()
{
    if (m_stack->currentWidget() == m_empty)
        return;
    const bool isTable = !showsTable();
    if (isTable)
        fillTable();
    m_stack->setCurrentIndex(isTable ? 1 : 0);
    takeFocus();
    emit statusChanged();
}

void RooflinePage::openResults(const std::vector<RowId> &ids, const QString &text)
{
    selectBrushed(m_bench.selection, ids, text);
    openSelection();
}

void RooflinePage::openSelection()
{
    const std::vector<RowId> ids = m_bench.selection.ids();
    if (ids.empty())
        return;
    m_bench.commands.refresh(); // the command is disabled without a selection
    m_bench.commands.action(u"selection.filter"_s)->trigger();
    if (ids.size() == 1)
        emit kernelRequested(ids.front());
}

void RooflinePage::followSelection()
{
    m_view->setBrush(m_bench.selection.ids());
    m_shares->setBrush(m_bench.selection.ids());
    emit statusChanged();
}

QString RooflinePage::keys() const
{
    if (!m_bench.selection.isEmpty())
        return tr("Enter or double click = filter, in Results · Esc = clear");
    return tr("click, drag, or arrow keys and Space, to select kernels · double click = open · "
              "Shift+T = table");
}

void RooflinePage::takeFocus()
{
    if (showsTable())
        m_chartTable->setFocus();
    else
        m_view->setFocus();
}

} // namespace loupe::ui
