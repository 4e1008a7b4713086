// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/metrics/shaperows.h"

#include "core/base/counted.h"
#include "core/model/record/protocolname.h"

#include <algorithm>
#include <tuple>

namespace loupe {

namespace {

/// Key of the results that have the same shapes: the protocol names the digest of a run's shapes.
using ShapedTask = std::tuple<Name, Name, Name>;
using ShapesOfTasks = std::map<ShapedTask, std::vector<Name>>;

ShapedTask shapedTask(const MetricRow &row)
{
    return {row.suite, row.task, row.protocol};
}

const std::vector<TimeOfCase> *timesOf(const MetricRow &row, const ShapeTimes &times)
{
    const auto found = times.find(row.id);
    return found == times.end() || found->second.size() < 2 ? nullptr : &found->second;
}

/// Returns the shapes of each task, in the order in which they were timed.
ShapesOfTasks shapesOfTasks(std::span<const MetricRow> rows, const ShapeTimes &times)
{
    ShapesOfTasks out;
    for (const MetricRow &row : rows) {
        const std::vector<TimeOfCase> *cases = timesOf(row, times);
        if (cases == nullptr)
            continue;
        std::vector<Name> &shapes = out[shapedTask(row)];
        for (const TimeOfCase &each : *cases) {
            const Name shape(each.caseName);
            if (std::ranges::find(shapes, shape) == shapes.end())
                shapes.push_back(shape);
        }
    }
    return out;
}

/// Gives the row the times on its shape, and its speedup if that is over the recorded baseline.
void useTimes(const std::vector<TimeOfCase> *cases, MetricRow &row)
{
    const bool hasRecorded = row.speedup && row.joinedReference == -1;
    row.speedup = {};
    row.candidateMs = {};
    row.baselineMs = {};
    if (cases == nullptr)
        return;
    const auto found = std::ranges::find(*cases, row.shape.text(), &TimeOfCase::caseName);
    if (found == cases->end())
        return;
    row.candidateMs = found->candidateMs;
    if (!hasRecorded)
        return;
    row.speedup = found->speedup;
    row.baselineMs = found->baselineMs;
}

} // namespace

bool mayHaveShapes(const MetricRow &row)
{
    return !shapesOf(row.protocol).empty();
}

RowsByShape rowsByShape(std::span<const MetricRow> rows, const ShapeTimes &times)
{
    const ShapesOfTasks known = shapesOfTasks(rows, times);
    RowsByShape out;
    out.results = rows.size();
    out.rows.reserve(rows.size());
    for (const MetricRow &row : rows) {
        const auto shapes = known.find(shapedTask(row));
        if (shapes == known.end()) {
            out.rows.push_back(row);
            out.rows.back().shape = Name(ownShape);
            continue;
        }
        if (row.speedup && row.joinedReference != -1)
            ++out.otherSpeedups;
        for (const Name shape : shapes->second) {
            out.rows.push_back(row);
            out.rows.back().shape = shape;
            useTimes(timesOf(row, times), out.rows.back());
        }
    }
    return out;
}

std::string shapeSentence(const RowsByShape &split)
{
    std::string out = "Split by shape: each pair counts once for each shape of its task, with its "
                      "verdict over all shapes and its speedup on that shape. Pairs of tasks that "
                      "were timed on one shape, or on none, count for the own shape.";
    if (split.otherSpeedups > 0)
        out += " Left out, because their baseline has no times by shape: "
            + counted(split.otherSpeedups, "speedup") + ".";
    return out;
}

} // namespace loupe
