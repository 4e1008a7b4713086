// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/widgets/source/diffview.h"

#include <QSplitter>

#include <vector>

namespace loupe::ui {

class FileTree;
class Theme;

/// One source or two side by side, file by file: a tree of the files at the left if there are
/// several, and the displayed file of both sources at the right.
class SourceFilesView final : public QSplitter
{
    Q_OBJECT
public:
    explicit SourceFilesView(const Theme &theme, QWidget *parent = nullptr);

    /// Sets one source or two whole sources, from left to right. `base` is the one that has
    /// problems and whose lines are named.
    void setSources(std::vector<DiffSource> sources, int base);
    void clear();
    /// Sets lines (1-based) of the whole base with diagnostics.
    void setProblems(const QList<int> &lines);
    /// Sets texts beside lines (1-based) of the whole base.
    void setLineNotes(const QMap<int, QString> &notes);
    /// Shows a line (1-based) of the whole base, in its file.
    void goToLine(int line, int column = 0);

    DiffView *diff() const { return m_diff; }
    FileTree *files() const { return m_files; }

signals:
    /// Emitted when the caret moves to a line (1-based) of the whole base.
    void lineChosen(int line);

private:
    void showFile();
    void showNotes();

    FileTree *m_files;
    DiffView *m_diff;
    std::vector<DiffSource> m_sources; ///< whole, of all their files
    int m_base = 0;
    QList<int> m_problems;
    QMap<int, QString> m_notes;
};

} // namespace loupe::ui
