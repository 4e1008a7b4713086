// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/importdialog.h"

#include "ui/shell/runs/importjob.h"
#include "ui/shell/session/freshstore.h"
#include "ui/style/theme.h"
#include "ui/text/words.h"
#include "ui/widgets/input/choicebox.h"
#include "ui/widgets/input/droppedfiles.h"
#include "ui/widgets/input/filechooser.h"
#include "ui/widgets/input/formlabel.h"
#include "ui/widgets/input/pathrow.h"
#include "ui/widgets/layout/parts.h"
#include "ui/widgets/tables/fittedcolumns.h"
#include "ui/widgets/tables/resulttable.h"

#include <QApplication>
#include <QBoxLayout>
#include <QDragEnterEvent>
#include <QDropEvent>
#include <QFileInfo>
#include <QFormLayout>
#include <QItemSelectionModel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalBlocker>

#include <utility>

using namespace Qt::StringLiterals;

namespace loupe::ui {

namespace {

/// Returns the uuids of the store's runs; none if the file does not exist.
Result<std::set<std::string>> storedRuns(const StoreOpener &open, const std::filesystem::path &file)
{
    std::set<std::string> out;
    std::error_code failed;
    if (!std::filesystem::exists(file, failed))
        return out;
    const auto reader = open(file);
    if (!reader)
        return reader.error();
    const auto runs = (*reader)->runs();
    if (!runs)
        return runs.error();
    for (const RunSummary &run : *runs)
        out.insert(run.run.uuid);
    return out;
}

} // namespace

ImportDialog::ImportDialog(const Theme &theme, Context context, QWidget *parent)
    : QDialog(parent)
    , m_context(std::move(context))
    , m_model(new ImportListModel(this))
    , m_table(new ResultTable(theme))
    , m_detail(new QPlainTextEdit)
    , m_files(makeButton(tr("Add &files…")))
    , m_remove(makeButton(tr("&Remove")))
    , m_target(new ChoiceBox(theme))
    , m_file(new QLineEdit)
    , m_targetNote(makeDim())
    , m_summary(new QLabel)
    , m_import(makeButton(tr("&Import")))
    , m_stop(makeButton(tr("&Stop")))
    , m_close(makeButton(tr("&Close")))
{
    setWindowTitle(tr("Import"));
    setAccessibleName(windowTitle());
    setAcceptDrops(true);
    buildLayout(theme);
    connectAll();
    begin();
}

ImportDialog::~ImportDialog() = default;

void ImportDialog::buildLayout(const Theme &theme)
{
    const int unit = theme.unit();
    m_table->setModel(m_model);
    m_table->setAccessibleName(tr("What to import"));
    auto *fit = new FittedColumns(*m_table, theme, ImportListModel::StateColumn);
    fit->set({{12, 30}, {8, 20}, {8, 30}, {}, {}, {20, 60}});
    m_detail->setReadOnly(true);
    m_detail->setTabChangesFocus(true);
    m_detail->setAccessibleName(tr("About the selected item"));
    m_detail->setFixedHeight(unit * 12);
    for (QLabel *label : {m_targetNote, m_summary}) {
        label->setWordWrap(true);
        label->setTextFormat(Qt::PlainText); // File names may come from others.
    }
    m_summary->setAccessibleName(tr("Summary of the import"));
    auto *form = new QFormLayout;
    form->setSpacing(unit);
    form->setFieldGrowthPolicy(QFormLayout::ExpandingFieldsGrow);
    m_target->setAccessibleName(tr("Import into"));
    m_file->setAccessibleName(tr("New store"));
    m_fileRow = makePathRow(theme, m_file, tr("store"), [this](const QString &now) {
        return chooseTarget(this, tr("Store to import into"), now, tr("Stores (*.kloupe)"),
                            Replacing::IsUpToCaller);
    });
    form->addRow(makeFormLabel(theme, tr("Import i&nto"), m_target), m_target);
    form->addRow(QString(), m_fileRow);
    m_targetNote->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    form->addRow(QString(), m_targetNote);
    m_import->setProperty("look", u"primary"_s);
    auto *buttons = makeRow(unit);
    buttons->addWidget(m_summary, 1);
    for (QPushButton *button : {m_import, m_stop, m_close})
        buttons->addWidget(button);
    auto *column = makeColumn(unit, this, unit * 3 / 2);
    column->addWidget(makeListButtons(theme));
    column->addWidget(makePanelAround(m_table), 1);
    column->addWidget(m_detail);
    column->addLayout(form);
    column->addLayout(buttons);
    resize(unit * 130, unit * 76);
}

QWidget *ImportDialog::makeListButtons(const Theme &theme)
{
    auto *box = new QWidget;
    auto *row = makeRow(theme.unit(), box);
    auto *folder = makeButton(tr("Add f&older…"));
    row->addWidget(makeDim(tr("Drop files, folders or archives here, or add them.")));
    row->addStretch(1);
    for (QPushButton *button : {m_files, folder, m_remove})
        row->addWidget(button);
    m_remove->setShortcut(QKeySequence::Delete);
    connect(m_files, &QPushButton::clicked, this, [this] {
        std::vector<std::filesystem::path> chosen;
        for (const QString &file : chooseFiles(this, tr("Files to import")))
            chosen.push_back(toPath(file));
        add(chosen);
    });
    connect(folder, &QPushButton::clicked, this, [this] {
        const QString chosen = chooseFolder(this, tr("Folder to import"));
        if (!chosen.isEmpty())
            add({toPath(chosen)});
    });
    connect(m_remove, &QPushButton::clicked, this, &ImportDialog::removeSelected);
    return box;
}

void ImportDialog::connectAll()
{
    connect(m_target, &QComboBox::activated, this, [this] {
        proposeName();
        readStored();
    });
    connect(m_file, &QLineEdit::textChanged, this, [this] {
        m_isNamed = true; // proposeName() blocks this signal
        readStored();
    });
    connect(m_import, &QPushButton::clicked, this, &ImportDialog::importRequested);
    connect(m_stop, &QPushButton::clicked, this, [this] {
        if (isImporting())
            m_job->cancel();
    });
    connect(m_close, &QPushButton::clicked, this, &QDialog::close);
    connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this,
            &ImportDialog::update);
    connect(m_model, &QAbstractItemModel::dataChanged, this, &ImportDialog::update);
    connect(m_model, &QAbstractItemModel::rowsInserted, this, &ImportDialog::update);
    connect(m_model, &QAbstractItemModel::rowsRemoved, this, &ImportDialog::update);
}

void ImportDialog::begin()
{
    if (isImporting())
        return;
    std::set<std::filesystem::path> all;
    for (const ImportItem &item : m_model->rows())
        all.insert(item.source);
    m_model->remove(all);
    m_reading.cancel();
    m_summary->clear();
    m_isNamed = false;
    m_files->setFocus();
    fillTargets(m_open.empty() ? NewStore : OpenStore);
}

void ImportDialog::fillTargets(Target chosen)
{
    m_target->clear();
    if (!m_open.empty())
        m_target->addItem(tr("The open store, %1").arg(pathText(m_open.filename())),
                          static_cast<int>(OpenStore));
    m_target->addItem(tr("A new store"), static_cast<int>(NewStore));
    m_target->setCurrentIndex(m_target->findData(static_cast<int>(chosen)));
    proposeName();
    readStored();
}

ImportDialog::Target ImportDialog::chosenTarget() const
{
    return static_cast<Target>(m_target->currentData().toInt());
}

void ImportDialog::proposeName()
{
    if (m_isNamed)
        return;
    const std::filesystem::path first
        = m_model->rowCount() > 0 ? m_model->rows().front().source : std::filesystem::path();
    const QSignalBlocker quiet(m_file);
    m_file->setText(exactPath(freshStore(m_context.folder, storeNameFor(first))));
}

void ImportDialog::setOpenStore(const std::filesystem::path &store)
{
    const bool isTarget = chosenTarget() == OpenStore || store == this->store();
    m_open = store;
    fillTargets(isTarget && !store.empty() ? OpenStore : NewStore);
}

std::filesystem::path ImportDialog::store() const
{
    if (chosenTarget() == OpenStore)
        return m_open;
    const QString text = m_file->text().trimmed();
    if (text.isEmpty())
        return {};
    std::filesystem::path file = m_context.folder / toPath(text);
    if (file.extension() != ".kloupe")
        file += ".kloupe";
    return file;
}

void ImportDialog::add(const std::vector<std::filesystem::path> &sources)
{
    m_summary->clear();
    m_model->add(sources);
    if (!m_table->selectionModel()->hasSelection())
        m_table->selectRow(0);
    if (chosenTarget() == NewStore && !m_isNamed) {
        proposeName();
        readStored();
    }
    if (!m_reading.isRunning())
        readNext();
}

void ImportDialog::removeSelected()
{
    if (isImporting())
        return;
    std::set<std::filesystem::path> chosen;
    for (const QModelIndex &index : m_table->selectionModel()->selectedRows())
        chosen.insert(m_model->rows()[static_cast<std::size_t>(index.row())].source);
    m_model->remove(chosen);
    if (m_reading.isRunning() && chosen.contains(m_read)) {
        m_reading.cancel();
        readNext();
    }
}

void ImportDialog::readNext()
{
    const auto source = m_model->firstUnread();
    if (source && !isImporting()) {
        m_read = *source;
        m_reading.start([recognise = m_context.recognise, source = *source](
                            const std::stop_token &stop) { return recognise(source, stop); },
                        [this, source = *source](Result<RecognisedSource> content) {
                            m_model->setContent(source, std::move(content));
                            readNext();
                        });
    }
    update();
}

void ImportDialog::readStored()
{
    m_readingStored.start(
        [open = m_context.openStore, file = store()](const std::stop_token &) {
            return storedRuns(open, file);
        },
        [this](Result<std::set<std::string>> stored) {
            m_storeProblem = stored ? QString() : errorText(stored.error());
            m_model->setStored(stored ? std::move(stored).value() : std::set<std::string>());
            update();
        });
    update();
}

void ImportDialog::follow(std::shared_ptr<ImportJob> job)
{
    m_job = std::move(job);
    m_reading.cancel();
    m_summary->clear();
    for (const std::filesystem::path &source : m_job->sources())
        m_model->setProgress(source, tr("waiting"));
    connect(m_job.get(), &Job::changed, this, [this] {
        m_model->setProgress(m_job->sources()[static_cast<std::size_t>(m_job->present())],
                             m_job->sourceProgress());
    });
    connect(m_job.get(), &ImportJob::sourceEnded, this, &ImportDialog::takeOutcome);
    connect(m_job.get(), &Job::finished, this, &ImportDialog::endImport);
    update();
}

void ImportDialog::takeOutcome()
{
    const ImportedSource &ended = m_job->outcomes().back();
    if (ended.outcome) {
        m_model->remove({ended.source});
        return;
    }
    m_model->setProgress(ended.source, {});
    if (ended.outcome.error().code != Errc::Cancelled)
        m_model->setRefusal(ended.source, ended.outcome.error());
}

void ImportDialog::endImport()
{
    for (const std::filesystem::path &source : m_job->sources())
        m_model->setProgress(source, {}); // those that a stopped import did not reach
    m_summary->setText(importText(*m_job));
    readStored();
    readNext();
    // A dialog that chooses further files would close with this one.
    const QWidget *modal = QApplication::activeModalWidget();
    if (m_model->rowCount() == 0 && (modal == nullptr || modal == this))
        close(); // The window shows the results and the summary.
}

bool ImportDialog::isImporting() const
{
    return m_job && m_job->isRunning();
}

void ImportDialog::update()
{
    const bool isNew = chosenTarget() == NewStore;
    const std::filesystem::path file = store();
    m_fileRow->setVisible(isNew);
    if (!m_storeProblem.isEmpty())
        m_targetNote->setText(m_storeProblem);
    else if (!isNew)
        m_targetNote->setText(tr("Its present runs stay as they are."));
    else if (file.empty())
        m_targetNote->setText(tr("Name the new store."));
    else if (QFileInfo::exists(exactPath(file)))
        m_targetNote->setText(tr("%1 exists. Its present runs stay, and the new ones are added.")
                                  .arg(pathText(file)));
    else
        m_targetNote->setText(tr("Creates %1.").arg(pathText(file)));
    const QModelIndexList chosen = m_table->selectionModel()->selectedRows();
    const QString detail = chosen.size() == 1 ? m_model->detailOf(chosen.front().row()) : QString();
    if (m_detail->toPlainText() != detail)
        m_detail->setPlainText(detail);
    m_remove->setEnabled(!chosen.isEmpty() && !isImporting());
    m_import->setEnabled(!isImporting() && !sources().empty() && !file.empty()
                         && m_storeProblem.isEmpty());
    m_stop->setVisible(isImporting());
    for (QWidget *each : {static_cast<QWidget *>(m_target), m_fileRow})
        each->setEnabled(!isImporting());
}

void ImportDialog::dragEnterEvent(QDragEnterEvent *event)
{
    if (!droppedFiles(event->mimeData()).empty())
        event->acceptProposedAction();
}

void ImportDialog::dropEvent(QDropEvent *event)
{
    event->acceptProposedAction();
    add(droppedFiles(event->mimeData()));
}

} // namespace loupe::ui
