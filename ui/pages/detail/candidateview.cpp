// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/detail/candidateview.h"

#include "core/model/verdict/ruletitle.h"
#include "ui/pages/detail/conversationpanel.h"
#include "ui/pages/detail/generatedcodepanel.h"
#include "ui/pages/detail/judgementpanel.h"
#include "ui/pages/detail/mismatchpanel.h"
#include "ui/pages/detail/profilebar.h"
#include "ui/pages/detail/roundtexts.h"
#include "ui/pages/frame/page.h"
#include "ui/shell/session/storesession.h"
#include "ui/style/theme.h"
#include "ui/text/words.h"
#include "ui/widgets/charts/roundstrip.h"
#include "ui/widgets/layout/parts.h"
#include "ui/widgets/layout/statuslabel.h"
#include "ui/widgets/source/diffview.h"

#include <QBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QScrollArea>
#include <QToolButton>

#include <algorithm>
#include <numeric>
#include <utility>

using namespace Qt::StringLiterals;

namespace loupe::ui {

namespace {

constexpr std::size_t maxOthers = 60;

/// Width in grid units from which the choice of the left side has a title; else it would cut the
/// task.
constexpr int minUnitsForTitle = 64;
/// Width in grid units from which notes are a column; 1,100 px at the normal text size.
constexpr int minUnitsForColumn = 137;
constexpr int columnUnits = 26;

/// Joins the message and the remarks on the evaluation: "… · identical code".
QString messageText(const Evaluation &evaluation)
{
    QStringList parts;
    if (!evaluation.message.empty())
        parts.append(toQt(evaluation.message).simplified());
    for (const std::string &flag : evaluation.flags)
        parts.append(toQt(ruleTitle(flag)).replace(u'_', u' '));
    return parts.join(u" · "_s);
}

} // namespace

CandidateView::CandidateView(const Workbench &bench, Use use, QWidget *parent)
    : QWidget(parent)
    , m_bench(bench)
    , m_use(use)
    , m_task(new QLabel)
    , m_about(new ElidedLabel)
    , m_message(new ElidedLabel)
    , m_status(new StatusLabel(bench.theme))
    , m_rounds(new RoundStrip(bench.theme))
    , m_leftTitle(makeDim(tr("Compare with")))
    , m_left(new LeftChoice(bench.theme))
    , m_sources(new SourceFilesView(bench.theme))
    , m_tabs(new DetailTabs(bench.theme))
    , m_profile(new ProfileBar(bench))
    , m_profileButton(new QToolButton)
    , m_judgement(new JudgementPanel(bench.theme, this))
    , m_splitter(makeSplitter(Qt::Vertical, bench.theme))
    , m_body(makeRow(bench.theme.unit()))
{
    const int unit = bench.theme.unit();
    // Contents of tabs scroll; they must not take height from the code.
    m_tabs->setMinimumHeight(unit * 9);
    m_splitter->addWidget(m_sources);
    m_splitter->addWidget(m_tabs);
    m_splitter->setStretchFactor(0, 4);
    m_splitter->setStretchFactor(1, 1);
    m_splitter->setSizes({unit * 80, unit * 20}); // code has 60 % of a page, heads included
    m_body->addWidget(m_splitter, 1);
    auto *column = makeColumn(unit / 2, this);
    column->addWidget(makeHead());
    column->addWidget(m_profile);
    column->addLayout(m_body, 1);
    offerProfiles();
    if (use == Use::Review)
        placeNotes();
    else
        m_judgement->hide();
    offerHints(bench, *m_tabs->conversation(), [this] { return m_current; });
    connect(m_tabs, &DetailTabs::placeRequested, this, &CandidateView::goTo);
    connect(m_tabs, &QTabWidget::currentChanged, this, &CandidateView::shareHeight);
    connect(m_sources, &SourceFilesView::lineChosen, m_tabs->generatedCode(),
            &GeneratedCodePanel::showSourceLine);
    connect(m_left, &QComboBox::currentIndexChanged, this, &CandidateView::showLeft);
    connect(m_rounds, &RoundStrip::roundRequested, this, &CandidateView::roundRequested);
    connect(m_judgement, &JudgementPanel::requested, this, &CandidateView::showNotes);
    clear();
}

void CandidateView::offerProfiles()
{
    auto *menu = new QMenu(m_profileButton);
    menu->setToolTipsVisible(true);
    for (const ProfileWay &way : profileWays()) {
        QAction *action = menu->addAction(way.title);
        action->setToolTip(way.help);
        connect(action, &QAction::triggered, m_profile,
                [this, tool = way.tool] { m_profile->start(tool); });
    }
    m_profileButton->setText(tr("Profile ▾"));
    m_profileButton->setToolTip(
        tr("Runs the kernel again for hardware counters, or under compute-sanitizer"));
    m_profileButton->setAccessibleName(tr("Profile the kernel"));
    m_profileButton->setProperty("look", u"flat"_s);
    m_profileButton->setPopupMode(QToolButton::InstantPopup);
    m_profileButton->setMenu(menu);
    connect(m_profile, &ProfileBar::kernelRequested, this, &CandidateView::roundRequested);
    connect(m_profile, &ProfileBar::profiled, this, [this](RowId evaluation, bool isSanitized) {
        if (evaluation != m_current)
            return;
        load(evaluation);
        m_isSanitizedShown = isSanitized;
    });
}

void CandidateView::shareHeight(int tab)
{
    if (tab != DetailTabs::CodeTab) {
        if (!m_heightsBefore.isEmpty())
            m_splitter->setSizes(std::exchange(m_heightsBefore, {}));
        return;
    }
    const QList<int> heights = m_splitter->sizes();
    const int half = std::accumulate(heights.begin(), heights.end(), 0) / 2;
    if (heights.back() >= half)
        return;
    m_heightsBefore = heights;
    m_splitter->setSizes({half, half});
}

QWidget *CandidateView::makeHead()
{
    const int unit = m_bench.theme.unit();
    QFont taskFont = m_bench.theme.codeFont();
    taskFont.setBold(true);
    m_task->setFont(taskFont);
    m_task->setTextFormat(Qt::PlainText);
    m_about->setProperty("tone", u"dim"_s);
    m_message->setProperty("tone", u"dim"_s);
    m_message->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_message->setAccessibleName(tr("Message"));
    auto *head = new QWidget;
    auto *column = makeColumn(unit / 2, head);
    auto *row = makeRow(unit * 3 / 2);
    row->addWidget(m_task);
    row->addWidget(m_about, 1);
    row->addWidget(m_status);
    m_leftTitle->setBuddy(m_left);
    row->addWidget(m_leftTitle);
    row->addWidget(m_left);
    row->addWidget(m_profileButton);
    if (m_use == Use::Detail) {
        auto *close = new QToolButton;
        close->setText(u"×"_s);
        close->setProperty("look", u"round"_s);
        close->setAccessibleName(tr("Close the detail"));
        close->setToolTip(tr("Close the detail (Ctrl+D)"));
        close->setFocusPolicy(Qt::TabFocus);
        connect(close, &QToolButton::clicked, this, &CandidateView::closeRequested);
        row->addWidget(close);
    }
    column->addLayout(row);
    auto *below = makeRow(unit * 3 / 2);
    below->addWidget(m_message, 1);
    below->addWidget(makeRoundArea(m_rounds, m_bench.theme));
    column->addLayout(below);
    return head;
}

/// Puts the notes where they have space. Neither place depends on what the notes say.
void CandidateView::placeNotes()
{
    const int unit = m_bench.theme.unit();
    const bool isColumn = width() >= unit * minUnitsForColumn;
    const bool wasColumn = m_body->indexOf(m_judgement) >= 0;
    const int tab = m_tabs->indexOf(m_judgement);
    if ((isColumn && wasColumn) || (!isColumn && tab >= 0))
        return;
    m_judgement->setWide(!isColumn);
    if (isColumn) {
        m_tabs->removeTab(tab);
        m_judgement->setFixedWidth(unit * columnUnits);
        m_body->addWidget(m_judgement);
        m_judgement->setVisible(true);
    } else {
        m_body->removeWidget(m_judgement);
        m_judgement->setMinimumWidth(0);
        m_judgement->setMaximumWidth(QWIDGETSIZE_MAX);
        m_tabs->addTab(m_judgement, tr("Notes"));
        m_tabs->setTabToolTip(m_tabs->indexOf(m_judgement), tr("State, tags and notes (T, N)"));
    }
}

void CandidateView::showNotes()
{
    if (const int tab = m_tabs->indexOf(m_judgement); tab >= 0)
        m_tabs->setCurrentIndex(tab);
}

void CandidateView::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    m_leftTitle->setVisible(width() >= m_bench.theme.unit() * minUnitsForTitle);
    if (m_use == Use::Review)
        placeNotes();
}

Result<CandidateView::Bundle> CandidateView::read(StoreReader &reader, RowId id,
                                                  const std::stop_token &stop)
{
    auto detail = reader.detail(id);
    if (!detail)
        return detail.error();
    Bundle bundle;
    bundle.detail = std::move(*detail);
    const auto rounds = reader.trajectory(id);
    if (!rounds)
        return rounds.error();
    bundle.rounds = reader.fetch(*rounds);
    Filter sameTask;
    sameTask.terms.push_back({"task", FilterOp::Is, {bundle.detail.row.task}, false, 0});
    const auto others = reader.ids(sameTask, {SortKey::Speedup, true}, stop);
    if (!others)
        return others.error();
    std::vector<RowId> wanted;
    for (const RowId other : *others) {
        const bool isKnown = other == id || std::ranges::find(*rounds, other) != rounds->end();
        if (!isKnown && wanted.size() < maxOthers)
            wanted.push_back(other);
    }
    bundle.others = reader.fetch(wanted);
    auto events = reader.annotations(std::span(&id, 1));
    if (!events)
        return events.error();
    bundle.events = std::move(*events);
    auto conversation = conversationOf(reader, id);
    if (!conversation)
        return conversation.error();
    bundle.conversation = std::move(*conversation);
    return bundle;
}

void CandidateView::load(RowId id, int line)
{
    const auto pool = m_bench.session.pool();
    if (!pool)
        return;
    m_current = id;
    m_line = line;
    m_isSanitizedShown.reset();
    m_readingLeft.cancel();
    m_reading.read(
        pool,
        [id](StoreReader &reader, const std::stop_token &stop) { return read(reader, id, stop); },
        [this](Result<Bundle> result) {
            if (result)
                showBundle(std::move(*result));
            else
                showProblem(errorText(result.error()));
            emit loaded();
        });
}

void CandidateView::clear()
{
    m_reading.cancel();
    m_readingLeft.cancel();
    m_current = {};
    showProblem({});
}

void CandidateView::showProblem(const QString &message)
{
    m_bundle = {};
    m_task->setText(message.isEmpty() ? QString() : tr("This evaluation could not be read."));
    m_about->clear();
    m_message->setText(message);
    m_status->setVisible(false);
    m_rounds->setRounds({}, {});
    m_left->setEnabled(false);
    const QSignalBlocker quiet(m_left);
    m_left->clear();
    m_sources->clear();
    m_tabs->clear();
    m_profile->setKernel({});
    m_profileButton->hide();
    m_judgement->show(Judgement{});
    m_judgement->setEditable(false);
}

void CandidateView::showBundle(Bundle bundle)
{
    m_bundle = std::move(bundle);
    const EvaluationDetail &detail = m_bundle.detail;
    const Evaluation &evaluation = detail.evaluation;
    m_task->setText(toQt(detail.row.task));
    m_about->setText(attemptText(detail.row));
    m_message->setText(messageText(evaluation));
    m_status->setVerdict(evaluation.verdict);
    m_status->setVisible(true);
    m_rounds->setRounds(m_bundle.rounds, detail.row.id);
    m_tabs->show(detail, std::move(m_bundle.conversation));
    m_profile->setKernel(detail);
    m_profileButton->setVisible(m_profile->isProfilable());
    if (m_isSanitizedShown)
        m_tabs->showProfile(*m_isSanitizedShown);
    m_judgement->setEditable(true);
    m_left->offer(detail, m_bundle.rounds, m_bundle.others);
    showLeft();
}

void CandidateView::showLeft()
{
    const auto pool = m_bench.session.pool();
    if (m_left->isReference() || !pool) {
        m_readingLeft.cancel();
        DiffSource reference = referenceSource(m_bundle.detail.task);
        reference.title = tr("Reference");
        reference.note = toQt(m_bundle.detail.task.referenceLanguage);
        showSources(std::move(reference), false);
        return;
    }
    m_readingLeft.read(pool, m_left->reading(), [this](const Result<LeftChoice::Compared> &result) {
        LeftChoice::Source left = m_left->sourceOf(result);
        showSources(std::move(left.source), left.isLater);
    });
}

void CandidateView::showSources(DiffSource left, bool isLater)
{
    const Evaluation &evaluation = m_bundle.detail.evaluation;
    DiffSource own = titledSource(evaluation.candidate,
                                  tr("Candidate, round %1").arg(evaluation.candidate.round));
    std::vector<DiffSource> sources;
    int base = 0;
    if (m_left->isReference() && left.text.isEmpty()) {
        own.note = left.missing; // instead of an empty pane
        sources.push_back(std::move(own));
    } else {
        base = isLater ? 0 : 1;
        if (isLater)
            std::swap(left, own);
        sources.push_back(std::move(left));
        sources.push_back(std::move(own));
    }
    m_sources->setSources(std::move(sources), base);
    QList<int> lines;
    for (const Diagnostic &each : m_tabs->problems())
        lines.append(each.line);
    m_sources->setProblems(lines);
    m_sources->setLineNotes(m_tabs->generatedCode()->sourceNotes());
    showPlace();
}

/// Goes to the requested line, else to the first cause of a failure.
void CandidateView::showPlace()
{
    const Diagnostic *first = nullptr;
    for (const Diagnostic &each : m_bundle.detail.evaluation.diagnostics) {
        if (each.isFirstCause && each.line > 0 && first == nullptr)
            first = &each;
    }
    if (m_line > 0)
        goTo(m_line, 0);
    else if (first != nullptr)
        goTo(first->line, first->column);
}

} // namespace loupe::ui
