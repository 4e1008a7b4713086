// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/planview.h"

#include "ui/models/cell.h"
#include "ui/text/windowwords.h"
#include "ui/text/words.h"
#include "ui/widgets/layout/parts.h"
#include "ui/widgets/tables/resulttable.h"

#include <QBoxLayout>
#include <QHeaderView>
#include <QStandardItemModel>

using namespace Qt::StringLiterals;

namespace loupe::ui {

namespace {

QString estimateText(const RunEstimate &estimate, int items)
{
    const QString memory
        = PlanView::tr("Up to %2 at a time, with %1 GiB of memory in total.")
              .arg(QString::number(static_cast<double>(estimate.memoryBytes) / (1LL << 30), 'f', 0),
                   countText(estimate.jobs));
    if (!estimate.seconds)
        return PlanView::tr(
                   "No time estimate yet: the store has no earlier evaluation of these tasks. %1")
            .arg(memory);
    return PlanView::tr(
               "ETA %1 (80 % range %2 to %3), from past evaluations of the same tasks for %4 of %5 "
               "candidates. %6")
        .arg(durationText(*estimate.seconds),
             durationText(estimate.secondsLow.value_or(*estimate.seconds)),
             durationText(estimate.secondsHigh.value_or(*estimate.seconds)),
             countText(estimate.itemsWithHistory), countText(items), memory);
}

QString baselineText(const BaselineCheck &check)
{
    const QString run = toQt(check.run);
    if (check.differences.empty())
        return PlanView::tr("The baseline run “%1” has the same device, suite and version.")
            .arg(run);
    QStringList lines{
        PlanView::tr("▲ The baseline run “%1” differs from this run in more than the candidates:")
            .arg(run)};
    for (const BaselineDifference &each : check.differences)
        lines.append(PlanView::tr("%1: baseline run %2, here %3")
                         .arg(toQt(each.what), toQt(each.baseline),
                              each.here.empty()
                                  ? PlanView::tr("known only on the machine that runs it")
                                  : toQt(each.here)));
    return lines.join(u'\n');
}

} // namespace

PlanView::PlanView(const Theme &theme, QWidget *parent)
    : HeadedView(theme, tr("Plan of the run"), parent)
    , m_baseline(makeDim())
    , m_skipped(new QStandardItemModel(0, 2, this))
    , m_table(new ResultTable(theme))
{
    m_baseline->setWordWrap(true);
    m_baseline->setAccessibleName(tr("The store's baseline run and this run"));
    m_skipped->setHorizontalHeaderLabels({tr("Skipped"), tr("Why")});
    m_table->setModel(m_skipped);
    m_table->setAccessibleName(tr("Skipped items and reasons"));
    m_table->setColumnCharacters({34, 40});
    m_table->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    m_table->horizontalHeader()->setStretchLastSection(false);
    m_table->horizontalHeader()->setSectionResizeMode(1, QHeaderView::Stretch);
    column()->addWidget(m_baseline);
    column()->addWidget(m_table, 1);
    column()->addStretch(0);
    showNote({});
}

void PlanView::showNote(const QString &note)
{
    say(tr("Plan"), note);
    m_skipped->removeRows(0, m_skipped->rowCount());
    m_table->setVisible(false);
    m_baseline->setVisible(false);
}

void PlanView::showPlan(const Result<PlanSummary> &plan)
{
    showNote({});
    if (!plan) {
        say(tr("This run cannot start"), u"▲ "_s + detailedErrorText(plan.error()), true);
        return;
    }
    const QString tasks = counted(plan->tasks, tr("%1 task"), tr("%1 tasks"));
    QStringList notes;
    QStringList precisions;
    for (const std::string &each : plan->precisions)
        precisions.append(toQt(each));
    if (!precisions.isEmpty())
        notes.append(
            tr("Each candidate in %1; a run for each precision.").arg(precisions.join(u", "_s)));
    if (plan->alreadyDone > 0)
        notes.append(tr("%1 of them are already in the store and are not repeated.")
                         .arg(countText(plan->alreadyDone)));
    notes.append(plan->skipped.empty() ? tr("Nothing is skipped.")
                                       : counted(static_cast<std::int64_t>(plan->skipped.size()),
                                                 tr("%1 is skipped:"), tr("%1 are skipped:")));
    if (plan->estimate)
        notes.prepend(estimateText(*plan->estimate, plan->items));
    say(tr("%1 of %2").arg(counted(plan->items, tr("%1 evaluation"), tr("%1 evaluations")), tasks),
        notes.join(u'\n'));
    if (plan->baseline) {
        setTone(*m_baseline, !plan->baseline->differences.empty());
        m_baseline->setText(baselineText(*plan->baseline));
        m_baseline->setVisible(true);
    }
    for (const PlanSkip &skip : plan->skipped)
        m_skipped->appendRow({cell(toQt(skip.what), CellKind::Code),
                              cell(inWindowWords(toQt(skip.reason)), CellKind::Dim)});
    m_table->setVisible(!plan->skipped.empty());
}

} // namespace loupe::ui
