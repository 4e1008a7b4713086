// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/clock.h"
#include "core/base/result.h"
#include "core/model/evaluation.h"

#include <stop_token>
#include <string>
#include <utility>

namespace loupe {

/// How much of a device's memory others may have while a candidate is evaluated.
enum class Room { Shared, Whole };

/// An evaluation without a judgement: its task cannot be judged here, and why.
inline void skip(Evaluation &evaluation, const Error &error)
{
    evaluation.verdict
        = error.code == Errc::InvalidInput ? Verdict::ReferenceFailed : Verdict::TooLargeForDevice;
    evaluation.strictVerdict = evaluation.verdict;
    evaluation.message = error.message;
    evaluation.runLog = error.detail;
    evaluation.finishedAt = isoTime(systemClock().wallNow());
}

/// Whether an attempt may have failed only because others had the device's memory: a candidate out
/// of memory, or Busy, which is what reference and judge answer then.
inline bool lackedRoom(const Result<Evaluation> &result)
{
    if (!result)
        return result.error().code == Errc::Busy;
    return result->verdict == Verdict::OutOfMemory || result->strictVerdict == Verdict::OutOfMemory;
}

/// Nobody is judged by what others left of the device: what lacked room is attempted once more with
/// all of it. Only what lacks room even then is out of memory, or too large for the device; and
/// where somebody outside of the run has a part of it (`heldByOthers` says who, or nothing), it is
/// Busy: nobody's verdict. `attempt` takes a Room and gives a Result<Evaluation>.
template <typename Attempt, typename HeldByOthers>
Result<Evaluation> withRoom(const Candidate &candidate, Attempt attempt, HeldByOthers heldByOthers,
                            const std::stop_token &stop)
{
    Result<Evaluation> done = attempt(Room::Shared);
    if (!lackedRoom(done) || stop.stop_requested())
        return done;
    const std::string why = done ? done->message : done.error().message;
    done = attempt(Room::Whole);
    const std::string others = lackedRoom(done) ? heldByOthers() : std::string();
    if (!others.empty())
        return Error{Errc::Busy,
                     "the device's memory did not suffice, and " + others,
                     {},
                     "resume the run when the device is free",
                     done ? done->message : done.error().message};
    if (done) {
        done->runLog += "\nkloupe: beside others the device's memory did not suffice (" + why
            + "); this is the evaluation with nobody else on it\n";
    } else if (done.error().code == Errc::Busy) {
        Evaluation skipped;
        skipped.candidate = candidate;
        skip(skipped, done.error());
        return skipped;
    }
    return done;
}

} // namespace loupe
