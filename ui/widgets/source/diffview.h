// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/text/textalignment.h"
#include "ui/async/latestjob.h"

#include <QByteArray>
#include <QList>
#include <QWidget>

#include <vector>

class QLabel;
class QSplitter;

namespace loupe::ui {

class DiffPane;
class DiffRuler;
class ElidedLabel;
class FindBar;
class Theme;

/// Source of a comparison.
struct DiffSource {
    QString title;   ///< "Candidate, round 1"
    QString note;    ///< text after the number of lines; may be empty
    QString missing; ///< text shown instead of an empty source
    QByteArray text; ///< UTF-8
    QString language;
};

/// One source, or two side by side with aligned lines, synchronised scrolling and marked
/// differences.
class DiffView final : public QWidget
{
    Q_OBJECT
public:
    static constexpr int maxPanes = 2;
    /// Automatic: aligns the sources and marks their differences if enough lines are shared.
    enum class Mode { Automatic, Differences, Plain };

    explicit DiffView(const Theme &theme, QWidget *parent = nullptr);
    ~DiffView() override;

    /// Sets one source or two, from left to right. `base` is the one that has problems and is
    /// compared with the other. Aligns them in the background; shown() follows.
    void setSources(std::vector<DiffSource> sources, int base);
    void clear();
    bool isLoading() const { return m_job.isRunning(); }

    /// Sets lines (1-based) of the base with diagnostics.
    void setProblems(const QList<int> &lines);
    /// Sets texts beside lines (1-based) of the base.
    void setLineNotes(const QMap<int, QString> &notes);
    /// Shows a line (1-based) of the base in both panes. Unfolds the tests if it is one of theirs.
    void goToLine(int line, int column = 0);
    /// Focuses the pane of the base.
    void focusBase();
    /// Returns the text selected within a line of the pane with the focus; empty if there is none.
    QString selectedWords() const;
    /// Opens the line for words to find in both panes, with the selected text.
    void find();
    /// Goes to the next (+1) or previous (-1) place of the words. Opens the line if it is closed.
    void findNext(int step);
    FindBar *findBar() const { return m_find; }
    /// Goes to the next (+1) or previous (-1) difference, wrapping around.
    void walkDifferences(int step);
    int differences() const { return static_cast<int>(m_aligned.differences.size()); }

    /// Holds until the next sources, which start with Automatic.
    void setMode(Mode mode);
    /// Returns false if the displayed sources are plain, because few of their lines are shared.
    bool showsDifferences() const { return m_showsDifferences; }
    /// Synchronises the scrolling of the panes.
    void setSynchronised(bool on) { m_isSynchronised = on; }
    bool isSynchronised() const { return m_isSynchronised; }
    void setOptions(const AlignmentOptions &options);
    const AlignmentOptions &options() const { return m_options; }
    /// Shows or hides the tests that a suite has below the code.
    void setShowsTests(bool on);
    bool showsTests() const { return m_showsTests; }

    DiffPane *pane(int place) const { return m_panes[static_cast<std::size_t>(place)].view; }
    int paneCount() const { return static_cast<int>(m_sources.size()); }
    QSplitter *splitter() const { return m_splitter; }

signals:
    void shown();
    /// Emitted when the caret moves to a line (1-based) of the base.
    void lineChosen(int line);

private:
    struct Pane {
        QWidget *frame = nullptr;
        QLabel *title = nullptr;
        ElidedLabel *note = nullptr;
        DiffPane *view = nullptr;
    };
    struct Aligned {
        AlignedPanes panes;
        std::vector<QByteArray> texts; ///< displayed texts, without folded tests
        std::vector<int> folded;       ///< number of hidden lines of tests
        bool showsDifferences = true;
    };
    /// Request for a worker.
    struct Wanted {
        std::vector<DiffSource> sources;
        int base = 0;
        AlignmentOptions options;
        bool showsTests = false;
        Mode mode = Mode::Automatic;
    };
    /// Place of the words to find.
    struct Found {
        int row = 0;
        int place = 0; ///< index of the pane
        int position = 0;
    };
    static Aligned align(const Wanted &wanted);
    Pane makePane();
    void start();
    void deliver(Aligned aligned);
    void showPane(int place, const Aligned &aligned);
    QString noteOf(int place, const Aligned &aligned) const;
    /// Returns true if there are two sources, and both are known.
    bool isPair() const;
    void follow(const DiffPane *from);
    void followCursor(const DiffPane *from, int row);
    void goToRow(int row);
    void goToPlace(int row, int column);
    void updateRuler();
    void findAll();
    void walkFound(int step);
    void endFinding();

    const Theme &m_theme;
    std::vector<Pane> m_panes;
    QSplitter *m_splitter;
    DiffRuler *m_ruler;
    FindBar *m_find;
    std::vector<DiffSource> m_sources;
    int m_base = 0;
    AlignmentOptions m_options;
    bool m_showsTests = false;
    Mode m_mode = Mode::Automatic;
    bool m_showsDifferences = true;
    bool m_isSynchronised = true;
    std::vector<Found> m_found;
    int m_foundAt = -1; ///< index in m_found
    bool m_isFollowing = false;
    bool m_hasWalked = false;
    AlignedPanes m_aligned;
    QList<int> m_problems;
    QMap<int, QString> m_notes; ///< by line of the base
    int m_wantedLine = 0;       ///< line to go to once the texts are aligned
    int m_wantedColumn = 0;
    LatestJob<Aligned> m_job;
};

} // namespace loupe::ui
