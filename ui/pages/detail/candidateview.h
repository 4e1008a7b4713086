// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/documents/dialoguerounds.h"
#include "core/store/read/storereader.h"
#include "ui/pages/frame/pagestudy.h"
#include "ui/shell/session/workbench.h"
#include "ui/widgets/diffview.h"

#include <QWidget>

#include <optional>

class QLabel;
class QSplitter;

namespace loupe::ui {

class ChoiceBox;
class DetailTabs;
class ElidedLabel;
class JudgementPanel;
class MismatchPanel;
class StatusLabel;

/// Failing candidate next to its reference and an optional third source, with its errors and its
/// review below.
class CandidateView final : public QWidget
{
    Q_OBJECT
public:
    explicit CandidateView(const Workbench &bench, QWidget *parent = nullptr);
    ~CandidateView() override;

    /// Loads an evaluation in the background; the present one stays until then.
    void load(RowId id);
    void clear();
    RowId current() const { return m_current; }
    bool isLoading() const;
    /// Returns the stored annotations of the displayed evaluation.
    const std::vector<Annotation> &events() const { return m_events; }

    DiffView *diff() const { return m_diff; }
    DetailTabs *tabs() const { return m_tabs; }
    MismatchPanel *mismatches() const { return m_mismatches; }
    JudgementPanel *judgement() const { return m_judgement; }
    ChoiceBox *thirdBox() const { return m_third; }
    QSplitter *splitter() const { return m_splitter; }
    QSplitter *lowerSplitter() const { return m_lower; }

signals:
    /// Emitted after loading, with or without success.
    void loaded();

private:
    struct Bundle {
        EvaluationDetail detail;
        std::vector<DialogueRound> conversation;
        std::vector<ResultRow> rounds; ///< other rounds of the same sample
        std::vector<ResultRow> others; ///< other samples of the same task
        std::vector<Annotation> events;
    };
    static Result<Bundle> read(StoreReader &reader, RowId id, const std::stop_token &stop);
    QWidget *makeHead();
    QWidget *makeLower();
    void showBundle(Bundle bundle);
    void showProblem(const QString &message);
    void offerThirds();
    void thirdChosen();
    void showSources(const std::optional<DiffSource> &third);
    void goTo(int line, int column);

    const Workbench m_bench;
    RowId m_current;
    Bundle m_bundle;
    std::vector<Annotation> m_events;
    QLabel *m_task;
    ElidedLabel *m_about;
    ElidedLabel *m_message;
    StatusLabel *m_status;
    ChoiceBox *m_third;
    DiffView *m_diff;
    MismatchPanel *m_mismatches;
    DetailTabs *m_tabs;
    JudgementPanel *m_judgement;
    QSplitter *m_splitter;
    QSplitter *m_lower;
    PageStudy<Bundle> m_reading;
    PageStudy<EvaluationDetail> m_readingThird;
};

} // namespace loupe::ui
