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
#include "ui/widgets/statuslabel.h"

#include <QBoxLayout>
#include <QLabel>
#include <QSplitter>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace loupe::ui {

namespace {

constexpr std::size_t maxOthers = 60;

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

} // namespace

CandidateView::CandidateView(const Workbench &bench, QWidget *parent)
    : QWidget(parent)
    , m_bench(bench)
    , m_task(new QLabel)
    , m_about(new ElidedLabel)
    , m_message(new ElidedLabel)
    , m_status(new StatusLabel(bench.theme))
    , m_third(new ChoiceBox(bench.theme))
    , m_diff(new DiffView(bench.theme))
    , m_mismatches(new MismatchPanel(bench.theme))
    , m_tabs(new DetailTabs(bench.theme))
    , m_judgement(new JudgementPanel(bench.theme))
    , m_splitter(new QSplitter(Qt::Vertical))
    , m_lower(new QSplitter(Qt::Horizontal))
{
    const int unit = bench.theme.unit();
    m_splitter->addWidget(m_diff);
    m_splitter->addWidget(makeLower());
    m_splitter->setStretchFactor(0, 3);
    m_splitter->setStretchFactor(1, 2);
    m_splitter->setHandleWidth(unit * 3 / 2);
    m_splitter->setChildrenCollapsible(false);
    m_splitter->setSizes({unit * 44, unit * 40});
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(unit);
    column->addWidget(makeHead());
    column->addWidget(m_splitter, 1);
    offerHints(bench, *m_tabs->conversation(), [this] { return m_current; });
    connect(m_tabs, &DetailTabs::placeRequested, this, &CandidateView::goTo);
    connect(m_third, &QComboBox::currentIndexChanged, this, &CandidateView::thirdChosen);
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
    m_third->setMinimumContentsLength(26);
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
    column->addLayout(row);
    column->addWidget(m_message);
    return head;
}

QWidget *CandidateView::makeLower()
{
    const int unit = m_bench.theme.unit();
    m_lower->addWidget(m_mismatches);
    m_lower->addWidget(m_tabs);
    m_lower->addWidget(m_judgement);
    m_lower->setStretchFactor(0, 4);
    m_lower->setStretchFactor(1, 5);
    m_lower->setStretchFactor(2, 2);
    m_lower->setHandleWidth(unit * 3 / 2);
    m_lower->setChildrenCollapsible(false);
    m_lower->setSizes({unit * 54, unit * 46, unit * 26});
    return m_lower;
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
    std::erase_if(bundle.rounds, [id](const ResultRow &row) { return row.id == id; });
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
    m_message->setVisible(!message.isEmpty());
    m_status->setVisible(false);
    m_third->setEnabled(false);
    const QSignalBlocker quiet(m_third);
    m_third->clear();
    m_diff->clear();
    m_mismatches->show(Evaluation{});
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
    m_message->setText(toQt(evaluation.message).simplified());
    m_message->setVisible(!evaluation.message.empty());
    m_status->setVerdict(evaluation.verdict);
    m_status->setVisible(true);
    m_mismatches->show(evaluation);
    m_mismatches->setVisible(!evaluation.trials.empty()); // The tab of trials explains the absence.
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
    int chosen = 0;
    const auto offer = [&](const ResultRow &row, bool isSameSample) {
        m_third->addItem(rowName(row, isSameSample), QVariant::fromValue<qint64>(row.id.value));
        // The next correct round shows what was missing.
        const bool isCure = isSameSample && row.verdict == Verdict::Correct
            && row.round > m_bundle.detail.row.round;
        if (isCure && chosen == 0)
            chosen = m_third->count() - 1;
    };
    for (const ResultRow &row : m_bundle.rounds)
        offer(row, true);
    // Without a reference, another round is useful for comparison.
    if (chosen == 0 && m_bundle.detail.task.reference.empty() && m_third->count() > 1)
        chosen = m_third->count() - 1;
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
            if (result) {
                const ResultRow &row = result->row;
                const bool isSameSample = row.method == m_bundle.detail.row.method
                    && row.sample == m_bundle.detail.row.sample;
                third = sourceOf(result->evaluation.candidate, rowName(row, isSameSample));
            } else {
                third.title = tr("Third source");
                third.missing = errorText(result.error());
            }
            showSources(third);
        });
}

void CandidateView::showSources(const std::optional<DiffSource> &third)
{
    const EvaluationDetail &detail = m_bundle.detail;
    const DiffSource reference{tr("Reference"), toQt(detail.task.referenceLanguage),
                               tr("no reference was recorded with this task"),
                               QByteArray::fromStdString(detail.task.reference),
                               toQt(detail.task.referenceLanguage)};
    const Candidate &candidate = detail.evaluation.candidate;
    std::vector<DiffSource> sources;
    DiffSource middle = sourceOf(candidate, tr("Candidate, round %1").arg(candidate.round));
    if (reference.text.isEmpty())
        middle.note = reference.missing; // instead of an empty pane
    else
        sources.push_back(reference);
    const auto base = static_cast<int>(sources.size());
    sources.push_back(middle);
    if (third)
        sources.push_back(*third);
    const auto last = static_cast<int>(sources.size()) - 1;
    m_diff->setSources(std::move(sources), base, third ? last : 0);
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
