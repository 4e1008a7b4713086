// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/frame/chartcontrols.h"

#include "core/analysis/charts/chartbuilder.h"
#include "core/analysis/charts/chartwords.h"
#include "ui/style/theme.h"
#include "ui/text/words.h"
#include "ui/widgets/input/choicebox.h"
#include "ui/widgets/input/handleslider.h"
#include "ui/widgets/layout/foldingrow.h"
#include "ui/widgets/layout/parts.h"

#include <QBoxLayout>
#include <QCheckBox>
#include <QDoubleSpinBox>

#include <array>
#include <cmath>

using namespace Qt::StringLiterals;

namespace loupe::ui {

namespace {

constexpr int nothing = -1; ///< data of the entry "none"

/// Selects the entry with this data, if there is one.
void chooseData(QComboBox *box, int data)
{
    const int place = box->findData(data);
    if (place >= 0)
        box->setCurrentIndex(place);
}

/// Bins per octave by position of the handle, narrowest first.
constexpr std::array binsPerOctave{4, 2, 1};

HandleSlider *makeBins(const Theme &theme)
{
    const auto last = static_cast<int>(binsPerOctave.size()) - 1;
    return new HandleSlider(
        ChartControls::tr("Bins"), {{0, last, 1}},
        [](const std::vector<int> &values) {
            const std::array names{ChartControls::tr("¼ octave"), ChartControls::tr("½ octave"),
                                   ChartControls::tr("1 octave")};
            return names.at(static_cast<std::size_t>(values.front()));
        },
        theme);
}

HandleSlider *makeRange(const Theme &theme)
{
    constexpr int slowest = -6;
    constexpr int fastest = 10;
    const HistogramAxis usual;
    return new HandleSlider(
        ChartControls::tr("Range"), {{slowest, -1, usual.minLog2}, {1, fastest, usual.maxLog2}},
        [](const std::vector<int> &values) {
            return ChartControls::tr("%1 to %2×")
                .arg(toQt(octaveText(values.front())), toQt(octaveText(values.back())));
        },
        theme);
}

} // namespace

ChartControls::ChartControls(const Theme &theme, QWidget *parent)
    : QWidget(parent)
    , m_kind(new ChoiceBox(theme))
    , m_group(new ChoiceBox(theme))
    , m_split(new ChoiceBox(theme))
    , m_mirrored(new QCheckBox(tr("Mirrored")))
    , m_option(new ChoiceBox(theme))
    , m_threshold(new QDoubleSpinBox)
    , m_bins(makeBins(theme))
    , m_range(makeRange(theme))
    , m_soundOnly(new QCheckBox(tr("Only validated tasks")))
    , m_signedOnly(new QCheckBox(tr("Exclude flagged results")))
    , m_groups(static_cast<int>(GroupBy::Category))
    , m_sides(static_cast<int>(GroupBy::Method))
    , m_overlay(nothing)
    , m_columns(static_cast<int>(GroupBy::Method))
{
    addChoices();
    buildLayout(theme);
    const auto follow = [this] {
        if (!m_isFilling)
            emit changed();
    };
    connect(m_kind, &QComboBox::currentIndexChanged, this, [this, follow] {
        followKind();
        follow();
    });
    connect(m_group, &QComboBox::currentIndexChanged, this, [this, follow] {
        if (!m_isFilling)
            (kind() == ChartKind::PairedScatter ? m_sides : m_groups)
                = m_group->currentData().toInt();
        follow();
    });
    connect(m_option, &QComboBox::currentIndexChanged, this, follow);
    connect(m_split, &QComboBox::currentIndexChanged, this, [this, follow] {
        if (m_isFilling)
            return;
        (kind() == ChartKind::HeatMap ? m_columns : m_overlay) = m_split->currentData().toInt();
        m_mirrored->setEnabled(m_split->currentData().toInt() != nothing);
        follow();
    });
    connect(m_threshold, &QDoubleSpinBox::valueChanged, this, follow);
    for (HandleSlider *each : {m_bins, m_range})
        connect(each, &HandleSlider::changed, this, follow);
    for (QCheckBox *each : {m_mirrored, m_soundOnly, m_signedOnly})
        connect(each, &QCheckBox::toggled, this, follow);
    followKind();
}

void ChartControls::buildLayout(const Theme &theme)
{
    const int unit = theme.unit();
    const auto makePart = [unit](std::initializer_list<QWidget *> widgets) {
        auto *part = new QWidget;
        auto *row = makeRow(unit);
        for (QWidget *each : widgets)
            row->addWidget(each);
        part->setLayout(row);
        return part;
    };
    auto *what
        = new FoldingRow(makePart({m_kind, m_group, m_split, m_mirrored, m_option, m_threshold}),
                         makePart({m_bins, m_range}), unit);
    auto *row = makeRow(0);
    row->addWidget(new FoldingRow(what, makePart({m_soundOnly, m_signedOnly}), unit));
    setLayout(row);
}

void ChartControls::addChoices()
{
    for (const ChartKindFacts &each : allChartKinds()) {
        // Rooflines have a page.
        if (!each.needsRounds() && each.kind != ChartKind::Roofline)
            m_kind->addItem(toQt(each.label), static_cast<int>(each.kind));
    }
    m_kind->setAccessibleName(tr("Chart"));
    m_group->setAccessibleName(tr("Group by"));
    m_split->setAccessibleName(tr("Lines by"));
    m_option->setAccessibleName(tr("Option of the chart"));
    m_threshold->setAccessibleName(tr("p of fast_p"));
    m_threshold->setToolTip(tr("The table uses this p; drag the dotted line to change it"));
    m_threshold->setPrefix(u"p = "_s);
    m_threshold->setRange(0.13, 8.0);
    m_threshold->setSingleStep(0.1);
    m_threshold->setValue(1.0);
    for (QCheckBox *each : {m_mirrored, m_soundOnly, m_signedOnly})
        each->setAccessibleName(each->text());
    m_soundOnly->setToolTip(tr("Excludes tasks that an audit found unsound"));
    m_signedOnly->setToolTip(tr("Excludes results with a proof or an unreviewed suspicion; "
                                "otherwise they are drawn hollow"));
    m_signedOnly->setChecked(true);
}

ChartKind ChartControls::kind() const
{
    return static_cast<ChartKind>(m_kind->currentData().toInt());
}

void ChartControls::followKind()
{
    m_isFilling = true;
    fillGroups();
    fillSplits();
    fillOptions();
    m_group->setVisible(facts(kind()).grouping != ChartGrouping::None);
    m_split->setVisible(facts(kind()).grouping == ChartGrouping::Overlaid);
    m_mirrored->setVisible(kind() == ChartKind::SpeedupHistogram);
    m_mirrored->setEnabled(m_split->currentData().toInt() != nothing);
    m_option->setVisible(m_option->count() > 0);
    m_threshold->setVisible(kind() == ChartKind::FastPCurve);
    m_bins->setVisible(kind() == ChartKind::SpeedupHistogram);
    m_range->setVisible(kind() == ChartKind::SpeedupHistogram);
    m_isFilling = false;
}

/// A scatter of pairs compares the values of a property, which two results of a task differ in.
void ChartControls::fillGroups()
{
    const bool isPaired = kind() == ChartKind::PairedScatter;
    m_group->clear();
    const auto add = [this](const QString &text, GroupBy groupBy) {
        m_group->addItem(text, static_cast<int>(groupBy));
    };
    if (!isPaired)
        add(tr("Group: category"), GroupBy::Category);
    add(tr("Group: method"), GroupBy::Method);
    add(tr("Group: round"), GroupBy::Round);
    if (!isPaired) {
        add(tr("Group: level"), GroupBy::Level);
        add(tr("Group: suite"), GroupBy::Suite);
    }
    add(tr("Group: device"), GroupBy::Device);
    add(tr("Group: run"), GroupBy::Run);
    add(tr("Group: baseline"), GroupBy::Baseline);
    add(tr("Group: shape"), GroupBy::Shape);
    if (!isPaired)
        add(tr("No grouping"), GroupBy::All);
    chooseData(m_group, isPaired ? m_sides : m_groups);
}

void ChartControls::fillSplits()
{
    const bool isHeatMap = kind() == ChartKind::HeatMap;
    const auto add = [&](const QString &what, GroupBy groupBy) {
        m_split->addItem((isHeatMap ? tr("Columns: %1") : tr("Lines: %1")).arg(what),
                         static_cast<int>(groupBy));
    };
    m_split->clear();
    if (!isHeatMap)
        m_split->addItem(tr("Lines: none"), nothing);
    add(tr("method"), GroupBy::Method);
    add(tr("run"), GroupBy::Run);
    add(tr("round"), GroupBy::Round);
    add(tr("device"), GroupBy::Device);
    add(tr("precision"), GroupBy::Precision);
    add(tr("baseline"), GroupBy::Baseline);
    add(tr("shape"), GroupBy::Shape);
    chooseData(m_split, isHeatMap ? m_columns : m_overlay);
}

void ChartControls::fillOptions()
{
    m_option->clear();
    const auto add = [this](const QString &text, auto value) {
        m_option->addItem(text, static_cast<int>(value));
    };
    switch (kind()) {
    case ChartKind::FastPCurve:
        add(tr("Speedup > p"), Threshold::Above);
        add(tr("Speedup ≥ p"), Threshold::AtLeast);
        break;
    case ChartKind::HeatMap:
        add(tr("Tasks by group"), TaskOrder::Group);
        add(tr("Cluster similar tasks"), TaskOrder::Likeness);
        break;
    case ChartKind::CostCurve:
        add(tr("Tokens"), CostUnit::Tokens);
        add(tr("Seconds"), CostUnit::Seconds);
        add(tr("Dollars"), CostUnit::Dollars);
        add(tr("Requests"), CostUnit::Requests);
        break;
    default:
        break;
    }
}

ChartRequest ChartControls::request() const
{
    ChartRequest out;
    out.kind = kind();
    out.groupBy = static_cast<GroupBy>(m_group->currentData().toInt());
    const int split = m_split->currentData().toInt();
    if (facts(out.kind).grouping == ChartGrouping::Overlaid && split != nothing)
        out.splitBy = static_cast<GroupBy>(split);
    out.isMirrored = m_mirrored->isChecked() && out.splitBy;
    out.soundTasksOnly = m_soundOnly->isChecked();
    out.withoutWithheld = m_signedOnly->isChecked();
    if (out.kind == ChartKind::SpeedupHistogram)
        out.axis = {m_range->value(0), m_range->value(1),
                    binsPerOctave.at(static_cast<std::size_t>(m_bins->value()))};
    const int option = m_option->currentData().toInt();
    if (out.kind == ChartKind::FastPCurve)
        out.fast = {{m_threshold->value(), static_cast<Threshold>(option)}};
    else if (out.kind == ChartKind::HeatMap)
        out.order = static_cast<TaskOrder>(option);
    else if (out.kind == ChartKind::CostCurve)
        out.cost = static_cast<CostUnit>(option);
    return out;
}

void ChartControls::setKind(ChartKind kind)
{
    chooseData(m_kind, static_cast<int>(kind));
}

void ChartControls::setGroupBy(GroupBy groupBy)
{
    chooseData(m_group, static_cast<int>(groupBy));
}

void ChartControls::setThreshold(double p)
{
    m_threshold->setValue(std::round(p * 100) / 100);
}

} // namespace loupe::ui
