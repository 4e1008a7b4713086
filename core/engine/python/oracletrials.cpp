// SPDX-License-Identifier: Apache-2.0
#include "core/engine/python/oracletrials.h"

#include "core/engine/python/phaseplan.h"
#include "core/engine/python/strictpoints.h"

#include <algorithm>
#include <array>
#include <map>
#include <string_view>
#include <utility>

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

/// Returns whether the reference itself may be inexact on a trial's values, so that only its
/// float64 result can judge.
bool needsExact(const PythonTrial &trial)
{
    return trial.variant.ends_with("far_from_zero") || trial.variant.ends_with("large");
}

/// Returns whether a result may magnify the roundings of its inputs: it is a difference of large
/// terms, or a quotient by a variance of zero.
bool magnifiesRoundings(const PythonTrial &trial)
{
    return needsExact(trial) || trial.variant.ends_with("constant_row");
}

/// Values with the signs of the task's own, for a reference that takes no other signs.
constexpr std::string_view signedVariant = "signed";
constexpr std::string_view sameSigns = "heavy_tails";

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

/// Returns the error of restoring the reference's weights, unless the trial's own error suffices.
Status graverOf(const Status &made, const Result<PythonChild::Answer> &restored)
{
    const bool isWorse = !restored && (made || restored.error().code != Errc::InvalidInput);
    return isWorse ? restored.error() : made;
}

/// Further draws of inputs before a task counts as one that the strict rules cannot judge.
constexpr int maxRedraws = 4;

/// Returns whether a program may order values and return their positions.
bool mayOrder(const std::string &source)
{
    constexpr std::array<std::string_view, 10> names{
        "sort", "topk", "kthvalue", "median", "mode", "argmax", "argmin", "max(", "min(", "rank"};
    return std::ranges::any_of(
        names, [&](std::string_view name) { return source.find(name) != std::string::npos; });
}

} // namespace

Status OracleTrials::make(const PythonPhase &phase, PythonTrial &trial)
{
    if (const auto again = m_redrawn.find(trial.drawSeed.value_or(0)); again != m_redrawn.end())
        useSeed(trial, again->second);
    if (!trial.isUnusual()) {
        const Status made = makePlain(phase, trial);
        return made || !castsAll(phase)
            ? made
            : withoutTheCast(made.error(), m_oracle.context().judgesStrictly());
    }
    if (trial.point == "structured_inputs") {
        const auto fits = fitsTask(phase, trial);
        if (!fits && fits.error().code != Errc::InvalidInput)
            return fits.error();
        trial.isLeftOut = !fits || !*fits;
        if (trial.isLeftOut)
            return {};
    }
    Status made = makeUnusual(phase, trial);
    if (made && !trial.excused.empty() && trial.variant == signedVariant) {
        trial.excused.clear();
        trial.variant = sameSigns;
        trial.caseName += ", the signs kept";
        made = makeUnusual(phase, trial);
    }
    return made;
}

Status OracleTrials::makeUnusual(const PythonPhase &phase, PythonTrial &trial)
{
    Status made = trial.constructsAgain ? makeConstructedAgain(phase, trial)
        : trial.randomisesWeights       ? makeWithOtherWeights(phase, trial)
                                        : makePlain(phase, trial);
    if (made || made.error().code != Errc::InvalidInput)
        return made;
    trial.excused = made.error().message; // no rule says that a task must take such values
    return {};
}

Result<Bundle> OracleTrials::makeOther(const PythonPhase &phase, const PythonTrial &recorded,
                                       PythonTrial &trial)
{
    auto changed = m_oracle.ask({{"do", "other_values"}, {"seed", *trial.drawSeed}},
                                &recorded.given, "when its inputs are changed");
    if (!changed)
        return changed.error();
    trial.excused = changed->body.value("cannot", "");
    if (!trial.excused.empty())
        return Bundle();
    auto given = m_oracle.value(std::move(*changed), "of its inputs");
    if (!given)
        return given.error();
    trial.given = std::move(*given);
    const std::string function
        = recorded.function.empty() ? m_oracle.task().entry : recorded.function;
    const auto call = [&](const Bundle &inputs) {
        return m_oracle.ask({{"do", "forward"},
                             {"function", function},
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
    auto expected = m_oracle.value(std::move(*first), "for " + trial.caseName);
    if (!expected)
        return expected.error();
    trial.expected = std::move(*expected);
    auto again = call(trial.given);
    if (!again)
        return again.error();
    if (phase.protocol.isOn("undecided_elements")) {
        auto found
            = m_oracle.undecided({{"function", function}, {"grad", phase.protocol.gradInForward}},
                                 phase.protocol.rule, &trial.given);
        if (!found)
            return found.error();
        trial.undecided = std::move(*found);
    }
    return m_oracle.value(std::move(*again), "for " + trial.caseName);
}

Status OracleTrials::makePlain(const PythonPhase &phase, PythonTrial &trial)
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
    if (Status written = refuseUnwritten(phase, trial); !written)
        return written;
    auto result = m_oracle.value(std::move(*answer), "for " + trial.caseName);
    if (!result)
        return result.error();
    trial.expected = std::move(*result);
    const bool hasExact = phase.protocol.isOn("float64_oracle");
    if (hasExact) {
        if (Status exact = makeExact(phase, trial); !exact)
            return exact;
    }
    trial.isLeftOut = needsExact(trial) && !(hasExact && trial.notExact.empty());
    if (trial.isLeftOut)
        return {};
    if (phase.protocol.isOn("timed_precision")) {
        if (Status measured = measureAsTimed(trial); !measured)
            return measured;
    }
    if (phase.protocol.isOn("undecided_elements")) {
        if (Status found = findUndecided(phase, trial); !found)
            return found;
    }
    if (!trial.referenceWritesInputs || !phase.protocol.sharedInputs)
        return {};
    // In the suite both get the very same tensors, the reference first.
    auto written = m_oracle.ask({{"do", "arguments"}}, nullptr, "when its inputs are read again");
    if (!written)
        return written.error();
    auto after = m_oracle.value(std::move(*written), "of its inputs");
    if (!after)
        return after.error();
    trial.given = std::move(*after);
    return {};
}

Status OracleTrials::makeExact(const PythonPhase &phase, PythonTrial &trial)
{
    if (m_notExact.empty() && trial.referenceWritesInputs)
        m_notExact = "it writes its inputs";
    trial.notExact = m_notExact;
    if (!m_notExact.empty())
        return {};
    const SizeLimits limits = m_oracle.context().limits();
    Json request{
        {"do", "exact"}, {"most_bytes", limits.exact}, {"most_peak_bytes", limits.exactPeak}};
    if (trial.drawSeed)
        request["seed"] = *trial.drawSeed;
    if (magnifiesRoundings(trial))
        request["rounding"] = true;
    auto answer = m_oracle.ask(std::move(request), nullptr, "in float64");
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
    auto exact = m_oracle.value(std::move(*answer), "in float64");
    if (!exact)
        return exact.error();
    trial.expected = std::move(*exact);
    return {};
}

Status OracleTrials::makeExactOfLast(const PythonPhase &phase, PythonTrial &trial)
{
    if (!phase.protocol.isOn("float64_oracle"))
        return {};
    const Status made = makeExact(phase, trial);
    return made || made.error().code != Errc::InvalidInput ? made : Status();
}

Status OracleTrials::measureAsTimed(PythonTrial &trial)
{
    // A second call would get other inputs if the reference writes to them.
    if (!m_oracle.context().settings.device.starts_with("cuda") || trial.referenceWritesInputs
        || !mayUseTf32(m_oracle.context().rules.baseline))
        return {};
    Json request{{"do", "as_timed"}};
    if (trial.drawSeed)
        request["seed"] = *trial.drawSeed;
    const auto answer = m_oracle.ask(std::move(request), nullptr, "as it is timed");
    if (!answer)
        return answer.error();
    addTimedErrors(trial, answer->body, "errors");
    return {};
}

Status OracleTrials::refuseUnwritten(const PythonPhase &phase, const PythonTrial &trial)
{
    // One trial shows it. A second call would get other inputs if the reference writes to them.
    const std::string &source = m_oracle.task().implementation;
    const bool mayLeave
        = source.find("empty") != source.npos || source.find("resize_") != source.npos;
    if (trial.index != 0 || trial.isUnusual() || trial.referenceWritesInputs || !mayLeave)
        return {};
    if (trial.referenceDraws && !trial.drawSeed)
        return {}; // it would draw other numbers, and later trials continue from these
    Json request{{"do", "unwritten"}, {"grad", phase.protocol.gradInForward}};
    if (trial.drawSeed)
        request["seed"] = *trial.drawSeed;
    const auto answer = m_oracle.ask(std::move(request), nullptr, "in other memory");
    // Some references cannot be called again.
    if (!answer && answer.error().code == Errc::InvalidInput && m_oracle.isAlive())
        return {};
    if (!answer)
        return answer.error();
    if (!answer->body.value("unwritten", false))
        return {};
    return Error{Errc::InvalidInput,
                 "the reference leaves elements of its result unwritten, so that nothing can be "
                 "compared with them",
                 m_oracle.task().file.string(), "fill what torch.empty returns in the reference"};
}

Status OracleTrials::findUndecided(const PythonPhase &phase, PythonTrial &trial)
{
    // A second call would get other inputs if the reference writes to them.
    if (trial.referenceWritesInputs)
        return {};
    Json request{{"grad", phase.protocol.gradInForward}};
    if (trial.drawSeed)
        request["seed"] = *trial.drawSeed;
    auto found = m_oracle.undecided(std::move(request), phase.protocol.rule);
    if (!found)
        return found.error();
    trial.undecided = std::move(*found);
    return {};
}

Status OracleTrials::makeWithOtherWeights(const PythonPhase &phase, PythonTrial &trial)
{
    auto answer = m_oracle.ask(
        {{"do", "randomise"}, {"seed", *trial.drawSeed}, {"redraw", trial.redrawsWeights}}, nullptr,
        "when its weights are changed");
    if (!answer)
        return answer.error();
    if (answer->body.value("changed", Json::array()).empty()) {
        // The two points about weights cover all weights together.
        const bool hasWeights = phase.weights && phase.weights->view().bytes() > 0;
        trial.isLeftOut = trial.redrawsWeights || m_changedWeights || !hasWeights;
        if (!trial.isLeftOut)
            trial.excused = "no weight or buffer of the reference can be changed";
        return {};
    }
    m_changedWeights = true;
    auto weights = m_oracle.value(std::move(*answer), "of its weights");
    if (!weights)
        return weights.error();
    trial.weights = std::move(*weights);
    Status made = makePlain(phase, trial);
    return graverOf(made,
                    m_oracle.ask({{"do", "randomise"}}, nullptr, "when its weights are put back"));
}

Status OracleTrials::makeConstructedAgain(const PythonPhase &phase, PythonTrial &trial)
{
    if (!phase.weights || phase.weights->view().bytes() == 0) {
        trial.isLeftOut = true;
        return {};
    }
    Json request{{"do", "construct"},
                 {"class", m_oracle.task().entry},
                 {"seed", *trial.drawSeed},
                 {"aside", true},
                 {"tf32", phase.protocol.referenceMayUseTf32}};
    addConstruction(request, phase.protocol);
    m_oracle.addDraws(request, "model");
    const auto built = m_oracle.ask(std::move(request), &phase.constructorArguments,
                                    "when it is constructed again");
    if (!built)
        return built.error();
    auto weights = m_oracle.readWeights();
    if (!weights)
        return weights.error();
    trial.weights = std::move(*weights);
    Status made = makePlain(phase, trial);
    return graverOf(made, m_oracle.ask({{"do", "restore_object"}}, nullptr, "when it is put back"));
}

Result<PythonChild::Answer> OracleTrials::drawAndCall(const PythonPhase &phase, PythonTrial &trial,
                                                      bool keepsState)
{
    auto given = m_oracle.draw(phase, trial);
    if (!given)
        return given.error();
    trial.given = std::move(*given);
    Json request{{"do", "forward"}, {"grad", phase.protocol.gradInForward}};
    if (trial.drawSeed)
        request["seed"] = *trial.drawSeed;
    if (keepsState)
        request["keeps_state"] = true;
    return m_oracle.ask(std::move(request), &trial.given, "on " + trial.caseName);
}

Result<OracleTrials::Ties> OracleTrials::tiesIn(const PythonPhase &phase, const PythonTrial &trial,
                                                const PythonChild::Answer &called)
{
    const bool writesInputs = !called.body.value("changed_inputs", Json::array()).empty();
    if (!phase.isStrict || writesInputs || !mayOrder(m_oracle.task().implementation))
        return Ties::None;
    Json request{{"do", "ties"}, {"grad", phase.protocol.gradInForward}};
    if (trial.drawSeed)
        request["seed"] = *trial.drawSeed;
    const auto answer
        = m_oracle.ask(std::move(request), nullptr, "with equal values in another order");
    if (answer && !answer->body.value("ties", false))
        return Ties::None;
    if (answer && answer->body.value("computed", false))
        return Ties::Computed;
    if (answer)
        return answer->body.value("documented", false) ? Ties::Documented : Ties::Given;
    // Some references cannot be watched while they run.
    if (answer.error().code == Errc::InvalidInput && m_oracle.isAlive())
        return Ties::None;
    return answer.error();
}

Result<OracleTrials::Ties> OracleTrials::tiesAgain(const PythonPhase &phase, PythonTrial &trial,
                                                   PythonChild::Answer &called)
{
    auto again = drawAndCall(phase, trial);
    if (!again)
        return again.error();
    called = std::move(*again);
    return tiesIn(phase, trial, called);
}

Status OracleTrials::resolveTies(const PythonPhase &phase, PythonTrial &trial,
                                 PythonChild::Answer &called)
{
    auto ties = tiesIn(phase, trial, called);
    if (!ties || *ties == Ties::None)
        return ties ? Status() : ties.error();
    const std::string name = trial.caseName;
    // Inputs of only two values cannot be made distinct.
    if (trial.variant != "binary") {
        trial.isUntied = true;
        trial.caseName = name + ", no equal numbers";
        ties = tiesAgain(phase, trial, called);
    }
    // The reference may compute values that are equal up to rounding, whatever its inputs are. A
    // candidate is constructed under the seed of a trial that constructs again.
    const bool canRedraw = trial.variant.empty() && !trial.constructsAgain && !phase.isGrouped
        && trial.drawSeed.has_value();
    const std::uint64_t planned = trial.drawSeed.value_or(0);
    for (int i = 0; canRedraw && i < maxRedraws && ties && *ties == Ties::Computed; ++i) {
        trial.isUntied = false;
        trial.caseName = name + ", drawn again";
        useSeed(trial,
                secretSeed(m_oracle.context().seed,
                           m_oracle.task().task.name + "\n" + std::to_string(planned), i));
        m_redrawn[planned] = *trial.drawSeed;
        ties = tiesAgain(phase, trial, called);
    }
    if (!ties || *ties == Ties::None)
        return ties ? Status() : ties.error();
    if (trial.isUnusual())
        trial.excused = "the reference orders values that are equal, or equal up to rounding, and "
                        "which comes first is open";
    else if (canRedraw && *ties == Ties::Given)
        return Error{
            Errc::InvalidInput,
            "the result depends on the order of equal numbers in the inputs, which is open",
            m_oracle.task().file.string(), "use the suite's verdict"};
    else if (canRedraw && *ties == Ties::Computed)
        return Error{Errc::InvalidInput,
                     "the result depends on the order of values that are equal up to rounding, for "
                     "each of "
                         + std::to_string(maxRedraws + 1) + " draws of the inputs",
                     m_oracle.task().file.string(), "use the suite's verdict"};
    return {};
}

void OracleTrials::useSeed(PythonTrial &trial, std::uint64_t seed)
{
    trial.drawSeed = seed;
    trial.seed = std::to_string(seed);
}

Result<bool> OracleTrials::fitsTask(const PythonPhase &phase, PythonTrial &trial)
{
    if (!m_structures) {
        PythonTrial first = trial.plan();
        first.variant.clear();
        const auto called = drawAndCall(phase, first, true);
        if (!called)
            return called.error();
        m_structures.emplace();
        const SizeLimits limits = m_oracle.context().limits();
        const auto answer = m_oracle.ask({{"do", "structures"},
                                          {"grad", phase.protocol.gradInForward},
                                          {"seed", *trial.drawSeed},
                                          {"most_bytes", limits.exact},
                                          {"most_peak_bytes", limits.exactPeak}},
                                         nullptr, "when it is called on structured inputs");
        const bool isOfTheReference = !answer && answer.error().code == Errc::InvalidInput;
        if (!answer && !(isOfTheReference && m_oracle.isAlive()))
            return answer.error();
        const bool writesInputs = !called->body.value("changed_inputs", Json::array()).empty();
        if (answer && !writesInputs)
            *m_structures = answer->body.value("variants", std::vector<std::string>());
    }
    // "long_history:1:near_one" says which input becomes the gate, and how.
    const auto fitting = std::ranges::find_if(*m_structures, [&](const std::string &name) {
        return name == trial.variant || name.starts_with(trial.variant + ":");
    });
    if (fitting == m_structures->end())
        return false;
    trial.variant = *fitting;
    return true;
}

} // namespace loupe
