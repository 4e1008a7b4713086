// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/detail/roundtexts.h"

#include "ui/text/words.h"

#include <QObject>
#include <QStringList>

using namespace Qt::StringLiterals;

namespace loupe::ui {

namespace {

/// Returns the message and logs of an evaluation.
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

QString placeText(int sample, int round, int ownSample)
{
    return sample == ownSample ? QObject::tr("round %1").arg(round)
                               : QObject::tr("sample %1, round %2").arg(sample).arg(round);
}

} // namespace

QString originText(const std::vector<ParentEvaluation> &parents, int ownSample)
{
    QStringList parts;
    for (const ParentEvaluation &parent : parents)
        parts.append(
            QObject::tr("%1 from %2")
                .arg(toQt(parent.role), placeText(parent.sample, parent.round, ownSample)));
    return parts.join(u", "_s);
}

RoundTexts roundTexts(const EvaluationDetail &round, const std::optional<EvaluationDetail> &before)
{
    RoundTexts out;
    const QString feedback = toQt(round.evaluation.candidate.feedback).trimmed();
    const QString earlier = before ? endOf(before->evaluation) : QString();
    const QString place
        = before ? placeText(before->row.sample, before->row.round, round.row.sample) : QString();
    const QString begin = capitalized(place);
    if (!feedback.isEmpty())
        out.givenLine = QObject::tr("Prompt/feedback: %1").arg(feedback.simplified());
    else if (!earlier.isEmpty())
        out.givenLine = QObject::tr("Prompt/feedback not recorded; %1 ended with: %2")
                            .arg(place, earlier.simplified());
    else
        out.givenLine = QObject::tr("Prompt/feedback not recorded.");
    out.given = feedback;
    if (!earlier.isEmpty())
        out.given += (feedback.isEmpty()
                          ? QObject::tr("The prompt or feedback of this round is not recorded.")
                          : QString())
            + QObject::tr("\n\n%1 ended with:\n%2").arg(begin, earlier);
    if (out.given.isEmpty())
        out.given = out.givenLine;
    out.end = endOf(round.evaluation);
    if (out.end.isEmpty())
        out.end = QObject::tr("No message and no log were recorded.");
    return out;
}

DiffSource candidateSource(const EvaluationDetail &detail, std::optional<int> besideSample)
{
    const Candidate &candidate = detail.evaluation.candidate;
    const int beside = besideSample.value_or(candidate.sample);
    return {placeText(candidate.sample, candidate.round, beside) + u' '
                + verdictText(detail.row.verdict),
            {},
            QObject::tr("no source was recorded"),
            QByteArray::fromStdString(candidate.source.toString()),
            toQt(candidate.language)};
}

DiffSource referenceSource(const Task &task)
{
    return {QObject::tr("reference"),
            {},
            QObject::tr("no reference was recorded; File → Add references takes it from the "
                        "suite's checkout"),
            QByteArray::fromStdString(task.reference.toString()),
            toQt(task.referenceLanguage)};
}

} // namespace loupe::ui
