// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figures/axislabels.h"

#include "ui/text/words.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

namespace loupe::ui {

namespace {

double onScale(const ChartAxis &axis, double value)
{
    // The logarithm of 0 is infinite; the smallest positive number is far enough.
    constexpr double minPositive = std::numeric_limits<double>::min();
    switch (axis.scale) {
    case ChartScale::Log2:
        return std::log2(std::max(value, minPositive));
    case ChartScale::Log10:
        return std::log10(std::max(value, minPositive));
    case ChartScale::Linear:
        break;
    }
    return value;
}

std::vector<AxisLabels::Label> shownTicks(const ChartAxis &axis)
{
    std::vector<AxisLabels::Label> out;
    out.reserve(axis.ticks.size());
    for (const ChartTick &tick : axis.ticks) {
        const double share = axisShare(axis, tick.at);
        constexpr double slack = 1e-6;
        if (share >= -slack && share <= 1 + slack)
            out.push_back({share, lineText(tick.text), false, tick.isKept});
    }
    std::stable_sort(out.begin(), out.end(),
                     [](const auto &a, const auto &b) { return a.share < b.share; });
    return out;
}

/// Keeps every n-th label, with the smallest n for which `fits(n)`; numbers keep the reference's
/// label.
template <typename Fits>
void thin(std::vector<AxisLabels::Label> &labels, const ChartAxis &axis, Fits fits)
{
    std::size_t step = 1;
    while (step < labels.size() && !fits(step))
        ++step;
    if (step == 1)
        return;
    std::size_t first = 0;
    if (axis.reference) {
        const double reference = axisShare(axis, *axis.reference);
        for (std::size_t i = 0; i < labels.size(); ++i) {
            if (std::abs(labels[i].share - reference) < 1e-9)
                first = i % step;
        }
    }
    std::vector<AxisLabels::Label> kept;
    kept.reserve(labels.size() / step + 1);
    for (std::size_t i = first; i < labels.size(); i += step)
        kept.push_back(std::move(labels[i]));
    labels = std::move(kept);
}

bool isNameText(const QString &text)
{
    return std::count_if(text.begin(), text.end(), [](QChar c) { return c.isLetter(); }) > 1;
}

double widest(const std::vector<AxisLabels::Label> &labels, const QFontMetricsF &metrics)
{
    double out = 0.0;
    for (const AxisLabels::Label &label : labels)
        out = std::max(out, metrics.horizontalAdvance(label.text));
    return out;
}

/// Returns the smallest distance between two neighbours.
double minStep(const std::vector<AxisLabels::Label> &labels, double length)
{
    double out = length;
    for (std::size_t i = 1; i < labels.size(); ++i)
        out = std::min(out, (labels[i].share - labels[i - 1].share) * length);
    return out;
}

void elide(std::vector<AxisLabels::Label> &labels, const QFontMetricsF &metrics, double most)
{
    for (AxisLabels::Label &label : labels) {
        if (metrics.horizontalAdvance(label.text) > most)
            label.text = metrics.elidedText(label.text, Qt::ElideRight, most);
    }
}

/// Returns true if every n-th label leaves a gap to the one before it.
bool fitsInLine(const std::vector<AxisLabels::Label> &labels, const QFontMetricsF &metrics,
                double length, double gap, std::size_t step)
{
    for (std::size_t i = step; i < labels.size(); i += step) {
        const double between = (labels[i].share - labels[i - step].share) * length;
        const double half = (metrics.horizontalAdvance(labels[i].text)
                             + metrics.horizontalAdvance(labels[i - step].text))
            / 2;
        if (half + gap > between)
            return false;
    }
    return true;
}

AxisLabels turnedLabels(AxisLabels out, const ChartAxis &axis, const QFontMetricsF &metrics,
                        double length, double most)
{
    constexpr double diagonal = 0.70710678;
    const double line = metrics.height();
    const double step = minStep(out.labels, length);
    // A label turned by 45° needs 1.4 lines along the axis; by 90°, one.
    out.angle = step >= line / diagonal ? 45 : 90;
    const double room = out.angle == 45 ? (most - line * diagonal) / diagonal : most;
    elide(out.labels, metrics, std::max(room, metrics.horizontalAdvance(QChar(0x2026))));
    thin(out.labels, axis,
         [&](std::size_t every) { return step * static_cast<double>(every) >= line; });
    const double longest = widest(out.labels, metrics);
    out.extent = out.angle == 45 ? (longest + line) * diagonal : longest;
    return out;
}

/// Keeps as many names as are at least `apart` from each other. Keeping every n-th would lose a
/// large category between two small ones.
void keepApart(std::vector<AxisLabels::Label> &labels, double apart)
{
    std::optional<double> last;
    std::erase_if(labels, [&](const AxisLabels::Label &label) {
        if (last && label.share - *last < apart)
            return true;
        last = label.share;
        return false;
    });
}

/// Keeps the marked labels, and as many of the others as fit between them.
AxisLabels keptLabels(AxisLabels out, const ChartAxis &axis, const QFontMetricsF &metrics,
                      double length, double gap)
{
    std::vector<AxisLabels::Label> kept;
    std::vector<AxisLabels::Label> others;
    for (AxisLabels::Label &label : out.labels)
        (label.isKept ? kept : others).push_back(std::move(label));
    thin(others, axis,
         [&](std::size_t every) { return fitsInLine(others, metrics, length, gap, every); });
    std::erase_if(others, [&](const AxisLabels::Label &other) {
        return std::ranges::any_of(kept, [&](const AxisLabels::Label &each) {
            const double half
                = (metrics.horizontalAdvance(other.text) + metrics.horizontalAdvance(each.text))
                / 2;
            return std::abs(other.share - each.share) * length < half + gap;
        });
    });
    out.labels = std::move(kept);
    out.labels.insert(out.labels.end(), others.begin(), others.end());
    std::ranges::stable_sort(out.labels, {}, &AxisLabels::Label::share);
    return out;
}

/// Turns each name by 90° and thins the numbers between them.
AxisLabels mixedLabels(AxisLabels out, const ChartAxis &axis, const QFontMetricsF &metrics,
                       double length, double most)
{
    std::vector<AxisLabels::Label> names;
    std::vector<AxisLabels::Label> numbers;
    for (AxisLabels::Label &label : out.labels) {
        label.isTurned = isNameText(label.text);
        (label.isTurned ? names : numbers).push_back(std::move(label));
    }
    elide(names, metrics, most);
    thin(names, axis, [&](std::size_t every) {
        return minStep(names, length) * static_cast<double>(every) >= metrics.height() * 0.9;
    });
    const double gap = metrics.horizontalAdvance(QLatin1Char(' ')) * 1.5;
    thin(numbers, axis,
         [&](std::size_t every) { return fitsInLine(numbers, metrics, length, gap, every); });
    // The first number must not touch the name before it.
    std::erase_if(numbers, [&](const AxisLabels::Label &number) {
        const double half = (metrics.horizontalAdvance(number.text) + metrics.height()) / 2;
        return std::any_of(names.begin(), names.end(), [&](const AxisLabels::Label &name) {
            return std::abs(number.share - name.share) * length < half;
        });
    });
    out.extent = std::max(metrics.height(), widest(names, metrics) + metrics.height() * 0.1);
    out.labels = std::move(names);
    out.labels.insert(out.labels.end(), numbers.begin(), numbers.end());
    return out;
}

} // namespace

double axisShare(const ChartAxis &axis, double value)
{
    const double least = onScale(axis, axis.least);
    const double most = onScale(axis, axis.most);
    if (!(most > least))
        return 0.5;
    return (onScale(axis, value) - least) / (most - least);
}

double axisValue(const ChartAxis &axis, double share)
{
    const double least = onScale(axis, axis.least);
    const double at = least + share * (onScale(axis, axis.most) - least);
    switch (axis.scale) {
    case ChartScale::Log2:
        return std::exp2(at);
    case ChartScale::Log10:
        return std::pow(10.0, at);
    case ChartScale::Linear:
        break;
    }
    return at;
}

bool hasCategories(const ChartAxis &axis)
{
    return axis.scale == ChartScale::Linear
        && std::any_of(axis.ticks.begin(), axis.ticks.end(),
                       [](const ChartTick &tick) { return isNameText(lineText(tick.text)); });
}

bool isSameAxis(const ChartAxis &a, const ChartAxis &b)
{
    const auto sameTick
        = [](const ChartTick &x, const ChartTick &y) { return x.at == y.at && x.text == y.text; };
    return a.scale == b.scale && a.least == b.least && a.most == b.most && a.title == b.title
        && std::equal(a.ticks.begin(), a.ticks.end(), b.ticks.begin(), b.ticks.end(), sameTick);
}

AxisLabels horizontalLabels(const ChartAxis &axis, const QFontMetricsF &metrics, double length,
                            double most)
{
    AxisLabels out;
    out.labels = shownTicks(axis);
    out.extent = metrics.height();
    if (out.labels.empty()) {
        out.extent = 0.0;
        return out;
    }
    const double gap = metrics.horizontalAdvance(QLatin1Char(' ')) * 1.5;
    const auto fits
        = [&](std::size_t step) { return fitsInLine(out.labels, metrics, length, gap, step); };
    if (fits(1))
        return out;
    if (hasCategories(axis))
        return turnedLabels(std::move(out), axis, metrics, length, most);
    if (std::any_of(out.labels.begin(), out.labels.end(),
                    [](const AxisLabels::Label &label) { return isNameText(label.text); }))
        return mixedLabels(std::move(out), axis, metrics, length, most);
    if (std::ranges::any_of(out.labels, &AxisLabels::Label::isKept))
        return keptLabels(std::move(out), axis, metrics, length, gap);
    thin(out.labels, axis, fits);
    return out;
}

AxisLabels verticalLabels(const ChartAxis &axis, const QFontMetricsF &metrics, double length,
                          double most)
{
    AxisLabels out;
    out.labels = shownTicks(axis);
    elide(out.labels, metrics, most);
    const double step = minStep(out.labels, length);
    const double line = metrics.height() * 0.9;
    if (hasCategories(axis))
        keepApart(out.labels, line / length);
    else
        thin(out.labels, axis,
             [&](std::size_t every) { return step * static_cast<double>(every) >= line; });
    out.extent = widest(out.labels, metrics);
    return out;
}

} // namespace loupe::ui
