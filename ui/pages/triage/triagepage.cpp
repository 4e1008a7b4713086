// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/triage/triagepage.h"

#include "core/analysis/population/mixture.h"
#include "core/store/read/pairselection.h"
#include "core/store/read/scopedrows.h"
#include "ui/models/causemodel.h"
#include "ui/pages/detail/judgementpanel.h"
#include "ui/pages/frame/kernelframe.h"
#include "ui/shell/session/commandregistry.h"
#include "ui/shell/session/scopedpopulation.h"
#include "ui/shell/session/selection.h"
#include "ui/shell/session/storesession.h"
#include "ui/style/theme.h"
#include "ui/text/words.h"
#include "ui/widgets/layout/emptystate.h"
#include "ui/widgets/layout/parts.h"
#include "ui/widgets/source/diffview.h"
#include "ui/widgets/tables/fittedcolumns.h"
#include "ui/widgets/tables/resulttable.h"

#include <QBoxLayout>
#include <QItemSelectionModel>
#include <QScopedValueRollback>

#include <algorithm>
#include <set>
#include <utility>

using namespace Qt::StringLiterals;

namespace loupe::ui {

namespace {

/// Limit of undo, in events of the user; older ones cannot be undone.
constexpr std::int64_t maxUndoable = 10'000;

} // namespace

void TriagePage::connectAll()
{
    const StoreSession &session = m_bench.session;
    connect(&session, &StoreSession::leaving, this, [this] {
        if (m_splitter->isFilled())
            m_splitter->toggleDrawer();
        m_view->clear();
        m_causes = {};
        m_causeModel->setRows({});
        m_candidateModel->setIds({});
        say();
    });
    connect(&session, &StoreSession::opened, this, [this] {
        m_marks->setStore(m_bench.session.file());
        m_candidateModel->setSource(m_bench.session.rows());
        invalidate();
    });
    connect(&session, &StoreSession::closed, this, [this] {
        m_marks->setStore({});
        say();
    });
    for (const auto signal : {&StoreSession::filterChanged, &StoreSession::scopeChanged})
        connect(&session, signal, this, &TriagePage::invalidate);
    reloadWithPopulation();
    connect(&m_bench.selection, &Selection::changed, this, &TriagePage::invalidate);
    connect(&m_bench.selection, &Selection::currentChanged, this, &TriagePage::follow);
    connect(&session, &StoreSession::dataChanged, this, [this] { m_reading.storeChanged(); });
    connect(m_causeTable->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            [this](const QModelIndex &current) { showCause(current.row()); });
    connect(m_causeTable, &ResultTable::openRequested, m_candidateTable,
            [this] { m_candidateTable->setFocus(); });
    connect(m_candidateTable->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            [this](const QModelIndex &current) { showCandidate(current.row()); });
    connect(m_candidateTable, &ResultTable::openRequested, this, [this] {
        m_splitter->fill();
        if (m_view->diff()->paneCount() > 0)
            m_view->diff()->focusBase();
    });
    connect(m_splitter, &KernelFrame::filledChanged, this, &Page::statusChanged);
    connect(m_splitter, &KernelFrame::left, m_candidateTable,
            [this] { m_candidateTable->setFocus(); });
    connect(m_view, &CandidateView::roundRequested, this, [this](RowId id) {
        if (!selectFailure(id))
            m_view->load(id); // not a failure, but can be viewed here
    });
    connect(m_view, &CandidateView::loaded, this, &TriagePage::candidateLoaded);
    JudgementPanel *judgement = m_view->judgement();
    judgement->setPerson(toQt(m_bench.services.person));
    connect(judgement, &JudgementPanel::tagEntered, this, &TriagePage::addTag);
    connect(judgement, &JudgementPanel::noteEntered, this, &TriagePage::addNote);
    connect(judgement, &JudgementPanel::left, m_candidateTable, [this] { returnToList(); });
    connect(m_marks, &TriageMarks::marked, this, &TriagePage::showMarks);
    connect(m_marks, &TriageMarks::problemChanged, judgement,
            [this, judgement] { judgement->setProblem(m_marks->problem()); });
}

bool TriagePage::isLoading() const
{
    const bool waits = isVisible() && m_bench.session.population().isRunning();
    return Page::isLoading() || m_reading.isRunning() || m_view->isLoading() || waits;
}

Status TriagePage::count(StoreReader &reader, const Wanted &wanted, const std::stop_token &stop,
                         FailureCauses &causes)
{
    if (!wanted.selected.empty()) {
        causes.restrictTo(wanted.selected);
        return {};
    }
    if (wanted.population->scope().verdict == CountedVerdict::OfRun) {
        causes.countCells(*wanted.population);
        return {};
    }
    // Causes, tags and notes belong to the verdicts of the runs.
    auto rows = scopedParts(reader, wanted.filter, wanted.population->scope(), stop);
    if (!rows)
        return std::move(rows).error();
    causes.countCells(populationOf(**rows, runVerdictScope(*wanted.population), stop));
    causes.grouping += tr("; by the verdicts of the runs, not the strict ones");
    return {};
}

Result<TriagePage::Found> TriagePage::find(StoreReader &reader, const Wanted &wanted,
                                           const std::stop_token &stop)
{
    // The population selects by the scope's speedups, the store by the recorded ones.
    const Filter filter = withoutSpeedups(wanted.filter);
    auto causes = readFailureCauses(reader, filter, stop);
    if (!causes)
        return causes.error();
    const Status counted = count(reader, wanted, stop, *causes);
    if (!counted)
        return counted.error();
    Filter marked = filter;
    marked.terms.push_back({"triage", FilterOp::Is, {"new"}, true, 0});
    const auto ids = reader.ids(marked, {}, stop);
    if (!ids)
        return ids.error();
    auto history = reader.latestAnnotations(wanted.historyOf, maxUndoable);
    if (!history)
        return history.error();
    // Undone annotations count as new, but can be redone.
    std::set<RowId> spokenOf(ids->begin(), ids->end());
    for (const Annotation &event : *history)
        spokenOf.insert(event.evaluation);
    auto events = reader.annotations(std::vector<RowId>(spokenOf.begin(), spokenOf.end()));
    if (!events)
        return events.error();
    Found found{std::move(*causes), {}, std::move(*history)};
    for (Annotation &event : *events)
        found.events[event.evaluation.value].push_back(std::move(event));
    return found;
}

void TriagePage::reload()
{
    const auto pool = m_bench.session.pool();
    if (!pool)
        return;
    m_causeTable->setStale(true);
    ScopedPopulation &population = m_bench.session.population();
    population.want();
    if (population.isRunning()) {
        say();
        return; // changed() calls this again
    }
    if (!population.value()) {
        if (population.error())
            deliver(*population.error());
        return;
    }
    Wanted wanted{m_bench.session.filter(), m_bench.selection.ids(), population.value(),
                  m_marks->person()};
    m_reading.read(
        pool,
        [wanted = std::move(wanted)](StoreReader &reader, const std::stop_token &stop) {
            return find(reader, wanted, stop);
        },
        [this](const Result<Found> &result) { deliver(result); });
}

void TriagePage::deliver(const Result<Found> &result)
{
    m_causeTable->setStale(false);
    m_error = problemOf(result);
    if (!result) {
        say();
        return;
    }
    const RowId current = m_view->current();
    const int before = m_causeTable->currentIndex().row();
    const QString title
        = before >= 0 ? m_causeModel->rows()[static_cast<std::size_t>(before)].title : QString();
    m_causes = result->causes;
    m_marks->setStored(result->events);
    if (!m_marks->hasHistory())
        m_marks->setHistory(result->history);
    std::vector<CauseModel::Row> rows;
    int same = 0;
    for (const FailureCause &cause : m_causes.causes) {
        if (cause.title == title)
            same = static_cast<int>(rows.size());
        rows.push_back({cause.title, cause.detail, cause.verdict,
                        static_cast<std::int64_t>(cause.ids.size()), 0});
    }
    m_causeModel->setRows(std::move(rows));
    m_candidateModel->setStates(m_marks->states());
    countReviewed();
    if (m_causes.causes.empty()) {
        m_candidateModel->setIds({});
        m_view->clear();
    } else {
        const QScopedValueRollback filling(m_isFilling, true);
        m_causeTable->selectRow(same);
        if (const int row = m_candidateModel->rowOf(current); row >= 0)
            m_candidateTable->selectRow(row);
        else if (!current)
            selectFailure(m_bench.selection.current());
    }
    say();
    emit countChanged(m_causes.failures());
    emit statusChanged();
}

void TriagePage::countReviewed()
{
    for (std::size_t i = 0; i < m_causes.causes.size(); ++i) {
        const auto &ids = m_causes.causes[i].ids;
        const auto reviewed = std::count_if(ids.begin(), ids.end(), [this](RowId id) {
            return m_candidateModel->state(id) != TriageState::New;
        });
        m_causeModel->setReviewed(static_cast<int>(i), reviewed);
    }
}

void TriagePage::showCause(int row)
{
    if (row < 0 || static_cast<std::size_t>(row) >= m_causes.causes.size())
        return;
    const FailureCause &cause = m_causes.causes[static_cast<std::size_t>(row)];
    if (m_candidateModel->ids() != cause.ids) {
        m_candidateModel->setIds(cause.ids);
        m_candidateTable->selectRow(0);
    }
    QStringList methods;
    constexpr std::size_t maxMethods = 6;
    for (std::size_t i = 0; i < std::min(maxMethods, cause.methods.size()); ++i)
        methods.append(cause.methods[i].first + u' ' + countText(cause.methods[i].second));
    if (cause.methods.size() > maxMethods)
        methods.append(
            tr("and %1 more").arg(static_cast<qint64>(cause.methods.size() - maxMethods)));
    m_methods->setText(tr("By method: %1").arg(methods.join(u" · "_s)));
}

void TriagePage::showCandidate(int row)
{
    const RowId id = m_candidateModel->idAt(row);
    if (id && id != m_view->current())
        m_view->load(id);
    if (id && isVisible() && !m_isFilling)
        m_bench.selection.setCurrent(id);
}

void TriagePage::follow(RowId id)
{
    if (isVisible() && id != m_view->current() && !selectFailure(id))
        m_view->load(id); // not a failure, but can be viewed here
}

bool TriagePage::selectFailure(RowId id)
{
    for (std::size_t i = 0; i < m_causes.causes.size(); ++i) {
        if (std::ranges::find(m_causes.causes[i].ids, id) == m_causes.causes[i].ids.end())
            continue;
        m_causeTable->selectRow(static_cast<int>(i));
        m_candidateTable->selectRow(m_candidateModel->rowOf(id));
        return true;
    }
    return false;
}

void TriagePage::candidateLoaded()
{
    const RowId id = m_view->current();
    m_marks->setStored(id, m_view->events());
    m_view->judgement()->show(m_marks->judgement(id));
    emit statusChanged();
}

void TriagePage::showMarks(const std::vector<RowId> &ids)
{
    for (const RowId id : ids)
        m_candidateModel->setState(id, m_marks->state(id));
    countReviewed();
    m_view->judgement()->show(m_marks->judgement(m_view->current()));
    say();
    emit statusChanged();
}

std::vector<RowId> TriagePage::targets() const
{
    std::vector<RowId> ids;
    for (const QModelIndex &index : m_candidateTable->selectionModel()->selectedRows())
        ids.push_back(m_candidateModel->idAt(index.row()));
    if (ids.empty() && m_view->current())
        ids.push_back(m_view->current());
    return ids;
}

void TriagePage::markCurrent(TriageState state)
{
    m_marks->mark(targets(), AnnotationKind::State, std::string(stateName(state)));
}

void TriagePage::markCause(TriageState state)
{
    m_marks->mark(m_candidateModel->ids(), AnnotationKind::State, std::string(stateName(state)));
}

void TriagePage::addTag(const QString &tag)
{
    const bool isRemoval = tag.startsWith(u'-');
    m_marks->mark(targets(), isRemoval ? AnnotationKind::Untag : AnnotationKind::Tag,
                  toCore(isRemoval ? tag.mid(1) : tag));
}

void TriagePage::addNote(const QString &note)
{
    if (m_view->current())
        m_marks->mark({m_view->current()}, AnnotationKind::Note, toCore(note));
}

void TriagePage::goToNextNew()
{
    const int here = m_candidateTable->currentIndex().row();
    if (const int row = m_candidateModel->nextNew(here); row >= 0) {
        m_candidateTable->selectRow(row);
        return;
    }
    const auto count = static_cast<int>(m_causes.causes.size());
    const int cause = m_causeTable->currentIndex().row();
    for (int step = 1; step < count; ++step) {
        const int next = (cause + step) % count;
        const CauseModel::Row &row = m_causeModel->rows()[static_cast<std::size_t>(next)];
        if (row.reviewed == row.count)
            continue;
        m_causeTable->selectRow(next);
        if (const int first = m_candidateModel->nextNew(-1); first >= 0)
            m_candidateTable->selectRow(first);
        return;
    }
}

void TriagePage::returnToList()
{
    if (m_splitter->isFilled())
        m_view->diff()->focusBase();
    else
        m_candidateTable->setFocus();
}

void TriagePage::focusTag()
{
    m_view->judgement()->focusTag();
}

TriagePage::TriagePage(const Workbench &bench, QWidget *parent)
    : Page(bench, parent)
    , m_marks(new TriageMarks(bench.services.annotate, bench.services.person, this))
    , m_causeModel(new CauseModel(this))
    , m_candidateModel(new CandidateModel(this))
    , m_causeTable(new ResultTable(bench.theme))
    , m_candidateTable(new ResultTable(bench.theme))
    , m_view(new CandidateView(bench, CandidateView::Use::Review))
    , m_heading(makeHeading(bench.theme))
    , m_note(new ElidedLabel)
    , m_methods(makeDim())
    , m_empty(new EmptyState(bench.theme))
{
    const int unit = bench.theme.unit();
    m_splitter = new KernelFrame(makeLists(), m_view, bench.theme);
    m_splitter->setSizes({unit * 54, unit * 106});
    m_splitter->setStretchFactor(0, 1); // A wide window shows longer names, too.
    m_stack = fillPage(this, m_splitter, m_empty, bench.theme);
    connectAll();
    say();
}

QWidget *TriagePage::makeLists()
{
    const int unit = m_bench.theme.unit();
    m_causeTable->setModel(m_causeModel);
    m_causeTable->setAccessibleName(tr("Causes of failure"));
    m_causeTable->setObjectName(u"causeTable"_s);
    m_causeTable->setSelectionMode(QAbstractItemView::SingleSelection);
    m_candidateTable->setModel(m_candidateModel);
    m_candidateTable->setAccessibleName(tr("Failures of this cause"));
    m_candidateTable->setObjectName(u"failureTable"_s);
    m_candidateTable->setSelectionMode(QAbstractItemView::ExtendedSelection);
    (new FittedColumns(*m_candidateTable, m_bench.theme, CandidateModel::TaskColumn))
        ->set({{}, {14, 0}});
    (new FittedColumns(*m_causeTable, m_bench.theme, CauseModel::TitleColumn))->set();
    m_note->setProperty("tone", u"dim"_s);
    m_methods->setWordWrap(true);
    m_methods->setTextFormat(Qt::PlainText);
    auto *lists = makeSplitter(Qt::Vertical, m_bench.theme);
    lists->addWidget(makePanelAround(m_causeTable));
    lists->addWidget(makePanelAround(m_candidateTable));
    auto *left = new QWidget;
    auto *column = makeColumn(unit / 2, left);
    column->addWidget(m_heading);
    column->addWidget(m_note);
    column->addWidget(lists, 1);
    column->addWidget(m_methods);
    return left;
}

void TriagePage::say()
{
    const bool isOpen = m_bench.session.isOpen();
    CommandRegistry &commands = m_bench.commands;
    sayCounts();
    if (!isOpen)
        m_empty->sayNoStore(m_bench.session, tr("Open one to see why its kernels failed."),
                            commands.action(u"store.open"_s));
    else if (!m_error.isEmpty())
        m_empty->say(tr("The failures could not be read."), m_error,
                     commands.action(u"view.reload"_s));
    else if (m_reading.isRunning() || m_bench.session.population().isRunning())
        m_empty->say(tr("Grouping failures…"), {}, nullptr);
    else if (!m_bench.session.filterText().isEmpty())
        m_empty->say(tr("No failure matches the filter."),
                     tr("No failure matches %1").arg(m_bench.session.filterText()),
                     commands.action(u"filter.clear"_s));
    else if (m_causes.cells > 0)
        m_empty->say(tr("Nothing failed."),
                     tr("None of %1 in the scope is a failure.")
                         .arg(counted(m_causes.cells, tr("%1 task × method pair"),
                                      tr("%1 task × method pairs"))),
                     nullptr);
    else
        m_empty->say(tr("Nothing failed."),
                     tr("Failures of evaluated kernels appear here by their causes."),
                     commands.action(u"run.new"_s));
    m_stack->setCurrentIndex(m_causes.causes.empty() || !m_error.isEmpty() ? 1 : 0);
}

void TriagePage::sayCounts()
{
    std::int64_t reviewed = 0;
    for (const CauseModel::Row &row : m_causeModel->rows())
        reviewed += row.reviewed;
    QString failures = counted(m_causes.failures(), tr("%1 failure"), tr("%1 failures"));
    if (m_causes.cells > 0)
        failures = tr("%1 of %2")
                       .arg(failures,
                            counted(m_causes.cells, tr("%1 task × method pair"),
                                    tr("%1 task × method pairs")));
    m_heading->setText(tr("%1, %2").arg(
        failures, counted(m_causes.causes.size(), tr("%1 cause"), tr("%1 causes"))));
    QStringList notes{m_causes.grouping, tr("%1 reviewed").arg(countText(reviewed))};
    if (m_causes.unjudged > 0)
        notes.append(tr("%1 not judged, no failures").arg(countText(m_causes.unjudged)));
    m_note->setText(notes.join(u" · "_s));
    m_note->setToolTip(m_note->text());
}

QString TriagePage::keys() const
{
    const int cause = m_causeTable->currentIndex().row();
    const QString place = cause < 0
        ? QString()
        : tr("cause %1 of %2 · ").arg(cause + 1).arg(m_causeModel->rowCount());
    return place
        + tr("J/K next · Enter fills the page · 1 explained 2 suspicious 3 accepted 4 looking 5 "
             "new · U next new · T tag "
             "· N note · F7 difference · F8 problem");
}

} // namespace loupe::ui
