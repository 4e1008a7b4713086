// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/compare/runcomparisonview.h"

#include "core/report/tables/comparisontables.h"
#include "ui/models/texttablemodel.h"
#include "ui/shell/runs/runmarking.h"
#include "ui/shell/session/commandregistry.h"
#include "ui/shell/session/selection.h"
#include "ui/shell/session/storesession.h"
#include "ui/style/theme.h"
#include "ui/text/distinctnames.h"
#include "ui/text/words.h"
#include "ui/widgets/layout/emptystate.h"
#include "ui/widgets/layout/parts.h"
#include "ui/widgets/tables/columnmemory.h"
#include "ui/widgets/tables/fittedcolumns.h"

#include <QBoxLayout>
#include <QCheckBox>
#include <QCoreApplication>
#include <QHeaderView>
#include <QPushButton>
#include <QScopedValueRollback>
#include <QSignalBlocker>
#include <QStackedLayout>
#include <QTabWidget>

#include <algorithm>
#include <span>

using namespace Qt::StringLiterals;

namespace loupe::ui {

namespace {

QString choiceText(const char *text)
{
    return QCoreApplication::translate("PairChoices", text);
}

PairChoice choiceOf(const char *text, PairState state, const RunComparison &comparison)
{
    return {choiceText(text).arg(countText(comparison.count(state))),
            [state](const ComparedPair &pair) { return pair.state == state; }};
}

PairChoice choiceOf(const char *text, PairVerdict verdict, const RunComparison &comparison)
{
    return {choiceText(text).arg(countText(comparison.count(verdict))),
            [verdict](const ComparedPair &pair) { return pair.verdict == verdict; }};
}

/// Returns the available subsets with their number of attempts, changes first.
std::vector<PairChoice> pairChoices(const RunComparison &comparison)
{
    const auto all = static_cast<std::int64_t>(comparison.pairs.size());
    return {
        {choiceText(QT_TRANSLATE_NOOP("PairChoices", "What changed")), isNews},
        {choiceText(QT_TRANSLATE_NOOP("PairChoices", "All attempts (%1)")).arg(countText(all)), {}},
        choiceOf(comparison.isSameMethod
                     ? QT_TRANSLATE_NOOP("PairChoices", "Newly correct (%1)")
                     : QT_TRANSLATE_NOOP("PairChoices", "Correct in the other run only (%1)"),
                 PairState::Fixed, comparison),
        choiceOf(comparison.isSameMethod
                     ? QT_TRANSLATE_NOOP("PairChoices", "Regressed (%1)")
                     : QT_TRANSLATE_NOOP("PairChoices", "Correct in the baseline run only (%1)"),
                 PairState::Broken, comparison),
        choiceOf(QT_TRANSLATE_NOOP("PairChoices", "Faster (%1)"), PairVerdict::Faster, comparison),
        choiceOf(QT_TRANSLATE_NOOP("PairChoices", "Slower (%1)"), PairVerdict::Slower, comparison),
        choiceOf(QT_TRANSLATE_NOOP("PairChoices", "Unclear (%1)"), PairVerdict::Unclear,
                 comparison),
        choiceOf(QT_TRANSLATE_NOOP("PairChoices", "Missing in the baseline (%1)"),
                 PairState::OnlyOther, comparison),
        choiceOf(QT_TRANSLATE_NOOP("PairChoices", "Missing in the other run (%1)"),
                 PairState::OnlyBaseline, comparison)};
}

/// Returns the attempts of one cell of the transition matrix.
PairChoice cellChoice(const TransitionModel::Cell &cell)
{
    return {QCoreApplication::translate("PairChoices", "Cell: %1 → %2")
                .arg(endingText(cell.first), endingText(cell.second)),
            [cell](const ComparedPair &pair) {
                return endingOf(pair.baseline) == cell.first && endingOf(pair.other) == cell.second;
            }};
}

constexpr int maxNameCharacters = 40; ///< of a run in a box or heading

/// Returns a stack of `content` and a message for its absence.
QStackedLayout *makeComparedStack(QWidget *content, QWidget *empty)
{
    auto *stack = new QStackedLayout;
    stack->addWidget(content);
    stack->addWidget(empty);
    return stack;
}

constexpr int maxHeadingName = 24; ///< characters of a run in the heading

} // namespace

void RunComparisonView::connectAll()
{
    const StoreSession &session = m_bench.session;
    connect(&session, &StoreSession::leaving, this, &RunComparisonView::forget);
    connect(&session, &StoreSession::closed, this, &RunComparisonView::sayEmpty);
    connect(&session, &StoreSession::runsChanged, this, &RunComparisonView::takeRuns);
    connect(&m_bench.marking, &RunMarking::changed, this, &RunComparisonView::takeStar);
    connect(&session, &StoreSession::filterChanged, this, &RunComparisonView::invalidate);
    connect(&session, &StoreSession::dataChanged, this, [this] { m_reading.storeChanged(); });
    connect(m_baseline, &QComboBox::currentIndexChanged, this, [this] {
        m_isUnchosen = false;
        fillRuns();
    });
    connect(m_runTable->selectionModel(), &QItemSelectionModel::selectionChanged, this, [this] {
        if (!m_isChoosing)
            m_isUnchosen = false;
        chooseOthers();
    });
    connect(m_runTable->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            &RunComparisonView::showCurrent);
    connect(m_runTable, &ResultTable::openRequested, m_pairTable,
            [this] { m_pairTable->setFocus(); });
    connect(m_matrixTable->selectionModel(), &QItemSelectionModel::currentChanged, this,
            &RunComparisonView::pickCell);
    connect(m_matrixTable, &QAbstractItemView::clicked, this, &RunComparisonView::pickCell);
    connect(m_matrixTable, &ResultTable::openRequested, m_pairTable,
            [this] { m_pairTable->setFocus(); });
    connect(m_show, &QComboBox::currentIndexChanged, this, &RunComparisonView::pickRows);
    connect(m_pairTable->horizontalHeader(), &QHeaderView::sortIndicatorChanged, m_pairModel,
            &ComparedPairModel::sort);
    connect(m_pairTable, &ResultTable::openRequested, this, &RunComparisonView::openTask);
    connect(m_toResults, &QPushButton::clicked, this, &RunComparisonView::showInResults);
    connect(m_onlyDifferences, &QCheckBox::toggled, this, &RunComparisonView::showSettings);
    connect(m_anyway, &QPushButton::clicked, this, [this] {
        m_allowsChangedTasks = true;
        invalidate();
    });
}

void RunComparisonView::forget()
{
    m_reading.cancel();
    m_runs.clear();
    m_star.clear();
    m_others.clear();
    m_cell.reset();
    m_isUnchosen = true;
    m_allowsChangedTasks = false;
    m_compared = {};
    m_runModel->setComparison(nullptr);
    {
        const QSignalBlocker quiet(m_baseline);
        m_baseline->clear();
    }
    {
        const QScopedValueRollback choosing(m_isChoosing, true);
        m_runModel->setRuns({});
    }
    showSettings();
    showCurrent();
}

void RunComparisonView::takeRuns()
{
    std::vector<std::string> runs;
    for (const RunSummary &each : m_bench.session.runList().runs) {
        if (each.evaluations > 0)
            runs.push_back(each.run.name);
    }
    if (runs == m_runs)
        return;
    m_runs = std::move(runs);
    const std::string before = baseline();
    m_isUnchosen = before.empty();
    {
        const QSignalBlocker quiet(m_baseline);
        m_baseline->clear();
        QStringList names;
        for (const std::string &run : m_runs)
            names.append(lineText(run));
        const QStringList shown = fittedNames(names, maxNameCharacters);
        for (qsizetype i = 0; i < names.size(); ++i) {
            m_baseline->addItem(shown[i], exactQt(m_runs[static_cast<std::size_t>(i)]));
            m_baseline->setItemData(static_cast<int>(i), names[i], Qt::ToolTipRole);
        }
        m_star = exactQt(m_bench.marking.baselineName());
        const int same = m_baseline->findData(exactQt(before));
        m_baseline->setCurrentIndex(std::max(0, same >= 0 ? same : m_baseline->findData(m_star)));
    }
    fillRuns();
}

void RunComparisonView::takeStar()
{
    const QString star = exactQt(m_bench.marking.baselineName());
    if (star == m_star)
        return; // Keeps the user's choice on this page.
    m_star = star;
    if (const int index = m_baseline->findData(star); index >= 0)
        m_baseline->setCurrentIndex(index);
}

std::string RunComparisonView::baseline() const
{
    return toCore(m_baseline->currentData().toString());
}

void RunComparisonView::fillRuns()
{
    listRuns();
    chooseOthers();
}

void RunComparisonView::listRuns()
{
    m_baseline->setToolTip(lineText(baseline()));
    std::vector<std::string> others = m_runs;
    std::erase(others, baseline());
    const auto isThere
        = [&](const std::string &run) { return std::ranges::find(others, run) != others.end(); };
    std::erase_if(m_others, [&](const std::string &run) { return !isThere(run); });
    {
        const QScopedValueRollback choosing(m_isChoosing, true);
        m_compared = {};
        m_runModel->setComparison(nullptr);
        m_runModel->setRuns(std::move(others));
        if (m_others.empty())
            m_runTable->selectRow(0);
        for (const std::string &run : m_others) {
            const QModelIndex index = m_runModel->index(m_runModel->rowOf(run), 0);
            m_runTable->selectionModel()->setCurrentIndex(
                index, QItemSelectionModel::Select | QItemSelectionModel::Rows);
        }
    }
}

void RunComparisonView::adopt(const std::vector<std::string> &names)
{
    m_isUnchosen = false;
    m_others.assign(names.begin() + 1, names.end());
    {
        const QSignalBlocker quiet(m_baseline);
        m_baseline->setCurrentIndex(m_baseline->findData(exactQt(names.front())));
    }
    listRuns();
}

void RunComparisonView::chooseOthers()
{
    if (m_isChoosing)
        return;
    m_others.clear();
    for (const QModelIndex &index : m_runTable->selectionModel()->selectedRows())
        m_others.push_back(m_runModel->runs()[static_cast<std::size_t>(index.row())]);
    m_allowsChangedTasks = false;
    invalidate();
}

Result<RunComparisonView::Compared>
RunComparisonView::compare(StoreReader &reader, ComparisonRequest request,
                           const std::vector<std::string> &choices, const std::string &star,
                           const std::stop_token &stop)
{
    if (!choices.empty()) {
        const auto pair = firstStoredPair(reader, request.filter, choices, star, stop);
        if (!pair)
            return pair.error();
        if (*pair) {
            request.baseline = (*pair)->first;
            request.runs = {(*pair)->second};
        }
    }
    auto stored = compareStored(reader, request, stop);
    if (!stored)
        return std::move(stored).error();
    std::vector<RowId> ids;
    for (const Result<RunComparison> &each : stored->comparisons) {
        if (!each)
            continue;
        for (const ComparedPair &pair : each->pairs) {
            for (const MetricRow *row : {pair.baseline, pair.other}) {
                if (row && row->speedup)
                    ids.push_back(row->id);
            }
        }
    }
    constexpr std::size_t idsAtOnce = 4096;
    const auto intervals = std::make_shared<ComparedPairModel::Intervals>();
    for (std::size_t first = 0; first < ids.size(); first += idsAtOnce) {
        if (stop.stop_requested())
            return Error{Errc::Cancelled, "cancelled", {}, {}, {}};
        const std::size_t count = std::min(idsAtOnce, ids.size() - first);
        for (const ResultRow &row : reader.fetch(std::span(ids).subspan(first, count)))
            (*intervals)[row.id.value] = {row.speedupLow, row.speedupHigh};
    }
    return Compared{std::make_shared<const StoreComparison>(std::move(*stored)), intervals};
}

void RunComparisonView::reload()
{
    const auto pool = m_bench.session.pool();
    if (!pool || m_others.empty()) {
        m_reading.cancel();
        say();
        return;
    }
    for (ResultTable *table : {m_runTable, m_matrixTable, m_figureTable, m_pairTable})
        table->setStale(true);
    ComparisonRequest request;
    request.baseline = baseline();
    request.runs = m_others;
    request.filter = m_bench.session.filter();
    request.allowChangedTasks = m_allowsChangedTasks;
    const std::vector<std::string> choices = m_isUnchosen ? m_runs : std::vector<std::string>();
    m_reading.read(
        pool,
        [request, choices, star = toCore(m_star)](StoreReader &reader,
                                                  const std::stop_token &stop) {
            return compare(reader, request, choices, star, stop);
        },
        [this](const Result<Compared> &result) { deliver(result); });
}

void RunComparisonView::deliver(const Result<Compared> &result)
{
    for (ResultTable *table : {m_runTable, m_matrixTable, m_figureTable, m_pairTable})
        table->setStale(false);
    m_error = problemOf(result);
    if (result && m_isUnchosen)
        adopt((*result).stored->names);
    m_compared = result ? *result : Compared();
    m_runModel->setComparison(m_compared.stored);
    showSettings();
    showCurrent();
}

std::shared_ptr<const RunComparison> RunComparisonView::shown() const
{
    const Result<RunComparison> *result = m_runModel->resultAt(m_runTable->currentIndex().row());
    if (!result || !*result)
        return nullptr;
    return {m_compared.stored, &**result};
}

void RunComparisonView::showCurrent()
{
    if (m_isChoosing)
        return;
    const auto comparison = shown();
    if (comparison)
        showColumns(*comparison);
    m_pairModel->setComparison(comparison, m_compared.intervals);
    m_matrixModel->setMatrix(comparison ? transitionMatrix(*comparison) : TransitionMatrix());
    showFigures(comparison.get());
    if (comparison) {
        m_matrixNote->setText(toQt(transitionTable(*comparison).caption));
        fillChoices(*comparison);
    } else {
        m_matrixNote->clear();
        pickRows();
    }
    say();
    emit statusChanged();
}

void RunComparisonView::showColumns(const RunComparison &comparison)
{
    const auto has
        = [&](const auto &isGiven) { return std::ranges::any_of(comparison.pairs, isGiven); };
    const bool hasRatios = has([](const ComparedPair &pair) { return pair.ratio.has_value(); });
    const bool hasSpeedups = has([](const ComparedPair &pair) {
        return (pair.baseline && pair.baseline->speedup) || (pair.other && pair.other->speedup);
    });
    const auto show = [this](ComparedPairModel::Column column, bool isFilled) {
        const bool isHidden = m_pairTable->columnMemory().isHiddenByChoice(column);
        m_pairTable->setColumnHidden(column, isHidden || !isFilled);
    };
    using enum ComparedPairModel::Column;
    show(MethodColumn, comparison.byMethod);
    for (const auto column :
         {BaselineSpeedupColumn, OtherSpeedupColumn, BaselineIntervalColumn, OtherIntervalColumn})
        show(column, hasSpeedups);
    for (const auto column : {RatioColumn, RatioIntervalColumn})
        show(column, hasRatios);
}

void RunComparisonView::showFigures(const RunComparison *comparison)
{
    Table table = comparison ? comparedFiguresTable(*comparison) : Table();
    if (comparison) { // Long run names are already in the heading.
        table.columns[0].title = toCore(tr("Figure"));
        table.columns[1].title = toCore(tr("Baseline run"));
        table.columns[2].title = toCore(tr("Compared run"));
        table.columns[3].title = toCore(tr("Change (interval)"));
        table.columns[4].title = toCore(tr("Attempts"));
        for (std::vector<std::string> &row : table.rows)
            row[3] = toCore(toQt(row[3]).replace(u'-', u'−'));
    }
    m_figureModel->setTable(std::move(table));
}

void RunComparisonView::fillChoices(const RunComparison &comparison)
{
    const int before = m_show->currentIndex();
    {
        const QSignalBlocker quiet(m_show);
        m_choices = pairChoices(comparison);
        if (m_cell)
            m_choices.push_back(cellChoice(*m_cell));
        m_show->clear();
        for (const PairChoice &choice : m_choices)
            m_show->addItem(choice.text);
        m_show->setCurrentIndex(std::clamp(before, 0, m_show->count() - 1));
    }
    pickRows();
}

void RunComparisonView::pickCell(const QModelIndex &index)
{
    const auto cell = m_matrixModel->cellAt(index);
    const auto comparison = shown();
    if (!cell || !comparison)
        return;
    m_cell = cell;
    fillChoices(*comparison);
    m_show->setCurrentIndex(m_show->count() - 1);
    m_tabs->setCurrentIndex(0);
}

void RunComparisonView::pickRows()
{
    const int choice = m_show->currentIndex();
    if (choice >= 0)
        m_pairModel->setCondition(m_choices[static_cast<std::size_t>(choice)].condition);
    m_toResults->setText(tr("Show these %1 in Results").arg(countText(m_pairModel->rowCount())));
    m_toResults->setAccessibleName(m_toResults->text());
    m_toResults->setEnabled(m_pairModel->rowCount() > 0);
}

void RunComparisonView::showSettings()
{
    const bool all = !m_onlyDifferences->isChecked();
    Table table;
    QStringList help;
    if (m_compared.stored) {
        table = configurationTable(m_compared.stored->configuration, m_compared.stored->names, all);
        for (const std::string &name : m_compared.stored->names)
            help.append(lineText(name));
        const QStringList shown = fittedNames(help, maxNameCharacters);
        const qsizetype first = static_cast<qsizetype>(table.columns.size()) - help.size();
        for (qsizetype i = 0; i < help.size(); ++i)
            table.columns[static_cast<std::size_t>(first + i)].title = toCore(shown[i]);
        table.columns[0].title = toCore(tr("Setting"));
        help = QStringList(first, QString()) + help;
    }
    m_settingModel->setTable(std::move(table), help);
}

void RunComparisonView::showInResults()
{
    m_bench.selection.set(
        m_pairModel->ids(),
        tr("%1 selected: %2, \"%3\" against \"%4\"")
            .arg(counted(m_pairModel->rowCount(), tr("%1 attempt"), tr("%1 attempts")),
                 m_show->currentText(),
                 m_runModel->index(m_runTable->currentIndex().row(), 0).data().toString(),
                 lineText(baseline())));
    m_bench.commands.action(u"page.results"_s)->trigger();
}

void RunComparisonView::openTask(const QModelIndex &index)
{
    const ComparedPair &pair = m_pairModel->pairAt(index.row());
    const auto comparison = shown();
    Filter filter;
    filter.terms.push_back({"task", FilterOp::Is, {pair.task.text()}, false, 0});
    filter.terms.push_back(
        {"run", FilterOp::Is, {comparison->baseline.text(), comparison->other.text()}, false, 0});
    m_bench.selection.clear();
    const Status applied = m_bench.session.setFilter(exactQt(text(filter)));
    Q_ASSERT(applied);
    m_bench.commands.action(u"page.results"_s)->trigger();
}

void RunComparisonView::compare(const QString &baseline, const QString &other)
{
    m_isUnchosen = false;
    if (const int index = m_baseline->findData(baseline); index >= 0)
        m_baseline->setCurrentIndex(index);
    if (const int row = m_runModel->rowOf(toCore(other)); row >= 0)
        m_runTable->selectRow(row);
}

QString RunComparisonView::keys() const
{
    return tr(
        "J/K next run, Shift+↓ several · Enter goes to the tasks, on a task shows its results");
}

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
    , m_heading(new QLabel)
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
    auto *column = makeColumn(unit, content);
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
    m_heading->setWordWrap(true);
    m_heading->setTextFormat(Qt::PlainText);
    m_definition->setWordWrap(true);
    m_definition->setTextFormat(Qt::PlainText);
    m_baseline->setAccessibleName(tr("Baseline run"));
    m_baseline->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_baseline->setMinimumContentsLength(26); // Run names are long.
    auto *label = makeDim(tr("Baseline run"));
    label->setBuddy(m_baseline);
    auto *top = makeRow(unit * 3 / 2);
    top->addWidget(m_heading, 1);
    top->addWidget(label);
    top->addWidget(m_baseline);
    auto *head = new QWidget;
    auto *column = makeColumn(unit / 2, head);
    column->addLayout(top);
    column->addWidget(m_definition);
    return head;
}

QWidget *RunComparisonView::makeSummary()
{
    const int unit = m_bench.theme.unit();
    m_runTable->setModel(m_runModel);
    m_runTable->setAccessibleName(tr("Compared runs"));
    (new FittedColumns(*m_runTable, m_bench.theme, ComparedRunModel::NameColumn))->set();
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
    auto *column = makeColumn(0, figures);
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
        ->set({{24, 0}, {}, {}, {24, 0}}); // task and change
    makeSortable(*m_pairTable->horizontalHeader());
    auto *bar = makeRow(unit);
    bar->setContentsMargins(unit, unit / 2, unit, unit / 2);
    bar->addWidget(m_show);
    bar->addStretch(1);
    bar->addWidget(m_toResults);
    auto *pairs = new QWidget;
    auto *column = makeColumn(0, pairs);
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
    auto *column = makeColumn(0, settings);
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

QString RunComparisonView::refusal() const
{
    const Result<RunComparison> *result = m_runModel->resultAt(m_runTable->currentIndex().row());
    if (!result || *result)
        return {};
    const Error &error = result->error();
    return toQt(error.detail.empty() ? error.message : error.message + ":\n" + error.detail);
}

void RunComparisonView::say()
{
    const auto comparison = shown();
    if (comparison) {
        const QStringList whole{lineText(comparison->other.text()),
                                lineText(comparison->baseline.text())};
        const QStringList shown = fittedNames(whole, maxHeadingName);
        const auto change = [&](PairState state) -> QString {
            return countText(comparison->count(state)) + u' '
                + toQt(changeWord(state, comparison->isSameMethod));
        };
        m_heading->setText(tr("%1 vs %2: %3, %4, speed %5")
                               .arg(shown[0], shown[1], change(PairState::Fixed),
                                    change(PairState::Broken), toQt(name(comparison->verdict))));
        m_heading->setToolTip(tr("%1 vs %2").arg(whole[0], whole[1]));
        QString definition = toQt(m_figureModel->table().caption);
        for (const std::string &reason : comparison->regressions)
            definition += (comparison->isSameMethod ? tr(" Regression: %1.") : tr(" Worse: %1."))
                              .arg(toQt(reason));
        if (m_compared.stored->flagged.count > 0)
            definition += tr(" Flagged by the audit and not counted as correct: %1 of %2.")
                              .arg(countText(m_compared.stored->flagged.count),
                                   counted(m_compared.stored->flagged.of, tr("%1 result"),
                                           tr("%1 results")));
        m_definition->setText(definition);
    } else {
        m_heading->setText(counted(m_runModel->rowCount(), tr("%1 run can be compared"),
                                   tr("%1 runs can be compared")));
        m_definition->setText({});
    }
    const QString reason = refusal();
    m_reason->setText(reason);
    const Result<RunComparison> *result = m_runModel->resultAt(m_runTable->currentIndex().row());
    m_anyway->setVisible(result && !*result && isOfChangedTasks(result->error()));
    m_refused->setVisible(!reason.isEmpty());
    sayNotCompared();
    sayEmpty();
}

void RunComparisonView::sayNotCompared()
{
    const bool isCompared = shown() != nullptr;
    const Result<RunComparison> *result = m_runModel->resultAt(m_runTable->currentIndex().row());
    if (result && !*result)
        m_noFigures->say(tr("These runs cannot be compared."), toQt(result->error().message),
                         nullptr);
    else
        m_noFigures->say(tr("No run is selected."), tr("Choose one on the left."), nullptr);
    m_noPairs->say(tr("No attempt is shown."), tr("Choose comparable runs above."), nullptr);
    m_figureStack->setCurrentIndex(isCompared ? 0 : 1);
    m_pairStack->setCurrentIndex(isCompared ? 0 : 1);
}

void RunComparisonView::sayEmpty()
{
    CommandRegistry &commands = m_bench.commands;
    if (!m_bench.session.isOpen())
        m_empty->sayNoStore(m_bench.session, tr("Open one to compare its runs."),
                            commands.action(u"store.open"_s));
    else if (!m_error.isEmpty())
        m_empty->say(tr("The runs could not be compared."), m_error,
                     commands.action(u"view.reload"_s));
    else
        m_empty->say(m_runs.empty() ? tr("This store has no run with results yet.")
                                    : tr("This store has only one run with results."),
                     tr("A comparison needs two: evaluate other kernels into this store, or import "
                        "results."),
                     commands.action(u"run.new"_s));
    m_stack->setCurrentIndex(m_runs.size() < 2 || !m_error.isEmpty() ? 1 : 0);
}

} // namespace loupe::ui
