// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/kernelloupe/waiting.h"

#include <QElapsedTimer>
#include <QEventLoop>
#include <QTimer>

namespace loupe::app {

namespace {
constexpr int maxWait = 120'000;
} // namespace

bool waitFor(const std::function<bool()> &condition)
{
    QElapsedTimer clock;
    clock.start();
    QEventLoop loop;
    QTimer timer;
    bool holds = false;
    QObject::connect(&timer, &QTimer::timeout, &loop, [&] {
        holds = condition();
        if (holds || clock.elapsed() > maxWait)
            loop.quit();
    });
    timer.start(20);
    loop.exec();
    return holds;
}

} // namespace loupe::app
