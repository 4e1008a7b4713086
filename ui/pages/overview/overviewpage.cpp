// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/overview/overviewpage.h"

#include "core/analysis/population/populationtext.h"
#include "core/analysis/rows/grouping.h"
#include "core/model/filteredit.h"
#include "core/report/tables/overviewtables.h"
#include "ui/delegates/scoredelegate.h"
#include "ui/models/scoreboardmodel.h"
#include "ui/models/texttablemodel.h"
#include "ui/pages/frame/pageframe.h"
#include "ui/shell/session/commandregistry.h"
#include "ui/shell/session/scopedpopulation.h"
#include "ui/shell/session/storesession.h"
#include "ui/style/theme.h"
#include "ui/text/words.h"
#include "ui/widgets/emptystate.h"
#include "ui/widgets/parts.h"
#include "ui/widgets/resulttable.h"

#include <QBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QSplitter>
#include <QStackedLayout>

#include <algorithm>
#include <utility>

using namespace Qt::StringLiterals;

namespace loupe::ui {

namespace {

/// A filter of more numbers than that is no filter that anybody reads, and SQLite refuses it.
constexpr std::size_t mostInFilter = 500;
constexpr int mostScoreRows = 8; ///< that the scoreboard shows without scrolling

Filter filterOf(const std::vector<RowId> &ids, const std::string &method)
{
    if (ids.size() > mostInFilter)
        return asking({}, "method", method);
    std::string text = "id:";
    for (const RowId id : ids)
        text += (text.back() == ':' ? "" : ",") + std::to_string(id.value);
    auto filter = parseFilter(text);
    return filter ? std::move(*filter) : Filter();
}

/// A table whose columns are methods, as wide as their numbers rather than as their names.
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

QFrame *makeTitledPanel(const Theme &theme, const QString &title, const QString &about,
                        QWidget *inside)
{
    QFrame *panel = makePanel();
    const int unit = theme.unit();
    auto *head = makeRow(unit);
    head->setContentsMargins(unit, unit, unit, unit / 2);
    auto *name = new QLabel(title);
    QFont font = theme.uiFont();
    font.setWeight(QFont::DemiBold);
    name->setFont(font);
    head->addWidget(name);
    auto *dim = new ElidedLabel(about);
    dim->setProperty("tone", u"dim"_s);
    head->addWidget(dim, 1);
    qobject_cast<QVBoxLayout *>(panel->layout())->addLayout(head);
    panel->layout()->addWidget(inside);
    return panel;
}

} // namespace

OverviewPage::OverviewPage(const Workbench &bench, QWidget *parent)
    : Page(bench, parent)
    , m_heading(new ElidedLabel)
    , m_scoreModel(new ScoreboardModel(this))
    , m_categoryModel(new TextTableModel(this))
    , m_failureModel(new TextTableModel(this))
    , m_scores(new ResultTable(bench.theme))
    , m_categories(new ResultTable(bench.theme))
    , m_failures(new ResultTable(bench.theme))
    , m_notes(new QLabel)
    , m_empty(new EmptyState(bench.theme))
{
    buildLayout();
    const ScopedPopulation &population = bench.session.population();
    connect(&population, &ScopedPopulation::changed, this, &OverviewPage::invalidate);
    connect(&population, &ScopedPopulation::outdated, this, &OverviewPage::invalidate);
    connect(&bench.session, &StoreSession::runsChanged, this, [this] {
        if (m_content)
            sayNotes(*m_content);
    });
    sayEmpty();
}

OverviewPage::~OverviewPage() = default;

bool OverviewPage::isLoading() const
{
    const bool isReading = isVisible() && m_bench.session.population().isRunning();
    return Page::isLoading() || m_job.isRunning() || isReading;
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

void OverviewPage::buildLayout()
{
    const Theme &theme = m_bench.theme;
    const int unit = theme.unit();
    m_heading->setFont(theme.headingFont());
    m_scores->setModel(m_scoreModel);
    m_scores->setAccessibleName(tr("Scoreboard"));
    auto *delegate = new ScoreDelegate(theme, this);
    for (const int column : {ScoreboardModel::BuiltColumn, ScoreboardModel::CorrectColumn,
                             ScoreboardModel::FasterColumn, ScoreboardModel::MeanColumn,
                             ScoreboardModel::OutcomesColumn})
        m_scores->setItemDelegateForColumn(column, delegate);
    m_scores->verticalHeader()->setDefaultSectionSize(4 * unit);
    m_categories->setModel(m_categoryModel);
    m_categories->setAccessibleName(tr("Correct, by category"));
    m_failures->setModel(m_failureModel);
    m_failures->setAccessibleName(tr("How kernels fail"));
    m_notes->setAccessibleName(tr("Notes"));
    m_notes->setWordWrap(true);
    m_notes->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    m_notes->setTextFormat(Qt::PlainText); // names in it come from files
    m_notes->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_notes->setMargin(unit);
    auto *lower = makeSplitter(Qt::Horizontal, theme);
    lower->addWidget(makeTitledPanel(theme, tr("Correct, by category"),
                                     tr("tasks solved by each method"), m_categories));
    lower->addWidget(makeTitledPanel(theme, tr("How kernels fail"),
                                     tr("each method at each task once"), m_failures));
    lower->addWidget(makeTitledPanel(theme, tr("Notes"), {}, m_notes));
    lower->setStretchFactor(0, 5);
    lower->setStretchFactor(1, 4);
    lower->setStretchFactor(2, 3);
    auto *content = new QWidget;
    auto *column = new QVBoxLayout(content);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(unit * 5 / 4);
    column->addWidget(m_heading);
    column->addWidget(makeTitledPanel(theme, tr("Scoreboard"),
                                      tr("most correct first · Enter opens the results behind a "
                                         "number"),
                                      m_scores));
    column->addWidget(lower, 1);
    m_stack = fillPage(this, content, m_empty, theme);
    connect(m_scores, &ResultTable::openRequested, this,
            [this](const QModelIndex &index) { openScore(index.row(), index.column()); });
    connect(m_categories, &ResultTable::openRequested, this,
            [this](const QModelIndex &index) { openCategory(index.row(), index.column()); });
    connect(m_failures, &ResultTable::openRequested, this,
            [this](const QModelIndex &index) { openFailure(index.row(), index.column()); });
}

std::shared_ptr<const OverviewPage::Content>
OverviewPage::made(std::shared_ptr<const Population> population)
{
    auto out = std::make_shared<Content>();
    out->board = scoreboard(*population);
    out->categories = categoryMatrix(*population, out->board);
    out->failures = failureMatrix(*population, out->board);
    out->population = std::move(population);
    return out;
}

void OverviewPage::reload()
{
    ScopedPopulation &population = m_bench.session.population();
    population.want();
    if (population.isRunning())
        return; // changed() brings us back
    const auto value = population.value();
    if (!value || value->cells().empty()) {
        m_job.cancel();
        m_content.reset();
        sayEmpty();
        return;
    }
    m_job.start([value](const std::stop_token &) { return made(value); },
                [this](const std::shared_ptr<const Content> &content) { show(content); });
}

void OverviewPage::show(const std::shared_ptr<const Content> &content)
{
    m_content = content;
    m_heading->setText(toQt(overviewHeadline(*content->population, content->board)));
    m_scoreModel->setBoard(content->board);
    m_categoryModel->setTable(narrowed(categoryTable(content->categories, content->board)));
    m_failureModel->setTable(narrowed(failureTable(content->failures, content->board)));
    m_scores->setColumnCharacters({18, 14, 14, 18, 13, 25, 14, 20});
    const int rows = std::min<int>(m_scoreModel->rowCount(), mostScoreRows);
    m_scores->setFixedHeight(m_scores->horizontalHeader()->sizeHint().height()
                             + rows * m_scores->verticalHeader()->defaultSectionSize()
                             + m_bench.theme.unit() * 2);
    const auto methods = content->board.rows.size();
    std::vector<int> categories(methods + 2, 9);
    categories[0] = 25;
    m_categories->setColumnCharacters(categories);
    categories[0] = 24;
    m_failures->setColumnCharacters(categories);
    sayNotes(*content);
    m_stack->setCurrentIndex(0);
}

void OverviewPage::sayNotes(const Content &content)
{
    const Population &population = *content.population;
    const Scoreboard &board = content.board;
    QStringList notes;
    for (const RunSummary &run : m_bench.session.runList().runs) {
        if (run.state == "interrupted" || run.state == "cancelled")
            notes.append(tr("Unfinished run: %1. Runs resumes it.").arg(toQt(run.run.name)));
    }
    for (const std::string &sentence : conditionSentences(population))
        notes.append(toQt(sentence));
    for (const LeftOutObservations &each : population.leftOut)
        notes.append(tr("Left out: %1").arg(toQt(text(each))));
    const auto unsound = static_cast<std::int64_t>(board.ofUnsoundTasks);
    if (unsound > 0)
        notes.append(counted(unsound,
                             tr("1 counted result is of a task that an audit calls unsound."),
                             tr("%1 counted results are of tasks that an audit calls unsound.")));
    if (board.timed == 0)
        notes.append(tr("No result has a speedup: only outcomes are compared."));
    if (population.severalVersions > 0)
        notes.append(tr("%1 names of tasks stand for several contents; each is a task of its own.")
                         .arg(countText(static_cast<std::int64_t>(population.severalVersions))));
    if (population.observations().size() > population.cells().size())
        notes.append(tr("Of several attempts at a task %1 speaks.")
                         .arg(toQt(sentenceOf(population.scope().choice))));
    if (notes.isEmpty())
        notes.append(tr("Nothing was left out or chosen among."));
    m_notes->setText(notes.join(u"\n\n"_s));
}

void OverviewPage::sayEmpty()
{
    m_heading->clear();
    m_stack->setCurrentIndex(1);
    const StoreSession &session = m_bench.session;
    if (!session.isOpen())
        m_empty->say(tr("No store is open."), tr("Open one to see what it holds."),
                     m_bench.commands.action(u"store.open"_s));
    else if (const auto &error = session.population().error())
        m_empty->say(tr("The results could not be read."), errorText(*error), nullptr);
    else if (!session.filterText().isEmpty())
        m_empty->say(tr("Nothing matches the filter and the scope."),
                     tr("No result fulfils all terms of %1").arg(session.filterText()),
                     m_bench.commands.action(u"filter.clear"_s));
    else
        m_empty->say(tr("This store has no results yet."),
                     tr("The overview appears as soon as the first evaluation ends."),
                     m_bench.commands.action(u"run.new"_s));
}

void OverviewPage::open(std::size_t score, const std::function<bool(const MetricRow &)> &counts)
{
    const ScoreRow &row = m_content->board.rows.at(score);
    const std::vector<RowId> ids = cellsOf(*m_content->population, row, counts);
    if (!ids.empty())
        emit resultsRequested(filterOf(ids, row.name));
}

void OverviewPage::openScore(int row, int column)
{
    if (!m_content)
        return;
    const auto is = [column](const MetricRow &cell) {
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
    };
    open(static_cast<std::size_t>(row), is);
}

void OverviewPage::openCategory(int row, int column)
{
    constexpr int firstMethod = 2;
    if (!m_content || column < firstMethod)
        return;
    const CategoryRow &asked = m_content->categories.at(static_cast<std::size_t>(row));
    open(static_cast<std::size_t>(column - firstMethod), [asked](const MetricRow &cell) {
        const std::string level = cell.level ? groupName(cell, GroupBy::Level) : std::string();
        return level == asked.level
            && (asked.category.empty() || groupName(cell, GroupBy::Category) == asked.category);
    });
}

void OverviewPage::openFailure(int row, int column)
{
    constexpr int firstMethod = 2;
    const int methods = m_content ? static_cast<int>(m_content->board.rows.size()) : 0;
    if (column < firstMethod || column >= firstMethod + methods)
        return;
    const Verdict verdict = m_content->failures.at(static_cast<std::size_t>(row)).verdict;
    open(static_cast<std::size_t>(column - firstMethod),
         [verdict](const MetricRow &cell) { return cell.verdict == verdict; });
}

} // namespace loupe::ui
