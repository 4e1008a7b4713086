// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/storedfigure.h"
#include "core/report/paperfigure.h"
#include "ui/async/latestjob.h"
#include "ui/pages/page.h"

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

/// A figure of the store with its data of now.
struct FigureEntry {
    StoredFigure stored;
    std::optional<PaperFigure> now; ///< nothing where it cannot be made
    QString state;                  ///< "current", "stale: 3 numbers moved", why it cannot be made
    QStringList moved;              ///< since the last export
};

/// The figures of the store: which are stale and what moved, each at the size it will be printed
/// in; made, changed and exported here.
class FiguresPage final : public Page
{
    Q_OBJECT
public:
    explicit FiguresPage(const Workbench &bench, QWidget *parent = nullptr);
    ~FiguresPage() override;

    bool isLoading() const override { return Page::isLoading() || m_job.isRunning(); }
    QString keys() const override;
    void takeFocus() override;

    ResultTable *table() const { return m_table; }
    const std::vector<FigureEntry> &entries() const { return m_entries; }
    /// Opens the dialog for a new figure, or for one as it is.
    FigureDialog *edit(const FigureSpec &spec);
    /// Writes the current figure and remembers what was in it.
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
    void removeCurrent();
    void write(std::function<Status()> change, const QString &done);

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
    QPointer<FigureDialog> m_dialog;
    LatestJob<Result<std::vector<FigureEntry>>> m_job;
    LatestJob<Status> m_writing;
};

} // namespace loupe::ui
