// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/overview/overviewpage.h"

#include "core/analysis/metrics/carriedmean.h"
#include "core/analysis/population/populationtext.h"
#include "core/base/clock.h"
#include "core/report/tables/overviewtables.h"
#include "ui/delegates/scoredelegate.h"
#include "ui/models/categorymodel.h"
#include "ui/models/scoreboardmodel.h"
#include "ui/models/texttablemodel.h"
#include "ui/pages/overview/overviewnotes.h"
#include "ui/shell/session/commandregistry.h"
#include "ui/shell/session/scopedpopulation.h"
#include "ui/shell/session/storesession.h"
#include "ui/shell/session/visitmemory.h"
#include "ui/style/theme.h"
#include "ui/text/distinctnames.h"
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
#include <numeric>
#include <type_traits>
#include <utility>

using namespace Qt::StringLiterals;

namespace loupe::ui {

namespace {

constexpr int maxScoreRows = 8; ///< rows visible without scrolling

/// Returns names for the headings of a matrix, whose columns are only as wide as their numbers.
QStringList headingNames(const QStringList &methods)
{
    constexpr int all = 24; // characters
    const auto each = all / std::max<int>(1, static_cast<int>(methods.size()));
    return fittedNames(methods, std::clamp(each, 8, 20));
}

/// Replaces the headings of the methods.
Table withHeadings(Table table, const QStringList &methods)
{
    for (qsizetype i = 0; i < methods.size(); ++i)
        table.columns[static_cast<std::size_t>(CategoryModel::firstMethod + i)].title
            = toCore(methods[i]);
    return table;
}

/// Keeps the columns of these methods.
Table ofMethods(const Table &table, const std::vector<std::size_t> &methods)
{
    std::vector<std::size_t> columns(static_cast<std::size_t>(CategoryModel::firstMethod));
    std::iota(columns.begin(), columns.end(), 0U);
    for (const std::size_t method : methods)
        columns.push_back(static_cast<std::size_t>(CategoryModel::firstMethod) + method);
    const auto only = [&](const auto &all) {
        std::decay_t<decltype(all)> out;
        for (const std::size_t column : columns)
            out.push_back(all[column]);
        return out;
    };
    Table out{table.caption, only(table.columns), {}};
    for (const auto &row : table.rows)
        out.rows.push_back(only(row));
    return out;
}

QStringList toQtLines(const std::vector<std::string> &lines)
{
    QStringList out;
    for (const std::string &each : lines)
        out.append(toQt(each));
    return out;
}

} // namespace

// The layout is in overviewlayout.cpp.

OverviewPage::OverviewPage(const Workbench &bench, QWidget *parent)
    : Page(bench, parent)
    , m_heading(new ElidedLabel)
    , m_copy(makeButton(tr("Copy table")))
    , m_makeFigure(makeButton(tr("Make figure…")))
    , m_scoreModel(new ScoreboardModel(this))
    , m_scoreDelegate(new ScoreDelegate(bench.theme, this))
    , m_categoryModel(new CategoryModel(this))
    , m_causeModel(new TextTableModel(this))
    , m_scores(new ResultTable(bench.theme))
    , m_categories(new ResultTable(bench.theme))
    , m_causes(new ResultTable(bench.theme))
    , m_scoreColumns(new FittedColumns(*m_scores, bench.theme, ScoreboardModel::OutcomesColumn))
    , m_categoryColumns(new FittedColumns(*m_categories, bench.theme, FittedColumns::noColumn))
    , m_causeColumns(new FittedColumns(*m_causes, bench.theme, 0))
    , m_legend(new QLabel)
    , m_categoryLegend(new QLabel)
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
    connect(&session, &StoreSession::closed, this, &OverviewPage::sayEmpty);
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
    return tr("Tab walks the panels · a click or Enter opens the results behind a number");
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
    showTables();
    const StoreSession &session = m_bench.session;
    if (session.filterText().isEmpty() && session.scope() == Scope())
        m_now
            = visitOf(population, board, session.runList().runs, isoTime(systemClock().wallNow()));
    sayNotes();
    m_stack->setCurrentIndex(0);
}

void OverviewPage::showTables()
{
    const Scoreboard &board = m_content->board;
    QStringList names;
    QStringList failingNames;
    m_failingMethods.clear();
    for (std::size_t method = 0; method < board.rows.size(); ++method) {
        names.append(toQt(board.rows[method].name));
        const bool fails = std::ranges::any_of(
            m_content->causes, [&](const CauseRow &cause) { return !cause.cells[method].empty(); });
        if (!fails)
            continue;
        m_failingMethods.push_back(method);
        failingNames.append(names.back());
    }
    m_categoryModel->setRows(
        m_content->categories,
        withHeadings(categoryTable(m_content->categories, board), headingNames(names)), names);
    m_causeModel->setTable(
        withHeadings(ofMethods(causeTable(m_content->causes, board), m_failingMethods),
                     headingNames(failingNames)),
        QStringList(CategoryModel::firstMethod, QString()) + failingNames);
    m_scoreColumns->set({{}, {}, {10, 14}, {14, 18}, {8, 13}, {20, 25}, {10, 14}, {14, 20}});
    const bool isOne = names.size() == 1;
    m_categories->setItemDelegateForColumn(CategoryModel::firstMethod,
                                           isOne ? m_scoreDelegate : nullptr);
    if (isOne)
        m_categoryColumns->set({{}, {}, {16, 30}});
    else
        m_categoryColumns->set();
    sayLegend();
    m_causeColumns->set({{20, 0}});
    const int rows = std::min<int>(m_scoreModel->rowCount(), maxScoreRows);
    m_scores->setFixedHeight(m_scores->horizontalHeader()->sizeHint().height()
                             + rows * m_scores->verticalHeader()->defaultSectionSize()
                             + m_bench.theme.unit() * 2);
}

void OverviewPage::sayNotes()
{
    m_notes->setAudit(toQtLines(sentencesOf(m_content->audit)), !m_content->audit.isEmpty());
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
            notes.append(tr("Unfinished run: %1.").arg(toQt(run.run.name)));
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
        m_empty->sayNoStore(m_bench.session, tr("Open one to see its results."),
                            m_bench.commands.action(u"store.open"_s));
    else if (const auto &error = session.population().error(); error || m_problem)
        m_empty->say(tr("The results could not be read."), error ? errorText(*error) : *m_problem,
                     nullptr);
    else if (const auto value = session.population().current(); value && value->isEmptiedByScope())
        m_empty->say(tr("The scope excludes all results."),
                     tr("The scope bar shows why each of %1 is excluded.")
                         .arg(counted(static_cast<std::int64_t>(value->given), tr("%1 result"),
                                      tr("%1 results"))),
                     nullptr);
    else if (!session.filterText().isEmpty())
        m_empty->say(tr("No results of the scope match the filter."),
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

} // namespace loupe::ui
