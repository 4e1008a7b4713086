// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/trajectories/trajectoriespage.h"

#include "core/model/filteredit.h"
#include "ui/models/texttablemodel.h"
#include "ui/pages/distributions/cohortcharts.h"
#include "ui/pages/frame/kernelframe.h"
#include "ui/pages/trajectories/trajectoryview.h"
#include "ui/shell/session/commandregistry.h"
#include "ui/shell/session/scopedpopulation.h"
#include "ui/shell/session/selection.h"
#include "ui/shell/session/storesession.h"
#include "ui/style/theme.h"
#include "ui/text/words.h"
#include "ui/widgets/choicebox.h"
#include "ui/widgets/columnfit.h"
#include "ui/widgets/columnmemory.h"
#include "ui/widgets/diffview.h"
#include "ui/widgets/resulttable.h"
#include "ui/widgets/roundstrip.h"

#include <QFontMetrics>
#include <QHeaderView>
#include <QItemSelectionModel>
#include <QKeyEvent>
#include <QLabel>
#include <QPushButton>
#include <QSignalBlocker>
#include <QTabWidget>

#include <algorithm>
#include <utility>

using namespace Qt::StringLiterals;

namespace loupe::ui {

namespace {

constexpr int completeChoice = -1;
constexpr int everyChoice = -2;
constexpr int eachChoice = -1; ///< entry for all methods and conditions

// Widths of a round; the shape of the outcome stays visible in the narrowest one.
constexpr int minRoundCharacters = 11;
constexpr int maxRoundCharacters = 17;

} // namespace

// The layout is in trajectorieslayout.cpp.

TrajectoriesPage::~TrajectoriesPage() = default;

void TrajectoriesPage::connectAll()
{
    const StoreSession &session = m_bench.session;
    connect(&session, &StoreSession::opened, this, &TrajectoriesPage::invalidate);
    connect(&session, &StoreSession::leaving, this, [this] {
        if (m_frame->isFilled())
            m_frame->toggleDrawer();
        m_reading.cancel();
        m_arranging.cancel();
        m_study = {};
        m_chosen.clear();
        m_isEach = false;
        m_model->setCohort({}, {});
        m_view->clear();
        say();
    });
    connect(&session, &StoreSession::closed, this, &TrajectoriesPage::say);
    for (const auto signal : {&StoreSession::filterChanged, &StoreSession::scopeChanged})
        connect(&session, signal, this, &TrajectoriesPage::invalidate);
    connect(&session.population(), &ScopedPopulation::changed, this,
            &TrajectoriesPage::followPopulation);
    connect(m_choice, &QComboBox::currentIndexChanged, this, &TrajectoriesPage::choose);
    connect(&session, &StoreSession::dataChanged, this, [this] { m_reading.storeChanged(); });
    connect(&m_bench.selection, &Selection::changed, this, &TrajectoriesPage::arrange);
    connect(m_cohort, &QComboBox::currentIndexChanged, this, &TrajectoriesPage::arrange);
    connect(m_step, &QComboBox::currentIndexChanged, this, &TrajectoriesPage::showStep);
    connect(m_charts, &CohortCharts::figureRequested, this,
            [this](const FigureSpec &spec) { emit figureRequested(madeOfChoice(spec)); });
    connect(m_charts, &CohortCharts::tagRequested, this, &TrajectoriesPage::tagRequested);
    connect(m_table->horizontalHeader(), &QHeaderView::sortIndicatorChanged, this,
            &TrajectoriesPage::sortBy);
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            &TrajectoriesPage::showTrajectory);
    connect(m_table, &ResultTable::openRequested, this, [this] {
        m_frame->fill();
        m_view->diff()->focusBase();
    });
    connect(m_frame, &KernelFrame::filledChanged, this, &Page::statusChanged);
    connect(m_frame, &KernelFrame::left, m_table, [this] { m_table->setFocus(); });
    connect(m_view, &TrajectoryView::roundChanged, this, &Page::statusChanged);
    connect(m_toResults, &QPushButton::clicked, this, &TrajectoriesPage::showInResults);
    m_table->installEventFilter(this);
    m_table->viewport()->installEventFilter(this);
}

bool TrajectoriesPage::isLoading() const
{
    const bool waits = isVisible() && m_bench.session.population().isRunning();
    return Page::isLoading() || m_reading.isRunning() || m_charts->isLoading()
        || m_arranging.isRunning() || m_view->isLoading() || waits;
}

void TrajectoriesPage::reload()
{
    const auto pool = m_bench.session.pool();
    if (!pool) {
        say();
        return;
    }
    m_table->setStale(true);
    m_arranging.cancel();
    ScopedPopulation &population = m_bench.session.population();
    population.want();
    if (population.isRunning())
        return; // changed() calls this again
    if (!population.value()) {
        if (population.error())
            deliver(*population.error());
        return;
    }
    TrajectoryQuestion question{m_bench.session.filter(), population.value(), toCore(m_chosen),
                                m_isEach, wantedOrder()};
    m_reading.read(
        pool,
        [question = std::move(question)](StoreReader &reader, const std::stop_token &stop) {
            return readTrajectoryStudy(reader, question, stop);
        },
        [this](const Result<TrajectoryStudy> &result) { deliver(result); });
}

void TrajectoriesPage::followPopulation()
{
    const ScopedPopulation &population = m_bench.session.population();
    if (population.value() || population.error())
        invalidate();
}

void TrajectoriesPage::fillChoices()
{
    const QSignalBlocker quiet(m_choice);
    m_choice->clear();
    const auto add = [this](const QString &text, std::size_t count, int choice) {
        m_choice->addItem(tr("%1 (%2)").arg(text, countText(static_cast<std::int64_t>(count))),
                          choice);
    };
    std::size_t sum = 0;
    for (std::size_t i = 0; i < m_study.choices.size(); ++i) {
        add(toQt(m_study.choices[i].name), m_study.choices[i].trajectories, static_cast<int>(i));
        sum += m_study.choices[i].trajectories;
    }
    add(tr("each by itself"), sum, eachChoice);
    const int chosen = m_study.chosen ? static_cast<int>(*m_study.chosen) : eachChoice;
    m_choice->setCurrentIndex(m_choice->findData(chosen));
    m_choice->setVisible(m_study.choices.size() > 1);
}

void TrajectoriesPage::choose()
{
    const int choice = m_choice->currentData().toInt();
    m_isEach = choice == eachChoice;
    m_chosen
        = m_isEach ? QString() : exactQt(m_study.choices.at(static_cast<std::size_t>(choice)).name);
    invalidate();
}

void TrajectoriesPage::deliver(const Result<TrajectoryStudy> &result)
{
    m_table->setStale(false);
    m_error = problemOf(result);
    if (!result) {
        say();
        return;
    }
    const RowId current = m_view->current();
    const bool hadRounds = m_model->roundColumns() > 0;
    m_study = *result;
    m_model->setCohort(m_study.cohort, std::move(m_study.order));
    if (!hadRounds && m_model->roundColumns() > 0) {
        std::vector<int> widths{22, 17};
        widths.insert(widths.end(), static_cast<std::size_t>(m_model->roundColumns()),
                      maxRoundCharacters);
        widths.insert(widths.end(), {8, 11, 9, 12, 14, 7, 22});
        m_table->setColumnCharacters(widths);
    }
    fitRounds();
    fillChoices();
    fillCohorts();
    fillSteps();
    showAsking();
    m_charts->setStudy(m_study.rounds, m_study.rounds ? QString() : errorText(m_study.problem));
    restoreRow(current);
    say();
    emit countChanged(static_cast<std::int64_t>(m_study.cohort->stories.size()));
    emit statusChanged();
}

void TrajectoriesPage::fillCohorts()
{
    const QVariant before = m_cohort->currentData();
    const QSignalBlocker quiet(m_cohort);
    m_cohort->clear();
    const TrajectoryCohort &cohort = *m_study.cohort;
    const auto add = [this](const QString &text, std::int64_t count, int choice) {
        if (count > 0)
            m_cohort->addItem(tr("%1 (%2)").arg(text, countText(count)), choice);
    };
    add(tr("all"), static_cast<std::int64_t>(cohort.stories.size()), everyChoice);
    add(tr("all rounds recorded"), cohort.complete, completeChoice);
    for (std::size_t kind = 0; kind < storyKinds; ++kind)
        add(toQt(name(static_cast<StoryKind>(kind))), cohort.counts[kind], static_cast<int>(kind));
    m_cohort->setCurrentIndex(std::max(0, m_cohort->findData(before)));
    if (before.isValid() && m_cohort->currentData() != before)
        arrange(); // the selected one is gone
}

void TrajectoriesPage::fillSteps()
{
    const QVariant before = m_step->currentData();
    {
        const QSignalBlocker quiet(m_step);
        m_step->clear();
        for (const StepGroups &each : m_study.groups)
            m_step->addItem(tr("rounds %1 to %2").arg(each.fromRound).arg(each.toRound),
                            each.fromRound);
        m_step->setCurrentIndex(std::max(0, m_step->findData(before)));
    }
    m_step->setVisible(m_step->count() > 1);
    showStep();
}

ChartView *TrajectoriesPage::chart() const
{
    return m_charts->chart();
}

StoryOrder TrajectoriesPage::wantedOrder() const
{
    StoryOrder out = m_order;
    const int choice = m_cohort->count() > 0 ? m_cohort->currentData().toInt() : everyChoice;
    out.completeOnly = choice == completeChoice;
    if (choice >= 0)
        out.only = static_cast<StoryKind>(choice);
    out.among = m_bench.selection.ids();
    return out;
}

void TrajectoriesPage::arrange()
{
    if (!m_study.cohort || m_reading.isRunning())
        return;
    m_table->setStale(true);
    m_arranging.start(
        [cohort = m_study.cohort, order = wantedOrder()](const std::stop_token &) mutable {
            std::ranges::sort(order.among);
            return orderedStories(*cohort, order);
        },
        [this](std::vector<std::uint32_t> order) {
            m_table->setStale(false);
            const RowId current = m_view->current();
            m_model->setOrder(std::move(order));
            restoreRow(current);
            say();
            emit statusChanged();
        });
}

void TrajectoriesPage::sortBy(int column)
{
    const auto order = m_model->orderOf(column);
    m_order = order.value_or(StoryOrder());
    m_order.descending
        = order && m_table->horizontalHeader()->sortIndicatorOrder() == Qt::DescendingOrder;
    arrange();
}

void TrajectoriesPage::restoreRow(RowId evaluation)
{
    if (m_model->rowCount() == 0) {
        m_view->clear();
        return;
    }
    const int row = evaluation ? m_model->rowOf(evaluation) : -1;
    m_table->selectRow(std::max(0, row));
    showTrajectory();
}

void TrajectoriesPage::showTrajectory()
{
    const int row = m_table->currentIndex().row();
    if (row < 0)
        return;
    const TrajectoryStory &story = m_model->storyAt(row);
    // The displayed round stays while the user moves through the rows.
    std::optional<int> round = story.turn;
    if (m_view->story() && m_view->current()) {
        const auto &rounds = story.rounds;
        const auto same = std::ranges::find(rounds, m_view->current(), &StoryRound::id);
        if (same != rounds.end())
            round = same->round;
    }
    m_view->show(story, round);
    m_toResults->setEnabled(true);
}

/// A splitter ignores the height of wrapped text, which would overlap at large sizes.
void TrajectoriesPage::fitText(QWidget *part)
{
    part->setMinimumHeight(std::max(0, part->layout()->totalMinimumHeightForWidth(part->width())));
}

bool TrajectoriesPage::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == m_table->viewport() && event->type() == QEvent::Resize)
        fitRounds();
    const bool isLaidOut
        = event->type() == QEvent::Resize || event->type() == QEvent::LayoutRequest;
    if (isLaidOut && watched != m_table && watched != m_table->viewport()) {
        if (auto *part = qobject_cast<QWidget *>(watched); part && part->layout())
            fitText(part);
    } else if (event->type() == QEvent::KeyPress && watched == m_table) {
        const auto *key = static_cast<QKeyEvent *>(event);
        const bool isWalk = key->key() == Qt::Key_Left || key->key() == Qt::Key_Right;
        if (isWalk && key->modifiers() == Qt::NoModifier) {
            m_view->rounds()->walk(key->key() == Qt::Key_Left ? -1 : 1);
            return true;
        }
    }
    return Page::eventFilter(watched, event);
}

void TrajectoriesPage::fitRounds()
{
    const int rounds = m_model->roundColumns();
    if (rounds == 0)
        return;
    QHeaderView *header = m_table->horizontalHeader();
    // The story follows the rounds that it sums up.
    header->moveSection(header->visualIndex(StoryModel::StoryColumn),
                        StoryModel::FirstRoundColumn + rounds - 1);
    const int character = characterWidth(QFontMetrics(m_bench.theme.uiFont()));
    const int margins = 2 * m_bench.theme.unit();
    const int space
        = (m_table->viewport()->width() - m_table->columnWidth(StoryModel::TaskColumn)) / rounds;
    const int width = std::clamp(space, minRoundCharacters * character + margins,
                                 maxRoundCharacters * character + margins);
    for (int round = 0; round < rounds; ++round)
        m_table->columnMemory().fitWidth(StoryModel::FirstRoundColumn + round, width);
}

void TrajectoriesPage::showInResults()
{
    if (!m_view->story())
        return;
    std::vector<RowId> ids;
    for (const StoryRound &round : m_view->story()->rounds) {
        if (round.id)
            ids.push_back(round.id);
    }
    m_bench.selection.set(ids,
                          tr("%1 selected: rounds of %2")
                              .arg(countText(static_cast<std::int64_t>(ids.size())),
                                   toQt(m_view->story()->task.text())));
    m_bench.commands.action(u"page.results"_s)->trigger();
}

FigureSpec TrajectoriesPage::madeOfChoice(FigureSpec spec) const
{
    if (!m_study.chosen)
        return spec;
    const RoundChoice &choice = m_study.choices[*m_study.chosen];
    spec.filter = text(
        asking(withoutField(m_bench.session.filter(), "method"), "method", choice.method.text()));
    spec.chart.scope = choice.scope;
    spec.chart.withoutWithheld = !m_bench.session.scope().includeWithheld;
    return spec;
}

void TrajectoriesPage::takeFocus()
{
    if (m_frame->isFilled())
        m_view->diff()->focusBase();
    else
        m_table->setFocus();
}

bool TrajectoriesPage::canTag() const
{
    return !m_bench.selection.isEmpty();
}

void TrajectoriesPage::focusTag()
{
    m_reasons->setCurrentWidget(m_charts);
    m_charts->focusTag();
}

RowId TrajectoriesPage::kernel() const
{
    return m_view->current();
}

DiffView *TrajectoriesPage::diff() const
{
    return m_view->diff();
}

bool TrajectoriesPage::showsTable() const
{
    return m_charts->showsTable();
}

void TrajectoriesPage::toggleTable()
{
    m_charts->toggleTable();
}

RoundStrip *TrajectoriesPage::rounds() const
{
    return m_view->rounds();
}

} // namespace loupe::ui
