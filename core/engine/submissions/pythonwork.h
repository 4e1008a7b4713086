// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/clocks/roomretry.h"
#include "core/engine/contract/earlyend.h"
#include "core/engine/contract/evaluationparts.h"
#include "core/engine/contract/jsontext.h"
#include "core/engine/contract/stageseconds.h"
#include "core/engine/python/pythontask.h"

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

namespace loupe {

/// Returns a child's report of an exception as text: the traceback, else the message.
inline std::string failureText(const Json &body)
{
    const auto error = body.find("error");
    if (error == body.end())
        return {};
    const std::string traceback = textAt(*error, "traceback");
    return traceback.empty() ? textAt(*error, "message") : traceback;
}

/// Returns whether a submission contains only white space.
inline bool isBlank(const std::string &source)
{
    return source.find_first_not_of(" \t\r\n") == std::string::npos;
}

/// State of one submission in the evaluator.
struct PythonWork {
    const PlanItem &item;
    std::stop_token stop;
    const std::function<void(Stage)> &entering;
    Room room;
    Evaluation evaluation = {};
    std::shared_ptr<PythonTask> task = {};
    std::unique_ptr<PythonChild> subject = {};
    std::string loaded = {}; ///< source that the subject has loaded
    /// Fails in the same way in every phase.
    std::optional<NotLoaded> notLoaded = {};
    /// Strict points that could not be applied, and why.
    std::map<std::string, std::string> excuses = {};
    /// Result of the strict phase, until the same inputs come again.
    std::optional<Bundle> firstResult = {};
    std::optional<Bundle> firstExpected = {}; ///< likewise, if the phase does not keep it
    /// Inputs made like those of timed calls (TimedFeed), with a result to judge these by.
    std::optional<PythonTrial> fresh = {};
    double timesOnFresh = 1;        ///< tolerance factor for their result, if a function's
    bool failsOtherWeights = false; ///< wrong with weights changed in place
    bool foldsWeights = false;      ///< correct if constructed with other weights instead
    /// Keeps the weights of its own constructor, because it is wrong with the reference's.
    bool drawsWeights = false;
    CountedOperations operations = {}; ///< of the reference's timed call
    bool isReferenceSpoilt = false; ///< the reference process failed on values made from a test's
    bool isTimingOver = false;      ///< the candidate ended it
    bool writesInputs = false;      ///< changes inputs that the reference leaves alone
    std::string generator = {};     ///< torch's state after its constructor, as it reports
    double callSeconds = 0;         ///< spent in its calls in the phase's trials
    std::string notes = {};         ///< of the timing; appended to what the candidate printed

    /// Verdict and message of the phase that is being judged.
    Verdict verdict = Verdict::NotRecorded;
    std::string message = {};

    StageSeconds seconds = {}; ///< also appended to what the candidate printed

    /// Answer of the candidate's constructor before its phase was made, and the planned phase.
    struct Constructed {
        std::shared_ptr<const PythonPhase> plan;
        PythonChild::Answer answer;
    };
    std::optional<Constructed> constructed = {};

    std::string sourceFor(const PythonPhase &phase) const
    {
        return judgedSource(item, phase.protocol, phase.isStrict);
    }

    bool hasEnded() const { return verdict != Verdict::Correct; }
    void end(Verdict reason, std::string sentence)
    {
        verdict = reason;
        message = std::move(sentence);
    }
    /// Records the failure of an answer.
    void end(const PythonChild::Answer &answer)
    {
        end(answer.outcome.verdict, answer.outcome.message);
        evaluation.buildLog += failureText(answer.body);
    }
};

} // namespace loupe
