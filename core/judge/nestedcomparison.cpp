// SPDX-License-Identifier: Apache-2.0
#include "core/judge/nestedcomparison.h"

#include "core/base/counted.h"
#include "core/judge/comparisontext.h"
#include "core/judge/mismatchpattern.h"
#include "core/judge/nestedtraits.h"
#include "core/judge/numbercomparison.h"
#include "core/judge/tensorcomparison.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <span>

namespace loupe {

namespace {

constexpr std::size_t maxNumberOutputs = 64;
constexpr std::size_t maxSentences = 3;

std::string keyText(const Value &key)
{
    return "[" + describe(key) + "]";
}

bool isSequence(const Value &value)
{
    return value.kind == Value::Kind::List || value.kind == Value::Kind::Tuple;
}

/// Returns "3 of 40 elements of result['a'][0] differ (every 4th column), worst at [0, 4]: expected
/// 1, got 2; first at [0, 0]".
std::string sentence(const OutputComparison &output)
{
    std::string text = differenceText(output);
    if (output.firstMismatch != output.worstIndex)
        text += "; first at " + placeText(output.firstMismatch);
    return text;
}

/// Returns how many elements are outside the tolerance and have a value that the reference itself
/// may have there. `bytes`: the elements of both sides at the places of `open`.
std::int64_t acceptedOf(const UndecidedElements &open,
                        const std::pair<std::vector<std::byte>, std::vector<std::byte>> &bytes,
                        DType dtype, ElementRule rule, const OutputComparison &output)
{
    rule.tolerance.absolute = output.absoluteTolerance; // that of the whole tensor
    rule.tolerance.absoluteOfRms = 0;
    const std::vector<double> values = widened(dtype, bytes.second);
    const auto size = static_cast<std::size_t>(byteSize(dtype));
    std::int64_t accepted = 0;
    for (std::size_t k = 0; k < values.size(); ++k) {
        const auto element = [&](const std::vector<std::byte> &side) {
            return std::span(side).subspan(k * size, size);
        };
        const OutputComparison one
            = compareTensors({{}, dtype, {1}}, rule, element(bytes.first), element(bytes.second));
        const double largest = std::max(std::fabs(open.low[k]), std::fabs(open.high[k]));
        const double slack = output.absoluteTolerance + output.relativeTolerance * largest;
        const bool isBetween
            = values[k] >= open.low[k] - slack && values[k] <= open.high[k] + slack;
        accepted += one.mismatched > 0 && isBetween ? 1 : 0;
    }
    return accepted;
}

/// Parallel walk over both trees that gathers the differences.
class Walk
{
public:
    Walk(const TensorPair &tensors, const NestedRule &rule, const std::string &root)
        : m_tensors(tensors)
        , m_rule(rule)
        , m_gradients(rule.allowsMoreGradients ? root + "['gradients']" : std::string())
    {
    }

    void compare(const Value &expected, const Value &actual, const std::string &path)
    {
        if (expected.kind == Value::Kind::Tensor && actual.kind == Value::Kind::Tensor)
            return compareTensor(expected, actual, path);
        if (m_rule.onlyOneTensor)
            return wrong(Verdict::WrongStructure, path,
                         "the suite compares one tensor, but the reference returns "
                             + describe(expected) + " and the candidate " + describe(actual));
        if (isSequence(expected) && isSequence(actual)
            && (m_rule.listsMatchTuples || expected.kind == actual.kind))
            return compareSequence(expected, actual, path);
        if (expected.kind == Value::Kind::Dict && actual.kind == Value::Kind::Dict)
            return compareDict(expected, actual, path);
        if (expected.kind == Value::Kind::Array && actual.kind == Value::Kind::Array)
            return compareArray(expected, actual, path);
        if (isNumber(expected) && isNumber(actual))
            return compareNumber(expected, actual, path);
        compareRest(expected, actual, path);
    }

    Result<NestedComparison> finish()
    {
        if (m_failure)
            return *m_failure;
        NestedComparison out;
        out.outputs = std::move(m_outputs);
        if (m_wrong == 0) {
            out.verdict = Verdict::Correct;
            out.isAsTimed = m_asTimed > 0;
            out.message = out.isAsTimed ? "as exact as what it is timed against: " + m_acquitted
                                        : "agrees with the reference";
            if (m_asTimed > maxSentences)
                out.message += "; and " + std::to_string(m_asTimed - maxSentences) + " more";
            out.undecided = m_undecided;
            if (m_undecided > 0)
                out.message += "; roundings decide " + counted(m_undecided, "element")
                    + ", where it lies between the reference's own values";
            return out;
        }
        out.verdict = m_first.value_or(m_anyNotANumber  ? Verdict::NotANumber
                                           : m_allTails ? Verdict::WrongTail
                                                        : Verdict::WrongValue);
        out.message = std::move(m_message);
        if (m_wrong > maxSentences)
            out.message += "; and " + std::to_string(m_wrong - maxSentences) + " more";
        return out;
    }

private:
    void compareTensor(const Value &expected, const Value &actual, const std::string &path)
    {
        // A plain tensor is accepted for any subclass.
        if (m_rule.exactTypes && !actual.type.empty() && actual.type != expected.type)
            return wrong(Verdict::WrongStructure, path,
                         "is a tensor of the type " + clipped(actual.type, maxPath));
        const std::optional<TensorSpec> wanted = specOf(m_tensors.expected(), expected);
        const std::optional<TensorSpec> got = specOf(m_tensors.actual(), actual);
        if (!wanted || !got)
            return wrong(Verdict::WrongStructure, path, "names a tensor that is not there");
        if (expected.layout != actual.layout)
            return wrong(Verdict::WrongStructure, path,
                         "is a " + layoutText(actual) + " tensor, expected a "
                             + layoutText(expected) + " one");
        if (wanted->shape != got->shape)
            return wrong(Verdict::WrongShape, path,
                         "has the shape " + shapeText(got->shape) + ", expected "
                             + shapeText(wanted->shape));
        if (m_rule.checkDtype && typeText(expected, *wanted) != typeText(actual, *got))
            return wrong(Verdict::WrongDtype, path,
                         "has the type " + typeText(actual, *got) + ", expected "
                             + typeText(expected, *wanted));
        if (m_rule.refusesOverlap && overlaps(actual, got->shape)
            && !overlaps(expected, wanted->shape))
            return wrong(Verdict::WrongStructure, path,
                         "has elements that share memory (a stride of 0)");
        ElementRule rule{m_rule.toleranceOf(judgedAs(expected).value_or(wanted->dtype)),
                         m_rule.scale,
                         m_rule.equalNan,
                         expected.kind == Value::Kind::Array,
                         expected.kind == Value::Kind::Tensor
                             && (m_rule.thresholds.has_value() || m_rule.asTimed.contains(path)),
                         m_rule.thresholds.has_value() && m_rule.thresholds->rmseOfRms};
        const DType type = wanted->dtype == got->dtype ? wanted->dtype : DType::Float64;
        Result<OutputComparison> output = m_tensors.compare(
            {clipped(path, maxPath), type, wanted->shape}, rule, expected.tensor, actual.tensor);
        if (output && output->mismatched > 0 && wanted->dtype == got->dtype) {
            if (Status accepted = acceptUndecided(*output, {expected, actual}, rule, path);
                !accepted)
                output = accepted.error();
        }
        if (output)
            settle(std::move(output).value(), rule, path);
        else if (!m_failure)
            m_failure = output.error();
    }

    /// Clears the mismatches if all of them are elements that roundings decide, and each has a
    /// value that the reference itself may have there.
    Status acceptUndecided(OutputComparison &output,
                           const std::pair<const Value &, const Value &> &sides,
                           const ElementRule &rule, const std::string &path)
    {
        const auto found = m_rule.undecided.find(path);
        if (found == m_rule.undecided.end() || m_rule.thresholds)
            return {};
        const UndecidedElements &open = found->second;
        const DType dtype = m_tensors.expected()[sides.first.tensor].dtype;
        const std::int64_t elements = m_tensors.expected()[sides.first.tensor].elements();
        const auto isInside = [&](std::int64_t place) { return place >= 0 && place < elements; };
        if (!std::ranges::all_of(open.places, isInside))
            return Error{Errc::Corrupt, "an undecided element lies outside its tensor"};
        const auto bytes = m_tensors.gathered(sides.first.tensor, sides.second.tensor, open.places);
        if (!bytes)
            return bytes.error();
        const std::int64_t accepted = acceptedOf(open, *bytes, dtype, rule, output);
        if (accepted == output.mismatched) {
            m_undecided += accepted;
            acquit(output);
        }
        return {};
    }

    void settle(OutputComparison output, const ElementRule &rule, const std::string &path)
    {
        if (m_rule.thresholds && rule.measures)
            holdToThresholds(output);
        else if (output.mismatched > 0 && !isAsExactAsTimed(output, path))
            wrongValues(output);
        keep(std::move(output));
    }

    /// Returns whether the tensor is as exact as the timed reference; its mismatches are then
    /// cleared.
    bool isAsExactAsTimed(OutputComparison &output, const std::string &path)
    {
        const auto timed = m_rule.asTimed.find(path);
        const bool isFinite = output.actualNan + output.actualInfinite + output.expectedNan
                + output.expectedInfinite
            == 0;
        if (timed == m_rule.asTimed.end() || !output.rmse || !isFinite || output.unwritten > 0)
            return false;
        const OutputError &limit = timed->second;
        // An error that is NaN must not pass.
        if (!(*output.rmse <= timesTimedRms * limit.rms
              && output.maxAbsoluteError <= timesTimedLargest * limit.largest))
            return false;
        if (++m_asTimed <= maxSentences)
            m_acquitted += (m_acquitted.empty() ? "" : "; ") + output.output + " is off by "
                + shortText(*output.rmse) + " (root mean square; that by " + shortText(limit.rms)
                + "), at most by " + shortText(output.maxAbsoluteError) + " (that by "
                + shortText(limit.largest) + ")";
        acquit(output);
        return true;
    }

    /// Clears the mismatches of a tensor that is correct as a whole.
    static void acquit(OutputComparison &output)
    {
        output.mismatched = 0;
        output.pattern.clear();
        output.firstMismatch.clear();
        output.map = {};
        output.errorCounts = {};
    }

    void holdToThresholds(OutputComparison &output)
    {
        const QualityThresholds &limits = *m_rule.thresholds;
        std::string text;
        const auto demand
            = [&](bool holds, const char *what, double value, const char *relation, double limit) {
                  if (holds)
                      return;
                  text += text.empty() ? "" : ", ";
                  text += what + shortText(value);
                  text += relation + shortText(limit);
              };
        demand(output.cosine >= limits.cosine, "cosine similarity ", output.cosine.value_or(NAN),
               " < ", limits.cosine);
        demand(output.l1Relative <= limits.l1Relative, "relative L1 error ",
               output.l1Relative.value_or(NAN), " > ", limits.l1Relative);
        demand(output.rmse <= limits.rmse, "RMSE ", output.rmse.value_or(NAN), " > ", limits.rmse);
        if (text.empty())
            return acquit(output);
        m_allTails = false;
        m_anyNotANumber = m_anyNotANumber || output.notANumber > 0;
        say(output.output + ": " + text);
    }

    void wrongValues(const OutputComparison &output)
    {
        m_anyNotANumber = m_anyNotANumber || output.notANumber > 0;
        m_allTails = m_allTails && isTailPattern(output.pattern);
        say(sentence(output));
    }

    void keep(OutputComparison output)
    {
        const std::size_t bytes = output.map.share.size();
        if (m_mapBytes + bytes > mapBytesPerComparison)
            output.map = {};
        else
            m_mapBytes += bytes;
        m_outputs.push_back(std::move(output));
    }

    void compareArray(const Value &expected, const Value &actual, const std::string &path)
    {
        const std::optional<TensorSpec> wanted = specOf(m_tensors.expected(), expected);
        if (!m_rule.comparesArrays && wanted && wanted->elements() != 1)
            return wrong(Verdict::WrongStructure, path,
                         "the suite cannot compare numpy arrays of several elements");
        compareTensor(expected, actual, path);
    }

    void compareSequence(const Value &expected, const Value &actual, const std::string &path)
    {
        if (expected.items.size() != actual.items.size())
            return wrong(Verdict::WrongStructure, path,
                         "has " + std::to_string(actual.items.size()) + " items, expected "
                             + std::to_string(expected.items.size()));
        for (std::size_t i = 0; i < expected.items.size(); ++i)
            compare(expected.items[i], actual.items[i], path + "[" + std::to_string(i) + "]");
    }

    /// Returns items by the identity of their key; nullopt if a key is not comparable or occurs
    /// twice.
    static std::optional<std::map<std::string, std::size_t>> itemsByKey(const Value &dict)
    {
        std::map<std::string, std::size_t> places;
        for (std::size_t i = 0; i < dict.keys.size() && i < dict.items.size(); ++i) {
            std::string identity = keyIdentity(dict.keys[i]);
            if (identity.empty() || !places.emplace(std::move(identity), i).second)
                return std::nullopt;
        }
        return places;
    }

    void compareDict(const Value &expected, const Value &actual, const std::string &path)
    {
        if (!m_rule.comparesDicts && (holdsTensor(expected) || holdsTensor(actual)))
            return wrong(Verdict::WrongStructure, path,
                         "the suite cannot compare dictionaries that hold tensors");
        const auto wanted = itemsByKey(expected);
        const auto got = itemsByKey(actual);
        if (!wanted || !got)
            return wrong(Verdict::WrongStructure, path, "has keys that cannot be compared");
        const bool areGradients = !m_gradients.empty() && path == m_gradients;
        for (const auto &[identity, place] : *wanted) {
            if (!got->contains(identity))
                return wrong(Verdict::WrongStructure, path,
                             areGradients ? "there is none of " + expected.keys[place].text
                                          : "lacks the key " + describe(expected.keys[place]));
        }
        for (const auto &[identity, place] : *got) {
            if (!areGradients && !wanted->contains(identity))
                return wrong(Verdict::WrongStructure, path,
                             "has the key " + describe(actual.keys[place])
                                 + ", which is not expected");
        }
        for (const auto &[identity, place] : *wanted)
            compare(expected.items[place], actual.items[got->at(identity)],
                    path + keyText(expected.keys[place]));
    }

    void compareNumber(const Value &expected, const Value &actual, const std::string &path)
    {
        if (numbersAgree(expected, actual, m_rule))
            return;
        const double wanted = asDouble(expected);
        const double got = asDouble(actual);
        OutputComparison output;
        output.output = clipped(path, maxPath);
        output.elements = 1;
        output.mismatched = 1;
        output.worstExpected = wanted;
        output.worstActual = got;
        output.notANumber = std::isfinite(wanted) && !std::isfinite(got) ? 1 : 0;
        if (std::isfinite(wanted) && std::isfinite(got))
            output.maxAbsoluteError = output.meanAbsoluteError = std::fabs(got - wanted);
        m_anyNotANumber = m_anyNotANumber || output.notANumber > 0;
        m_allTails = false;
        say(output.output + " is " + describe(actual) + ", expected " + describe(expected));
        if (m_numberOutputs++ < maxNumberOutputs)
            m_outputs.push_back(std::move(output));
    }

    void compareRest(const Value &expected, const Value &actual, const std::string &path)
    {
        const bool sameKind = expected.kind == actual.kind;
        if (sameKind && expected.kind == Value::Kind::None)
            return;
        if (sameKind && expected.kind == Value::Kind::Text) {
            if (expected.text == actual.text && expected.type == actual.type)
                return;
            m_allTails = false;
            return say(clipped(path, maxPath) + " is " + describe(actual) + ", expected "
                       + describe(expected));
        }
        wrong(Verdict::WrongStructure, path,
              "is " + describe(actual) + ", expected " + describe(expected)
                  + (sameKind ? "; such objects cannot be compared" : ""));
    }

    static std::optional<TensorSpec> specOf(std::span<const TensorSpec> specs, const Value &value)
    {
        if (value.tensor >= specs.size())
            return std::nullopt;
        return specs[value.tensor];
    }

    void wrong(Verdict verdict, const std::string &path, const std::string &what)
    {
        if (!m_first)
            m_first = verdict;
        say(clipped(path, maxPath) + ": " + what);
    }

    void say(const std::string &text)
    {
        if (++m_wrong > maxSentences)
            return;
        m_message += m_message.empty() ? "" : "; ";
        m_message += text;
    }

    const TensorPair &m_tensors;
    const NestedRule &m_rule;
    std::string m_gradients;        ///< path of the dictionary that may have more keys; or empty
    std::optional<Error> m_failure; ///< of the machinery
    std::vector<OutputComparison> m_outputs;
    std::string m_message;
    std::int64_t m_undecided = 0;   ///< elements that are correct only by NestedRule::undecided
    std::size_t m_asTimed = 0;      ///< tensors that are correct only by NestedRule::asTimed
    std::string m_acquitted;        ///< errors of the first of these
    std::optional<Verdict> m_first; ///< of the structure; it outranks wrong values
    std::size_t m_wrong = 0;
    std::size_t m_numberOutputs = 0;
    std::size_t m_mapBytes = 0;
    bool m_anyNotANumber = false;
    bool m_allTails = true;
};

} // namespace

Result<NestedComparison> compareNested(const Value &expected, const Value &actual,
                                       const TensorPair &tensors, const NestedRule &rule,
                                       const std::string &root)
{
    Walk walk(tensors, rule, root);
    walk.compare(expected, actual, root);
    return walk.finish();
}

} // namespace loupe
