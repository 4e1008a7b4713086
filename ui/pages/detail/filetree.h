// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/record/sourcefiles.h"
#include "ui/widgets/source/diffview.h"

#include <QSet>
#include <QTreeWidget>

#include <vector>

namespace loupe::ui {

class Theme;

/// Tree of the files of a submission, entry first, with the files that only the compared attempt
/// has. Marks files that differ and their folders. Hidden unless there are two files or more.
class FileTree final : public QTreeWidget
{
    Q_OBJECT
public:
    enum Column { NameColumn, MarkColumn, LinesColumn };

    explicit FileTree(const Theme &theme, QWidget *parent = nullptr);

    /// Lists the files of the source `own` and of `other`, which it is compared with. Shows the
    /// path that the user chose if there still is one, else the first file that differs.
    void offer(const DiffSource &own, const DiffSource &other);
    void clearFiles();
    /// Returns the displayed path; empty for sources of a single file.
    QString chosenPath() const { return m_chosen; }
    /// Returns all paths, from top to bottom.
    QStringList paths() const;
    /// Selects a file as the user does; ignores an unknown path.
    void choosePath(const QString &path);

    /// Returns the displayed file of a source; a source of a single file as it is.
    DiffSource chosenOf(const DiffSource &source) const;
    /// Shows the file with a line (1-based) of the whole source, and returns the line in it.
    int chooseLine(int line);
    /// Returns the line (1-based) of the whole source for a line of the displayed file.
    int wholeLine(int line) const;
    /// Returns `lines` of the whole source that are in the displayed file, as its lines.
    QList<int> linesInChosen(const QList<int> &lines) const;

signals:
    /// Emitted when another file is displayed, except by offer().
    void pathChosen();

private:
    enum class Mark { None, Same, Changed, Added, Removed };
    void addFile(const SourceFile &file, Mark mark);
    QTreeWidgetItem *folderOf(const QString &path);
    QTreeWidgetItem *itemOf(const QString &path) const;
    void display(const QString &path);
    void readChoice();
    static QString markText(Mark mark);

    std::vector<SourceFile> m_own; ///< empty for a single file
    QString m_chosen;
    QString m_wanted;       ///< path that the user chose; empty: none
    QSet<QString> m_folded; ///< folders
};

} // namespace loupe::ui
