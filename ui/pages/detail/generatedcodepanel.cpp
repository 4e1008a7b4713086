// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/detail/generatedcodepanel.h"

#include "core/analysis/text/linelinks.h"
#include "ui/style/theme.h"
#include "ui/text/words.h"
#include "ui/widgets/input/choicebox.h"
#include "ui/widgets/source/codeview.h"

#include <QBoxLayout>
#include <QSignalBlocker>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace loupe::ui {

namespace {

QString kindTitle(const std::string &kind)
{
    if (kind == "llir")
        return GeneratedCodePanel::tr("LLVM IR");
    return kind.empty() ? GeneratedCodePanel::tr("Notes") : toQt(kind).toUpper();
}

/// Returns why an evaluation has no generated code.
QString reasonOf(const EvaluationDetail &detail)
{
    if (detail.run.origin.starts_with("import"))
        return GeneratedCodePanel::tr("Imported records have no generated code.");
    if (detail.run.environment.deviceKind == "cpu")
        return GeneratedCodePanel::tr(
            "Not recorded: the candidate ran on a processor. PTX, SASS and Triton's texts are of "
            "GPUs.");
    return GeneratedCodePanel::tr(
        "Not recorded: the candidate did not compile, or the version that evaluated it did not "
        "collect generated code.");
}

} // namespace

GeneratedCodePanel::GeneratedCodePanel(const Theme &theme, QWidget *parent)
    : QWidget(parent)
    , m_kernel(new ChoiceBox(theme))
    , m_kind(new ChoiceBox(theme))
    , m_usage(new ElidedLabel)
    , m_text(new CodeView(theme))
{
    const int unit = theme.unit();
    m_kernel->setAccessibleName(tr("Kernel"));
    m_kind->setAccessibleName(tr("Kind of text"));
    for (ChoiceBox *box : {m_kernel, m_kind})
        box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    constexpr int kernelCharacters = 28;
    constexpr int kindCharacters = 8;
    m_kernel->setMinimumContentsLength(kernelCharacters);
    m_kind->setMinimumContentsLength(kindCharacters);
    m_usage->setTextFormat(Qt::PlainText);
    m_usage->setProperty("tone", u"dim"_s);
    m_usage->setAccessibleName(tr("Registers and memory of the kernel"));
    m_text->setAccessibleName(tr("Generated code"));
    m_text->setToolTip(tr("Click a line to see the line of the candidate it belongs to"));
    auto *row = makeRow(unit);
    row->setContentsMargins(unit, unit / 2, unit, unit / 2);
    row->addWidget(m_kernel);
    row->addWidget(m_kind);
    row->addWidget(m_usage, 1);
    auto *column = makeColumn(0, this);
    column->addLayout(row);
    column->addWidget(m_text, 1);
    connect(m_kernel, &QComboBox::currentIndexChanged, this, &GeneratedCodePanel::offerKinds);
    connect(m_kind, &QComboBox::currentIndexChanged, this, &GeneratedCodePanel::showText);
    connect(m_text, &QsciScintilla::cursorPositionChanged, this, &GeneratedCodePanel::chooseRow);
}

void GeneratedCodePanel::show(const EvaluationDetail &detail)
{
    m_code = detail.evaluation.generatedCode;
    m_candidate = detail.evaluation.candidate;
    const std::vector<InstructionSamples> samples = lastSamples(detail.counters);
    m_lineSamples = samplesByGeneratedLine(m_code, samples);
    m_sourceNotes.clear();
    for (const auto &[line, each] :
         samplesBySourceLine(m_code, m_candidate, samples, m_lineSamples))
        m_sourceNotes.insert(line, toQt(samplesText(each)));
    m_empty = m_code.empty() ? reasonOf(detail) : QString();
    m_line = 0;
    const QSignalBlocker quiet(m_kernel);
    m_kernel->clear();
    for (const GeneratedCode &each : m_code) {
        const QString name = toQt(each.kernel);
        if (m_kernel->findData(name) < 0)
            m_kernel->addItem(name.isEmpty() ? tr("All kernels") : name, name);
    }
    m_kernel->setEnabled(m_kernel->count() > 1);
    offerKinds();
}

/// Offers the kinds of the chosen kernel, and those of all kernels together. Keeps the chosen kind.
void GeneratedCodePanel::offerKinds()
{
    const QString wanted = m_kind->currentText();
    const std::string kernel = toCore(m_kernel->currentData().toString());
    const QSignalBlocker quiet(m_kind);
    m_kind->clear();
    for (std::size_t i = 0; i < m_code.size(); ++i) {
        if (m_code[i].kernel == kernel || m_code[i].kernel.empty())
            m_kind->addItem(kindTitle(m_code[i].kind), QVariant::fromValue(i));
    }
    m_kind->setEnabled(m_kind->count() > 1);
    m_kind->setCurrentIndex(std::max(m_kind->findText(wanted), std::min(0, m_kind->count() - 1)));
    showText();
}

void GeneratedCodePanel::showText()
{
    GeneratedCode shown;
    std::vector<LineSamples> samples;
    m_sourceLines.clear();
    if (m_kind->currentIndex() >= 0) {
        const auto index = m_kind->currentData().value<std::size_t>();
        shown = m_code[index];
        samples = m_lineSamples[index];
        m_sourceLines = sourceLinesOf(m_code, index, m_candidate);
    }
    QStringList parts;
    if (const std::string all = samplesText(sumOf(samples)); !all.empty())
        parts.append(tr("samples: %1").arg(toQt(all)));
    if (shown.registers)
        parts.append(tr("%1 registers").arg(countText(*shown.registers)));
    if (shown.localBytes)
        parts.append(tr("%1 bytes local (spills)").arg(countText(*shown.localBytes)));
    if (shown.sharedBytes)
        parts.append(tr("%1 bytes shared").arg(countText(*shown.sharedBytes)));
    if (!shown.note.empty())
        parts.append(toQt(shown.note));
    m_usage->setText(parts.join(u" · "_s));
    m_text->setSource(toQt(shown.text), {});
    QMap<int, QString> notes;
    for (std::size_t i = 0; i < samples.size(); ++i) {
        if (samples[i].samples > 0)
            notes.insert(static_cast<int>(i) + 1, toQt(samplesText(samples[i])));
    }
    m_text->setLineNotes(notes);
    m_text->setInstead(shown.text.empty() ? toQt(shown.note) : QString());
    const int line = m_line;
    m_line = 0;
    showSourceLine(line);
}

QList<int> GeneratedCodePanel::markedLines() const
{
    QList<int> lines;
    for (std::size_t i = 0; m_line > 0 && i < m_sourceLines.size(); ++i) {
        if (m_sourceLines[i] == m_line)
            lines.append(static_cast<int>(i) + 1);
    }
    return lines;
}

void GeneratedCodePanel::showSourceLine(int line)
{
    if (line == m_line)
        return;
    m_line = line;
    const QList<int> lines = markedLines();
    m_text->setLinkedLines(lines);
    if (!lines.isEmpty())
        m_text->goTo(lines.front());
}

void GeneratedCodePanel::chooseRow(int row)
{
    const int line = row >= 0 && row < static_cast<int>(m_sourceLines.size())
        ? m_sourceLines[static_cast<std::size_t>(row)]
        : 0;
    // The caret also moves to lines that were marked here.
    if (line == 0 || line == m_line)
        return;
    m_line = line;
    m_text->setLinkedLines(markedLines());
    emit sourceLineChosen(line);
}

} // namespace loupe::ui
