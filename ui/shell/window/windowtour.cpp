// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/window/windowtour.h"

#include "ui/models/resulttablemodel.h"
#include "ui/models/scoreboardmodel.h"
#include "ui/pages/frame/kernelframe.h"
#include "ui/pages/overview/overviewpage.h"
#include "ui/pages/results/resultspage.h"
#include "ui/shell/session/commandregistry.h"
#include "ui/shell/session/selection.h"
#include "ui/shell/session/storesession.h"
#include "ui/shell/window/windowpanes.h"
#include "ui/shell/window/windowstate.h"
#include "ui/shell/window/windowstores.h"
#include "ui/text/words.h"
#include "ui/widgets/layout/offerbar.h"
#include "ui/widgets/tables/resulttable.h"

#include <QPushButton>

#include <chrono>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace loupe::ui {

WindowTour::WindowTour(const Workbench &bench, WindowPanes &panes, WindowStores &stores,
                       OfferBar &offer, TourBar &bar)
    : m_bench(bench)
    , m_panes(panes)
    , m_stores(stores)
    , m_offer(offer)
    , m_bar(bar)
    , m_steps(makeSteps())
{
    constexpr auto interval = 20ms;
    m_reading.setInterval(interval);
    connect(&m_reading, &QTimer::timeout, this, &WindowTour::pointWhenRead);
    connect(&bar, &TourBar::backRequested, this, [this] { goTo(m_step - 1); });
    connect(&bar, &TourBar::nextRequested, this, &WindowTour::next);
    connect(&bar, &TourBar::endRequested, this, &WindowTour::end);
    connect(&stores, &WindowStores::left, this, [this] {
        m_reading.stop();
        m_bar.hide();
    });
}

std::vector<WindowTour::Step> WindowTour::makeSteps()
{
    const auto show = [this](PageIndex page, const QString &filter = {}) {
        return [this, page, filter] {
            setFilter(filter);
            m_panes.showPage(page);
        };
    };
    return {
        {{tr("Overview: every method in one line"),
          tr("How many kernels of a method are correct, how many of them are faster than the "
             "reference, and how much faster they are: the geometric mean with its interval.")},
         Overview,
         show(Overview),
         [this] {
             ResultTable &scores = *m_panes.page<OverviewPage>()->scores();
             scores.setCurrentIndex(scores.model()->index(0, ScoreboardModel::MeanColumn));
         }},
        {{tr("Results: the kernels behind a number"),
          tr("A click on any number opens its kernels here. These are the wrong results of "
             "demo-failing, as the filter at the top says.")},
         Results,
         [this] { showFailures(); },
         [this] { m_panes.page<ResultsPage>()->table()->selectRow(0); }},
        {{tr("A kernel: why it failed"),
          tr("Enter on a line opens its kernel: the reference at the left, the candidate at the "
             "right, and the cause in the tabs below. Esc returns to the list.")},
         Results,
         [this] { showFailures(); },
         [this] {
             auto *results = m_panes.page<ResultsPage>();
             if (const RowId first = results->model()->idAt(0))
                 results->fillWith(first);
         }},
        {{tr("Trajectories: from round to round"),
          tr("demo-refine corrects its kernels over several rounds. Each line of the list is one "
             "kernel with its outcome in every round, and the right side has what changed in its "
             "code.")},
         Trajectories,
         show(Trajectories, u"method:demo-refine"_s),
         {}},
        {{tr("Distributions: from a chart to a figure"),
          tr("Make figure… at the top right turns a chart into a figure for a paper: PDF, SVG, PNG "
             "or PGF, with a caption. This is the end of the tour; F1 explains every page.")},
         Distributions,
         show(Distributions),
         {}}};
}

void WindowTour::openDemo()
{
    m_stores.openDemo([this] { offerTour(); });
}

void WindowTour::begin()
{
    m_stores.openDemo([this] { goTo(0); });
}

void WindowTour::offerTour()
{
    if (!WindowState(m_bench.services.settingsFile).isTourEnded())
        m_offer.offer(tr("Five short steps show what you can do with these results."),
                      tr("Take the tour"), [this] { goTo(0); });
}

void WindowTour::goTo(std::size_t step)
{
    m_step = step;
    m_offer.withdraw();
    if (step == 0) {
        // The demo may have been open, with choices that would hide what the tour shows.
        m_panes.presentSelection().clear();
        m_panes.presentStore().setScope(Scope());
    }
    m_steps.at(step).go();
    TourBar::Step words = m_steps[step].words;
    words.number = static_cast<int>(step) + 1;
    words.count = static_cast<int>(m_steps.size());
    m_bar.showStep(words);
    takeFocus();
    m_reading.start();
}

void WindowTour::takeFocus()
{
    // A page that is still hidden behind "Reading…" has asked for the focus, and would get it when
    // it is displayed. Only a change of the focus makes Qt forget that.
    m_bar.nextButton()->clearFocus();
    m_bar.nextButton()->setFocus();
}

void WindowTour::pointWhenRead()
{
    if (m_panes.isLoading())
        return;
    m_reading.stop();
    const Step &step = m_steps[m_step];
    if (!step.point || !isFollowed())
        return;
    step.point();
    takeFocus(); // A page takes the focus when it opens a kernel.
}

bool WindowTour::isFollowed() const
{
    return m_panes.currentPage() == m_steps[m_step].page
        && m_bar.isAncestorOf(m_bar.window()->focusWidget());
}

void WindowTour::next()
{
    if (m_step + 1 < m_steps.size())
        goTo(m_step + 1);
    else
        end();
}

void WindowTour::end()
{
    m_reading.stop();
    m_bar.hide();
    WindowState(m_bench.services.settingsFile).saveTourEnded();
    m_panes.shown()->takeFocus();
}

void WindowTour::showFailures()
{
    setFilter(u"method:demo-failing status:wrong"_s);
    m_panes.showPage(Results);
    KernelFrame &frame = *m_panes.page<ResultsPage>()->kernelFrame();
    if (frame.isFilled())
        frame.leave();
}

void WindowTour::setFilter(const QString &filter)
{
    const Status applied = m_panes.presentStore().setFilter(filter);
    Q_ASSERT(applied);
}

} // namespace loupe::ui
