// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/detail/detailrows.h"

#include "ui/text/words.h"

#include <QCoreApplication>
#include <QStandardItem>

using namespace Qt::StringLiterals;

namespace loupe::ui {

namespace {

QString tr(const char *text)
{
    return QCoreApplication::translate("DetailTabs", text);
}

QString indexText(const std::vector<std::int64_t> &index)
{
    if (index.empty())
        return u"–"_s;
    QStringList parts;
    for (const std::int64_t each : index)
        parts.append(QString::number(each));
    return u'[' + parts.join(u", "_s) + u']';
}

QString countOfText(std::int64_t part, std::int64_t whole)
{
    return tr("%1 of %2").arg(countText(part), countText(whole));
}

QString weightText(FindingSeverity severity)
{
    switch (severity) {
    case FindingSeverity::Note:
        return tr("note");
    case FindingSeverity::Suspicion:
        return tr("suspicion");
    case FindingSeverity::Proof:
        break;
    }
    return tr("proof");
}

QString extentsText(const std::array<std::uint32_t, 3> &extents)
{
    return QString::number(extents[0]) + u" × "_s + QString::number(extents[1]) + u" × "_s
        + QString::number(extents[2]);
}

} // namespace

QStandardItem *verdictCell(Verdict verdict)
{
    auto *item = cell(label(verdict));
    item->setData(static_cast<int>(verdict), VerdictRole);
    item->setToolTip(toQt(facts(verdict).meaning));
    return item;
}

QList<QStandardItem *> trialRow(const Trial &trial, const OutputComparison &output)
{
    const auto number = [](const QString &text) { return cell(text, CellKind::Number); };
    const bool isWrong = output.mismatched > 0;
    const QString pattern = output.pattern.empty() ? toQt(trial.message) : toQt(output.pattern);
    return {cell(toQt(trial.caseName)),
            verdictCell(trial.verdict),
            cell(toQt(output.output), CellKind::Code),
            number(countOfText(output.mismatched, output.elements)),
            cell(pattern, CellKind::Dim),
            number(valueText(output.maxAbsoluteError)),
            number(valueText(output.maxRelativeError)),
            number(isWrong ? valueText(output.worstExpected) : u"–"_s),
            number(isWrong ? valueText(output.worstActual) : u"–"_s),
            cell(indexText(output.worstIndex), CellKind::Code),
            number(valueText(output.absoluteTolerance)),
            number(valueText(output.relativeTolerance))};
}

QList<QStandardItem *> kernelRow(const KernelActivity &activity)
{
    const auto number = [](const QString &text) { return cell(text, CellKind::Number); };
    const bool isKernel = activity.kind == "kernel";
    const auto ofKernel = [&](const QString &text) { return number(isKernel ? text : u"–"_s); };
    return {cell(toQt(activity.role)),
            cell(activity.name.empty() ? toQt(activity.kind) : toQt(activity.name), CellKind::Code),
            number(QString::number(activity.launchesPerCall, 'g', 4)),
            number(millisecondsText(activity.deviceMsPerCall)),
            number(shareText(activity.share)),
            ofKernel(extentsText(activity.grid)),
            ofKernel(extentsText(activity.block)),
            ofKernel(QString::number(activity.registers)),
            ofKernel(countText(activity.sharedBytes())),
            number(QString::number(activity.streams)),
            cell(toQt(activity.caseName))};
}

QList<QStandardItem *> findingRow(const Finding &finding, const std::vector<SourceFile> &files)
{
    QString place = finding.line > 0 ? QString::number(finding.line) : u"–"_s;
    if (const SourceFile *file = fileAtLine(files, finding.line))
        place = toQt(file->path) + u':' + QString::number(finding.line - file->firstLine + 1);
    auto *weight = cell(weightText(finding.severity));
    weight->setData(finding.line, PlaceRole);
    return {weight, cell(place, CellKind::Number), cell(toQt(finding.message)),
            cell(toQt(finding.rule), CellKind::Code),
            cell(toQt(layerName(finding.layer)), CellKind::Dim)};
}

} // namespace loupe::ui
