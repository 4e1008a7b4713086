// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/saved/storedfigure.h"
#include "core/report/figures/paperfigure.h"
#include "core/store/read/storereader.h"
#include "ui/async/latestjob.h"
#include "ui/pages/figures/exportpanel.h"
#include "ui/pages/frame/page.h"
#include "ui/pages/frame/pagestudy.h"
#include "ui/widgets/tables/resulttable.h"

#include <QCoreApplication>
#include <QLabel>
#include <QPointer>
#include <QString>
#include <QStringList>

#include <optional>
#include <string>
#include <vector>

class QAction;
class QPlainTextEdit;
class QPushButton;
class QStackedLayout;

namespace loupe::ui {

class ChoiceBox;
class EmptyState;
class FigureDialog;
class FigureExportJob;
class FigurePreview;
class TextTableModel;

/// Stored figure with its current data.
struct FigureEntry {
    StoredFigure stored;
    std::optional<PaperFigure> now; ///< absent if it cannot be made
    QString state;                  ///< "current", "out of date: 3 changes", or the reason of a
                                    ///< failure
    QStringList moved;              ///< numbers changed since the last export

    Q_DECLARE_TR_FUNCTIONS(FigureEntry)
};

/// Undo and redo history of a session's changes to stored figures.
class FigureHistory
{
public:
    /// Change of one figure; absent if there was, or is, none of that name.
    struct Step {
        std::string name;
        std::optional<StoredFigure> before;
        std::optional<StoredFigure> after;
    };

    /// Adds a new step and clears the redo history.
    void add(Step step)
    {
        m_done.push_back(std::move(step));
        m_undone.clear();
    }
    void clear()
    {
        m_done.clear();
        m_undone.clear();
    }
    bool canUndo() const { return !m_done.empty(); }
    bool canRedo() const { return !m_undone.empty(); }
    /// Moves the last step between the histories and returns it. There must be one.
    Step undo() { return move(m_done, m_undone); }
    Step redo() { return move(m_undone, m_done); }

private:
    static Step move(std::vector<Step> &from, std::vector<Step> &to)
    {
        to.push_back(std::move(from.back()));
        from.pop_back();
        return to.back();
    }

    std::vector<Step> m_done;
    std::vector<Step> m_undone;
};

/// Figures of the store: outdated ones with their changed numbers, a preview, and commands to
/// create and edit them. One export writes all chosen formats into the store's export folder.
class FiguresPage final : public Page
{
    Q_OBJECT
public:
    explicit FiguresPage(const Workbench &bench, QWidget *parent = nullptr);

    bool isLoading() const override
    {
        return Page::isLoading() || m_reading.isRunning() || m_comparing.isRunning();
    }
    QString keys() const override;
    void takeFocus() override { m_table->setFocus(); }

    ResultTable *table() const { return m_table; }
    const std::vector<FigureEntry> &entries() const { return m_entries; }
    /// Opens the dialog for a new figure, or for the one stored as `kept`. Overwriting another one
    /// shows a warning.
    FigureDialog *edit(const FigureSpec &spec, const std::string &kept = {});
    void removeCurrent();
    /// Undoes and redoes changes to stored figures in this session.
    bool canUndo() const override { return m_history.canUndo() && !m_writing.isRunning(); }
    bool canRedo() const override { return m_history.canRedo() && !m_writing.isRunning(); }
    void undo() override;
    void redo() override;
    ExportPanel *exports() const { return m_exports; }
    QPushButton *exportButton() const { return m_export; }
    QPushButton *updateButton() const { return m_update; }
    /// Returns the button and the text of the empty page.
    EmptyState *emptyState() const { return m_empty; }
    /// Writes the files of the current figure that are not fresh, and stores its numbers. Asks for
    /// the folder if none is chosen.
    void exportCurrent();
    /// Does the same for all figures that can be made.
    void updateAll();
    QString said() const { return m_said->text(); }

protected:
    void reload() override;

private:
    void buildLayout();
    void showEntries(std::vector<FigureEntry> entries);
    void showCurrent();
    const FigureEntry *current() const;
    void sayEmpty();
    void enableExports();
    /// Returns why no file of the current figure is listed; empty if files are.
    QString whyNoFiles() const;
    /// Compares the files of the current figure with an export, in the background.
    void listFiles();
    void exportFigures(const std::vector<const FigureEntry *> &entries);
    void showExported(const FigureExportJob &job);
    bool isExporting() const;
    std::optional<StoredFigure> stored(const std::string &name) const;
    /// Returns a name for a new figure of that chart that no stored figure has.
    std::string freeName(ChartKind kind) const;
    void keep(const StoredFigure &figure);
    /// Restores an earlier state: saves the figure with its export, or removes it.
    void restore(const std::string &name, const std::optional<StoredFigure> &figure,
                 const QString &done);
    /// `step` is added to the history once the change is made.
    void write(std::function<Status()> change, const QString &done,
               std::optional<FigureHistory::Step> step = {});

    ResultTable *m_table;
    TextTableModel *m_model;
    FigurePreview *m_preview;
    QPlainTextEdit *m_details;
    ChoiceBox *m_vision;
    QLabel *m_heading;
    QLabel *m_said;
    QPushButton *m_new;
    QPushButton *m_edit;
    QPushButton *m_export;
    QPushButton *m_update;
    QPushButton *m_remove;
    QAction *m_make;
    EmptyState *m_empty;
    ExportPanel *m_exports;
    ExportMemory m_memory;
    QStackedLayout *m_stack = nullptr;
    std::vector<FigureEntry> m_entries;
    FigureHistory m_history;
    QPointer<FigureDialog> m_dialog;
    PageStudy<std::vector<FigureEntry>> m_reading;
    LatestJob<Status> m_writing;
    LatestJob<std::vector<ExportPanel::File>> m_comparing;
    QPointer<FigureExportJob> m_job; ///< the running export
};

} // namespace loupe::ui
