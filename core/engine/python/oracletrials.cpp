// SPDX-License-Identifier: Apache-2.0
//
// Makes the trials of a model: inputs, the reference's results, and the results in float64. Also
// derives other trials from a recorded call.
#include "core/engine/contract/evaluationparts.h"
#include "core/engine/machine/deviceconnections.h"
#include "core/engine/python/oracleconversation.h"

#include <array>
#include <map>

namespace loupe {

namespace {

/// Adds the errors, by output, of a reference that is called as it is timed.
void addTimedErrors(PythonTrial &trial, const Json &answer, const char *key)
{
    for (const auto &[place, error] :
         answer.value(key, std::map<std::string, std::array<double, 2>>()))
        trial.timedErrors[place] = {error[0], error[1]};
}

bool castsAll(const PythonPhase &phase)
{
    return phase.protocol.cast == InputCast::AllTensors;
}

bool isFarFromZero(const PythonTrial &trial)
{
    return trial.variant.ends_with("far_from_zero");
}

/// Extends the error of a reference that refuses the suite's cast of its indices or masks.
Error withoutTheCast(Error error, bool isJudgedStrictlyToo)
{
    if (error.code != Errc::InvalidInput)
        return error;
    error.message += "; the suite casts integer inputs to floating point, too";
    if (!isJudgedStrictlyToo)
        error.message += ": --protocol strict judges without that";
    return error;
}

} // namespace

Result<Json> OracleConversation::audit(const PythonPhase &phase,
                                       const std::vector<std::uint64_t> &seeds, Json request)
{
    request["do"] = "audit";
    request["draws"] = seeds;
    request["seed_random"] = phase.protocol.seedsPython;
    if (phase.isGrouped) {
        request["groups"] = "get_input_groups";
        request["index"] = 0;
    } else {
        request["function"] = "get_inputs";
    }
    addCast(request, phase.protocol);
    if (m_context.settings.device != "cpu" && !m_failsOnDevice)
        request["make_on"] = "device";
    auto answer = ask(request, nullptr, "when it is audited");
    if (!answer && request.contains("make_on") && answer.error().code == Errc::InvalidInput
        && m_child.isAlive()) {
        request.erase("make_on");
        answer = ask(std::move(request), nullptr, "when it is audited");
    }
    if (!answer)
        return answer.error();
    return answer->body.value("audit", Json::object());
}

Result<Json> OracleConversation::auditCall(std::size_t index, Json request)
{
    request["do"] = "audit";
    request["index"] = index;
    request["entry"] = m_task.entry;
    const auto answer = ask(std::move(request), nullptr, "when it is audited");
    if (!answer)
        return answer.error();
    return answer->body.value("audit", Json::object());
}

Result<Bundle> OracleConversation::draw(const PythonPhase &phase, PythonTrial &trial)
{
    Json request{{"do", "inputs"}, {"seed_random", phase.protocol.seedsPython}};
    if (phase.isGrouped) {
        request["groups"] = "get_input_groups";
        request["index"] = trial.index;
    } else {
        request["function"] = "get_inputs";
    }
    if (!trial.variant.empty())
        request["variant"] = trial.variant;
    if (trial.isUntied)
        request["untie"] = true;
    if (trial.drawSeed)
        request["seed"] = *trial.drawSeed;
    else if (!m_generator.empty())
        request["rng_state"] = m_generator;
    addCast(request, phase.protocol);
    const bool wantsDevice = mayDrawOnDevice(phase);
    if (wantsDevice && !m_failsOnDevice)
        request["make_on"] = "device";
    else
        addDraws(request, "inputs");
    request["stays_on_host"] = drawsInParts() && !request.contains("make_on");
    auto answer = ask(request, nullptr, "when it makes inputs");
    // A task may mix device tensors with values from numpy or from its own generator.
    if (!answer && trial.variant.empty() && request.contains("make_on")
        && answer.error().code == Errc::InvalidInput && m_child.isAlive()) {
        m_failsOnDevice = true;
        request.erase("make_on");
        request["stays_on_host"] = drawsInParts();
        addDraws(request, "inputs");
        answer = ask(std::move(request), nullptr, "when it makes inputs");
    }
    if (!answer)
        return answer.error();
    trial.madeOnHostInstead = wantsDevice && m_failsOnDevice;
    noteDraws(answer->body, "inputs");
    m_generator = answer->body.value("rng_state", "");
    return drawn(std::move(*answer), "of its inputs");
}

bool OracleConversation::mayDrawOnDevice(const PythonPhase &phase) const
{
    return m_context.settings.device != "cpu" && (phase.isStrict || m_context.rules.fastInputs);
}

bool OracleConversation::hasToCompareDraws(const PythonPhase &phase) const
{
    Json request;
    addDraws(request, "inputs");
    return drawsInParts() && !phase.isGrouped && !mayDrawOnDevice(phase)
        && request.value("draws", "") == "new";
}

Status OracleConversation::compareDraws()
{
    Json request{{"do", "compare_draws"}, {"function", "get_inputs"}, {"stays_on_host", true}};
    addDraws(request, "inputs");
    const auto answer = ask(std::move(request), nullptr, "when it makes inputs");
    if (answer)
        noteDraws(answer->body, "inputs");
    const bool isLeftForLater
        = answer || (answer.error().code == Errc::InvalidInput && m_child.isAlive());
    return isLeftForLater ? Status() : answer.error();
}

void OracleConversation::addDraws(Json &request, const char *part) const
{
    // A task that names a device may draw there in ways that were never compared.
    if (m_context.knownDraws && m_drawsProblem.empty()
        && !constructsOnDevice(m_task.implementation))
        request["draws"] = m_context.knownDraws->has(part, m_task.implementation) ? "known" : "new";
}

void OracleConversation::noteDraws(const Json &answer, const char *part)
{
    if (answer.value("draws", "") == "same")
        m_context.knownDraws->note(part, m_task.implementation);
    if (std::string problem = answer.value("draws_problem", ""); !problem.empty())
        m_drawsProblem = std::move(problem);
}

bool OracleConversation::drawsInParts() const
{
    return m_context.buildsBesideTiming() && !constructsOnDevice(m_task.implementation);
}

Result<Bundle> OracleConversation::drawn(PythonChild::Answer answer, const std::string &what)
{
    if (answer.value || !drawsInParts())
        return value(std::move(answer), what);
    auto handed = ask({{"do", "drawn"}}, nullptr, "when its inputs are handed over");
    if (!handed)
        return handed.error();
    return value(std::move(*handed), what);
}

Status OracleConversation::make(const PythonPhase &phase, PythonTrial &trial)
{
    if (const auto again = m_redrawn.find(trial.drawSeed.value_or(0)); again != m_redrawn.end())
        useSeed(trial, again->second);
    if (!trial.isUnusual()) {
        const Status made = makePlain(phase, trial);
        return made || !castsAll(phase) ? made
                                        : withoutTheCast(made.error(), m_context.judgesStrictly());
    }
    if (trial.point == "structured_inputs") {
        const auto fits = fitsTask(phase, trial);
        if (!fits && fits.error().code != Errc::InvalidInput)
            return fits.error();
        trial.isLeftOut = !fits || !*fits;
        if (trial.isLeftOut)
            return {};
    }
    Status made = trial.constructsAgain ? makeConstructedAgain(phase, trial)
        : trial.randomisesWeights       ? makeWithOtherWeights(phase, trial)
                                        : makePlain(phase, trial);
    if (made || made.error().code != Errc::InvalidInput)
        return made;
    trial.excused = made.error().message; // no rule says that a task must take such values
    return {};
}

Result<Bundle> OracleConversation::makeOther(const PythonPhase &phase, const PythonTrial &recorded,
                                             PythonTrial &trial)
{
    auto changed = ask({{"do", "other_values"}, {"seed", *trial.drawSeed}}, &recorded.given,
                       "when its inputs are changed");
    if (!changed)
        return changed.error();
    trial.excused = changed->body.value("cannot", "");
    if (!trial.excused.empty())
        return Bundle();
    auto given = value(std::move(*changed), "of its inputs");
    if (!given)
        return given.error();
    trial.given = std::move(*given);
    const auto call = [&](const Bundle &inputs) {
        return ask({{"do", "forward"},
                    {"function", recorded.function.empty() ? m_task.entry : recorded.function},
                    {"grad", phase.protocol.gradInForward},
                    {"return_arguments", true},
                    {"check_inputs", false},
                    {"tf32", false}},
                   &inputs, "on " + trial.caseName);
    };
    auto first = call(trial.given);
    if (!first)
        return first.error();
    if (const auto count = first->body.value("non_finite", std::int64_t(0)); count > 0) {
        const auto before = call(recorded.given);
        if (!before)
            return before.error();
        if (before->body.value("non_finite", std::int64_t(0)) == 0) {
            trial.excused = "the reference gives " + std::to_string(count)
                + " elements that are NaN or infinite";
            return Bundle();
        }
    }
    auto expected = value(std::move(*first), "for " + trial.caseName);
    if (!expected)
        return expected.error();
    trial.expected = std::move(*expected);
    auto again = call(trial.given);
    if (!again)
        return again.error();
    return value(std::move(*again), "for " + trial.caseName);
}

Status OracleConversation::makePlain(const PythonPhase &phase, PythonTrial &trial)
{
    auto answer = drawAndCall(phase, trial);
    if (!answer)
        return answer.error();
    if (Status resolved = resolveTies(phase, trial, *answer); !resolved || !trial.excused.empty())
        return resolved;
    // In the suites' one process the candidate draws after the reference.
    if (phase.isStrict || phase.protocol.sameRandomState)
        trial.callSeed = trial.drawSeed;
    else
        trial.state = answer->body.value("rng_state", "");
    trial.layout = answer->body.value("layout", Json::array());
    if (const auto count = answer->body.value("non_finite", std::int64_t(0));
        count > 0 && trial.isUnusual()) {
        trial.excused
            = "the reference gives " + std::to_string(count) + " elements that are NaN or infinite";
        return {};
    }
    trial.referenceDraws = answer->body.value("drew", false);
    trial.referenceWritesInputs = !answer->body.value("changed_inputs", Json::array()).empty();
    auto result = value(std::move(*answer), "for " + trial.caseName);
    if (!result)
        return result.error();
    trial.expected = std::move(*result);
    const bool hasExact = phase.protocol.isOn("float64_oracle");
    if (hasExact) {
        if (Status exact = makeExact(phase, trial); !exact)
            return exact;
    }
    // Far from zero the reference itself may be inexact, so that only the float64 result can judge.
    trial.isLeftOut = isFarFromZero(trial) && !(hasExact && trial.notExact.empty());
    if (trial.isLeftOut)
        return {};
    if (phase.protocol.isOn("timed_precision")) {
        if (Status measured = measureAsTimed(trial); !measured)
            return measured;
    }
    if (!trial.referenceWritesInputs || !phase.protocol.sharedInputs)
        return {};
    // In the suite both get the very same tensors, the reference first.
    auto written = ask({{"do", "arguments"}}, nullptr, "when its inputs are read again");
    if (!written)
        return written.error();
    auto after = value(std::move(*written), "of its inputs");
    if (!after)
        return after.error();
    trial.given = std::move(*after);
    return {};
}

Status OracleConversation::makeExact(const PythonPhase &phase, PythonTrial &trial)
{
    if (m_notExact.empty() && trial.referenceWritesInputs)
        m_notExact = "it writes its inputs";
    trial.notExact = m_notExact;
    if (!m_notExact.empty())
        return {};
    const SizeLimits limits = m_context.limits();
    Json request{
        {"do", "exact"}, {"most_bytes", limits.exact}, {"most_peak_bytes", limits.exactPeak}};
    if (trial.drawSeed)
        request["seed"] = *trial.drawSeed;
    if (isFarFromZero(trial)) // a difference is only as exact as its terms
        request["rounding"] = true;
    auto answer = ask(std::move(request), nullptr, "in float64");
    if (!answer)
        return answer.error();
    m_notExact = answer->body.value("cannot", "");
    // The reason applies to all trials, unless the values of this one are unusual.
    trial.notExact = m_notExact;
    if (trial.isUnusual())
        m_notExact.clear();
    if (!trial.notExact.empty())
        return {};
    trial.referenceError = answer->body.value("errors", std::map<std::string, double>());
    if (phase.protocol.isOn("timed_precision"))
        addTimedErrors(trial, answer->body, "as_timed");
    auto exact = value(std::move(*answer), "in float64");
    if (!exact)
        return exact.error();
    trial.expected = std::move(*exact);
    return {};
}

Status OracleConversation::measureAsTimed(PythonTrial &trial)
{
    // A second call would get other inputs if the reference writes to them.
    if (!m_context.settings.device.starts_with("cuda") || trial.referenceWritesInputs
        || !mayUseTf32(m_context.rules.baseline))
        return {};
    Json request{{"do", "as_timed"}};
    if (trial.drawSeed)
        request["seed"] = *trial.drawSeed;
    const auto answer = ask(std::move(request), nullptr, "as it is timed");
    if (!answer)
        return answer.error();
    addTimedErrors(trial, answer->body, "errors");
    return {};
}

} // namespace loupe
