// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/detail/candidateview.h"

#include "ui/pages/detail/conversationpanel.h"
#include "ui/pages/detail/detailtabs.h"
#include "ui/pages/detail/hintoffer.h"
#include "ui/pages/detail/judgementpanel.h"
#include "ui/pages/detail/mismatchpanel.h"
#include "ui/shell/session/storesession.h"
#include "ui/style/theme.h"
#include "ui/text/words.h"
#include "ui/widgets/choicebox.h"
#include "ui/widgets/parts.h"
#include "ui/widgets/roundstrip.h"
#include "ui/widgets/statuslabel.h"

#include <QBoxLayout>
#include <QLabel>
#include <QScrollArea>
#include <QSplitter>
#include <QToolButton>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace loupe::ui {

namespace {

constexpr std::size_t maxOthers = 60;

/// Width in grid units from which notes are a column; 1,100 px at the normal text size.
constexpr int minUnitsForColumn = 137;
constexpr int columnUnits = 26;

/// Formats "round 1 ● correct" or "gpt-4o, sample 0, round 1 …".
QString rowName(const ResultRow &row, bool isSameSample)
{
    const QString round = CandidateView::tr("round %1").arg(row.round);
    const QString who = isSameSample
        ? round
        : CandidateView::tr("%1, sample %2, %3").arg(toQt(row.method)).arg(row.sample).arg(round);
    return who + u" · "_s + verdictText(row.verdict);
}

DiffSource sourceOf(const Candidate &candidate, const QString &title)
{
    return {title, toQt(candidate.language), CandidateView::tr("no source was recorded"),
            QByteArray::fromStdString(candidate.source), toQt(candidate.language)};
}

/// Joins the message and the remarks on the evaluation: "… · identical code".
QString messageText(const Evaluation &evaluation)
{
    QStringList parts;
    if (!evaluation.message.empty())
        parts.append(toQt(evaluation.message).simplified());
    for (const std::string &flag : evaluation.flags)
        parts.append(toQt(flag).replace(u'_', u' '));
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
    , m_third(new ChoiceBox(bench.theme))
    , m_diff(new DiffView(bench.theme))
    , m_tabs(new DetailTabs(bench.theme))
    , m_judgement(new JudgementPanel(bench.theme, this))
    , m_splitter(new QSplitter(Qt::Vertical))
    , m_body(makeRow(bench.theme.unit()))
{
    const int unit = bench.theme.unit();
    // Contents of tabs scroll; they must not take height from the code.
    m_tabs->setMinimumHeight(unit * 9);
    m_splitter->addWidget(m_diff);
    m_splitter->addWidget(m_tabs);
    m_splitter->setStretchFactor(0, 4);
    m_splitter->setStretchFactor(1, 1);
    m_splitter->setHandleWidth(unit * 3 / 2);
    m_splitter->setChildrenCollapsible(false);
    m_splitter->setSizes({unit * 80, unit * 20}); // code has 60 % of a page, heads included
    m_body->addWidget(m_splitter, 1);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(unit / 2);
    column->addWidget(makeHead());
    column->addLayout(m_body, 1);
    if (use == Use::Review)
        placeNotes();
    else
        m_judgement->hide();
    offerHints(bench, *m_tabs->conversation(), [this] { return m_current; });
    connect(m_tabs, &DetailTabs::placeRequested, this, &CandidateView::goTo);
    connect(m_third, &QComboBox::currentIndexChanged, this, &CandidateView::thirdChosen);
    connect(m_rounds, &RoundStrip::roundRequested, this, &CandidateView::roundRequested);
    connect(m_judgement, &JudgementPanel::requested, this, &CandidateView::showNotes);
    clear();
}

CandidateView::~CandidateView() = default;

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
    m_third->setAccessibleName(tr("Third source"));
    m_third->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_third->setMinimumContentsLength(14);
    auto *head = new QWidget;
    auto *column = new QVBoxLayout(head);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(unit / 2);
    auto *row = makeRow(unit * 3 / 2);
    row->addWidget(m_task);
    row->addWidget(m_about, 1);
    row->addWidget(m_status);
    auto *beside = makeDim(tr("Compare with"));
    beside->setBuddy(m_third);
    row->addWidget(beside);
    row->addWidget(m_third);
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
    if (m_use == Use::Review)
        placeNotes();
}

MismatchPanel *CandidateView::mismatches() const
{
    return m_tabs->mismatches();
}

bool CandidateView::isLoading() const
{
    return m_reading.isRunning() || m_readingThird.isRunning() || m_diff->isLoading();
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

void CandidateView::load(RowId id)
{
    const auto pool = m_bench.session.pool();
    if (!pool)
        return;
    m_current = id;
    m_readingThird.cancel();
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
    m_readingThird.cancel();
    m_current = {};
    showProblem({});
}

void CandidateView::showProblem(const QString &message)
{
    m_bundle = {};
    m_events.clear();
    m_task->setText(message.isEmpty() ? QString() : tr("This evaluation could not be read."));
    m_about->clear();
    m_message->setText(message);
    m_status->setVisible(false);
    m_rounds->setRounds({}, {});
    m_third->setEnabled(false);
    const QSignalBlocker quiet(m_third);
    m_third->clear();
    m_diff->clear();
    m_tabs->clear();
    m_judgement->show(Judgement{});
    m_judgement->setEditable(false);
}

void CandidateView::showBundle(Bundle bundle)
{
    m_bundle = std::move(bundle);
    m_events = m_bundle.events;
    const EvaluationDetail &detail = m_bundle.detail;
    const Evaluation &evaluation = detail.evaluation;
    m_task->setText(toQt(detail.row.task));
    m_about->setText(attemptText(detail.row));
    m_message->setText(messageText(evaluation));
    m_status->setVerdict(evaluation.verdict);
    m_status->setVisible(true);
    m_rounds->setRounds(m_bundle.rounds, detail.row.id);
    m_tabs->show(detail, std::move(m_bundle.conversation));
    m_judgement->setEditable(true);
    offerThirds();
    thirdChosen();
}

void CandidateView::offerThirds()
{
    const QSignalBlocker quiet(m_third);
    m_third->clear();
    m_third->addItem(tr("Reference only"), QVariant::fromValue<qint64>(0));
    const auto offer = [&](const ResultRow &row, bool isSameSample) {
        m_third->addItem(rowName(row, isSameSample), QVariant::fromValue<qint64>(row.id.value));
    };
    for (const ResultRow &row : m_bundle.rounds) {
        if (row.id != m_bundle.detail.row.id)
            offer(row, true);
    }
    // Without a reference, another round is useful for comparison.
    const bool needsOther = m_bundle.detail.task.reference.empty() && m_third->count() > 1;
    const int chosen = needsOther ? m_third->count() - 1 : 0;
    for (const ResultRow &row : m_bundle.others)
        offer(row, false);
    m_third->setEnabled(m_third->count() > 1);
    m_third->setCurrentIndex(chosen);
}

void CandidateView::thirdChosen()
{
    const RowId id{m_third->currentData().toLongLong()};
    const auto pool = m_bench.session.pool();
    if (!id || !pool) {
        m_readingThird.cancel();
        showSources(std::nullopt);
        return;
    }
    m_readingThird.read(
        pool, [id](StoreReader &reader, const std::stop_token &) { return reader.detail(id); },
        [this](const Result<EvaluationDetail> &result) {
            DiffSource third;
            bool isLater = false;
            if (result) {
                const ResultRow &row = result->row;
                const bool isSameSample = row.method == m_bundle.detail.row.method
                    && row.sample == m_bundle.detail.row.sample;
                third = sourceOf(result->evaluation.candidate, rowName(row, isSameSample));
                isLater = isSameSample && row.round > m_bundle.detail.row.round;
            } else {
                third.title = tr("Third source");
                third.missing = errorText(result.error());
            }
            showSources(third, isLater);
        });
}

void CandidateView::showSources(const std::optional<DiffSource> &third, bool isLater)
{
    const EvaluationDetail &detail = m_bundle.detail;
    const DiffSource reference{
        tr("Reference"), toQt(detail.task.referenceLanguage),
        tr("no reference was recorded; File → Add references takes it from the suite's checkout"),
        QByteArray::fromStdString(detail.task.reference), toQt(detail.task.referenceLanguage)};
    const Candidate &candidate = detail.evaluation.candidate;
    std::vector<DiffSource> sources;
    DiffSource middle = sourceOf(candidate, tr("Candidate, round %1").arg(candidate.round));
    const bool hasReference = !reference.text.isEmpty();
    if (hasReference)
        sources.push_back(reference);
    else
        middle.note = reference.missing; // instead of an empty pane
    // What is compared with stays at the left; only a later round belongs at the right.
    const bool isThirdLeft = third && !hasReference && !isLater;
    if (isThirdLeft)
        sources.push_back(*third);
    const auto base = static_cast<int>(sources.size());
    sources.push_back(middle);
    if (third && !isThirdLeft)
        sources.push_back(*third);
    const auto last = static_cast<int>(sources.size()) - 1;
    m_diff->setSources(std::move(sources), base, third && !isThirdLeft ? last : 0);
    QList<int> lines;
    const Diagnostic *first = nullptr;
    for (const Diagnostic &each : detail.evaluation.diagnostics) {
        lines.append(each.line);
        if (each.isFirstCause && each.line > 0 && first == nullptr)
            first = &each;
    }
    m_diff->setProblems(lines);
    if (first != nullptr)
        goTo(first->line, first->column);
}

void CandidateView::goTo(int line, int column)
{
    m_diff->goToLine(line, column);
}

} // namespace loupe::ui
