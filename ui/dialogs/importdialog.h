// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/async/latestjob.h"
#include "ui/async/readerpool.h"
#include "ui/models/importlistmodel.h"
#include "ui/shell/session/runlauncher.h"

#include <QDialog>
#include <QLabel>
#include <QPlainTextEdit>

#include <filesystem>
#include <memory>
#include <set>
#include <string>
#include <vector>

class QLineEdit;
class QPushButton;

namespace loupe::ui {

class ChoiceBox;
class ImportJob;
class ResultTable;
class Theme;

/// Lists files, folders and archives with what was recognised in them, and imports them into a
/// store. It closes when everything is imported. Not modal: an import continues after the dialog is
/// closed.
class ImportDialog final : public QDialog
{
    Q_OBJECT
public:
    /// Functions and folders from the rest of the program.
    struct Context {
        RecordRecogniser recognise;
        StoreOpener openStore;
        std::filesystem::path folder; ///< location of new stores
    };

    ImportDialog(const Theme &theme, Context context, QWidget *parent = nullptr);
    ~ImportDialog() override;

    /// Empties the list and proposes the open store, if there is one. Does nothing during an
    /// import.
    void begin();
    /// Adds sources that are not listed yet, and reads them in the background.
    void add(const std::vector<std::filesystem::path> &sources);
    /// Removes the selected rows.
    void removeSelected();
    /// Sets the store that the window has open; empty: none.
    void setOpenStore(const std::filesystem::path &store);
    /// Returns the target: the open store, or the named one with its suffix. Empty without a name.
    std::filesystem::path store() const;
    /// Returns the sources to import: all except those known to be refused.
    std::vector<std::filesystem::path> sources() const { return m_model->importable(); }
    /// Shows the progress and the results of an import of items in the list.
    void follow(std::shared_ptr<ImportJob> job);
    bool isImporting() const;
    /// Returns true while an item or the target store is being read.
    bool isReading() const { return m_reading.isRunning() || m_readingStored.isRunning(); }

    ImportListModel *model() const { return m_model; }
    ResultTable *table() const { return m_table; }
    ChoiceBox *target() const { return m_target; }
    QLineEdit *fileLine() const { return m_file; }
    QPushButton *importButton() const { return m_import; }
    QPushButton *stopButton() const { return m_stop; }
    /// Returns the summary of the last import; empty before.
    QString summary() const { return m_summary->text(); }
    QString targetNote() const { return m_targetNote->text(); }
    QString detail() const { return m_detail->toPlainText(); }

signals:
    /// Emitted to import sources() into store().
    void importRequested();

protected:
    void dragEnterEvent(QDragEnterEvent *event) override;
    void dropEvent(QDropEvent *event) override;

private:
    enum Target { OpenStore, NewStore };

    void buildLayout(const Theme &theme);
    QWidget *makeListButtons(const Theme &theme);
    void connectAll();
    void fillTargets(Target chosen);
    Target chosenTarget() const;
    /// Names the new store after the first item, unless the user named it.
    void proposeName();
    void readNext();
    void readStored();
    void takeOutcome();
    void endImport();
    void update();

    const Context m_context;
    std::filesystem::path m_open; ///< store that the window has open
    ImportListModel *m_model;
    ResultTable *m_table;
    QPlainTextEdit *m_detail;
    QPushButton *m_files;
    QPushButton *m_remove;
    ChoiceBox *m_target;
    QLineEdit *m_file;
    QWidget *m_fileRow = nullptr;
    QLabel *m_targetNote;
    QLabel *m_summary;
    QPushButton *m_import;
    QPushButton *m_stop;
    QPushButton *m_close;
    std::shared_ptr<ImportJob> m_job;
    std::filesystem::path m_read; ///< source that is being read
    QString m_storeProblem;       ///< why the target store cannot be read
    bool m_isNamed = false;       ///< the user named the new store
    LatestJob<Result<RecognisedSource>> m_reading;
    LatestJob<Result<std::set<std::string>>> m_readingStored;
};

} // namespace loupe::ui
