// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/charts/chartcursor.h"

#include <cmath>
#include <limits>

namespace loupe::ui {

namespace {

bool isHorizontal(CursorStep step)
{
    return step == CursorStep::Left || step == CursorStep::Right;
}

/// Returns true for marks that form a row regardless of their height: bars, boxes and line points.
bool isInRow(const PlacedMark &mark)
{
    return mark.kind == MarkKind::Strip || mark.kind == MarkKind::Bar || mark.kind == MarkKind::Box
        || mark.kind == MarkKind::Point;
}

bool isSameRow(const PlacedMark &a, const PlacedMark &b)
{
    return a.panel == b.panel && a.kind == b.kind
        && ((a.kind != MarkKind::Point && a.kind != MarkKind::Strip) || a.line == b.line);
}

/// Returns the distance to `to` in the step's direction; zero or negative if it lies elsewhere.
double distanceAlong(const PlacedMark &from, const PlacedMark &to, CursorStep step)
{
    const QPointF apart = to.box.center() - from.box.center();
    switch (step) {
    case CursorStep::Left:
        return -apart.x();
    case CursorStep::Right:
        return apart.x();
    case CursorStep::Up:
        return -apart.y();
    case CursorStep::Down:
        return apart.y();
    case CursorStep::First:
    case CursorStep::Last:
        break;
    }
    return 0;
}

double distanceAcross(const PlacedMark &from, const PlacedMark &to, CursorStep step)
{
    const QPointF apart = to.box.center() - from.box.center();
    return std::abs(isHorizontal(step) ? apart.y() : apart.x());
}

/// Returns the mark with the lowest cost; an infinite cost excludes it.
template <typename Cost>
std::optional<std::size_t> cheapest(const std::vector<PlacedMark> &marks, Cost cost)
{
    std::optional<std::size_t> out;
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < marks.size(); ++i) {
        const double each = cost(i);
        if (each < least) {
            least = each;
            out = i;
        }
    }
    return out;
}

} // namespace

std::optional<std::size_t> steppedMark(const std::vector<PlacedMark> &marks,
                                       std::optional<std::size_t> from, CursorStep step)
{
    if (marks.empty())
        return std::nullopt;
    if (!from || *from >= marks.size() || step == CursorStep::First)
        return 0;
    if (step == CursorStep::Last)
        return marks.size() - 1;
    constexpr double never = std::numeric_limits<double>::infinity();
    constexpr double least = 1e-6;
    const PlacedMark &here = marks[*from];
    const bool isAlongRow = isInRow(here) && isHorizontal(step);
    const auto inPanel = cheapest(marks, [&](std::size_t i) {
        const PlacedMark &there = marks[i];
        if (i == *from || there.panel != here.panel)
            return never;
        const double along = distanceAlong(here, there, step);
        const bool isAhead = along > least;
        if (isAlongRow) {
            // Stacked or overlaid bars have the same position, so their order decides.
            if (!isSameRow(here, there))
                return never;
            const bool isStacked
                = std::abs(along) <= least && (step == CursorStep::Right) == (i > *from);
            constexpr double tiny = 1e-9;
            if (isStacked)
                return tiny * std::abs(static_cast<double>(i) - static_cast<double>(*from));
            if (!isAhead)
                return never;
            return along;
        }
        if (isInRow(here) && isSameRow(here, there))
            return never;
        if (!isAhead)
            return never;
        return along + 3 * distanceAcross(here, there, step);
    });
    if (inPanel)
        return inPanel;
    return cheapest(marks, [&](std::size_t i) {
        const PlacedMark &there = marks[i];
        if (there.panel == here.panel)
            return never;
        const double along = distanceAlong(here, there, step);
        return along > least ? along + 3 * distanceAcross(here, there, step) : never;
    });
}

} // namespace loupe::ui
