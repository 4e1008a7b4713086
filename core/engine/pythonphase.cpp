// SPDX-License-Identifier: Apache-2.0
#include "core/engine/pythonphase.h"

#include <algorithm>

namespace loupe {

PythonTrial PythonTrial::plan() const
{
    PythonTrial out;
    out.index = index;
    out.caseName = caseName;
    out.drawSeed = drawSeed;
    out.seed = seed;
    out.point = point;
    out.variant = variant;
    out.place = place;
    out.repeatsFirst = repeatsFirst;
    out.randomisesWeights = randomisesWeights;
    return out;
}

PythonPhase PythonPhase::plan() const
{
    PythonPhase out;
    out.style = style;
    out.isStrict = isStrict;
    out.protocol = protocol;
    out.modelSeed = modelSeed;
    out.isGrouped = isGrouped;
    out.isStreamed = isStreamed;
    out.trialBytes = trialBytes;
    out.deviceBytes = deviceBytes;
    return out;
}

const PythonTrial &PythonPhase::largestTrial() const
{
    const auto bytes = [](const PythonTrial &trial) { return trial.given.view().bytes(); };
    return *std::max_element(
        trials.begin(), trials.end(),
        [&](const PythonTrial &a, const PythonTrial &b) { return bytes(a) < bytes(b); });
}

} // namespace loupe
