// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/detail/sourcefilesview.h"

#include "ui/pages/detail/filetree.h"
#include "ui/style/theme.h"

#include <utility>

namespace loupe::ui {

SourceFilesView::SourceFilesView(const Theme &theme, QWidget *parent)
    : QSplitter(Qt::Horizontal, parent)
    , m_files(new FileTree(theme))
    , m_diff(new DiffView(theme))
{
    const int unit = theme.unit();
    addWidget(m_files);
    addWidget(m_diff);
    setStretchFactor(0, 0);
    setStretchFactor(1, 1);
    setCollapsible(1, false); // the tree can be folded away
    setHandleWidth(unit);
    setSizes({unit * 26, unit * 110});
    connect(m_files, &FileTree::pathChosen, this, &SourceFilesView::showFile);
    connect(m_diff, &DiffView::lineChosen, this,
            [this](int line) { emit lineChosen(m_files->wholeLine(line)); });
    connect(m_files, &QTreeWidget::itemActivated, m_diff, [this](const QTreeWidgetItem *item) {
        if (item->childCount() == 0)
            m_diff->focusBase();
    });
}

void SourceFilesView::setSources(std::vector<DiffSource> sources, int base)
{
    m_sources = std::move(sources);
    m_base = base;
    m_problems.clear();
    m_notes.clear();
    const auto place = static_cast<std::size_t>(base);
    m_files->offer(m_sources[place], m_sources.size() == 2 ? m_sources[1 - place] : DiffSource());
    showFile();
}

void SourceFilesView::clear()
{
    m_sources.clear();
    m_problems.clear();
    m_notes.clear();
    m_files->clearFiles();
    m_diff->clear();
}

void SourceFilesView::setProblems(const QList<int> &lines)
{
    m_problems = lines;
    m_diff->setProblems(m_files->linesInChosen(lines));
}

void SourceFilesView::setLineNotes(const QMap<int, QString> &notes)
{
    m_notes = notes;
    showNotes();
}

void SourceFilesView::showNotes()
{
    QMap<int, QString> shown;
    for (auto note = m_notes.cbegin(); note != m_notes.cend(); ++note) {
        for (const int inFile : m_files->linesInChosen({note.key()}))
            shown.insert(inFile, *note);
    }
    m_diff->setLineNotes(shown);
}

void SourceFilesView::goToLine(int line, int column)
{
    m_diff->goToLine(m_files->chooseLine(line), column);
}

void SourceFilesView::showFile()
{
    std::vector<DiffSource> shown;
    shown.reserve(m_sources.size());
    for (const DiffSource &source : m_sources)
        shown.push_back(m_files->chosenOf(source));
    m_diff->setSources(std::move(shown), m_base);
    m_diff->setProblems(m_files->linesInChosen(m_problems));
    showNotes();
}

} // namespace loupe::ui
