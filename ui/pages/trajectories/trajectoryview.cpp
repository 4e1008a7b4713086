// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/trajectories/trajectoryview.h"

#include "core/analysis/charts/trajectorychart.h"
#include "core/store/read/nearestcorrect.h"
#include "ui/pages/detail/roundtexts.h"
#include "ui/pages/frame/page.h"
#include "ui/shell/session/storesession.h"
#include "ui/style/theme.h"
#include "ui/text/words.h"
#include "ui/widgets/charts/chartmenu.h"
#include "ui/widgets/charts/chartview.h"
#include "ui/widgets/charts/roundstrip.h"
#include "ui/widgets/input/choicebox.h"
#include "ui/widgets/source/diffview.h"

#include <QBoxLayout>
#include <QPlainTextEdit>
#include <QScrollArea>
#include <QTabWidget>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace loupe::ui {

namespace {

QPlainTextEdit *makeReader(const Theme &theme, const QString &name)
{
    auto *text = new QPlainTextEdit;
    text->setReadOnly(true);
    text->setFrameShape(QFrame::NoFrame);
    text->setFont(theme.codeFont());
    text->setTabChangesFocus(true);
    text->setAccessibleName(name);
    return text;
}

/// Returns the rows of a strip of rounds, without rounds that have no result.
std::vector<ResultRow> stripRows(const TrajectoryStory &story)
{
    std::vector<ResultRow> out;
    for (const StoryRound &round : story.rounds) {
        if (!round.id)
            continue;
        ResultRow &row = out.emplace_back();
        row.id = round.id;
        row.round = round.round;
        row.verdict = round.verdict;
        row.speedup = round.speedup;
    }
    return out;
}

} // namespace

TrajectoryView::TrajectoryView(const Workbench &bench, QWidget *parent)
    : QWidget(parent)
    , m_bench(bench)
    , m_task(new QLabel)
    , m_about(new ElidedLabel)
    , m_rounds(new RoundStrip(bench.theme))
    , m_happened(new ElidedLabel)
    , m_given(new ElidedLabel)
    , m_beside(new ChoiceBox(bench.theme))
    , m_difference(new ElidedLabel)
    , m_files(new SourceFilesView(bench.theme))
    , m_course(new ChartView(bench.theme))
    , m_givenText(makeReader(bench.theme, tr("Prompt/feedback of the round")))
    , m_log(makeReader(bench.theme, tr("How the round ended")))
    , m_tabs(new QTabWidget)
    , m_splitter(makeSplitter(Qt::Vertical, bench.theme))
{
    new ChartMenu(*m_course);
    const int unit = bench.theme.unit();
    diff()->setAccessibleName(tr("What changed in the source"));
    m_splitter->addWidget(m_files);
    m_splitter->addWidget(makeTabs());
    m_splitter->setStretchFactor(0, 4);
    m_splitter->setStretchFactor(1, 1);
    m_splitter->setSizes({unit * 84, unit * 20}); // code has 60 % of the page
    m_tabs->setMinimumHeight(unit * 9); // Contents of tabs must not take height from the code.
    auto *column = makeColumn(unit / 2, this);
    column->addWidget(makeHead());
    column->addWidget(m_splitter, 1);
    connect(m_rounds, &RoundStrip::roundRequested, this, &TrajectoryView::goToRound);
    connect(m_beside, &QComboBox::currentIndexChanged, this, &TrajectoryView::load);
    connect(diff(), &DiffView::shown, this, [this] {
        diff()->walkDifferences(1);
        sayDifference();
    });
    connect(m_course, &ChartView::brushed, this, [this](const std::vector<RowId> &ids) {
        if (!ids.empty())
            goToRound(ids.front());
    });
    clear();
}

QWidget *TrajectoryView::makeHead()
{
    const int unit = m_bench.theme.unit();
    QFont taskFont = m_bench.theme.codeFont();
    taskFont.setBold(true);
    m_task->setFont(taskFont);
    m_task->setTextFormat(Qt::PlainText);
    for (ElidedLabel *label : {m_about, m_happened, m_given, m_difference})
        label->setProperty("tone", u"dim"_s);
    m_happened->setAccessibleName(tr("How the round ended"));
    m_given->setAccessibleName(tr("Prompt/feedback of the round"));
    m_beside->setAccessibleName(tr("Compare with"));
    m_beside->addItem(tr("compare with: parent"), Parent);
    m_beside->setItemData(
        0,
        tr("The program that the model got with its feedback; if not recorded, the previous round"),
        Qt::ToolTipRole);
    m_beside->addItem(tr("compare with: previous"), Previous);
    m_beside->addItem(tr("compare with: best"), Best);
    m_beside->addItem(tr("compare with: first"), First);
    m_beside->addItem(tr("compare with: reference"), Reference);
    m_beside->addItem(tr("compare with: nearest correct"), Nearest);
    m_beside->setItemData(m_beside->count() - 1,
                          tr("The correct candidate of the task, of any method, that shares most "
                             "lines with this one"),
                          Qt::ToolTipRole);
    m_beside->addItem(tr("no diff"), Nothing);
    auto *row = makeRow(unit * 3 / 2);
    row->addWidget(m_task);
    row->addWidget(m_about, 1);
    auto *walk = makeRow(unit * 3 / 2);
    walk->addWidget(makeRoundArea(m_rounds, m_bench.theme), 1);
    walk->addWidget(m_beside);
    auto *texts = makeRow(unit * 3 / 2);
    // A prompt is long, and whole in its tab.
    m_given->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    texts->addWidget(m_given, 1);
    texts->addWidget(m_difference);
    auto *head = new QWidget;
    auto *column = makeColumn(unit / 2, head);
    column->addLayout(row);
    column->addLayout(walk);
    column->addWidget(m_happened);
    column->addLayout(texts);
    return head;
}

QWidget *TrajectoryView::makeTabs()
{
    m_course->setFitted(7); // as low as its tab may become
    m_course->setAccessibleName(tr("Speedup and outcome by round"));
    m_tabs->setAccessibleName(tr("Timeline and texts of the round"));
    m_tabs->setDocumentMode(true);
    m_tabs->addTab(m_course, tr("Timeline"));
    m_tabs->addTab(m_givenText, tr("Prompt/feedback"));
    m_tabs->addTab(m_log, tr("Log"));
    return m_tabs;
}

void TrajectoryView::show(const TrajectoryStory &story, std::optional<int> round)
{
    m_story = story;
    m_shown = 0;
    for (std::size_t i = 0; i < story.rounds.size(); ++i) {
        if (!story.rounds[i].id)
            continue;
        m_shown = i;
        if (round && story.rounds[i].round >= *round)
            break;
    }
    m_task->setText(toQt(story.task.text()));
    m_about->setText(tr("%1 · sample %2 · %3 · %4")
                         .arg(toQt(story.method.text()))
                         .arg(story.sample)
                         .arg(toQt(story.run.text()), toQt(storyText(story))));
    m_beside->setEnabled(true);
    m_course->setChart(trajectoryChart(story));
    showRound();
}

void TrajectoryView::clear()
{
    m_reading.cancel();
    m_story.reset();
    m_task->clear();
    m_about->clear();
    m_rounds->setRounds({}, {});
    m_beside->setEnabled(false);
    m_course->setChart({});
    showProblem({});
    emit roundChanged();
}

void TrajectoryView::showProblem(const QString &message)
{
    m_happened->setText(message);
    m_given->clear();
    m_givenText->clear();
    m_log->setPlainText(message);
    m_sources.clear();
    m_difference->clear();
    m_files->clear();
}

void TrajectoryView::goToRound(RowId id)
{
    if (!m_story)
        return;
    const auto found = std::ranges::find(m_story->rounds, id, &StoryRound::id);
    if (found == m_story->rounds.end())
        return;
    m_shown = static_cast<std::size_t>(found - m_story->rounds.begin());
    showRound();
}

void TrajectoryView::showRound()
{
    m_rounds->setRounds(stripRows(*m_story), shownRound().id,
                        {m_story->firstCorrect, m_story->bestRound});
    m_happened->setText(toQt(roundText(shownRound())));
    load();
    emit roundChanged();
}

const StoryRound *TrajectoryView::previousRound() const
{
    for (std::size_t i = m_shown; i-- > 0;) {
        if (m_story->rounds[i].isJudged())
            return &m_story->rounds[i];
    }
    return nullptr;
}

const StoryRound *TrajectoryView::besideRound() const
{
    const auto &rounds = m_story->rounds;
    const auto where = [&](const auto &condition) -> const StoryRound * {
        const auto found = std::ranges::find_if(rounds, condition);
        return found == rounds.end() ? nullptr : &*found;
    };
    switch (static_cast<Beside>(m_beside->currentData().toInt())) {
    case Previous:
        return previousRound();
    case Best:
        return where([&](const StoryRound &each) { return each.round == m_story->bestRound; });
    case First:
        return where([](const StoryRound &each) { return each.isJudged(); });
    case Parent:
    case Reference:
    case Nearest:
    case Nothing:
        break;
    }
    return nullptr;
}

Result<TrajectoryView::Bundle> TrajectoryView::read(StoreReader &reader, const Wanted &wanted,
                                                    const std::stop_token &stop)
{
    auto detail = reader.detail(wanted.id);
    if (!detail)
        return detail.error();
    auto parents = parentEvaluations(reader, *detail);
    if (!parents)
        return parents.error();
    Bundle out{std::move(*detail), std::nullopt, std::nullopt, std::move(*parents)};
    const RowId from = out.parents.empty() ? wanted.before : out.parents.front().id;
    RowId beside = wanted.beside == Parent ? from : wanted.chosen;
    if (wanted.beside == Nearest) {
        const auto nearest = nearestCorrect(reader, out.detail, stop);
        if (!nearest)
            return nearest.error();
        beside = *nearest ? (*nearest)->id : RowId();
    }
    for (auto [id, into] : {std::pair(from, &out.before), std::pair(beside, &out.beside)}) {
        if (!id || id == wanted.id)
            continue;
        auto other = reader.detail(id);
        if (!other)
            return other.error();
        *into = std::move(*other);
    }
    return out;
}

void TrajectoryView::load()
{
    const auto pool = m_bench.session.pool();
    if (!pool || !m_story || !shownRound().id)
        return;
    const StoryRound *before = previousRound();
    const StoryRound *chosen = besideRound();
    const Wanted wanted{.id = shownRound().id,
                        .before = before ? before->id : RowId(),
                        .beside = static_cast<Beside>(m_beside->currentData().toInt()),
                        .chosen = chosen ? chosen->id : RowId()};
    m_reading.read(
        pool,
        [wanted](StoreReader &reader, const std::stop_token &stop) {
            return read(reader, wanted, stop);
        },
        [this](const Result<Bundle> &result) {
            if (!result) {
                showProblem(errorText(result.error()));
                return;
            }
            showTexts(*result);
            showSources(*result);
        });
}

void TrajectoryView::showTexts(const Bundle &bundle)
{
    const RoundTexts texts = roundTexts(bundle.detail, bundle.before);
    m_given->setText(texts.givenLine);
    m_givenText->setPlainText(texts.given);
    m_log->setPlainText(texts.end);
    m_origin = originText(bundle.parents, bundle.detail.row.sample);
    const QString origin = m_origin.isEmpty() ? QString() : u" · "_s + m_origin;
    m_happened->setText(toQt(roundText(shownRound())) + origin + u" · "_s
                        + toQt(bundle.detail.evaluation.message).simplified());
}

void TrajectoryView::showSources(const Bundle &bundle)
{
    DiffSource before;
    DiffSource after = candidateSource(bundle.detail);
    const auto choice = static_cast<Beside>(m_beside->currentData().toInt());
    if (choice == Reference)
        before = referenceSource(bundle.detail.task);
    else if (bundle.beside)
        before = candidateSource(*bundle.beside, bundle.detail.row.sample);
    const bool isOtherMethod
        = bundle.beside && bundle.beside->row.method != bundle.detail.row.method;
    if (isOtherMethod)
        before.title = u"%1, %2"_s.arg(toQt(bundle.beside->row.method), before.title);
    // The earlier round comes first, whichever is displayed.
    if (bundle.beside && choice != Nearest && bundle.beside->row.round > bundle.detail.row.round)
        std::swap(before, after);
    m_sources = before.title.isEmpty() ? after.title : before.title + u" → "_s + after.title;
    if (choice == Nearest && !bundle.beside)
        m_sources += tr(" · no correct candidate of this task has another source");
    else if (after.text.isEmpty())
        m_sources += tr(" · no source was recorded");
    else if (!before.title.isEmpty() && before.text.isEmpty())
        m_sources += tr(" · no source to compare with was recorded");
    else if (before.text == after.text)
        m_sources += tr(" · identical code");
    m_difference->setText(m_sources);
    std::vector<DiffSource> sources;
    if (!before.title.isEmpty())
        sources.push_back(std::move(before));
    sources.push_back(std::move(after));
    const auto last = static_cast<int>(sources.size()) - 1;
    m_files->setSources(std::move(sources), last);
}

void TrajectoryView::sayDifference()
{
    const int count = diff()->differences();
    m_difference->setText(
        count == 0
            ? m_sources
            : tr("%1 · %2, F7 to the next")
                  .arg(m_sources, counted(count, tr("%1 difference"), tr("%1 differences"))));
}

} // namespace loupe::ui
