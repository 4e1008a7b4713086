// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/resulttablemodel.h"
#include "ui/pages/results/resultspage.h"
#include "ui/shell/window/mainwindow.h"
#include "ui/style/theme.h"
#include "ui/widgets/tables/resulttable.h"

#include <QAbstractButton>
#include <QMessageBox>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <memory>
#include <string>

#include "tests/ui/fakeengine.h"
#include "tests/ui/patience.h"

namespace loupe::test {

/// Answer to the question that a window asks before it closes during a run.
enum class StopAnswer { Stop, GoOn };

/// Answers the question. Returns false if the window does not ask.
inline bool answerStopQuestion(const ui::MainWindow &window, StopAnswer answer)
{
    const auto *question = window.findChild<QMessageBox *>(QStringLiteral("stopQuestion"));
    if (question == nullptr || !question->isVisible())
        return false;
    const auto wanted
        = answer == StopAnswer::Stop ? QMessageBox::DestructiveRole : QMessageBox::RejectRole;
    for (QAbstractButton *button : question->buttons()) {
        if (question->buttonRole(button) == wanted) {
            button->click();
            return true;
        }
    }
    return false;
}

/// Returns a result of the run "first" at a native task of the category Math.
inline ResultRow resultAt(const std::string &task, const std::string &method, int round,
                          Verdict verdict)
{
    ResultRow row;
    row.run = "first";
    row.suite = "native";
    row.task = task;
    row.category = "Math";
    row.method = method;
    row.round = round;
    row.verdict = verdict;
    return row;
}

/// Window on a FakeStore. Fixtures add rows and services before they show it.
struct StoreWindow {
    StoreWindow() : store(FakeStore::make())
    {
        services.openStore = store->opener();
        theme.choose(ui::ThemeChoice::Light);
    }

    /// Creates the window as the program does at its start.
    void show()
    {
        window = std::make_unique<ui::MainWindow>(services, theme);
        window->show();
    }
    bool openStore(const char *file = "fake.kloupe") const
    {
        QSignalSpy opened(&window->session(), &ui::StoreSession::opened);
        window->openStore(file);
        return opened.wait(loupe::test::patience);
    }
    /// Opens the store, and shows the page.
    bool openAt(ui::MainWindow::PageIndex page, const char *file = "fake.kloupe") const
    {
        if (!openStore(file))
            return false;
        window->showPage(page);
        return settle();
    }
    /// Triggers a command as its menu does, which refreshes it first.
    void trigger(const QString &command) const
    {
        window->commands().refresh();
        window->commands().action(command)->trigger();
    }
    bool settle() const
    {
        return QTest::qWaitFor([this] { return !window->isLoading(); }, loupe::test::patience);
    }

    std::shared_ptr<FakeStore> store;
    ui::Services services;
    ui::Theme theme;
    std::unique_ptr<ui::MainWindow> window;
};

/// Visible window on a FakeStore with a FakeEngine.
struct WindowFixture : StoreWindow {
    explicit WindowFixture(int rows) : engine(store)
    {
        store->addRun("first");
        store->addRows(rows);
        services.launch = engine.launcher();
        services.importRecords = [](const std::filesystem::path &source,
                                    const std::filesystem::path &, const ui::ImportProgress &,
                                    const std::stop_token &) -> Result<std::vector<ImportSummary>> {
            return Error{Errc::InvalidInput, "line 3 is no JSON", source.string() + ":3"};
        };
        services.recogniseRecords = [](const std::filesystem::path &source,
                                       const std::stop_token &) -> Result<RecognisedSource> {
            return Error{Errc::InvalidInput, "the file is of no known format", source.string()};
        };
        services.attachReferences
            = [](const std::filesystem::path &,
                 const std::filesystem::path &checkout) -> Result<std::vector<std::string>> {
            if (checkout == "/suites/kb")
                return std::vector<std::string>{
                    "2 of 3 missing references attached from /suites/kb",
                    "1 not in the checkout: level9/9"};
            return Error{Errc::InvalidInput, "no suite is known", checkout.string()};
        };
        services.saveView = [this](const std::filesystem::path &, const SavedView &view) {
            return store->saveView(view);
        };
        services.removeView = [this](const std::filesystem::path &, const std::string &name) {
            return store->removeView(name);
        };
        services.taskFolder = "tasks";
        services.dataFolder = folder.path().toStdString();
        services.settingsFile = folder.filePath(QStringLiteral("window.ini")).toStdString();
        show();
    }
    ~WindowFixture() { window.reset(); } // it uses the engine

    /// Opens the store. Shows the results unless the window was on a page other than Start.
    bool open()
    {
        if (!openStore())
            return false;
        if (window->currentPage() == ui::MainWindow::Overview)
            window->showPage(ui::MainWindow::Results);
        return settle();
    }
    /// Opens the store as open() does, and goes on to the page.
    bool openThenShow(ui::MainWindow::PageIndex page)
    {
        if (!open())
            return false;
        window->showPage(page);
        return settle();
    }
    ui::ResultTableModel &model() const { return *window->page<ui::ResultsPage>()->model(); }
    ui::ResultTable &table() const { return *window->page<ui::ResultsPage>()->table(); }

    QTemporaryDir folder;
    FakeEngine engine;
};

} // namespace loupe::test
