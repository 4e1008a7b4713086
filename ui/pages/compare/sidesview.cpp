// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/compare/sidesview.h"

#include "ui/delegates/sidedelegate.h"
#include "ui/models/transitionmodel.h"
#include "ui/pages/compare/namedpanel.h"
#include "ui/pages/compare/sentencepanel.h"
#include "ui/style/theme.h"
#include "ui/text/distinctnames.h"
#include "ui/text/words.h"
#include "ui/widgets/charts/chartmenu.h"
#include "ui/widgets/charts/chartview.h"
#include "ui/widgets/charts/stripbars.h"
#include "ui/widgets/layout/parts.h"
#include "ui/widgets/tables/fittedcolumns.h"
#include "ui/widgets/tables/resulttable.h"

#include <QGridLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QSignalBlocker>
#include <QStackedLayout>

#include <algorithm>
#include <iterator>

using namespace Qt::StringLiterals;

namespace loupe::ui {

namespace {

constexpr int narrow = 128; ///< in grid units: a window of 1200 px without its side bar

std::vector<RowId> idsOf(const ComparedPair &pair)
{
    std::vector<RowId> out;
    for (const MetricRow *row : {pair.baseline, pair.other}) {
        if (row != nullptr)
            out.push_back(row->id);
    }
    std::ranges::sort(out);
    return out;
}

QWidget *padded(QWidget *inside, int margin)
{
    auto *out = new QWidget;
    auto *column = new QVBoxLayout(out);
    column->setContentsMargins(margin * 3 / 2, 0, margin * 3 / 2, margin / 2);
    column->addWidget(inside);
    return out;
}

} // namespace

SidesView::SidesView(const Theme &theme, QWidget *parent)
    : QWidget(parent)
    , m_theme(theme)
    , m_sentence(new SentencePanel(theme))
    , m_matrix(new SideMatrixModel(this))
    , m_matrixTable(new ResultTable(theme))
    , m_solving(new StripBars(theme))
    , m_speeds(new StripBars(theme))
    , m_chart(new ChartView(theme))
    , m_noChart(makeDim())
    , m_differences(new DifferenceModel(this))
    , m_differenceTable(new ResultTable(theme))
    , m_all(makeButton(tr("Show all")))
{
    new ChartMenu(*m_chart);
    const int unit = theme.unit();
    m_left = makeLeft();
    auto *inside = new QWidget;
    m_grid = new QGridLayout(inside);
    m_grid->setContentsMargins(0, 0, 0, 0);
    m_grid->setSpacing(unit * 3 / 2);
    m_grid->addWidget(m_left, 0, 0);
    m_grid->addWidget(makeChart(), 0, 1);
    makeDifferences();
    arrange();
    auto *column = makeColumn(unit * 5 / 4, this);
    column->addWidget(m_sentence);
    QScrollArea *scroll = makeScrolled(inside);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    column->addWidget(scroll, 1);
    connectAll();
}

QWidget *SidesView::makeLeft()
{
    const int unit = m_theme.unit();
    m_matrixTable->setModel(m_matrix);
    m_matrixTable->setItemDelegate(new SideDelegate(m_theme, this));
    m_matrixTable->setAccessibleName(tr("How tasks ended on both sides"));
    m_matrixTable->setSelectionBehavior(QAbstractItemView::SelectItems);
    m_matrixTable->setSelectionMode(QAbstractItemView::SingleSelection);
    m_matrixTable->horizontalHeader()->setFont(m_theme.captionFont());
    m_matrixTable->horizontalHeader()->setStyleSheet(
        u"QHeaderView::section { padding: 2px 0; font-weight: 400; }"_s); // eight columns must fit
    m_matrixTable->horizontalHeader()->setStretchLastSection(false);
    m_matrixTable->horizontalHeader()->setMinimumSectionSize(unit * 4);
    m_matrixTable->horizontalHeader()->setSectionsMovable(false);
    m_solving->setAccessibleName(tr("Who solves what"));
    m_speeds->setAccessibleName(tr("Who is faster"));
    m_matrixPanel = new NamedPanel(m_theme, tr("From → to"), padded(m_matrixTable, unit));
    m_solvingPanel = new NamedPanel(m_theme, tr("Who solves what"), padded(m_solving, unit));
    m_speedPanel = new NamedPanel(m_theme, tr("Speed"), padded(m_speeds, unit));
    auto *left = new QWidget;
    left->setMinimumWidth(50 * unit);
    auto *column = makeColumn(unit * 3 / 2, left);
    column->addWidget(m_matrixPanel);
    column->addWidget(m_solvingPanel);
    column->addWidget(m_speedPanel);
    column->addStretch(1);
    return left;
}

QWidget *SidesView::makeChart()
{
    m_chart->setFitted();
    m_noChart->setAlignment(Qt::AlignCenter);
    m_noChart->setWordWrap(true);
    m_noChart->setTextFormat(Qt::PlainText);
    auto *inside = new QWidget;
    m_chartStack = new QStackedLayout(inside);
    m_chartStack->addWidget(m_chart);
    m_chartStack->addWidget(m_noChart);
    m_chartPanel = new NamedPanel(m_theme, tr("Time against time"), inside);
    m_chartPanel->setMinimumHeight(42 * m_theme.unit());
    return m_chartPanel;
}

QWidget *SidesView::makeDifferences()
{
    m_differenceTable->setModel(m_differences);
    m_differenceTable->setItemDelegateForColumn(DifferenceModel::BarColumn,
                                                new SideDelegate(m_theme, this));
    m_differenceTable->setAccessibleName(tr("Largest differences"));
    m_differenceTable->setEmptyText(tr("No task has times of both sides"));
    m_differenceTable->setObjectName(u"differenceTable"_s);
    (new FittedColumns(*m_differenceTable, m_theme, DifferenceModel::TaskColumn))
        ->set({{14, 0}, {}, {}, {}, {8, 8}}); // task and bar
    makeSortable(*m_differenceTable->horizontalHeader());
    m_all->setProperty("look", u"link"_s);
    m_differencePanel = new NamedPanel(m_theme, tr("Largest differences"), m_differenceTable);
    m_differencePanel->addToHead(m_all);
    m_differencePanel->setMinimumHeight(30 * m_theme.unit());
    return m_differencePanel;
}

void SidesView::connectAll()
{
    connect(m_matrixTable, &QAbstractItemView::clicked, this, &SidesView::pickCell);
    connect(m_matrixTable->selectionModel(), &QItemSelectionModel::currentChanged, this,
            &SidesView::pickCell);
    connect(m_matrixTable, &ResultTable::openRequested, this, &SidesView::openCell);
    connect(m_differenceTable->horizontalHeader(), &QHeaderView::sortIndicatorChanged,
            m_differences, &DifferenceModel::sort);
    connect(m_differenceTable, &ResultTable::openRequested, this, [this](const QModelIndex &index) {
        emit pairRequested(&m_differences->pairAt(index.row()));
    });
    connect(m_differenceTable->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            &SidesView::followDifference);
    connect(m_all, &QPushButton::clicked, this, &SidesView::showAll);
    connect(m_chart, &ChartView::brushed, this, &SidesView::pick);
    connect(m_chart, &ChartView::filterRequested, this, [this] {
        if (m_differences->rowCount() == 1)
            emit pairRequested(&m_differences->pairAt(0));
        else
            emit resultsRequested(m_picked, tr("picked in the chart"));
    });
}

void SidesView::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    const bool isNarrow = width() < narrow * m_theme.unit();
    if (isNarrow == m_isNarrow)
        return;
    m_isNarrow = isNarrow;
    arrange();
}

void SidesView::arrange()
{
    m_grid->removeWidget(m_differencePanel);
    if (m_isNarrow)
        m_grid->addWidget(m_differencePanel, 1, 0, 1, 2);
    else
        m_grid->addWidget(m_differencePanel, 0, 2);
    m_grid->setColumnStretch(0, 10);
    m_grid->setColumnStretch(1, 15);
    m_grid->setColumnStretch(2, m_isNarrow ? 0 : 15);
}

void SidesView::forget()
{
    m_study.reset();
    m_picked.clear();
    m_matrix->setMatrix({}, {}, {});
    m_differences->show(nullptr, {}, {}, {});
    m_chart->setChart({});
}

void SidesView::show(const SharedStudy &study)
{
    const SidesSummary &summary = *study->compared->summary;
    constexpr int maxCharacters = 26;
    const QStringList names
        = fittedNames({lineText(summary.first), lineText(summary.second)}, maxCharacters);
    m_first = names[0];
    m_second = names[1];
    m_differences->show(nullptr, {}, {}, {}); // Its rows point into the last study.
    m_study = study;
    m_sentence->say(summary, study->figures);
    m_matrix->setMatrix(study->matrix, m_first, m_second);
    m_matrixPanel->setAbout(
        tr("%1 · rows %2, columns %3")
            .arg(counted(study->matrix.total, tr("%1 task"), tr("%1 tasks")), m_first, m_second));
    fitMatrix();
    showBars();
    showChart();
    showAll();
}

/// Makes the matrix as large as its contents, so that it never scrolls.
void SidesView::fitMatrix()
{
    const int unit = m_theme.unit();
    const QHeaderView &header = *m_matrixTable->horizontalHeader();
    const QAbstractItemView &hints = *m_matrixTable; // makes sizeHintForColumn() public
    for (int column = 0; column < m_matrix->columnCount(); ++column) {
        const int least = column == 0 ? 13 * unit : unit * 23 / 4;
        const int needed
            = column == 0 ? hints.sizeHintForColumn(0) : header.sectionSizeHint(column);
        m_matrixTable->setColumnWidth(column, std::max(least, needed));
    }
    const int width = header.length() + 2 * m_matrixTable->frameWidth();
    m_matrixTable->setMinimumWidth(width);
    m_left->setMinimumWidth(std::max(50 * unit, width + 4 * unit)); // with the panel's margins
    m_matrixTable->setFixedHeight(header.sizeHint().height()
                                  + m_matrix->rowCount()
                                      * m_matrixTable->verticalHeader()->defaultSectionSize()
                                  + unit * 3 / 2);
}

void SidesView::showBars()
{
    const SidesSummary &summary = *m_study->compared->summary;
    m_solvingPanel->setAbout(counted(summary.judged, tr("%1 task evaluated on both sides"),
                                     tr("%1 tasks evaluated on both sides")));
    m_solving->setBars(
        {{{},
          {{tr("both"), summary.solvedByBoth, Token::Correct, false, true},
           {tr("only %1").arg(m_first), summary.onlyFirst, Token::Faster, false, true},
           {tr("only %1").arg(m_second), summary.onlySecond, Token::Slower, false, true},
           {tr("neither"), summary.neither, Token::Neutral, false, true}},
          {}}});
    std::vector<StripBars::Bar> bars;
    bars.reserve(m_study->groups.size());
    for (const GroupSpeeds &group : m_study->groups) {
        QString note = tr("%1 timed").arg(countText(group.timed));
        if (group.timed == 0)
            note = group.solvedByBoth == 0 ? tr("none solved by both")
                                           : tr("none timed on both sides");
        bars.push_back(
            {lineText(group.group),
             {{aheadText(), group.firstFaster, Token::Faster},
              {tr("unclear"), group.unclear, Token::Neutral, true},
              {isOfGains() ? tr("smaller") : tr("slower"), group.firstSlower, Token::Slower}},
             note});
    }
    m_speedPanel->setName(m_study->grouping == GroupBy::Level ? tr("Speed by level")
                                                              : tr("Speed by category"));
    m_speedPanel->setAbout(tr("tasks both solve"));
    m_speeds->setBars(std::move(bars));
    m_speedPanel->setVisible(summary.timed > 0);
}

void SidesView::showChart()
{
    const bool hasChart = m_study->chart.has_value();
    m_chartStack->setCurrentIndex(hasChart ? 0 : 1);
    if (!hasChart) {
        const bool isLeftOut = m_study->compared->measure == SpeedMeasure::Nothing;
        m_chartPanel->setName(tr("Speed"));
        m_chartPanel->setAbout({});
        m_noChart->setText(isLeftOut ? tr("Only outcomes are compared.")
                                     : tr("No task solved by both was timed on both."));
        m_chart->setChart({});
        return;
    }
    m_chartPanel->setName(toQt(m_study->chart->title));
    m_chartPanel->setAbout(
        tr("%1 · drag to select").arg(counted(m_study->chart->n, tr("%1 task"), tr("%1 tasks"))));
    Chart chart = *m_study->chart;
    chart.title.clear(); // The panel shows the title.
    m_chart->setChart(std::move(chart));
    m_chart->setBrush({});
}

void SidesView::showAll()
{
    m_picked.clear();
    m_chart->setBrush({});
    {
        const QSignalBlocker quiet(m_matrixTable->selectionModel());
        m_matrixTable->clearSelection();
    }
    m_matrixTable->viewport()->update();
    if (!m_study->differences.empty()) {
        showPairs(m_study->differences, tr("Largest differences"));
    } else {
        DifferenceModel::Pairs apart;
        for (const ComparedPair &pair : m_study->comparison()->pairs) {
            if (pair.state == PairState::Fixed || pair.state == PairState::Broken)
                apart.push_back(&pair);
        }
        showPairs(std::move(apart), tr("Solved by one side"));
    }
    m_all->hide();
}

void SidesView::showPairs(DifferenceModel::Pairs pairs, const QString &name)
{
    const auto shown = static_cast<std::int64_t>(pairs.size());
    m_differences->show({m_study, m_study->comparison()}, std::move(pairs), m_first, m_second);
    m_differencePanel->setName(name);
    m_differencePanel->setAbout(tr("%1 · ratio > 1: %2").arg(countText(shown), aheadText()));
    m_all->show();
}

/// Gains relative to each device's own baseline do not tell which device is faster.
QString SidesView::aheadText() const
{
    return isOfGains() ? tr("larger gain on %1").arg(m_first) : tr("%1 faster").arg(m_first);
}

QString SidesView::cellText(const SideMatrixModel::Cell &cell) const
{
    return tr("%1 → %2").arg(endingText(cell.first), endingText(cell.second));
}

void SidesView::pickCell(const QModelIndex &index)
{
    const auto cell = m_study ? m_matrix->cellAt(index) : std::nullopt;
    if (!cell)
        return;
    DifferenceModel::Pairs pairs;
    for (const ComparedPair &pair : m_study->comparison()->pairs) {
        if (endingOf(pair.baseline) == cell->first && endingOf(pair.other) == cell->second)
            pairs.push_back(&pair);
    }
    showPairs(std::move(pairs), cellText(*cell));
    m_picked = m_differences->ids();
}

void SidesView::openCell(const QModelIndex &index)
{
    pickCell(index);
    if (const auto cell = m_matrix->cellAt(index))
        emit resultsRequested(m_picked, cellText(*cell));
}

void SidesView::pick(const std::vector<RowId> &ids, const QString &text)
{
    if (!m_study || ids.empty()) {
        if (m_study)
            showAll();
        emit brushed({}, {});
        return;
    }
    m_picked = ids;
    m_chart->setBrush(ids);
    DifferenceModel::Pairs pairs;
    std::ranges::copy_if(m_study->differences, std::back_inserter(pairs),
                         [&](const ComparedPair *pair) {
                             const std::vector<RowId> own = idsOf(*pair);
                             return std::ranges::includes(ids, own);
                         });
    showPairs(std::move(pairs), tr("Picked"));
    emit brushed(ids, text);
}

/// Highlights the dot of the current row if nothing else is selected.
void SidesView::followDifference(const QModelIndex &index)
{
    if (!m_study || !index.isValid() || !m_differenceTable->hasFocus())
        return;
    m_chart->setBrush(idsOf(m_differences->pairAt(index.row())));
}

} // namespace loupe::ui
