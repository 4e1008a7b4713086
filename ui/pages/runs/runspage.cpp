// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/runs/runspage.h"

#include "core/model/saved/filteredit.h"
#include "ui/models/runtablemodel.h"
#include "ui/shell/session/commandregistry.h"
#include "ui/shell/session/selection.h"
#include "ui/shell/session/storesession.h"
#include "ui/style/theme.h"
#include "ui/text/words.h"
#include "ui/widgets/layout/emptystate.h"
#include "ui/widgets/layout/parts.h"
#include "ui/widgets/tables/fittedcolumns.h"
#include "ui/widgets/tables/resulttable.h"

#include <QBoxLayout>
#include <QItemSelectionModel>
#include <QLabel>
#include <QToolButton>

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

using namespace Qt::StringLiterals;

namespace loupe::ui {

namespace {

/// Returns the values of `status` that a column counts; empty for all, nullopt for other columns.
std::optional<std::vector<std::string>> outcomesOf(int column)
{
    using Outcomes = std::vector<std::string>;
    switch (column) {
    case RunTableModel::EvaluationsColumn:
        return Outcomes();
    case RunTableModel::CorrectColumn:
        return Outcomes{"correct", "flagged"};
    case RunTableModel::FailedColumn:
        return Outcomes{"failed"};
    case RunTableModel::UnknownColumn:
        return Outcomes{"unknown", "skipped", "infra_error"};
    default:
        return std::nullopt;
    }
}

} // namespace

RunsPage::RunsPage(const Workbench &bench, QWidget *parent)
    : Page(bench, parent)
    , m_model(new RunTableModel(this))
    , m_table(new ResultTable(bench.theme))
    , m_summary(new RunSummaryView(bench))
    , m_splitter(makeSplitter(Qt::Vertical, bench.theme))
    , m_heading(makeHeading(bench.theme))
    , m_note(new ElidedLabel)
    , m_empty(new EmptyState(bench.theme))
{
    const int unit = bench.theme.unit();
    m_table->setModel(m_model);
    m_table->setAccessibleName(tr("Runs"));
    m_table->setObjectName(u"runTable"_s);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    std::vector<FittedColumns::Room> rooms(RunTableModel::ColumnCount);
    constexpr int dateCharacters = 18;
    rooms[RunTableModel::StartedColumn].least = dateCharacters;
    (new FittedColumns(*m_table, bench.theme, RunTableModel::NameColumn))->set(rooms);
    m_note->setProperty("tone", u"dim"_s);
    auto *head = makeRow(unit * 3 / 2);
    head->addWidget(m_heading);
    head->addWidget(m_note, 1);
    head->addWidget(makePassingButton(bench.commands.action(u"run.resume"_s)));
    m_splitter->addWidget(makePanelAround(m_table));
    m_splitter->addWidget(m_summary);
    m_splitter->setSizes({unit * 34, unit * 54});
    auto *content = new QWidget;
    auto *column = makeColumn(unit, content);
    column->addLayout(head);
    column->addWidget(m_splitter, 1);
    m_stack = fillPage(this, content, m_empty, bench.theme);
    connectAll();
    update();
}

void RunsPage::connectAll()
{
    connect(&m_bench.session, &StoreSession::runsChanged, this, &RunsPage::update);
    connect(&m_bench.marking, &RunMarking::changed, this, &RunsPage::update);
    connect(m_table, &ResultTable::openRequested, this,
            [this] { emit resultsRequested(exactQt(current()->run.name)); });
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this] {
        invalidate();
        emit statusChanged();
    });
    m_table->setLinks([this](const QModelIndex &index) {
        return outcomesOf(index.column()) && index.data().toString() != countText(0);
    });
    connect(m_table, &ResultTable::linkClicked, this, &RunsPage::openNumber);
    connect(m_summary, &RunSummaryView::filterRequested, this, &RunsPage::attemptsRequested);
    connect(m_summary, &RunSummaryView::evaluationsRequested, this,
            [this](const std::vector<RowId> &ids, const QString &description) {
                m_bench.selection.set(ids, description);
                m_bench.commands.action(u"page.results"_s)->trigger();
                emit kernelRequested(ids.front());
            });
}

void RunsPage::openNumber(const QModelIndex &index)
{
    const RunSummary &run = m_model->runs()[static_cast<std::size_t>(index.row())];
    const auto outcomes = outcomesOf(index.column());
    Filter filter = narrowedTo(Filter(), "run", {run.run.name});
    if (outcomes && !outcomes->empty())
        filter = narrowedTo(std::move(filter), "status", *outcomes);
    emit attemptsRequested(filter);
}

const RunSummary *RunsPage::current() const
{
    const int row = m_table->currentIndex().row();
    if (row < 0 || row >= m_model->rowCount())
        return nullptr;
    return &m_model->runs()[static_cast<std::size_t>(row)];
}

void RunsPage::reload()
{
    const RunSummary *run = current();
    m_summary->load(run ? run->run.name : std::string(), m_bench.marking.baselineName());
}

void RunsPage::update()
{
    const RunList &list = m_bench.session.runList();
    const RunSummary *before = current();
    const RunId shown = before ? before->id : RunId();
    m_model->setRuns(list.runs, list.demoRuns, m_bench.marking.marks());
    if (m_model->rowCount() > 0 && !current()) // the rows were reordered or replaced
        m_table->selectRow(std::max(0, m_model->rowOf(shown)));
    say();
    invalidate();
    emit statusChanged();
}

void RunsPage::say()
{
    const RunList &list = m_bench.session.runList();
    m_heading->setText(counted(list.runs.size(), tr("%1 run"), tr("%1 runs")));
    const QString problem = m_bench.marking.problem();
    m_note->setText(problem.isEmpty()
                        ? counted(m_bench.session.evaluations(),
                                  tr("%1 evaluation · unknown, skipped and infra errors are never "
                                     "counted as failures"),
                                  tr("%1 evaluations · unknown, skipped and infra errors are never "
                                     "counted as failures"))
                        : problem);
    if (!m_bench.session.isOpen())
        m_empty->sayNoStore(m_bench.session, tr("A store holds runs and their results."),
                            m_bench.commands.action(u"store.open"_s));
    else
        m_empty->say(tr("This store has no runs yet."),
                     tr("Evaluate kernels, or import a corpus, to fill it."),
                     m_bench.commands.action(u"run.new"_s));
    m_stack->setCurrentIndex(list.runs.empty() ? 1 : 0);
}

QString RunsPage::keys() const
{
    return tr(
        "J/K next run · Enter shows its results · B baseline · P pin · Ctrl+Z takes a mark back");
}

void RunsPage::takeFocus()
{
    m_table->setFocus();
    if (!m_table->selectionModel()->hasSelection() && m_model->rowCount() > 0)
        m_table->selectRow(std::max(0, m_table->currentIndex().row()));
}

} // namespace loupe::ui
