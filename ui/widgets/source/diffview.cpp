// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/source/diffview.h"

#include "ui/style/theme.h"
#include "ui/text/words.h"
#include "ui/widgets/layout/parts.h"
#include "ui/widgets/source/diffpane.h"
#include "ui/widgets/source/diffruler.h"
#include "ui/widgets/source/findbar.h"

#include <QBoxLayout>
#include <QScrollBar>
#include <QSplitter>

#include <algorithm>
#include <tuple>
#include <utility>

using namespace Qt::StringLiterals;

namespace loupe::ui {

namespace {

std::string_view viewOf(const QByteArray &text)
{
    return {text.constData(), static_cast<std::size_t>(text.size())};
}

/// Share of common lines below which alignment and marks hide more than they show.
constexpr double enoughShared = 0.4;

/// Returns `count` lines from the top, without alignment, and fillers up to `rows`.
std::vector<AlignedPanes::Row> plainRows(std::size_t count, std::size_t rows)
{
    std::vector<AlignedPanes::Row> out(rows);
    for (std::size_t row = 0; row < rows; ++row)
        out[row].side.line = row < count ? static_cast<int>(row) : -1;
    return out;
}

/// Returns both sources from their tops. Equal numbers of rows keep the panes in step.
AlignedPanes plainPanes(std::string_view base, std::string_view other)
{
    const std::size_t baseLines = linesOf(base).size();
    const std::size_t otherLines = linesOf(other).size();
    const std::size_t rows = std::max(baseLines, otherLines);
    AlignedPanes out;
    out.base = plainRows(baseLines, rows);
    out.other = plainRows(otherLines, rows);
    return out;
}

} // namespace

DiffView::DiffView(const Theme &theme, QWidget *parent)
    : QWidget(parent)
    , m_theme(theme)
    , m_splitter(new QSplitter(Qt::Horizontal))
    , m_ruler(new DiffRuler(theme))
    , m_find(new FindBar(theme))
{
    const int unit = theme.unit();
    m_splitter->setHandleWidth(unit * 3 / 2);
    m_splitter->setChildrenCollapsible(false);
    for (int place = 0; place < maxPanes; ++place) {
        m_panes.push_back(makePane());
        m_splitter->addWidget(m_panes.back().frame);
    }
    auto *row = makeRow(unit / 2);
    row->addWidget(m_splitter, 1);
    row->addWidget(m_ruler);
    auto *column = makeColumn(unit / 2, this);
    column->addLayout(row, 1);
    column->addWidget(m_find);
    connect(m_find, &FindBar::wordsChanged, this, &DiffView::findAll);
    connect(m_find, &FindBar::stepRequested, this, &DiffView::walkFound);
    connect(m_find, &FindBar::closed, this, &DiffView::endFinding);
    connect(m_ruler, &DiffRuler::rowRequested, this, &DiffView::goToRow);
    clear();
}

DiffView::~DiffView() = default;

DiffView::Pane DiffView::makePane()
{
    const int unit = m_theme.unit();
    Pane pane;
    pane.title = new QLabel;
    QFont bold = m_theme.uiFont();
    bold.setWeight(QFont::DemiBold);
    pane.title->setFont(bold);
    pane.note = new ElidedLabel;
    pane.note->setProperty("tone", u"dim"_s);
    pane.note->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    pane.view = new DiffPane(m_theme);
    pane.view->setMinimumHeight(unit * 8);
    pane.view->setAccessibleName(tr("Source"));
    auto *head = makeRow(unit);
    head->setContentsMargins(unit, unit / 2, unit, unit / 2);
    head->addWidget(pane.title);
    head->addWidget(pane.note, 1);
    QFrame *frame = makePanel();
    auto *column = qobject_cast<QVBoxLayout *>(frame->layout());
    column->addLayout(head);
    column->addWidget(pane.view, 1);
    pane.frame = frame;
    const DiffPane *view = pane.view;
    // The bar reports the mouse, the view's own signal keys and jumps.
    connect(view->verticalScrollBar(), &QScrollBar::valueChanged, this,
            [this, view] { follow(view); });
    connect(view, &QsciScintillaBase::SCN_UPDATEUI, this, [this, view](int what) {
        if ((what & QsciScintillaBase::SC_UPDATE_V_SCROLL) != 0)
            follow(view);
    });
    connect(view, &QsciScintilla::cursorPositionChanged, this, [this, view](int row) {
        followCursor(view, row);
        const int line = m_sources.empty() ? 0 : DiffView::pane(m_base)->lineOfRow(row);
        if (view == DiffView::pane(m_base) && line > 0)
            emit lineChosen(line);
    });
    return pane;
}

void DiffView::setSources(std::vector<DiffSource> sources, int base)
{
    Q_ASSERT(sources.size() <= maxPanes);
    m_sources = std::move(sources);
    m_base = base;
    m_problems.clear();
    m_notes.clear();
    m_wantedLine = 0;
    m_mode = Mode::Automatic;
    start();
}

void DiffView::clear()
{
    m_job.cancel();
    m_sources.clear();
    m_aligned = {};
    for (const Pane &pane : m_panes) {
        pane.frame->setVisible(pane.frame == m_panes.front().frame);
        pane.title->clear();
        pane.note->clear();
        pane.view->setRows({}, {}, {}, DiffPane::Tint::None);
    }
    m_ruler->setContent(0, {}, {});
}

void DiffView::setMode(Mode mode)
{
    m_mode = mode;
    start();
}

void DiffView::setOptions(const AlignmentOptions &options)
{
    m_options = options;
    start();
}

void DiffView::setShowsTests(bool on)
{
    m_showsTests = on;
    start();
}

DiffView::Aligned DiffView::align(const Wanted &wanted)
{
    Aligned out;
    for (const DiffSource &source : wanted.sources) {
        const auto lines = linesOf(viewOf(source.text));
        const int shown = wanted.showsTests ? static_cast<int>(lines.size()) : firstTestLine(lines);
        const bool isFolded = shown < static_cast<int>(lines.size());
        const qsizetype kept = isFolded
            ? lines[static_cast<std::size_t>(shown)].data() - source.text.constData()
            : source.text.size();
        out.texts.push_back(source.text.left(kept));
        out.folded.push_back(static_cast<int>(lines.size()) - shown);
    }
    const auto textOf = [&](std::size_t place) {
        return AlignedText{viewOf(out.texts[place]),
                           commentStyleOf(toCore(wanted.sources[place].language))};
    };
    const auto at = static_cast<std::size_t>(wanted.base);
    const AlignedText base = textOf(at);
    if (out.texts.size() < 2) {
        out.panes = plainPanes(base.text, {});
        return out;
    }
    const AlignedText other = textOf(1 - at);
    const bool isPair = !base.text.empty() && !other.text.empty();
    if (isPair)
        out.showsDifferences = wanted.mode == Mode::Automatic
            ? sharedLines(base, other, wanted.options) > enoughShared
            : wanted.mode == Mode::Differences;
    out.panes = out.showsDifferences ? alignPanes(base, other, wanted.options)
                                     : plainPanes(base.text, other.text);
    if (!isPair)
        out.panes.differences.clear(); // there is nothing to compare with
    return out;
}

void DiffView::start()
{
    if (m_sources.empty())
        return;
    Wanted wanted{.sources = m_sources,
                  .base = m_base,
                  .options = m_options,
                  .showsTests = m_showsTests,
                  .mode = m_mode};
    m_job.start([wanted = std::move(wanted)](const std::stop_token &) { return align(wanted); },
                [this](Aligned aligned) { deliver(std::move(aligned)); });
}

void DiffView::deliver(Aligned aligned)
{
    m_showsDifferences = aligned.showsDifferences;
    m_isFollowing = true; // New texts must not scroll the other panes.
    for (int place = 0; place < maxPanes; ++place)
        showPane(place, aligned);
    m_isFollowing = false;
    m_aligned = std::move(aligned.panes);
    m_hasWalked = false;
    setProblems(m_problems);
    setLineNotes(m_notes);
    if (const int line = std::exchange(m_wantedLine, 0); line > 0)
        goToLine(line, m_wantedColumn);
    if (!m_find->isHidden())
        findAll();
    emit shown();
}

void DiffView::showPane(int place, const Aligned &aligned)
{
    const Pane &pane = m_panes[static_cast<std::size_t>(place)];
    const bool isUsed = place < paneCount();
    pane.frame->setVisible(isUsed);
    if (!isUsed)
        return;
    const DiffSource &source = m_sources[static_cast<std::size_t>(place)];
    pane.title->setText(source.title);
    pane.note->setText(noteOf(place, aligned));
    pane.view->setAccessibleName(tr("Source: %1").arg(source.title));
    pane.view->setInstead(source.text.isEmpty() ? source.missing : QString());
    auto tint = DiffPane::Tint::None;
    const bool isCompared = m_sources.size() == 2 && !source.text.isEmpty()
        && !m_sources[static_cast<std::size_t>(1 - m_base)].text.isEmpty();
    if (isCompared && aligned.showsDifferences) // else too little is shared
        tint = place == 0 ? DiffPane::Tint::Removed : DiffPane::Tint::Added;
    pane.view->setRows(aligned.texts[static_cast<std::size_t>(place)], source.language,
                       place == m_base ? aligned.panes.base : aligned.panes.other, tint);
}

bool DiffView::isPair() const
{
    return m_sources.size() == 2 && std::ranges::none_of(m_sources, [](const DiffSource &source) {
               return source.text.isEmpty();
           });
}

QString DiffView::noteOf(int place, const Aligned &aligned) const
{
    const DiffSource &source = m_sources[static_cast<std::size_t>(place)];
    if (source.text.isEmpty())
        return {}; // the pane shows the reason
    QStringList parts;
    if (place == m_base && isPair() && !aligned.showsDifferences)
        parts.append(tr("few shared lines"));
    else if (place == m_base && isPair())
        parts.append(counted(static_cast<std::int64_t>(aligned.panes.differences.size()),
                             tr("%1 difference"), tr("%1 differences")));
    const int folded = aligned.folded[static_cast<std::size_t>(place)];
    const auto lines = linesOf(viewOf(source.text)).size();
    parts.append(counted(static_cast<std::int64_t>(lines), tr("%1 line"), tr("%1 lines")));
    if (folded > 0)
        parts.append(tr("%1 of them tests, folded").arg(countText(folded)));
    if (!source.note.isEmpty())
        parts.append(source.note);
    return parts.join(u" · "_s);
}

void DiffView::follow(const DiffPane *from)
{
    if (m_isFollowing || !m_isSynchronised)
        return;
    m_isFollowing = true;
    const int first = from->firstVisibleLine();
    for (const Pane &pane : m_panes) {
        if (pane.view != from && pane.frame->isVisibleTo(this))
            pane.view->setFirstVisibleLine(first);
    }
    m_isFollowing = false;
    updateRuler();
}

void DiffView::followCursor(const DiffPane *from, int row)
{
    if (m_isFollowing || !m_isSynchronised)
        return;
    m_isFollowing = true;
    for (const Pane &pane : m_panes) {
        // A pane on that row keeps its column, because this may be the echo of its own move.
        if (pane.view != from && pane.frame->isVisibleTo(this) && pane.view->currentRow() != row)
            pane.view->setCurrentRow(row);
    }
    m_isFollowing = false;
}

void DiffView::setProblems(const QList<int> &lines)
{
    m_problems = lines;
    if (m_sources.empty() || m_job.isRunning())
        return;
    DiffPane *base = pane(m_base);
    base->setProblems(lines);
    m_ruler->setContent(base->rowCount(), m_aligned.differences, base->problemRows());
    updateRuler();
}

void DiffView::setLineNotes(const QMap<int, QString> &notes)
{
    m_notes = notes;
    if (!m_sources.empty() && !m_job.isRunning())
        pane(m_base)->setNumberNotes(notes);
}

void DiffView::updateRuler()
{
    if (m_sources.empty())
        return;
    const DiffPane *base = pane(m_base);
    m_ruler->setVisibleRows(base->firstVisibleLine(), base->linesOnScreen());
}

void DiffView::goToRow(int row)
{
    if (m_sources.empty())
        return;
    goToPlace(row, 0);
}

void DiffView::goToPlace(int row, int column)
{
    DiffPane *base = pane(m_base);
    base->goTo(row + 1, column);
    follow(base); // its own signals only follow the next paint
    followCursor(base, row);
}

void DiffView::goToLine(int line, int column)
{
    if (m_sources.empty())
        return;
    if (m_job.isRunning()) {
        m_wantedLine = line;
        m_wantedColumn = column;
        return;
    }
    const QByteArray &text = m_sources[static_cast<std::size_t>(m_base)].text;
    if (const int row = pane(m_base)->rowOfLine(line); row >= 0) {
        goToPlace(row, column);
    } else if (!m_showsTests && line <= static_cast<int>(linesOf(viewOf(text)).size())) {
        setShowsTests(true);
        m_wantedLine = line;
        m_wantedColumn = column;
    }
}

void DiffView::focusBase()
{
    pane(m_base)->setFocus();
}

QString DiffView::selectedWords() const
{
    for (const Pane &pane : m_panes) {
        if (pane.view->hasFocus() && !pane.view->selectedText().contains(u'\n'))
            return pane.view->selectedText();
    }
    return {};
}

void DiffView::find()
{
    m_find->open(selectedWords());
}

void DiffView::findNext(int step)
{
    if (m_find->isHidden())
        find();
    else
        walkFound(step);
}

void DiffView::findAll()
{
    m_found.clear();
    m_foundAt = -1;
    for (int place = 0; place < paneCount(); ++place) {
        const DiffPane *view = pane(place);
        for (const int position : pane(place)->markFound(m_find->words())) {
            const long row = view->SendScintilla(QsciScintillaBase::SCI_LINEFROMPOSITION,
                                                 static_cast<unsigned long>(position));
            m_found.push_back({.row = static_cast<int>(row), .place = place, .position = position});
        }
    }
    std::ranges::sort(m_found, {}, [](const Found &each) {
        return std::tuple(each.row, each.place, each.position);
    });
    m_find->setCount(m_foundAt, static_cast<int>(m_found.size()));
}

void DiffView::walkFound(int step)
{
    if (m_found.empty())
        return;
    const auto count = static_cast<int>(m_found.size());
    const int from = m_foundAt < 0 && step < 0 ? 0 : m_foundAt;
    m_foundAt = (from + step + count) % count;
    const Found &found = m_found[static_cast<std::size_t>(m_foundAt)];
    goToRow(found.row);
    pane(found.place)->selectFound(found.position, m_find->words());
    m_find->setCount(m_foundAt, count);
}

void DiffView::endFinding()
{
    m_found.clear();
    for (const Pane &pane : m_panes)
        pane.view->markFound({});
    if (!m_sources.empty())
        focusBase();
}

void DiffView::walkDifferences(int step)
{
    const auto &blocks = m_aligned.differences;
    if (blocks.empty() || m_sources.empty())
        return;
    // Before the first step, a difference in the first line is still ahead.
    const int row = m_hasWalked ? pane(m_base)->currentRow() : -1;
    m_hasWalked = true;
    const AlignedPanes::Block *next = nullptr;
    if (step > 0) {
        const auto it = std::find_if(blocks.begin(), blocks.end(),
                                     [row](const auto &block) { return block.begin > row; });
        next = it == blocks.end() ? &blocks.front() : &*it;
    } else {
        const auto it = std::find_if(blocks.rbegin(), blocks.rend(),
                                     [row](const auto &block) { return block.begin < row; });
        next = it == blocks.rend() ? &blocks.back() : &*it;
    }
    goToRow(next->begin);
}

} // namespace loupe::ui
