// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/overview/overviewpage.h"

#include "core/analysis/metrics/carriedmean.h"
#include "core/analysis/population/populationtext.h"
#include "core/analysis/rows/grouping.h"
#include "core/base/clock.h"
#include "core/model/filteredit.h"
#include "core/report/tables/overviewtables.h"
#include "ui/models/categorymodel.h"
#include "ui/models/scoreboardmodel.h"
#include "ui/models/texttablemodel.h"
#include "ui/pages/overview/overviewnotes.h"
#include "ui/shell/session/commandregistry.h"
#include "ui/shell/session/scopedpopulation.h"
#include "ui/shell/session/storesession.h"
#include "ui/shell/session/visitmemory.h"
#include "ui/style/theme.h"
#include "ui/text/words.h"
#include "ui/widgets/emptystate.h"
#include "ui/widgets/fittedcolumns.h"
#include "ui/widgets/parts.h"
#include "ui/widgets/resulttable.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QStackedLayout>

#include <algorithm>
#include <utility>

using namespace Qt::StringLiterals;

namespace loupe::ui {

namespace {

/// Limit of a readable filter, and below SQLite's limit.
constexpr std::size_t maxInFilter = 500;
constexpr int maxScoreRows = 8; ///< rows visible without scrolling

Filter filterOf(const std::vector<RowId> &ids)
{
    FilterTerm term{"id", FilterOp::Is, {}, false, 0};
    term.values.reserve(ids.size());
    for (const RowId id : ids)
        term.values.push_back(std::to_string(id.value));
    return Filter{{std::move(term)}};
}

/// Shortens method names in the headers, so that columns are only as wide as their numbers.
Table narrowed(Table table)
{
    constexpr qsizetype longest = 11;
    constexpr qsizetype ending = 5;
    for (TableColumn &column : table.columns) {
        const QString name = toQt(column.title);
        if (name.size() > longest)
            column.title = toCore(name.left(longest - ending - 1) + u'…' + name.right(ending));
    }
    return table;
}

QStringList toQtLines(const std::vector<std::string> &lines)
{
    QStringList out;
    for (const std::string &each : lines)
        out.append(toQt(each));
    return out;
}

/// Returns true if a column of the scoreboard counts the result.
bool isBehind(const MetricRow &cell, int column)
{
    const Outcome outcome = outcomeOf(cell.verdict);
    switch (column) {
    case ScoreboardModel::BuiltColumn:
        return isJudged(outcome) && outcome != Outcome::NoBuild;
    case ScoreboardModel::CorrectColumn:
        return outcome == Outcome::Correct;
    case ScoreboardModel::FasterColumn:
        return cellOutcome(cell) == CellOutcome::CorrectFaster;
    case ScoreboardModel::MeanColumn:
    case ScoreboardModel::TimedColumn:
        return usableSpeedup(cell).has_value();
    default:
        return true;
    }
}

/// Returns the same condition as filter terms, for results too many to list.
std::string termsBehind(int column)
{
    switch (column) {
    case ScoreboardModel::BuiltColumn:
        return "status:correct,wrong,crash,timeout";
    case ScoreboardModel::CorrectColumn:
        return "status:correct";
    case ScoreboardModel::FasterColumn:
        return "status:correct speedup>1";
    case ScoreboardModel::MeanColumn:
    case ScoreboardModel::TimedColumn:
        return "status:correct speedup>0";
    default:
        return {};
    }
}

Filter parsed(const std::string &terms)
{
    auto filter = parseFilter(terms);
    return filter ? std::move(*filter) : Filter();
}

/// Restricts the filter to a method of the scoreboard.
Filter ofMethod(Filter filter, const ScoreRow &row)
{
    return asking(std::move(filter), "method", row.method);
}

} // namespace

// The layout is in overviewlayout.cpp.

OverviewPage::OverviewPage(const Workbench &bench, QWidget *parent)
    : Page(bench, parent)
    , m_heading(new ElidedLabel)
    , m_copy(makeButton(tr("Copy table")))
    , m_makeFigure(makeButton(tr("Make figure…")))
    , m_scoreModel(new ScoreboardModel(this))
    , m_categoryModel(new CategoryModel(this))
    , m_causeModel(new TextTableModel(this))
    , m_scores(new ResultTable(bench.theme))
    , m_categories(new ResultTable(bench.theme))
    , m_causes(new ResultTable(bench.theme))
    , m_scoreColumns(new FittedColumns(*m_scores, bench.theme, ScoreboardModel::OutcomesColumn))
    , m_categoryColumns(new FittedColumns(*m_categories, bench.theme, FittedColumns::noColumn))
    , m_causeColumns(new FittedColumns(*m_causes, bench.theme, 0))
    , m_legend(new QLabel)
    , m_notes(new OverviewNotes(bench))
    , m_empty(new EmptyState(bench.theme))
    , m_study([this] { invalidate(); })
{
    buildLayout();
    const StoreSession &session = bench.session;
    connect(&session.population(), &ScopedPopulation::changed, this, &OverviewPage::invalidate);
    connect(&session.population(), &ScopedPopulation::outdated, this, &OverviewPage::invalidate);
    connect(&session, &StoreSession::leaving, this, [this] {
        rememberVisit();
        m_before.reset();
        m_now.reset();
        m_study.cancel();
        m_content.reset();
    });
    connect(&session, &StoreSession::opened, this, [this] {
        const VisitMemory memory(m_bench.services.settingsFile);
        m_before = memory.last(m_bench.session.file());
    });
    connect(&session, &StoreSession::runsChanged, this, [this] {
        if (m_content)
            sayNotes();
    });
    sayEmpty();
}

OverviewPage::~OverviewPage() = default;

bool OverviewPage::isLoading() const
{
    const bool isReading = isVisible() && m_bench.session.population().isRunning();
    return Page::isLoading() || m_study.isRunning() || isReading;
}

QString OverviewPage::keys() const
{
    return tr("Tab walks the panels · Enter opens the results behind a number");
}

void OverviewPage::takeFocus()
{
    m_scores->setFocus();
}

QString OverviewPage::heading() const
{
    return m_heading->text();
}

void OverviewPage::reload()
{
    ScopedPopulation &population = m_bench.session.population();
    population.want();
    if (population.isRunning())
        return; // changed() calls this again
    auto value = population.value();
    if (!value || value->cells().empty()) {
        m_study.cancel();
        m_content.reset();
        sayEmpty();
        return;
    }
    m_study.read(
        m_bench.session.pool(),
        [filter = m_bench.session.filter(), value = std::move(value)](StoreReader &reader,
                                                                      const std::stop_token &stop) {
            return readOverview(reader, filter, value, stop);
        },
        [this](const Result<std::shared_ptr<const Content>> &content) { deliver(content); });
}

void OverviewPage::deliver(const Result<std::shared_ptr<const Content>> &content)
{
    if (content) {
        m_content = *content;
        m_problem.reset();
        show();
    } else if (content.error().code != Errc::Cancelled) {
        m_content.reset();
        m_problem = errorText(content.error());
        sayEmpty();
    }
}

void OverviewPage::show()
{
    const Scoreboard &board = m_content->board;
    const Population &population = *m_content->population;
    m_heading->setText(toQt(overviewHeadline(population, board)));
    m_scoreModel->setBoard(board);
    m_categoryModel->setRows(m_content->categories,
                             narrowed(categoryTable(m_content->categories, board)));
    m_causeModel->setTable(narrowed(causeTable(m_content->causes, board)));
    fitScores();
    std::vector<FittedColumns::Room> columns(board.rows.size() + CategoryModel::firstMethod,
                                             {5, 9});
    columns[0] = {14, 25};
    m_categoryColumns->set(columns);
    columns[0] = {20, 36};
    m_causeColumns->set(std::move(columns));
    const StoreSession &session = m_bench.session;
    if (session.filterText().isEmpty() && session.scope() == Scope())
        m_now
            = visitOf(population, board, session.runList().runs, isoTime(systemClock().wallNow()));
    sayNotes();
    m_stack->setCurrentIndex(0);
}

void OverviewPage::fitScores()
{
    m_scoreColumns->set(
        {{18, 20}, {10, 14}, {10, 14}, {14, 18}, {8, 13}, {20, 25}, {10, 14}, {14, 20}});
    const int rows = std::min<int>(m_scoreModel->rowCount(), maxScoreRows);
    m_scores->setFixedHeight(m_scores->horizontalHeader()->sizeHint().height()
                             + rows * m_scores->verticalHeader()->defaultSectionSize()
                             + m_bench.theme.unit() * 2);
}

void OverviewPage::sayNotes()
{
    m_notes->setAudit(toQtLines(sentencesOf(m_content->audit)));
    m_notes->setCaveats(caveats());
    QStringList changes;
    if (m_before && m_now)
        changes = toQtLines(changesSince(*m_before, *m_now, m_bench.session.runList().runs));
    m_notes->setChanges(m_before ? timeText(m_before->leftAt) : QString(), changes);
}

QStringList OverviewPage::caveats() const
{
    const Population &population = *m_content->population;
    const Scoreboard &board = m_content->board;
    QStringList notes;
    for (const RunSummary &run : m_bench.session.runList().runs) {
        if (run.state == "interrupted" || run.state == "cancelled")
            notes.append(
                tr("Unfinished run: %1. Resume it on the Runs page.").arg(toQt(run.run.name)));
    }
    for (const std::string &sentence : conditionSentences(population))
        notes.append(toQt(sentence));
    for (const LeftOutObservations &each : population.leftOut)
        notes.append(toQt(text(each)));
    for (const std::string &each : {compositionSentence(population), flaggedSentence(population)}) {
        if (!each.empty())
            notes.append(toQt(each));
    }
    if (const auto carried = carriedBy(population.cells()))
        notes.append(toQt(text(*carried)) + u'.');
    const auto unsound = static_cast<std::int64_t>(board.ofUnsoundTasks);
    if (unsound > 0)
        notes.append(counted(unsound,
                             tr("1 counted result has a task that an audit found unsound."),
                             tr("%1 counted results have tasks that an audit found unsound.")));
    if (board.timed == 0)
        notes.append(tr("No result has a speedup: only outcomes are compared."));
    if (population.severalVersions > 0)
        notes.append(tr("%1 task names have several versions; each counts as a task of its own.")
                         .arg(countText(static_cast<std::int64_t>(population.severalVersions))));
    if (const std::string choice = choiceSentence(population); !choice.empty())
        notes.append(toQt(choice));
    if (notes.isEmpty())
        notes.append(tr("All results are counted."));
    return notes;
}

void OverviewPage::sayEmpty()
{
    m_heading->clear();
    m_stack->setCurrentIndex(1);
    const StoreSession &session = m_bench.session;
    if (!session.isOpen())
        m_empty->say(tr("No store is open."), tr("Open one to see its results."),
                     m_bench.commands.action(u"store.open"_s));
    else if (const auto &error = session.population().error(); error || m_problem)
        m_empty->say(tr("The results could not be read."), error ? errorText(*error) : *m_problem,
                     nullptr);
    else if (const auto value = session.population().current(); value && value->given > 0)
        m_empty->say(
            tr("The scope excludes all of these results."),
            tr("%1 matched by the filter, but excluded by the scope. The scope bar shows why.")
                .arg(counted(static_cast<std::int64_t>(value->given), tr("%1 result is"),
                             tr("%1 results are"))),
            nullptr);
    else if (!session.filterText().isEmpty())
        m_empty->say(tr("No results match the filter and the scope."),
                     tr("No result matches %1").arg(session.filterText()),
                     m_bench.commands.action(u"filter.clear"_s));
    else
        m_empty->say(tr("This store has no results yet."),
                     tr("The overview appears as soon as the first evaluation ends."),
                     m_bench.commands.action(u"run.new"_s));
}

void OverviewPage::rememberVisit() const
{
    if (m_now && m_bench.session.isOpen())
        VisitMemory(m_bench.services.settingsFile).keep(m_bench.session.file(), *m_now);
}

void OverviewPage::copyScores() const
{
    QGuiApplication::clipboard()->setText(
        exactQt(toMarkdown(scoreboardTable(m_scoreModel->board()))));
}

FigureSpec OverviewPage::figureSpec() const
{
    FigureSpec spec;
    spec.name = "correct-by-method";
    spec.title = toCore(m_heading->text());
    spec.filter = toCore(m_bench.session.filterText());
    spec.chart.kind = ChartKind::SuccessBars;
    spec.chart.groupBy = GroupBy::Method;
    spec.chart.scope = m_bench.session.scope();
    return spec;
}

void OverviewPage::open(const std::vector<RowId> &ids, const Filter &otherwise)
{
    if (!ids.empty())
        emit resultsRequested(ids.size() <= maxInFilter ? filterOf(ids) : otherwise);
}

void OverviewPage::openScore(int row, int column)
{
    if (!m_content)
        return;
    const ScoreRow &score = m_content->board.rows.at(static_cast<std::size_t>(row));
    const auto ids = cellsOf(*m_content->population, score,
                             [column](const MetricRow &cell) { return isBehind(cell, column); });
    open(ids, ofMethod(parsed(termsBehind(column)), score));
}

void OverviewPage::openCategory(int row, int column)
{
    if (!m_content || column < CategoryModel::firstMethod)
        return;
    const CategoryRow &asked = m_content->categories.at(static_cast<std::size_t>(row));
    const ScoreRow &score
        = m_content->board.rows.at(static_cast<std::size_t>(column - CategoryModel::firstMethod));
    const auto ids = cellsOf(*m_content->population, score, [&asked](const MetricRow &cell) {
        return outcomeOf(cell.verdict) == Outcome::Correct && isOf(asked, cell);
    });
    Filter filter = parsed("status:correct");
    if (asked.levelNumber)
        filter = asking(std::move(filter), "level", std::to_string(*asked.levelNumber));
    if (!asked.category.empty())
        filter = asking(std::move(filter), "category", asked.category);
    open(ids, ofMethod(std::move(filter), score));
}

void OverviewPage::openCause(int row, int column)
{
    const int methods = m_content ? static_cast<int>(m_content->board.rows.size()) : 0;
    if (column < CategoryModel::firstMethod || column >= CategoryModel::firstMethod + methods)
        return;
    const auto method = static_cast<std::size_t>(column - CategoryModel::firstMethod);
    const CauseRow &cause = m_content->causes.at(static_cast<std::size_t>(row));
    const bool isStrict = m_bench.session.scope().verdict == CountedVerdict::Strict;
    Filter filter = cause.fingerprint.empty()
        ? asking({}, isStrict ? "strict" : "verdict", std::string(facts(cause.verdict).id))
        : asking({}, "fingerprint", cause.fingerprint.text());
    open(cause.cells.at(method), ofMethod(std::move(filter), m_content->board.rows.at(method)));
}

} // namespace loupe::ui
