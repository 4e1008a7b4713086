// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/compare/comparepage.h"

#include "core/analysis/comparison/sidefacts.h"
#include "core/model/saved/filteredit.h"
#include "ui/pages/compare/kernelpairdialog.h"
#include "ui/pages/compare/refusalview.h"
#include "ui/pages/compare/runcomparisonview.h"
#include "ui/pages/compare/sentencepanel.h"
#include "ui/pages/compare/sidebutton.h"
#include "ui/pages/compare/sidesview.h"
#include "ui/shell/runs/runmarking.h"
#include "ui/shell/session/commandregistry.h"
#include "ui/shell/session/scopedpopulation.h"
#include "ui/shell/session/selection.h"
#include "ui/shell/session/storesession.h"
#include "ui/style/theme.h"
#include "ui/text/distinctnames.h"
#include "ui/text/words.h"
#include "ui/widgets/input/choicebutton.h"
#include "ui/widgets/layout/emptystate.h"
#include "ui/widgets/layout/parts.h"
#include "ui/widgets/tables/resulttable.h"

#include <QBoxLayout>
#include <QSignalBlocker>

#include <initializer_list>
#include <utility>

using namespace Qt::StringLiterals;

namespace loupe::ui {

ComparePage::ComparePage(const Workbench &bench, QWidget *parent)
    : Page(bench, parent)
    , m_first(new SideButton(u"A"_s, bench.theme, this))
    , m_second(new SideButton(u"B"_s, bench.theme, this))
    , m_swap(makeButton(u"⇄"_s))
    , m_asFilter(makeButton(tr("Show as filter")))
    , m_makeFigure(makeButton(tr("Make figure…")))
    , m_runsButton(makeButton(tr("Compare runs")))
    , m_hint(makeDim(tr("Compare")))
    , m_overrides(new QLabel)
    , m_stack(new QStackedWidget)
    , m_view(new SidesView(bench.theme))
    , m_refusal(new RefusalView(bench.theme))
    , m_runs(new RunComparisonView(bench))
    , m_empty(new EmptyState(bench.theme))
    , m_kernels(new KernelPairDialog(bench, this))
{
    const int unit = bench.theme.unit();
    for (QWidget *each : std::initializer_list<QWidget *>{m_view, m_refusal, m_runs, m_empty})
        m_stack->addWidget(each); // in the order of Part
    m_head = makeHead();
    auto *page = makeColumn(unit * 5 / 4, this, unit * 3 / 2);
    page->addWidget(m_head);
    page->addWidget(m_overrides);
    page->addWidget(m_stack, 1);
    connectAll();
    showStudy();
}

QWidget *ComparePage::makeHead()
{
    const int unit = m_bench.theme.unit();
    m_swap->setAccessibleName(tr("Swap the sides"));
    m_swap->setToolTip(tr("Swap the sides (X)"));
    m_overrides->setAccessibleName(tr("Conditions of the two sides"));
    m_overrides->setTextFormat(Qt::PlainText);
    m_overrides->setWordWrap(true);
    m_runsButton->setCheckable(true);
    m_runsButton->setToolTip(
        tr("Compares runs with a baseline run: all samples, and differences of settings"));
    auto *head = new QWidget;
    auto *row = makeRow(unit, head);
    row->addWidget(m_hint);
    row->addWidget(m_first->button(), 2);
    row->addWidget(m_swap);
    row->addWidget(m_second->button(), 2);
    row->addStretch(1);
    row->addWidget(m_asFilter);
    row->addWidget(m_makeFigure);
    row->addWidget(m_runsButton);
    return head;
}

void ComparePage::connectAll()
{
    const StoreSession &session = m_bench.session;
    for (const auto signal : {&StoreSession::leaving, &StoreSession::closed})
        connect(&session, signal, this, &ComparePage::forget);
    for (const auto signal :
         {&StoreSession::opened, &StoreSession::filterChanged, &StoreSession::scopeChanged})
        connect(&session, signal, this, &ComparePage::invalidate);
    connect(&session, &StoreSession::dataChanged, this, [this] { m_reading.storeChanged(); });
    connect(&session.population(), &ScopedPopulation::changed, this, &ComparePage::showOverrides);
    connect(&session, &StoreSession::runsChanged, this, &ComparePage::showSides);
    connect(m_first, &SideButton::chosen, this, [this](const ComparedSide &side) {
        setSides(side, m_shown ? m_shown->second : ComparedSide());
    });
    connect(m_second, &SideButton::chosen, this, [this](const ComparedSide &side) {
        setSides(m_shown ? m_shown->first : ComparedSide(), side);
    });
    connect(m_swap, &QPushButton::clicked, this, &ComparePage::swap);
    connect(m_asFilter, &QPushButton::clicked, this, &ComparePage::showAsFilter);
    connect(m_makeFigure, &QPushButton::clicked, this,
            [this] { emit figureRequested(figureSpec()); });
    connect(m_runsButton, &QPushButton::toggled, this, &ComparePage::showRuns);
    connect(m_runs, &Page::statusChanged, this, &Page::statusChanged);
    connect(m_refusal, &RefusalView::wayChosen, this, &ComparePage::take);
    connect(m_refusal, &RefusalView::changedTasksAllowed, this, [this] {
        m_allowsChangedTasks = true;
        invalidate();
    });
    connect(m_view, &SidesView::pairRequested, this,
            [this](const ComparedPair *pair) { openPair(*pair); });
    connect(m_view, &SidesView::resultsRequested, this, &ComparePage::showResults);
    connect(m_view, &SidesView::brushed, this,
            [this](const std::vector<RowId> &ids, const QString &text) {
                selectBrushed(m_bench.selection, ids, text);
            });
}

bool ComparePage::isLoading() const
{
    const bool areRunsLoading = showsRuns() && m_runs->isLoading();
    return Page::isLoading() || m_reading.isRunning() || areRunsLoading || m_kernels->isLoading();
}

QString ComparePage::keys() const
{
    if (showsRuns())
        return m_runs->keys();
    return tr("↑↓ walks the differences · Enter opens both kernels side by side · X swaps the "
              "sides");
}

void ComparePage::takeFocus()
{
    if (showsRuns())
        m_runs->takeFocus();
    else if (part() == Part::Sides)
        m_view->differenceTable()->setFocus();
    else
        m_first->button()->setFocus();
}

QString ComparePage::sentence() const
{
    return part() == Part::Sides ? m_view->sentence()->sentence() : QString();
}

void ComparePage::forget()
{
    m_reading.cancel();
    m_kernels->close();
    m_chosen.reset();
    m_shown.reset();
    m_measure.reset();
    m_allowsChangedTasks = false;
    m_error.clear();
    m_view->forget();
    m_study.reset();
    showStudy();
}

void ComparePage::setSides(const ComparedSide &first, const ComparedSide &second)
{
    m_chosen = SidePair(first, second);
    m_measure.reset();
    m_allowsChangedTasks = false;
    invalidate();
}

void ComparePage::swap()
{
    if (!m_shown)
        return;
    m_chosen = SidePair(m_shown->second, m_shown->first);
    invalidate();
}

void ComparePage::take(const SideWay &way)
{
    m_chosen = SidePair(way.first, way.second);
    m_measure = way.measure;
    invalidate();
}

void ComparePage::reload()
{
    const auto pool = m_bench.session.pool();
    if (!pool) {
        m_reading.cancel();
        showStudy();
        return;
    }
    m_view->differenceTable()->setStale(true);
    SidesQuestion question;
    question.filter = m_bench.session.filter();
    question.scope = m_bench.session.scope();
    question.population = m_bench.session.population().current();
    question.sides = m_chosen;
    question.marked = m_bench.marking.baselineName();
    question.measure = m_measure;
    question.allowChangedTasks = m_allowsChangedTasks;
    m_reading.read(
        pool,
        [question](StoreReader &reader, const std::stop_token &stop) {
            return studySides(reader, question, stop);
        },
        [this](const Result<SharedStudy> &study) { deliver(study); });
}

void ComparePage::deliver(const Result<SharedStudy> &study)
{
    m_view->differenceTable()->setStale(false);
    m_error = problemOf(study);
    if (study)
        m_study = *study;
    m_shown = study ? (*study)->sides : std::nullopt;
    showStudy();
    m_bench.commands.refresh();
    emit statusChanged();
}

void ComparePage::showStudy()
{
    const bool isCompared = m_study && m_error.isEmpty() && m_study->sides;
    if (isCompared && m_study->comparison() != nullptr)
        m_view->show(m_study);
    else if (isCompared)
        m_refusal->say(m_study->compared ? m_study->compared->comparison.error() : *m_study->error,
                       m_study->compared ? m_study->compared->facts : std::vector<SideFact>(),
                       m_study->compared ? m_study->compared->ways : std::vector<SideWay>());
    showSides();
    showOverrides();
    sayEmpty();
    Part shown = Part::Empty;
    if (showsRuns())
        shown = Part::Runs;
    else if (isCompared)
        shown = m_study->comparison() != nullptr ? Part::Sides : Part::Refused;
    show(shown);
}

void ComparePage::showSides()
{
    const bool hasSides = m_study && m_shown;
    const bool isOpen = m_bench.session.isOpen();
    for (QWidget *each :
         std::initializer_list<QWidget *>{m_first->button(), m_swap, m_second->button()})
        each->setVisible(hasSides && !showsRuns());
    m_head->setVisible(isOpen);
    m_hint->setText(showsRuns() ? tr("Runs compared with a baseline run, by attempt")
                                : tr("Compare"));
    const bool canDraw = hasSides && m_study->comparison() != nullptr && !showsRuns();
    m_asFilter->setVisible(hasSides && !showsRuns());
    m_asFilter->setEnabled(hasSides && filterOfBoth().has_value());
    m_makeFigure->setVisible(canDraw && bool(m_bench.services.saveFigure));
    m_makeFigure->setEnabled(canDraw && m_study->chart && filterOfBoth().has_value());
    if (!hasSides)
        return;
    const SideOffers offers{m_study->choices, m_bench.session.runList().views};
    m_first->setOffers(offers);
    m_second->setOffers(offers);
    constexpr int maxCharacters = 26; // as wide as the buttons get
    const QStringList names = fittedNames(
        {lineText(m_shown->first.label), lineText(m_shown->second.label)}, maxCharacters);
    m_first->setSide(m_shown->first, names[0], false);
    m_second->setSide(m_shown->second, names[1], m_study->comparison() == nullptr);
}

void ComparePage::showRuns(bool on)
{
    {
        const QSignalBlocker quiet(m_runsButton);
        m_runsButton->setChecked(on);
    }
    const bool areRuns
        = m_shown && m_shown->first.kind == SideKind::Run && m_shown->second.kind == SideKind::Run;
    if (on && areRuns)
        m_runs->compare(exactQt(m_shown->first.value), exactQt(m_shown->second.value));
    showStudy();
    takeFocus();
    m_bench.commands.refresh();
    emit statusChanged();
}

void ComparePage::openPair(const ComparedPair &pair)
{
    const SidesSummary &summary = *m_study->compared->summary;
    m_kernels->showPair(pair, lineText(summary.first), lineText(summary.second));
}

void ComparePage::showResults(const std::vector<RowId> &ids, const QString &text)
{
    if (ids.empty())
        return;
    m_bench.selection.set(
        ids,
        tr("%1, A %2, B %3")
            .arg(text, lineText(m_shown->first.label), lineText(m_shown->second.label)));
    m_bench.commands.action(u"page.results"_s)->trigger();
}

std::optional<Filter> ComparePage::filterOfBoth() const
{
    if (!m_shown || m_shown->first.kind != m_shown->second.kind
        || m_shown->first.kind == SideKind::Filter)
        return std::nullopt;
    const std::string field(name(m_shown->first.kind));
    Filter out = withoutField(m_bench.session.filter(), field);
    for (const ComparedSide *side : {&m_shown->first, &m_shown->second})
        out = includingValue(std::move(out), field, side->value);
    return out;
}

void ComparePage::showAsFilter()
{
    const auto filter = filterOfBoth();
    if (!filter)
        return;
    m_bench.selection.clear();
    const Status applied = m_bench.session.setFilter(exactQt(text(*filter)));
    Q_ASSERT(applied);
    m_bench.commands.action(u"page.results"_s)->trigger();
}

FigureSpec ComparePage::figureSpec() const
{
    FigureSpec spec;
    const SidesSummary &summary = *m_study->compared->summary;
    spec.name = "comparison";
    spec.title = summary.first + " and " + summary.second;
    spec.filter = text(filterOfBoth().value_or(Filter()));
    spec.chart.kind = ChartKind::PairedScatter;
    spec.chart.groupBy = dimensionOf(m_shown->first.kind).value_or(GroupBy::Method);
    spec.chart.scope = m_bench.session.scope();
    spec.chart.withoutWithheld = !spec.chart.scope->includeWithheld;
    return spec;
}

void ComparePage::showOverrides()
{
    const auto around = m_bench.session.population().value();
    const bool areCompared = m_study && m_study->compared && !showsRuns();
    std::vector<ScopeOverride> found;
    if (around && areCompared)
        found = scopeOverrides(m_study->compared->populations.front(),
                               m_study->compared->populations.back(), *around);
    m_overrides->setText(lineText(text(found)));
    m_overrides->setVisible(!found.empty());
}

void ComparePage::sayEmpty()
{
    CommandRegistry &commands = m_bench.commands;
    if (!m_bench.session.isOpen())
        m_empty->sayNoStore(m_bench.session, tr("Open one to compare its results."),
                            commands.action(u"store.open"_s));
    else if (!m_error.isEmpty())
        m_empty->say(tr("The results could not be read."), m_error,
                     commands.action(u"view.reload"_s));
    else if (!m_study)
        m_empty->say(tr("The results are being read."), {}, nullptr);
    else if (!m_bench.session.filterText().isEmpty())
        m_empty->say(tr("No results match the filter."),
                     toQt(missingSides(m_study->choices)) + u' '
                         + tr("A comparison needs two methods, runs, devices or rounds."),
                     commands.action(u"filter.clear"_s));
    else
        m_empty->say(tr("There is nothing to compare yet."),
                     toQt(missingSides(m_study->choices)) + u' '
                         + tr("A comparison needs two methods, runs, devices or rounds: evaluate "
                              "other kernels into this store, or import results."),
                     commands.action(u"run.new"_s));
}

} // namespace loupe::ui
