// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/sql/sqlpage.h"

#include "core/base/files.h"
#include "core/report/tables/exporttables.h"
#include "ui/models/texttablemodel.h"
#include "ui/shell/session/commandregistry.h"
#include "ui/shell/session/storesession.h"
#include "ui/style/theme.h"
#include "ui/text/words.h"
#include "ui/widgets/input/filechooser.h"
#include "ui/widgets/layout/emptystate.h"
#include "ui/widgets/layout/parts.h"
#include "ui/widgets/source/sqledit.h"
#include "ui/widgets/tables/fittedcolumns.h"
#include "ui/widgets/tables/resulttable.h"

#include <QBoxLayout>
#include <QClipboard>
#include <QGuiApplication>
#include <QPushButton>
#include <QStackedLayout>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace loupe::ui {

namespace {

const char *const firstStatement = "SELECT suite, verdict, count(*) AS evaluations\n"
                                   "FROM v_evaluation\n"
                                   "GROUP BY suite, verdict\n"
                                   "ORDER BY evaluations DESC";

} // namespace

SqlPage::SqlPage(const Workbench &bench, QWidget *parent)
    : Page(bench, parent)
    , m_edit(new SqlEdit(bench.theme))
    , m_limit(new ChoiceBox(bench.theme))
    , m_run(makeButton(tr("Run")))
    , m_cancel(makeButton(tr("Stop")))
    , m_copy(makeButton(tr("Copy")))
    , m_export(makeButton(tr("Export CSV…")))
    , m_status(new QLabel)
    , m_answer(new ResultTable(bench.theme))
    , m_names(new ResultTable(bench.theme))
    , m_columns(new ResultTable(bench.theme))
    , m_answerModel(new TextTableModel(this))
    , m_nameModel(new TextTableModel(this))
    , m_columnModel(new TextTableModel(this))
    , m_stack(new QStackedLayout)
{
    const int unit = bench.theme.unit();
    auto *left = makeSplitter(Qt::Vertical, bench.theme);
    left->addWidget(makeQuestion());
    left->addWidget(makeAnswer());
    left->setStretchFactor(1, 1);
    left->setSizes({unit * 24, unit * 60});
    auto *parts = makeSplitter(Qt::Horizontal, bench.theme);
    parts->addWidget(left);
    parts->addWidget(makeSchema());
    parts->setStretchFactor(0, 1);
    parts->setSizes({unit * 120, unit * 34});
    m_stack->addWidget(parts);
    auto *empty = new EmptyState(bench.theme);
    m_stack->addWidget(empty);
    empty->sayNoStore(bench.session, tr("Open one to query it with SQL."),
                      bench.commands.action(u"store.open"_s));
    auto *page = new QVBoxLayout(this);
    page->setContentsMargins(unit * 3 / 2, unit * 3 / 2, unit * 3 / 2, unit * 3 / 2);
    page->addLayout(m_stack);
    connectAll();
    say(tr("Read-only: one SELECT statement."));
    refresh();
}

QWidget *SqlPage::makeQuestion()
{
    const int unit = m_bench.theme.unit();
    m_edit->setAccessibleName(tr("SQL statement"));
    m_edit->setText(QString::fromLatin1(firstStatement));
    m_run->setProperty("look", u"primary"_s);
    m_run->setToolTip(tr("Ctrl+Enter"));
    m_limit->setAccessibleName(tr("Max rows shown"));
    for (const int rows : {1000, 10'000, 100'000})
        m_limit->addItem(tr("At most %1 rows").arg(countText(rows)), rows);
    m_status->setWordWrap(true);
    m_status->setTextFormat(Qt::PlainText);
    auto *bar = makeRow(unit);
    bar->addWidget(m_run);
    bar->addWidget(m_cancel);
    bar->addWidget(m_limit);
    bar->addStretch(1);
    bar->addWidget(m_copy);
    bar->addWidget(m_export);
    auto *question = new QWidget;
    auto *column = makeColumn(unit, question);
    column->addWidget(makePanelAround(m_edit), 1);
    column->addLayout(bar);
    column->addWidget(m_status); // A message is too long for the rest of the bar.
    return question;
}

QWidget *SqlPage::makeAnswer()
{
    m_answer->setModel(m_answerModel);
    m_answer->setAccessibleName(tr("Answer"));
    m_answer->setEmptyText(tr("Run shows the rows of the statement here"));
    (new FittedColumns(*m_answer, m_bench.theme, FittedColumns::noColumn))->set();
    return makePanelAround(m_answer);
}

QWidget *SqlPage::makeSchema()
{
    const int unit = m_bench.theme.unit();
    m_names->setModel(m_nameModel);
    m_names->setAccessibleName(tr("Views and tables"));
    m_names->setSelectionMode(QAbstractItemView::SingleSelection);
    m_columns->setModel(m_columnModel);
    m_columns->setAccessibleName(tr("Columns"));
    m_columns->setSelectionMode(QAbstractItemView::SingleSelection);
    auto *note = makeCaption(m_bench.theme,
                             tr("Enter or a double click inserts the name. Views stay the same "
                                "between versions; tables may change."));
    note->setWordWrap(true);
    auto *schema = new QWidget;
    auto *column = makeColumn(unit, schema);
    column->addWidget(makePanelAround(m_names), 3);
    column->addWidget(makePanelAround(m_columns), 4);
    column->addWidget(note);
    return schema;
}

void SqlPage::connectAll()
{
    connect(&m_bench.session, &StoreSession::opened, this, &SqlPage::invalidate);
    connect(&m_bench.session, &StoreSession::closed, this, &SqlPage::refresh);
    connect(&m_bench.session, &StoreSession::leaving, this, [this] {
        cancel();
        m_table = {};
        m_answerModel->setTable({});
        m_answer->setEmptyText(tr("Run shows the rows of the statement here"));
        say(tr("Read-only: one SELECT statement."));
    });
    connect(m_edit, &SqlEdit::runRequested, this, &SqlPage::run);
    connect(m_run, &QPushButton::clicked, this, [this] {
        m_answer->setFocus(); // A disabled button loses the focus, to the list of limits.
        run();
    });
    connect(m_cancel, &QPushButton::clicked, this, &SqlPage::cancel);
    connect(m_copy, &QPushButton::clicked, this, &SqlPage::copy);
    connect(m_export, &QPushButton::clicked, this, &SqlPage::chooseExport);
    m_answer->setRowCopy([this] { copy(); });
    connect(m_names->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            [this](const QModelIndex &current) { showColumns(current.row()); });
    const auto insertOf
        = [this](const QModelIndex &index) { insert(index.siblingAtColumn(0).data().toString()); };
    connect(m_names, &ResultTable::openRequested, this, insertOf);
    connect(m_columns, &ResultTable::openRequested, this, insertOf);
}

void SqlPage::reload()
{
    refresh();
    if (!m_bench.session.isOpen() || !m_bench.services.readSchema)
        return;
    m_schemaJob.start([read = m_bench.services.readSchema, file = m_bench.session.file()](
                          const std::stop_token &) { return read(file); },
                      [this](const Result<std::vector<SchemaTable>> &result) {
                          if (!result) {
                              say(errorText(result.error()), true);
                              return;
                          }
                          m_schema = *result;
                          Table names{{}, {{toCore(tr("View or table")), false}}, {}};
                          for (const SchemaTable &each : m_schema)
                              names.rows.push_back({each.name});
                          m_nameModel->setTable(std::move(names));
                          m_names->selectRow(0);
                      });
}

void SqlPage::showColumns(int row)
{
    if (row < 0 || static_cast<std::size_t>(row) >= m_schema.size())
        return;
    const SchemaTable &shown = m_schema[static_cast<std::size_t>(row)];
    Table columns{{}, {{toCore(tr("Columns of %1").arg(toQt(shown.name))), false}}, {}};
    for (const std::string &column : shown.columns)
        columns.rows.push_back({column});
    m_columnModel->setTable(std::move(columns));
}

void SqlPage::insert(const QString &name)
{
    m_edit->insert(name);
    int line = 0;
    int index = 0;
    m_edit->getCursorPosition(&line, &index);
    m_edit->setCursorPosition(line, index + static_cast<int>(name.size()));
    m_edit->setFocus();
}

void SqlPage::run()
{
    if (!m_bench.session.isOpen() || !m_bench.services.querySql)
        return;
    SqlLimits limits;
    limits.rows = static_cast<std::size_t>(m_limit->currentData().toInt());
    limits.time = std::chrono::hours(24); // the user can cancel it
    m_edit->clearError();
    m_answer->setStale(true);
    m_clock.start();
    m_job.start([query = m_bench.services.querySql, file = m_bench.session.file(),
                 sql = toCore(m_edit->text()),
                 limits](const std::stop_token &stop) { return query(file, sql, limits, stop); },
                [this](const Result<SqlAnswer> &result) { deliver(result); });
    say(tr("Running…"));
    refresh();
}

void SqlPage::cancel()
{
    if (!m_job.isRunning())
        return;
    m_job.cancel();
    m_answer->setStale(false);
    say(tr("Stopped. The previous result is shown."));
    refresh();
}

void SqlPage::deliver(const Result<SqlAnswer> &result)
{
    m_answer->setStale(false);
    if (!result) {
        if (!result.error().where.empty())
            m_edit->showError(errorPosition(result.error(), m_edit->text()));
        say(errorText(result.error()), true);
        refresh();
        return;
    }
    m_table = toDataTable(*result);
    m_answer->setEmptyText(tr("No rows"));
    m_answerModel->setTable(toTable(m_table));
    const QString rows = counted(m_answerModel->rowCount(), tr("%1 row"), tr("%1 rows"));
    const QString time = tr("%1 ms").arg(countText(m_clock.elapsed()));
    say(result->isCutOff
            ? tr("Only the first %1 are shown · %2").arg(rows, time)
            : tr("%1 · %2 · display rounded; copies keep full precision").arg(rows, time));
    refresh();
}

void SqlPage::copy() const
{
    QModelIndexList selected = m_answer->selectionModel()->selectedRows();
    std::sort(selected.begin(), selected.end());
    std::string text;
    for (const QModelIndex &index : selected)
        text += tsvLine(m_table.rows[static_cast<std::size_t>(index.row())]);
    if (selected.isEmpty()) {
        for (const DataRow &row : m_table.rows)
            text += tsvLine(row);
    }
    QGuiApplication::clipboard()->setText(toQt(text));
}

void SqlPage::chooseExport()
{
    const QString file
        = chooseTarget(this, tr("Export the result"), {}, tr("Comma-separated values (*.csv)"));
    if (!file.isEmpty())
        exportTo(toPath(file));
}

void SqlPage::exportTo(const std::filesystem::path &file)
{
    const Status written = writeFileAtomic(file, toCsv(m_table));
    if (written)
        say(tr("%1 written to %2")
                .arg(counted(m_answerModel->rowCount(), tr("%1 row"), tr("%1 rows")),
                     pathText(file)));
    else
        say(errorText(written.error()), true);
}

void SqlPage::say(const QString &status, bool isError)
{
    m_status->setText(status);
    setTone(*m_status, isError);
}

void SqlPage::refresh()
{
    const bool isOpen = m_bench.session.isOpen();
    const bool hasAnswer = !m_table.columns.empty();
    m_stack->setCurrentIndex(isOpen ? 0 : 1);
    m_run->setEnabled(isOpen && !m_job.isRunning());
    m_cancel->setEnabled(m_job.isRunning());
    m_copy->setEnabled(hasAnswer);
    m_export->setEnabled(hasAnswer);
}

QString SqlPage::keys() const
{
    return tr("Ctrl+Enter runs the statement · Enter on a name inserts it · Ctrl+C copies rows");
}

void SqlPage::takeFocus()
{
    m_edit->setFocus();
}

} // namespace loupe::ui
