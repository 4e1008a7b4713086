// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/record/sourcefiles.h"
#include "core/model/verdict/diagnostic.h"
#include "core/report/documents/dialoguerounds.h"
#include "core/store/read/storereader.h"

#include <QStandardItemModel>
#include <QString>
#include <QTabWidget>

#include <optional>
#include <vector>

class QLabel;
class QPlainTextEdit;
class QStackedWidget;

namespace loupe::ui {

class CodeView;
class ConversationPanel;
class GeneratedCodePanel;
class MismatchPanel;
class ResultTable;
class Theme;

/// Engine's results for one evaluation: mismatches, problems, log, trials, timing, device activity,
/// generated code, integrity findings, imported record, the conversation, and the origin of its
/// numbers. A tab without content is disabled, and its tooltip says why.
class DetailTabs final : public QTabWidget
{
    Q_OBJECT
public:
    enum Tab {
        MismatchTab,
        DiagnosticsTab,
        LogTab,
        TrialsTab,
        TimingTab,
        DeviceTab,
        CodeTab,
        FindingsTab,
        RecordTab,
        ConversationTab,
        OriginTab
    };

    explicit DetailTabs(const Theme &theme, QWidget *parent = nullptr);

    /// `conversation`: rounds of the candidate's dialogue; empty if none was recorded.
    void show(const EvaluationDetail &detail, std::vector<DialogueRound> conversation);
    void clear() { show(EvaluationDetail{}, {}); }
    /// Shows the tab with the results of compute-sanitizer, or with hardware counters.
    void showProfile(bool isSanitized);
    /// Goes to the next (+1) or previous (-1) diagnostic.
    void walkProblems(int step);

    /// Returns the messages of compilers and run time, then what compute-sanitizer found.
    const std::vector<Diagnostic> &problems() const { return m_problems; }
    QAbstractItemModel *diagnostics() const { return m_diagnostics.model; }
    QAbstractItemModel *trials() const { return m_trials.model; }
    QAbstractItemModel *device() const { return m_device.model; }
    ConversationPanel *conversation() const { return m_conversation; }
    GeneratedCodePanel *generatedCode() const { return m_generatedCode; }
    MismatchPanel *mismatches() const { return m_mismatches; }
    ResultTable *diagnosticsTable() const { return m_diagnostics.table; }

signals:
    void placeRequested(int line, int column);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    /// Table that shows a sentence while it is empty.
    struct Sheet {
        QStandardItemModel *model = nullptr;
        ResultTable *table = nullptr;
        QLabel *empty = nullptr;
        QStackedWidget *stack = nullptr;
    };
    Sheet makeSheet(const QString &name, const QStringList &headers,
                    const std::vector<int> &characters);
    /// Shows the rows of a sheet in `tab`, or disables the tab and says why it is empty.
    void settle(Tab tab, const Sheet &sheet, const QString &whenEmpty);
    /// Enables a tab with content, where `about` is its tooltip; else `about` says why it is empty.
    void setContent(Tab tab, bool hasContent, const QString &about);
    Tab explaining(Outcome outcome) const;
    void showMismatches(const Evaluation &evaluation);
    void showDiagnostics(const EvaluationDetail &detail);
    void showLog(const Evaluation &evaluation);
    void showTrials(const Evaluation &evaluation);
    void showTiming(const Evaluation &evaluation);
    void showDevice(const EvaluationDetail &detail);
    void showGeneratedCode(const EvaluationDetail &detail);
    void showFindings(const Evaluation &evaluation);
    void showRecord(const Evaluation &evaluation);
    void goTo(int row);

    const Theme &m_theme;
    std::vector<Diagnostic> m_problems;
    Sheet m_diagnostics;
    Sheet m_trials;
    Sheet m_timing;
    Sheet m_device;
    Sheet m_findings;
    QLabel *m_timingNote;
    QPlainTextEdit *m_log;
    QPlainTextEdit *m_origin;
    QString m_fileName;              ///< name of the candidate's file in logs
    std::vector<SourceFile> m_files; ///< empty for a candidate of one file
    CodeView *m_record;
    ConversationPanel *m_conversation;
    GeneratedCodePanel *m_generatedCode;
    MismatchPanel *m_mismatches;
};

struct LogPlace {
    int line = 0;   ///< 1-based
    int column = 0; ///< 1-based; 0: unknown
};

/// Finds a position in the candidate in a line of a log: "candidate.cpp:3:7", "candidate.cu(3)",
/// "File "/x/candidate.py", line 3". `fileName` is another name of the candidate's file; other
/// files are ignored.
std::optional<LogPlace> placeInLog(const QString &logLine, const QString &fileName);
/// Finds a position in one of the files of a candidate, as a line of their joined text.
std::optional<LogPlace> placeInLog(const QString &logLine, const std::vector<SourceFile> &files);

/// Returns `json` with line breaks and indentation. All tokens stay unchanged, so that a record is
/// shown verbatim.
QString indentedJson(const QString &json);

} // namespace loupe::ui
