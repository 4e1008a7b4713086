// SPDX-License-Identifier: Apache-2.0
#include "core/integrity/tasksoundness.h"

#include <algorithm>
#include <array>
#include <string_view>

#include <fmt/format.h>

namespace loupe {

namespace {

/// Defects that are only a caution. Such a task still tells right from wrong.
constexpr std::array<std::string_view, 2> cautions{"tf32_reference", "weight_without_effect"};

/// Maximum number of names in a message.
constexpr std::size_t maxNamed = 6;

bool passes(const std::optional<double> &share)
{
    return share && *share >= 1.0;
}

std::string percent(double share)
{
    // 99.99999 % must not be shown as 100 %.
    return share >= 1.0 ? "100 %" : fmt::format("{:.4g} %", std::min(share * 100, 99.9999));
}

std::string namesOf(const std::vector<const ChangedPart *> &parts)
{
    std::string out;
    for (std::size_t i = 0; i < std::min(parts.size(), maxNamed); ++i)
        out += fmt::format("{}{}", i == 0 ? "" : ", ", parts[i]->name);
    if (parts.size() > maxNamed)
        out += fmt::format(" and {} more", parts.size() - maxNamed);
    return out;
}

std::vector<const ChangedPart *> withoutEffect(const std::vector<ChangedPart> &parts,
                                               std::optional<bool> isLeftOut = std::nullopt)
{
    std::vector<const ChangedPart *> out;
    for (const ChangedPart &part : parts) {
        if (part.within >= 1.0 && (!isLeftOut || part.isLeftOut == *isLeftOut))
            out.push_back(&part);
    }
    return out;
}

class Judgement
{
public:
    explicit Judgement(const TaskObservation &observation) : m_seen(observation) { }

    TaskSoundness conclude()
    {
        lookAtTheReference();
        if (!isTrivial())
            lookAtParts();
        std::ranges::stable_sort(m_out.defects, std::ranges::greater(),
                                 &SoundnessDefect::isUnsound);
        return std::move(m_out);
    }

private:
    void add(std::string_view rule, std::string message)
    {
        const bool isUnsound = std::ranges::find(cautions, rule) == cautions.end();
        m_out.defects.push_back({std::string(rule), std::move(message), isUnsound});
    }

    void lookAtTheReference()
    {
        if (m_seen.notANumber > 0 && !m_seen.isNanEqual)
            add("reference_nan",
                fmt::format("{} of {} elements of the reference are NaN, which is never right",
                            m_seen.notANumber, m_seen.elements));
        const bool isSteady = !m_seen.repeat || passes(m_seen.repeat) || m_seen.notANumber > 0;
        if (!isSteady)
            add("reference_unsteady",
                fmt::format("called again, the reference is within the tolerance of itself on {}",
                            percent(*m_seen.repeat)));
        const bool isRandom = isSteady && m_seen.random && !passes(m_seen.random);
        if (isRandom && m_seen.notANumber == 0)
            add("random_output",
                fmt::format("with another state of the random generator {} of the elements are "
                            "within the tolerance: a kernel must draw the very same numbers",
                            percent(*m_seen.random)));
        // Other random numbers are drawn in float64.
        if (m_seen.exact && !passes(m_seen.exact) && m_seen.notANumber == 0 && !isRandom)
            sayInexact();
    }

    /// Reports an inexact reference. TF32 comes from the harness's setting of torch's switches, not
    /// from the task. Such a reference passes nothing wrong, and can be matched in TF32.
    void sayInexact()
    {
        if (passes(m_seen.exactWithoutTf32))
            add("tf32_reference",
                fmt::format("the reference computes in TF32: of the result in float64 {} is within "
                            "the tolerance, without TF32 all of it; a kernel in full float32 can "
                            "fail",
                            percent(*m_seen.exact)));
        else
            add("unattainable_tolerance",
                fmt::format("of the result in float64 {} is within the tolerance: a kernel more "
                            "exact than the reference fails",
                            percent(*m_seen.exact)));
    }

    /// Checks whether results without any computation pass; the parts of such a reference have no
    /// effect either.
    bool isTrivial()
    {
        const std::string range = m_seen.smallest && m_seen.largest
            ? fmt::format(" (results from {:.4g} to {:.4g})", *m_seen.smallest, *m_seen.largest)
            : std::string();
        if (m_seen.isEmpty)
            add("nothing_compared", "the result has no elements: everything of its shape passes");
        else if (passes(m_seen.zeros))
            add("zeros_pass",
                fmt::format("zeros are within the tolerance of all {} elements{}", m_seen.elements,
                            range));
        else if (passes(m_seen.constant))
            add("constant_passes",
                fmt::format("the mean of another result, everywhere, is within the tolerance of "
                            "all {} elements{}",
                            m_seen.elements, range));
        if (passes(m_seen.copy))
            add("copy_passes",
                fmt::format("a copy of {} is within the tolerance of all {} elements",
                            m_seen.copyOf, m_seen.elements));
        if (m_seen.hasSameInputs)
            add("same_inputs", "every draw of its inputs is the same: a stored result passes");
        else if (passes(m_seen.otherDraw))
            add("inputs_without_effect",
                fmt::format("the result for other inputs is within the tolerance of all {} "
                            "elements",
                            m_seen.elements));
        return m_seen.isEmpty || passes(m_seen.zeros) || passes(m_seen.constant)
            || passes(m_seen.copy) || passes(m_seen.otherDraw);
    }

    void lookAtParts()
    {
        if (const auto inputs = withoutEffect(m_seen.inputs); !inputs.empty())
            add("input_without_effect",
                fmt::format("{} can be any other draw: all {} elements stay within the tolerance",
                            namesOf(inputs), m_seen.elements));
        for (const bool isLeftOut : {true, false}) {
            const auto operators = withoutEffect(m_seen.operators, isLeftOut);
            if (operators.empty())
                continue;
            add("redundant_operator",
                fmt::format("{} of {} operators can {}: {}", operators.size(), m_seen.operatorsSeen,
                            isLeftOut ? "be left out" : "give noise", namesOf(operators)));
        }
        if (const auto weights = withoutEffect(m_seen.weights); !weights.empty())
            add("weight_without_effect",
                fmt::format("{} of {} weights can hold noise: {}", weights.size(),
                            m_seen.weightsSeen, namesOf(weights)));
    }

    const TaskObservation &m_seen;
    TaskSoundness m_out;
};

std::optional<double> shareOf(const Json &json, const char *key)
{
    const auto found = json.find(key);
    if (found == json.end() || !found->is_number())
        return std::nullopt;
    return found->get<double>();
}

std::int64_t countOf(const Json &json, const char *key)
{
    const auto found = json.find(key);
    return found != json.end() && found->is_number_integer() ? found->get<std::int64_t>() : 0;
}

std::vector<ChangedPart> partsOf(const Json &json, const char *key)
{
    std::vector<ChangedPart> out;
    const auto found = json.find(key);
    if (found == json.end() || !found->is_array())
        return out;
    for (const Json &each : *found) {
        if (!each.is_object())
            continue;
        out.push_back({each.value("name", ""), shareOf(each, "within").value_or(0),
                       each.value("how", "") == "left out"});
    }
    return out;
}

void keepLess(std::optional<double> &share, const std::optional<double> &other)
{
    if (!share || !other)
        share = std::nullopt;
    else
        share = std::min(*share, *other);
}

/// Returns parts of the same names in the same order, each with the smaller share; else none.
std::vector<ChangedPart> inBoth(std::vector<ChangedPart> parts,
                                const std::vector<ChangedPart> &others)
{
    if (!std::ranges::equal(parts, others, {}, &ChangedPart::name, &ChangedPart::name))
        return {};
    for (std::size_t i = 0; i < parts.size(); ++i)
        parts[i].within = std::min(parts[i].within, others[i].within);
    return parts;
}

} // namespace

Result<TaskObservation> taskObservationFromJson(const Json &json)
{
    if (!json.is_object() || !json.contains("elements"))
        return Error{.code = Errc::Corrupt,
                     .message = "no observation of a reference",
                     .where = "audit",
                     .detail = json.dump()};
    TaskObservation out;
    out.elements = countOf(json, "elements");
    out.notANumber = countOf(json, "nan");
    out.isEmpty = json.value("is_empty", false);
    out.hasSameInputs = json.value("same_inputs", false);
    out.repeat = shareOf(json, "repeat_within");
    out.random = shareOf(json, "random_within");
    out.zeros = shareOf(json, "zeros_within");
    out.constant = shareOf(json, "mean_within");
    out.copy = shareOf(json, "copy_within");
    out.copyOf = json.value("copy_of", "");
    out.otherDraw = shareOf(json, "other_draw_within");
    out.exact = shareOf(json, "exact_within");
    out.exactWithoutTf32 = shareOf(json, "exact_without_tf32_within");
    out.notExact = json.value("not_exact", "");
    out.inputs = partsOf(json, "inputs");
    out.operators = partsOf(json, "operators");
    out.weights = partsOf(json, "weights");
    out.operatorsSeen = static_cast<int>(countOf(json, "operators_seen"));
    out.weightsSeen = static_cast<int>(countOf(json, "weights_seen"));
    out.smallest = shareOf(json, "smallest");
    out.largest = shareOf(json, "largest");
    return out;
}

TaskObservation inCommon(const std::vector<TaskObservation> &observations)
{
    if (observations.empty())
        return {};
    TaskObservation out = observations.front();
    for (std::size_t i = 1; i < observations.size(); ++i) {
        const TaskObservation &other = observations[i];
        out.elements += other.elements;
        out.notANumber += other.notANumber;
        out.isEmpty = out.isEmpty && other.isEmpty;
        out.hasSameInputs = out.hasSameInputs && other.hasSameInputs;
        keepLess(out.zeros, other.zeros);
        keepLess(out.constant, other.constant);
        if (out.copyOf != other.copyOf)
            out.copy = std::nullopt;
        keepLess(out.copy, other.copy);
        keepLess(out.otherDraw, other.otherDraw);
        out.inputs = inBoth(std::move(out.inputs), other.inputs);
        out.operators = inBoth(std::move(out.operators), other.operators);
        out.weights = inBoth(std::move(out.weights), other.weights);
        // A failure on one set of inputs is a failure.
        for (auto member : {&TaskObservation::repeat, &TaskObservation::random,
                            &TaskObservation::exact, &TaskObservation::exactWithoutTf32}) {
            if (other.*member)
                out.*member = std::min((out.*member).value_or(1.0), *(other.*member));
        }
        if (out.smallest && other.smallest)
            out.smallest = std::min(*out.smallest, *other.smallest);
        if (out.largest && other.largest)
            out.largest = std::max(*out.largest, *other.largest);
    }
    return out;
}

bool TaskSoundness::isSound() const
{
    return std::ranges::none_of(defects, &SoundnessDefect::isUnsound);
}

std::string TaskSoundness::reason() const
{
    std::string out = isSound() ? "nothing found" : "";
    for (const SoundnessDefect &defect : defects) {
        if (!out.empty())
            out += "; ";
        out += fmt::format("{}{} [{}]", defect.isUnsound ? "" : "caution: ", defect.message,
                           defect.rule);
    }
    return out;
}

TaskSoundness judgeSoundness(const TaskObservation &observation)
{
    return Judgement(observation).conclude();
}

TaskSoundness failedReference(const std::string &why)
{
    TaskSoundness out;
    out.defects.push_back({"reference_fails", why, true});
    return out;
}

} // namespace loupe
