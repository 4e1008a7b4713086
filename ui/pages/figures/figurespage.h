// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/storedfigure.h"
#include "core/report/figures/paperfigure.h"
#include "ui/async/latestjob.h"
#include "ui/pages/figures/figureentries.h"
#include "ui/pages/figures/figurehistory.h"
#include "ui/pages/frame/page.h"
#include "ui/pages/frame/pagestudy.h"

#include <QPointer>
#include <QStringList>

#include <optional>
#include <vector>

class QAction;
class QComboBox;
class QLabel;
class QPlainTextEdit;
class QPushButton;
class QStackedLayout;

namespace loupe::ui {

class ChoiceBox;
class EmptyState;
class FigureDialog;
class FigurePreview;
class ResultTable;
class TextTableModel;

/// Figures of the store: outdated ones with their changed numbers, a preview at printed size, and
/// commands to create, edit and export them.
class FiguresPage final : public Page
{
    Q_OBJECT
public:
    explicit FiguresPage(const Workbench &bench, QWidget *parent = nullptr);
    ~FiguresPage() override;

    bool isLoading() const override { return Page::isLoading() || m_reading.isRunning(); }
    QString keys() const override;
    void takeFocus() override;

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
    /// Exports the current figure and stores its data.
    void exportTo(const QString &file);
    QString said() const;

protected:
    void reload() override;

private:
    void buildLayout();
    void showEntries(std::vector<FigureEntry> entries);
    void showCurrent();
    const FigureEntry *current() const;
    void askAndExport();
    std::optional<StoredFigure> stored(const std::string &name) const;
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
    QPushButton *m_remove;
    QAction *m_make;
    EmptyState *m_empty;
    QStackedLayout *m_stack = nullptr;
    std::vector<FigureEntry> m_entries;
    FigureHistory m_history;
    QPointer<FigureDialog> m_dialog;
    PageStudy<std::vector<FigureEntry>> m_reading;
    LatestJob<Status> m_writing;
};

} // namespace loupe::ui
