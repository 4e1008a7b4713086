// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/window/mainwindow.h"

#include "ui/pages/frame/page.h"
#include "ui/shell/session/writequeue.h"
#include "ui/shell/window/closeguard.h"
#include "ui/shell/window/pagecounter.h"
#include "ui/shell/window/statusarea.h"
#include "ui/shell/window/topbar.h"
#include "ui/shell/window/viewsbutton.h"
#include "ui/shell/window/windowcommands.h"
#include "ui/shell/window/windowmemory.h"
#include "ui/shell/window/windowruns.h"
#include "ui/shell/window/windowstate.h"
#include "ui/shell/window/windowstores.h"
#include "ui/shell/window/windowtour.h"
#include "ui/style/theme.h"
#include "ui/text/words.h"
#include "ui/widgets/charts/accessibleroles.h"
#include "ui/widgets/input/droppedfiles.h"
#include "ui/widgets/input/filterline.h"
#include "ui/widgets/layout/offerbar.h"
#include "ui/widgets/layout/parts.h"
#include "ui/widgets/layout/screenfit.h"
#include "ui/widgets/layout/tourbar.h"

#include <QApplication>
#include <QBoxLayout>
#include <QCloseEvent>
#include <QDragEnterEvent>
#include <QDropEvent>
#include <QScopeGuard>

#include <utility>

using namespace Qt::StringLiterals;

namespace loupe::ui {

MainWindow::MainWindow(Services services, Theme &theme, QWidget *parent)
    : QMainWindow(parent)
    , m_services(std::move(services))
    , m_theme(theme)
    , m_session(m_services.openStore)
    , m_runs(m_jobs)
    , m_commands(new CommandRegistry(this))
    , m_marking(m_session, m_services.markRuns, m_services.person)
    , m_bench{m_services, theme, m_session, m_selection, m_jobs, *m_commands, m_marking}
{
    setWindowTitle(tr("KernelLoupe"));
    setAcceptDrops(true);
    qApp->installEventFilter(new ScreenFit(this));
    installAccessibleRoles();
    {
        // Qt matches a style sheet again for a widget and all its children at each change of
        // parent, which takes seconds for so many pages.
        const auto restyle
            = qScopeGuard([sheet = qApp->styleSheet()] { qApp->setStyleSheet(sheet); });
        qApp->setStyleSheet({});
        makeControllers();
        m_windowCommands->add();
        buildLayout();
        m_windowCommands->buildMenus();
    }
    connectAll();
    m_closeGuard = std::make_unique<CloseGuard>(*this, m_bench, *m_panes, *m_stores, *m_status);
    m_memory->restoreState();
    m_commands->refresh();
    showPage(Start);
    m_panes->counter().update();
}

MainWindow::~MainWindow()
{
    // A line applies its text when it loses the focus, which needs the session. The controllers
    // then end before the widgets, because the focus still moves while these are destroyed.
    hide();
}

void MainWindow::makeControllers()
{
    m_offer = new OfferBar(m_theme);
    m_tourBar = new TourBar(m_theme);
    m_status = new StatusArea(m_bench);
    m_panes = std::make_unique<WindowPanes>(m_bench, m_runs);
    m_memory = std::make_unique<WindowMemory>(*this, m_bench, *m_panes, *m_status, m_history);
    m_stores = std::make_unique<WindowStores>(*this, m_bench, *m_panes, *m_status, *m_offer,
                                              *m_memory, m_history);
    m_runControl = std::make_unique<WindowRuns>(*this, m_bench, m_runs, *m_panes, *m_stores,
                                                *m_status, *m_offer);
    m_tour = std::make_unique<WindowTour>(m_bench, *m_panes, *m_stores, *m_offer, *m_tourBar);
    m_windowCommands = std::make_unique<WindowCommands>(
        *this, m_bench, *m_panes, *m_stores, *m_runControl, *m_tour, *m_status, m_history);
}

void MainWindow::buildLayout()
{
    m_topBar = new TopBar(m_bench);
    auto *central = new QWidget;
    auto *column = makeColumn(0, central);
    column->addWidget(m_topBar);
    column->addWidget(m_offer);
    column->addLayout(m_panes->build(), 1);
    column->addWidget(m_tourBar);
    setCentralWidget(central);
    setStatusBar(m_status);
}

void MainWindow::connectAll()
{
    m_stores->connectSession();
    connect(&m_session, &StoreSession::filterChanged, this, &MainWindow::filterChanged);
    connect(&m_session, &StoreSession::scopeChanged, this, &MainWindow::filterChanged);
    connect(m_panes.get(), &WindowPanes::statusChanged, this, &MainWindow::updateStatus);
    connect(m_panes.get(), &WindowPanes::pageShown, m_memory.get(), &WindowMemory::saveSoon);
    connect(m_panes.get(), &WindowPanes::marksRefused, this,
            [this](const std::filesystem::path &store, int events, const QString &problem) {
                if (store != m_session.file()) // else the page shows it
                    m_status->say(tr("%1 in %2: %3")
                                      .arg(counted(events, tr("%1 mark was not saved"),
                                                   tr("%1 marks were not saved")),
                                           pathText(store), problem));
            });
    connect(m_windowCommands.get(), &WindowCommands::filterLineRequested, this, [this] {
        FilterLine *own = m_panes->presentFilterLine();
        FilterLine *line = own ? own : m_topBar->filterLine();
        line->setFocus();
        line->selectAll();
    });
    connect(m_windowCommands.get(), &WindowCommands::saveViewRequested, m_topBar->views(),
            &ViewsButton::askAndSave);
    connect(m_windowCommands.get(), &WindowCommands::layoutResetRequested, this,
            &MainWindow::resetLayout);
    connect(&m_marking, &RunMarking::changed, m_commands, &CommandRegistry::refresh);
    connect(&m_runs, &RunLine::changed, m_commands, &CommandRegistry::refresh);
    connect(m_topBar->filterLine(), &FilterLine::confirmed, this, [this] {
        m_history.settle();
        m_panes->shown()->takeFocus();
    });
    connect(m_topBar->views(), &ViewsButton::said, m_status, &StatusArea::say);
}

void MainWindow::openStore(const std::filesystem::path &file)
{
    m_stores->openStore(file);
}

std::shared_ptr<RunJob> MainWindow::startRun(const RunRequest &request)
{
    return m_runControl->startRun(request);
}

CommandPalette *MainWindow::commandPalette()
{
    return m_windowCommands->commandPalette();
}

SourceSearch *MainWindow::sourceSearch() const
{
    return m_windowCommands->sourceSearch();
}

void MainWindow::filterChanged()
{
    m_history.visit({m_session.filterText(), m_session.scope()},
                    m_topBar->filterLine()->isApplying());
    updateStatus();
    m_memory->saveSoon();
}

void MainWindow::resetLayout()
{
    const MainWindow pristine(Services{}, m_theme);
    resize(pristine.size());
    WindowState::copyLayout(pristine.panes(), *m_panes);
}

void MainWindow::updateStatus()
{
    const Selection &selection = m_panes->presentSelection();
    QStringList parts{m_panes->shown()->keys()};
    if (!selection.isEmpty() && currentPage() != Distributions)
        parts.prepend(selection.description());
    parts.removeAll(QString());
    m_status->setKeys(parts.join(u" · "_s));
    m_panes->showScope();
    m_windowCommands->showMenus();
    m_commands->refresh();
}

void MainWindow::closeEvent(QCloseEvent *event)
{
    m_memory->saveState();
    if (m_closeGuard->canClose())
        QMainWindow::closeEvent(event);
    else
        event->ignore();
}

bool MainWindow::event(QEvent *event)
{
    if (event->type() == QEvent::ThemeChange)
        m_theme.systemChanged();
    return QMainWindow::event(event);
}

void MainWindow::dragEnterEvent(QDragEnterEvent *event)
{
    if (!droppedFiles(event->mimeData()).empty())
        event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent *event)
{
    event->acceptProposedAction();
    m_stores->takeFiles(droppedFiles(event->mimeData()));
}

} // namespace loupe::ui
