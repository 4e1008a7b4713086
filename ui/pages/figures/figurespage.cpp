// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/figures/figurespage.h"

#include "core/analysis/charts/chartbuilder.h"
#include "core/base/clock.h"
#include "core/report/figures/figurechanges.h"
#include "ui/dialogs/figuredialog.h"
#include "ui/figures/figurepreview.h"
#include "ui/models/texttablemodel.h"
#include "ui/pages/figures/figureexportjob.h"
#include "ui/shell/session/commandregistry.h"
#include "ui/shell/session/storesession.h"
#include "ui/style/theme.h"
#include "ui/text/words.h"
#include "ui/widgets/input/choicebox.h"
#include "ui/widgets/layout/emptystate.h"
#include "ui/widgets/layout/parts.h"

#include <QAction>
#include <QBoxLayout>
#include <QItemSelectionModel>
#include <QPlainTextEdit>
#include <QPushButton>

#include <algorithm>
#include <utility>

using namespace Qt::StringLiterals;

namespace loupe::ui {

namespace {

FigureEntry figureEntry(const StoredFigure &stored, StoreReader &reader,
                        const std::stop_token &stop)
{
    FigureEntry out{stored, {}, {}, {}};
    const auto spec = parseFigureSpec(stored.spec, stored.name);
    auto now = spec ? makePaperFigure(reader, *spec, stop) : Result<PaperFigure>(spec.error());
    if (!now) {
        out.state = errorText(now.error());
        return out;
    }
    switch (stateOf(stored, *now)) {
    case FigureState::NeverExported:
        out.state = FigureEntry::tr("never exported");
        break;
    case FigureState::Current:
        out.state = FigureEntry::tr("current");
        break;
    case FigureState::Stale:
        out.state = FigureEntry::tr("out of date");
        if (const auto moved = movedNumbers(stored.numbers, now->numbers)) {
            out.state = counted(moved->size(), FigureEntry::tr("out of date: %1 change"),
                                FigureEntry::tr("out of date: %1 changes"));
            for (const MovedNumber &each : *moved)
                out.moved.append(toQt(text(each)));
        }
        break;
    }
    out.now = *std::move(now);
    return out;
}

/// Reads the figures of a store and makes each one with current data. Blocks.
Result<std::vector<FigureEntry>> readFigureEntries(StoreReader &reader, const std::stop_token &stop)
{
    const auto stored = reader.figures();
    if (!stored)
        return stored.error();
    std::vector<FigureEntry> out;
    out.reserve(stored->size());
    for (const StoredFigure &each : *stored) {
        if (stop.stop_requested())
            return Error{Errc::Cancelled, "the figures were cancelled", {}, {}, {}};
        out.push_back(figureEntry(each, reader, stop));
    }
    return out;
}

ExportPanel::File exportFile(const PaperFigure &figure, const std::filesystem::path &file)
{
    const auto state = stateOfFile(figure, file);
    const QString name = pathText(file.filename());
    if (!state)
        return {name, errorText(state.error())};
    switch (*state) {
    case FileState::Fresh:
        return {name, FiguresPage::tr("fresh")};
    case FileState::OutOfDate:
        return {name, FiguresPage::tr("out of date")};
    case FileState::Missing:
        break;
    }
    return {name, FiguresPage::tr("missing")};
}

} // namespace

FiguresPage::FiguresPage(const Workbench &bench, QWidget *parent)
    : Page(bench, parent)
    , m_table(new ResultTable(bench.theme))
    , m_model(new TextTableModel(this))
    , m_preview(new FigurePreview(bench.theme))
    , m_details(new QPlainTextEdit)
    , m_vision(new ChoiceBox(bench.theme))
    , m_heading(makeHeading(bench.theme))
    , m_said(new ElidedLabel)
    , m_new(makeButton(tr("&New figure…")))
    , m_edit(makeButton(tr("E&dit…")))
    , m_export(makeButton(tr("E&xport")))
    , m_update(makeButton(tr("&Update all")))
    , m_remove(makeButton(tr("Remove")))
    , m_make(new QAction(tr("New figure…"), this))
    , m_empty(new EmptyState(bench.theme))
    , m_exports(new ExportPanel(bench.theme))
    , m_memory(bench.services.settingsFile)
{
    buildLayout();
    connect(&bench.session, &StoreSession::leaving, this, [this] {
        m_reading.cancel();
        m_history.clear();
        showEntries({});
    });
    connect(&bench.session, &StoreSession::closed, this, [this] { showEntries({}); });
    connect(&bench.session, &StoreSession::opened, this, [this] {
        m_exports->setTargets(m_memory.of(m_bench.session.file()));
        invalidate();
    });
    connect(&bench.session, &StoreSession::dataChanged, this, &FiguresPage::invalidate);
    connect(&bench.session, &StoreSession::runsChanged, this, [this] {
        if (isVisible() && !isLoading())
            sayEmpty();
    });
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            &FiguresPage::showCurrent);
    const auto editCurrent = [this] {
        if (const FigureEntry *entry = current()) {
            if (const auto spec = parseFigureSpec(entry->stored.spec, entry->stored.name))
                edit(*spec, entry->stored.name);
        }
    };
    connect(m_table, &ResultTable::openRequested, this, editCurrent);
    connect(m_edit, &QPushButton::clicked, this, editCurrent);
    connect(m_new, &QPushButton::clicked, this, [this] {
        FigureSpec spec;
        spec.name = freeName(spec.chart.kind);
        spec.filter = toCore(m_bench.session.filterText());
        spec.chart.scope = m_bench.session.scope();
        edit(spec);
    });
    connect(m_export, &QPushButton::clicked, this, &FiguresPage::exportCurrent);
    connect(m_update, &QPushButton::clicked, this, &FiguresPage::updateAll);
    connect(m_exports, &ExportPanel::targetsChanged, this, [this] {
        m_memory.keep(m_exports->targets(), m_bench.session.file());
        enableExports();
        listFiles();
    });
    connect(m_remove, &QPushButton::clicked, this, &FiguresPage::removeCurrent);
    connect(m_vision, &QComboBox::currentIndexChanged, this, [this] {
        m_preview->setVision(static_cast<ColorVision>(m_vision->currentData().toInt()));
    });
    connect(m_make, &QAction::triggered, m_new, &QPushButton::click);
    connect(&m_bench.session, &StoreSession::leaving, m_said, &QLabel::clear);
    showEntries({});
}

void FiguresPage::buildLayout()
{
    const int unit = m_bench.theme.unit();
    m_said->setProperty("tone", u"dim"_s);
    m_table->setModel(m_model);
    m_table->setAccessibleName(tr("Figures of this store"));
    m_table->setObjectName(u"figureTable"_s);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_vision->setAccessibleName(tr("Preview as seen by"));
    m_vision->addItem(tr("Preview: normal vision"), static_cast<int>(ColorVision::Full));
    m_vision->addItem(tr("Deuteranopia"), static_cast<int>(ColorVision::Deuteranopia));
    m_vision->addItem(tr("Protanopia"), static_cast<int>(ColorVision::Protanopia));
    m_vision->addItem(tr("Tritanopia"), static_cast<int>(ColorVision::Tritanopia));
    m_vision->addItem(tr("Printed in grey"), static_cast<int>(ColorVision::Grey));
    m_details->setReadOnly(true);
    m_details->setFrameShape(QFrame::NoFrame); // The panel has a frame.
    m_details->setAccessibleName(tr("Caption, and numbers that moved"));
    m_details->setTabChangesFocus(true);
    auto *right = makeSplitter(Qt::Vertical, m_bench.theme);
    right->addWidget(makePanelAround(m_preview));
    right->addWidget(makePanelAround(m_details));
    right->addWidget(makePanelAround(m_exports));
    right->setStretchFactor(0, 3);
    right->setStretchFactor(1, 1);
    right->setStretchFactor(2, 1);
    auto *parts = makeSplitter(Qt::Horizontal, m_bench.theme);
    parts->addWidget(makePanelAround(m_table));
    parts->addWidget(right);
    parts->setStretchFactor(0, 2);
    parts->setStretchFactor(1, 3);
    auto *middle = new QWidget;
    m_stack = fillPage(middle, parts, m_empty, m_bench.theme);
    auto *head = makeRow(unit);
    head->addWidget(m_heading);
    head->addWidget(m_said, 1);
    head->addWidget(m_vision);
    for (QPushButton *button : {m_new, m_edit, m_export, m_update, m_remove})
        head->addWidget(button);
    auto *page = new QVBoxLayout(this);
    page->setContentsMargins(0, unit * 3 / 2, unit * 3 / 2, 0);
    head->setContentsMargins(unit * 3 / 2, 0, 0, 0);
    page->setSpacing(0);
    page->addLayout(head);
    page->addWidget(middle, 1);
}

QString FiguresPage::keys() const
{
    return m_history.canUndo() ? tr("J/K next · Enter edits · Ctrl+Z undoes the last change")
                               : tr("J/K next · Enter edits");
}

void FiguresPage::reload()
{
    const auto pool = m_bench.session.pool();
    if (!pool)
        return;
    m_reading.read(pool, readFigureEntries,
                   [this](const Result<std::vector<FigureEntry>> &entries) {
                       if (!entries) {
                           m_said->setText(errorText(entries.error()));
                           return;
                       }
                       showEntries(*entries);
                       emit countChanged(static_cast<std::int64_t>(entries->size()));
                   });
}

void FiguresPage::showEntries(std::vector<FigureEntry> entries)
{
    const FigureEntry *before = current();
    const std::string kept = before ? before->stored.name : std::string();
    m_entries = std::move(entries);
    Table table;
    table.columns = {{"Figure", false}, {"State", false}, {"Exported", false}};
    int row = 0;
    std::int64_t stale = 0;
    for (std::size_t i = 0; i < m_entries.size(); ++i) {
        const FigureEntry &entry = m_entries[i];
        table.rows.push_back(
            {entry.stored.name, toCore(entry.state), toCore(timeText(entry.stored.exportedAt))});
        if (entry.stored.name == kept)
            row = static_cast<int>(i);
        stale += entry.now && stateOf(entry.stored, *entry.now) == FigureState::Stale ? 1 : 0;
    }
    m_model->setTable(std::move(table));
    m_table->setColumnCharacters({27, 22, 16});
    const bool isOpen = m_bench.session.isOpen();
    m_heading->setText(counted(m_entries.size(), tr("%1 figure"), tr("%1 figures"))
                       + (stale > 0 ? tr(", %1 out of date").arg(countText(stale)) : QString()));
    sayEmpty();
    m_stack->setCurrentIndex(m_entries.empty() ? 1 : 0);
    m_new->setEnabled(isOpen);
    m_make->setEnabled(isOpen);
    if (!m_entries.empty())
        m_table->selectRow(row);
    showCurrent();
}

const FigureEntry *FiguresPage::current() const
{
    const int row = m_table->currentIndex().row();
    return row >= 0 && row < static_cast<int>(m_entries.size())
        ? &m_entries[static_cast<std::size_t>(row)]
        : nullptr;
}

void FiguresPage::showCurrent()
{
    const FigureEntry *entry = current();
    for (QPushButton *button : {m_edit, m_remove})
        button->setEnabled(entry != nullptr);
    enableExports();
    listFiles();
    if (entry == nullptr) {
        m_details->clear();
        return;
    }
    if (!entry->now) {
        m_preview->say(entry->state);
        m_details->clear();
        return;
    }
    m_preview->showFigure(*entry->now);
    QString details = toQt(entry->now->caption);
    if (!entry->moved.isEmpty())
        details += u"\n\n"_s + tr("Changed since the last export:") + u"\n"_s
            + entry->moved.join(u'\n');
    m_details->setPlainText(details);
}

std::optional<StoredFigure> FiguresPage::stored(const std::string &name) const
{
    // The store compares names without case, too.
    const auto found = std::ranges::find_if(m_entries, [&](const FigureEntry &entry) {
        return toQt(entry.stored.name).compare(toQt(name), Qt::CaseInsensitive) == 0;
    });
    return found == m_entries.end() ? std::nullopt : std::optional(found->stored);
}

std::string FiguresPage::freeName(ChartKind kind) const
{
    std::string name(facts(kind).id);
    std::ranges::replace(name, '_', '-');
    const std::string first = name;
    for (int i = 2; stored(name); ++i)
        name = first + "-" + std::to_string(i);
    return name;
}

FigureDialog *FiguresPage::edit(const FigureSpec &spec, const std::string &kept)
{
    if (m_dialog)
        m_dialog->deleteLater();
    m_dialog = new FigureDialog(m_bench.theme, m_bench.session.pool(), this);
    m_dialog->setAttribute(Qt::WA_DeleteOnClose);
    QStringList taken;
    for (const FigureEntry &entry : m_entries) {
        if (entry.stored.name != kept)
            taken.append(toQt(entry.stored.name));
    }
    m_dialog->setTaken(taken);
    m_dialog->setSpec(spec);
    connect(m_dialog, &QDialog::accepted, this, [this] {
        const FigureSpec made = m_dialog->spec();
        keep({made.name, text(made), isoTime(systemClock().wallNow()), {}, {}, {}});
    });
    m_dialog->open();
    return m_dialog;
}

void FiguresPage::keep(const StoredFigure &figure)
{
    const auto before = stored(figure.name);
    StoredFigure after = figure;
    if (before) { // The store keeps the data of the last export.
        after.dataHash = before->dataHash;
        after.numbers = before->numbers;
        after.exportedAt = before->exportedAt;
    }
    write([save = m_bench.services.saveFigure, store = m_bench.session.file(),
           figure] { return save(store, figure); },
          tr("Saved the figure “%1”").arg(toQt(figure.name)),
          FigureHistory::Step{figure.name, before, after});
}

void FiguresPage::restore(const std::string &name, const std::optional<StoredFigure> &figure,
                          const QString &done)
{
    write(
        [services = m_bench.services, store = m_bench.session.file(), name, figure]() -> Status {
            if (!figure)
                return services.removeFigure(store, name);
            if (Status saved = services.saveFigure(store, *figure); !saved)
                return saved;
            return figure->exportedAt.empty() ? Status() : services.recordExport(store, *figure);
        },
        done);
}

void FiguresPage::undo()
{
    if (!canUndo())
        return;
    const FigureHistory::Step step = m_history.undo();
    restore(step.name, step.before, tr("Undid the change of “%1”").arg(toQt(step.name)));
}

void FiguresPage::redo()
{
    if (!canRedo())
        return;
    const FigureHistory::Step step = m_history.redo();
    restore(step.name, step.after, tr("Redid the change of “%1”").arg(toQt(step.name)));
}

void FiguresPage::sayEmpty()
{
    CommandRegistry &commands = m_bench.commands;
    if (!m_bench.session.isOpen())
        m_empty->sayNoStore(m_bench.session, tr("Open one to make figures."),
                            commands.action(u"store.open"_s));
    else if (m_bench.session.evaluations() == 0)
        m_empty->say(tr("This store has no results yet."), tr("Figures are drawn from results."),
                     commands.action(u"run.new"_s));
    else
        m_empty->say(tr("No figures in this store yet"),
                     tr("“New figure…” draws what filter and scope show."), m_make);
}

void FiguresPage::enableExports()
{
    const FigureEntry *entry = current();
    const bool canExport = !isExporting() && !m_exports->targets().formats.isEmpty();
    m_export->setEnabled(canExport && entry != nullptr && entry->now);
    m_update->setEnabled(canExport && std::ranges::any_of(m_entries, [](const FigureEntry &each) {
                             return each.now.has_value();
                         }));
}

QString FiguresPage::whyNoFiles() const
{
    const FigureEntry *entry = current();
    if (entry == nullptr || !entry->now)
        return tr("No files: there is no figure to export");
    if (m_exports->targets().folder.isEmpty())
        return tr("No files yet: Export asks for a folder and remembers it");
    if (m_exports->targets().formats.isEmpty())
        return tr("No files: choose a format");
    return {};
}

void FiguresPage::listFiles()
{
    m_comparing.cancel();
    if (const QString why = whyNoFiles(); !why.isEmpty()) {
        m_exports->showFiles({}, why);
        return;
    }
    m_exports->showFiles({}, tr("Comparing the files…"));
    const FigureEntry *entry = current();
    const ExportTargets &targets = m_exports->targets();
    m_comparing.start(
        [stored = entry->stored, figure = *entry->now, targets](const std::stop_token &stop) {
            std::vector<ExportPanel::File> out;
            for (const QString &format : targets.formats) {
                if (stop.stop_requested())
                    break;
                out.push_back(
                    exportFile(figure, figurePath(toPath(targets.folder), stored, toCore(format))));
            }
            return out;
        },
        [this](const std::vector<ExportPanel::File> &files) { m_exports->showFiles(files, {}); });
}

bool FiguresPage::isExporting() const
{
    return m_job && m_job->isRunning();
}

void FiguresPage::exportCurrent()
{
    if (const FigureEntry *entry = current())
        exportFigures({entry});
}

void FiguresPage::updateAll()
{
    std::vector<const FigureEntry *> entries;
    entries.reserve(m_entries.size());
    for (const FigureEntry &entry : m_entries)
        entries.push_back(&entry);
    exportFigures(entries);
}

void FiguresPage::exportFigures(const std::vector<const FigureEntry *> &entries)
{
    if (m_writing.isRunning() || isExporting()) {
        m_said->setText(tr("The last change is still being written"));
        return;
    }
    FigureExportJob::Plan plan{m_bench.session.file(), {}, {}, {}, m_bench.services.recordExport};
    for (const FigureEntry *entry : entries) {
        if (entry->now)
            plan.items.push_back({entry->stored, *entry->now});
    }
    // The dialog runs events, and the entries may change meanwhile.
    if (m_exports->targets().folder.isEmpty() && !m_exports->chooseTargetFolder())
        return;
    plan.folder = toPath(m_exports->targets().folder);
    for (const QString &format : m_exports->targets().formats)
        plan.formats.push_back(toCore(format));
    auto job = std::make_shared<FigureExportJob>(std::move(plan));
    m_job = job.get();
    connect(job.get(), &Job::finished, this, [this, raw = job.get()] { showExported(*raw); });
    job->start();
    m_bench.jobs.add(std::move(job));
    enableExports();
}

void FiguresPage::showExported(const FigureExportJob &job)
{
    const FigureExportJob::Outcome &outcome = *job.outcome();
    QString text = outcome.isCancelled ? tr("Stopped: ") : QString();
    text += counted(outcome.written, tr("Wrote %1 file"), tr("Wrote %1 files"));
    if (outcome.fresh > 0)
        text += tr(", %1 fresh already").arg(countText(outcome.fresh));
    text += tr(" in %1").arg(pathText(job.folder()));
    if (!outcome.problems.empty())
        text = errorText(outcome.problems.front()) + u" · "_s + text;
    m_said->setText(text);
    m_bench.session.poll();
    invalidate();
    enableExports();
}

void FiguresPage::removeCurrent()
{
    if (const FigureEntry *entry = current())
        write([remove = m_bench.services.removeFigure, store = m_bench.session.file(),
               name = entry->stored.name] { return remove(store, name); },
              tr("Removed the figure “%1”").arg(toQt(entry->stored.name)),
              FigureHistory::Step{entry->stored.name, entry->stored, {}});
}

void FiguresPage::write(std::function<Status()> change, const QString &done,
                        std::optional<FigureHistory::Step> step)
{
    if (m_writing.isRunning() || isExporting()) {
        m_said->setText(tr("The last change is still being written"));
        return;
    }
    m_writing.start([work = std::move(change)](const std::stop_token &) { return work(); },
                    [this, done, step = std::move(step)](const Status &written) {
                        m_said->setText(written ? done : errorText(written.error()));
                        if (written && step)
                            m_history.add(*step);
                        m_bench.session.poll();
                        invalidate();
                        emit statusChanged();
                    });
}

} // namespace loupe::ui
