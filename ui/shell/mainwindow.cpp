// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/mainwindow.h"

#include "ui/dialogs/helpdialog.h"
#include "ui/dialogs/newrundialog.h"
#include "ui/pages/auditpage.h"
#include "ui/pages/comparepage.h"
#include "ui/pages/detailpane.h"
#include "ui/pages/distributionspage.h"
#include "ui/pages/resultspage.h"
#include "ui/pages/runspage.h"
#include "ui/pages/sqlpage.h"
#include "ui/pages/startpage.h"
#include "ui/pages/triagepage.h"
#include "ui/shell/importjob.h"
#include "ui/shell/runjob.h"
#include "ui/shell/sidebar.h"
#include "ui/shell/statusarea.h"
#include "ui/shell/topbar.h"
#include "ui/shell/windowstate.h"
#include "ui/style/theme.h"
#include "ui/text/words.h"
#include "ui/widgets/filterline.h"
#include "ui/widgets/parts.h"

#include <QBoxLayout>
#include <QCloseEvent>
#include <QDir>
#include <QDragEnterEvent>
#include <QDropEvent>
#include <QFileDialog>
#include <QMessageBox>
#include <QMimeData>
#include <QStackedWidget>

using namespace Qt::StringLiterals;

namespace loupe::ui {

namespace {

QString droppedFile(const QMimeData *data)
{
    const QList<QUrl> urls = data->urls();
    return urls.size() == 1 ? urls.front().toLocalFile() : QString();
}

/// "demo.kloupe", or "demo-2.kloupe" when that is taken.
std::filesystem::path freeName(const std::filesystem::path &folder)
{
    for (int i = 1;; ++i) {
        const std::string suffix = i == 1 ? std::string() : "-" + std::to_string(i);
        auto file = folder / ("demo" + suffix + ".kloupe");
        std::error_code failed;
        if (!std::filesystem::exists(file, failed))
            return file;
    }
}

} // namespace

MainWindow::MainWindow(Services services, Theme &theme, QWidget *parent)
    : QMainWindow(parent)
    , m_services(std::move(services))
    , m_theme(theme)
    , m_session(m_services.openStore)
    , m_commands(new CommandRegistry(this))
    , m_bench{m_services, theme, m_session, m_selection, m_jobs, *m_commands}
{
    setWindowTitle(tr("KernelLoupe"));
    setAcceptDrops(true);
    addCommands();
    buildLayout();
    buildMenus();
    connectAll();
    restoreState();
    m_commands->refresh();
    showPage(Start);
    updateCounts();
}

MainWindow::~MainWindow() = default;

void MainWindow::buildLayout()
{
    m_topBar = new TopBar(m_bench);
    m_side = new SideBar(m_theme);
    m_status = new StatusArea(m_bench);
    m_startPage = new StartPage(m_bench);
    m_runsPage = new RunsPage(m_bench);
    m_resultsPage = new ResultsPage(m_bench);
    m_triagePage = new TriagePage(m_bench);
    m_comparePage = new ComparePage(m_bench);
    m_distributionsPage = new DistributionsPage(m_bench);
    m_auditPage = new AuditPage(m_bench);
    m_sqlPage = new SqlPage(m_bench);
    m_pages = {m_startPage,   m_runsPage,          m_resultsPage, m_triagePage,
               m_comparePage, m_distributionsPage, m_auditPage,   m_sqlPage};
    m_stack = new QStackedWidget;
    for (Page *page : m_pages)
        m_stack->addWidget(page);
    for (const QString &id :
         {u"page.start"_s, u"page.runs"_s, u"page.results"_s, u"page.triage"_s, u"page.compare"_s,
          u"page.distributions"_s, u"page.audit"_s, u"page.sql"_s})
        m_side->addPage(m_commands->action(id));
    auto *middle = makeRow(0);
    middle->addWidget(m_side);
    middle->addWidget(m_stack, 1);
    auto *central = new QWidget;
    auto *column = new QVBoxLayout(central);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_topBar);
    column->addLayout(middle, 1);
    setCentralWidget(central);
    setStatusBar(m_status);
}

void MainWindow::connectAll()
{
    connect(&m_session, &StoreSession::opened, this, &MainWindow::storeOpened);
    connect(&m_session, &StoreSession::failed, this, &MainWindow::storeFailed);
    connect(&m_session, &StoreSession::runsChanged, this, &MainWindow::updateCounts);
    connect(&m_session, &StoreSession::filterChanged, this, &MainWindow::updateStatus);
    connect(&m_selection, &Selection::changed, this, &MainWindow::updateStatus);
    connect(m_resultsPage, &ResultsPage::countChanged, this,
            [this](std::int64_t rows) { m_side->setCount(Results, rows); });
    connect(m_triagePage, &TriagePage::countChanged, this,
            [this](std::int64_t failures) { m_side->setCount(Triage, failures); });
    connect(m_auditPage, &AuditPage::countChanged, this,
            [this](std::int64_t unreviewed) { m_side->setCount(Audit, unreviewed); });
    for (Page *page : m_pages)
        connect(page, &Page::statusChanged, this, &MainWindow::updateStatus);
    connect(m_resultsPage->detail(), &DetailPane::loaded, m_commands, &CommandRegistry::refresh);
    connect(m_startPage, &StartPage::openRequested, this,
            [this](const QString &file) { openStore(toPath(file)); });
    connect(m_runsPage, &RunsPage::resultsRequested, this, [this](const QString &run) {
        Filter filter;
        filter.terms.push_back({"run", FilterOp::Is, {toCore(run)}, false, 0});
        const Status applied = m_session.setFilter(toQt(text(filter)));
        Q_ASSERT(applied);
        showPage(Results);
    });
    connect(m_topBar->filterLine(), &FilterLine::confirmed, this,
            [this] { m_pages[static_cast<std::size_t>(currentPage())]->takeFocus(); });
    connect(m_status, &StatusArea::jobRequested, this, [this] {
        if (auto *dialog = m_newRun.data()) {
            dialog->show();
            dialog->raise();
        }
    });
    const auto closeIfDone = [this] {
        const bool hasMarks = m_triagePage->marks()->queue().waitingCount() > 0;
        if (m_isClosing && isVisible() && m_jobs.running() == 0 && !hasMarks)
            close();
    };
    connect(&m_jobs, &JobList::changed, this, closeIfDone);
    connect(m_triagePage->marks(), &TriageMarks::problemChanged, this, closeIfDone);
}

void MainWindow::openStore(const std::filesystem::path &file)
{
    m_session.open(file);
}

void MainWindow::storeOpened()
{
    const bool isOther = m_session.file() != m_openedBefore;
    m_openedBefore = m_session.file();
    m_startPage->setProblem({});
    setWindowTitle(tr("%1 – KernelLoupe").arg(pathText(m_session.file().filename())));
    if (isOther) {
        m_selection.clear();
        const Status cleared = m_session.setFilter({});
        Q_ASSERT(cleared);
        if (currentPage() == Start)
            showPage(Results);
    }
    remember(m_session.file());
    updateCounts();
}

void MainWindow::storeFailed(const QString &message)
{
    m_startPage->setProblem(message);
    showPage(Start);
}

void MainWindow::remember(const std::filesystem::path &file)
{
    WindowState state(m_services.settingsFile);
    m_startPage->setRecent(state.addRecent(pathText(std::filesystem::absolute(file))));
}

void MainWindow::chooseStore()
{
    const QString file = QFileDialog::getOpenFileName(this, tr("Open a store"), {},
                                                      tr("Stores (*.kloupe);;All files (*)"));
    if (!file.isEmpty())
        openStore(toPath(file));
}

void MainWindow::chooseImport()
{
    const QString source = QFileDialog::getOpenFileName(
        this, tr("Import records"), {}, tr("Records, JSON lines (*.jsonl);;All files (*)"));
    if (source.isEmpty())
        return;
    QString store = pathText(m_session.file());
    if (!m_session.isOpen())
        store = QFileDialog::getSaveFileName(this, tr("Store to import into"), {},
                                             tr("Stores (*.kloupe)"), nullptr,
                                             QFileDialog::DontConfirmOverwrite);
    if (!store.isEmpty())
        importRecords(toPath(source), toPath(store));
}

void MainWindow::importRecords(const std::filesystem::path &source,
                               const std::filesystem::path &store)
{
    auto job = std::make_shared<ImportJob>(m_services.importRecords, source, store);
    connect(job.get(), &Job::finished, this, [this, raw = job.get()] {
        const auto &outcome = *raw->outcome();
        if (!outcome) {
            m_status->say(tr("Nothing was imported"));
            m_startPage->setProblem(errorText(outcome.error()));
            showPage(Start);
            return;
        }
        m_status->say(importText(*outcome));
        if (m_session.isOpen() && m_session.file() == raw->store())
            m_session.poll();
        else
            openStore(raw->store());
    });
    job->start();
    m_jobs.add(std::move(job));
}

RunRequest MainWindow::defaultRequest() const
{
    RunRequest request;
    request.suite = m_services.taskFolder;
    request.store = m_session.isOpen() ? m_session.file() : m_services.dataFolder / "runs.kloupe";
    return request;
}

NewRunDialog *MainWindow::newRunDialog()
{
    if (!m_newRun) {
        m_newRun = new NewRunDialog(m_theme, m_services.launch, m_services.choices, this);
        m_newRun->setRequest(defaultRequest());
        connect(m_newRun, &NewRunDialog::startRequested, this, &MainWindow::startRun);
        connect(m_newRun, &NewRunDialog::resultsRequested, this, [this] {
            m_newRun->hide();
            showPage(Results);
        });
    }
    return m_newRun;
}

void MainWindow::showNewRun()
{
    newRunDialog()->show();
    m_newRun->raise();
    m_newRun->activateWindow();
}

void MainWindow::runDemo()
{
    std::error_code failed;
    std::filesystem::create_directories(m_services.dataFolder, failed);
    if (failed) {
        storeFailed(tr("The folder %1 for the demo's store cannot be made: %2")
                        .arg(pathText(m_services.dataFolder), toQt(failed.message())));
        return;
    }
    RunRequest request = defaultRequest();
    request.candidates = {m_services.taskFolder / "demo"};
    request.store = freeName(m_services.dataFolder);
    newRunDialog()->setRequest(request);
    startRun(request);
    showNewRun();
}

std::shared_ptr<RunJob> MainWindow::startRun(const RunRequest &request)
{
    auto job = std::make_shared<RunJob>(m_services.launch, request);
    followRun(job);
    job->start();
    m_jobs.add(job);
    newRunDialog()->follow(job);
    m_commands->refresh();
    return job;
}

void MainWindow::followRun(const std::shared_ptr<RunJob> &job)
{
    // The run creates its store: it is opened as soon as there is a plan, which comes later.
    connect(job.get(), &Job::changed, this, [this, raw = job.get()] {
        const auto &store = raw->request().store;
        std::error_code failed;
        if (raw->progress().plan && m_session.file() != store && !m_session.isOpening()
            && m_openedBefore != store && std::filesystem::exists(store, failed))
            openStore(store);
    });
    connect(job.get(), &Job::finished, this, [this, raw = job.get()] {
        const auto &outcome = *raw->outcome();
        if (!outcome)
            m_status->say(tr("Run failed: %1").arg(errorText(outcome.error())));
        else if (outcome->cancelled)
            m_status->say(tr("Run cancelled: %1").arg(raw->title()));
        else
            m_status->say(tr("Run finished: %1 of %2 correct")
                              .arg(countText(outcome->correct), countText(outcome->evaluated)));
        m_session.poll();
        m_commands->refresh();
    });
}

void MainWindow::showPage(PageIndex page)
{
    m_stack->setCurrentIndex(page);
    m_side->setCurrent(page);
    m_pages[static_cast<std::size_t>(page)]->takeFocus();
    m_commands->refresh();
    updateStatus();
}

MainWindow::PageIndex MainWindow::currentPage() const
{
    return static_cast<PageIndex>(m_stack->currentIndex());
}

bool MainWindow::isLoading() const
{
    return m_session.isLoading() || m_pages[static_cast<std::size_t>(currentPage())]->isLoading();
}

void MainWindow::updateCounts()
{
    if (!m_session.isOpen())
        return;
    m_side->setCount(Runs, static_cast<std::int64_t>(m_session.runList().runs.size()));
    if (m_session.filterText().isEmpty() && m_selection.isEmpty())
        m_side->setCount(Results, m_session.evaluations());
}

void MainWindow::updateStatus()
{
    const QString selected = m_selection.isEmpty() || currentPage() == Distributions
        ? QString()
        : m_selection.description() + u" · "_s;
    m_status->setKeys(selected + m_pages[static_cast<std::size_t>(currentPage())]->keys());
    m_commands->refresh();
}

void MainWindow::showHelp()
{
    if (!m_help)
        m_help = new HelpDialog(m_theme, *m_commands, this);
    m_help->show();
    m_help->raise();
}

void MainWindow::showAbout()
{
    QMessageBox::about(this, tr("About KernelLoupe"),
                       tr("KernelLoupe evaluates and studies LLM-generated GPU kernels.\n"
                          "The application is licensed under GPL-3.0-or-later; it uses Qt, Qt "
                          "Charts and QScintilla."));
}

void MainWindow::closeEvent(QCloseEvent *event)
{
    saveState();
    const bool hasMarks = m_triagePage->marks()->queue().waitingCount() > 0;
    if (hasMarks && !m_givesMarksUp) {
        m_isClosing = true;
        m_givesMarksUp = true; // if asked again
        m_status->say(tr("Storing what was marked… Close again to give it up."));
        m_triagePage->marks()->queue().retry();
        event->ignore();
        return;
    }
    if (m_jobs.running() == 0) {
        QMainWindow::closeEvent(event);
        return;
    }
    // The engine stores what has finished and stops within a second; then we close for good.
    m_isClosing = true;
    m_status->say(tr("Stopping what is running; it can be resumed…"));
    m_jobs.cancelAll();
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
    const QString file = droppedFile(event->mimeData());
    if (file.endsWith(".kloupe"_L1) || file.endsWith(".jsonl"_L1))
        event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent *event)
{
    const QString file = droppedFile(event->mimeData());
    if (file.endsWith(".kloupe"_L1))
        openStore(toPath(file));
    else if (file.endsWith(".jsonl"_L1))
        importRecords(toPath(file),
                      m_session.isOpen() ? m_session.file()
                                         : m_services.dataFolder / "imported.kloupe");
}

void MainWindow::restoreState()
{
    const WindowState state(m_services.settingsFile);
    resize(m_theme.unit() * 180, m_theme.unit() * 112);
    state.restore(*this);
    m_startPage->setRecent(state.recent());
}

void MainWindow::saveState() const
{
    WindowState(m_services.settingsFile).save(*this);
}

} // namespace loupe::ui
