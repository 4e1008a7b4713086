// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/runs/runsummary.h"

#include "core/report/documents/storecomparison.h"
#include "ui/models/cell.h"
#include "ui/models/texttablemodel.h"
#include "ui/pages/frame/page.h"
#include "ui/shell/session/storesession.h"
#include "ui/style/theme.h"
#include "ui/text/words.h"
#include "ui/widgets/layout/parts.h"
#include "ui/widgets/tables/fittedcolumns.h"
#include "ui/widgets/tables/resulttable.h"

#include <QBoxLayout>
#include <QCheckBox>
#include <QScrollArea>
#include <QStandardItemModel>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace loupe::ui {

namespace {

constexpr std::size_t moversOfEachKind = 5;
constexpr int outcomeRole = Qt::UserRole + 100; ///< name of the outcome

/// Returns any verdict of the outcome, because cells are painted by verdict.
Verdict verdictOf(Outcome outcome)
{
    const auto found = std::ranges::find(allVerdicts(), outcome, &VerdictFacts::outcome);
    return found->verdict;
}

QLabel *makeParagraph(const QString &name)
{
    auto *label = new QLabel;
    label->setAccessibleName(name);
    label->setWordWrap(true);
    label->setTextFormat(Qt::PlainText);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    return label;
}

/// Reads the largest changes with the settings of the page Compare.
Result<MoverTable> readMovers(StoreReader &reader, const std::string &run,
                              const std::string &baseline, const std::stop_token &stop)
{
    ComparisonRequest request;
    request.baseline = baseline;
    request.runs = {run};
    const auto compared = compareStored(reader, request, stop);
    if (!compared)
        return compared.error();
    const Result<RunComparison> &first = compared->comparisons.front();
    if (!first)
        return first.error();
    return moverTable(*first, moversOfEachKind);
}

} // namespace

RunSummaryView::RunSummaryView(const Workbench &bench, QWidget *parent)
    : QWidget(parent)
    , m_bench(bench)
    , m_name(new ElidedLabel)
    , m_headline(makeParagraph(tr("Headline numbers")))
    , m_questions(makeParagraph(tr("Caveats")))
    , m_outcomeModel(new QStandardItemModel(this))
    , m_outcomes(new ResultTable(bench.theme))
    , m_moverNote(makeParagraph(tr("What moved")))
    , m_moverModel(new TextTableModel(this))
    , m_movers(new ResultTable(bench.theme))
    , m_onlyDifferences(new QCheckBox(tr("Only differences")))
    , m_settingModel(new TextTableModel(this))
    , m_settings(new ResultTable(bench.theme))
{
    const int unit = bench.theme.unit();
    auto *parts = makeSplitter(Qt::Horizontal, bench.theme);
    parts->addWidget(makeResults());
    parts->addWidget(makeMovers());
    parts->addWidget(makeSettings());
    parts->setSizes({unit * 46, unit * 60, unit * 48});
    auto *column = makeColumn(0, this);
    column->addWidget(parts);
    for (ResultTable *table : {m_outcomes, m_movers, m_settings})
        (new FittedColumns(*table, bench.theme, FittedColumns::noColumn))->set();
    m_outcomes->setLinks([](const QModelIndex &) { return true; });
    connect(m_outcomes, &ResultTable::linkClicked, m_outcomes, &ResultTable::openRequested);
    connect(m_outcomes, &ResultTable::openRequested, this, [this](const QModelIndex &index) {
        const QString outcome = m_outcomeModel->item(index.row(), 0)->data(outcomeRole).toString();
        Filter filter;
        filter.terms.push_back({"run", FilterOp::Is, {m_run}, false, 0});
        filter.terms.push_back({"status", FilterOp::Is, {toCore(outcome)}, false, 0});
        emit filterRequested(filter);
    });
    connect(m_movers, &ResultTable::openRequested, this, [this](const QModelIndex &index) {
        const RowId id = m_moved[static_cast<std::size_t>(index.row())];
        emit evaluationsRequested(
            {id}, tr("1 selected: changed against the baseline run \"%1\"").arg(toQt(m_baseline)));
    });
    connect(m_onlyDifferences, &QCheckBox::toggled, this, &RunSummaryView::showSettings);
    load({}, {});
}

QWidget *RunSummaryView::makeResults()
{
    const int unit = m_bench.theme.unit();
    m_name->setFont(m_bench.theme.headingFont());
    m_questions->setProperty("tone", u"dim"_s);
    m_outcomes->setModel(m_outcomeModel);
    m_outcomes->setAccessibleName(tr("Results by outcome"));
    m_outcomes->setEmptyText(tr("This run has no results"));
    m_outcomes->setSelectionMode(QAbstractItemView::SingleSelection);
    auto *inside = new QWidget;
    auto *column = makeColumn(unit, inside, unit);
    column->addWidget(m_name);
    column->addWidget(m_headline);
    column->addWidget(m_outcomes, 1);
    auto *scroll = new QScrollArea;
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setAccessibleName(m_questions->accessibleName());
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_questions->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    scroll->setWidget(m_questions);
    column->addWidget(makeHeading(m_bench.theme, tr("Caveats")));
    column->addWidget(scroll, 1);
    return makePanelAround(inside);
}

QWidget *RunSummaryView::makeMovers()
{
    const int unit = m_bench.theme.unit();
    m_movers->setModel(m_moverModel);
    m_movers->setAccessibleName(tr("Largest changes against the baseline run"));
    m_movers->setSelectionMode(QAbstractItemView::SingleSelection);
    m_moverNote->setProperty("tone", u"dim"_s);
    auto *inside = new QWidget;
    auto *column = makeColumn(unit, inside, unit);
    column->addWidget(makeHeading(m_bench.theme, tr("Changes against the baseline run")));
    column->addWidget(m_moverNote);
    column->addWidget(m_movers, 1);
    column->addStretch(); // fills the space of a hidden table
    return makePanelAround(inside);
}

QWidget *RunSummaryView::makeSettings()
{
    const int unit = m_bench.theme.unit();
    m_settings->setModel(m_settingModel);
    m_settings->setAccessibleName(tr("Environment and settings"));
    m_settings->setSelectionMode(QAbstractItemView::SingleSelection);
    m_onlyDifferences->setAccessibleName(tr("Only settings that differ from the baseline run's"));
    auto *head = makeRow(unit);
    head->addWidget(makeHeading(m_bench.theme, tr("Environment")), 1);
    head->addWidget(m_onlyDifferences);
    auto *inside = new QWidget;
    auto *column = makeColumn(unit, inside, unit);
    column->addLayout(head);
    column->addWidget(m_settings, 1);
    return makePanelAround(inside);
}

void RunSummaryView::load(const std::string &run, const std::string &baseline)
{
    if (isLoading() && run == m_run && baseline == m_baseline) {
        m_isAgain = true; // A slow read is not restarted, because it would never finish.
        return;
    }
    m_isAgain = false;
    const bool isOther = run != m_run;
    m_run = run;
    m_baseline = baseline;
    const auto pool = m_bench.session.pool();
    if (run.empty() || !pool) {
        m_readingRun.cancel();
        m_readingMovers.cancel();
        showOverview(RunOverview());
        showMovers(MoverTable());
        return;
    }
    if (isOther) { // Clears the data of the previous run.
        m_moverModel->setTable({});
        m_moved.clear();
    }
    for (ResultTable *table : {m_outcomes, m_movers, m_settings})
        table->setStale(true);
    m_readingRun.read(
        pool,
        [run, baseline](StoreReader &reader, const std::stop_token &stop) {
            return runOverview(reader, run, baseline, stop);
        },
        [this](const Result<RunOverview> &overview) {
            showOverview(overview);
            loadAgain();
        });
    loadMovers();
}

void RunSummaryView::loadMovers()
{
    if (m_baseline.empty() || m_baseline == m_run) {
        m_readingMovers.cancel();
        showMovers(MoverTable());
        sayMovers(
            m_baseline.empty() ? tr(
                "No baseline run is chosen. Press B to mark the selected run as the baseline run; "
                "every other run is then compared with it here.")
                               : tr("This run is the baseline run."));
        return;
    }
    sayMovers(tr("Comparing with \"%1\"…").arg(toQt(m_baseline)));
    m_readingMovers.read(
        m_bench.session.pool(),
        [run = m_run, baseline = m_baseline](StoreReader &reader, const std::stop_token &stop) {
            return readMovers(reader, run, baseline, stop);
        },
        [this](const Result<MoverTable> &movers) {
            showMovers(movers);
            loadAgain();
        });
}

void RunSummaryView::loadAgain()
{
    if (m_isAgain && !isLoading())
        load(m_run, m_baseline);
}

void RunSummaryView::showOverview(const Result<RunOverview> &overview)
{
    m_outcomes->setStale(false);
    m_settings->setStale(false);
    if (!overview) {
        if (overview.error().code != Errc::Cancelled)
            m_headline->setText(errorText(overview.error()));
        return;
    }
    m_overview = *overview;
    m_name->setText(toQt(m_overview.run));
    m_outcomeModel->clear();
    m_outcomeModel->setHorizontalHeaderLabels({tr("Outcome"), tr("Evaluations"), tr("Share")});
    for (const auto &[outcome, count] : m_overview.outcomes) {
        QStandardItem *word = cell(toQt(label(outcome)));
        word->setData(static_cast<int>(verdictOf(outcome)), VerdictRole);
        word->setData(toQt(name(outcome)), outcomeRole);
        m_outcomeModel->appendRow(
            {word, cell(countText(count), CellKind::Number),
             cell(shareText(static_cast<double>(count) / m_overview.all.evaluations),
                  CellKind::Number)});
    }
    for (int column = 0; column < m_outcomeModel->columnCount(); ++column)
        m_outcomeModel->horizontalHeaderItem(column)->setTextAlignment(
            (column == 0 ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    QString headline;
    if (!m_overview.run.empty()) {
        headline = toQt(headlineText(m_overview.counted));
        if (m_overview.flagged.count > 0)
            headline += u' '
                + tr("%1 of %2 are flagged by the audit and not counted as correct.")
                      .arg(countText(m_overview.flagged.count), countText(m_overview.flagged.of));
    }
    m_headline->setText(headline);
    QStringList questions;
    for (const std::string &question : m_overview.questions)
        questions.append(u"• "_s + toQt(question));
    m_questions->setText(questions.isEmpty() && !m_overview.run.empty()
                             ? tr("None: everything that the tables need is recorded.")
                             : questions.join(u'\n'));
    m_onlyDifferences->setEnabled(!m_overview.baseline.empty());
    showSettings();
}

void RunSummaryView::showSettings()
{
    const bool hasBaseline = !m_overview.baseline.empty();
    Table table;
    if (!m_overview.run.empty()) {
        table = settingsTable(m_overview, hasBaseline && m_onlyDifferences->isChecked());
        // Names are longer than most values.
        table.columns[0].title = toCore(tr("Setting"));
        table.columns[1].title = toCore(tr("This run"));
        if (hasBaseline)
            table.columns[2].title = toCore(tr("Baseline run"));
    }
    m_settingModel->setTable(std::move(table),
                             {QString(), lineText(m_overview.run), lineText(m_overview.baseline)});
}

void RunSummaryView::showMovers(const Result<MoverTable> &movers)
{
    m_movers->setStale(false);
    if (!movers) {
        m_moverModel->setTable({});
        m_moved.clear();
        if (movers.error().code != Errc::Cancelled)
            sayMovers(errorText(movers.error()));
        return;
    }
    m_moved = movers->evaluations;
    m_moverModel->setTable(movers->table);
    sayMovers(toQt(movers->table.caption));
}

void RunSummaryView::sayMovers(const QString &text)
{
    m_moverNote->setText(text);
    m_movers->setVisible(!m_moved.empty());
}

} // namespace loupe::ui
