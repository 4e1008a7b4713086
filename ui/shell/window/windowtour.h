// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/shell/session/workbench.h"
#include "ui/shell/window/windowpages.h"
#include "ui/widgets/layout/tourbar.h"

#include <QObject>
#include <QTimer>

#include <cstddef>
#include <functional>
#include <vector>

namespace loupe::ui {

class OfferBar;
class WindowPanes;
class WindowStores;

/// Tour of five steps over the recorded demo. Each step shows a page of the window as the user
/// could, and says in the bar what is there. It is offered until it was ended once.
class WindowTour final : public QObject, private PageNames
{
    Q_OBJECT
public:
    /// All must outlive this.
    WindowTour(const Workbench &bench, WindowPanes &panes, WindowStores &stores, OfferBar &offer,
               TourBar &bar);

    /// Opens the recorded demo, and offers the tour.
    void openDemo();
    /// Opens the recorded demo and begins the tour.
    void begin();

private:
    struct Step {
        TourBar::Step words;
        PageIndex page;
        std::function<void()> go; ///< shows the page
        std::function<void()>
            point; ///< selects something there once the page is read; may be empty
    };
    std::vector<Step> makeSteps();
    void offerTour();
    void goTo(std::size_t step);
    /// Returns true until the user goes to another page or gives the keyboard to another widget.
    bool isFollowed() const;
    /// Gives Continue the keyboard, so that one key takes the whole tour.
    void takeFocus();
    /// Selects what the step is about as soon as the page is read, if the user still follows.
    void pointWhenRead();
    void next();
    void end();
    void showFailures();
    void setFilter(const QString &filter);

    const Workbench m_bench;
    WindowPanes &m_panes;
    WindowStores &m_stores;
    OfferBar &m_offer;
    TourBar &m_bar;
    const std::vector<Step> m_steps;
    std::size_t m_step = 0;
    QTimer m_reading; ///< runs until the page of the step is read
};

} // namespace loupe::ui
