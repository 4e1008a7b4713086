// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/overview/overviewpage.h"

#include "core/analysis/metrics/scoreboard.h"
#include "core/analysis/metrics/speedupmeans.h"
#include "core/analysis/population/populationtext.h"
#include "core/base/clock.h"
#include "core/model/saved/filteredit.h"
#include "core/report/documents/suspicions.h"
#include "core/report/tables/overviewtables.h"
#include "core/store/read/pairselection.h"
#include "core/store/read/scopedrows.h"
#include "ui/delegates/scoredelegate.h"
#include "ui/models/categorymodel.h"
#include "ui/models/roles.h"
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
#include "ui/widgets/layout/emptystate.h"
#include "ui/widgets/tables/fittedcolumns.h"

#include <QBoxLayout>
#include <QClipboard>
#include <QFontMetrics>
#include <QGuiApplication>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>

#include <algorithm>
#include <array>
#include <numeric>
#include <span>
#include <string>
#include <type_traits>
#include <utility>

using namespace Qt::StringLiterals;

namespace loupe::ui {

namespace {

/// Reads and counts the causes of failures and the integrity findings. `population` must belong to
/// the filter. Returns Cancelled soon after `stop` is requested.
Result<std::shared_ptr<const OverviewContent>>
readOverview(StoreReader &reader, const Filter &filter,
             std::shared_ptr<const Population> population, const std::stop_token &stop)
{
    auto reasons = reader.failureReasons(withoutSpeedups(filter), stop);
    if (!reasons)
        return std::move(reasons).error();
    auto findings = observedFindings(reader, filter, *population, stop);
    if (!findings)
        return std::move(findings).error();
    auto reviews = reader.reviews();
    if (!reviews)
        return std::move(reviews).error();
    auto out = std::make_shared<OverviewContent>();
    out->board = scoreboard(*population);
    out->categories = categoryMatrix(*population, out->board);
    out->causes = causeMatrix(*population, out->board, *reasons);
    out->audit = auditState(*findings, *reviews);
    out->population = std::move(population);
    return std::shared_ptr<const OverviewContent>(std::move(out));
}

/// Reads the rows of `population` and compares them over every baseline that they have times of,
/// for each value of a condition that splits them.
Result<std::vector<ComparedBaselines>> readBaselines(StoreReader &reader, const Filter &filter,
                                                     const Population &population,
                                                     const std::stop_token &stop)
{
    if (isSplit(population.scope())) { // its blocks need all rows at once
        const auto rows = scopedRows(reader, filter, population.scope(), stop, RowCosts::Skip);
        if (!rows)
            return rows.error();
        return comparedBaselines(std::span(&population, 1), *rows);
    }
    const auto rows = partsOfScope(reader, filter, population.scope(), stop);
    if (!rows)
        return rows.error();
    FasterThanAll over = fasterThanAll(cellsOverEach(**rows, population));
    std::vector<ComparedBaselines> out;
    if (over.hasSeveral())
        out.push_back({population.scope(), {}, std::move(over)});
    return out;
}

constexpr int maxScoreRows = 8; ///< rows visible without scrolling

/// Returns names for the headings of a matrix, whose columns are only as wide as their numbers.
QStringList headingNames(const QStringList &methods)
{
    constexpr int all = 33; // characters
    const auto each = all / std::max<int>(1, static_cast<int>(methods.size()));
    return fittedNames(methods, std::clamp(each, 8, 20));
}

/// Returns overviewHeadline() in the window's language.
QString headlineText(const Population &population, const Scoreboard &board)
{
    const SolvedTasks solved = solvedTasks(population, board);
    const auto count = [](std::size_t number) { return countText(number); };
    const QString tasks
        = counted(solved.tasks, OverviewPage::tr("%1 task"), OverviewPage::tr("%1 tasks"));
    const auto rows = static_cast<std::int64_t>(board.rows.size());
    if (rows == 1)
        return OverviewPage::tr("%1 on %2: %3 solved, %4 not")
            .arg(toQt(board.rows.front().name), tasks, count(solved.byAny), count(solved.byNone));
    const QString who = population.isSplit()
        ? counted(rows, OverviewPage::tr("%1 row"), OverviewPage::tr("%1 rows"))
        : counted(rows, OverviewPage::tr("%1 method"), OverviewPage::tr("%1 methods"));
    return OverviewPage::tr("%1 on %2: %3 solved by at least one, %4 by all, %5 by none")
        .arg(who, tasks, count(solved.byAny), count(solved.byAll), count(solved.byNone));
}

/// Replaces the headings of core, which are English.
Table withHeadings(Table table, const QStringList &headings)
{
    for (qsizetype i = 0; i < headings.size(); ++i)
        table.columns[static_cast<std::size_t>(i)].title = toCore(headings[i]);
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

/// Puts a legend below a table.
QWidget *makeExplained(QWidget *table, QLabel *legend, const Theme &theme)
{
    const int unit = theme.unit();
    legend->setWordWrap(true);
    legend->setTextFormat(Qt::RichText);
    legend->setContentsMargins(unit, 0, unit, unit);
    legend->setFont(theme.captionFont());
    auto *inside = new QWidget;
    auto *column = makeColumn(unit / 2, inside);
    column->addWidget(table);
    column->addWidget(legend);
    return inside;
}

ScoreNumber numberOf(int column)
{
    switch (column) {
    case ScoreboardModel::BuiltColumn:
        return ScoreNumber::Built;
    case ScoreboardModel::CorrectColumn:
        return ScoreNumber::Correct;
    case ScoreboardModel::FasterColumn:
        return ScoreNumber::Faster;
    case ScoreboardModel::MeanColumn:
    case ScoreboardModel::TimedColumn:
        return ScoreNumber::Timed;
    default:
        return ScoreNumber::Attempted;
    }
}

/// Selects the results of a cause; `fingerprint` and `id` would not be readable.
Filter causeFilter(Filter filter, const CauseRow &cause, const Scope &scope)
{
    if (!cause.grouped.empty())
        return narrowedTo(std::move(filter), "cause", {cause.grouped.text()});
    const bool isStrict = scope.verdict == CountedVerdict::Strict;
    return narrowedTo(std::move(filter), isStrict ? "strict" : "verdict",
                      {std::string(facts(cause.verdict).id)});
}

} // namespace

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
        m_overStudy.cancel();
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

bool OverviewPage::isLoading() const
{
    const bool isReading = isVisible() && m_bench.session.population().isRunning();
    return Page::isLoading() || m_study.isRunning() || m_overStudy.isRunning() || isReading;
}

QString OverviewPage::keys() const
{
    return tr("Tab walks the panels · a click or Enter opens the results behind a number");
}

void OverviewPage::reload()
{
    ScopedPopulation &population = m_bench.session.population();
    population.want();
    m_overStudy.cancel();
    m_over = {};
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
        readOver();
    } else if (content.error().code != Errc::Cancelled) {
        m_content.reset();
        m_problem = errorText(content.error());
        sayEmpty();
    }
}

void OverviewPage::readOver()
{
    const std::shared_ptr<const Population> population = m_content->population;
    if (!population->condition(GroupBy::Baseline).hasSeveral())
        return;
    m_overStudy.read(
        m_bench.session.pool(),
        [filter = m_bench.session.filter(), population](StoreReader &reader,
                                                        const std::stop_token &stop) {
            return readBaselines(reader, filter, *population, stop);
        },
        [this](const Result<std::vector<ComparedBaselines>> &over) {
            if (!over || !m_content)
                return; // the notes are complete without it
            m_over = *over;
            sayNotes();
        });
}

void OverviewPage::show()
{
    const Scoreboard &board = m_content->board;
    const Population &population = *m_content->population;
    m_heading->setText(headlineText(population, board));
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
        withHeadings(categoryTable(m_content->categories, board),
                     QStringList{tr("Category"), tr("Tasks")} + headingNames(names)),
        names);
    m_causeModel->setTable(
        withHeadings(ofMethods(causeTable(m_content->causes, board), m_failingMethods),
                     QStringList{tr("Cause"), tr("All")} + headingNames(failingNames)),
        QStringList(CategoryModel::firstMethod, QString()) + failingNames);
    m_scoreColumns->set({{}, {}, {10, 14}, {14, 18}, {8, 13}, {20, 25}, {10, 14}, {14, 20}});
    const bool isOne = names.size() == 1;
    m_categories->setItemDelegateForColumn(CategoryModel::firstMethod,
                                           isOne ? m_scoreDelegate : nullptr);
    if (isOne)
        m_categoryColumns->set({{}, {}, {16, 30}});
    else
        m_categoryColumns->set({{12, 0}});
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
    for (const std::string &sentence : baselineSentences(m_over))
        notes.append(toQt(sentence));
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
        notes.append(
            counted(population.severalVersions,
                    tr("%1 task name has several versions; each counts as a task of its own."),
                    tr("%1 task names have several versions; each counts as a task of its own.")));
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
                         .arg(counted(value->given, tr("%1 result"), tr("%1 results"))),
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

QWidget *OverviewPage::makeScoreboard()
{
    const int unit = m_bench.theme.unit();
    m_scores->setModel(m_scoreModel);
    m_scores->setAccessibleName(tr("Scoreboard"));
    m_scores->setObjectName(u"scoreTable"_s);
    for (const int column : {ScoreboardModel::BuiltColumn, ScoreboardModel::CorrectColumn,
                             ScoreboardModel::FasterColumn, ScoreboardModel::MeanColumn,
                             ScoreboardModel::OutcomesColumn})
        m_scores->setItemDelegateForColumn(column, m_scoreDelegate);
    m_scores->verticalHeader()->setDefaultSectionSize(4 * unit);
    QWidget *inside = makeExplained(m_scores, m_legend, m_bench.theme);
    // The label's own minimum height assumes one word per line, and the page would scroll.
    m_legend->setMinimumHeight(2 * QFontMetrics(m_legend->font()).lineSpacing() + unit);
    return makeTitledPanel(m_bench.theme, tr("Scoreboard"),
                           tr("most correct first · a click opens the results behind a number"),
                           inside);
}

QWidget *OverviewPage::makeLower()
{
    const Theme &theme = m_bench.theme;
    m_categories->setModel(m_categoryModel);
    m_categories->setAccessibleName(tr("Correct, by category"));
    m_causes->setModel(m_causeModel);
    m_causes->setAccessibleName(tr("Why kernels fail"));
    m_causes->setEmptyText(tr("No kernel fails"));
    auto *lower = makeSplitter(Qt::Horizontal, theme);
    lower->addWidget(makeTitledPanel(theme, tr("Correct, by category"), tr("tasks solved"),
                                     makeExplained(m_categories, m_categoryLegend, theme)));
    lower->addWidget(
        makeTitledPanel(theme, tr("Why kernels fail"), tr("last attempt of each task"), m_causes));
    lower->addWidget(m_notes);
    lower->setStretchFactor(0, 5);
    lower->setStretchFactor(1, 6);
    lower->setStretchFactor(2, 2);
    lower->setSizes({64 * theme.unit(), 64 * theme.unit(), 26 * theme.unit()});
    return lower;
}

void OverviewPage::buildLayout()
{
    const int unit = m_bench.theme.unit();
    m_heading->setFont(m_bench.theme.headingFont());
    auto *head = makeRow(unit);
    head->addWidget(m_heading, 1);
    head->addWidget(m_copy);
    head->addWidget(m_makeFigure);
    auto *content = new QWidget;
    auto *column = makeColumn(unit * 5 / 4, content);
    column->addLayout(head);
    column->addWidget(makeScoreboard());
    column->addWidget(makeLower(), 1);
    m_stack = fillPage(this, content, m_empty, m_bench.theme);
    sayLegend();
    connect(&m_bench.theme, &Theme::changed, this, [this] {
        if (m_content)
            showTables(); // for the height of the rows
        else
            sayLegend();
    });
    connectLinks();
    connect(m_copy, &QPushButton::clicked, this, &OverviewPage::copyScores);
    connect(m_makeFigure, &QPushButton::clicked, this,
            [this] { emit figureRequested(figureSpec()); });
}

void OverviewPage::sayLegend()
{
    QStringList parts;
    for (std::size_t i = 0; i < cellOutcomes; ++i) {
        const auto outcome = static_cast<CellOutcome>(i);
        parts.append(u"<span style='color:%1'>%2</span> %3"_s.arg(
            m_bench.theme.color(ScoreDelegate::tokenOf(outcome)).name(),
            outcome == CellOutcome::NotJudged ? u"▨"_s : u"■"_s,
            QString::fromUtf8(label(outcome)).toHtmlEscaped().replace(u' ', u" "_s)));
    }
    m_legend->setText(tr("Faster: correct and faster than the baseline. Geometric mean over the "
                         "timed correct, 95 % by resampling tasks.")
                      + u"<br>"_s + parts.join(u"&nbsp;&nbsp; "_s));
    m_categoryLegend->setText(categoryLegend());
}

QString OverviewPage::categoryLegend() const
{
    const Theme &theme = m_bench.theme;
    if (m_scoreModel->rowCount() == 1)
        return tr("Bar: share of the tasks. Line: its 95 % interval (Wilson).");
    if (theme.color(Token::Share1) == theme.color(Token::Share5))
        return {}; // High contrast has no tints.
    QStringList parts;
    const std::array steps{
        std::pair(Token::Share1, tr("up to 20 %")), std::pair(Token::Share2, tr("40 %")),
        std::pair(Token::Share3, tr("60 %")), std::pair(Token::Share4, tr("80 %")),
        std::pair(Token::Share5, tr("100 % of the tasks"))};
    for (const auto &[token, text] : steps)
        parts.append(u"<span style='color:%1'>■</span> %2"_s.arg(theme.color(token).name(), text));
    return parts.join(u"&nbsp;&nbsp; "_s);
}

void OverviewPage::connectLinks()
{
    connect(m_scores, &ResultTable::openRequested, this, &OverviewPage::openScore);
    connect(m_categories, &ResultTable::openRequested, this, &OverviewPage::openCategory);
    connect(m_causes, &ResultTable::openRequested, this, &OverviewPage::openCause);
    m_scores->setLinks([this](const QModelIndex &index) { return m_scoreModel->isLink(index); });
    m_categories->setLinks([this](const QModelIndex &index) { return isCategoryLink(index); });
    m_causes->setLinks([this](const QModelIndex &index) {
        return m_content
            && (index.column() < CategoryModel::firstMethod || !causeCells(index).empty());
    });
    connect(m_scores, &ResultTable::linkClicked, this, &OverviewPage::openScoreAt);
    for (ResultTable *table : {m_categories, m_causes})
        connect(table, &ResultTable::linkClicked, table, &ResultTable::openRequested);
}

void OverviewPage::openScoreAt(const QModelIndex &index, const QPoint &position)
{
    if (index.column() != ScoreboardModel::OutcomesColumn) {
        openScore(index);
        return;
    }
    const auto outcome = m_scoreDelegate->outcomeAt(index.data(OutcomesRole).toList(), position.x(),
                                                    m_scores->columnWidth(index.column()));
    if (!m_content || !outcome)
        return; // tasks without an attempt
    const ScoreRow &score = m_content->board.rows.at(static_cast<std::size_t>(index.row()));
    emit resultsRequested(outcomeFilter(seriesFilter(m_bench.session.filter(), score),
                                        m_bench.session.scope(), *outcome));
}

void OverviewPage::openScore(const QModelIndex &index)
{
    if (!m_content || !m_scoreModel->isLink(index))
        return;
    const ScoreRow &score = m_content->board.rows.at(static_cast<std::size_t>(index.row()));
    emit resultsRequested(scoreFilter(seriesFilter(m_bench.session.filter(), score),
                                      m_bench.session.scope(), numberOf(index.column())));
}

bool OverviewPage::isCategoryLink(const QModelIndex &index) const
{
    if (index.column() < CategoryModel::firstMethod)
        return true;
    const auto method = static_cast<std::size_t>(index.column() - CategoryModel::firstMethod);
    return m_categoryModel->rows().at(static_cast<std::size_t>(index.row())).correct.at(method) > 0;
}

void OverviewPage::openCategory(const QModelIndex &index)
{
    if (!m_content || !isCategoryLink(index))
        return;
    const bool isLevelled = std::ranges::any_of(m_content->categories, [](const CategoryRow &each) {
        return each.levelNumber.has_value();
    });
    const CategoryRow &asked = m_content->categories.at(static_cast<std::size_t>(index.row()));
    Filter filter = categoryFilter(m_bench.session.filter(), asked, isLevelled);
    if (index.column() >= CategoryModel::firstMethod) {
        const auto method = static_cast<std::size_t>(index.column() - CategoryModel::firstMethod);
        filter = scoreFilter(seriesFilter(std::move(filter), m_content->board.rows.at(method)),
                             m_bench.session.scope(), ScoreNumber::Correct);
    }
    emit resultsRequested(filter);
}

const std::vector<RowId> &OverviewPage::causeCells(const QModelIndex &index) const
{
    const auto shown = static_cast<std::size_t>(index.column() - CategoryModel::firstMethod);
    const CauseRow &cause = m_content->causes.at(static_cast<std::size_t>(index.row()));
    return cause.cells.at(m_failingMethods.at(shown));
}

void OverviewPage::openCause(const QModelIndex &index)
{
    if (!m_content)
        return;
    const CauseRow &cause = m_content->causes.at(static_cast<std::size_t>(index.row()));
    Filter filter = causeFilter(m_bench.session.filter(), cause, m_bench.session.scope());
    if (index.column() >= CategoryModel::firstMethod) {
        if (causeCells(index).empty())
            return;
        const auto shown = static_cast<std::size_t>(index.column() - CategoryModel::firstMethod);
        filter
            = seriesFilter(std::move(filter), m_content->board.rows.at(m_failingMethods.at(shown)));
    }
    emit resultsRequested(filter);
}

} // namespace loupe::ui
