// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/figuredialog.h"

#include "core/analysis/charts/chartbuilder.h"
#include "core/analysis/rows/grouping.h"
#include "core/report/figures/figurespec.h"
#include "ui/figures/figurepreview.h"
#include "ui/style/theme.h"
#include "ui/text/words.h"
#include "ui/widgets/input/choicebox.h"
#include "ui/widgets/input/formlabel.h"
#include "ui/widgets/layout/parts.h"

#include <QBoxLayout>
#include <QCheckBox>
#include <QDoubleSpinBox>
#include <QFontDatabase>
#include <QFormLayout>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QSignalBlocker>
#include <QSpinBox>

#include <utility>

using namespace Qt::StringLiterals;

namespace loupe::ui {

namespace {

constexpr int noGrouping = -1;

QDoubleSpinBox *makeNumber(const QString &name, const QString &unit, double least, double most)
{
    auto *box = new QDoubleSpinBox;
    box->setAccessibleName(name);
    box->setRange(least, most);
    box->setDecimals(2);
    box->setSingleStep(0.25);
    box->setSuffix(u" "_s + unit);
    return box;
}

QSpinBox *makeCount(const QString &name, int least, int most, const QString &usual)
{
    auto *box = new QSpinBox;
    box->setAccessibleName(name);
    box->setRange(least, most);
    box->setSpecialValueText(usual);
    return box;
}

QLineEdit *makeNamedLine(const QString &name, const QString &hint)
{
    auto *line = new QLineEdit;
    line->setAccessibleName(name);
    line->setPlaceholderText(hint);
    return line;
}

void chooseEntry(QComboBox *box, const QVariant &data)
{
    box->setCurrentIndex(std::max(0, box->findData(data)));
}

} // namespace

FigureDialog::FigureDialog(const Theme &theme, std::shared_ptr<ReaderPool> pool, QWidget *parent)
    : QDialog(parent)
    , m_theme(theme)
    , m_pool(std::move(pool))
    , m_name(makeNamedLine(tr("Name"), tr("also of its files")))
    , m_title(makeNamedLine(tr("Title"), tr("chart title")))
    , m_filter(makeNamedLine(tr("Filter"), tr("all results; syntax as in the filter line")))
    , m_caption(makeNamedLine(tr("Caption"), QString()))
    , m_kind(new ChoiceBox(theme))
    , m_group(makeGroupings(tr("Group by"), false))
    , m_split(makeGroupings(tr("Split by"), true))
    , m_preset(new ChoiceBox(theme))
    , m_palette(new ChoiceBox(theme))
    , m_vision(new ChoiceBox(theme))
    , m_width(makeNumber(tr("Width"), tr("in"), 0.5, 60))
    , m_height(makeNumber(tr("Height"), tr("in"), 0.5, 60))
    , m_points(makeNumber(tr("Font size"), tr("pt"), 4, 96))
    , m_font(new ChoiceBox(theme))
    , m_columns(makeCount(tr("Columns"), 0, 12, tr("automatic")))
    , m_panels(makeCount(tr("Panels"), 0, 999, tr("automatic")))
    , m_page(makeCount(tr("Page"), 1, 999, QString()))
    , m_letters(new QCheckBox(tr("Panel &letters")))
    , m_showTitle(new QCheckBox(tr("Tit&le in the picture")))
    , m_notes(new QCheckBox(tr("Show n (&denominators)")))
    , m_sound(new QCheckBox(tr("Only &validated tasks")))
    , m_save(makeButton(tr("&Save")))
    , m_problem(makeDim())
    , m_room(makeDim())
    , m_preview(new FigurePreview(theme))
{
    setWindowTitle(tr("Figure"));
    m_kind->setAccessibleName(tr("Chart"));
    for (const ChartKindFacts &kind : allChartKinds())
        m_kind->addItem(toQt(kind.label), static_cast<int>(kind.kind));
    m_preset->setAccessibleName(tr("Size"));
    for (const FigureSize &size : figureSizes())
        m_preset->addItem(toQt(size.label), toQt(size.id));
    m_preset->addItem(tr("Custom size"), QString());
    m_palette->setAccessibleName(tr("Palette"));
    m_palette->addItem(tr("Colour-blind safe"), static_cast<int>(FigurePalette::ColorBlindSafe));
    m_palette->addItem(tr("Grey"), static_cast<int>(FigurePalette::Grey));
    m_font->setAccessibleName(tr("Font"));
    m_font->addItem(tr("DejaVu Sans (built in)"), QString());
    for (const QString &family : QFontDatabase::families()) {
        if (QFontDatabase::isSmoothlyScalable(family))
            m_font->addItem(family, family);
    }
    m_vision->setAccessibleName(tr("Preview as seen by"));
    m_vision->addItem(tr("Preview: normal vision"), static_cast<int>(ColorVision::Full));
    m_vision->addItem(tr("Deuteranopia"), static_cast<int>(ColorVision::Deuteranopia));
    m_vision->addItem(tr("Protanopia"), static_cast<int>(ColorVision::Protanopia));
    m_vision->addItem(tr("Tritanopia"), static_cast<int>(ColorVision::Tritanopia));
    m_vision->addItem(tr("Printed in grey"), static_cast<int>(ColorVision::Grey));
    buildLayout();
    m_later.setSingleShot(true);
    m_later.setInterval(150);
    connect(&m_later, &QTimer::timeout, this, &FigureDialog::drawPreview);
    for (QLineEdit *line : {m_name, m_title, m_filter, m_caption})
        connect(line, &QLineEdit::textChanged, this, &FigureDialog::changed);
    for (QComboBox *box : {m_kind, m_group, m_split, m_palette, m_font})
        connect(box, &QComboBox::currentIndexChanged, this, &FigureDialog::changed);
    for (QDoubleSpinBox *box : {m_width, m_height, m_points})
        connect(box, &QDoubleSpinBox::valueChanged, this, &FigureDialog::changed);
    for (QSpinBox *box : {m_columns, m_panels, m_page})
        connect(box, &QSpinBox::valueChanged, this, &FigureDialog::changed);
    for (QCheckBox *box : {m_letters, m_showTitle, m_notes, m_sound})
        connect(box, &QCheckBox::toggled, this, &FigureDialog::changed);
    connect(m_preset, &QComboBox::currentIndexChanged, this, &FigureDialog::presetChosen);
    connect(m_vision, &QComboBox::currentIndexChanged, this, [this] {
        m_preview->setVision(static_cast<ColorVision>(m_vision->currentData().toInt()));
    });
    setSpec({});
}

ChoiceBox *FigureDialog::makeGroupings(const QString &name, bool withNone)
{
    auto *box = new ChoiceBox(m_theme);
    box->setAccessibleName(name);
    if (withNone)
        box->addItem(tr("not split"), noGrouping);
    for (const std::string &each : groupingNames())
        box->addItem(toQt(each), static_cast<int>(*groupByFromName(each)));
    return box;
}

void FigureDialog::buildLayout()
{
    const int unit = m_theme.unit();
    auto *form = new QFormLayout;
    form->setSpacing(unit);
    form->addRow(tr("&Name"), m_name);
    form->addRow(tr("&Title"), m_title);
    form->addRow(tr("&Filter"), m_filter);
    form->addRow(tr("&Chart"), m_kind);
    form->addRow(tr("&Group by"), m_group);
    form->addRow(tr("Split &by"), m_split);
    form->addRow(tr("Si&ze"), m_preset);
    form->addRow(tr("&Width"), m_width);
    form->addRow(tr("&Height"), m_height);
    form->addRow(tr("Font famil&y"), m_font);
    form->addRow(tr("Font s&ize"), m_points);
    form->addRow(tr("Col&umns"), m_columns);
    auto *panels = makeRow(unit);
    panels->addWidget(m_panels, 1);
    panels->addWidget(makeDim(tr("page")));
    panels->addWidget(m_page);
    form->addRow(makeFormLabel(m_theme, tr("Pan&els"), m_panels), panels);
    form->addRow(tr("&Palette"), m_palette);
    form->addRow(tr("C&aption"), m_caption);
    auto *left = makeColumn(unit);
    left->addLayout(form);
    for (QCheckBox *box : {m_letters, m_showTitle, m_notes, m_sound}) {
        box->setAccessibleName(box->text().remove(u'&'));
        left->addWidget(box);
    }
    m_caption->setToolTip(tr("{title}, {definition}, {n} and {filter} are replaced"));
    left->addStretch(1);
    m_preview->setMinimumSize(40 * unit, 24 * unit);
    auto *above = makeRow(unit);
    above->addWidget(makeHeading(m_theme, tr("Preview")));
    above->addStretch(1);
    above->addWidget(m_vision);
    m_problem->setWordWrap(true);
    auto *right = makeColumn(unit);
    right->addLayout(above);
    right->addWidget(makePanelAround(m_preview), 1);
    right->addWidget(m_problem);
    m_room->setWordWrap(true);
    m_room->setAccessibleName(tr("Panels that fit the size"));
    m_offerRow = makeRow(unit);
    m_offerRow->addWidget(m_room, 1);
    right->addLayout(m_offerRow);
    auto *both = new QWidget;
    auto *columns = makeRow(2 * unit, both);
    columns->addLayout(left);
    columns->addLayout(right, 1);
    auto *cancel = makeButton(tr("Cancel"));
    m_save->setDefault(true);
    auto *buttons = makeRow(unit);
    buttons->addStretch(1);
    buttons->addWidget(cancel);
    buttons->addWidget(m_save);
    auto *all = makeColumn(unit, this, 2 * unit);
    all->addWidget(makeScrolled(both), 1); // with large text, only the buttons always fit
    all->addLayout(buttons);
    resize(sizeHint().expandedTo({140 * unit, 84 * unit}));
    connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
    connect(m_save, &QPushButton::clicked, this, &QDialog::accept);
}

void FigureDialog::setSpec(const FigureSpec &spec)
{
    m_isFilling = true;
    m_spec = spec;
    m_name->setText(exactQt(spec.name));
    m_title->setText(exactQt(spec.title));
    m_filter->setText(exactQt(spec.filter));
    m_caption->setText(exactQt(spec.caption));
    chooseEntry(m_kind, static_cast<int>(spec.chart.kind));
    chooseEntry(m_group, static_cast<int>(spec.chart.groupBy));
    chooseEntry(m_split, spec.chart.splitBy ? static_cast<int>(*spec.chart.splitBy) : noGrouping);
    chooseEntry(m_preset, toQt(spec.preset));
    chooseEntry(m_palette, static_cast<int>(spec.palette));
    m_width->setValue(spec.widthInches);
    m_height->setValue(spec.heightInches);
    m_points->setValue(spec.fontPoints);
    chooseFont(spec.fontFamily);
    m_columns->setValue(spec.columns);
    m_panels->setValue(spec.panels);
    m_page->setValue(spec.page);
    m_letters->setChecked(spec.hasLetters);
    m_showTitle->setChecked(spec.hasTitle);
    m_notes->setChecked(spec.hasNotes);
    m_sound->setChecked(spec.chart.soundTasksOnly);
    m_isFilling = false;
    changed();
}

void FigureDialog::chooseFont(const std::string &family)
{
    const QString name = toQt(family);
    if (m_font->findData(name) < 0) // A font missing on this machine is kept and marked as missing.
        m_font->addItem(tr("%1 (not installed here)").arg(name), name);
    chooseEntry(m_font, name);
}

FigureSpec FigureDialog::spec() const
{
    FigureSpec out = m_spec;
    out.name = toCore(m_name->text().trimmed());
    out.title = toCore(m_title->text());
    out.filter = toCore(m_filter->text());
    out.caption = toCore(m_caption->text());
    out.chart.kind = static_cast<ChartKind>(m_kind->currentData().toInt());
    out.chart.groupBy = static_cast<GroupBy>(m_group->currentData().toInt());
    const int split = m_split->currentData().toInt();
    out.chart.splitBy
        = split == noGrouping ? std::nullopt : std::optional(static_cast<GroupBy>(split));
    out.chart.soundTasksOnly = m_sound->isChecked();
    out.preset = toCore(m_preset->currentData().toString());
    out.palette = static_cast<FigurePalette>(m_palette->currentData().toInt());
    out.widthInches = m_width->value();
    out.heightInches = m_height->value();
    out.fontPoints = m_points->value();
    out.fontFamily = toCore(m_font->currentData().toString());
    out.columns = m_columns->value();
    out.panels = m_panels->value();
    out.page = m_page->value();
    out.hasLetters = m_letters->isChecked();
    out.hasTitle = m_showTitle->isChecked();
    out.hasNotes = m_notes->isChecked();
    return out;
}

void FigureDialog::presetChosen()
{
    const FigureSize *size = figureSize(toCore(m_preset->currentData().toString()));
    if (m_isFilling || size == nullptr)
        return;
    m_width->setValue(size->widthInches);
    m_height->setValue(size->heightInches);
    m_points->setValue(size->fontPoints);
    changed();
}

void FigureDialog::changed()
{
    if (m_isFilling)
        return;
    m_save->setEnabled(false); // until the spec is valid
    m_later.start();
}

void FigureDialog::drawPreview()
{
    // The spec is checked by the same parser as a file.
    const auto checked = parseFigureSpec(text(spec()), "figure");
    if (!checked) {
        m_problem->setText(errorText(checked.error()));
        return;
    }
    const QString name = toQt(checked->name);
    const bool isTaken = m_taken.contains(name, Qt::CaseInsensitive);
    m_problem->setText(
        isTaken ? tr("The store has a figure “%1” already: saving replaces it.").arg(name)
                : QString());
    m_save->setText(isTaken ? tr("Re&place") : tr("&Save"));
    m_save->setEnabled(true);
    if (!m_pool)
        return;
    m_job.start(
        [pool = m_pool, spec = *checked](const std::stop_token &stop) {
            return pool->with([&](StoreReader &reader) { return draw(reader, spec, stop); });
        },
        [this](const Result<Drawn> &drawn) { showDrawn(drawn); });
}

Result<FigureDialog::Drawn> FigureDialog::draw(StoreReader &reader, const FigureSpec &spec,
                                               const std::stop_token &stop)
{
    const auto chart = figureChart(reader, spec, stop);
    if (!chart)
        return chart.error();
    return Drawn{figureOf(*chart, spec), figureFit(*chart, spec), chart->title};
}

void FigureDialog::showDrawn(const Result<Drawn> &drawn)
{
    // The chart's title is the default until the user enters one.
    m_title->setPlaceholderText(drawn ? toQt(drawn->title) : tr("as the chart is called"));
    showOffers(drawn ? drawn->fit : FigureFit());
    if (!drawn) {
        m_preview->say(errorText(drawn.error()));
    } else if (drawn->figure) {
        m_preview->showFigure(*drawn->figure);
    } else {
        m_preview->say(errorText(drawn->figure.error()));
        m_save->setEnabled(drawn->fit.problem.empty());
    }
}

void FigureDialog::showOffers(const FigureFit &fit)
{
    for (QPushButton *button : std::exchange(m_offers, {}))
        button->deleteLater();
    QString said = toQt(fit.problem);
    if (said.isEmpty() && fit.pages > 1)
        said = tr("%1 of %2 panels fit this size; the others are on %3")
                   .arg(fit.shown)
                   .arg(fit.panels)
                   .arg(counted(fit.pages - 1, tr("1 further page"), tr("%1 further pages")));
    m_room->setText(said);
    for (const FigureOffer &offer : fit.offers) {
        QPushButton *button = makeButton(tr("Use %1").arg(toQt(offer.text)));
        connect(button, &QPushButton::clicked, this, [this, spec = offer.spec] { setSpec(spec); });
        m_offerRow->addWidget(button);
        m_offers.append(button);
    }
}

} // namespace loupe::ui
