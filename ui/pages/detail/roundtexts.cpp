// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/detail/roundtexts.h"

#include "ui/text/words.h"

#include <QObject>
#include <QStringList>

using namespace Qt::StringLiterals;

namespace loupe::ui {

namespace {

/// How an evaluation ended: its message and what it wrote.
QString endOf(const Evaluation &evaluation)
{
    QStringList parts;
    for (const std::string *text :
         {&evaluation.message, &evaluation.buildLog, &evaluation.runLog}) {
        if (!text->empty())
            parts.append(toQt(*text).trimmed());
    }
    return parts.join(u"\n\n"_s);
}

} // namespace

RoundTexts roundTexts(const EvaluationDetail &round, const std::optional<EvaluationDetail> &before)
{
    RoundTexts out;
    const QString feedback = toQt(round.evaluation.candidate.feedback).trimmed();
    const QString earlier = before ? endOf(before->evaluation) : QString();
    if (!feedback.isEmpty())
        out.givenLine = QObject::tr("Prompt/feedback: %1").arg(feedback.simplified());
    else if (!earlier.isEmpty())
        out.givenLine = QObject::tr("Prompt/feedback not recorded; round %1 ended with: %2")
                            .arg(before->row.round)
                            .arg(earlier.simplified());
    else
        out.givenLine = QObject::tr("Prompt/feedback not recorded.");
    out.given = feedback;
    if (!earlier.isEmpty())
        out.given += (feedback.isEmpty()
                          ? QObject::tr("The prompt or feedback of this round is not recorded.")
                          : QString())
            + QObject::tr("\n\nRound %1 ended with:\n%2").arg(before->row.round).arg(earlier);
    if (out.given.isEmpty())
        out.given = out.givenLine;
    out.end = endOf(round.evaluation);
    if (out.end.isEmpty())
        out.end = QObject::tr("No message and no log were recorded.");
    return out;
}

DiffSource candidateSource(const EvaluationDetail &detail)
{
    const Candidate &candidate = detail.evaluation.candidate;
    return {QObject::tr("round %1 %2").arg(candidate.round).arg(verdictText(detail.row.verdict)),
            {},
            {},
            QByteArray::fromStdString(candidate.source),
            toQt(candidate.language)};
}

DiffSource referenceSource(const Task &task)
{
    return {QObject::tr("reference"),
            {},
            {},
            QByteArray::fromStdString(task.reference),
            toQt(task.referenceLanguage)};
}

} // namespace loupe::ui
