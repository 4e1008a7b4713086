// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/documents/dialoguerounds.h"
#include "core/store/read/storereader.h"
#include "ui/pages/frame/pagestudy.h"
#include "ui/shell/session/workbench.h"

#include <QWidget>

class QLabel;
class QSplitter;

namespace loupe::ui {

class CodeView;
class DetailTabs;
class ElidedLabel;
class RoundStrip;
class StatusLabel;

/// Details of one evaluation: candidate and reference side by side, and the engine's findings.
class DetailPane final : public QWidget
{
    Q_OBJECT
public:
    explicit DetailPane(const Workbench &bench, QWidget *parent = nullptr);
    ~DetailPane() override;

    /// Loads an evaluation in the background; the present one stays until then.
    void load(RowId id);
    void clear();
    bool isLoading() const { return m_reading.isRunning(); }
    RowId current() const { return m_current; }

    RoundStrip *rounds() const { return m_rounds; }
    DetailTabs *tabs() const { return m_tabs; }
    CodeView *candidate() const { return m_candidate; }
    CodeView *reference() const { return m_reference; }
    QSplitter *codeSplitter() const { return m_code; }
    QSplitter *splitter() const { return m_splitter; }
    /// Synchronises the scrolling of both sources.
    void setSynchronised(bool on) { m_isSynchronised = on; }
    bool isSynchronised() const { return m_isSynchronised; }

signals:
    void roundRequested(loupe::RowId id);
    void closeRequested();
    void loaded();

private:
    struct Bundle {
        EvaluationDetail detail;
        std::vector<DialogueRound> conversation;
        std::vector<ResultRow> rounds;
    };
    static Result<Bundle> read(StoreReader &reader, RowId id);
    QWidget *makeCode(CodeView *view, QLabel *title, ElidedLabel *note);
    QWidget *makeHead();
    void showBundle(const Bundle &bundle);
    void showProblem(const QString &message);

    const Workbench m_bench;
    RowId m_current;
    bool m_isSynchronised = true;
    StatusLabel *m_status;
    QLabel *m_task;
    ElidedLabel *m_about;
    ElidedLabel *m_message;
    RoundStrip *m_rounds;
    CodeView *m_candidate;
    CodeView *m_reference;
    QLabel *m_candidateTitle;
    QLabel *m_referenceTitle;
    ElidedLabel *m_candidateNote;
    ElidedLabel *m_referenceNote;
    DetailTabs *m_tabs;
    QSplitter *m_code;
    QSplitter *m_splitter;
    PageStudy<Bundle> m_reading;
};

} // namespace loupe::ui
