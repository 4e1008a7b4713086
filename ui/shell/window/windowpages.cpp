// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/window/windowpages.h"

#include "ui/pages/audit/auditpage.h"
#include "ui/pages/compare/comparepage.h"
#include "ui/pages/distributions/distributionspage.h"
#include "ui/pages/figures/figurespage.h"
#include "ui/pages/overview/overviewpage.h"
#include "ui/pages/queue/queuepage.h"
#include "ui/pages/results/resultspage.h"
#include "ui/pages/roofline/rooflinepage.h"
#include "ui/pages/runs/runspage.h"
#include "ui/pages/sql/sqlpage.h"
#include "ui/pages/start/startpage.h"
#include "ui/pages/trajectories/trajectoriespage.h"
#include "ui/pages/triage/triagepage.h"

#include <QStackedWidget>

#include <concepts>

using namespace Qt::StringLiterals;

namespace loupe::ui {

namespace {

/// Pages of one side of a window. It needs the space of the current page only.
class PageStack final : public QStackedWidget
{
public:
    PageStack() { connect(this, &QStackedWidget::currentChanged, this, &QWidget::updateGeometry); }

    QSize minimumSizeHint() const override
    {
        return currentWidget() != nullptr ? currentWidget()->minimumSizeHint()
                                          : QStackedWidget::minimumSizeHint();
    }
    /// The layout's own function returns the height of the highest page, shown or not.
    int heightForWidth(int width) const override
    {
        return currentWidget() != nullptr ? currentWidget()->heightForWidth(width)
                                          : QStackedWidget::heightForWidth(width);
    }
};

/// Creates a page of that class, and passes the runs if its constructor takes them.
template <typename Wanted>
Page *made(const Workbench &bench, RunLine &runs)
{
    if constexpr (std::constructible_from<Wanted, const Workbench &, RunLine &>)
        return new Wanted(bench, runs);
    else
        return new Wanted(bench);
}

} // namespace

const std::vector<PageEntry> &allPages()
{
    static const std::vector<PageEntry> pages{
        {u"page.start"_s, QObject::tr("&Start"), QObject::tr("STORE"), u"Ctrl+1"_s,
         u"getting-started.md"_s, false, made<StartPage>},
        {u"page.overview"_s, QObject::tr("&Overview"), QObject::tr("POPULATION"), u"Ctrl+2"_s,
         u"population.md"_s, true, made<OverviewPage>},
        {u"page.results"_s, QObject::tr("R&esults"), QString(), u"Ctrl+3"_s,
         u"application.md#a-kernel"_s, true, made<ResultsPage>},
        {u"page.compare"_s, QObject::tr("Co&mpare"), QString(), u"Ctrl+4"_s, u"compare.md"_s, true,
         made<ComparePage>},
        {u"page.distributions"_s, QObject::tr("&Distributions"), QString(), u"Ctrl+5"_s,
         u"charts.md"_s, true, made<DistributionsPage>},
        {u"page.roofline"_s, QObject::tr("Roofli&ne"), QString(), u"Alt+6"_s, u"roofline.md"_s,
         true, made<RooflinePage>},
        {u"page.trajectories"_s, QObject::tr("Tra&jectories"), QString(), u"Ctrl+6"_s,
         u"trajectories.md"_s, true, made<TrajectoriesPage>},
        {u"page.triage"_s, QObject::tr("&Triage"), QObject::tr("JUDGE"), u"Ctrl+7"_s,
         u"triage.md"_s, true, made<TriagePage>},
        {u"page.audit"_s, QObject::tr("&Audit"), QString(), u"Ctrl+8"_s, u"audit.md"_s, true,
         made<AuditPage>},
        {u"page.runs"_s, QObject::tr("&Runs"), QObject::tr("MAKE"), u"Ctrl+9"_s,
         u"application.md#runs"_s, false, made<RunsPage>},
        {u"page.queue"_s, QObject::tr("Q&ueue"), QString(), u"Alt+0"_s, u"queue.md"_s, false,
         made<QueuePage>},
        {u"page.figures"_s, QObject::tr("&Figures"), QString(), QString(), u"figures.md"_s, false,
         made<FiguresPage>},
        {u"page.sql"_s, QObject::tr("S&QL"), QString(), QString(), u"sql.md"_s, false,
         made<SqlPage>}};
    return pages;
}

WindowPages::WindowPages(const Workbench &bench, RunLine &runs) : m_stack(new PageStack)
{
    for (const PageEntry &each : allPages()) {
        m_pages.push_back(each.make(bench, runs));
        // A screen reader says it when the focus enters the page.
        m_pages.back()->setAccessibleName(QString(each.title).remove(u'&'));
        m_stack->addWidget(m_pages.back());
    }
}

Page *WindowPages::shown() const
{
    return m_stack == nullptr ? nullptr : qobject_cast<Page *>(m_stack->currentWidget());
}

} // namespace loupe::ui
