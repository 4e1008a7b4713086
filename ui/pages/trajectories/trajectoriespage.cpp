// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/trajectories/trajectoriespage.h"

#include "core/analysis/rounds/roundcomposition.h"
#include "core/model/saved/filteredit.h"
#include "core/report/tables/roundtables.h"
#include "ui/models/texttablemodel.h"
#include "ui/pages/frame/kernelframe.h"
#include "ui/pages/trajectories/askingpanel.h"
#include "ui/shell/session/commandregistry.h"
#include "ui/shell/session/scopedpopulation.h"
#include "ui/shell/session/storesession.h"
#include "ui/style/theme.h"
#include "ui/text/words.h"
#include "ui/widgets/charts/roundstrip.h"
#include "ui/widgets/input/choicebox.h"
#include "ui/widgets/layout/emptystate.h"
#include "ui/widgets/layout/parts.h"
#include "ui/widgets/source/diffview.h"
#include "ui/widgets/tables/columnfit.h"
#include "ui/widgets/tables/columnmemory.h"
#include "ui/widgets/tables/resulttable.h"

#include <QBoxLayout>
#include <QFontMetrics>
#include <QHeaderView>
#include <QItemSelectionModel>
#include <QKeyEvent>
#include <QPushButton>
#include <QSignalBlocker>
#include <QTabWidget>

#include <algorithm>
#include <set>
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

QString cohortTitle(const QString &what, const TrajectoryCohort &cohort)
{
    return TrajectoriesPage::tr("%1, rounds %2–%3")
        .arg(what)
        .arg(cohort.rounds.front())
        .arg(cohort.rounds.back());
}

/// Returns a title such as "3 methods on 2 suites, rounds 0–2" for several choices.
QString cohortTitle(const TrajectoryCohort &cohort)
{
    std::set<Name> methods;
    std::set<Name> suites;
    for (const TrajectoryStory &story : cohort.stories) {
        methods.insert(story.method);
        suites.insert(story.suite);
    }
    const QString who = methods.size() == 1
        ? toQt(methods.begin()->text())
        : TrajectoriesPage::tr("%1 methods").arg(methods.size());
    const QString where = suites.size() == 1 ? toQt(suites.begin()->text())
                                             : TrajectoriesPage::tr("%1 suites").arg(suites.size());
    return cohortTitle(TrajectoriesPage::tr("%1 on %2").arg(who, where), cohort);
}

} // namespace

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
    reloadWithPopulation();
    connect(m_choice, &QComboBox::currentIndexChanged, this, &TrajectoriesPage::choose);
    connect(&session, &StoreSession::dataChanged, this, [this] { m_reading.storeChanged(); });
    connect(&m_bench.selection, &Selection::changed, this, &TrajectoriesPage::arrange);
    connect(&m_bench.theme, &Theme::changed, this, &TrajectoriesPage::fitHeights);
    connect(&m_bench.theme, &Theme::changed, this, &TrajectoriesPage::fitDefinition);
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

void TrajectoriesPage::fillChoices()
{
    const QSignalBlocker quiet(m_choice);
    m_choice->clear();
    const auto add = [this](const QString &text, std::size_t count, int choice) {
        m_choice->addItem(tr("%1 (%2)").arg(text, countText(count)), choice);
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

bool TrajectoriesPage::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == m_table->viewport() && event->type() == QEvent::Resize)
        fitRounds();
    if (event->type() == QEvent::KeyPress && watched == m_table) {
        const auto *key = static_cast<QKeyEvent *>(event);
        const bool isWalk = key->key() == Qt::Key_Left || key->key() == Qt::Key_Right;
        if (isWalk && key->modifiers() == Qt::NoModifier) {
            m_view->rounds()->walk(key->key() == Qt::Key_Left ? -1 : 1);
            return true;
        }
    }
    return Page::eventFilter(watched, event);
}

void TrajectoriesPage::resizeEvent(QResizeEvent *event)
{
    Page::resizeEvent(event);
    fitDefinition();
}

void TrajectoriesPage::fitDefinition()
{
    // In less height, the chart and the rows of the table need the place of the definition.
    constexpr int leastUnits = 64;
    m_charts->showDefinition(height() >= leastUnits * m_bench.theme.unit());
}

void TrajectoriesPage::fitHeights()
{
    const Theme &theme = m_bench.theme;
    // Four rows with their titles and signs stay visible, however large the text is.
    m_strips->setMinimumHeight(theme.compactRowHeight() * 6 + theme.unit() * 5);
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
    const QFontMetrics metrics(m_bench.theme.uiFont());
    const int character = characterWidth(metrics);
    const int margins = 2 * m_bench.theme.unit();
    const int space
        = (m_table->viewport()->width() - m_table->columnWidth(StoryModel::TaskColumn)) / rounds;
    int width = std::min(space, maxRoundCharacters * character + margins);
    const int least = minRoundCharacters * character + margins;
    if (width < least) { // The table scrolls in any case, so numbers of worse rounds are whole.
        const int shape = margins;
        width = std::max(least, metrics.horizontalAdvance(u"↓ 00.00×"_s) + margins + shape + 1);
    }
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
                              .arg(countText(ids.size()), toQt(m_view->story()->task.text())));
    m_bench.commands.action(u"page.results"_s)->trigger();
}

FigureSpec TrajectoriesPage::madeOfChoice(FigureSpec spec) const
{
    if (!m_study.chosen)
        return spec;
    const RoundChoice &choice = m_study.choices[*m_study.chosen];
    spec.filter = text(includingValue(withoutField(m_bench.session.filter(), "method"), "method",
                                      choice.method.text()));
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

void TrajectoriesPage::focusTag()
{
    m_reasons->setCurrentWidget(m_charts);
    m_charts->focusTag();
}

TrajectoriesPage::TrajectoriesPage(const Workbench &bench, QWidget *parent)
    : Page(bench, parent)
    , m_model(new StoryModel(this))
    , m_groupModel(new TextTableModel(this))
    , m_table(new ResultTable(bench.theme))
    , m_groups(new ResultTable(bench.theme))
    , m_heading(makeHeading(bench.theme))
    , m_note(new ElidedLabel)
    , m_choice(new ChoiceBox(bench.theme))
    , m_cohort(new ChoiceBox(bench.theme))
    , m_toResults(makeButton(tr("Show in Results")))
    , m_charts(new CohortCharts(bench))
    , m_step(new ChoiceBox(bench.theme))
    , m_question(makeHeading(bench.theme))
    , m_answer(new QLabel)
    , m_parted(makeCaption(bench.theme))
    , m_groupNote(makeCaption(bench.theme))
    , m_asking(new AskingPanel(bench.theme, this))
    , m_reasons(new QTabWidget)
    , m_view(new TrajectoryView(bench))
    , m_empty(new EmptyState(bench.theme))
{
    buildLayout();
    connectAll();
    fitHeights();
    say();
}

void TrajectoriesPage::buildLayout()
{
    const int unit = m_bench.theme.unit();
    QWidget *why = makeWhy();
    m_parts = makeSplitter(Qt::Vertical, m_bench.theme);
    m_parts->addWidget(makeReasons(why));
    m_parts->addWidget(makeStrips());
    m_parts->setStretchFactor(1, 1);
    m_parts->setSizes({unit * 44, unit * 44});
    for (QWidget *part : {static_cast<QWidget *>(m_charts), why})
        keepTextHeight(part);
    auto *drawer = new QWidget;
    auto *column = makeColumn(unit, drawer);
    column->addWidget(makeHead());
    column->addWidget(m_parts, 1);
    m_frame = new KernelFrame(drawer, m_view, m_bench.theme);
    m_frame->setSizes({unit * 72, unit * 88});
    m_frame->setStretchFactor(0, 1); // A wide window shows more rounds, too.
    m_stack = fillPage(this, m_frame, m_empty, m_bench.theme);
}

QWidget *TrajectoriesPage::makeHead()
{
    const int unit = m_bench.theme.unit();
    m_note->setProperty("tone", u"dim"_s);
    m_cohort->setAccessibleName(tr("Trajectories shown"));
    m_cohort->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_cohort->setMinimumContentsLength(12);
    m_choice->setAccessibleName(tr("Which method and conditions"));
    m_choice->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_choice->setMinimumContentsLength(12);
    m_choice->hide();
    auto *head = new QWidget;
    auto *column = makeColumn(unit / 2, head);
    column->addWidget(m_heading);
    column->addWidget(m_note);
    auto *row = makeRow(unit);
    row->addWidget(m_choice, 1);
    row->addWidget(m_cohort, 1);
    row->addStretch(1);
    row->addWidget(m_toResults);
    column->addLayout(row);
    return head;
}

QWidget *TrajectoriesPage::makeWhy()
{
    const int unit = m_bench.theme.unit();
    m_step->setAccessibleName(tr("Step between rounds"));
    m_groups->setModel(m_groupModel);
    m_groups->setAccessibleName(tr("Kernels of the step by outcome"));
    m_groups->setSelectionMode(QAbstractItemView::SingleSelection);
    m_groups->setMinimumHeight(m_bench.theme.compactRowHeight() * 4);
    m_groups->setMaximumHeight(m_bench.theme.compactRowHeight() * 5);
    for (QLabel *label : {m_question, m_answer, m_parted, m_groupNote}) {
        label->setWordWrap(true);
        label->setTextFormat(Qt::PlainText);
    }
    auto *bar = makeRow(unit);
    bar->addWidget(m_question, 1);
    bar->addWidget(m_step, 0, Qt::AlignTop);
    auto *panel = new QWidget;
    auto *column = makeColumn(unit, panel);
    column->setContentsMargins(unit * 3 / 2, unit, unit * 3 / 2, unit);
    column->addLayout(bar);
    column->addWidget(m_answer);
    column->addWidget(m_parted);
    column->addWidget(m_groups);
    column->addWidget(m_groupNote);
    column->addStretch(1);
    return panel;
}

QWidget *TrajectoriesPage::makeReasons(QWidget *why)
{
    m_asking->hide();
    m_reasons->setAccessibleName(tr("Chart, change of the mean, and cost"));
    m_reasons->setDocumentMode(true);
    m_reasons->addTab(m_charts, tr("Chart"));
    m_reasons->addTab(why, tr("Why the mean moved"));
    return makePanelAround(m_reasons);
}

void TrajectoriesPage::showAsking()
{
    const int place = m_reasons->indexOf(m_asking);
    if (m_study.asking) {
        m_asking->setSummary(*m_study.asking);
        if (place < 0)
            m_reasons->addTab(m_asking, tr("Cost and answers"));
    } else if (place >= 0) {
        m_reasons->removeTab(place);
        m_asking->setParent(this);
        m_asking->hide();
    }
}

QWidget *TrajectoriesPage::makeStrips()
{
    m_table->setModel(m_model);
    m_table->setAccessibleName(tr("Trajectories"));
    m_table->setObjectName(u"trajectoryTable"_s);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    QHeaderView *header = m_table->horizontalHeader();
    header->setStretchLastSection(false);
    header->setSectionsMovable(false); // Rounds stay in order.
    makeSortable(*header);
    auto *signs = makeCaption(
        m_bench.theme, tr("= identical code · ↓ worse than the round before · ◌ suspicious"));
    signs->setContentsMargins(m_bench.theme.unit(), m_bench.theme.unit() / 2, 0,
                              m_bench.theme.unit() / 2);
    m_strips = makePanelAround(m_table);
    m_strips->layout()->addWidget(signs);
    return m_strips;
}

void TrajectoriesPage::showStep()
{
    const int from = m_step->currentData().toInt();
    const auto change = std::ranges::find(m_study.changes, from, &RoundChange::fromRound);
    const auto groups = std::ranges::find(m_study.groups, from, &StepGroups::fromRound);
    const bool hasChange = change != m_study.changes.end();
    m_question->setText(hasChange ? toQt(changeQuestion(*change)) : tr("The mean speedup"));
    if (hasChange)
        m_answer->setText(toQt(changeAnswer(*change)));
    else if (!m_study.chosen && m_study.choices.size() > 1)
        m_answer->setText(errorText(m_study.problem));
    else
        m_answer->setText(tr("No kernel is correct and timed in both rounds, so the change of the "
                             "mean cannot be explained."));
    m_parted->setText(hasChange ? tr("same kernels %1 · other kernels %2")
                                      .arg(toQt(effectText(change->within)),
                                           toQt(effectText(change->composition())))
                                : QString());
    const bool hasGroups = groups != m_study.groups.end();
    m_groupModel->setTable(hasGroups ? stepGroupsTable(*groups) : Table());
    m_groupNote->setText(toQt(m_groupModel->table().caption));
    m_groups->setColumnCharacters({18, 10, 8, 17, 8});
}

void TrajectoriesPage::say()
{
    const bool isNothing = !m_study.cohort || m_study.cohort->stories.empty();
    m_toResults->setEnabled(m_view->story().has_value());
    if (!isNothing) {
        sayCounts();
    }
    CommandRegistry &commands = m_bench.commands;
    if (!m_bench.session.isOpen())
        m_empty->sayNoStore(m_bench.session, tr("Open one to follow its kernels by round."),
                            commands.action(u"store.open"_s));
    else if (!m_error.isEmpty())
        m_empty->say(tr("The trajectories could not be read."), m_error,
                     commands.action(u"view.reload"_s));
    else if (!m_bench.session.filterText().isEmpty())
        m_empty->say(tr("No trajectory matches the filter."),
                     tr("No method has more than one round in the results that match %1")
                         .arg(m_bench.session.filterText()),
                     commands.action(u"filter.clear"_s));
    else if (const auto population = m_bench.session.population().value();
             population && population->given > population->observations().size())
        m_empty->say(tr("The scope holds no trajectories."),
                     tr("No method has more than one round here. Choose another suite, device or "
                        "baseline in the scope bar."),
                     nullptr);
    else
        m_empty->say(tr("This store has no trajectories."),
                     tr("They appear where a method has results of more than one round: an agent "
                        "that was given feedback and tried again."),
                     commands.action(u"store.import"_s));
    m_stack->setCurrentIndex(isNothing || !m_error.isEmpty() ? 1 : 0);
}

void TrajectoriesPage::sayCounts()
{
    const TrajectoryCohort &cohort = *m_study.cohort;
    const auto all = static_cast<std::int64_t>(cohort.stories.size());
    m_heading->setText(m_study.chosen
                           ? cohortTitle(toQt(m_study.choices[*m_study.chosen].name), cohort)
                           : cohortTitle(cohort));
    QStringList notes;
    if (m_study.chosen && m_study.choices.size() > 1)
        notes.append(tr("1 of %1 methods").arg(m_study.choices.size()));
    notes.append(counted(all, tr("%2 of %1 trajectory shown"), tr("%2 of %1 trajectories shown"))
                     .arg(countText(m_model->rowCount())));
    notes.append(tr("%1 with all rounds recorded").arg(countText(cohort.complete)));
    notes.append(m_bench.selection.isEmpty() ? tr("a click in the chart selects")
                                             : tr("Esc shows all again"));
    m_note->setText(notes.join(u" · "_s));
    m_note->setToolTip(m_note->text());
}

QString TrajectoriesPage::keys() const
{
    const int row = m_table->currentIndex().row();
    if (row < 0)
        return {};
    const QString walk
        = tr("trajectory %1 of %2 · ←/→ rounds · J/K next · Enter opens the kernel, Esc returns")
              .arg(countText(row + 1), countText(m_model->rowCount()));
    return m_bench.selection.isEmpty() ? walk : walk + tr(" · T = tag · Esc = clear");
}

} // namespace loupe::ui
