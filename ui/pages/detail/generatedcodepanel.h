// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/text/linesamples.h"
#include "core/store/read/storereader.h"
#include "ui/widgets/layout/parts.h"

#include <QList>
#include <QMap>
#include <QWidget>

#include <vector>

namespace loupe::ui {

class ChoiceBox;
class CodeView;
class Theme;

/// Texts that compilers generated for a candidate, by kernel and kind, with registers and memory.
/// Lines are linked with those of the candidate's source.
class GeneratedCodePanel final : public QWidget
{
    Q_OBJECT
public:
    explicit GeneratedCodePanel(const Theme &theme, QWidget *parent = nullptr);

    void show(const EvaluationDetail &detail);
    /// Returns false if there is neither a text nor a reason of its absence; emptyText() says why.
    bool hasContent() const { return !m_code.empty(); }
    QString emptyText() const { return m_empty; }
    /// Marks what was generated from a line (1-based) of the candidate's source, and shows the
    /// first of it. Does nothing if that line is marked already.
    void showSourceLine(int line);

    ChoiceBox *kernelBox() const { return m_kernel; }
    ChoiceBox *kindBox() const { return m_kind; }
    CodeView *view() const { return m_text; }
    /// Returns the generated lines (1-based) that are marked.
    QList<int> markedLines() const;
    QString usageText() const { return m_usage->text(); }
    /// Returns the profile's samples beside lines (1-based) of the candidate's source.
    QMap<int, QString> sourceNotes() const { return m_sourceNotes; }

signals:
    /// Emitted when the user chooses a generated line that belongs to a line (1-based) of the
    /// candidate's source.
    void sourceLineChosen(int line);

private:
    void offerKinds();
    void showText();
    void chooseRow(int row);

    std::vector<GeneratedCode> m_code;
    Candidate m_candidate;
    std::vector<std::vector<LineSamples>> m_lineSamples; ///< by text and line
    QMap<int, QString> m_sourceNotes;                    ///< of the samples, by line of the source
    QString m_empty;
    std::vector<int> m_sourceLines; ///< by generated line; 0: none
    int m_line = 0;                 ///< marked line of the source; 0: none
    ChoiceBox *m_kernel;
    ChoiceBox *m_kind;
    ElidedLabel *m_usage;
    CodeView *m_text;
};

} // namespace loupe::ui
