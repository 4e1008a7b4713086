// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/detail/filechoice.h"

#include "ui/text/words.h"

#include <QSignalBlocker>

#include <algorithm>
#include <string>
#include <string_view>

using namespace Qt::StringLiterals;

namespace loupe::ui {

namespace {

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

/// Returns the path with the difference from the compared attempt: "kernels/a.cu · changed".
QString fileItemText(const SourceFile &file, const std::vector<SourceFile> &left)
{
    QString path = toQt(file.path);
    if (left.empty())
        return path;
    const SourceFile *other = fileWithPath(left, file.path);
    if (other == nullptr)
        return FileChoice::tr("%1 · added").arg(path);
    return other->text == file.text ? path : FileChoice::tr("%1 · changed").arg(path);
}

} // namespace

FileChoice::FileChoice(const Theme &theme, QWidget *parent) : ChoiceBox(theme, parent)
{
    setAccessibleName(tr("File"));
    setToolTip(tr("File of the candidate"));
    setSizeAdjustPolicy(AdjustToMinimumContentsLengthWithIcon);
    constexpr int shownCharacters = 20;
    setMinimumContentsLength(shownCharacters);
    clearFiles();
}

void FileChoice::offer(const DiffSource &own, const DiffSource &left)
{
    const QSignalBlocker quiet(this);
    const QString chosen = currentData().toString();
    clear();
    m_own = filesOfSource(own);
    const std::vector<SourceFile> others = filesOfSource(left);
    for (const SourceFile &file : m_own)
        addItem(fileItemText(file, others), toQt(file.path));
    for (const SourceFile &file : others) {
        if (m_own.empty())
            addItem(toQt(file.path), toQt(file.path));
        else if (fileWithPath(m_own, file.path) == nullptr)
            addItem(tr("%1 · removed").arg(toQt(file.path)), toQt(file.path));
    }
    setCurrentIndex(std::max(0, findData(chosen)));
    setVisible(count() > 0);
}

void FileChoice::clearFiles()
{
    const QSignalBlocker quiet(this);
    clear();
    m_own.clear();
    hide();
}

DiffSource FileChoice::chosenOf(const DiffSource &source) const
{
    const std::vector<SourceFile> files = filesOfSource(source);
    if (files.empty())
        return source;
    DiffSource out = source;
    const QString path = currentData().toString();
    const SourceFile *file = fileWithPath(files, toCore(path));
    out.text = file == nullptr ? QByteArray() : QByteArray::fromStdString(file->text);
    out.language = languageOfFile(toCore(path));
    out.missing
        = file == nullptr ? tr("no file %1 in this attempt").arg(path) : tr("this file is empty");
    out.note = out.note.isEmpty() ? path : path + u" · "_s + out.note;
    return out;
}

int FileChoice::chooseLine(int line)
{
    const SourceFile *file = fileAtLine(m_own, line);
    if (file == nullptr)
        return m_own.empty() ? line : 1;
    const int firstLine = file->firstLine;
    setCurrentIndex(findData(toQt(file->path)));
    return line - firstLine + 1;
}

QList<int> FileChoice::linesInChosen(const QList<int> &lines) const
{
    if (m_own.empty())
        return lines;
    const std::string path = toCore(currentData().toString());
    QList<int> out;
    for (const int line : lines) {
        const SourceFile *file = fileAtLine(m_own, line);
        if (file != nullptr && file->path == path)
            out.append(line - file->firstLine + 1);
    }
    return out;
}

} // namespace loupe::ui
