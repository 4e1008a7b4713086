// SPDX-License-Identifier: Apache-2.0
#include "core/engine/submissions/operatortests.h"

#include "core/engine/contract/evaluationparts.h"
#include "core/engine/contract/jsontext.h"
#include "core/engine/python/oracleconversation.h"
#include "core/platforms/python/pythonverdict.h"

namespace loupe {

namespace {

std::int64_t countOf(const Json &object, const char *key)
{
    const auto found = object.find(key);
    return found != object.end() && found->is_number_unsigned() ? found->get<std::int64_t>() : -1;
}

/// Returns the verdict for a failed test. A failed comparison of the suite is recognised by its
/// text; any other exception came from the candidate.
Verdict verdictOfFailure(const Json &failure)
{
    const std::string message = textAt(failure, "message");
    if (textAt(failure, "type") != "AssertionError")
        return verdictOfPythonError(failure).verdict;
    if (message.find("attribute 'shape'") != std::string::npos)
        return Verdict::WrongShape;
    if (message.find("attribute 'dtype'") != std::string::npos)
        return Verdict::WrongDtype;
    return message.empty() ? Verdict::WrongAnswer : Verdict::WrongValue;
}

/// Reads the report of a candidate's process on one function of the tests; nullopt if malformed.
std::optional<Trial> trialOf(const Json &function)
{
    if (!function.is_object())
        return std::nullopt;
    const std::int64_t total = countOf(function, "total");
    const std::int64_t failed = countOf(function, "failed");
    if (total < 1 || failed < 0 || failed > total)
        return std::nullopt;
    Trial out;
    out.caseName = textAt(function, "name");
    out.verdict = Verdict::Correct;
    const std::string cases = std::to_string(total) + (total == 1 ? " case" : " cases");
    if (failed == 0) {
        out.message = "all " + cases + " pass";
        return out;
    }
    const auto first = function.find("first");
    if (first == function.end() || !first->is_object())
        return std::nullopt;
    out.verdict = verdictOfFailure(*first);
    out.message = std::to_string(failed) + " of " + cases + " fail; first " + textAt(*first, "case")
        + ": " + textAt(*first, "type");
    if (const std::string why = textAt(*first, "message"); !why.empty())
        out.message += ": " + why;
    return out;
}

} // namespace

Status runOperatorTests(const PythonContext &context, PythonWork &work, const PythonPhase &phase)
{
    const std::uint64_t seed = phase.protocol.seeds.front();
    Json request = operatorTestsRequest(work.task->task(), context, seed);
    request["leave_out"] = phase.brokenCases;
    if (context.usesQuickCases())
        work.evaluation.flags.emplace_back("quick_cases");
    if (!phase.brokenCases.empty())
        work.evaluation.flags.emplace_back("broken_cases_left_out");
    const std::chrono::duration<double> deadline(phase.protocol.deadlineSeconds);
    const auto answer = work.subject->ask(std::move(request), nullptr, deadline, work.stop);
    if (work.stop.stop_requested())
        return cancelledRun();
    work.loaded.clear(); // the candidate stays in place of the operator, so our calls need another
                         // process
    if (answer.outcome.verdict != Verdict::Correct) {
        work.end(answer);
        return {};
    }
    std::int64_t cases = 0;
    const Json functions = answer.body.value("functions", Json());
    for (const Json &function : functions) {
        auto trial = trialOf(function);
        if (!trial)
            break;
        trial->index = static_cast<int>(work.evaluation.trials.size());
        trial->seed = std::to_string(seed);
        cases += countOf(function, "total");
        if (trial->verdict != Verdict::Correct) {
            work.evaluation.buildLog += textAt(function.at("first"), "traceback");
            if (!work.hasEnded())
                work.end(trial->verdict, trial->caseName + ": " + trial->message);
        }
        work.evaluation.trials.push_back(std::move(*trial));
    }
    if (cases == 0)
        work.end(Verdict::BrokeProtocol, "it left no report of the suite's tests");
    else if (!work.hasEnded())
        work.message = "all " + std::to_string(cases) + " cases of the suite's tests pass";
    if (!phase.brokenCases.empty())
        work.message += "; " + std::to_string(phase.brokenCases.size())
            + " more were left out, because they fail with the reference";
    return {};
}

} // namespace loupe
