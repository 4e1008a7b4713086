// SPDX-License-Identifier: GPL-3.0-or-later
//
// Drives the window of the desktop application with its real store and engine, for
// tests/bench/faults.py, which kills it. Fills in the New run dialog and presses Start, or opens a
// store and presses Resume.
//
// usage: drive_desktop start SUITE CANDIDATES STORE JOB    exit code 0 when the run has finished
//        drive_desktop resume STORE                        exit code 3 if nothing is offered
#include "app/kernelloupe/realservices.h"
#include "ui/dialogs/newrundialog.h"
#include "ui/pages/queue/queuepage.h"
#include "ui/shell/runs/runjob.h"
#include "ui/shell/window/mainwindow.h"
#include "ui/shell/window/windowruns.h"
#include "ui/style/theme.h"
#include "ui/text/words.h"
#include "ui/widgets/layout/offerbar.h"

#include <QApplication>
#include <QPushButton>
#include <QTest>
#include <QTextStream>

using namespace loupe;
using namespace loupe::ui;
using namespace Qt::StringLiterals;

namespace {

constexpr int longEnough = 120'000;
constexpr int nothingOffered = 3;

void say(const QString &line)
{
    QTextStream(stdout) << line << Qt::endl;
}

int follow(MainWindow &window)
{
    if (!QTest::qWaitFor([&] { return window.jobs().running() > 0; }, longEnough)
        || !QTest::qWaitFor([&] { return window.jobs().running() == 0; }, longEnough)) {
        say(u"the run does not end"_s);
        return 1;
    }
    const RunJob *job = window.page<QueuePage>()->run();
    const auto &outcome = *job->outcome();
    say(outcome ? u"ended, %1 infra errors"_s.arg(outcome->infraErrors)
                : errorText(outcome.error()));
    return outcome && outcome->infraErrors == 0 ? 0 : 1;
}

int start(MainWindow &window, const QStringList &words)
{
    RunRequest request;
    request.suite = toPath(words[1]);
    request.candidates = {toPath(words[2])};
    request.store = toPath(words[3]);
    request.job = toCore(words[4]);
    request.name = "the run";
    request.jobs = 2;
    request.timing.enabled = false;
    NewRunDialog *dialog = window.runControl().newRunDialog();
    dialog->show();
    dialog->setRequest(request);
    if (!QTest::qWaitFor([&] { return dialog->startButton()->isEnabled(); }, longEnough)) {
        say(u"the run cannot be started"_s);
        return 1;
    }
    QTest::mouseClick(dialog->startButton(), Qt::LeftButton);
    return follow(window);
}

int resume(MainWindow &window, const QString &store)
{
    window.openStore(toPath(store));
    constexpr int offerPatience = 10'000;
    if (!QTest::qWaitFor([&] { return window.offerBar()->isVisible(); }, offerPatience))
        return nothingOffered;
    say(window.offerBar()->sentence());
    QTest::mouseClick(window.offerBar()->acceptButton(), Qt::LeftButton);
    return follow(window);
}

} // namespace

int main(int argc, char **argv)
{
    QApplication application(argc, argv);
    const QStringList words = QApplication::arguments().mid(1);
    const bool isStart = words.size() == 5 && words.front() == u"start"_s;
    if (!isStart && (words.size() != 2 || words.front() != u"resume"_s)) {
        say(u"usage: drive_desktop start SUITE CANDIDATES STORE JOB | resume STORE"_s);
        return 2;
    }
    Theme theme;
    theme.choose(ThemeChoice::Light);
    MainWindow window(app::realServices(false), theme);
    window.show();
    return isStart ? start(window, words) : resume(window, words[1]);
}
