// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/documents/dialoguerounds.h"
#include "core/store/read/storereader.h"
#include "ui/pages/detail/detailtabs.h"
#include "ui/pages/detail/leftchoice.h"
#include "ui/pages/detail/sourcefilesview.h"
#include "ui/pages/frame/pagestudy.h"
#include "ui/shell/session/workbench.h"

#include <QList>
#include <QWidget>

#include <optional>

class QBoxLayout;
class QLabel;
class QSplitter;
class QToolButton;

namespace loupe::ui {

class ElidedLabel;
class JudgementPanel;
class ProfileBar;
class RoundStrip;
class StatusLabel;

/// Kernel of one evaluation, for all pages: the reference or another chosen source at the left, the
/// candidate at the right, with the engine's results below. Review notes are a fixed column, or a
/// tab where the view is narrow.
class CandidateView final : public QWidget
{
    Q_OBJECT
public:
    enum class Use { Detail, Review }; ///< with a button to close it; with review notes

    CandidateView(const Workbench &bench, Use use, QWidget *parent = nullptr);

    /// Loads an evaluation in the background; the present one stays until then. A `line` of its
    /// source (1-based) is shown instead of the first with an error.
    void load(RowId id, int line = 0);
    void clear();
    RowId current() const { return m_current; }
    bool isLoading() const
    {
        return m_reading.isRunning() || m_readingLeft.isRunning() || diff()->isLoading();
    }
    /// Returns the stored annotations of the displayed evaluation.
    const std::vector<Annotation> &events() const { return m_bundle.events; }

    DiffView *diff() const { return m_sources->diff(); }
    DetailTabs *tabs() const { return m_tabs; }
    ProfileBar *profile() const { return m_profile; }
    /// Returns the button above the sources with the ways to profile the kernel.
    QToolButton *profileButton() const { return m_profileButton; }
    MismatchPanel *mismatches() const { return m_tabs->mismatches(); }
    RoundStrip *rounds() const { return m_rounds; }
    JudgementPanel *judgement() const { return m_judgement; }
    /// Returns the choice of the left side.
    LeftChoice *leftBox() const { return m_left; }
    /// Returns the sources with the tree of their files.
    SourceFilesView *sources() const { return m_sources; }
    QSplitter *splitter() const { return m_splitter; }

signals:
    void roundRequested(loupe::RowId id);
    void closeRequested();
    /// Emitted after loading, with or without success.
    void loaded();

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    struct Bundle {
        EvaluationDetail detail;
        std::vector<DialogueRound> conversation;
        std::vector<ResultRow> rounds; ///< all rounds of the same sample
        std::vector<ResultRow> others; ///< other samples of the same task
        std::vector<Annotation> events;
    };
    static Result<Bundle> read(StoreReader &reader, RowId id, const std::stop_token &stop);
    QWidget *makeHead();
    void offerProfiles();
    void placeNotes();
    void showNotes();
    void showBundle(Bundle bundle);
    void showProblem(const QString &message);
    void showLeft();
    void showSources(DiffSource left, bool isLater);
    void showPlace();
    void goTo(int line, int column) { m_sources->goToLine(line, column); }
    /// Gives generated code half of the height while its tab is shown.
    void shareHeight(int tab);

    const Workbench m_bench;
    const Use m_use;
    RowId m_current;
    int m_line = 0; ///< requested line of the source; 0: none
    Bundle m_bundle;
    QLabel *m_task;
    ElidedLabel *m_about;
    ElidedLabel *m_message;
    StatusLabel *m_status;
    RoundStrip *m_rounds;
    QLabel *m_leftTitle;
    LeftChoice *m_left;
    SourceFilesView *m_sources;
    DetailTabs *m_tabs;
    ProfileBar *m_profile;
    QToolButton *m_profileButton;
    std::optional<bool> m_isSanitizedShown; ///< kind of the profile to show after loading
    JudgementPanel *m_judgement;
    QSplitter *m_splitter;
    QList<int> m_heightsBefore; ///< before shareHeight() changed them; empty: it did not
    QBoxLayout *m_body;         ///< code and tabs, and the column of notes
    PageStudy<Bundle> m_reading;
    PageStudy<LeftChoice::Compared> m_readingLeft;
};

} // namespace loupe::ui
