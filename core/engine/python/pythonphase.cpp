// SPDX-License-Identifier: Apache-2.0
#include "core/engine/python/pythonphase.h"

#include <algorithm>

namespace loupe {

namespace {

bool isSmaller(const PythonTrial &a, const PythonTrial &b)
{
    return a.given.view().bytes() < b.given.view().bytes();
}

std::vector<DType> typesOf(const PythonTrial &trial)
{
    std::vector<DType> out;
    for (const TensorSpec &spec : trial.given.view().specs())
        out.push_back(spec.dtype);
    return out;
}

} // namespace

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
    out.redrawsWeights = redrawsWeights;
    out.constructsAgain = constructsAgain;
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
    out.preparingBytes = preparingBytes;
    return out;
}

const PythonTrial &PythonPhase::maxSizeTrial() const
{
    return *std::max_element(trials.begin(), trials.end(), isSmaller);
}

std::vector<const PythonTrial *> PythonPhase::trialsOfAllSizes(std::size_t most) const
{
    std::vector<const PythonTrial *> sorted;
    for (const PythonTrial &trial : trials)
        sorted.push_back(&trial);
    std::stable_sort(sorted.begin(), sorted.end(),
                     [](const PythonTrial *a, const PythonTrial *b) { return isSmaller(*a, *b); });
    const std::size_t count = std::min(most, sorted.size());
    std::vector<const PythonTrial *> out;
    for (std::size_t i = 1; i <= count; ++i)
        out.push_back(sorted[i * sorted.size() / count - 1]);
    return out;
}

bool mayGiveOtherTypes(const PythonPhase &suite, const PythonPhase &strict)
{
    if (suite.isStreamed || strict.isStreamed)
        return suite.protocol.cast == InputCast::AllTensors;
    return !suite.trials.empty() && !strict.trials.empty()
        && typesOf(suite.trials.front()) != typesOf(strict.trials.front());
}

} // namespace loupe
