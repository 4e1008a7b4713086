// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/distributionspage.h"

#include "ui/models/resulttablemodel.h"
#include "ui/shell/commandregistry.h"
#include "ui/shell/selection.h"
#include "ui/shell/storesession.h"
#include "ui/style/theme.h"
#include "ui/text/words.h"
#include "ui/widgets/choicebox.h"
#include "ui/widgets/emptystate.h"
#include "ui/widgets/histogramchart.h"
#include "ui/widgets/parts.h"
#include "ui/widgets/resulttable.h"

#include <QBoxLayout>
#include <QComboBox>
#include <QGridLayout>
#include <QLabel>
#include <QResizeEvent>
#include <QScrollArea>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace loupe::ui {

namespace {

/// "65 of 600 correct · 12 not counted".
QString denominatorText(const SpeedupHistogram &histogram)
{
    QString text = DistributionsPage::tr("%1 of %2 correct")
                       .arg(countText(histogram.correct), countText(histogram.n));
    if (histogram.unmeasured > 0)
        text += DistributionsPage::tr(" · %1 untimed").arg(countText(histogram.unmeasured));
    if (histogram.uncounted > 0)
        text += DistributionsPage::tr(" · %1 unknown").arg(countText(histogram.uncounted));
    return text;
}

} // namespace

DistributionsPage::DistributionsPage(const Workbench &bench, QWidget *parent)
    : Page(bench, parent)
    , m_heading(makeHeading(bench.theme))
    , m_definition(new ElidedLabel)
    , m_group(new ChoiceBox(bench.theme))
    , m_scroll(new QScrollArea)
    , m_grid(nullptr)
    , m_empty(new EmptyState(bench.theme))
    , m_brushed(nullptr)
    , m_table(new ResultTable(bench.theme))
    , m_model(new ResultTableModel(this))
{
    buildLayout();
    const StoreSession &session = bench.session;
    connect(&session, &StoreSession::opened, this, [this] {
        m_model->setSource(m_bench.session.rows());
        invalidate();
    });
    connect(&session, &StoreSession::filterChanged, this, &DistributionsPage::invalidate);
    connect(&session, &StoreSession::dataChanged, this, [this] {
        if (m_job.isRunning())
            m_isAgain = true;
        else
            invalidate();
    });
    connect(m_group, &QComboBox::currentIndexChanged, this, &DistributionsPage::invalidate);
    connect(&bench.selection, &Selection::changed, this, &DistributionsPage::followSelection);
    showHistograms({});
}

DistributionsPage::~DistributionsPage() = default;

void DistributionsPage::buildLayout()
{
    const int unit = m_bench.theme.unit();
    m_definition->setProperty("tone", u"dim"_s);
    m_group->setAccessibleName(tr("Group by"));
    m_group->addItem(tr("Group: category"), static_cast<int>(GroupBy::Category));
    m_group->addItem(tr("Group: method"), static_cast<int>(GroupBy::Method));
    m_group->addItem(tr("Group: round"), static_cast<int>(GroupBy::Round));
    m_group->addItem(tr("Group: suite"), static_cast<int>(GroupBy::Suite));
    m_group->addItem(tr("All in one"), static_cast<int>(GroupBy::All));
    auto *head = makeRow(unit * 3 / 2);
    head->addWidget(m_heading);
    head->addWidget(m_definition, 1);
    head->addWidget(m_group);
    auto *inside = new QWidget;
    m_grid = new QGridLayout(inside);
    m_grid->setContentsMargins(0, 0, 0, 0);
    m_grid->setSpacing(unit * 3 / 2);
    m_scroll->setWidget(inside);
    m_scroll->setWidgetResizable(true);
    m_scroll->setFocusPolicy(Qt::NoFocus);
    m_scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_scroll->viewport()->setAutoFillBackground(false);
    inside->setAutoFillBackground(false);
    m_brushed = makeBrushedPanel();
    auto *page = new QVBoxLayout(this);
    page->setContentsMargins(unit * 3 / 2, unit * 3 / 2, unit * 3 / 2, unit * 3 / 2);
    page->setSpacing(unit * 3 / 2);
    page->addLayout(head);
    page->addWidget(m_scroll, 1);
    page->addWidget(m_empty, 1);
    page->addWidget(m_brushed);
}

QFrame *DistributionsPage::makeBrushedPanel()
{
    auto *panel = makePanel();
    m_table->setModel(m_model);
    m_table->setAccessibleName(tr("Selected results"));
    m_table->setColumnCharacters({27, 13, 17, 6, 6, 14, 14, 8, 11, 11, 10, 20, 20, 40});
    panel->layout()->addWidget(m_table);
    panel->setFixedHeight(m_bench.theme.compactRowHeight() * 8);
    panel->hide();
    return panel;
}

std::vector<HistogramChart *> DistributionsPage::charts() const
{
    std::vector<HistogramChart *> out;
    for (const Cell &each : m_cells)
        out.push_back(each.chart);
    return out;
}

GroupBy DistributionsPage::groupBy() const
{
    return static_cast<GroupBy>(m_group->currentData().toInt());
}

void DistributionsPage::reload()
{
    const auto pool = m_bench.session.pool();
    if (!pool)
        return;
    m_isAgain = false;
    m_job.start(
        [pool, filter = m_bench.session.filter(), by = groupBy(),
         axis = m_axis](const std::stop_token &stop) {
            return pool->with([&](StoreReader &reader) -> Result<Histograms> {
                const auto rows = reader.metricRows(filter, stop);
                if (!rows)
                    return rows.error();
                Histograms out{speedupHistograms(*rows, by, axis), {}};
                auto all = speedupHistograms(*rows, GroupBy::All, axis);
                if (!all.empty())
                    out.all = std::move(all.front());
                return out;
            });
        },
        [this](const Result<Histograms> &result) {
            if (result)
                showHistograms(*result);
            else if (result.error().code != Errc::Cancelled)
                m_definition->setText(errorText(result.error()));
            if (m_isAgain)
                reload();
        });
}

DistributionsPage::Cell DistributionsPage::makeCell()
{
    const int unit = m_bench.theme.unit();
    Cell cell;
    cell.panel = makePanel();
    cell.panel->setMaximumHeight(unit * 40); // a single group is no poster
    cell.title = new QLabel;
    QFont bold = m_bench.theme.uiFont();
    bold.setWeight(QFont::DemiBold);
    cell.title->setFont(bold);
    cell.note = new ElidedLabel;
    cell.note->setProperty("tone", u"dim"_s);
    cell.note->setFont(m_bench.theme.captionFont());
    cell.note->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    auto *head = makeRow(unit);
    head->setContentsMargins(unit * 3 / 2, unit, unit * 3 / 2, unit / 2);
    head->addWidget(cell.title);
    head->addWidget(cell.note, 1);
    cell.chart = new HistogramChart(m_bench.theme);
    connect(cell.chart, &HistogramChart::barPicked, this,
            [this, chart = cell.chart](int bar) { pick(chart, bar); });
    auto *column = qobject_cast<QVBoxLayout *>(cell.panel->layout());
    column->addLayout(head);
    column->addWidget(cell.chart, 1);
    return cell;
}

void DistributionsPage::showGroups(const std::vector<SpeedupHistogram> &groups)
{
    // Panels are kept while results arrive: only what they show is exchanged.
    while (m_cells.size() > groups.size()) {
        delete m_cells.back().panel;
        m_cells.pop_back();
    }
    while (m_cells.size() < groups.size())
        m_cells.push_back(makeCell());
    for (std::size_t i = 0; i < groups.size(); ++i) {
        const Cell &cell = m_cells[i];
        cell.title->setText(groups[i].group.empty() ? tr("no name") : toQt(groups[i].group));
        cell.note->setText(denominatorText(groups[i]));
        if (cell.chart->histogram().group != groups[i].group)
            cell.chart->setPicked(std::nullopt);
        cell.chart->setHistogram(groups[i], m_axis);
    }
    m_columns = 0;
    arrange();
    if (m_wantsFocus && isVisible())
        takeFocus();
}

void DistributionsPage::showHistograms(const Histograms &histograms)
{
    showGroups(histograms.groups);
    const bool isEmpty = m_cells.empty();
    m_heading->setText(tr("Speedup over the baseline"));
    QString definition = tr("correct and timed only · log2 bins, the outer ones open · heights per "
                            "group · failures at the left as share of n");
    if (histograms.all.geometricMean > 0)
        definition = tr("geometric mean %1 over %2 timed · ")
                         .arg(speedupText(histograms.all.geometricMean),
                              countText(histograms.all.correct - histograms.all.unmeasured))
            + definition;
    m_definition->setText(definition);
    m_heading->setVisible(!isEmpty);
    m_definition->setVisible(!isEmpty);
    m_group->setVisible(!isEmpty);
    m_scroll->setVisible(!isEmpty);
    m_empty->setVisible(isEmpty);
    if (!m_bench.session.isOpen())
        m_empty->say(tr("No store is open."), tr("Open one to see how fast its kernels are."),
                     m_bench.commands.action(u"store.open"_s));
    else if (!m_bench.session.filterText().isEmpty())
        m_empty->say(tr("Nothing matches the filter."),
                     tr("No result fulfils all terms of %1").arg(m_bench.session.filterText()),
                     m_bench.commands.action(u"filter.clear"_s));
    else
        m_empty->say(tr("This store has no results yet."),
                     tr("Histograms appear as soon as the first evaluation ends."),
                     m_bench.commands.action(u"run.new"_s));
    followSelection();
}

void DistributionsPage::arrange()
{
    const int narrowest = m_bench.theme.unit() * 34;
    const int fitting = std::max(1, width() / narrowest);
    const int columns = std::clamp(static_cast<int>(m_cells.size()), 1, std::min(4, fitting));
    if (columns == m_columns)
        return;
    for (int i = 0; i < m_columns; ++i)
        m_grid->setColumnStretch(i, 0);
    m_columns = columns;
    for (std::size_t i = 0; i < m_cells.size(); ++i) {
        const int index = static_cast<int>(i);
        m_grid->addWidget(m_cells[i].panel, index / columns, index % columns);
    }
    for (int i = 0; i < columns; ++i)
        m_grid->setColumnStretch(i, 1);
}

void DistributionsPage::resizeEvent(QResizeEvent *event)
{
    Page::resizeEvent(event);
    arrange();
}

void DistributionsPage::pick(HistogramChart *chart, int bar)
{
    const std::vector<RowId> ids = chart->members(bar);
    if (ids.empty()) {
        m_bench.selection.clear();
        return;
    }
    m_bench.selection.set(ids,
                          tr("%1 selected: %2, %3")
                              .arg(countText(static_cast<std::int64_t>(ids.size())),
                                   toQt(chart->histogram().group), chart->barText(bar)));
    for (const Cell &each : m_cells)
        each.chart->setPicked(each.chart == chart ? std::optional(bar) : std::nullopt);
}

void DistributionsPage::followSelection()
{
    const Selection &selection = m_bench.selection;
    if (selection.isEmpty()) {
        for (const Cell &each : m_cells)
            each.chart->setPicked(std::nullopt);
    }
    m_model->setIds(selection.ids());
    m_model->setAllBrushed(true);
    m_brushed->setVisible(!selection.isEmpty());
    emit statusChanged();
}

QString DistributionsPage::keys() const
{
    if (!m_bench.selection.isEmpty())
        return m_bench.selection.description()
            + tr(" · Ctrl+3 shows them in Results · Esc = clear");
    return tr("click a bar, or ← → and Enter, to select its results");
}

void DistributionsPage::takeFocus()
{
    m_wantsFocus = m_cells.empty();
    if (!m_wantsFocus)
        m_cells.front().chart->setFocus();
}

} // namespace loupe::ui
