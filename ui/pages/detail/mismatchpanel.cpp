// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/detail/mismatchpanel.h"

#include "ui/style/theme.h"
#include "ui/text/words.h"
#include "ui/widgets/charts/errorhistogram.h"
#include "ui/widgets/charts/mismatchview.h"
#include "ui/widgets/input/choicebox.h"
#include "ui/widgets/layout/parts.h"

#include <QBoxLayout>
#include <QGridLayout>
#include <QScrollArea>
#include <QStackedWidget>

using namespace Qt::StringLiterals;

namespace loupe::ui {

namespace {

QString shapeText(const std::vector<std::int64_t> &shape)
{
    QStringList parts;
    for (const std::int64_t each : shape)
        parts.append(countText(each));
    return parts.isEmpty() ? MismatchPanel::tr("one value") : parts.join(u" × "_s);
}

QString placeText(const std::vector<std::int64_t> &index)
{
    QStringList parts;
    for (const std::int64_t each : index)
        parts.append(QString::number(each));
    return u'[' + parts.join(u", "_s) + u']';
}

QLabel *makeText()
{
    auto *label = new QLabel;
    label->setWordWrap(true);
    label->setTextFormat(Qt::PlainText); // Names of outputs come from files.
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    return label;
}

} // namespace

MismatchPanel::MismatchPanel(const Theme &theme, QWidget *parent)
    : QFrame(parent)
    , m_theme(theme)
    , m_about(new ElidedLabel)
    , m_trial(new ChoiceBox(theme))
    , m_tile(new ChoiceBox(theme))
    , m_view(new MismatchView(theme))
    , m_errors(new ErrorHistogram(theme))
    , m_cell(new ElidedLabel)
    , m_error(new ElidedLabel)
    , m_pattern(makeText())
    , m_numbers(makeText())
    , m_empty(makeDim())
    , m_stack(new QStackedWidget)
    , m_picture(new QStackedWidget)
{
    const int unit = theme.unit();
    setProperty("look", u"panel"_s);
    m_trial->setAccessibleName(tr("Trial and output"));
    m_trial->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_trial->setMinimumContentsLength(8);
    m_tile->setAccessibleName(tr("Size of the tiles on the map"));
    m_tile->addItem(tr("tile size: none"), 0);
    for (const int size : {8, 16, 32, 64, 128, 256})
        m_tile->addItem(tr("tiles of %1").arg(size), size);
    m_about->setTextFormat(Qt::PlainText);
    m_about->setProperty("tone", u"dim"_s);
    // A long seed is elided; the tooltip shows all of it.
    m_about->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    m_pattern->setAccessibleName(tr("Pattern of the mismatches"));
    m_numbers->setAccessibleName(tr("How far the output differs"));
    m_numbers->setProperty("tone", u"dim"_s);
    m_empty->setAlignment(Qt::AlignCenter);
    m_empty->setWordWrap(true);
    auto *noMap = makeDim(tr("No map of the mismatches was recorded with this output."));
    noMap->setAlignment(Qt::AlignCenter);
    noMap->setWordWrap(true);
    for (ElidedLabel *caption : {m_cell, m_error}) {
        caption->setFont(theme.captionFont());
        caption->setProperty("tone", u"dim"_s);
        caption->setTextFormat(Qt::PlainText);
    }
    m_error->setAccessibleName(tr("Mismatches by size of the error"));
    m_picture->addWidget(m_view);
    m_picture->addWidget(noMap);

    auto *content = new QWidget;
    auto *row = makeRow(unit, content);
    row->setContentsMargins(unit, unit / 2, unit, unit / 2);
    auto *pictures = new QGridLayout;
    pictures->setHorizontalSpacing(unit);
    pictures->setVerticalSpacing(0);
    pictures->addWidget(m_picture, 0, 0);
    pictures->addWidget(m_errors, 0, 1);
    pictures->addWidget(m_cell, 1, 0);
    pictures->addWidget(m_error, 1, 1);
    pictures->setColumnStretch(0, 5);
    pictures->setColumnStretch(1, 4);
    pictures->setRowStretch(0, 1);
    row->addLayout(pictures, 3);
    row->addWidget(makeWords(), 2);
    m_stack->addWidget(content);
    m_stack->addWidget(m_empty);
    auto *all = new QVBoxLayout(this);
    all->setContentsMargins(1, 1, 1, 1);
    all->addWidget(m_stack);
    connect(m_trial, &QComboBox::currentIndexChanged, this, &MismatchPanel::showEntry);
    connect(m_tile, &QComboBox::currentIndexChanged, this,
            [this] { m_view->setTile(m_tile->currentData().toInt()); });
    connect(m_view, &MismatchView::cellChanged, this, &MismatchPanel::sayCell);
    connect(m_errors, &ErrorHistogram::currentChanged, this, &MismatchPanel::sayError);
    show(Evaluation{});
}

QWidget *MismatchPanel::makeWords()
{
    const int unit = m_theme.unit();
    auto *words = new QWidget;
    auto *column = makeColumn(unit / 2, words);
    auto *boxes = makeRow(unit);
    boxes->addWidget(m_trial, 1);
    boxes->addWidget(m_tile);
    column->addLayout(boxes);
    column->addWidget(m_about);
    column->addWidget(m_pattern);
    column->addWidget(m_numbers);
    column->addStretch(1);
    auto *scroll = new QScrollArea;
    scroll->setAccessibleName(tr("Pattern and size of the mismatches"));
    scroll->setWidget(words);
    words->setAutoFillBackground(false); // setWidget() enabled it.
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->viewport()->setAutoFillBackground(false);
    return scroll;
}

void MismatchPanel::show(const Evaluation &evaluation)
{
    m_entries.clear();
    const QSignalBlocker quiet(m_trial);
    m_trial->clear();
    int worst = 0;
    for (const Trial &trial : evaluation.trials) {
        for (const OutputComparison &output : trial.outputs) {
            if (output.mismatched == 0)
                continue;
            Entry entry{trial, output};
            entry.trial.outputs.clear();
            const bool isFirstWithMap = output.map.rows > 0
                && (m_entries.empty()
                    || m_entries[static_cast<std::size_t>(worst)].output.map.rows == 0);
            if (isFirstWithMap)
                worst = static_cast<int>(m_entries.size());
            m_trial->addItem(tr("trial %1 · %2 · %3")
                                 .arg(trial.index + 1)
                                 .arg(toQt(trial.caseName), toQt(output.output)));
            m_entries.push_back(std::move(entry));
        }
    }
    m_empty->setText(
        evaluation.trials.empty()
            ? tr("No check was run: the candidate failed earlier, or the imported record has none.")
            : tr("No output of any trial differs."));
    m_stack->setCurrentIndex(m_entries.empty() ? 1 : 0);
    if (m_entries.empty()) {
        m_pattern->clear();
        m_numbers->clear();
        return;
    }
    m_trial->setCurrentIndex(worst);
    showEntry(worst);
}

void MismatchPanel::showEntry(int index)
{
    if (index < 0 || static_cast<std::size_t>(index) >= m_entries.size())
        return;
    const Entry &entry = m_entries[static_cast<std::size_t>(index)];
    const OutputComparison &output = entry.output;
    QString about = tr("%1 %2").arg(toQt(output.output), shapeText(output.shape));
    if (!output.dtype.empty())
        about += u" · "_s + toQt(output.dtype);
    about += u" · "_s
        + (entry.trial.seed.empty() ? tr("seed hidden")
                                    : tr("seed %1").arg(toQt(entry.trial.seed)));
    m_about->setText(about);
    m_view->setMap(output.map, output.shape);
    m_picture->setCurrentIndex(output.map.rows > 0 ? 0 : 1);
    m_tile->setEnabled(output.map.rows > 0);
    m_errors->setCounts(output.errorCounts, output.relativeTolerance);
    if (!output.pattern.empty())
        m_pattern->setText(capitalized(toQt(output.pattern)) + u'.');
    else if (output.mismatched == output.elements)
        m_pattern->setText(tr("Every element differs."));
    else
        m_pattern->setText(tr("No pattern found (not a tail, a period or whole rows)."));
    QStringList numbers{
        tr("%1 of %2 differ (%3), by at most %4 absolute, %5 relative; mean %6 absolute.")
            .arg(countText(output.mismatched), countText(output.elements),
                 shareText(output.elements > 0 ? static_cast<double>(output.mismatched)
                                   / static_cast<double>(output.elements)
                                               : 0.0),
                 valueText(output.maxAbsoluteError), valueText(output.maxRelativeError),
                 valueText(output.meanAbsoluteError))};
    if (!output.worstIndex.empty())
        numbers.append(tr("Worst at %1: expected %2, got %3.")
                           .arg(placeText(output.worstIndex), valueText(output.worstExpected),
                                valueText(output.worstActual)));
    if (output.unwritten > 0)
        numbers.append(tr("%1 were never written.").arg(countText(output.unwritten)));
    if (output.notANumber > 0)
        numbers.append(tr("%1 are NaN or infinite where a number was expected.")
                           .arg(countText(output.notANumber)));
    m_numbers->setText(numbers.join(u' '));
    sayCell();
    sayError();
}

void MismatchPanel::sayError()
{
    m_error->setVisible(!m_errors->isEmpty());
    m_error->setText(tr("Relative error; %1").arg(m_errors->text()));
}

void MismatchPanel::sayCell()
{
    const QString cell = m_view->cellText();
    m_cell->setVisible(!m_view->isEmpty());
    m_cell->setText(
        cell.isEmpty() ? tr(
            "Hover a cell or use the arrow keys for its value; zoom with the wheel or + and −.")
                       : cell);
}

} // namespace loupe::ui
