// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/detail/filetree.h"

#include "core/analysis/text/sourcelines.h"
#include "ui/style/theme.h"
#include "ui/text/words.h"

#include <QHeaderView>
#include <QSignalBlocker>

#include <algorithm>
#include <string>
#include <string_view>

using namespace Qt::StringLiterals;

namespace loupe::ui {

namespace {

constexpr int pathRole = Qt::UserRole;       ///< of files and folders
constexpr int isFileRole = Qt::UserRole + 1; ///< true for a file

std::vector<SourceFile> filesOfSource(const DiffSource &source)
{
    const std::string_view text(source.text.constData(),
                                static_cast<std::size_t>(source.text.size()));
    return splitFiles(text).value_or(std::vector<SourceFile>());
}

const SourceFile *fileWithPath(const std::vector<SourceFile> &files, std::string_view path)
{
    const auto found = std::ranges::find(files, path, &SourceFile::path);
    return found == files.end() ? nullptr : &*found;
}

QString languageOfFile(std::string_view path)
{
    if (path.ends_with(".py"))
        return u"python"_s;
    if (path.ends_with(".json"))
        return u"json"_s;
    return isSourceName(path) ? u"cpp"_s : QString();
}

QString pathOf(const QTreeWidgetItem &item)
{
    return item.data(FileTree::NameColumn, pathRole).toString();
}

bool isFile(const QTreeWidgetItem &item)
{
    return item.data(FileTree::NameColumn, isFileRole).toBool();
}

QString lastPart(const QString &path)
{
    return path.mid(path.lastIndexOf(u'/') + 1);
}

/// Returns the item and all below it, from top to bottom.
QList<QTreeWidgetItem *> withChildren(QTreeWidgetItem *item)
{
    QList<QTreeWidgetItem *> out{item};
    for (int i = 0; i < item->childCount(); ++i)
        out.append(withChildren(item->child(i)));
    return out;
}

} // namespace

FileTree::FileTree(const Theme &theme, QWidget *parent) : QTreeWidget(parent)
{
    setAccessibleName(tr("Files of the candidate"));
    setHeaderLabels({tr("File"), u"≠"_s, tr("Lines")});
    headerItem()->setToolTip(MarkColumn, tr("Difference from the compared attempt"));
    headerItem()->setTextAlignment(LinesColumn, Qt::AlignRight | Qt::AlignVCenter);
    header()->setStretchLastSection(false);
    header()->setSectionResizeMode(NameColumn, QHeaderView::Stretch);
    header()->setSectionResizeMode(MarkColumn, QHeaderView::ResizeToContents);
    header()->setSectionResizeMode(LinesColumn, QHeaderView::ResizeToContents);
    header()->setMinimumSectionSize(theme.unit() * 2);
    setFrameShape(QFrame::NoFrame);
    setTextElideMode(Qt::ElideMiddle); // names of a folder often have the same start and end
    setIndentation(theme.unit() * 3 / 2);
    setUniformRowHeights(true);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setMinimumWidth(theme.unit() * 16);
    connect(this, &QTreeWidget::currentItemChanged, this, &FileTree::readChoice);
    connect(this, &QTreeWidget::itemCollapsed, this,
            [this](const QTreeWidgetItem *item) { m_folded.insert(pathOf(*item)); });
    connect(this, &QTreeWidget::itemExpanded, this,
            [this](const QTreeWidgetItem *item) { m_folded.remove(pathOf(*item)); });
    clearFiles();
}

void FileTree::offer(const DiffSource &own, const DiffSource &other)
{
    const QSignalBlocker quiet(this);
    clear();
    m_own = filesOfSource(own);
    const std::vector<SourceFile> others = filesOfSource(other);
    const bool isPair = !m_own.empty() && !others.empty();
    QString first; // that differs
    const auto add = [&](const SourceFile &file, Mark mark) {
        addFile(file, mark);
        if (first.isEmpty() && mark != Mark::None && mark != Mark::Same)
            first = toQt(file.path);
    };
    for (const SourceFile &file : m_own) {
        const SourceFile *beside = fileWithPath(others, file.path);
        const Mark mark = beside == nullptr ? Mark::Added
            : beside->text == file.text     ? Mark::Same
                                            : Mark::Changed;
        add(file, isPair ? mark : Mark::None);
    }
    for (const SourceFile &file : others) {
        if (fileWithPath(m_own, file.path) == nullptr)
            add(file, isPair ? Mark::Removed : Mark::None);
    }
    const QStringList all = paths();
    setColumnHidden(MarkColumn, !isPair);
    for (int i = 0; i < topLevelItemCount(); ++i) {
        for (QTreeWidgetItem *item : withChildren(topLevelItem(i)))
            item->setExpanded(!m_folded.contains(pathOf(*item)));
    }
    display(all.contains(m_wanted) ? m_wanted : first.isEmpty() ? all.value(0) : first);
    setVisible(all.size() > 1);
}

void FileTree::clearFiles()
{
    const QSignalBlocker quiet(this);
    clear();
    m_own.clear();
    m_chosen.clear();
    hide();
}

QString FileTree::markText(Mark mark)
{
    switch (mark) {
    case Mark::None:
        break;
    case Mark::Same:
        return tr("same");
    case Mark::Changed:
        return tr("changed");
    case Mark::Added:
        return tr("added");
    case Mark::Removed:
        return tr("removed");
    }
    return {};
}

void FileTree::addFile(const SourceFile &file, Mark mark)
{
    const QString path = toQt(file.path);
    const bool differs = mark != Mark::None && mark != Mark::Same;
    const QString sign = mark == Mark::Added ? u"+"_s : mark == Mark::Removed ? u"−"_s : u"≠"_s;
    const auto lines = static_cast<std::int64_t>(linesOf(file.text).size());
    QTreeWidgetItem *folder = folderOf(path);
    auto *item = folder == nullptr ? new QTreeWidgetItem(this) : new QTreeWidgetItem(folder);
    item->setText(NameColumn, lastPart(path));
    item->setText(MarkColumn, differs ? sign : QString());
    item->setText(LinesColumn, countText(lines));
    item->setTextAlignment(LinesColumn, Qt::AlignRight | Qt::AlignVCenter);
    item->setData(NameColumn, pathRole, path);
    item->setData(NameColumn, isFileRole, true);
    QStringList about{path};
    if (mark != Mark::None)
        about.append(markText(mark));
    about.append(counted(lines, tr("%1 line"), tr("%1 lines")));
    about.append(counted(file.text.size(), tr("%1 byte"), tr("%1 bytes")));
    for (const Column column : {NameColumn, MarkColumn, LinesColumn})
        item->setToolTip(column, about.join(u" · "_s));
    item->setData(NameColumn, Qt::AccessibleTextRole, about.join(u", "_s));
    if (!differs)
        return;
    for (; folder != nullptr; folder = folder->parent()) {
        folder->setText(MarkColumn, u"≠"_s); // says so while it is folded
        folder->setData(NameColumn, Qt::AccessibleTextRole,
                        tr("%1, has differences").arg(pathOf(*folder)));
    }
}

/// Returns the item of the folder of a path, made if needed; nullptr for the top.
QTreeWidgetItem *FileTree::folderOf(const QString &path)
{
    const auto end = path.lastIndexOf(u'/');
    if (end < 0)
        return nullptr;
    const QString folder = path.left(end);
    if (QTreeWidgetItem *known = itemOf(folder))
        return known;
    QTreeWidgetItem *parent = folderOf(folder);
    auto *item = parent == nullptr ? new QTreeWidgetItem(this) : new QTreeWidgetItem(parent);
    item->setText(NameColumn, lastPart(folder));
    item->setToolTip(NameColumn, folder);
    item->setData(NameColumn, pathRole, folder);
    return item;
}

QTreeWidgetItem *FileTree::itemOf(const QString &path) const
{
    for (int i = 0; i < topLevelItemCount(); ++i) {
        for (QTreeWidgetItem *item : withChildren(topLevelItem(i))) {
            if (pathOf(*item) == path)
                return item;
        }
    }
    return nullptr;
}

QStringList FileTree::paths() const
{
    QStringList out;
    for (int i = 0; i < topLevelItemCount(); ++i) {
        for (const QTreeWidgetItem *item : withChildren(topLevelItem(i))) {
            if (isFile(*item))
                out.append(pathOf(*item));
        }
    }
    return out;
}

void FileTree::choosePath(const QString &path)
{
    if (QTreeWidgetItem *item = itemOf(path))
        setCurrentItem(item);
}

/// Follows the user. On a folder, the file stays.
void FileTree::readChoice()
{
    const QTreeWidgetItem *item = currentItem();
    if (item == nullptr || !isFile(*item))
        return;
    m_wanted = pathOf(*item);
    if (m_wanted == m_chosen)
        return;
    m_chosen = m_wanted;
    emit pathChosen();
}

void FileTree::display(const QString &path)
{
    const QSignalBlocker quiet(this); // not a choice of the user
    m_chosen = path;
    QTreeWidgetItem *item = itemOf(path);
    if (item == nullptr)
        return;
    for (QTreeWidgetItem *folder = item->parent(); folder != nullptr; folder = folder->parent()) {
        folder->setExpanded(true);
        m_folded.remove(pathOf(*folder));
    }
    setCurrentItem(item);
}

DiffSource FileTree::chosenOf(const DiffSource &source) const
{
    const std::vector<SourceFile> files = filesOfSource(source);
    if (files.empty())
        return source;
    DiffSource out = source;
    const std::string path = toCore(m_chosen);
    const SourceFile *file = fileWithPath(files, path);
    out.text = file == nullptr ? QByteArray() : QByteArray::fromStdString(file->text);
    out.language = languageOfFile(path);
    out.missing = file == nullptr ? tr("no file %1 in this attempt").arg(m_chosen)
                                  : tr("this file is empty");
    out.note = out.note.isEmpty() ? m_chosen : m_chosen + u" · "_s + out.note;
    return out;
}

int FileTree::chooseLine(int line)
{
    const SourceFile *file = fileAtLine(m_own, line);
    if (file == nullptr)
        return m_own.empty() ? line : 1;
    const int firstLine = file->firstLine;
    const QString path = toQt(file->path);
    if (path != m_chosen) {
        display(path);
        emit pathChosen();
    }
    return line - firstLine + 1;
}

int FileTree::wholeLine(int line) const
{
    const SourceFile *file = fileWithPath(m_own, toCore(m_chosen));
    return file == nullptr ? line : file->firstLine + line - 1;
}

QList<int> FileTree::linesInChosen(const QList<int> &lines) const
{
    if (m_own.empty())
        return lines;
    const std::string path = toCore(m_chosen);
    QList<int> out;
    for (const int line : lines) {
        const SourceFile *file = fileAtLine(m_own, line);
        if (file != nullptr && file->path == path)
            out.append(line - file->firstLine + 1);
    }
    return out;
}

} // namespace loupe::ui
