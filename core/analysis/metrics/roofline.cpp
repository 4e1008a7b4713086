// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/metrics/roofline.h"

#include <algorithm>
#include <array>
#include <cstdio>

namespace loupe {

namespace {

std::optional<double> secondsAt(std::optional<double> amount, std::optional<double> rate)
{
    if (!amount || !rate || *rate <= 0)
        return std::nullopt;
    return *amount / *rate;
}

std::string rounded(double value)
{
    std::array<char, 32> text = {};
    std::snprintf(text.data(), text.size(), "%.4g", value);
    return text.data();
}

struct Floor {
    double ms;
    std::string what;
};

/// Returns the highest of the known floors.
Floor floorOf(const WorkRecord &work, std::optional<double> fastestFlops)
{
    Floor highest{0, {}};
    const auto raise = [&](std::optional<double> seconds, const std::string &what) {
        if (seconds && *seconds * 1e3 > highest.ms)
            highest = {*seconds * 1e3, what};
    };
    if (const auto seconds = secondsAt(work.flops, fastestFlops))
        raise(*seconds / savedOperations,
              rounded(*work.flops)
                  + " operations, of which an algorithm may save three in four, at "
                  + rounded(*fastestFlops / 1e12) + " TFLOP/s");
    if (work.compulsoryBytes) {
        const double behindCache = *work.compulsoryBytes - work.cacheBytes.value_or(0);
        // Without the cache's size, the part of the bytes that fits is unknown.
        if (work.cacheBytes && behindCache > 0)
            raise(secondsAt(behindCache, work.bandwidth),
                  rounded(behindCache) + " bytes that no cache holds at "
                      + rounded(work.bandwidth.value_or(0) / 1e9) + " GB/s");
        raise(secondsAt(work.compulsoryBytes, work.cacheBandwidth),
              rounded(*work.compulsoryBytes) + " bytes from the cache at "
                  + rounded(work.cacheBandwidth.value_or(0) / 1e9) + " GB/s");
    }
    return highest;
}

} // namespace

const char *name(RooflineBound bound)
{
    switch (bound) {
    case RooflineBound::Memory:
        return "memory";
    case RooflineBound::Operations:
        return "operations";
    case RooflineBound::Unknown:
        break;
    }
    return "unknown";
}

RooflinePoint rooflinePoint(const WorkRecord &work, double measuredMs)
{
    RooflinePoint out;
    const auto bytes = work.bytes ? work.bytes : work.compulsoryBytes;
    if (work.flops && bytes && *bytes > 0)
        out.intensity = *work.flops / *bytes;
    if (measuredMs > 0) {
        out.operationRate = secondsAt(work.flops, measuredMs / 1e3);
        out.byteRate = secondsAt(bytes, measuredMs / 1e3);
    }
    const auto operations = secondsAt(work.flops, work.peakFlops);
    const auto traffic = secondsAt(bytes, work.bandwidth);
    // Bytes alone are a floor far below the time of a matrix product.
    if (!operations)
        return out;
    out.minMs = std::max(*operations, traffic.value_or(0)) * 1e3;
    if (measuredMs > 0)
        out.fraction = *out.minMs / measuredMs;
    // The bound is known only if both times are.
    if (traffic)
        out.bound = *operations > *traffic ? RooflineBound::Operations : RooflineBound::Memory;
    return out;
}

std::string fasterThanPhysics(const WorkRecord &work, std::optional<double> fastestFlops,
                              double measuredMs, std::optional<double> baselineMs)
{
    const Floor floor = floorOf(work, fastestFlops);
    const double least = floor.ms * physicsTolerance;
    if (floor.ms <= 0 || measuredMs >= least || (baselineMs && *baselineMs < least))
        return {};
    return rounded(measuredMs) + " ms, where " + floor.what + " take " + rounded(floor.ms) + " ms";
}

} // namespace loupe
