// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/generationreview.h"

#include "ui/style/theme.h"
#include "ui/text/costtext.h"
#include "ui/text/words.h"
#include "ui/widgets/input/choicebox.h"
#include "ui/widgets/layout/parts.h"

#include <QBoxLayout>
#include <QFontMetrics>
#include <QLabel>
#include <QSignalBlocker>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace loupe::ui {

namespace {

QStringList limitTexts(const BudgetLimits &limits)
{
    QStringList out;
    if (limits.requests)
        out.append(counted(*limits.requests, GenerationReview::tr("%1 request"),
                           GenerationReview::tr("%1 requests")));
    if (limits.inputTokens)
        out.append(counted(*limits.inputTokens, GenerationReview::tr("%1 token in"),
                           GenerationReview::tr("%1 tokens in")));
    if (limits.outputTokens)
        out.append(counted(*limits.outputTokens, GenerationReview::tr("%1 token out"),
                           GenerationReview::tr("%1 tokens out")));
    if (limits.dollars)
        out.append(dollarText(*limits.dollars));
    return out;
}

/// Returns how many tasks have recorded answers, "6 of 74 tasks have recorded answers."
QString recordedText(const GenerationPreview &preview)
{
    const auto tasks = static_cast<std::int64_t>(preview.prompts.size());
    const QString out = preview.recordedTasks == tasks
        ? counted(tasks, GenerationReview::tr("%1 task has recorded answers"),
                  GenerationReview::tr("All %1 tasks have recorded answers"))
        : GenerationReview::tr("▲ %1 of %2 tasks have recorded answers; the others get no program")
              .arg(countText(preview.recordedTasks), countText(tasks));
    return GenerationReview::tr("%1. No network and no key are needed.").arg(out);
}

/// Returns the facts known before any request, one sentence per line.
QStringList sentences(const GenerationPreview &preview)
{
    const GenerationOutcome &outlook = preview.outlook;
    QStringList out{
        GenerationReview::tr("Run “%1”: %2.").arg(lineText(outlook.run), toQt(preview.strategy))};
    out.append(GenerationReview::tr("At most %1%2.")
                   .arg(costText(outlook.most, preview.hasPrices),
                        preview.hasPrices
                            ? QString()
                            : GenerationReview::tr("; cost unknown (no prices in the profile)")));
    if (outlook.mayAskAgain)
        out.append(GenerationReview::tr(
            "Answers that are cut off or have no program are requested again, in addition."));
    const QStringList limits = limitTexts(preview.limits);
    out.append(limits.isEmpty() ? GenerationReview::tr("The budget has no limit.")
                                : GenerationReview::tr("Budget: %1.").arg(limits.join(u", "_s)));
    if (preview.mayEndEarly)
        out.append(GenerationReview::tr(
            "The budget may stop the run early. It can be continued with a larger one."));
    if (outlook.requests > 0)
        out.append(
            GenerationReview::tr(
                "%1 of %2 samples are already answered, for %3. They are not requested again.")
                .arg(countText(outlook.settled), countText(outlook.samples),
                     costText(outlook.spent, preview.hasPrices)));
    if (preview.isReplay)
        out.append(recordedText(preview));
    else if (preview.isKeyMissing)
        out.append(GenerationReview::tr("▲ The variable with the API key is not set: %1. Set it "
                                        "and start the window again.")
                       .arg(lineText(preview.key)));
    else if (!preview.key.empty())
        out.append(
            GenerationReview::tr("Key: %1 (read only by kloupe-ask).").arg(lineText(preview.key)));
    if (preview.isDemo)
        out.append(GenerationReview::tr("The profile says that this is demo data."));
    return out;
}

} // namespace

GenerationReview::GenerationReview(const Theme &theme, QWidget *parent)
    : HeadedView(theme, tr("Preview of the requests"), parent)
    , m_question(new QWidget)
    , m_tasks(new ChoiceBox(theme))
    , m_about(makeDim())
    , m_text(new QPlainTextEdit)
{
    m_tasks->setAccessibleName(tr("Task of the prompt shown"));
    m_tasks->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    m_tasks->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_text->setReadOnly(true);
    m_text->setFont(theme.codeFont());
    m_text->setTabChangesFocus(true);
    m_text->setAccessibleName(tr("First prompt for the task"));
    auto *row = makeRow(theme.unit());
    row->addWidget(new QLabel(tr("Prompt for")));
    row->addWidget(m_tasks, 1);
    row->addWidget(m_about);
    auto *inside = makeColumn(theme.unit(), m_question);
    inside->addLayout(row);
    inside->addWidget(m_text, 1);
    column()->addWidget(m_question, 1);
    column()->addStretch(0);
    connect(m_tasks, &QComboBox::currentIndexChanged, this, &GenerationReview::showPrompt);
    showNote({});
}

void GenerationReview::showNote(const QString &note)
{
    say(tr("Preview of the requests"), note, note.startsWith(u'▲'));
    m_question->setVisible(false);
}

void GenerationReview::showPreview(const Result<GenerationPreview> &preview)
{
    if (!preview) {
        say(tr("These requests cannot be sent"), u"▲ "_s + detailedErrorText(preview.error()),
            true);
        m_question->setVisible(false);
        return;
    }
    const std::string before = m_tasks->currentIndex() >= 0 && !m_preview.prompts.empty()
        ? m_preview.prompts[static_cast<std::size_t>(m_tasks->currentIndex())].task
        : std::string();
    m_preview = *preview;
    const GenerationOutcome &outlook = m_preview.outlook;
    const auto tasks = static_cast<std::int64_t>(m_preview.prompts.size());
    say(tr("%1 for %2")
            .arg(
                counted(outlook.most.requests, tr("At most %1 request"), tr("At most %1 requests")),
                counted(tasks, tr("%1 task"), tr("%1 tasks"))),
        sentences(m_preview).join(u'\n'));
    const QSignalBlocker quiet(m_tasks);
    m_tasks->clear();
    int chosen = 0;
    for (const TaskPrompt &each : m_preview.prompts) {
        if (each.task == before)
            chosen = m_tasks->count();
        m_tasks->addItem(lineText(each.task));
    }
    m_tasks->setCurrentIndex(chosen);
    m_question->setVisible(true);
    showPrompt();
}

void GenerationReview::showPrompt()
{
    const int row = m_tasks->currentIndex();
    if (row < 0 || static_cast<std::size_t>(row) >= m_preview.prompts.size())
        return;
    const std::string &text = m_preview.prompts[static_cast<std::size_t>(row)].text;
    m_text->setPlainText(toQt(text));
    m_about->setText(tr("%1 · %2").arg(
        lineText(m_preview.prompt),
        counted(static_cast<std::int64_t>(text.size()), tr("%1 byte"), tr("%1 bytes"))));
}

} // namespace loupe::ui
