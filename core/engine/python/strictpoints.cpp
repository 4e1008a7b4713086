// SPDX-License-Identifier: Apache-2.0
#include "core/engine/python/strictpoints.h"

#include "core/engine/contract/jsontext.h"

#include <algorithm>
#include <array>
#include <utility>

namespace loupe {

namespace {

/// Candidate's allowed distance from float64 in multiples of the reference's own, in addition to
/// the tolerance.
constexpr double timesTheReferencesError = 4;

PythonTrial &addTrial(PythonPhase &phase, const char *point, const std::string &what,
                      std::uint64_t seed)
{
    const std::size_t index = phase.trials.size();
    PythonTrial &trial = phase.trials.emplace_back();
    trial.index = index;
    trial.caseName = "strict trial " + std::to_string(index + 1) + " (" + what + ")";
    trial.point = point;
    trial.drawSeed = seed;
    trial.seed = std::to_string(seed);
    return trial;
}

const Json *entryAt(const Json &layout, std::size_t i)
{
    return layout.is_array() && i < layout.size() && layout[i].is_object() ? &layout[i] : nullptr;
}

bool isAlias(const Json &entry)
{
    const auto found = entry.find("alias");
    return found != entry.end() && !found->is_null();
}

std::int64_t numberOf(const Json &entry, const char *key)
{
    const auto found = entry.find(key);
    return found != entry.end() && found->is_number_integer() ? found->get<std::int64_t>() : 0;
}

} // namespace

void planStrictTrials(PythonPhase &phase, bool isGrouped,
                      const std::function<std::uint64_t(int)> &seed)
{
    const Protocol &protocol = phase.protocol;
    const auto first = phase.trials.empty() ? std::nullopt : phase.trials.front().drawSeed;
    if (isGrouped || !first)
        return;
    if (protocol.isOn("same_addresses") && phase.trials.size() > 1)
        phase.trials[1].place = InputPlacement::Same;
    PythonTrial &again = addTrial(phase, "repeatable", "the first inputs again", *first);
    again.repeatsFirst = true;
    again.place = protocol.isOn("same_addresses") ? InputPlacement::Other : InputPlacement::Any;
    int place = 100; // after the seeds of the plain trials
    // Before random affine weights, because a candidate that folds its weights is excused from
    // those.
    if (protocol.isOn("other_weights")) {
        PythonTrial &other = addTrial(phase, "other_weights", "other weights", seed(++place));
        other.randomisesWeights = true;
        other.redrawsWeights = true;
        addTrial(phase, "other_weights", "constructed under another seed", seed(++place))
            .constructsAgain
            = true;
    }
    if (protocol.isOn("randomised_weights"))
        addTrial(phase, "randomised_weights", "random affine weights and buffers", seed(++place))
            .randomisesWeights
            = true;
    const auto addVariant = [&](const char *point, const char *variant, const char *what) {
        if (protocol.isOn(point))
            addTrial(phase, point, what, seed(++place)).variant = variant;
    };
    if (protocol.isOn("changed_elements"))
        addTrial(phase, "changed_elements", "a few elements of the first inputs changed", *first)
            .variant
            = "changed";
    addVariant("noncontiguous_inputs", "strided", "transposed strides");
    addVariant("other_shapes", "fewer_rows", "one row less");
    addVariant("several_distributions", "signed", "signed, heavy tails");
    addVariant("several_distributions", "binary", "0 and 1");
    if (protocol.isOn("structured_inputs")) {
        constexpr std::array structures{
            std::pair("ordered", "values in order"),
            std::pair("alike_rows", "rows that are alike"),
            std::pair("long_history", "a long history"),
            std::pair("far_from_zero", "far from zero"),
            std::pair("constant_row", "a constant row"),
            std::pair("first_far_from_zero", "the first input far from zero"),
            std::pair("first_constant_row", "a constant row in the first input"),
            std::pair("zero_row", "a row of zeros"),
            std::pair("first_zero_row", "a row of zeros in the first input"),
            std::pair("large", "large values"),
            std::pair("first_large", "large values in the first input"),
        };
        for (const auto &[variant, what] : structures)
            addTrial(phase, "structured_inputs", what, *first).variant = variant;
    }
    if (protocol.isOn("shape_hint") && !protocol.isOn("other_shapes")) {
        PythonTrial &hint = phase.shapeHint.emplace();
        hint.index = phase.trials.size();
        hint.caseName = "a row less in every input";
        hint.point = "shape_hint";
        hint.variant = "fewer_rows";
        hint.drawSeed = seed(++place);
        hint.seed = std::to_string(*hint.drawSeed);
    }
}

std::optional<std::string> layoutProblem(const Json &expected, const Json &actual)
{
    for (std::size_t i = 0; i < expected.size(); ++i) {
        const Json *right = entryAt(expected, i);
        const Json *own = entryAt(actual, i);
        if (right == nullptr || own == nullptr || textAt(*right, "path") != textAt(*own, "path"))
            continue; // another structure, which the comparison reports
        const std::string path = textAt(*right, "path");
        if (textAt(*right, "device") != textAt(*own, "device"))
            return path + " is on " + textAt(*own, "device") + ", not on "
                + textAt(*right, "device");
        if (isAlias(*own) && !isAlias(*right))
            return path + " lies in the memory of an input, where the reference's is new";
    }
    return std::nullopt;
}

std::optional<std::string> guardDamage(const Json &damage)
{
    const Json *first = entryAt(damage, 0);
    if (first == nullptr)
        return std::nullopt;
    const std::int64_t distance = numberOf(*first, "distance");
    return "it wrote " + textAt(*first, "side") + " input "
        + std::to_string(numberOf(*first, "input") + 1) + ": "
        + std::to_string(numberOf(*first, "bytes")) + " bytes, the nearest "
        + std::to_string(distance) + " bytes from it";
}

bool keepsFirstResult(const PythonTrial &trial, const SizeLimits &limits)
{
    return trial.expected.view().bytes() <= limits.repeated;
}

bool isTooLargeForOther(const PythonTrial &timed, const SizeLimits &limits)
{
    return timed.given.view().bytes() + timed.expected.view().bytes() > limits.otherTimed;
}

Json decidedBySize(const PythonPhase &phase, const PythonTrial &first, const SizeLimits &limits)
{
    Json out{{"inputs", first.given.view().bytes()},
             {"result", first.expected.view().bytes()},
             {"memory", limits.memory},
             {"kept", !phase.isStreamed}};
    if (phase.protocol.isOn("bitwise_repeatable"))
        out["bitwise_repeatable"] = keepsFirstResult(first, limits);
    if (phase.protocol.isOn("fresh_timed_inputs"))
        out["fresh_timed_inputs"] = !isTooLargeForOther(first, limits);
    if (phase.protocol.isOn("float64_oracle"))
        out["float64_oracle"] = first.notExact.empty();
    return out;
}

Json tolerancesOf(const NestedRule &rule)
{
    Json out = Json::object();
    for (const DType dtype : everyDType()) {
        const Tolerance &tolerance = rule.toleranceOf(dtype);
        if (isFloating(dtype) && !tolerance.exact)
            out[std::string(name(dtype))] = Json::array({tolerance.absolute, tolerance.relative});
    }
    return out;
}

NestedRule widened(NestedRule rule, const std::map<std::string, double> &referenceError,
                   double times)
{
    for (auto &[dtype, tolerance] : rule.byDtype) {
        const auto found = referenceError.find(std::string(name(dtype)));
        if (found != referenceError.end())
            tolerance.absolute = std::max(tolerance.absolute, times * found->second);
    }
    return rule;
}

NestedRule loosened(NestedRule rule, double times)
{
    for (auto &[dtype, tolerance] : rule.byDtype) {
        tolerance.relative *= times;
        tolerance.absolute *= times;
        tolerance.absoluteOfRms *= times;
    }
    rule.otherwise.relative *= times;
    rule.otherwise.absolute *= times;
    if (rule.thresholds) {
        rule.thresholds->cosine = 1 - (1 - rule.thresholds->cosine) * times;
        rule.thresholds->l1Relative *= times;
        rule.thresholds->rmse *= times;
    }
    return rule;
}

NestedRule ruleOf(const Protocol &protocol, const PythonTrial &trial)
{
    NestedRule rule = widened(protocol.rule, trial.referenceError, timesTheReferencesError);
    rule.asTimed = trial.timedErrors;
    rule.undecided = trial.undecided;
    return rule;
}

} // namespace loupe
