// SPDX-License-Identifier: Apache-2.0
//
// Measures how long the window is blocked during a run with 200 events a second, and checks that
// the scroll position stays.
#include "core/engine/contract/runcontrol.h"
#include "ui/models/queuemodel.h"
#include "ui/pages/queue/queuepage.h"
#include "ui/shell/runs/runjob.h"
#include "ui/shell/window/mainwindow.h"
#include "ui/style/theme.h"
#include "ui/widgets/tables/resulttable.h"

#include <QApplication>
#include <QScrollBar>
#include <QTimer>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <thread>
#include <vector>

#include <time.h>

namespace {

using namespace loupe;
using Clock = std::chrono::steady_clock;

constexpr int eventsOfItem = 5; ///< three stages, an end, a log line
constexpr int perSecond = 200;

double milliseconds(Clock::duration duration)
{
    return std::chrono::duration<double, std::milli>(duration).count();
}

/// Returns the processor time of this thread, which other load does not lengthen.
double processorMilliseconds()
{
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) * 1e3 + static_cast<double>(time.tv_nsec) * 1e-6;
}

/// Sends events at their scheduled times. Evaluates nothing.
Result<RunOutcome> tell(const RunRequest &request, RunObserver &observer,
                        const std::stop_token &stop, int seconds, int items)
{
    observer.planned({"stress", "native", items, items, 0, {}});
    std::vector<ItemInfo> line;
    line.reserve(static_cast<std::size_t>(items));
    for (int i = 0; i < items; ++i)
        line.push_back({"Math/task_" + std::to_string(i), "Math", "method", 0, 0});
    observer.queued(line);
    request.control->begin(line.size());
    const auto begin = Clock::now();
    int told = 0;
    const auto wait = [&] {
        ++told;
        std::this_thread::sleep_until(begin
                                      + std::chrono::microseconds(1'000'000LL * told / perSecond));
    };
    const int ending = seconds * perSecond / eventsOfItem;
    for (int i = 0; i < ending && !stop.stop_requested(); ++i) {
        const auto turn = request.control->take();
        ItemInfo item = line[turn->item];
        item.device = i % 2 == 0 ? "cuda:0" : "cuda:1";
        for (const Stage stage : {Stage::Build, Stage::Verify, Stage::Time}) {
            observer.itemStarted(item, stage);
            wait();
        }
        observer.logged("a line about " + item.task);
        wait();
        const Verdict verdict = i % 3 == 0 ? Verdict::WrongValue : Verdict::Correct;
        observer.itemFinished({item, {i + 1}, verdict, "a message of some length", {}, 0.1}, i + 1,
                              items);
        request.control->done(turn->item);
        wait();
    }
    RunOutcome outcome;
    outcome.run = "stress";
    outcome.evaluated = ending;
    return outcome;
}

struct Figures {
    double maxMs = 0;
    double maxProcessorMs = 0;
    double processorMs = 0;
    int moves = 0;
};

} // namespace

int main(int argc, char **argv)
{
    const int seconds = argc > 1 ? std::atoi(argv[1]) : 60;
    const int items = argc > 2 ? std::atoi(argv[2]) : 10'000;
    if (!qEnvironmentVariableIsSet("QT_QPA_PLATFORM"))
        qputenv("QT_QPA_PLATFORM", "offscreen");
    const QApplication application(argc, argv);
    ui::Theme theme;
    theme.choose(ui::ThemeChoice::Light);
    ui::Services services;
    services.launch
        = [&](const RunRequest &request, RunObserver &observer, const std::stop_token &stop) {
              return tell(request, observer, stop, seconds, items);
          };
    ui::MainWindow window(services, theme);
    window.resize(1440, 900);
    window.show();
    const auto job = window.startRun({});
    window.showPage(ui::MainWindow::Queue);
    ui::ResultTable &table = *window.page<ui::QueuePage>()->table();

    Figures figures;
    int scroll = -1;
    auto last = Clock::now();
    double lastProcessor = processorMilliseconds();
    QTimer timer;
    timer.setTimerType(Qt::PreciseTimer);
    QObject::connect(&timer, &QTimer::timeout, &window, [&] {
        const auto now = Clock::now();
        const double processor = processorMilliseconds();
        if (scroll < 0 && window.page<ui::QueuePage>()->model()->rowCount() == items) {
            table.selectRow(100);
            table.verticalScrollBar()->setValue(95);
            scroll = table.verticalScrollBar()->value();
        } else if (scroll >= 0) {
            figures.maxMs = std::max(figures.maxMs, milliseconds(now - last));
            figures.maxProcessorMs = std::max(figures.maxProcessorMs, processor - lastProcessor);
            figures.processorMs += processor - lastProcessor;
            const bool isMoved = table.verticalScrollBar()->value() != scroll
                || window.page<ui::QueuePage>()->selectedItems() != std::vector<std::size_t>{100};
            figures.moves += isMoved ? 1 : 0;
        }
        last = Clock::now();
        lastProcessor = processorMilliseconds();
    });
    QObject::connect(job.get(), &ui::Job::finished, &application, [] { QApplication::quit(); });
    timer.start(1);
    QApplication::exec();
    std::printf("%d events/s for %d s, %d items: longest stretch %.1f ms elapsed, %.1f ms of "
                "processor time; %.2f %% of one processor; place moved %d times\n",
                perSecond, seconds, items, figures.maxMs, figures.maxProcessorMs,
                figures.processorMs / (10.0 * seconds), figures.moves);
    constexpr double maxFrameMs = 50;
    return figures.moves == 0 && figures.maxProcessorMs <= maxFrameMs ? 0 : 1;
}
