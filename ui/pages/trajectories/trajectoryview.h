// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/rounds/trajectorystory.h"
#include "core/store/read/parentevaluations.h"
#include "core/store/read/storereader.h"
#include "ui/pages/detail/sourcefilesview.h"
#include "ui/pages/frame/pagestudy.h"
#include "ui/shell/session/workbench.h"
#include "ui/widgets/layout/parts.h"

#include <QWidget>

#include <optional>

class QPlainTextEdit;
class QSplitter;
class QTabWidget;

namespace loupe::ui {

class ChartView;
class ChoiceBox;
class RoundStrip;

/// One trajectory, a round at a time: an earlier round at the left and this round at the right,
/// with its prompt and its result.
class TrajectoryView final : public QWidget
{
    Q_OBJECT
public:
    /// Round or source to compare the displayed round with.
    enum Beside { Parent, Previous, Best, First, Reference, Nearest, Nothing };
    enum Tab { CourseTab, GivenTab, LogTab };

    explicit TrajectoryView(const Workbench &bench, QWidget *parent = nullptr);

    /// Shows `round` of the story if it has a result, else the last one.
    void show(const TrajectoryStory &story, std::optional<int> round);
    void clear();
    bool isLoading() const { return m_reading.isRunning() || diff()->isLoading(); }
    const std::optional<TrajectoryStory> &story() const { return m_story; }
    /// Returns the displayed evaluation, if any.
    RowId current() const { return m_story ? shownRound().id : RowId(); }

    RoundStrip *rounds() const { return m_rounds; }
    ChoiceBox *besideBox() const { return m_beside; }
    DiffView *diff() const { return m_files->diff(); }
    /// Returns the sources with the tree of their files.
    SourceFilesView *sources() const { return m_files; }
    QTabWidget *tabs() const { return m_tabs; }
    /// Returns "refined from sample 2, round 0"; empty if not recorded.
    QString origin() const { return m_origin; }
    /// Returns "round 0 ■ no build → round 1 ● correct · 3 differences".
    QString difference() const { return m_difference->text(); }
    QString happened() const { return m_happened->text(); }
    QSplitter *splitter() const { return m_splitter; }

signals:
    /// Emitted when another round is shown, or none.
    void roundChanged();

private:
    struct Bundle {
        EvaluationDetail detail;
        /// Its parent, or else the round before, whose end may be the prompt.
        std::optional<EvaluationDetail> before;
        std::optional<EvaluationDetail> beside;
        std::vector<ParentEvaluation> parents;
    };
    /// Request for a worker.
    struct Wanted {
        RowId id;
        RowId before; ///< the judged round before
        Beside beside = Nothing;
        RowId chosen; ///< the round for `beside`; none if the worker has to find it
    };
    static Result<Bundle> read(StoreReader &reader, const Wanted &wanted,
                               const std::stop_token &stop);
    QWidget *makeHead();
    QWidget *makeTabs();
    void goToRound(RowId id);
    void load();
    void showRound();
    void showSources(const Bundle &bundle);
    void sayDifference();
    void showTexts(const Bundle &bundle);
    void showProblem(const QString &message);
    /// Returns the last round with a result before the displayed one; nullptr if there is none.
    const StoryRound *previousRound() const;
    const StoryRound *besideRound() const;
    const StoryRound &shownRound() const { return m_story->rounds[m_shown]; }

    const Workbench m_bench;
    std::optional<TrajectoryStory> m_story;
    std::size_t m_shown = 0; ///< index in the story's rounds
    QLabel *m_task;
    ElidedLabel *m_about;
    RoundStrip *m_rounds;
    ElidedLabel *m_happened;
    ElidedLabel *m_given;
    ChoiceBox *m_beside;
    ElidedLabel *m_difference; ///< names of the compared sources
    SourceFilesView *m_files;
    ChartView *m_course;
    QPlainTextEdit *m_givenText;
    QPlainTextEdit *m_log;
    QTabWidget *m_tabs;
    QSplitter *m_splitter;
    QString m_origin;
    QString m_sources; ///< "round 0 → round 1"
    PageStudy<Bundle> m_reading;
};

} // namespace loupe::ui
