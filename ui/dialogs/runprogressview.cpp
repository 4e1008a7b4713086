// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/runprogressview.h"

#include "ui/shell/runs/runjob.h"
#include "ui/style/theme.h"
#include "ui/text/words.h"
#include "ui/widgets/layout/parts.h"
#include "ui/widgets/layout/statuslabel.h"

#include <QBoxLayout>
#include <QGridLayout>
#include <QPlainTextEdit>
#include <QProgressBar>
#include <QScrollBar>

using namespace Qt::StringLiterals;

namespace loupe::ui {

namespace {

constexpr std::size_t shownItems = 4;

QString stageText(Stage stage)
{
    switch (stage) {
    case Stage::Build:
        return QObject::tr("building");
    case Stage::Load:
        return QObject::tr("loading");
    case Stage::Run:
        return QObject::tr("running");
    case Stage::Verify:
        return QObject::tr("verifying");
    case Stage::Time:
        return QObject::tr("timing");
    case Stage::None:
    case Stage::Submit:
        break;
    }
    return QObject::tr("starting");
}

} // namespace

RunProgressView::RunProgressView(const Theme &theme, QWidget *parent)
    : HeadedView(theme, tr("State of the run"), parent)
    , m_bar(new QProgressBar)
    , m_log(new QPlainTextEdit)
{
    m_bar->setTextVisible(false);
    m_bar->setFixedHeight(theme.unit());
    m_bar->setAccessibleName(tr("Progress of the run"));
    m_log->setReadOnly(true);
    m_log->setFont(theme.codeFont());
    m_log->setMaximumBlockCount(2000);
    m_log->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_log->setTabChangesFocus(true);
    m_log->setAccessibleName(tr("Log of the run"));
    m_log->setPlaceholderText(tr("The log is empty."));
    insertBelowHeading(m_bar);
    column()->addWidget(makeCounts(theme));
    for (std::size_t i = 0; i < shownItems; ++i) {
        auto *item = new ElidedLabel;
        item->setFont(theme.codeFont());
        item->setProperty("tone", u"dim"_s);
        m_current.push_back(item);
        column()->addWidget(item);
    }
    column()->addWidget(m_log, 1);
}

QWidget *RunProgressView::makeCounts(const Theme &theme)
{
    auto *box = new QWidget;
    box->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    auto *grid = new QGridLayout(box);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(theme.unit());
    grid->setVerticalSpacing(theme.unit() / 2);
    constexpr int columns = 4;
    int place = 0;
    for (const Outcome outcome : allOutcomes()) {
        if (outcome == Outcome::Flagged) // assigned by an audit, never by a run
            continue;
        auto *status = new StatusLabel(theme);
        status->setOutcome(outcome);
        auto *count = new QLabel(u"0"_s);
        count->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
        count->setAccessibleName(toQt(label(outcome)));
        grid->addWidget(count, place / columns, 2 * (place % columns));
        grid->addWidget(status, place / columns, 2 * (place % columns) + 1);
        grid->setColumnStretch(2 * (place % columns) + 1, 1);
        m_counts[outcome] = count;
        ++place;
    }
    return box;
}

QString RunProgressView::headingOf(const RunJob &job) const
{
    QString counted = tr("%1 of %2 evaluated").arg(countText(job.done()), countText(job.total()));
    if (job.isRunning())
        return job.progress().plan && !job.isCancelling() && job.total() > 0 ? counted
                                                                             : job.progressText();
    if (!job.outcome())
        return counted;
    if (!*job.outcome())
        return tr("The run failed");
    return (*job.outcome())->cancelled ? tr("Stopped: %1").arg(counted)
                                       : tr("Finished: %1").arg(counted);
}

void RunProgressView::show(const RunJob &job)
{
    if (m_job != &job) {
        m_job = &job;
        m_maxAtWork = 1;
        m_logged = 0;
        m_log->clear();
    }
    m_bar->setRange(0, std::max(job.total(), job.isRunning() ? 0 : 1));
    m_bar->setValue(job.done());
    QStringList notes{job.title()};
    notes.append(tr("%1 so far").arg(durationText(job.elapsedSeconds())));
    if (const QString remaining = job.remainingText(); !remaining.isEmpty())
        notes.append(remaining);
    bool isError = false;
    if (!job.isRunning() && job.outcome()) {
        notes = QStringList{job.title()};
        isError = !*job.outcome();
        if (isError)
            notes = QStringList{u"▲ "_s + errorText(job.outcome()->error())};
        else if ((*job.outcome())->cancelled)
            notes.append(tr("finished results are stored; the run can be resumed"));
        else
            notes.append(tr("everything is stored in %1").arg(pathText(job.request().store)));
    }
    say(capitalized(headingOf(job)), notes.join(u" · "_s), isError);
    for (const auto &[outcome, count] : m_counts)
        count->setText(countText(job.progress().counts[static_cast<std::size_t>(outcome)]));
    showCurrent(job);
    showLog(job);
}

void RunProgressView::showCurrent(const RunJob &job)
{
    const auto &items = job.progress().current;
    // The space never shrinks, so that the widgets below do not move.
    m_maxAtWork = std::max(m_maxAtWork, items.size());
    for (std::size_t i = 0; i < m_current.size(); ++i) {
        QString text;
        if (i + 1 == m_current.size() && items.size() > m_current.size())
            text = tr("and %1 more").arg(countText(static_cast<std::int64_t>(items.size() - i)));
        else if (i < items.size())
            text = tr("%1 %2 · %3 · round %4")
                       .arg(stageText(job.progress().currentStage[i]), lineText(items[i].task),
                            lineText(items[i].method))
                       .arg(items[i].round);
        m_current[i]->setText(text);
        m_current[i]->setVisible(job.isRunning() && i < m_maxAtWork);
    }
}

void RunProgressView::showLog(const RunJob &job)
{
    const auto &log = job.progress().log;
    const std::size_t total = job.progress().logged;
    if (total == m_logged)
        return;
    const std::size_t fresh = std::min(total - std::min(total, m_logged), log.size());
    for (std::size_t i = log.size() - fresh; i < log.size(); ++i)
        m_log->appendPlainText(toQt(log[i])); // Qt keeps the end in view only if it was visible.
    m_logged = total;
}

} // namespace loupe::ui
