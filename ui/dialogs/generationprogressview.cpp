// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/generationprogressview.h"

#include "ui/models/generationmodels.h"
#include "ui/shell/runs/generationjob.h"
#include "ui/style/theme.h"
#include "ui/text/costtext.h"
#include "ui/text/words.h"
#include "ui/widgets/layout/parts.h"
#include "ui/widgets/tables/columnfit.h"
#include "ui/widgets/tables/resulttable.h"

#include <QBoxLayout>
#include <QGridLayout>
#include <QHeaderView>
#include <QItemSelectionModel>
#include <QPainter>
#include <QProgressBar>
#include <QScrollBar>
#include <QTextOption>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace loupe::ui {

namespace {

constexpr int minTaskCharacters
    = 16;                      ///< characters; longer task names are elided and get a tooltip
constexpr int lanesInView = 5; ///< rows visible without scrolling

QString turnTitle(const DialogueTurn &turn)
{
    const QString round = countText(turn.round);
    switch (turn.kind) {
    case DialogueTurn::Kind::Question:
        return GenerationProgressView::tr("— asked, round %1").arg(round);
    case DialogueTurn::Kind::Reasoning:
        return GenerationProgressView::tr("— reasoning, round %1").arg(round);
    case DialogueTurn::Kind::Answer:
        break;
    }
    return GenerationProgressView::tr("— answered, round %1").arg(round);
}

QString textOf(const std::vector<DialogueTurn> &turns)
{
    QStringList parts;
    for (const DialogueTurn &turn : turns) {
        QString title = turnTitle(turn);
        if (turn.text.size() < turn.bytes)
            title += counted(static_cast<std::int64_t>(turn.bytes),
                             GenerationProgressView::tr(", the end of %1 byte"),
                             GenerationProgressView::tr(", the end of %1 bytes"));
        const QString whole = title + u"\n"_s + toQt(turn.text);
        parts.append(whole.trimmed());
    }
    return parts.join(u"\n\n"_s);
}

QString endText(const GenerationOutcome &outcome)
{
    switch (outcome.end) {
    case AskingEnd::Budget:
        return GenerationProgressView::tr("stopped by the budget: %1").arg(toQt(outcome.why));
    case AskingEnd::Endpoint:
        return GenerationProgressView::tr("some requests have no answer: %1")
            .arg(toQt(outcome.why));
    case AskingEnd::Stopped:
        return GenerationProgressView::tr("stopped; all answers are kept");
    case AskingEnd::Answered:
        break;
    }
    return {};
}

} // namespace

/// Bar of a limit: the spent share solid, the reserved share hatched. The numbers are shown next to
/// it.
class BudgetBar final : public QWidget
{
public:
    explicit BudgetBar(const Theme &theme) : m_theme(theme)
    {
        setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    }

    /// Sets shares of the limit; a sum above 1 is shown as a full bar.
    void setShares(double spent, double reserved)
    {
        if (spent == m_spent && reserved == m_reserved)
            return;
        m_spent = spent;
        m_reserved = reserved;
        update();
    }

    QSize sizeHint() const override { return {m_theme.unit() * 16, m_theme.unit() * 3 / 2}; }

protected:
    void paintEvent(QPaintEvent * /*event*/) override
    {
        QPainter painter(this);
        const QRectF box = rect();
        const double spent = std::clamp(m_spent, 0.0, 1.0) * box.width();
        const double both = std::clamp(m_spent + m_reserved, 0.0, 1.0) * box.width();
        painter.fillRect(box, m_theme.color(Token::Track));
        const QRectF open(spent, 0, both - spent, box.height());
        painter.fillRect(open, m_theme.color(Token::Panel));
        painter.fillRect(open, QBrush(m_theme.color(Token::Accent), Qt::BDiagPattern));
        painter.fillRect(QRectF(0, 0, spent, box.height()), m_theme.color(Token::Accent));
        painter.setPen(m_theme.color(Token::Text)); // line at the limit
        painter.drawLine(box.topRight() - QPointF(1, 0), box.bottomRight() - QPointF(1, 0));
    }

private:
    const Theme &m_theme;
    double m_spent = 0;
    double m_reserved = 0;
};

GenerationProgressView::GenerationProgressView(const Theme &theme, QWidget *parent)
    : HeadedView(theme, tr("State of the generation"), parent)
    , m_bar(new QProgressBar)
    , m_said(new ElidedLabel)
    , m_spending(new QLabel)
    , m_lanes(new AskLaneModel(this))
    , m_samples(new SampleRoundModel(this))
    , m_laneTable(new ResultTable(theme))
    , m_sampleTable(new ResultTable(theme))
    , m_whose(makeCaption(theme))
    , m_text(new QPlainTextEdit)
{
    m_bar->setTextVisible(false);
    m_bar->setFixedHeight(theme.unit());
    m_bar->setAccessibleName(tr("Evaluated rounds"));
    m_spending->setWordWrap(true);
    m_spending->setAccessibleName(tr("Cost so far"));
    insertBelowHeading(m_bar);
    m_said->setFont(theme.codeFont());
    m_said->setProperty("tone", u"dim"_s);
    m_said->setAccessibleName(tr("Last line of the log"));
    column()->addWidget(m_said);
    column()->addWidget(makeFigures(theme));
    auto *below = makeRow(theme.unit() * 2);
    below->addWidget(makeTables(theme), 5);
    below->addWidget(makeConversation(theme), 3);
    column()->addLayout(below, 1);
    connect(m_sampleTable->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            [this](const QModelIndex &current) {
                if (!current.isValid())
                    return;
                const SampleProgress &row
                    = m_samples->rows()[static_cast<std::size_t>(current.row())];
                m_chosen = {row.task, row.sample};
                if (m_job != nullptr)
                    showConversation(*m_job);
            });
}

QWidget *GenerationProgressView::makeFigures(const Theme &theme)
{
    auto *box = new QWidget;
    box->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    auto *grid = new QGridLayout(box);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(theme.unit() * 3 / 2);
    grid->setVerticalSpacing(theme.unit() / 2);
    grid->addWidget(m_spending, 0, 0, 1, 3);
    const std::array<QString, 4> names{tr("Requests"), tr("Tokens in"), tr("Tokens out"),
                                       tr("Dollars")};
    for (std::size_t row = 0; row < m_limits.size(); ++row) {
        LimitRow &limit = m_limits[row];
        limit = {makeDim(names[row]), new BudgetBar(theme), new QLabel};
        limit.bar->setAccessibleName(tr("Budget: %1").arg(names[row]));
        const int place = static_cast<int>(row) + 1;
        grid->addWidget(limit.name, place, 0);
        grid->addWidget(limit.bar, place, 1);
        grid->addWidget(limit.text, place, 2);
    }
    grid->setColumnStretch(1, 1);
    return box;
}

QWidget *GenerationProgressView::makeTables(const Theme &theme)
{
    m_laneTable->setModel(m_lanes);
    m_laneTable->setAccessibleName(tr("Parallel requests"));
    m_sampleTable->setModel(m_samples);
    m_sampleTable->setAccessibleName(tr("Samples and their rounds"));
    m_laneFit = new ColumnFit(m_laneTable, AskLaneModel::TaskColumn, minTaskCharacters);
    m_sampleFit = new ColumnFit(m_sampleTable, SampleRoundModel::TaskColumn, minTaskCharacters);
    auto *box = new QWidget;
    auto *column = makeColumn(theme.unit(), box);
    column->addWidget(m_laneTable);
    column->addWidget(m_sampleTable, 1);
    return box;
}

QWidget *GenerationProgressView::makeConversation(const Theme &theme)
{
    m_text->setReadOnly(true);
    m_text->setFont(theme.codeFont());
    m_text->setWordWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    m_text->setTabChangesFocus(true);
    m_text->setAccessibleName(tr("End of the conversation"));
    m_text->setPlaceholderText(tr("No messages yet."));
    auto *box = new QWidget;
    auto *column = makeColumn(theme.unit() / 2, box);
    column->addWidget(m_whose);
    column->addWidget(m_text, 1);
    return box;
}

void GenerationProgressView::show(const GenerationJob &job)
{
    if (m_job != &job) {
        m_job = &job;
        m_chosen.reset();
        m_turns.clear();
        m_text->clear();
    }
    const GenerationProgress &now = job.board();
    showState(job);
    const auto &log = job.progress().log;
    m_said->setText(log.empty() ? QString() : lineText(log.back()));
    m_said->setToolTip(m_said->text());
    showBudget(now);
    showLanes(job);
    m_samples->show(now.samples);
    const bool isOneEach = std::ranges::all_of(
        now.samples, [](const SampleProgress &each) { return each.sample == 0; });
    m_sampleTable->setColumnHidden(SampleRoundModel::SampleColumn, isOneEach);
    m_sampleFit->update();
    showConversation(job);
}

void GenerationProgressView::showLanes(const GenerationJob &job)
{
    m_lanes->show(job.board().lanes);
    m_laneFit->update();
    m_laneTable->setVisible(job.isRunning()); // Idle lanes give their space to the samples.
    const int rows = std::clamp(m_lanes->rowCount(), 1, lanesInView);
    m_laneTable->setFixedHeight(m_laneTable->horizontalHeader()->sizeHint().height()
                                + rows * m_laneTable->verticalHeader()->defaultSectionSize());
}

void GenerationProgressView::showState(const GenerationJob &job)
{
    const GenerationProgress &now = job.board();
    const QString counts = tr("%1 of at most %2 requested, %3 answered, %4 evaluated")
                               .arg(countText(now.asked), countText(now.rounds),
                                    countText(now.answered), countText(now.judged));
    const auto generated = job.generated();
    bool isError = false;
    QString heading = tr("Stopped before it began");
    QStringList notes{job.title()};
    if (job.isRunning()) {
        heading = now.phase == GenerationPhase::Preparing || job.isCancelling() ? job.progressText()
                                                                                : counts;
        notes.append(tr("%1 so far").arg(durationText(job.elapsedSeconds())));
        if (now.phase == GenerationPhase::Confirming)
            notes.append(tr("checking each sample's result on new inputs"));
        else if (now.phase == GenerationPhase::Evaluating)
            notes.append(tr("evaluating answers"));
        else if (now.phase == GenerationPhase::AskingAndEvaluating)
            notes.append(tr("evaluating answers while requests continue"));
    } else if (job.outcome() && !*job.outcome()) {
        isError = true;
        heading = tr("The generation failed");
        notes = QStringList{u"▲ "_s + errorText(job.outcome()->error())};
    } else if (generated) {
        const QString end = endText(*generated);
        isError = generated->end == AskingEnd::Endpoint;
        heading = (*job.outcome())->cancelled ? tr("Stopped: %1").arg(counts)
                                              : tr("Finished: %1").arg(counts);
        if (!end.isEmpty())
            notes.append((isError ? u"▲ "_s : QString()) + end);
        if (generated->end != AskingEnd::Answered || (*job.outcome())->cancelled)
            notes.append(tr("“Continue” sends no answered request again"));
        else
            notes.append(tr("everything is stored in %1").arg(pathText(job.request().store)));
    }
    m_bar->setRange(0, std::max(now.rounds, job.isRunning() ? 0 : 1));
    m_bar->setValue(now.judged);
    say(heading, notes.join(u" · "_s), isError);
}

void GenerationProgressView::showBudget(const GenerationProgress &now)
{
    QString text = tr("Spent: %1").arg(costText(now.spent, now.hasPrices));
    if (now.reserved.requests > 0)
        text += tr(" · reserved for open requests: %1").arg(costText(now.reserved, now.hasPrices));
    m_spending->setText(text);
    const auto whole = [&](std::size_t row, std::int64_t spent, std::int64_t reserved,
                           const std::optional<std::int64_t> &limit) {
        std::optional<double> most;
        if (limit)
            most = static_cast<double>(*limit);
        showLimit(row, static_cast<double>(spent), static_cast<double>(reserved), most,
                  tr("%1 spent · %2 reserved · limit %3")
                      .arg(countText(spent), countText(reserved), countText(limit.value_or(0))));
    };
    whole(0, now.spent.requests, now.reserved.requests, now.limits.requests);
    whole(1, now.spent.input, now.reserved.input, now.limits.inputTokens);
    whole(2, now.spent.output, now.reserved.output, now.limits.outputTokens);
    std::optional<double> dollars;
    if (now.limits.dollars)
        dollars = now.limits.dollars->dollars();
    showLimit(3, now.spent.money.dollars(), now.reserved.money.dollars(), dollars,
              tr("%1 spent · %2 reserved · limit %3")
                  .arg(dollarText(now.spent.money), dollarText(now.reserved.money),
                       dollarText(now.limits.dollars.value_or(Money()))));
}

void GenerationProgressView::showLimit(std::size_t row, double spent, double reserved,
                                       std::optional<double> limit, const QString &text)
{
    const LimitRow &shown = m_limits[row];
    for (QWidget *part : {static_cast<QWidget *>(shown.name), static_cast<QWidget *>(shown.bar),
                          static_cast<QWidget *>(shown.text)})
        part->setVisible(limit.has_value());
    if (!limit)
        return;
    const double whole = *limit > 0 ? *limit : 1;
    shown.bar->setShares(spent / whole, reserved / whole);
    shown.text->setText(text);
}

void GenerationProgressView::showConversation(const GenerationJob &job)
{
    const auto whose = m_chosen.value_or(job.latest());
    auto turns = job.turns(whose.first, whose.second);
    if (whose == m_shown && turns == m_turns)
        return;
    QScrollBar *bar = m_text->verticalScrollBar();
    const bool follows = whose != m_shown || bar->value() >= bar->maximum();
    const int place = bar->value();
    m_shown = whose;
    m_turns = std::move(turns);
    m_whose->setText(whose.first.empty()
                         ? tr("Conversation")
                         : tr("%1 · sample %2").arg(lineText(whose.first)).arg(whose.second));
    m_text->setPlainText(textOf(m_turns));
    bar->setValue(follows ? bar->maximum() : place);
}

} // namespace loupe::ui
