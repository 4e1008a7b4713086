// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/detail/detailpane.h"

#include "ui/pages/detail/conversationpanel.h"
#include "ui/pages/detail/detailtabs.h"
#include "ui/pages/detail/hintoffer.h"
#include "ui/shell/session/storesession.h"
#include "ui/style/theme.h"
#include "ui/text/words.h"
#include "ui/widgets/codeview.h"
#include "ui/widgets/parts.h"
#include "ui/widgets/roundstrip.h"
#include "ui/widgets/statuslabel.h"

#include <QBoxLayout>
#include <QLabel>
#include <QSplitter>
#include <QToolButton>

using namespace Qt::StringLiterals;

namespace loupe::ui {

namespace {

/// Formats "cpp · 34 lines".
QString sourceNote(const std::string &language, int lines)
{
    return toQt(language) + u" · "_s
        + counted(lines, DetailPane::tr("%1 line"), DetailPane::tr("%1 lines"));
}

/// Joins the message and the remarks on the evaluation: "… · identical code".
QString messageText(const Evaluation &evaluation)
{
    QStringList parts;
    if (!evaluation.message.empty())
        parts.append(toQt(evaluation.message));
    for (const std::string &flag : evaluation.flags)
        parts.append(toQt(flag).replace(u'_', u' '));
    return parts.join(u" · "_s);
}

} // namespace

DetailPane::DetailPane(const Workbench &bench, QWidget *parent)
    : QWidget(parent)
    , m_bench(bench)
    , m_status(new StatusLabel(bench.theme))
    , m_task(new QLabel)
    , m_about(new ElidedLabel)
    , m_message(new ElidedLabel)
    , m_rounds(new RoundStrip(bench.theme))
    , m_candidate(new CodeView(bench.theme))
    , m_reference(new CodeView(bench.theme))
    , m_candidateTitle(new QLabel)
    , m_referenceTitle(new QLabel)
    , m_candidateNote(new ElidedLabel)
    , m_referenceNote(new ElidedLabel)
    , m_tabs(new DetailTabs(bench.theme))
    , m_code(new QSplitter(Qt::Horizontal))
    , m_splitter(new QSplitter(Qt::Vertical))
{
    const int unit = bench.theme.unit();
    m_candidate->setAccessibleName(tr("Source of the candidate"));
    m_reference->setAccessibleName(tr("Source of the reference"));
    m_code->addWidget(makeCode(m_candidate, m_candidateTitle, m_candidateNote));
    m_code->addWidget(makeCode(m_reference, m_referenceTitle, m_referenceNote));
    m_code->setHandleWidth(unit * 3 / 2);
    m_code->setChildrenCollapsible(false);
    m_splitter->addWidget(m_code);
    m_splitter->addWidget(m_tabs);
    m_splitter->setStretchFactor(0, 3);
    m_splitter->setStretchFactor(1, 2);
    m_splitter->setHandleWidth(unit * 3 / 2);
    m_splitter->setChildrenCollapsible(false);
    m_splitter->setSizes({unit * 36, unit * 24});
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(unit);
    column->addWidget(makeHead());
    column->addWidget(m_splitter, 1);
    synchronise(m_candidate, m_reference, [this] { return m_isSynchronised; });
    connect(m_rounds, &RoundStrip::roundRequested, this, &DetailPane::roundRequested);
    offerHints(bench, *m_tabs->conversation(), [this] { return m_current; });
    connect(m_tabs, &DetailTabs::placeRequested, this,
            [this](int line, int place) { m_candidate->goTo(line, place); });
}

DetailPane::~DetailPane() = default;

QWidget *DetailPane::makeHead()
{
    const int unit = m_bench.theme.unit();
    QFont taskFont = m_bench.theme.codeFont();
    taskFont.setBold(true);
    m_task->setFont(taskFont);
    m_about->setProperty("tone", u"dim"_s);
    m_message->setProperty("tone", u"dim"_s);
    m_message->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_message->setAccessibleName(tr("Message"));
    auto *close = new QToolButton;
    close->setText(u"×"_s);
    close->setProperty("look", u"round"_s);
    close->setAccessibleName(tr("Close the detail"));
    close->setToolTip(tr("Close the detail (Enter in the table)"));
    close->setFocusPolicy(Qt::TabFocus);
    connect(close, &QToolButton::clicked, this, &DetailPane::closeRequested);
    auto *head = new QWidget;
    auto *column = new QVBoxLayout(head);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(unit / 2);
    auto *row = makeRow(unit * 3 / 2);
    row->addWidget(m_task);
    row->addWidget(m_about);
    row->addWidget(m_status);
    row->addStretch(1);
    row->addWidget(m_rounds);
    row->addWidget(close);
    column->addLayout(row);
    column->addWidget(m_message);
    return head;
}

QWidget *DetailPane::makeCode(CodeView *view, QLabel *title, ElidedLabel *note)
{
    const int unit = m_bench.theme.unit();
    auto *panel = makePanel();
    auto *row = makeRow(unit);
    row->setContentsMargins(unit, unit / 2, unit, unit / 2);
    QFont bold = m_bench.theme.uiFont();
    bold.setWeight(QFont::DemiBold);
    title->setFont(bold);
    note->setProperty("tone", u"dim"_s);
    note->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    row->addWidget(title);
    row->addWidget(note, 1);
    auto *column = qobject_cast<QVBoxLayout *>(panel->layout());
    column->addLayout(row);
    column->addWidget(view, 1);
    view->setMinimumHeight(unit * 8);
    return panel;
}

Result<DetailPane::Bundle> DetailPane::read(StoreReader &reader, RowId id)
{
    auto detail = reader.detail(id);
    if (!detail)
        return detail.error();
    const auto rounds = reader.trajectory(id);
    if (!rounds)
        return rounds.error();
    auto conversation = conversationOf(reader, id);
    if (!conversation)
        return conversation.error();
    return Bundle{std::move(*detail), std::move(*conversation), reader.fetch(*rounds)};
}

void DetailPane::load(RowId id)
{
    const auto pool = m_bench.session.pool();
    if (!pool || id == m_current)
        return;
    m_current = id;
    m_reading.read(
        pool, [id](StoreReader &reader, const std::stop_token &) { return read(reader, id); },
        [this](const Result<Bundle> &result) {
            if (result)
                showBundle(*result);
            else
                showProblem(errorText(result.error()));
            emit loaded();
        });
}

void DetailPane::clear()
{
    m_reading.cancel();
    m_current = {};
    showProblem({});
}

void DetailPane::showProblem(const QString &message)
{
    m_task->setText(message.isEmpty() ? QString() : tr("This evaluation could not be read."));
    m_about->clear();
    m_message->setText(message);
    m_message->setVisible(!message.isEmpty());
    m_status->setVisible(false);
    m_rounds->setRounds({}, {});
    m_candidate->setSource({}, {});
    m_reference->setSource({}, {});
    m_tabs->clear();
}

void DetailPane::showBundle(const Bundle &bundle)
{
    const EvaluationDetail &detail = bundle.detail;
    const Evaluation &evaluation = detail.evaluation;
    const Candidate &candidate = evaluation.candidate;
    m_task->setText(toQt(detail.row.task));
    m_about->setText(attemptText(detail.row));
    m_status->setVerdict(evaluation.verdict);
    m_status->setVisible(true);
    const QString message = messageText(evaluation);
    m_message->setText(message);
    m_message->setVisible(!message.isEmpty());
    m_rounds->setRounds(bundle.rounds, detail.row.id);
    m_candidate->setSource(toQt(candidate.source), toQt(candidate.language));
    m_candidateTitle->setText(tr("Candidate, round %1").arg(candidate.round));
    const bool hasSource = !candidate.source.empty();
    m_candidate->setInstead(hasSource ? QString() : tr("no source was recorded"));
    m_candidateNote->setText(hasSource ? sourceNote(candidate.language, m_candidate->lines())
                                       : QString());
    m_reference->setSource(toQt(detail.task.reference), toQt(detail.task.referenceLanguage));
    m_referenceTitle->setText(tr("Reference"));
    const bool hasReference = !detail.task.reference.empty();
    m_reference->setInstead(hasReference ? QString()
                                         : tr("no reference was recorded with this task"));
    m_referenceNote->setText(
        hasReference ? sourceNote(detail.task.referenceLanguage, m_reference->lines()) : QString());
    m_tabs->show(detail, bundle.conversation);
    QList<int> places;
    for (const Diagnostic &each : evaluation.diagnostics)
        places.append(each.line);
    m_candidate->setMarkedLines(places);
    m_tabs->goToFirstCause();
}

} // namespace loupe::ui
