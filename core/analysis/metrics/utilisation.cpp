// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/metrics/utilisation.h"

#include "core/analysis/metrics/roofline.h"

#include <algorithm>

namespace loupe {

namespace {

std::optional<double> partOf(const std::optional<double> &rate, const std::optional<double> &peak)
{
    return rate && peak && *peak > 0 ? std::optional(*rate / *peak) : std::nullopt;
}

void addKnown(const std::optional<double> &value, Figure &figure)
{
    ++figure.total;
    if (!value)
        return;
    ++figure.used;
    figure.value = figure.value.value_or(0) + *value;
}

void divideByUsed(Figure &figure)
{
    if (figure.value)
        figure.value = *figure.value / figure.used;
}

} // namespace

Utilisation utilisation(const WorkRecord &work, double measuredMs)
{
    const RooflinePoint point = rooflinePoint(work, measuredMs);
    Utilisation out;
    out.iou = partOf(point.byteRate, work.bandwidth);
    out.mfu = partOf(point.operationRate, work.peakFlops);
    out.best = std::max(out.iou, out.mfu);
    return out;
}

MeanUtilisation meanUtilisation(std::span<const Utilisation> kernels)
{
    MeanUtilisation out;
    for (const Utilisation &kernel : kernels) {
        addKnown(kernel.iou, out.iou);
        addKnown(kernel.mfu, out.mfu);
        addKnown(kernel.best, out.best);
    }
    divideByUsed(out.iou);
    divideByUsed(out.mfu);
    divideByUsed(out.best);
    return out;
}

} // namespace loupe
